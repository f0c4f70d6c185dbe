"""Equity is identical to the last digit with and without the extra `fast`."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from truquero.analysis import equity
from truquero.analysis.hand_equity import exact_counts, solver, solver_numba
from truquero.analysis.hand_equity.equity_situation import EquityQuery, situation_of
from truquero.analysis.hand_equity.sampling import sample_deals
from truquero.analysis.hand_equity.solver import OpenCardSolver, open_card_results
from truquero.analysis.hand_equity.solver_numba import solve
from truquero.analysis.hand_equity.trick_graph import TrickGraph, trick_graph
from truquero.analysis.hand_equity.truco_chance import _position as position_of
from truquero.variants import VARIANTS, rules_of

GAMES = [(name, players) for name, preset in VARIANTS.items() for players in preset.players if players not in (3, 8)]


def without_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (exact_counts, solver):
        monkeypatch.setattr(module, "install_command", lambda _part: "pip install")
    exact_counts.exact_counts.cache_clear()


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_compiled_solver_gives_the_same_results(name: str, players: int) -> None:
    situation = situation_of(rules_of(name, players), EquityQuery())
    graph = trick_graph(situation.hand)
    positions = [position_of(world, hands) for world, hands in sample_deals(situation, 60 if players > 2 else 300, "1")]
    assert solve(graph, positions) == [*map(OpenCardSolver(graph).result, positions)]


def test_the_compiled_solver_gives_the_same_results_within_a_hand() -> None:
    """Some cards are already laid and known, so the places hold different numbers of cards."""
    rules = rules_of("belmez", 4)
    situation = situation_of(rules, EquityQuery(score=(33, 0), place=1, cards="4c", played="1e 4c 5e"))
    graph = trick_graph(situation.hand)
    positions = [position_of(world, hands) for world, hands in sample_deals(situation, 200, "2")]
    assert solve(graph, positions) == [*map(OpenCardSolver(graph).result, positions)]


def test_many_positions_are_solved_by_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    situation = situation_of(rules_of("argentino", 4), EquityQuery())
    graph = trick_graph(situation.hand)
    positions = [position_of(world, hands) for world, hands in sample_deals(situation, solver.FEWEST_COMPILED + 5, "1")]
    fast = [*open_card_results(graph, positions)]
    without_extras(monkeypatch)
    assert [*open_card_results(graph, positions)] == fast


QUERIES: list[tuple[str, int, dict[str, Any]]] = [
    ("argentino", 2, {}),
    ("argentino", 2, {"cards": "7e", "against": ["envido=31"], "place": 1}),
    ("argentino", 4, {"cards": "7e 6e 1c", "samples": 700}),
    ("argentino", 4, {"cards": "7e", "played": "7e 4c", "against": ["1: envido>=28"], "samples": 30}),
    ("argentino", 6, {"cards": "7e 6e 1c", "samples": 30}),
    ("uruguayo", 2, {"cards": "7e 6e 1c"}),
    ("uruguayo", 4, {"cards": "7e 6e 1c", "turned": "4o", "samples": 30}),
    ("belmez", 2, {}),
    ("belmez", 4, {"score": (33, 0), "samples": 30}),
    ("paulista", 2, {"cards": "7e 3e"}),
]


@pytest.mark.parametrize(("name", "players", "query"), QUERIES)
def test_answers_are_the_same(name: str, players: int, query: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds for each kind of play in truco. The points are the same in all of them and are counted only once."""
    rules = rules_of(name, players)

    def answers() -> list[tuple[object, ...]]:
        results = (equity(rules, play=play, **query) for play in ("open", "random"))
        return [(preset.truco, preset.envido, preset.flor, preset.bets) for preset in results]

    exact_counts.exact_counts.cache_clear()
    fast = answers()
    without_extras(monkeypatch)
    without_compiled_code = answers()
    exact_counts.exact_counts.cache_clear()
    assert without_compiled_code == fast


def test_the_walk_finds_every_state() -> None:
    """The walk finds every state, so playing hands adds none."""
    hand = situation_of(rules_of("belmez", 4), EquityQuery(score=(33, 0))).hand
    graph = TrickGraph(hand)
    graph.walk()
    size, random = len(graph.turn), Random(4)
    for _hand in range(300):
        node, top = 0, 0
        while graph.turn[node] >= 0:
            node, top = graph.lay(node, random.randrange(4), top)
    assert len(graph.turn) == size


def test_a_deal_takes_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal takes some 500 positions, because the solver does not search a known position again."""
    searches = 0
    reaches = solver_numba._reaches.py_func

    def counted(*about: Any) -> Any:
        nonlocal searches
        searches += 1
        return reaches(*about)

    situation = situation_of(rules_of("argentino", 6), EquityQuery())
    positions = [position_of(world, hands) for world, hands in sample_deals(situation, 20, "1")]
    expected = solve(trick_graph(situation.hand), positions)
    monkeypatch.setattr(solver_numba, "_reaches", counted)
    with np.errstate(over="ignore"):  # as in compiled code
        assert solve(trick_graph(situation.hand), positions) == expected
    assert searches < 700 * len(positions)
