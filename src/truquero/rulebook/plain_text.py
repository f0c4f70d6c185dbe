"""A rule book for the terminal: 80 columns, aligned tables, and cards drawn as boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import assert_never

from truquero.rulebook.document import (
    Block,
    Bullets,
    CardRow,
    CardRows,
    Document,
    Face,
    Paragraph,
    RuleStatement,
    RuleTable,
)

WIDTH = 80
GAP = "  "
ROOM = 5  # columns of each part of a split table, including the repeated first column
IN_A_ROW = 4  # cards drawn side by side
CAPTION = 44  # the column where captions beside the cards start


def as_text(document: Document, pictures: bool = True) -> str:
    """Return the whole book as text.

    Without `pictures` nothing is drawn and cards are listed, which suits screen readers.
    """
    lines = [*_underlined(document.title, "═" if pictures else "=")]
    for section in document.sections:
        lines += ["", *_underlined(section.heading, "─" if pictures else "-")]
        for block in section.blocks:
            lines += _block(block, pictures)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _underlined(text: str, line: str) -> Iterator[str]:
    parts = wrap(text, WIDTH)
    yield from parts
    yield line * max(map(len, parts))


def _block(block: Block, pictures: bool) -> Iterator[str]:
    match block:
        case RuleStatement():
            if block.shown:
                yield ""
                yield from _wrapped(f"{block.topic}. {block.text}", indent="  ")
        case Paragraph():
            yield ""
            yield from _wrapped(block.text)
        case Bullets():
            yield ""
            for item in block.items:
                yield from _wrapped(item, first="• ", indent="  ")
        case RuleTable():
            yield from _table(block, "─" if pictures else "-")
        case CardRows():
            yield ""
            yield from _card_pictures(block) if pictures else _card_list(block)
        case _:
            assert_never(block)


def _plain(text: str) -> str:
    return text.replace("`", "")


def _wrapped(text: str, first: str = "", indent: str = "") -> Iterator[str]:
    yield from wrap(_plain(text), WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)


# ----------------------------------------------------------------------------------------------------------- tables


def _table(table: RuleTable, line: str) -> Iterator[str]:
    """Yield the lines of a table. A table with too many columns is split; each part repeats the first column."""
    rows = [[_plain(cell) for cell in row] for row in (table.header, *table.rows)]
    columns = len(table.header)
    parts = [range(1, columns)] if columns <= ROOM + 1 else _parts(range(1, columns))
    for part in parts:
        yield ""
        yield from aligned([[row[0], *(row[column] for column in part)] for row in rows], line)


def _parts(columns: range) -> Iterator[range]:
    for start in range(0, len(columns), ROOM - 1):
        yield columns[start : start + ROOM - 1]


def aligned(rows: Sequence[Sequence[str]], under: str = "") -> Iterator[str]:
    """Yield the rows in aligned columns.

    Cells wrap where the line would be too long. The first row is underlined with `under`, if given.
    """
    widths = _widths(rows)
    for number, row in enumerate(rows):
        cells = [wrap(cell, width, break_on_hyphens=False) or [""] for cell, width in zip(row, widths, strict=True)]
        for line in range(max(map(len, cells))):
            parts = [(cell[line] if line < len(cell) else "").ljust(w) for cell, w in zip(cells, widths, strict=True)]
            yield GAP.join(parts)
        if number == 0 and under:
            yield GAP.join(under * width for width in widths)


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the width of each column.

    Columns start as wide as their longest cell. While the table is too wide, the column whose reduction adds the fewest
    lines becomes narrower. Words are cut only as a last resort.
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(1, *map(len, column)) for column in columns]
    longest_words = [max((len(word) for cell in column for word in cell.split()), default=1) for column in columns]
    room = WIDTH - len(GAP) * (len(widths) - 1)
    while sum(widths) > room:
        shrinkable = [column for column, width in enumerate(widths) if width > longest_words[column]]
        shrinkable = shrinkable or [widths.index(max(widths))]
        candidates = [[width - (index == column) for index, width in enumerate(widths)] for column in shrinkable]
        widths = min(candidates, key=lambda narrower: (_height(rows, narrower), max(narrower)))
    return widths


def _height(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> int:
    """Return the approximate number of lines of a table with these widths."""
    return sum(max(-(-len(cell) // width) for cell, width in zip(row, widths, strict=True)) for row in rows)


# ------------------------------------------------------------------------------------------------------------ cards


def _card_pictures(cards: CardRows) -> Iterator[str]:
    for number, row in enumerate(cards.rows, start=1):
        yield from _row_picture(number, row)


def _row_picture(number: int, row: CardRow) -> Iterator[str]:
    """Yield the lines of a row: boxes of three lines each, with the caption beside the first boxes."""
    caption = wrap(row.caption, WIDTH - CAPTION)
    lines: list[str] = []
    for start in range(0, len(row.faces), IN_A_ROW):
        lines += _boxes(row.faces[start : start + IN_A_ROW], f"{number}." if start == 0 else "")
    offset = 1 if len(caption) == 1 else 0
    for line, caption_line in enumerate(caption, start=offset):
        if line == len(lines):
            lines.append("")
        lines[line] = f"{lines[line]:<{CAPTION}}{caption_line}"
    yield from lines


def _boxes(faces: Sequence[Face], number: str) -> list[str]:
    inside = [f"{face.code:<3} {face.sign}" for face in faces]
    rims = ["─" * len(text) for text in inside]
    top = " ".join(f"┌{rim}┐" for rim in rims)
    middle = " ".join(f"│{text}│" for text in inside)
    bottom = " ".join(f"└{rim}┘" for rim in rims)
    return [f"{'':>4} {top}", f"{number:>4} {middle}", f"{'':>4} {bottom}"]


def _card_list(cards: CardRows) -> Iterator[str]:
    for number, row in enumerate(cards.rows, start=1):
        codes = " ".join(face.code for face in row.faces)
        yield from _wrapped(f"{codes}: {row.caption}", first=f"{number:>3}. ", indent="     ")
