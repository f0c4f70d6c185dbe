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
    choices,
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

    def leads(self, place: int, others: int) -> Mapping[int, Lead]:
        wanted, grouped = self._ranges[place], others == PAIR
        found = self._leads.get((wanted, grouped))
        if found is None:
            if grouped:
                every = self._kinds(wanted)
                hidden, values = self._listed(wanted, [hand for hand, _many in every])
                weights = np.array([many for _hand, many in every], np.int64)
            else:
                hidden, values = self._hands(place)
                weights = np.ones(len(hidden), np.int64)
            found = {int(value): (hidden[values == value], weights[values == value]) for value in np.unique(values)}
            self._leads[wanted, grouped] = found
        return found

    def at_most(self, place: int, bound: int, others: int) -> HandSetArrays | None:
        del others  # the arrays are the same for one other place and for two
        wanted = self._ranges[place]
        levels = self._levels.get(wanted)
        if levels is None:
            missing = CARDS_IN_HAND - len(wanted.held)
            levels = self._levels[wanted] = HandSetArraysByBound(len(self._cards), missing, *self._hands(place))
        return levels.at_most(bound)

    def choices(self, hand_sets: Sequence[HandSetArrays], lead: Lead) -> int:
        return choices(hand_sets, *lead)

    def _hands(self, place: int) -> tuple[Array, Array]:
        """Return the hidden cards of all hands that a place may have, and the values of the hands."""
        wanted = self._ranges[place]
        found = self._valued.get(wanted)
        if found is None:
            if wanted.open:
                hidden = every_hand(len(self._cards), CARDS_IN_HAND - len(wanted.held))
                found = hidden, self._values(wanted, hidden)
            else:
                found = self._listed(wanted, self._world.hands(place))
            self._valued[wanted] = found
        return found

    def _listed(self, wanted: Range, hands: Sequence[Hand]) -> tuple[Array, Array]:
        known = len(wanted.held)
        hidden = as_array([tuple(self._cards[one] for one in hand[known:]) for hand in hands], CARDS_IN_HAND - known)
        return hidden, self._values(wanted, hidden)

    def _values(self, wanted: Range, hidden: Array) -> Array:
        """Return the values of hands.

        Hands with the same sorts of cards have the same value, whatever card is turned, so only one of them is
        evaluated.
        """
        card_values, deck = self._world.card_values, self._world.deck
        sorts = np.array([card_values.sorts[one] for one in deck], np.int64)
        held = np.array([card_values.sorts[one] for one in wanted.held], np.int64)
        codes = np.zeros(len(hidden), np.int64)
        for column in (*held, *sorts[hidden].T):
            codes = codes * _MOST_SORTS + column
        found, first, where = np.unique(codes, return_index=True, return_inverse=True)
        cached = _value_cache(card_values.rules, self._value)
        values = np.empty(len(found), np.int64)
        for at, (code, example) in enumerate(zip(found.tolist(), first.tolist(), strict=True)):
            value = cached.get(code)
            if value is None:
                value = cached[code] = self._value(card_values, (*wanted.held, *(deck[one] for one in hidden[example])))
            values[at] = value
        return values[where]


@lru_cache(maxsize=16)
def _value_cache(_rules: Rules, _value: Value) -> dict[int, int]:
    """Return the cache of hand values, indexed by the sorts of their cards."""
    return {}
