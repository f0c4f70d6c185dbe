"""Points, games and deals of a match are counted alike by `Match`, the CPU executor and the GPU executor.

`Match` follows the rules one hand at a time. The executors read most of this from tables that the functions of `Match`
fill, and add points and compare them with the target themselves. These matches begin near the end of a game, so nearly
every hand closes a game.
"""

from __future__ import annotations

from typing import Any

import pytest

from tools.same_games import difference
from truquero import rules_of
from truquero.sim.cpu.executor import CpuExecutor
from truquero.sim.reference import ReferenceExecutor
from truquero.sim.request import Request
from truquero.sim.tables import load
from truquero.sim.tables.builder import Builder
from truquero.sim.tables.compiled_tables import tables_of
from truquero.table.schedule import AfterHand

GAMES = 12
RULES: list[tuple[str, int, dict[str, Any]]] = [
    ("argentino", 2, {}),  # two sides, one game
    ("argentino", 3, {}),  # the gallo changes with the dealer; partners may reach the target together
    ("argentino", 3, {"finish_hand_before_win": "on"}),  # both sides may reach it
    ("argentino", 3, {"gallo": "fijo", "gallo_mano": "gallo"}),  # two partners win together
    ("argentino", 6, {"picapica_until": "15", "finish_hand_before_win": "on"}),  # duels are played to their end
    ("argentino", 2, {"flor_forced": "on", "illegal_calls": "penalty", "finish_hand_before_win": "on"}),  # taken back
    ("belmez", 2, {}),  # points are written at the end of the hand, and several games are played
    ("quesada", 4, {"finish_hand_before_win": "on", "redondo_switch": "now"}),  # duels are dropped
    ("valenciano", 4, {"joc_fora": "match"}),  # a bet wins the whole match
    ("mineiro", 2, {"games": "2"}),
]


@pytest.fixture(autouse=True)
def _small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile only small games in advance, so that tests are fast."""
    monkeypatch.setattr(load, "MOST_STATES", 300)


@pytest.mark.parametrize("executor", ["cpu", "gpu"])
@pytest.mark.parametrize(("variant", "players", "options"), RULES)
def test_executors_count_points_and_games_as_a_match_does(
    variant: str, players: int, options: dict[str, Any], executor: str
) -> None:
    rules = rules_of(variant, players, **options)
    score_columns = 3 if players == 3 else 2
    near_the_end = Request(GAMES, score=(rules.match.target - 2,) * score_columns, seed=5)
    from_the_start = Request(3, score=(0,) * score_columns, seed=6, dealer=players)
    if executor == "cpu":
        tested: Any = CpuExecutor(rules)
    else:
        pytest.importorskip("torch", reason='the GPU executor needs PyTorch: pip install "truquero[gpu]"')
        from truquero.sim.gpu.executor import GpuExecutor

        tested = GpuExecutor(rules, "cpu", lanes=8)
    for request in (near_the_end, from_the_start):
        assert difference(ReferenceExecutor(rules).play(request), tested.play(request)) is None


def test_the_other_duels_are_dropped_when_a_side_reaches_the_points_where_duels_end() -> None:
    rules = rules_of("quesada", 4, finish_hand_before_win="on", redondo_switch="now")
    assert rules.duels is not None
    follows = tables_of(Builder(rules)).structure.after_hand[1, 0]
    before, after = rules.duels.until_points - 1, rules.duels.until_points
    assert [follows[0, points] for points in (before, after)] == [AfterHand.NEXT_HAND, AfterHand.NEXT_DEAL]
    assert follows[1, after] == AfterHand.GAME_ENDS
