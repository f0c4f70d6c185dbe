"""Games are solved as far as asked, and games that the solver does not cover are refused."""

from __future__ import annotations

from math import comb

import pytest

from truquero import rules_of
from truquero.analysis.solve import NotSolvable, solve
from truquero.analysis.solve.betting_graph import betting_graph
from truquero.analysis.solve.hand_solver import HandSolver
from truquero.analysis.solve.private_states import private_states
from truquero.rules.stakes import HandScore
from truquero.sim.tables import kinds_of_hand


def test_a_game_is_solved_as_far_as_asked() -> None:
    solution = solve("asturiano", until=0.02)
    assert 0 <= solution.exploitability <= 0.02
    assert solution.value == pytest.approx(-0.2234, abs=0.02)
    assert [part.turned for part in solution.hands] == [()]


def test_the_steps_may_be_limited() -> None:
    solution = solve("asturiano", until=0, most_steps=3)
    assert solution.steps == 3
    assert solution.exploitability > 0.1


def test_turned_cards_that_leave_like_packs_share_strategies() -> None:
    """A 2 and a 3 both leave eight ranks of four cards, then one of three, and the manilhas."""
    solution = solve("paulista", score=(11, 5), until=0.05)
    assert sorted(len(part.turned) for part in solution.hands) == [4] * 8 + [8]
    assert sum(part.share for part in solution.hands) == pytest.approx(1)
    assert solution.exploitability <= 0.05


@pytest.mark.parametrize(
    ("variant", "message"),
    [
        ("argentino", "moves depend on a flor"),
        ("valenciano", "points depend on hidden cards"),
        (rules_of("paulista", 4), "only games of two players"),
    ],
)
def test_other_games_are_refused(variant: str, message: str) -> None:
    with pytest.raises(NotSolvable, match=message):
        solve(variant)


def test_a_game_that_needs_more_memory_than_is_free_is_refused() -> None:
    rules = rules_of("asturiano", 2)
    graph = betting_graph(dict(kinds_of_hand(rules))["round"], HandScore(4, (0, 0), 0), lambda points: points[0])
    with pytest.raises(NotSolvable, match=r"needs 0\.0 GiB of memory"):
        HandSolver(graph, private_states(range(6), covers=False), most_bytes=1000)


@pytest.mark.parametrize(("variant", "types"), [("argentino", 502), ("autoridades", 120)])
def test_every_deal_is_counted(variant: str, types: int) -> None:
    rules = rules_of(variant, 2)
    strengths = rules.ranking.strengths(None)
    states = private_states([strengths[card] for card in rules.pack], covers=False)
    cards = len(rules.pack)
    assert len(states.types) == types
    assert states.deals.sum() == comb(cards, 3) * comb(cards - 3, 3)
    assert (states.deals == states.deals.T).all()
