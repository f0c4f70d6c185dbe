"""The cards that the bots lay face down: none that might win or tie the trick."""

from __future__ import annotations

import pytest

from tests.support.bot_tables import THINKING, bot, hand_of, play, think_little
from truquero.bots.players.aprendiz import situation_of
from truquero.bots.players.candidate_moves import candidate_moves
from truquero.bots.players.prepared_view import PreparedView

FOUR = {1: "2c 5o 3c", 2: "6b 4e 10c", 3: "11b 5c 4c", 4: "10e 6o 1e"}
TWO = {1: "2c 5o 3c", 2: "6b 10c 1e"}


@pytest.mark.parametrize(
    ("cards", "played", "seat", "hidden"),
    [
        (FOUR, "1 2c/2 4e/3 4c/4 10e/3 5c/4 6o/1 5o/2 6b", 4, set()),  # the last card, to lead
        (TWO, "1 2c/2 6b/1 5o", 2, set()),  # both cards beat the 5
        ({1: "2c 5o 3c", 2: "6b 10c 5e"}, "1 2c/2 6b/1 5o", 2, set()),  # one ties
        (TWO, "1 2c/2 6b/1 3c", 2, {"tapada-10c"}),  # both cards lose
        (TWO, "1 2c/2 6b", 1, {"tapada-5o"}),  # a lead with another card left
    ],
)
def test_a_card_that_might_win_or_tie_is_not_hidden(
    cards: dict[int, str], played: str, seat: int, hidden: set[str]
) -> None:
    match = play(hand_of("paulista", cards, turned="3e", covered_cards="on"), *played.split("/"))
    situation = situation_of(PreparedView(match.rules, match.view(seat)))
    assert situation is not None
    assert any(move.startswith("tapada-") for move in situation.moves)
    assert {move for move in candidate_moves(situation) if move.startswith("tapada-")} == hidden


@pytest.mark.parametrize("name", THINKING)
def test_the_last_card_leads_face_up(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    played = "1 2c/2 4e/3 4c/4 10e/3 5c/4 6o/1 5o/2 6b"
    match = play(hand_of("paulista", FOUR, turned="3e", covered_cards="on"), *played.split("/"))
    assert all(bot(name, match, 4, f"{seed}").choose(match.view(4)) in ("1e", "truco") for seed in range(5))
