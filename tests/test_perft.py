"""Perft: how many ways a hand can begin, counted to a depth, for every variant and number of players.

A way is a sequence of moves, each with one answer of the hidden cards. A change of a rule changes some number here.
"""

from __future__ import annotations

from functools import cache

import pytest

from truquero import rules_of
from truquero.compiled import kinds_of_hand
from truquero.compiled.walk import Steps
from truquero.engine import State, advance, moves, start
from truquero.rules.hand import HandRules

COUNTS: dict[tuple[str, int], dict[str, list[int]]] = {
    ("argentino", 2): {
        "round": [8, 43, 145, 461, 1268],
    },
    ("argentino", 3): {
        "gallo at place 3": [1, 9, 58, 295, 1193],
    },
    ("argentino", 4): {
        "round": [10, 98, 554, 3105, 15282],
    },
    ("argentino", 6): {
        "round": [12, 175, 1465, 11526, 77416],
        "duel": [8, 43, 143, 433, 1104],
    },
    ("argentino", 8): {
        "round": [14, 276, 3172, 33340, 295410],
    },
    ("paulista", 2): {
        "round": [3, 10, 23, 59, 114],
        "decided by the mano's side": [2, 4, 7, 12, 22],
        "decided by the other side": [2, 3, 7, 11, 22],
        "both sides close": [2, 5, 8, 17, 20],
    },
    ("paulista", 4): {
        "round": [3, 14, 56, 224, 730],
        "decided by the mano's side": [4, 8, 16, 60, 180],
        "decided by the other side": [4, 6, 18, 50, 210],
        "both sides close": [2, 6, 22, 82, 157],
    },
    ("paulista", 6): {
        "round": [3, 17, 79, 366, 1574],
        "decided by the mano's side": [6, 12, 24, 90, 282],
        "decided by the other side": [6, 9, 27, 75, 333],
        "both sides close": [2, 6, 22, 86, 342],
    },
    ("belmez", 2): {
        "round": [26, 586, 7677, 68006],
    },
    ("belmez", 4): {
        "round": [28, 1228, 32257, 575993],
        "duel": [26, 586, 7677, 68006],
    },
}


def perft(rules: HandRules, target: int, depth: int) -> list[int]:
    """The number of sequences of 1, 2, … `depth` moves; hands that end earlier are counted where they end."""
    steps = Steps(rules, target)

    @cache
    def count(state: State, left: int) -> int:
        if not left or state.stage == "over":
            return 1
        found = steps.of(state, moves(rules, state))
        return sum(
            count(advance(rules, state, place, option.move, answer)[0], left - 1) for place, option, answer in found
        )

    return [count(start(rules), left) for left in range(1, depth + 1)]


@pytest.mark.parametrize(("variant", "players"), COUNTS)
def test_perft(variant: str, players: int) -> None:
    rules = rules_of(variant, players)
    expected = COUNTS[variant, players]
    assert {
        name: perft(hand, rules.match.target, len(expected[name])) for name, hand in kinds_of_hand(rules)
    } == expected
