"""The parts of a rule book, independent of its output format: sections of statements, tables and cards.

Text between backticks is what a player types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class RuleStatement:
    """One rule: its topic and the sentence that states it.

    The differences between two variants are found by comparing their statements. The book omits a statement with
    `shown=False`, because a table or a picture says the same better, or because it is the usual case. Such a statement
    still takes part in comparisons.
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
class RuleTable:
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Face:
    """A card as it is drawn: the code that a player types, and the sign of its suit."""

    code: str
    sign: str


@dataclass(frozen=True)
class CardRow:
    """Cards side by side, with a caption."""

    faces: tuple[Face, ...]
    caption: str


@dataclass(frozen=True)
class CardRows:
    """Rows of cards in order of strength, the highest first."""

    rows: tuple[CardRow, ...]


Block = RuleStatement | Paragraph | Bullets | RuleTable | CardRows


@dataclass(frozen=True)
class BookSection:
    """A section of a rule book. `key` identifies it in every language."""

    key: str
    heading: str
    blocks: tuple[Block, ...]

    @property
    def statements(self) -> Iterator[RuleStatement]:
        return (block for block in self.blocks if isinstance(block, RuleStatement))


@dataclass(frozen=True)
class Document:
    """A rule book, before it is written in a format."""

    title: str  # of the game
    sections: tuple[BookSection, ...]  # in order

    def section(self, key: str) -> BookSection | None:
        """Return the section with that key; None if the book has none."""
        return next((section for section in self.sections if section.key == key), None)


def section(key: str, heading: str, blocks: Iterable[Block]) -> BookSection:
    return BookSection(key, heading, tuple(blocks))
