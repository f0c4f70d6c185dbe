"""Cards drawn as text: of one size, distinct without colour, in characters that any terminal has."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import unicodedata
from itertools import product

import pytest

from tests.support.contrast import luminance
from truquero.cards import CARDS, SPANISH_40, Card
from truquero.i18n import speaking
from truquero.tui.card_faces import (
    BACK_STYLE,
    LARGE,
    MEDIUM,
    SMALL,
    CardSize,
    back,
    card_style,
    empty_slot,
    face,
    side_by_side,
)

KINDS = [*product(SPANISH_40, (True,)), *product(CARDS.values(), (False,))]


def is_one_cell(sign: str) -> bool:
    """Return whether a character takes one terminal cell: not wide, not combining, and no control character."""
    return unicodedata.east_asian_width(sign) not in "WF" and unicodedata.category(sign)[0] not in "MC"


def pictures(*, ascii_only: bool, size: CardSize = SMALL) -> list[list[str]]:
    faces_up = [face(card, french=french, ascii_only=ascii_only, size=size) for card, french in KINDS]
    return [*faces_up, back(ascii_only=ascii_only, size=size), empty_slot(ascii_only=ascii_only, size=size)]


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_all_card_drawings_have_the_same_size(ascii_only: bool, size: CardSize) -> None:
    for lines in pictures(ascii_only=ascii_only, size=size):
        assert [len(line) for line in lines] == [size.width] * size.height
        assert all(is_one_cell(sign) for line in lines for sign in line)


def test_ascii_drawings_are_ascii_and_others_use_characters_of_old_terminals() -> None:
    assert all("".join(lines).isascii() for lines in pictures(ascii_only=True))
    signs = {sign for lines in pictures(ascii_only=False) for line in lines for sign in line}
    assert all(sign.encode("cp437") for sign in signs - set("♦♥♠♣"))  # these four are control codes in cp437


@pytest.mark.parametrize("ascii_only", [False, True])
def test_no_two_cards_look_alike_without_colour(ascii_only: bool) -> None:
    for french in (False, True):
        faces = [tuple(face(card, french=french, ascii_only=ascii_only)) for card in SPANISH_40]
        assert len(set(faces)) == len(SPANISH_40)


def test_a_spanish_card_has_its_code_its_suit_and_its_pintas() -> None:
    for card in SPANISH_40:
        first, corner_text, suit, last = face(card, ascii_only=False)
        assert corner_text[1:-1].strip() == card
        assert first[1:-1].count(" ") == last[1:-1].count(" ") == "oceb".index(card.suit)
        alike = face(Card(f"7{card.suit}"), ascii_only=False)[2] if card.rank < 10 else None
        assert alike in (None, suit)


def test_figures_show_their_letter_and_french_cards_their_index() -> None:
    with speaking("es"):
        assert [face(Card(code))[2][1] for code in ("10o", "11o", "12o")] == ["S", "C", "R"]
    indices = [face(Card(code), french=True, ascii_only=False)[1][1:3] for code in ("1e", "10b", "11o", "12c", "7c")]
    assert indices == ["A♠", "Q♣", "J♦", "K♥", "7♥"]


@pytest.mark.parametrize(("encoding", "ascii_only"), [("utf-8", False), ("latin-1", True), ("ascii", True)])
def test_the_output_encoding_selects_the_characters(
    encoding: str, ascii_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert face(Card("7c")) == face(Card("7c"), ascii_only=ascii_only)


# ------------------------------------------------------------------------------------------------------------- colour


def test_every_card_colour_has_enough_contrast() -> None:
    for ink in {BACK_STYLE, *(card_style(card, french=french) for card, french in KINDS)}:
        dark, light = sorted(luminance(colour) for colour in re.findall(r"#\w{6}", ink))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, ink


def test_spanish_suits_have_four_colours_and_french_suits_two() -> None:
    assert len({card_style(card) for card in SPANISH_40}) == 4
    assert len({card_style(card, french=True) for card in SPANISH_40}) == 2


def test_colours_do_not_change_the_text() -> None:
    seven, four = Card("7o"), Card("4c")
    text = side_by_side((face(seven), card_style(seven)), (face(four), card_style(four)), (back(), BACK_STYLE))
    rows = zip(face(seven), face(four), back(), strict=True)
    assert text.plain.splitlines() == [" ".join(parts) for parts in rows]
    assert {str(span.style) for span in text.spans} == {card_style(seven), card_style(four), BACK_STYLE}


def test_drawing_needs_nothing_but_the_standard_library() -> None:
    program = (
        "import sys; from truquero.tui.card_faces import face; from truquero.cards import Card; "
        "face(Card('7o')); sys.exit('rich' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
