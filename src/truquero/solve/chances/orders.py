"""Hidden cards counted by the order of their strengths, among each other and beside known ones: nothing else matters in
the tricks, so deals that differ in nothing else are one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from functools import cache, lru_cache
from math import comb

from truquero.solve.chances.solver import Position

Given = tuple[int, ...]  # how many cards of one strength each place gets


class Orders:
    """The orders in which so many cards of each place may stand. They are built from the weakest strength upwards and
    numbered as they are met, 0 being that of no card at all; games with other strengths meet the same ones again."""

    def __init__(self, missing: tuple[int, ...]) -> None:
        self._lacking = [missing]
        self._levels: list[tuple[tuple[bool, Given], ...]] = [()]  # is a known card there, and who has how many
        self._numbers: dict[tuple[int, bool, Given], int] = {}
        self._after = cache(self._found_after)
        self.position = cache(self._position)

    def counts(self, left: Counter[int], known: Set[int]) -> dict[int, int]:
        """In how many ways the cards that are left, told by their strengths, can be shared out in each order."""
        ways = {0: 1}
        for strength in sorted({*left, *known}):
            cards, marked = left[strength], strength in known
            found: dict[int, int] = {}
            for order, count in ways.items():
                for after, choices in self._after(order, cards, marked):
                    found[after] = found.get(after, 0) + count * choices
            ways = found
        return {order: count for order, count in ways.items() if not any(self._lacking[order])}

    def _found_after(self, order: int, cards: int, marked: bool) -> list[tuple[int, int]]:
        """The orders that one more strength makes of an order, and in how many ways."""
        every = _given(cards, self._lacking[order])
        return [(self._number(order, marked, given) if marked or any(given) else order, ways) for given, ways in every]

    def _number(self, order: int, marked: bool, given: Given) -> int:
        number = self._numbers.setdefault((order, marked, given), len(self._levels))
        if number == len(self._levels):
            self._levels.append((*self._levels[order], (marked, given)))
            self._lacking.append(tuple(map(int.__sub__, self._lacking[order], given)))
        return number

    def _position(self, order: int, known: Position, hidden: tuple[int, ...]) -> Position:
        """A position with known cards, whose strengths are counted from 0, and the hidden ones of these places."""
        node, top, hands = known
        levels = self._levels[order]
        ranks = [rank for rank, (marked, _given) in enumerate(levels) if marked]
        found = [[ranks[one] for one in hand] for hand in hands]
        for rank, (_marked, given) in enumerate(levels):
            for place, many in zip(hidden, given, strict=True):
                found[place] += [rank] * many
        return node, ranks[top], tuple(tuple(sorted(hand)) for hand in found)


@lru_cache(maxsize=1 << 12)
def _given(cards: int, lacking: Given) -> list[tuple[Given, int]]:
    """How many of some equal cards each may get, and in how many ways."""
    if not lacking:
        return [((), 1)]
    return [
        ((many, *others), comb(cards, many) * ways)
        for many in range(min(cards, lacking[0]) + 1)
        for others, ways in _given(cards - many, lacking[1:])
    ]


@lru_cache(maxsize=64)
def orders(missing: tuple[int, ...]) -> Orders:
    """The one collection for so many cards of each place."""
    return Orders(missing)
