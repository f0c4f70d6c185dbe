"""Cards drawn in text, small or in one line: faces, backs, covered cards and empty places.

A Spanish card is told from the others without colour three times over: by its code, by the drawing of its suit, and by
the pintas, the gaps in the line round it: oros have none, copas one, espadas two, bastos three. Every sign is one cell
wide and in the fonts of any terminal; where the output cannot write them there is a drawing in plain ASCII.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from truquero.cards import Card, rank_names, suit_names

if TYPE_CHECKING:
    from rich.text import Text

Size = Literal["small", "tiny"]
Picture = tuple[Sequence[str], str]  # lines and their style

WIDTH, HEIGHT = 5, 4  # of a small picture
_INSIDE = WIDTH - 2
_FIGURES = (10, 11, 12)
_FRENCH_INDEX = {1: "A", 10: "Q", 11: "J", 12: "K"}  # as printed on the cards, whatever the language

# Dark inks on the cream of a card: one for each suit. French hearts and diamonds are red, spades and clubs black.
_PAPER = "on #f8f4e6"
_INKS = {"o": "#8a5a00", "c": "#a8201a", "e": "#1d4f91", "b": "#2a6329"}
_FRENCH_INKS = {"o": "#a8201a", "c": "#a8201a", "e": "#1c1c1c", "b": "#1c1c1c"}
BACK_STYLE = f"#7a3b1d {_PAPER}"
PLACE_STYLE = "dim"


@dataclass(frozen=True)
class _Signs:
    """What cards are drawn with."""

    corners: tuple[str, str, str, str]
    line: str
    bar: str
    hatch: str
    place: str  # the corners of an empty place
    suits: Mapping[str, str]  # three cells
    beside: Mapping[str, str]  # two cells, beside the letter of a figure
    french: Mapping[str, str]  # one cell
    pintas: Mapping[str, str]  # the line above and below, as many gaps as the suit has


_DRAWN = _Signs(
    corners=("┌", "┐", "└", "┘"),
    line="─",
    bar="│",
    hatch="░",
    place="·",
    suits={"o": "(o)", "c": "└┬┘", "e": "┼──", "b": "─═■"},
    beside={"o": "()", "c": "└┘", "e": "┼─", "b": "═■"},
    french={"o": "♦", "c": "♥", "e": "♠", "b": "♣"},
    pintas={"o": "───", "c": "─ ─", "e": " ─ ", "b": "   "},
)
_ASCII = _Signs(
    corners=("+", "+", "+", "+"),
    line="-",
    bar="|",
    hatch=":",
    place=".",
    suits={"o": "(o)", "c": "\\_/", "e": "+--", "b": "-=#"},
    beside={"o": "()", "c": "\\/", "e": "+-", "b": "=#"},
    french={"o": "o", "c": "c", "e": "e", "b": "p"},
    pintas={"o": "---", "c": "- -", "e": " - ", "b": "   "},
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


def face(card: Card, *, french: bool = False, size: Size = "small", ascii_only: bool | None = None) -> list[str]:
    """A card face up: lines of equal width. Unless it is said, the output decides whether they are ASCII only."""
    if size == "tiny":
        return [f"{_index(card, french)} {suit_names(french=french)[card.suit]}"]
    signs = _signs(ascii_only)
    if french:
        sign = signs.french[card.suit]
        return _framed(signs, _index(card, french) + sign, sign.center(_INSIDE))
    if card.rank not in _FIGURES:
        return _framed(signs, card, signs.suits[card.suit], signs.pintas[card.suit])
    letter = rank_names()[card.rank][0].upper()
    return _framed(signs, card, letter + signs.beside[card.suit], signs.pintas[card.suit])


def back(*, size: Size = "small", ascii_only: bool | None = None) -> list[str]:
    """A card of which nothing is known."""
    signs = _signs(ascii_only)
    return [signs.hatch * 2] if size == "tiny" else _framed(signs, *[signs.hatch * _INSIDE] * 2)


def covered(card: Card, *, french: bool = False, size: Size = "small", ascii_only: bool | None = None) -> list[str]:
    """A card that lies face down before one who knows it."""
    signs = _signs(ascii_only)
    if size == "tiny":
        return [f"{signs.hatch}{face(card, french=french, size=size)[0]}{signs.hatch}"]
    index = f"{_index(card, french)}{signs.french[card.suit]}" if french else card
    return _framed(signs, signs.hatch * _INSIDE, index.ljust(_INSIDE, signs.hatch))


def place(*, size: Size = "small", ascii_only: bool | None = None) -> list[str]:
    """Where a card will lie."""
    dot = _signs(ascii_only).place
    if size == "tiny":
        return [dot * 2]
    edge = dot + " " * _INSIDE + dot
    return [edge, " " * WIDTH, " " * WIDTH, edge]


def _index(card: Card, french: bool) -> str:
    return _FRENCH_INDEX.get(card.rank, str(card.rank)) if french else str(card.rank)


def _framed(signs: _Signs, first: str, second: str, edge: str = "") -> list[str]:
    edge = edge or signs.line * _INSIDE
    upper_left, upper_right, lower_left, lower_right = signs.corners
    inside = [f"{signs.bar}{line.ljust(_INSIDE)}{signs.bar}" for line in (first, second)]
    return [upper_left + edge + upper_right, *inside, lower_left + edge + lower_right]


def row(pictures: Sequence[Sequence[str]], gap: str = " ") -> list[str]:
    """Pictures of one height beside one another."""
    return [gap.join(lines) for lines in zip(*pictures, strict=True)]


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


def painted_face(card: Card, *, french: bool = False, size: Size = "small", ascii_only: bool | None = None) -> Text:
    """A card face up, in the colour of its suit."""
    return painted((face(card, french=french, size=size, ascii_only=ascii_only), style(card, french=french)))
