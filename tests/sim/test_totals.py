"""Totals of several batches can be added only if they are of the same games."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from truquero import rules_of
from truquero.sim import SimulationError, Simulator, Totals


def of(variant: str = "argentino", players: int = 2, *, whole: bool = False, **options: Any) -> Totals:
    simulator = Simulator(variant, players, executor="reference", **options)
    return (simulator.matches(2) if whole else simulator.hands(10)).totals()


@pytest.mark.parametrize(
    ("asked", "own", "other"),
    [
        ({"whole": True}, "hands", "matches"),
        ({"variant": "gauderio"}, "argentino", "gauderio"),
        ({"variant": "paulista"}, "argentino", "paulista"),
        ({"players": 4}, "players=2", "players=4"),
        ({"flor": False}, "flor=on", "flor=off"),
        ({"target": 5}, "target=30", "target=5"),
        ({"target": 5, "flor": False}, "target=30, flor=on", "target=5, flor=off"),
    ],
)
def test_other_games_are_refused_and_change_nothing(asked: dict[str, Any], own: str, other: str) -> None:
    totals, given = of(), of(**asked)
    before = deepcopy(totals)
    for one, two, first, second in ((totals, given, own, other), (given, totals, other, own)):
        with pytest.raises(SimulationError, match=f"totals of {second} cannot be added to totals of {first}: "):
            one.add(two)
    assert totals == before


def test_rules_made_by_hand_are_told_apart() -> None:
    rules = rules_of("argentino", 2)
    other = replace(rules, match=replace(rules.match, settle_at_hand_end=not rules.match.settle_at_hand_end))
    with pytest.raises(SimulationError, match="totals of argentino with other rules cannot be added"):
        of().add(Simulator(other, executor="reference").hands(3).totals())


def test_the_same_games_add_up_however_they_were_asked_for() -> None:
    totals = of(flor=True, target=30)
    totals.add(of())
    totals.add(Simulator(rules_of("argentino", 2), executor="reference").hands(5, score=(3, 9)).totals())
    assert totals.games == 25
    totals.add(totals)
    assert totals.games == 50
