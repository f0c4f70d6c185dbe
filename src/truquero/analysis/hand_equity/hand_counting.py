"""The hands that each place may have with a given turned card, by value, and the number of disjoint choices of them.

`hand_counting_numpy.py` does the same with arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from truquero.analysis.hand_equity.hand_sets import (
    HandSet,
    HandSetsByBound,
    Numbers,
    count_choices,
    free_sets_without,
    numbering,
)
from truquero.analysis.hand_equity.possible_deals import Hand, Value, World
from truquero.analysis.hand_equity.ranges import Range
from truquero.rules.hand_rules import CARDS_IN_HAND

ClassSample = tuple[Hand, int]  # a hand, and the size of its equivalence class
EquivalenceClasses = Callable[[Range], Sequence[ClassSample]]
PAIR = 2  # with two other places, counting equivalent leading hands only once saves time


class HandCounter(Protocol):
    """Counts the choices of hands for up to three places.

    It lists all hands of one place, the leading place. For at most two other places it counts the hands up to a bound.
    """

    def leads(self, place: int, other_count: int) -> Mapping[int, Any]:
        """Return the hands of the leading place by value. `other_count` is the number of other places."""

    def at_most(self, place: int, bound: int, other_count: int) -> Any:
        """Return the hands of one of the other places with a value of at most `bound`, or None if there are none."""

    def count_choices(self, hand_sets: Sequence[Any], lead: Any) -> int:
        """Return the number of ways to choose one of the leading hands and one hand of each set, sharing no card."""


class CounterOfWorld:
    """The data that all implementations need: hidden cards by number, the range of each place, the value of hands."""

    def __init__(self, world: World, value: Value, kinds: EquivalenceClasses) -> None:
        self._world = world
        self._ranges = world.situation.ranges
        self._value = value
        self._kinds = kinds
        self._cards = {card: at for at, card in enumerate(world.deck)}


class BitMaskCounter(CounterOfWorld):
    """An implementation in plain Python. A set of hands is a bit mask in one integer."""

    def __init__(self, world: World, value: Value, kinds: EquivalenceClasses) -> None:
        super().__init__(world, value, kinds)
        self._valued: dict[Range, list[tuple[int, Numbers]]] = {}
        self._leads: dict[tuple[Range, bool], Mapping[int, list[tuple[Numbers, int]]]] = {}
        self._levels: dict[tuple[Range, bool], HandSetsByBound] = {}

    def leads(self, place: int, other_count: int) -> Mapping[int, list[tuple[Numbers, int]]]:
        hand_range, grouped = self._ranges[place], other_count == PAIR
        leads = self._leads.get((hand_range, grouped))
        if leads is None:
            by_value: dict[int, list[tuple[Numbers, int]]] = {}
            if grouped:
                for hand, size in self._kinds(hand_range):
                    by_value.setdefault(self._worth(hand), []).append((self._hidden(hand_range, hand), size))
            else:
                for value, numbers in self._hands(place):
                    by_value.setdefault(value, []).append((numbers, 1))
            leads = self._leads[hand_range, grouped] = by_value
        return leads

    def at_most(self, place: int, bound: int, other_count: int) -> HandSet | None:
        hand_range, paired = self._ranges[place], other_count == PAIR
        levels = self._levels.get((hand_range, paired))
        if levels is None:
            missing = CARDS_IN_HAND - len(hand_range.held)
            levels = HandSetsByBound(len(self._cards), missing, self._hands(place), paired)
            self._levels[hand_range, paired] = levels
        return levels.at_most(bound)

    def count_choices(self, hand_sets: Sequence[HandSet], lead: Sequence[tuple[Numbers, int]]) -> int:
        if not hand_sets:
            return sum(size for _hand, size in lead)
        numbers = numbering(len(self._cards))
        return sum(size * count_choices(numbers, hand_sets, free_sets_without(numbers, hand)) for hand, size in lead)

    def _hands(self, place: int) -> list[tuple[int, Numbers]]:
        """Return all hands that a place may have, with their values. Places with equal ranges share the list."""
        hand_range = self._ranges[place]
        hands = self._valued.get(hand_range)
        if hands is None:
            hands = [(self._worth(hand), self._hidden(hand_range, hand)) for hand in self._world.hands(place)]
            self._valued[hand_range] = hands
        return hands

    def _worth(self, hand: Hand) -> int:
        return self._value(self._world.card_values, hand)

    def _hidden(self, hand_range: Range, hand: Hand) -> Numbers:
        return tuple(self._cards[card] for card in hand[len(hand_range.held) :])
