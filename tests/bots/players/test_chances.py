"""The estimated chances are calibrated: events happen about as often as predicted."""

from __future__ import annotations

from statistics import fmean

import pytest

from truquero import Match
from truquero.bots.players import estimated_chances as chances
from truquero.bots.players.aprendiz import situation_of
from truquero.bots.players.card_heuristics import card_to_lay
from truquero.bots.players.prepared_view import PreparedView
from truquero.cards import CARDS

HANDS = 700
BANDS = ((0.2, 0.4), (0.4, 0.6), (0.6, 0.8))


def estimates_and_results(variant: str) -> list[tuple[float, bool]]:
    """Return each player's estimate before each card, and whether the player won the hand. Nobody makes a call."""
    estimates = []
    match = Match(variant, 2, seed="calibrated")
    for number in range(HANDS):
        match = Match(match.rules, seed=f"{number}")
        match.deal()
        assert match.hand is not None
        estimates_in_hand: list[tuple[int, float]] = []
        while match.turn:
            [(seat, moves)] = match.turn.items()
            situation = situation_of(PreparedView(match.rules, match.view(seat)))
            assert situation is not None
            estimates_in_hand.append((situation.from_place.side, chances.truco(situation)))
            held = [CARDS[move] for move in moves if move in CARDS]
            match.play(seat, card_to_lay(situation._replace(held=held)))
        awards = [move for move in match.log[-1].hands[-1].awards if move.lance == "truco"]  # empty if all tricks tie
        estimates += [(chance, award.side == side) for side, chance in estimates_in_hand for award in awards]
    return estimates


@pytest.mark.parametrize("variant", ["argentino", "paulista"])
def test_the_chance_of_the_truco_comes_true_about_as_often_as_it_says(variant: str) -> None:
    estimates = estimates_and_results(variant)
    for low, high in BANDS:
        won = [is_won for chance, is_won in estimates if low <= chance < high]
        assert len(won) > 100
        assert low - 0.1 < fmean(won) < high + 0.1


@pytest.mark.parametrize("variant", ["argentino", "paulista"])
def test_better_chances_come_true_more_often(variant: str) -> None:
    estimates = estimates_and_results(variant)
    shares = [
        fmean(is_won for chance, is_won in estimates if low <= chance < high) for low, high in (*BANDS, (0.8, 1.01))
    ]
    assert shares == sorted(shares)
