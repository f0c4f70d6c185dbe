"""A compiled solver for open cards: the same search as in plain Python, for many positions at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truquero.analysis.hand_equity.trick_graph import OVER, Hands, TrickGraph
from truquero.sim.cpu.numba_cache import jit

# A state is a row of numbers. Its last three are the states after an equal, a higher and a lower card.
_TURN, _SIDE, _OPENS, _RESULT, _AFTER = range(5)

# The transposition table. Its keys consist of the number of the search, the cards held, the state and the strongest
# card. On a collision the later entry replaces the earlier one.
_TOP_BITS, _STATE_BITS, _CARD_BITS = 7, 12, 24
_CACHE_BITS = 14
_CACHE_SIZE = 1 << _CACHE_BITS
_MET_NOBODY = _CACHE_SIZE  # one more row: whether the search has reached a hand that nobody takes
_FACTOR = 0x1E3779B97F4A7C15


def solve(graph: TrickGraph, positions: Sequence[tuple[int, int, Hands]]) -> list[int]:
    """Return the result of each position for side 0, as defined by `open_card_results`."""
    rows = _rows(graph)
    first = np.array([0, *accumulate(map(len, positions[0][2]))], np.int64)
    cards = [[strength for hand in hands for strength in sorted(hand)] for _node, _top, hands in positions]
    strengths = np.array(cards, np.int64)
    cache = np.zeros(_CACHE_SIZE + 1, np.int64)
    searches = count(1)
    all_cards = (1 << len(cards[0])) - 1

    def reaches(goal: int, number: int) -> bool:
        node, top, _hands = positions[number]
        return bool(_reaches(rows, first, strengths[number], cache, next(searches), goal, node, top, all_cards))

    def result(number: int) -> int:
        cache[_MET_NOBODY] = 0
        if reaches(1, number):
            return 1
        return 0 if cache[_MET_NOBODY] and reaches(0, number) else -1

    return [result(number) for number in range(len(positions))]


@lru_cache(maxsize=64)
def _rows(graph: TrickGraph) -> NDArray[np.int64]:
    graph.walk()
    sides = [OVER if place == OVER else graph.sides[place] for place in graph.turn]
    after = zip(*graph.after, strict=True)
    return np.array([graph.turn, sides, graph.opens, graph.result, *after], np.int64).T.copy()


@jit(
    "int64(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64)",
    error_model="numpy",
    _nrt=False,
)
def _reaches(
    rows: Any, first: Any, strengths: Any, cache: Any, search: Any, goal: Any, node: Any, top: Any, cards: Any
) -> Any:
    """Return whether side 0 can reach at least the result `goal`.

    The cards still held are a bit mask. The cards of a place begin at index `first[place]`, the weakest first.
    """
    place = rows[node, _TURN]
    if place == OVER:
        if rows[node, _RESULT] == 0:
            cache[_MET_NOBODY] = 1
        return int(rows[node, _RESULT] >= goal)
    key = ((search << _CARD_BITS | cards) << _STATE_BITS | node) << _TOP_BITS | top
    at = (key * _FACTOR >> 40) & (_CACHE_SIZE - 1)
    if cache[at] >> 1 == key:
        return cache[at] & 1
    seeks_goal = int(rows[node, _SIDE] == 0)  # look for a card that reaches the goal, or for one that prevents it
    opens = rows[node, _OPENS]
    low, high = first[place], first[place + 1]
    # Try the strongest card first when leading, otherwise the weakest that beats the trick.
    begin = high - 1
    if not opens:
        begin = low
        while begin < high and strengths[begin] <= top:
            begin += 1
    reached, tried = 1 - seeks_goal, -1
    for step in range(high - low):
        card = begin - step if opens else begin + step
        if card >= high:
            card -= high - low
        strength = strengths[card]
        if cards >> card & 1 and strength != tried:
            tried = strength
            answer = 0 if opens else int(strength > top) + 2 * int(strength < top)
            after = rows[node, _AFTER + answer]
            best = 0 if rows[after, _OPENS] else strength if opens else max(strength, top)
            if _reaches(rows, first, strengths, cache, search, goal, after, best, cards ^ (1 << card)) == seeks_goal:
                reached = seeks_goal
                break
    cache[at] = key << 1 | reached
    return reached
