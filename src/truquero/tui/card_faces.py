"""Cards drawn in text: faces, backs and empty slots.

Colour is not needed to recognise a Spanish card. Its code, the drawing of its suit and its pintas show the suit. The
pintas are the gaps in the frame: oros have none, copas one, espadas two, bastos three. Every character is one cell wide
and in the fonts of any terminal. If the output encoding lacks these characters, the drawing is plain ASCII.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from truquero.cards import Card

if TYPE_CHECKING:
    from rich.text import Text

Picture = tuple[Sequence[str], str]  # lines and their style


@dataclass(frozen=True)
class CardSize:
    """The size of a picture in cells. The width is odd, so that the suit is in the middle."""

    width: int
    height: int

    @property
    def inside(self) -> int:
        """The width without the frame."""
        return self.width - 2

    def in_a_row(self, cards: int) -> int:
        """Return the width of some cards side by side."""
        return cards * (self.width + 1) - 1


SMALL, MEDIUM, LARGE = CardSize(5, 4), CardSize(7, 6), CardSize(9, 8)
_FIGURES = {10: "S", 11: "C", 12: "R"}  # sota, caballo and rey, in every language
_FRENCH_INDEX = {1: "A", 10: "Q", 11: "J", 12: "K"}  # as printed on the cards, in every language

# Dark text on a cream background: a colour for each suit. French hearts and diamonds are red, spades and clubs black.
_PAPER = "on #f8f4e6"
_INKS = {"o": "#8a5a00", "c": "#a8201a", "e": "#1d4f91", "b": "#2a6329"}
_FRENCH_INKS = {"o": "#a8201a", "c": "#a8201a", "e": "#1c1c1c", "b": "#1c1c1c"}
BACK_STYLE = f"#7a3b1d {_PAPER}"
SLOT_STYLE = "dim"


_SUITS = "oceb"
_PINTAS = ("---", "- -", " - ", "   ")  # the upper and lower edge of each suit, in the order of `_SUITS`


@dataclass(frozen=True)
class _Characters:
    """The characters of a drawing. Suits are in the order of `_SUITS`."""

    frame: tuple[str, str, str, str, str, str]  # the four corners, the horizontal and the vertical line
    hatch: str
    dot: str  # the corners of an empty slot
    suits: tuple[str, str, str, str]  # three cells each, on cards without a figure
    beside: tuple[str, str, str, str]  # two cells each, beside the letter of a figure
    french: str


_DRAWN = _Characters(
    ("┌", "┐", "└", "┘", "─", "│"), "░", "·", ("(o)", "└┬┘", "┼──", "─═■"), ("()", "└┘", "┼─", "═■"), "♦♥♠♣"
)
_ASCII = _Characters(
    ("+", "+", "+", "+", "-", "|"), ":", ".", ("(o)", "\\_/", "+--", "-=#"), ("()", "\\/", "+-", "=#"), "ocep"
)


def can_write(text: str) -> bool:
    """Return whether the output encoding has all characters of a text."""
    # A full-screen program may replace `sys.stdout` with an object that has no encoding.
    encoding = getattr(sys.stdout, "encoding", None) or getattr(sys.__stdout__, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _characters(ascii_only: bool | None) -> _Characters:
    if ascii_only is None:
        ascii_only = not can_write("┌┬┘┼░·═■♦♥♠♣")
    return _ASCII if ascii_only else _DRAWN


# ---------------------------------------------------------------------------------------------------------- drawing


def face(card: Card, *, french: bool = False, ascii_only: bool | None = None, size: CardSize = SMALL) -> list[str]:
    """Return a card face up, as lines of equal width.

    If `ascii_only` is None, here and below, the output encoding decides.
    """
    characters, suit = _characters(ascii_only), _SUITS.index(card.suit)
    corner = corner_text(card, french=french, ascii_only=ascii_only)
    if french:
        return _face(characters, size, corner, characters.french[suit])
    if card.rank not in _FIGURES:
        return _face(characters, size, corner, characters.suits[suit], _PINTAS[suit])
    return _face(characters, size, corner, _FIGURES[card.rank] + characters.beside[suit], _PINTAS[suit])


def corner_text(card: Card, *, french: bool = False, ascii_only: bool | None = None) -> str:
    """Return the text in the corner of a card: its code, or `K♥` on a French card."""
    if not french:
        return card
    return rank_text(card, french=True) + _characters(ascii_only).french[_SUITS.index(card.suit)]


def rank_text(card: Card, *, french: bool = False) -> str:
    """Return the text in the corner of a card without its suit: its number, or `K` on a French card."""
    return _FRENCH_INDEX.get(card.rank, str(card.rank)) if french else str(card.rank)


def back(*, ascii_only: bool | None = None, size: CardSize = SMALL) -> list[str]:
    """Return the back of a card."""
    characters = _characters(ascii_only)
    return _framed(characters, [characters.hatch * size.inside] * (size.height - 2), "---")


def empty_slot(*, ascii_only: bool | None = None, size: CardSize = SMALL) -> list[str]:
    """Return the outline of a slot where no card lies yet."""
    dot = _characters(ascii_only).dot
    edge = dot + " " * size.inside + dot
    return [edge, *[" " * size.width] * (size.height - 2), edge]


def _face(characters: _Characters, size: CardSize, corner: str, suit: str, pintas: str = "---") -> list[str]:
    """Return a face: the corner at the top, the suit in the middle, and on larger cards the corner again below."""
    width, between = size.inside, size.height - 4  # lines between the two, and below
    inside = [corner.ljust(width), suit.center(width)]
    if between:
        above = [" " * width] * (between // 2)
        inside = [corner.ljust(width), *above, suit.center(width), *above[1:], corner.rjust(width)]
    return _framed(characters, inside, pintas)


def _framed(characters: _Characters, inside: Sequence[str], pintas: str) -> list[str]:
    """Return lines in a frame. The three parts of its edges are drawn or left out as in `pintas`."""
    upper_left, upper_right, lower_left, lower_right, line, bar = characters.frame
    side = len(inside[0]) // 3
    widths = (side, len(inside[0]) - 2 * side, side)
    edge = "".join(part.replace("-", line) * width for part, width in zip(pintas, widths, strict=True))
    return [upper_left + edge + upper_right, *(f"{bar}{text}{bar}" for text in inside), lower_left + edge + lower_right]


# ---------------------------------------------------------------------------------------------------------- in colour


def card_style(card: Card, *, french: bool = False) -> str:
    """Return the colours of a card as a Rich style."""
    return f"{(_FRENCH_INKS if french else _INKS)[card.suit]} {_PAPER}"


def side_by_side(*pictures: Picture, gap: str = " ") -> Text:
    """Return pictures of the same height side by side, each in its style."""
    from rich.text import Text  # imported late: plain output does not need it

    lines = []
    for parts in zip(*(lines for lines, _style in pictures), strict=True):
        styled = (Text(part, style=ink) for part, (_lines, ink) in zip(parts, pictures, strict=True))
        lines.append(Text(gap).join(styled))
    return Text("\n").join(lines)
