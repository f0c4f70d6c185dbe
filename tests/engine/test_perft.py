"""Perft: the number of ways in which a hand can begin, counted to a depth, for every variant and number of players.

A way is a sequence of moves, where each move has one outcome for the hidden cards. A change of a rule changes some
number here.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from truquero import VARIANTS, rules_of
from truquero.engine import State, advance, moves, start
from truquero.rules.hand_rules import HandRules
from truquero.sim.tables import kinds_of_hand
from truquero.sim.tables.walk import PossibleMoves

COUNTS: dict[str, dict[str, list[int]]] = tomllib.loads(Path(__file__).with_name("perft.toml").read_text("utf-8"))


def perft(rules: HandRules, target: int, depth: int) -> list[int]:
    """Return the numbers of sequences of 1, 2, … `depth` moves. A finished hand counts at greater depths too."""
    possible_moves = PossibleMoves(rules, target)

    @cache
    def following(state: State) -> list[State]:
        steps = possible_moves.from_state(state, moves(rules, state))
        return [advance(rules, state, place, option.move, answer)[0] for place, option, answer in steps]

    @cache
    def count(state: State, depth_left: int) -> int:
        if not depth_left or state.stage == "over":
            return 1
        return sum(count(successor, depth_left - 1) for successor in following(state))

    return [count(start(rules), depth_left) for depth_left in range(1, depth + 1)]


def test_every_game_is_counted() -> None:
    assert set(COUNTS) == {f"{preset.name} {players}" for preset in VARIANTS.values() for players in preset.players}


@pytest.mark.parametrize("table", COUNTS)
def test_perft(table: str) -> None:
    variant, players = table.split()
    rules, expected = rules_of(variant, int(players)), COUNTS[table]
    assert {
        name: perft(hand, rules.match.target, len(expected[name])) for name, hand in kinds_of_hand(rules)
    } == expected
