"""What a rule book is made of, before anybody decides how it is drawn: sections of statements, tables and cards.

Texts may hold `words between backticks`: what a player types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Statement:
    """One rule: what it is about, and the sentence. The same statements tell how two variants differ.

    One that is not shown stands for a table or a picture, which says the same better.
    """

    topic: str
    text: str
    shown: bool = True


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Bullets:
    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Face:
    """A card as it is drawn: the code one types, and the sign of its suit."""

    code: str
    sign: str


@dataclass(frozen=True)
class Row:
    """Cards side by side, with the words for them."""

    faces: tuple[Face, ...]
    caption: str


@dataclass(frozen=True)
class CardRows:
    """Rows of cards in an order: the first is the highest."""

    rows: tuple[Row, ...]


Block = Statement | Paragraph | Bullets | Table | CardRows


@dataclass(frozen=True)
class Section:
    """`key` names the section in every language."""

    key: str
    heading: str
    blocks: tuple[Block, ...]

    @property
    def statements(self) -> Iterator[Statement]:
        return (block for block in self.blocks if isinstance(block, Statement))


@dataclass(frozen=True)
class Document:
    title: str
    sections: tuple[Section, ...]

    def section(self, key: str) -> Section | None:
        return next((one for one in self.sections if one.key == key), None)


def section(key: str, heading: str, blocks: Iterable[Block]) -> Section:
    return Section(key, heading, tuple(blocks))
