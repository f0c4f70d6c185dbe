"""Hands as bit masks: the number of choices of one or two hands that avoid given cards and share none.

The cards of a deck are numbered, and so are its pairs and its triples. A set of any of these is a bit mask in one
integer. The inclusion-exclusion principle gives the number of disjoint choices from two sets of hands: all
choices, less those that share a card, plus those that share two, and so on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from truquero.rules.hand_rules import CARDS_IN_HAND

Numbers = tuple[int, ...]  # cards, by their index in the deck


class Numbering(NamedTuple):
    """All sets of cards of a deck, for each size up to a full hand."""

    sets: tuple[tuple[Numbers, ...], ...]
    number: tuple[dict[Numbers, int], ...]
    touching: tuple[tuple[int, ...], ...]  # for each size and card: the sets that contain it, as a bit mask
    masks: tuple[tuple[int, ...], ...]  # each set as a bit mask of its cards

    def splits(self, card_set: Numbers) -> tuple[tuple[int, int, int], ...]:
        """Return every way to remove cards from a set: how many, the number of their set, and the bit of the rest."""
        return tuple(
            (size, self.number[size][part], 1 << self.number[len(card_set) - size][_without(card_set, part)])
            for size in range(1, min(len(card_set), CARDS_IN_HAND - 1) + 1)
            for part in combinations(card_set, size)
        )


@lru_cache(maxsize=8)
def numbering(cards: int) -> Numbering:
    """Return the numbering for a deck of so many cards."""
    sets = tuple(tuple(combinations(range(cards), size)) for size in range(CARDS_IN_HAND + 1))
    number = tuple({card_set: index for index, card_set in enumerate(sets_of_size)} for sets_of_size in sets)
    touching = tuple(
        tuple(
            _bits((index for index, card_set in enumerate(sets_of_size) if card in card_set), len(sets_of_size))
            for card in range(cards)
        )
        for sets_of_size in sets
    )
    masks = tuple(tuple(sum(1 << card for card in card_set) for card_set in sets_of_size) for sets_of_size in sets)
    return Numbering(sets, number, touching, masks)


@lru_cache(maxsize=8)
def _all_splits(cards: int, size: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    numbers = numbering(cards)
    return tuple(numbers.splits(card_set) for card_set in numbers.sets[size])


def _without(card_set: Numbers, part: Numbers) -> Numbers:
    return tuple(card for card in card_set if card not in part)


def _bits(numbers: Iterable[int], most: int) -> int:
    """Return a set of numbers as a bit mask. A byte array is faster than shifting an integer for each number."""
    mask = bytearray(most // 8 + 1)
    for number in numbers:
        mask[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(mask, "little")


class Free(NamedTuple):
    """The sets of each size that contain none of the excluded cards, as bit masks."""

    excluded: int  # the excluded cards, as a bit mask
    sets: tuple[int, ...]


def free_sets_without(numbers: Numbering, excluded: Numbers) -> Free:
    """Return the sets that contain none of the excluded cards."""
    free_sets = [1]
    for size in range(1, CARDS_IN_HAND + 1):
        excluded_sets = 0
        for card in excluded:
            excluded_sets |= numbers.touching[size][card]
        free_sets.append((1 << len(numbers.sets[size])) - 1 & ~excluded_sets)
    return Free(sum(1 << card for card in excluded), tuple(free_sets))


class HandSet:
    """Some hands of one size.

    `rest[n][i]` is for the set of n cards with number i: a bit mask of all sets of cards that together with it make one
    of the hands. `rest[0][0]` therefore contains the hands themselves.
    """

    def __init__(self, size: int, rest: Sequence[Sequence[int]]) -> None:
        self.size = size
        self.rest = rest

    def count(self, free: Free) -> int:
        """Return the number of hands without excluded cards."""
        return (self.rest[0][0] & free.sets[self.size]).bit_count()


class HandSetsByBound:
    """For each value, the hands of a place that have at most this value.

    `paired` is whether `count_choices` gets these hands together with those of another place. Only then are the
    entries of `rest` for one and two cards needed.
    """

    def __init__(self, cards: int, size: int, hands: Sequence[tuple[int, Numbers]], paired: bool) -> None:
        numbers = numbering(cards)
        self._hand_sets: list[HandSet] = []
        by_value: dict[int, list[int]] = {}
        for value, hand in hands:
            by_value.setdefault(value, []).append(numbers.number[size][hand])
        self.values = sorted(by_value)
        parts = range(1, min(size, CARDS_IN_HAND - 1) + 1) if paired else ()
        rest = [[0], *([0] * len(numbers.sets[part]) for part in parts)]
        for value in self.values:
            for hand_number in by_value[value] if paired else ():
                for part, set_number, bit in _all_splits(cards, size)[hand_number]:
                    rest[part][set_number] |= bit
            rest[0][0] |= _bits(by_value[value], len(numbers.sets[size]))
            self._hand_sets.append(HandSet(size, [list(row) for row in rest]))

    def at_most(self, bound: int) -> HandSet | None:
        """Return the hands with a value of at most `bound`, or None if there are none."""
        count = bisect_right(self.values, bound)
        return self._hand_sets[count - 1] if count else None


def count_choices(numbers: Numbering, hand_sets: Sequence[HandSet], free: Free) -> int:
    """Return the number of ways to choose a hand of each of at most two sets, all cards free and different."""
    if not hand_sets:
        return 1
    if len(hand_sets) == 1:
        return hand_sets[0].count(free)
    first, second = hand_sets
    total = first.count(free) * second.count(free)
    smaller = min(first.size, second.size)
    same_size = first.size == second.size
    for size in range(1, smaller if same_size else smaller + 1):
        total += (-1) ** size * _sharing(numbers, first, second, size, free)
    if same_size:  # hands that share all cards are the same hand
        shared_hands = first.rest[0][0] & second.rest[0][0] & free.sets[smaller]
        total += (-1) ** smaller * shared_hands.bit_count()
    return total


def _sharing(numbers: Numbering, first: HandSet, second: HandSet, size: int, free: Free) -> int:
    """Return the number of choices in which both hands contain a set of this size, summed over all such sets."""
    excluded = free.excluded
    free_of_first, free_of_second = free.sets[first.size - size], free.sets[second.size - size]
    if first is second:
        return sum(
            (rest & free_of_first).bit_count() ** 2
            for mask, rest in zip(numbers.masks[size], first.rest[size], strict=True)
            if rest and not mask & excluded
        )
    return sum(
        (rest & free_of_first).bit_count() * (rest_of_second & free_of_second).bit_count()
        for mask, rest, rest_of_second in zip(numbers.masks[size], first.rest[size], second.rest[size], strict=True)
        if rest and not mask & excluded
    )
