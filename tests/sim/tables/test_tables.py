"""The tables of every game against the engine: legal moves, questions, transitions and awards.

`python -m tools.equivalence` compares all of them; a test has time only for a part.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tools.transitions import Differs, check_cards, walk, wander
from truquero import VARIANTS, rules_of
from truquero.engine import advance, question
from truquero.sim.tables import compile_tables, layout
from truquero.sim.tables.builder import Builder
from truquero.sim.tables.compiled_tables import CompiledTables, tables_of

# Too many states to compare all of them here.
LARGE = {("argentino", 4), ("belmez", 4), ("quesada", 4), ("venezolano", 4)}
# These are compared completely only with `--long`. They are built like others with four players, and the random walk
# covers some of their states in every run.
LONG = {("autoridades", 4), ("gauderio", 4), ("mineiro", 4), ("trucardo", 4)}
EVERY = [(name, players) for name, preset in VARIANTS.items() for players in preset.players]
SMALL = [(name, players) for name, players in EVERY if players <= 4 and (name, players) not in LARGE]
REST = [game for game in EVERY if game not in SMALL or game in LONG]

# House rules that add states, moves or questions of their own.
HOUSE: list[tuple[str, int, dict[str, Any]]] = [
    ("argentino", 2, {"declare": "manual"}),
    ("argentino", 4, {"word": "any", "flor_forced": "on"}),
    ("belmez", 2, {"blind_calls": "on"}),
    ("paulista", 2, {"covered_cards": "on", "blind_calls": "on"}),
    ("uruguayo", 4, {"perros": "on"}),
    ("valenciano", 4, {"covered_cards": "on", "envit_show_card": "on"}),
]


@pytest.mark.parametrize(
    ("variant", "players"), [pytest.param(*game, marks=pytest.mark.long if game in LONG else ()) for game in SMALL]
)
def test_every_transition_equals_that_of_the_engine(variant: str, players: int) -> None:
    tables = compile_tables(variant, players)
    assert tables.complete
    checked = walk(tables)
    assert checked.states == len(tables.rows.states)
    assert checked.transitions >= len(tables.rows.steps)
    check_cards(tables, every=37)


@pytest.mark.parametrize(("variant", "players"), REST)
def test_transitions_on_random_walks_equal_those_of_the_engine(variant: str, players: int) -> None:
    tables = tables_of(Builder(rules_of(variant, players)))
    assert not tables.complete
    assert wander(tables, walkers=40, rounds=22, seed=players).states > 100
    check_cards(tables, every=101)


@pytest.mark.parametrize(("variant", "players", "options"), HOUSE)
def test_transitions_of_house_rules_equal_those_of_the_engine(
    variant: str, players: int, options: dict[str, Any]
) -> None:
    tables = tables_of(Builder(rules_of(variant, players, **options)))
    assert wander(tables, walkers=40, rounds=22, seed=1).states > 50


def corrupted(tables: CompiledTables, rows: str, row: int, change: int) -> CompiledTables:
    """Return the same tables with a single number changed."""
    parts = tables.parts()
    parts[f"rows_{rows}"] = np.array(parts[f"rows_{rows}"])
    parts[f"rows_{rows}"].reshape(-1)[row] += change
    return CompiledTables(tables.rules, parts)


@pytest.mark.parametrize(
    ("rows", "row", "change"),
    [
        ("steps", 40, 1),
        ("steps", 40, 1 << layout.STEP_AWARDS_SHIFT),
        ("members", 3, 1),
        ("score_classes", 700, 1),
        ("menus", layout.MENU_PLACE, 1),
        ("actions", 9, 1 << layout.SINGS_BIT),
        ("action_outcomes", 5, 1),
        ("stake_values", 90, 1),
        ("awards", layout.AWARD_SIDE, 1),
        ("state_outcomes", 100, 1),
    ],
)
def test_the_comparison_finds_a_single_wrong_number(rows: str, row: int, change: int) -> None:
    tables = compile_tables("uruguayo", 2)
    walk(tables)
    with pytest.raises((Differs, IndexError)):
        walk(corrupted(tables, rows, row, change))


def test_states_are_rebuilt_as_values_of_the_engine() -> None:
    tables = compile_tables("navarrevisca", 4)
    for number in range(0, len(tables.rows.states), 97):
        state, hand = tables.state(number), tables.hand_of(number)
        row = int(tables.rows.states[number])
        if not row:
            assert state.stage == "over"
            continue
        menu = tables.rows.menus[row >> layout.MENU_COUNT_BITS]
        action = int(menu[layout.MENU_ACTIONS])
        assert tables.state_of_action(action) == number
        place, move = tables.place_and_move(action)
        answer = question(hand, state, place, move).answers[0]
        step = int(tables.rows.steps[int(tables.rows.actions[action]) & 0xFFFFFFFF])
        assert tables.state(step & 0xFFFFFFFF) == advance(hand, state, place, move, answer)[0]


def test_filling_a_state_expands_no_other_state() -> None:
    """A large game has too many states beside the path that is played; computing them all would never end."""
    tables = tables_of(Builder(rules_of("argentino", 8)))
    for _ in range(5):
        unexpanded = np.flatnonzero(tables.rows.states == layout.UNKNOWN)
        reached = unexpanded[len(unexpanded) // 2]
        tables.fill([int(reached)])
        assert set(unexpanded) - set(np.flatnonzero(tables.rows.states == layout.UNKNOWN)) == {reached}
