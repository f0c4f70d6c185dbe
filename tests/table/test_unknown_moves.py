"""A word that a game does not have raises UnknownMove, a move that is not legal now IllegalMove."""

from __future__ import annotations

import pytest

from truquero import IllegalMove, Match, UnknownMove

CARDS = {1: "1e 7e 4c", 2: "3b 11o 10e"}


@pytest.mark.parametrize("move", ["trucco", "", "envido-4", "tapada-1e", "nove", "30", "vale", "13o", "mostrar-1e"])
def test_a_move_that_the_game_does_not_have_is_unknown(move: str) -> None:
    match = Match.from_cards("argentino", CARDS)
    with pytest.raises(UnknownMove) as refused:
        match.play(1, move)
    assert refused.value.legal == ("1e", "7e", "4c", "envido", "real-envido", "falta-envido", "truco", "mazo")
    assert str(refused.value).endswith(f"legal: {' '.join(refused.value.legal)}")


@pytest.mark.parametrize("move", ["flor", "quiero", "retruco", "3b", "8o", "vale-cuatro", "contraflor", "no-quiero"])
def test_a_move_that_is_not_legal_now_is_not_unknown(move: str) -> None:
    match = Match.from_cards("argentino", CARDS)
    with pytest.raises(IllegalMove) as refused:
        match.play(1, move)
    assert type(refused.value) is IllegalMove


def test_an_unknown_word_out_of_turn_is_unknown_too() -> None:
    match = Match.from_cards("argentino", CARDS)
    with pytest.raises(UnknownMove, match="no move of this variant is called that; seat 2 may not act now"):
        match.play(2, "trucco")


def test_a_lance_that_is_left_out_is_refused_with_its_reason() -> None:
    match = Match.from_cards("argentino", CARDS, flor=False)
    with pytest.raises(IllegalMove, match="this table plays without flor") as refused:
        match.play(1, "flor")
    assert type(refused.value) is IllegalMove


def test_an_unknown_move_changes_nothing() -> None:
    match = Match.from_cards("argentino", CARDS)
    before = match.copy()
    with pytest.raises(UnknownMove):
        match.play(1, "trucco")
    assert match == before
