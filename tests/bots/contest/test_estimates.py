"""The confidence intervals of the figures of a duel."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from truquero.bots.contest import FEWEST, Estimate
from truquero.bots.contest.estimates import around, ratio, share, student_quantile


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.7062047), (2, 4.3026527), (3, 3.1824463), (9, 2.2621572), (30, 2.0422725), (100, 1.9839715)],
)
def test_quantiles_equal_published_tables(degrees: int, quantile: float) -> None:
    assert student_quantile(degrees) == pytest.approx(quantile, abs=1e-7)


def test_quantiles_are_continuous_and_approach_the_normal_quantile() -> None:
    at_100, at_101, at_102 = map(student_quantile, (100, 101, 102))
    assert at_100 > at_101 > at_102
    assert at_100 - at_101 == pytest.approx(at_101 - at_102, rel=0.05)
    assert student_quantile(10**9) == pytest.approx(1.959963985, abs=1e-8)


def test_points_per_hand_worked_out_by_hand() -> None:
    """Three deals: +2 in 2 hands, -1 in 2, +5 in 4. That is 6/8 per hand. The residuals of the deals, divided by the
    eight hands, are 0.5/8, -2.5/8 and 2/8; with three clusters the sum of their squares has the factor 3/2."""
    estimate = ratio([(2, 2), (-1, 2), (5, 4)])
    margin = 4.3026527 * sqrt(3 / 2 * (0.5**2 + 2.5**2 + 2**2) / 64)
    assert estimate.value == 0.75
    assert estimate.low == pytest.approx(0.75 - margin, abs=1e-6)
    assert estimate.high == pytest.approx(0.75 + margin, abs=1e-6)
    assert estimate.clusters == 3


def test_clusters_of_equally_many_hands_give_the_interval_of_a_mean() -> None:
    numbers = [3.0, -1.0, 0.0, 4.0, -2.0, 2.0]
    mean = sum(numbers) / 6
    error = sqrt(sum((number - mean) ** 2 for number in numbers) / 5 / 6)
    estimate = ratio([(number, 1) for number in numbers])
    assert estimate.high == pytest.approx(mean + student_quantile(5) * error)


def test_one_cluster_gives_no_interval() -> None:
    assert ratio([(3, 2)]) == Estimate(1.5, None, None, 1)
    assert around(1.0, [0.0]).sign == 0


def test_few_clusters_are_never_significant() -> None:
    """Three equal deals have an interval of zero width, by chance."""
    assert ratio([(1, 1)] * (FEWEST - 1)).sign == 0
    assert ratio([(1, 1)] * FEWEST).sign == 1
    assert ratio([(-1, 1)] * FEWEST).sign == -1
    assert ratio([(0, 1)] * 50).sign == 0


def test_the_opposite_estimate_has_the_other_sign() -> None:
    estimate = ratio([(2, 2), (-1, 2), (5, 4)])
    negated = ratio([(-2, 2), (1, 2), (-5, 4)])
    assert estimate.opposite.value == negated.value
    assert (estimate.opposite.low, estimate.opposite.high) == pytest.approx((negated.low, negated.high))
    assert Estimate(1.0, None, None, 1).opposite == Estimate(-1.0, None, None, 1)


def contains(estimate: Estimate, truth: float) -> bool:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low <= truth <= estimate.high


@pytest.mark.parametrize("clusters", [5, 40])
def test_nineteen_of_twenty_intervals_contain_the_true_value(clusters: int) -> None:
    """In these simulated deals, the luck that both games of a deal share is twice as large as the luck of each game.
    Counting every game as an independent observation would give intervals that are too narrow."""
    random = Random(7)
    truth, runs = 0.3, 1_000
    covered_as_deals, covered_as_games = 0, 0
    for _run in range(runs):
        deals = [
            [truth + luck + random.gauss(0, 1) for _game in range(2)]
            for luck in (random.gauss(0, 2) for _deal in range(clusters))
        ]
        covered_as_deals += contains(ratio([(sum(games), 2) for games in deals]), truth)
        covered_as_games += contains(ratio([(game, 1) for games in deals for game in games]), truth)
    assert 0.93 <= covered_as_deals / runs <= 0.97
    assert covered_as_games / runs < 0.9


@pytest.mark.parametrize(("clusters", "chance_of_a_win"), [(8, 0.5), (30, 0.8), (30, 0.98), (200, 0.6)])
def test_intervals_of_matches_won_contain_the_true_value(clusters: int, chance_of_a_win: float) -> None:
    """In half of the pairs, the result of the first match decides the second match too."""
    random = Random(11)
    runs, covered_count = 500, 0
    for _run in range(runs):
        pairs = []
        for _pair in range(clusters):
            first = random.random() < chance_of_a_win
            second = first if random.random() < 0.5 else random.random() < chance_of_a_win
            pairs.append((float(first + second), 2.0))
        covered_count += contains(share(pairs), chance_of_a_win)
    assert covered_count / runs >= 0.93


def test_a_share_stays_between_0_and_1() -> None:
    for pairs in ([(2, 2)] * 5, [(0, 2)] * 5, [(1, 2)] * 5, [(2, 2)]):
        estimate = share(pairs)
        assert estimate.low is not None
        assert estimate.high is not None
        assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
        assert estimate.low < estimate.high
    all_won = share([(2, 2)] * 40)
    assert all_won.value == all_won.high == 1
    assert all_won.low is not None
    assert all_won.low > 0.9
