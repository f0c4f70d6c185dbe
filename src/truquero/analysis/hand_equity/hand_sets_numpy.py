"""The same counts as in `hand_sets.py`, with NumPy arrays.

The hands of one place are listed; they are the leading hands. For each of them, the hands of the other places that
share no card with it are counted. An array holds many leading hands: a row for each, a column for each of its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from truquero.analysis.hand_equity.hand_sets import Numbers

Array = NDArray[Any]
_BLOCK = 256  # leading hands counted at a time, if there are two other places


class HandSetArrays(NamedTuple):
    """Some hands: their number, and how many of them contain a given card, pair or trio of cards.

    Entries that name a card twice are 0.
    """

    total: int
    with_card: Array  # [card]
    with_pair: Array  # [card, card]
    with_trio: Array  # [card, card, card]


class HandSetArraysByBound:
    """For each value, the hands of a place that have at most this value."""

    def __init__(self, cards: int, size: int, hands: Array, values: Array) -> None:
        self._size = size
        self._values = np.unique(values)
        self._hand_sets: list[HandSetArrays] = []
        held = np.zeros((cards,) * size, np.int8)  # 1 for each hand, in every order of its cards
        for value in self._values:
            hands_of_value = hands[values == value]
            for order in permutations(range(size)):
                held[tuple(hands_of_value[:, position] for position in order)] = 1
            self._hand_sets.append(_hand_set_arrays(cards, held))

    def at_most(self, bound: int) -> HandSetArrays | None:
        """Return the hands with a value of at most `bound`, or None if there are none."""
        count = int(np.searchsorted(self._values, bound, side="right"))
        return self._hand_sets[count - 1] if count else None


def _hand_set_arrays(cards: int, held: Array) -> HandSetArrays:
    """Return the arrays of the hands that are 1 in `held`, which has a dimension for each card of a hand."""
    arrays: list[Array] = [np.zeros((cards,) * size, np.int32) for size in range(4)]
    arrays[held.ndim] = held.copy()
    for size in range(held.ndim, 0, -1):  # the sum over the last card counts a hand once for each card it may be
        arrays[size - 1] = arrays[size].sum(axis=-1, dtype=np.int32) // (held.ndim - size + 1)
    return HandSetArrays(int(arrays[0]), *arrays[1:])


def count_choices(hand_sets: Sequence[HandSetArrays], leads: Array, weights: Array) -> int:
    """Return the number of ways to choose a leading hand, and one hand of each set, that share no card.

    There are at most two sets. Each leading hand counts with its weight.
    """
    if not hand_sets:
        return int(weights.sum())
    if len(hand_sets) == 1:
        return int(_disjoint_hands(hand_sets[0], leads) @ weights)
    first, second = hand_sets
    blocks = (slice(start, start + _BLOCK) for start in range(0, len(leads), _BLOCK))
    return sum(_disjoint_pairs(first, second, leads[block], weights[block]) for block in blocks)


def _disjoint_hands(hand_set: HandSetArrays, leads: Array) -> Array:
    """Return, for each leading hand, the number of hands that share no card with it (inclusion-exclusion)."""
    columns = leads.T
    counts = np.full(len(leads), hand_set.total, np.int64)
    for column in columns:
        counts -= hand_set.with_card[column]
    for pair in combinations(columns, 2):
        counts += hand_set.with_pair[pair]
    for trio in combinations(columns, 3):
        counts -= hand_set.with_trio[trio]
    return counts


def _disjoint_hands_with_card(hand_set: HandSetArrays, leads: Array) -> Array:
    """Return, for each leading hand and card, the number of hands with this card that share none with the leading hand.

    The counts of the leading hand's own cards mean nothing.
    """
    columns = leads.T
    counts = np.repeat(hand_set.with_card[None].astype(np.int64), len(leads), axis=0)
    for column in columns:
        counts -= hand_set.with_pair[column]
    for pair in combinations(columns, 2):
        counts += hand_set.with_trio[pair]
    return counts


def _disjoint_hands_with_pair(hand_set: HandSetArrays, leads: Array) -> Array:
    """Return the same as `_disjoint_hands_with_card` for hands with two given cards: [leading hand, card, card]."""
    counts = np.repeat(hand_set.with_pair[None], len(leads), axis=0)
    for column in leads.T:
        counts -= hand_set.with_trio[column]
    return counts


def _disjoint_pairs(first: HandSetArrays, second: HandSetArrays, leads: Array, weights: Array) -> int:
    """Return the weighted number of pairs of hands that share no card with each other or with the leading hand.

    Inclusion-exclusion: all pairs, less those that share a card, plus those that share two, and so on.
    """
    cards = len(first.with_card)
    free = np.ones((len(leads), cards), np.int64)  # 0 for the cards of each leading hand
    np.put_along_axis(free, leads, 0, axis=1)
    in_both_sets = (
        _hand_set_arrays(cards, first.with_trio & second.with_trio)
        if first.with_trio.any() and second.with_trio.any()
        else None
    )
    counts = _disjoint_hands(first, leads) * _disjoint_hands(second, leads)
    counts -= np.einsum(
        "hc,hc,hc->h", _disjoint_hands_with_card(first, leads), _disjoint_hands_with_card(second, leads), free
    )
    sharing_two = _disjoint_hands_with_pair(first, leads) * _disjoint_hands_with_pair(second, leads)
    counts += np.einsum("hcd,hc,hd->h", sharing_two, free, free) // 2
    if in_both_sets is not None:
        counts -= _disjoint_hands(in_both_sets, leads)
    return int(counts @ weights)


# --------------------------------------------------------------------------------------------------- hands as arrays


@lru_cache(maxsize=16)
def every_hand(cards: int, size: int) -> Array:
    """Return every combination of `size` cards, by their numbers."""
    return as_array(list(combinations(range(cards), size)), size)


def as_array(hands: Sequence[Numbers], size: int) -> Array:
    """Return hands of `size` cards as rows, also if there are none."""
    return np.array(hands, np.int64).reshape(len(hands), size)
