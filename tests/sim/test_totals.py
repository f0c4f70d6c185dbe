"""Totals of several batches can be added only if they are of the same games."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from truquero import rules_of
from truquero.sim import SimulationError, Simulator, Totals


def totals_of(variant: str = "argentino", players: int = 2, *, whole: bool = False, **options: Any) -> Totals:
    simulator = Simulator(variant, players, executor="reference", **options)
    return (simulator.matches(2) if whole else simulator.hands(10)).totals()


@pytest.mark.parametrize(
    ("arguments", "own_text", "other_text"),
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
def test_totals_of_other_games_are_refused_and_change_nothing(
    arguments: dict[str, Any], own_text: str, other_text: str
) -> None:
    totals, other_totals = totals_of(), totals_of(**arguments)
    before = deepcopy(totals)
    for left, right, left_text, right_text in (
        (totals, other_totals, own_text, other_text),
        (other_totals, totals, other_text, own_text),
    ):
        with pytest.raises(SimulationError, match=f"totals of {right_text} cannot be added to totals of {left_text}: "):
            left.add(right)
    assert totals == before


@pytest.mark.parametrize("other", [None, 5, {}])
def test_only_totals_are_added_to_totals(other: Any) -> None:
    totals = totals_of()
    with pytest.raises(SimulationError, match="cannot be added to totals: add totals of the same game"):
        totals.add(other)
    assert totals == totals_of()


def test_rules_with_the_same_options_can_differ() -> None:
    rules = rules_of("argentino", 2)
    other_rules = replace(rules, match=replace(rules.match, settle_at_hand_end=not rules.match.settle_at_hand_end))
    with pytest.raises(SimulationError, match="totals of argentino with other rules cannot be added"):
        totals_of().add(Simulator(other_rules, executor="reference").hands(3).totals())


def test_totals_of_the_same_rules_can_be_added() -> None:
    totals = totals_of(flor=True, target=30)
    totals.add(totals_of())
    totals.add(Simulator(rules_of("argentino", 2), executor="reference").hands(5, score=(3, 9)).totals())
    assert totals.games == 25
    totals.add(totals)
    assert totals.games == 50
