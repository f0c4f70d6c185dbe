"""The value of a best response in the solved game is the same on exact cards, whatever the strategies are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.analysis.solve.exact_cards import ExactGame
from truquero import rules_of
from truquero.analysis.solve.betting_graph import betting_graph
from truquero.analysis.solve.hand_solver import HandSolver
from truquero.analysis.solve.private_states import private_states
from truquero.rules.stakes import HandScore
from truquero.sim.tables import kinds_of_hand

MANO_DECIDES, BOTH_CLOSE = "decided by the mano's side", "both sides close"
UNEQUAL, EQUAL = (0, 1, 2, 3, 4, 5), (0, 0, 1, 1, 2, 3)  # the strengths of six cards


@pytest.mark.parametrize("steps", [0, 1, 20])
@pytest.mark.parametrize(
    ("variant", "kind", "strengths", "options"),
    [
        ("asturiano", "round", UNEQUAL, {}),
        ("asturiano", "round", EQUAL, {}),
        ("paulista", MANO_DECIDES, EQUAL, {}),
        ("paulista", MANO_DECIDES, EQUAL, {"covered_cards": True}),
        ("paulista", BOTH_CLOSE, EQUAL, {"covered_cards": True}),
        ("mineiro", MANO_DECIDES, UNEQUAL, {}),
        ("navarrevisca", BOTH_CLOSE, EQUAL, {}),
    ],
)
def test_a_best_response_is_the_same_on_exact_cards(
    variant: str, kind: str, strengths: Sequence[int], options: dict[str, bool], steps: int
) -> None:
    rules = rules_of(variant, 2, **options)
    hand, score = dict(kinds_of_hand(rules))[kind], HandScore(rules.match.target, (0, 0), 0)
    graph = betting_graph(hand, score, lambda points: points[0] - points[1])
    solver = HandSolver(graph, private_states(strengths, covers=hand.covered_cards))
    solver.step(steps)
    exact = ExactGame(hand, score, strengths, solver)
    for player in (0, 1):
        assert exact.best_response(player) == pytest.approx(solver.best_response(player), abs=1e-6)
