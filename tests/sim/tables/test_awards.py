"""Every column of the award table matters: with it the executors match the reference engine, without it they do not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from tests.support.executors import cpu_executor, gpu_executor
from tools.same_games import difference
from truquero import rules_of
from truquero.engine import Award
from truquero.rules.game import Rules
from truquero.sim.reference import ReferenceExecutor
from truquero.sim.request import Executor, ExecutorResults, Request
from truquero.sim.tables import layout
from truquero.sim.tables.builder import Builder

BOLD = {"mazo": 0, "no-quiero": 0}
TO_TAKE_BACK = {"flor": 20, "envido": 9, "mazo": 0}
TO_THE_TOP = BOLD | {"truco": 9, "retruco": 9, "vale-cuatro": 20, "cama": 20}
# A column of the award table, a game in which it matters, and a request whose games show it.
CASES: dict[str, tuple[int, Rules, Request]] = {
    "the best cards decide": (
        layout.AWARD_BEST,
        rules_of("argentino", 2),
        Request(60, whole_matches=False, score=(27, 25), seed=1, policy=BOLD),
    ),
    "joc fora wins all remaining camas": (
        layout.AWARD_MATCH,
        rules_of("valenciano", 2, joc_fora="match"),
        Request(20, seed=1, policy=TO_THE_TOP),
    ),
    "a lack is computed from the score at the beginning of the hand": (
        layout.AWARD_AT_FIRST,
        rules_of("quesada", 2, resto_value="lack"),
        Request(100, whole_matches=False, score=(25, 27), seed=1, policy=BOLD | {"mi-falta": 9}),
    ),
    "an envite that takes both sides out ends the hand": (  # S003 Truco
        layout.AWARD_COMPARED,
        rules_of("belmez", 2),
        Request(60, whole_matches=False, score=(27, 25), seed=1, policy=BOLD),
    ),
    "a flor that must be sung takes no part in the envite": (  # S003 Reservá
        layout.AWARD_BARRED,
        rules_of("belmez", 4),
        Request(80, whole_matches=False, score=(27, 25), seed=1, policy=BOLD | {"flor": 0}),
    ),
    "a flor takes back the envido": (  # S000 §12
        layout.AWARD_TAKES_BACK,
        rules_of("gauderio", 4),
        Request(300, whole_matches=False, score=(9, 4), seed=1, policy=TO_TAKE_BACK),
    ),
    "points taken back win no game, where a hand is played out": (
        layout.AWARD_TAKES_BACK,
        rules_of("argentino", 3, finish_hand_before_win="on", target="3", chicos="1"),
        Request(150, seed=1, policy=TO_TAKE_BACK, score=(0, 0, 0)),
    ),
    "a false flor costs the points made in the hand": (  # S000 §16
        layout.AWARD_TAKES_BACK,
        rules_of("argentino", 4, illegal_calls="penalty", envido_limits="customary"),
        Request(60, seed=1, policy={"flor": 2, "envido": 9, "mazo": 0}),
    ),
}


def leave_column_empty(monkeypatch: pytest.MonkeyPatch, column: int) -> None:
    """Make tables leave this column of their awards empty."""
    original = Builder._award

    def without_column(builder: Builder, award: Award) -> Sequence[int]:
        row = list(original(builder, award))
        row[column] = 0
        return row

    monkeypatch.setattr(Builder, "_award", without_column)


@cache
def played_by_reference(case: str) -> ExecutorResults:
    _column, rules, request = CASES[case]
    return ReferenceExecutor(rules).play(request)


@pytest.mark.parametrize("create", [cpu_executor, gpu_executor])
@pytest.mark.parametrize("case", CASES)
def test_every_column_of_an_award_matters(
    case: str, create: Callable[[Rules, pytest.MonkeyPatch], Executor], monkeypatch: pytest.MonkeyPatch
) -> None:
    column, rules, request = CASES[case]
    expected = played_by_reference(case)
    assert difference(expected, create(rules, monkeypatch).play(request)) is None
    leave_column_empty(monkeypatch, column)
    assert difference(expected, create(rules, monkeypatch).play(request)) is not None
