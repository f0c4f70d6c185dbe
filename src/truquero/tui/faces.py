"""Cards drawn in text: faces, backs and empty places.

A Spanish card is told from the others without colour three times over: by its code, by the drawing of its suit, and by
the pintas, the gaps in the line round it: oros have none, copas one, espadas two, bastos three. Every sign is one cell
wide and in the fonts of any terminal; where the output cannot write them there is a drawing in plain ASCII.
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

WIDTH, HEIGHT = 5, 4  # of a picture
_INSIDE = WIDTH - 2
_FIGURES = {10: "S", 11: "C", 12: "R"}  # the letters of sota, caballo and rey, in all their languages
_FRENCH_INDEX = {1: "A", 10: "Q", 11: "J", 12: "K"}  # as printed on the cards, whatever the language

# Dark inks on the cream of a card: one for each suit. French hearts and diamonds are red, spades and clubs black.
_PAPER = "on #f8f4e6"
_INKS = {"o": "#8a5a00", "c": "#a8201a", "e": "#1d4f91", "b": "#2a6329"}
_FRENCH_INKS = {"o": "#a8201a", "c": "#a8201a", "e": "#1c1c1c", "b": "#1c1c1c"}
BACK_STYLE = f"#7a3b1d {_PAPER}"
PLACE_STYLE = "dim"


_SUITS = "oceb"
_PINTAS = ("---", "- -", " - ", "   ")  # of each suit the line above and below


@dataclass(frozen=True)
class _Signs:
    """What cards are drawn with; the suits in the order of `_SUITS`."""

    frame: tuple[str, str, str, str, str, str]  # the four corners, the line and the bar
    hatch: str
    place: str  # the corners of an empty place
    suits: tuple[str, str, str, str]  # three cells each
    beside: tuple[str, str, str, str]  # two cells each, beside the letter of a figure
    french: str


_DRAWN = _Signs(
    ("┌", "┐", "└", "┘", "─", "│"), "░", "·", ("(o)", "└┬┘", "┼──", "─═■"), ("()", "└┘", "┼─", "═■"), "♦♥♠♣"
)
_ASCII = _Signs(
    ("+", "+", "+", "+", "-", "|"), ":", ".", ("(o)", "\\_/", "+--", "-=#"), ("()", "\\/", "+-", "=#"), "ocep"
)


def can_write(text: str) -> bool:
    """Whether the output has letters for all of a text."""
    # Behind a program that draws the whole screen `sys.stdout` may be something without letters of its own.
    encoding = getattr(sys.stdout, "encoding", None) or getattr(sys.__stdout__, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _signs(ascii_only: bool | None) -> _Signs:
    if ascii_only is None:
        ascii_only = not can_write("┌┬┘┼░·═■♦♥♠♣")
    return _ASCII if ascii_only else _DRAWN


# ---------------------------------------------------------------------------------------------------------- drawing


def face(card: Card, *, french: bool = False, ascii_only: bool | None = None) -> list[str]:
    """A card face up: lines of equal width. Unless it is said, the output decides whether they are ASCII only."""
    signs, suit = _signs(ascii_only), _SUITS.index(card.suit)
    if french:
        return _framed(signs, index(card, french=True, ascii_only=ascii_only), signs.french[suit].center(_INSIDE))
    if card.rank not in _FIGURES:
        return _framed(signs, card, signs.suits[suit], _PINTAS[suit])
    return _framed(signs, card, _FIGURES[card.rank] + signs.beside[suit], _PINTAS[suit])


def index(card: Card, *, french: bool = False, ascii_only: bool | None = None) -> str:
    """A card in the corner of its picture: its code, or `K♥`."""
    if not french:
        return card
    return _FRENCH_INDEX.get(card.rank, str(card.rank)) + _signs(ascii_only).french[_SUITS.index(card.suit)]


def back(*, ascii_only: bool | None = None) -> list[str]:
    """A card of which nothing is known."""
    signs = _signs(ascii_only)
    return _framed(signs, *[signs.hatch * _INSIDE] * 2)


def place(*, ascii_only: bool | None = None) -> list[str]:
    """Where a card will lie."""
    dot = _signs(ascii_only).place
    edge = dot + " " * _INSIDE + dot
    return [edge, " " * WIDTH, " " * WIDTH, edge]


def _framed(signs: _Signs, first: str, second: str, pintas: str = "---") -> list[str]:
    upper_left, upper_right, lower_left, lower_right, line, bar = signs.frame
    edge = pintas.replace("-", line)
    inside = [f"{bar}{text.ljust(_INSIDE)}{bar}" for text in (first, second)]
    return [upper_left + edge + upper_right, *inside, lower_left + edge + lower_right]


# ---------------------------------------------------------------------------------------------------------- in colour


def style(card: Card, *, french: bool = False) -> str:
    """The colours of a card, as Rich and Textual write them."""
    return f"{(_FRENCH_INKS if french else _INKS)[card.suit]} {_PAPER}"


def painted(*pictures: Picture, gap: str = " ") -> Text:
    """Pictures of one height beside one another, each in its style."""
    from rich.text import Text  # only whoever paints needs it

    lines = []
    for parts in zip(*(lines for lines, _style in pictures), strict=True):
        styled = (Text(part, style=ink) for part, (_lines, ink) in zip(parts, pictures, strict=True))
        lines.append(Text(gap).join(styled))
    return Text("\n").join(lines)
