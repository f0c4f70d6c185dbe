"""Deals solved with open cards: only if nothing but cards is left to play, with results from the seat's own side."""

from __future__ import annotations

import random
from statistics import fmean
from typing import Any

import pytest

from tests.bots.players.test_beliefs import positions
from tests.bots.test_every_table import MOST_MOVES
from tests.support.bot_tables import bot, hand_of, play, think_little
from tests.table.test_view_leaks import TABLES
from truquero import Match
from truquero.bots.players import variance
from truquero.bots.players.beliefs import Beliefs
from truquero.bots.players.prepared_view import PreparedView
from truquero.bots.players.variance import OpenCardResults, luck_corrected_mean
from truquero.sim.optional_dependencies import install_command

SURE = {1: "1e 1b 7e", 2: "4o 5c 6b"}


def sampled_results(match: Match, seat: int, deals: int = 20) -> list[int]:
    prepared = PreparedView(match.rules, match.view(seat))
    beliefs = Beliefs(prepared, random.Random("counted"))
    return OpenCardResults(prepared).results([beliefs.deal() for _ in range(deals)])


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_open_card_results_need_a_hand_in_play(variant: str, players: int, options: dict[str, Any]) -> None:
    """The compiled solver does not check its input: every place that must still lay a card holds one."""
    for match, seat in positions(variant, players, options, 12):
        prepared = PreparedView(match.rules, match.view(seat))
        if prepared.is_blind or not OpenCardResults(prepared).is_solvable:
            continue
        assert match.hand is not None
        assert not any(laid_card.face_down for laid_card in prepared.laid)
        for place, seat_of_place in enumerate(match.hand.seats):
            laid = sum(laid_card.place == place for laid_card in prepared.laid)
            assert len(match.hand.held(seat_of_place)) == prepared.dealt_count(place) - laid
        if players <= 4:
            assert set(sampled_results(match, seat, 2)) <= {1, 0, -1}


def test_a_hand_with_a_card_face_down_is_not_solved() -> None:
    match = hand_of("venezolano", {1: "2b 3b 11b", 2: "5c 3c 10e"}, turned="7b")
    for move in ("flor", "2b"):
        match.play(1, move)
    play(match, "2 5c")
    assert OpenCardResults(PreparedView(match.rules, match.view(1))).is_solvable
    play(match, "1 tapada-3b", "2 3c", "2 10e")
    assert not OpenCardResults(PreparedView(match.rules, match.view(1))).is_solvable


def test_results_are_from_the_side_of_the_seat() -> None:
    match = hand_of("argentino", SURE, flor=False)
    assert set(sampled_results(match, 1)) == {1}
    weak = hand_of("argentino", {1: SURE[2], 2: SURE[1]}, flor=False)
    assert fmean(sampled_results(weak, 1)) < -0.5
    assert set(sampled_results(play(weak, "1 6b"), 2)) == {1}


def test_lucky_deals_are_corrected() -> None:
    """The gain is 2 for a hand won and -1 for a hand lost; the sample has too many hands won."""
    gains, results = [2.0, 2.0, -1.0], [1, 1, -1]
    assert fmean(gains) == 1
    assert luck_corrected_mean(gains, results, expected_result=0.0) == pytest.approx(0.5)
    assert luck_corrected_mean(gains, results, expected_result=fmean(results)) == pytest.approx(1)


def test_equal_results_need_no_correction() -> None:
    assert luck_corrected_mean([1.0, 3.0], [1, 1], expected_result=0.2) == 2


@pytest.mark.skipif(install_command("fast") is not None, reason="needs truquero[fast]")
@pytest.mark.parametrize(("variant", "players"), [("argentino", 2), ("venezolano", 2), ("paulista", 4)])
def test_hands_are_played_to_the_end_with_the_compiled_solver(
    variant: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver_is_available = variance.solver_is_available
    think_little(monkeypatch)
    monkeypatch.setattr(variance, "solver_is_available", solver_is_available)
    for number in range(2):
        match = Match(variant, players, seed=number)
        match.deal()
        bots = {seat: bot("jugador", match, seat) for seat in range(1, players + 1)}
        for _ in range(MOST_MOVES):
            if match.turn:
                seat = max(match.turn)
                view = match.view(seat)
                move = bots[seat].choose(view)
                assert move in view.moves
                match.play(seat, move)
        assert not match.turn
        assert match.log[-1].hands[-1].awards
