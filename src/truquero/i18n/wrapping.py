"""Wrapping of text for a terminal, without breaking a card or a move across lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from truquero.i18n import _

WIDTH = 78


def sentence(text: str) -> str:
    """Return the text with a capital first letter. It may start with a name in lower case."""
    return text[:1].upper() + text[1:]


def quoted(words: str) -> str:
    """Return words in the quotation marks of the current language."""
    return _("“{words}”").format(words=words)


def in_lines(
    items: Iterable[str], between: str, first: str = "", rest: str | None = None, *, width: int = WIDTH
) -> Iterator[str]:
    """Yield lines of joined items, with a line break before each item that would not fit.

    `first` is the prefix of the first line and `rest` that of the others, which is also `first` by default.
    """
    line, empty = first, True
    for item in items:
        if not empty and len(line) + len(between) + len(item) > width:
            yield line + between.rstrip()
            line, empty = first if rest is None else rest, True
        line += item if empty else between + item
        empty = False
    yield line
