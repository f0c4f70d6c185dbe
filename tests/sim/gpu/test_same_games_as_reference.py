"""The GPU executor, run eagerly on the CPU, plays the same games as the reference engine, row for row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from truquero import VARIANTS, rules_of
from truquero.rules.game import Rules
from truquero.sim.policy_tables import PolicyTable
from truquero.sim.reference import ReferenceExecutor
from truquero.sim.request import ExecutorResults, Request
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables.builder import Builder
from truquero.sim.tables.compiled_tables import tables_of
from truquero.sim.tables.kinds_of_hand import kinds_of_hand

torch = pytest.importorskip("torch", reason='the GPU executor needs PyTorch: pip install "truquero[gpu]"')

from truquero.sim.gpu.executor import GpuExecutor  # noqa: E402 - without PyTorch there is nothing to import

# Every game with two players, and every number of players, here or among the house rules. The others need `--long`:
# they differ only in the tables, which all executors read in the same way and which have tests of their own.
ALWAYS = {(name, 2) for name in VARIANTS} | {("argentino", 8), ("quesada", 6), ("venezolano", 4), ("paulista", 6)}
EVERY = [
    pytest.param(name, players, marks=() if (name, players) in ALWAYS else pytest.mark.long)
    for name, preset in VARIANTS.items()
    for players in preset.players
]

# House rules with questions, moves or endings of their own.
HOUSE: list[tuple[str, int, dict[str, Any]]] = [
    ("argentino", 2, {"declare": "manual"}),
    ("argentino", 2, {"finish_hand_before_win": "on", "resto_mode": "win_game"}),
    ("argentino", 2, {"word": "any", "flor_forced": "on", "illegal_calls": "penalty"}),
    ("argentino", 3, {"gallo": "fijo", "gallo_mano": "gallo"}),
    ("argentino", 3, {"finish_hand_before_win": "on"}),
    ("argentino", 4, {"mazo_first_trick_bonus": "1", "tie_policy": "FIRST-PLAYED"}),
    ("argentino", 6, {"picapica_until": "15", "finish_hand_before_win": "on"}),
    ("belmez", 2, {"blind_calls": "on", "resto_value": "lack"}),
    ("belmez", 4, {"cortaos_pairing": "A", "declare": "manual"}),
    ("quesada", 4, {"finish_hand_before_win": "on", "redondo_switch": "now"}),
    ("trucardo", 2, {"declare": "manual", "all_tied": "none"}),
    ("uruguayo", 2, {"perros": "on"}),
    ("uruguayo", 4, {"perros": "on", "word": "any"}),
    ("valenciano", 4, {"covered_cards": "on", "joc_fora": "match"}),
    ("paulista", 2, {"covered_cards": "on", "blind_calls": "on"}),
    ("paulista", 4, {"covered_cards": "on", "mao_ferro_cega": "on"}),
    ("mineiro", 2, {"games": "2"}),
]


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Limit PyTorch to a single thread: tensors as small as these gain nothing from a second core."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def executor(rules: Rules, lanes: int = 64) -> GpuExecutor:
    """Return an executor: with complete tables for two players, otherwise with tables that are filled during play."""
    tables = None if rules.players == 2 else tables_of(Builder(rules))
    return GpuExecutor(rules, "cpu", lanes=lanes, tables=tables)


def rows(results: ExecutorResults) -> list[tuple[Any, ...]]:
    columns = (results.points, results.awards, results.winner, results.moves, results.hands, results.first_mano)
    return list(zip(*(np.asarray(column).tolist() for column in columns), strict=True))


def assert_same(gpu: GpuExecutor, rules: Rules, request: Request) -> None:
    results, expected = gpu.play(request), ReferenceExecutor(rules).play(request)
    assert rows(results) == rows(expected)
    assert results.counts == expected.counts
    assert results.trajectories == expected.trajectories


def near_the_end(rules: Rules, points_to_go: int = 3) -> tuple[int, ...]:
    """Return a score from which matches are short."""
    points = rules.match.target - points_to_go
    # With three players, two of them may share their points.
    return (points - 1, points, points) if rules.players == 3 else (points, points - 1)


def assert_plays(rules: Rules) -> None:
    gpu = executor(rules)
    target = rules.match.target
    for kind, _hand in enumerate(kinds_of_hand(rules)):
        assert_same(gpu, rules, Request(16, whole_matches=False, score=(0, target - 2), kind=kind, seed=kind))
    assert_same(gpu, rules, Request(2, score=near_the_end(rules), seed=rules.players, trajectories=True))


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_every_table_is_played_as_the_engine_does(variant: str, players: int) -> None:
    assert_plays(rules_of(variant, players))


@pytest.mark.parametrize(("variant", "players", "options"), HOUSE)
def test_house_rules_are_played_as_the_engine_does(variant: str, players: int, options: dict[str, Any]) -> None:
    assert_plays(rules_of(variant, players, **options))


@pytest.mark.parametrize("variant", ["argentino", "belmez", "paulista"])
def test_whole_matches_are_played_as_the_engine_does(variant: str) -> None:
    rules = rules_of(variant, 2)
    assert_same(executor(rules), rules, Request(3, seed=2**64 - 5))


def test_a_lane_plays_one_game_after_the_other() -> None:
    rules = rules_of("paulista", 2)
    assert_same(executor(rules, lanes=7), rules, Request(25, score=(8, 9), seed=3))
    # This takes more turns than a lane can count hands.
    assert_same(executor(rules, lanes=1), rules, Request(90, whole_matches=False, seed=4))


def test_the_first_game_and_the_dealer_can_be_chosen() -> None:
    rules = rules_of("navarrevisca", 2)
    gpu = executor(rules)
    score = near_the_end(rules, 5)
    all_of_them = Request(12, score=score, dealer=2, seed=11)
    whole = rows(gpu.play(all_of_them))
    parts = [gpu.play(replace(all_of_them, first_game=first, games=6)) for first in (0, 6)]
    assert [row for part in parts for row in rows(part)] == whole
    assert_same(gpu, rules, replace(all_of_them, first_game=2**33, games=5))


@pytest.mark.parametrize(
    ("variant", "players", "options"),
    [
        ("paulista", 2, {}),
        ("paulista", 4, {"tie_policy": "LAST"}),
        ("paulista", 2, {"covered_cards": "on", "tie_lead": "tier"}),
    ],
)
def test_cards_that_win_for_certain_can_be_shown(variant: str, players: int, options: dict[str, Any]) -> None:
    # At 11 to 10 the side with the decided hand may show cards that win whatever the others hold (S004 Mão de 11).
    rules = rules_of(variant, players, **options)
    assert_same(executor(rules), rules, Request(64, score=(11, 10), seed=1))


# --------------------------------------------------------------------------------------------------------- policies


def test_moves_can_have_weights() -> None:
    rules = rules_of("argentino", 4)
    weights = {"mazo": 0, "carta": 7, "truco": 3, "no-quiero": 0, "quiero": 2}
    assert_same(executor(rules), rules, Request(30, whole_matches=False, seed=1, policy=weights))
    zeros = dict.fromkeys(weights, 0)
    assert_same(executor(rules), rules, Request(30, whole_matches=False, seed=2, policy=zeros))


@pytest.mark.parametrize(("variant", "players"), [("uruguayo", 2), ("argentino", 3)])
def test_a_policy_table_can_depend_on_the_cards(variant: str, players: int) -> None:
    pytest.importorskip("numba", reason='the CPU executor needs Numba: pip install "truquero[fast]"')
    from truquero.sim.cpu.executor import CpuExecutor

    rules = rules_of(variant, players)
    gpu = GpuExecutor(rules, "cpu")
    tables = gpu.tables
    numbers = np.random.default_rng(7)
    weights = numbers.integers(0, 5, (3, len(tables.rows.actions)))
    buckets = numbers.integers(0, 3, tables.cards.hands.shape[:2])
    request = Request(40, whole_matches=False, seed=1, policy=PolicyTable(weights, buckets))
    assert rows(gpu.play(request)) == rows(CpuExecutor(rules).play(request))


def test_a_policy_function_is_refused() -> None:
    request = Request(1, policy=lambda batch: [-1] * len(batch))
    with pytest.raises(SimulationError, match='executor="cpu"'):
        executor(rules_of("navarrevisca", 2)).play(request)


# ---------------------------------------------------------------------------------------------------------- numbers


def test_random_numbers_are_those_of_splitmix64() -> None:
    from truquero.sim.gpu.primitives import GOLDEN, mix, signed

    # The first three numbers from the state 1234567, as published with the generator.
    states = torch.tensor([signed(1234567 + step * GOLDEN) for step in (1, 2, 3)])
    numbers = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert mix(states).tolist() == [signed(number) for number in numbers]
