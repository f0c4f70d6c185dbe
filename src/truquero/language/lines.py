"""Lines that fit a terminal without cutting a card or a move in two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from truquero.language import _

WIDTH = 78


def sentence(text: str) -> str:
    """The text with a capital first letter, for it may begin with a name that has none."""
    return text[:1].upper() + text[1:]


def quoted(words: str) -> str:
    """What is said, as the language in use quotes it."""
    return _("“{words}”").format(words=words)


def in_lines(
    items: Iterable[str], between: str, first: str = "", rest: str | None = None, *, width: int = WIDTH
) -> Iterator[str]:
    """The items joined, a new line before each that would not fit. `first` and `rest` stand before the lines."""
    line, empty = first, True
    for item in items:
        if not empty and len(line) + len(between) + len(item) > width:
            yield line + between.rstrip()
            line, empty = first if rest is None else rest, True
        line += item if empty else between + item
        empty = False
    yield line
