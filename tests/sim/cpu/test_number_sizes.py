"""The compiled loop does no bounds checks: every value in a game fits the numbers that hold it."""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tools.same_games import difference
from truquero import VARIANTS, rules_of
from truquero.engine.state import LANCES
from truquero.rules.game import Rules
from truquero.rules.lances import FixedEnvido
from truquero.sim import SimulationError, Simulator
from truquero.sim.cpu import flat_tables
from truquero.sim.cpu.executor import CpuExecutor
from truquero.sim.cpu.numba_rows import RowType
from truquero.sim.outcomes import outcomes
from truquero.sim.reference import ReferenceExecutor
from truquero.sim.request import Request
from truquero.sim.tables import Graph, compile_tables, kinds_of_hand, layout, load, walk
from truquero.sim.tables.builder import Builder
from truquero.sim.tables.compiled_tables import tables_of
from truquero.sim.tables.exhaustive_check import most_points
from truquero.sim.tables.size_limits import MOST_OUTCOMES, MOST_POINTS, check_size_limits, most_awards
from truquero.variants.house import loads
from truquero.variants.house.truco import MOST_CALLS


@pytest.fixture
def empty_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile every game during play."""
    monkeypatch.setattr(load, "MOST_STATES", 1)


def house(*lines: str, base: str = "valenciano", players: int | None = None) -> Rules:
    return loads("\n".join(('name = "mi-casa"', f'from = "{base}"', *lines))).rules(players)


# ----------------------------------------------------------------------------------------------------------- points


@pytest.mark.usefixtures("empty_tables")
def test_too_many_points_are_refused_before_anything_is_played() -> None:
    """The check also works before any state has shown the possible awards."""
    rules = house("target = 100", "[options]", "camas = 100", "[truco]", 'ladder = ["truco 900"]', players=4)
    assert not tables_of(Builder(rules)).rows.stake_values.size
    with pytest.raises(SimulationError, match=f"points are too many for tables, which count to {MOST_POINTS}"):
        Simulator(rules, executor="cpu")


@pytest.mark.usefixtures("empty_tables")
def test_an_envido_that_can_be_raised_without_limit_is_refused() -> None:
    usual = rules_of("argentino", 2)
    assert isinstance(usual.envido, FixedEnvido)
    endless = replace(usual, envido=replace(usual.envido, capped_by_falta=False))
    with pytest.raises(SimulationError, match="the reference engine can play"):
        Simulator(endless, executor="cpu")


@pytest.mark.usefixtures("empty_tables")
def test_a_game_is_not_refused_while_it_is_played() -> None:
    rules = house("target = 100", "[truco]", 'ladder = ["truco 990"]', base="argentino", players=6)
    request = Request(40, whole_matches=False, seed=1, policy={"mazo": 0, "no-quiero": 0})
    expected = ReferenceExecutor(rules).play(request)
    assert max(map(max, expected.points)) > 900
    assert difference(expected, CpuExecutor(rules).play(request)) is None


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_no_hand_exceeds_the_bound_computed_from_the_rules(variant: str) -> None:
    tables = compile_tables(variant, 2)
    rows = tables.rows
    by_stake = rows.stake_values.max(axis=(1, 2)) + 2 * rows.flor_stakes[:, 0]
    lances, award_values = rows.awards[:, layout.AWARD_LANCE], by_stake[rows.awards[:, layout.AWARD_STAKE]]
    most = {lance: int(award_values[lances == number].max(initial=0)) for number, lance in enumerate(LANCES)}
    won = most["flor"] + most["envido"] + max(most["truco"], most["penalty"])
    bound = max(most_points(hand, tables.rules.match.target) for hand in tables.hands)
    assert won <= bound <= won + 2 * tables.rules.match.target


# ----------------------------------------------------------------------------------------------------------- awards


def won_at_most(graph: Graph) -> dict[str, int]:
    """Return how often each lance can be won in a hand."""
    most, before = np.zeros((len(graph.states), len(LANCES)), np.int64), None
    starts = np.array([n for n in range(len(graph.states)) if graph.offsets[n] < graph.offsets[n + 1]])
    first, edges = np.array(graph.offsets)[starts].astype(np.int64), np.array(graph.edges).astype(np.int64)
    lances_of_edges = [[award.lance for award in awards if not award.takes_back] for awards in graph.edge_awards]
    won = np.array([[lances.count(lance) for lance in LANCES] for lances in lances_of_edges])
    while before is None or (most != before).any():
        before = most.copy()
        most[starts] = np.maximum.reduceat(won + most[edges], first, axis=0)
    return dict(zip(LANCES, most[0].tolist(), strict=True))


@pytest.mark.parametrize(
    ("variant", "players", "options"),
    [
        ("argentino", 2, {"illegal_calls": "penalty", "flor_forced": "on", "mazo_first_trick_bonus": "1"}),
        ("argentino", 2, {"declare": "manual", "target": "6"}),
        ("argentino", 3, {"envido_limits": "customary"}),
        ("belmez", 2, {"declare": "manual", "target": "6"}),
        ("belmez", 2, {"word": "any", "blind_calls": "on", "target": "6"}),
        ("quesada", 4, {"target": "6", "phases": "round"}),
        ("trucardo", 4, {}),
        ("uruguayo", 2, {"perros": "on"}),
        ("valenciano", 2, {"envit_show_card": "on"}),
        ("paulista", 2, {"truco_mao11": "penalty"}),
    ],
)
def test_no_lance_is_won_twice_in_a_hand(variant: str, players: int, options: dict[str, Any]) -> None:
    """Two awards of the same lance never wait together, and a hand has at most the best award of each lance."""
    rules = rules_of(variant, players, **options)
    for _name, hand in kinds_of_hand(rules):
        won = won_at_most(walk(hand, rules.match.target))
        assert max(won.values()) == 1
        assert won["truco"] == 1


def test_the_comparison_finds_a_lance_won_twice() -> None:
    rules = rules_of("quesada", 2, target=6)
    graph = walk(next(hand for _name, hand in kinds_of_hand(rules)), 6)
    graph.edge_awards = [2 * awards for awards in graph.edge_awards]
    assert won_at_most(graph)["envido"] == 2


@pytest.mark.parametrize("variant", ["belmez", "quesada"])
def test_deferred_awards_fit_in_a_lane(variant: str) -> None:
    tables = compile_tables(variant, 2)
    assert tables.structure.writes_late
    assert most_awards(tables) == 3  # an envido, the flor that cancels it, and the truco
    assert most_awards(tables_of(Builder(tables.rules))) == 0  # no state is compiled yet


def test_too_many_deferred_awards_are_found_when_tables_are_flattened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "MOST_DEFERRED", 2)
    with pytest.raises(AssertionError):
        CpuExecutor(rules_of("quesada", 2))
    monkeypatch.setattr(load, "MOST_STATES", 1)
    growing = CpuExecutor(rules_of("quesada", 2, target=12))
    with pytest.raises(AssertionError):
        growing.play(Request(2000, whole_matches=False, seed=1, policy={"mazo": 0}))


def test_awards_of_a_step_fit_in_their_count() -> None:
    builder = Builder(rules_of("argentino", 2))
    award = walk(builder.hands[0], 30).awards.pop()
    most = (1 << layout.AWARD_COUNT_BITS) - 1
    builder._awards((award,) * most)
    assert builder.award_lists[-1] == most
    with pytest.raises(AssertionError):
        builder._awards((award,) * (most + 1))
    assert builder.award_lists == array("I", [0, most])


# ----------------------------------------------------------------------------------------------------- other limits


@pytest.mark.usefixtures("empty_tables")
def test_the_longest_ladder_has_an_outcome_bit_for_each_call() -> None:
    calls = [f"grito-{number:x}" for number in range(MOST_CALLS)]
    ladder = ", ".join(f'"{code} {stake}"' for stake, code in enumerate(calls, start=2))
    rules = house("[truco]", f"ladder = [{ladder}]", players=2)
    assert len(outcomes(rules)) == MOST_OUTCOMES
    check_size_limits(tables_of(Builder(rules)))
    weights = {"mazo": 0, "no-quiero": 0, "carta": 0, **dict.fromkeys(calls, 9)}
    request = Request(200, whole_matches=False, seed=1, policy=weights)
    played = CpuExecutor(rules).play(request)
    assert played.counts.outcomes[-1] > 0
    assert difference(ReferenceExecutor(rules).play(request), played) is None


@pytest.mark.usefixtures("empty_tables")
def test_tables_that_have_grown_too_large_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    simulator = Simulator("argentino", 6, executor="cpu")
    assert simulator.tables is not None
    assert not simulator.tables.complete
    monkeypatch.setattr(flat_tables, "MOST_NUMBERS", flat_tables.flatten(simulator.tables).size + 1000)
    with pytest.raises(SimulationError, match=r'beyond \d+ numbers: play fewer games, or use executor="reference"'):
        simulator.hands(100)


def test_rows_with_the_same_name_and_other_fields_have_different_types() -> None:
    row_type = RowType("row", np.dtype([("number", "u4")]))
    assert row_type == RowType("row", np.dtype([("number", "u4")]))
    assert row_type != RowType("row", np.dtype([("number", "u8")]))
    assert row_type != RowType("row", np.dtype([("number", "u4")]), constant=True)
