"""Lines that fit a terminal without cutting a card or a move in two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

WIDTH = 78


def grouped(number: int) -> str:
    """A large number: `12 345`, which nobody takes for a decimal in any language."""
    return f"{number:,}".replace(",", "\u00a0")


def in_lines(items: Iterable[str], between: str, first: str = "", rest: str | None = None) -> Iterator[str]:
    """The items joined, a new line before each that would not fit. `first` and `rest` stand before the lines."""
    line, empty = first, True
    for item in items:
        if not empty and len(line) + len(between) + len(item) > WIDTH:
            yield line + between.rstrip()
            line, empty = first if rest is None else rest, True
        line += item if empty else between + item
        empty = False
    yield line
