"""Deals of several hidden hands, counted suit by suit.

Where no card links with other suits, a hand has at most some points if its cards of each suit have: so the ways to
share out each suit are counted apart, by how many cards everyone gets of it, and then put together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, product

from truquero.cards import CARDS, SUITS, Card
from truquero.rules.hand import CARDS_IN_HAND

Worth = Callable[[Sequence[Card]], int]  # of one or more cards of one suit; more cards are never worth less
Ranks = tuple[int, ...]  # a suit is its ranks, for those with the same are shared out alike
Counts = tuple[int, ...]  # cards for each place
Ways = dict[Counts, int]


class BySuits:
    """How many deals give each of some places at most so many points; `held` are the cards known of each."""

    def __init__(self, deck: Sequence[Card], held: Sequence[Sequence[Card]], worth: Worth) -> None:
        self._missing = tuple(CARDS_IN_HAND - len(cards) for cards in held)
        self._suits = [(_ranks(deck, suit), tuple(_ranks(cards, suit) for cards in held)) for suit in SUITS]
        self._worth = worth
        self._value = cache(self._value_of)
        self._ways = cache(self._shared_out)
        self.below = cache(self._below)

    def _below(self, bounds: tuple[int, ...]) -> int:
        """The deals in which nobody has more than these points."""
        ways: Ways = {(0,) * len(bounds): 1}
        for deck, held in self._suits:
            found: Ways = {}
            of_suit = self._ways(deck, held, bounds)
            for (before, many), (more, others) in product(ways.items(), of_suit.items()):
                counts = tuple(map(int.__add__, before, more))
                if all(map(int.__le__, counts, self._missing)):
                    found[counts] = found.get(counts, 0) + many * others
            ways = found
        return ways.get(self._missing, 0)

    def _value_of(self, ranks: Ranks) -> int:
        return self._worth([CARDS[f"{rank}{SUITS[0]}"] for rank in ranks])

    def _shared_out(self, deck: Ranks, held: tuple[Ranks, ...], bounds: tuple[int, ...]) -> Ways:
        """The ways to share out one suit, by how many cards each place gets."""
        places = zip(held, self._missing, bounds, strict=True)
        *first, last = [self._allowed(deck, cards, most, bound) for cards, most, bound in places]
        chosen: dict[Counts, Mapping[int, int]] = {(): {0: 1}}  # the cards taken, as bits, and in how many ways
        for allowed in first:
            chosen = {
                (*counts, size): _joined(taken, sets)
                for counts, taken in chosen.items()
                for size, sets in enumerate(allowed)
            }
        inside = [_inside(sets, len(deck)) for sets in last]
        whole = (1 << len(deck)) - 1
        every = {
            (*counts, size): sum(many * within[whole - mask] for mask, many in taken.items())
            for counts, taken in chosen.items()
            for size, within in enumerate(inside)
        }
        return {counts: many for counts, many in every.items() if many}

    def _allowed(self, deck: Ranks, held: Ranks, most: int, bound: int) -> list[list[int]]:
        """The sets of this suit, as bits, that leave a place with at most so many points, by their size."""
        return [
            [
                sum(1 << at for at in chosen)
                for chosen in combinations(range(len(deck)), size)
                if not (has := (*held, *(deck[at] for at in chosen))) or self._value(has) <= bound
            ]
            for size in range(most + 1)
        ]


def _ranks(cards: Sequence[Card], suit: str) -> Ranks:
    return tuple(one.rank for one in cards if one.suit == suit)


def _joined(taken: Mapping[int, int], sets: Sequence[int]) -> Mapping[int, int]:
    """Those who have chosen, and one more who takes one of the sets that they have left whole."""
    found: dict[int, int] = {}
    for mask, many in taken.items():
        for more in sets:
            if not mask & more:
                found[mask | more] = found.get(mask | more, 0) + many
    return found


def _inside(sets: Sequence[int], cards: int) -> list[int]:
    """For every set of cards how many of these lie inside it."""
    found = [0] * (1 << cards)
    for one in sets:
        found[one] += 1
    for at in range(cards):
        bit = 1 << at
        for mask in range(1 << cards):
            if mask & bit:
                found[mask] += found[mask - bit]
    return found
