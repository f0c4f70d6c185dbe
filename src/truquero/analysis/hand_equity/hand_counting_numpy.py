"""The same counts as in `hand_counting.py`, with NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from truquero.analysis.hand_equity.hand_counting import PAIR, CounterOfWorld, EquivalenceClasses
from truquero.analysis.hand_equity.hand_sets_numpy import (
    Array,
    HandSetArrays,
    HandSetArraysByBound,
    as_array,
    count_choices,
    every_hand,
)
from truquero.analysis.hand_equity.possible_deals import Hand, Value, World
from truquero.analysis.hand_equity.ranges import Range
from truquero.rules.game import Rules
from truquero.rules.hand_rules import CARDS_IN_HAND

_MOST_SORTS = 1 << 16  # more sorts of cards than there can be; the base of the codes
Lead = tuple[Array, Array]  # hidden cards, and the size of each equivalence class


class ArrayCounter(CounterOfWorld):
    """An implementation with arrays. It returns the same counts as `BitMaskCounter`."""

    def __init__(self, world: World, value: Value, kinds: EquivalenceClasses) -> None:
        super().__init__(world, value, kinds)
        self._valued: dict[Range, tuple[Array, Array]] = {}
        self._leads: dict[tuple[Range, bool], Mapping[int, Lead]] = {}
        self._levels: dict[Range, HandSetArraysByBound] = {}

    def leads(self, place: int, other_count: int) -> Mapping[int, Lead]:
        hand_range, grouped = self._ranges[place], other_count == PAIR
        leads = self._leads.get((hand_range, grouped))
        if leads is None:
            if grouped:
                class_samples = self._kinds(hand_range)
                hidden, values = self._as_arrays(hand_range, [hand for hand, _size in class_samples])
                weights = np.array([size for _hand, size in class_samples], np.int64)
            else:
                hidden, values = self._hands(place)
                weights = np.ones(len(hidden), np.int64)
            leads = {int(value): (hidden[values == value], weights[values == value]) for value in np.unique(values)}
            self._leads[hand_range, grouped] = leads
        return leads

    def at_most(self, place: int, bound: int, other_count: int) -> HandSetArrays | None:
        del other_count  # the arrays are the same for one other place and for two
        hand_range = self._ranges[place]
        levels = self._levels.get(hand_range)
        if levels is None:
            missing = CARDS_IN_HAND - len(hand_range.held)
            levels = self._levels[hand_range] = HandSetArraysByBound(len(self._cards), missing, *self._hands(place))
        return levels.at_most(bound)

    def count_choices(self, hand_sets: Sequence[HandSetArrays], lead: Lead) -> int:
        return count_choices(hand_sets, *lead)

    def _hands(self, place: int) -> tuple[Array, Array]:
        """Return the hidden cards of all hands that a place may have, and the values of the hands."""
        hand_range = self._ranges[place]
        entry = self._valued.get(hand_range)
        if entry is None:
            if hand_range.is_unrestricted:
                hidden = every_hand(len(self._cards), CARDS_IN_HAND - len(hand_range.held))
                entry = hidden, self._values(hand_range, hidden)
            else:
                entry = self._as_arrays(hand_range, self._world.hands(place))
            self._valued[hand_range] = entry
        return entry

    def _as_arrays(self, hand_range: Range, hands: Sequence[Hand]) -> tuple[Array, Array]:
        held = len(hand_range.held)
        hidden = as_array([tuple(self._cards[card] for card in hand[held:]) for hand in hands], CARDS_IN_HAND - held)
        return hidden, self._values(hand_range, hidden)

    def _values(self, hand_range: Range, hidden: Array) -> Array:
        """Return the values of hands.

        Hands with the same sorts of cards have the same value, whatever card is turned, so only one of them is
        evaluated.
        """
        card_values, deck = self._world.card_values, self._world.deck
        sorts = np.array([card_values.sorts[card] for card in deck], np.int64)
        held = np.array([card_values.sorts[card] for card in hand_range.held], np.int64)
        codes = np.zeros(len(hidden), np.int64)
        for column in (*held, *sorts[hidden].T):
            codes = codes * _MOST_SORTS + column
        distinct, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
        cached = _value_cache(card_values.rules, self._value)
        values = np.empty(len(distinct), np.int64)
        for index, (code, example_row) in enumerate(zip(distinct.tolist(), first.tolist(), strict=True)):
            value = cached.get(code)
            if value is None:
                value = cached[code] = self._value(
                    card_values, (*hand_range.held, *(deck[number] for number in hidden[example_row]))
                )
            values[index] = value
        return values[inverse]


@lru_cache(maxsize=16)
def _value_cache(_rules: Rules, _value: Value) -> dict[int, int]:
    """Return the cache of hand values, indexed by the sorts of their cards."""
    return {}
