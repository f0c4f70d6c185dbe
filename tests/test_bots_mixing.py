"""The small game of `mixing` comes to rest where theory says; rough chances come true about as often as they say."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from truquero import Match
from truquero.bots import chances
from truquero.bots.aprendiz import spot_of
from truquero.bots.cardsense import card_to_lay
from truquero.bots.mixing import mixed
from truquero.bots.reading import Reading
from truquero.cards import CARDS

# ------------------------------------------------------------------------------------------------------- small games


def test_matching_pennies_is_mixed_evenly() -> None:
    [strategy] = mixed([[[1, -1], [-1, 1]]], rounds=2000)
    assert strategy == pytest.approx([0.5, 0.5], abs=0.02)


def test_a_game_with_other_prices_is_mixed_by_them() -> None:
    """The first move wins 3 or loses 1, the second loses 1 or wins 1: played 1 : 2."""
    [strategy] = mixed([[[3, -1], [-1, 1]]], rounds=5000)
    assert strategy == pytest.approx([1 / 3, 2 / 3], abs=0.02)


def test_a_dominated_move_gets_no_weight() -> None:
    [strategy] = mixed([[[2, 1, 3], [1, 0, 2], [0, -1, 2.5]]])
    assert strategy[0] > 0.99


def test_what_is_best_against_everybody_is_done_always() -> None:
    strong, weak = mixed([[[4, 4], [1, 1]], [[-2, -2], [0, 0]]])
    assert strong[0] > 0.99
    assert weak[1] > 0.99


@pytest.mark.parametrize(("pot", "bet"), [(1, 1), (2, 1), (1, 2)])
def test_bluffs_are_as_many_as_the_rivals_can_be_left_in_doubt(pot: float, bet: float) -> None:
    """One street: a winning and a losing hand, as likely; bet or check; the rivals call or fold, without seeing which.

    At rest the losing hand bets `bet / (pot + bet)` as often as the winning one: then calling wins and loses as much.
    Columns: the rivals fold, the rivals call.
    """
    check_wins, check_loses = [pot, pot], [0.0, 0.0]
    best, worst = mixed([[[pot, pot + bet], check_wins], [[pot, -bet], check_loses]], rounds=5000)
    assert best[0] > 0.99
    assert worst[0] == pytest.approx(bet / (pot + bet), abs=0.03)


def test_with_nothing_to_win_by_it_nobody_bluffs() -> None:
    """Rivals who always call."""
    best, worst = mixed([[[2.0], [1.0]], [[-1.0], [0.0]]])
    assert best[0] > 0.99
    assert worst[0] < 0.01


def test_strategies_are_chances() -> None:
    chance = random.Random("small games")
    for _ in range(20):
        hands = [[[chance.uniform(-3, 3) for _ in range(3)] for _ in range(4)] for _ in range(3)]
        for strategy in mixed(hands, rounds=50):
            assert sum(strategy) == pytest.approx(1)
            assert min(strategy) >= 0


# ------------------------------------------------------------------------------------------------------ rough chances

HANDS = 700
BANDS = ((0.2, 0.4), (0.4, 0.6), (0.6, 0.8))


def felt_and_won(variant: str) -> list[tuple[float, bool]]:
    """What both players feel before each of their cards, and whether they took the hand; nobody says a word."""
    found = []
    match = Match(variant, 2, seed="calibrated")
    for number in range(HANDS):
        match = Match(match.rules, seed=f"{number}")
        match.deal()
        assert match.hand is not None
        felt: list[tuple[int, float]] = []
        while match.turn:
            [(seat, moves)] = match.turn.items()
            spot = spot_of(Reading(match.rules, match.view(seat)))
            assert spot is not None
            felt.append((spot.at.side, chances.truco(spot)))
            held = [CARDS[one] for one in moves if one in CARDS]
            match.play(seat, card_to_lay(spot._replace(held=held)))
        awards = [one for one in match.log[-1].hands[-1].awards if one.lance == "truco"]  # none where all tricks tie
        found += [(chance, award.side == side) for side, chance in felt for award in awards]
    return found


@pytest.mark.parametrize("variant", ["argentino", "paulista"])
def test_the_chance_of_the_truco_comes_true_about_as_often_as_it_says(variant: str) -> None:
    found = felt_and_won(variant)
    for low, high in BANDS:
        won = [taken for chance, taken in found if low <= chance < high]
        assert len(won) > 100
        assert low - 0.1 < fmean(won) < high + 0.1


@pytest.mark.parametrize("variant", ["argentino", "paulista"])
def test_better_chances_come_true_more_often(variant: str) -> None:
    found = felt_and_won(variant)
    shares = [fmean(taken for chance, taken in found if low <= chance < high) for low, high in (*BANDS, (0.8, 1.01))]
    assert shares == sorted(shares)
