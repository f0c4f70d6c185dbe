"""Counts of hidden cards by the order of their strengths, among each other and relative to the known cards.

Nothing else matters in the tricks, so deals with the same order form one equivalence class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from functools import cache, lru_cache
from math import comb

from truquero.analysis.hand_equity.solver import Position

Shares = tuple[int, ...]  # the number of cards of one strength that each place gets


class Orders:
    """The orders of strength that a given number of hidden cards of each place may have.

    Orders are built from the weakest strength upwards and numbered as they are found; 0 is the order of no card.
    Games with other strengths reuse the same orders.
    """

    def __init__(self, missing: tuple[int, ...]) -> None:
        self._lacking = [missing]
        self._levels: list[tuple[tuple[bool, Shares], ...]] = [
            ()
        ]  # whether a known card has this strength, and `Shares`
        self._numbers: dict[tuple[int, bool, Shares], int] = {}
        self._after = cache(self._next_orders)
        self.position = cache(self._position)

    def counts(self, hidden: Counter[int], known: Set[int]) -> dict[int, int]:
        """Return, for each order, the number of ways to deal the cards that are left, given by their strengths."""
        ways = {0: 1}
        for strength in sorted({*hidden, *known}):
            cards, is_known = hidden[strength], strength in known
            following: dict[int, int] = {}
            for order, count in ways.items():
                for after, choices in self._after(order, cards, is_known):
                    following[after] = following.get(after, 0) + count * choices
            ways = following
        return {order: count for order, count in ways.items() if not any(self._lacking[order])}

    def _next_orders(self, order: int, cards: int, is_known: bool) -> list[tuple[int, int]]:
        """Return the orders that result from adding one strength to an order, with the number of ways."""
        share_outs = _share_outs(cards, self._lacking[order])
        return [
            (self._number(order, is_known, shares) if is_known or any(shares) else order, ways)
            for shares, ways in share_outs
        ]

    def _number(self, order: int, is_known: bool, shares: Shares) -> int:
        number = self._numbers.setdefault((order, is_known, shares), len(self._levels))
        if number == len(self._levels):
            self._levels.append((*self._levels[order], (is_known, shares)))
            self._lacking.append(tuple(map(int.__sub__, self._lacking[order], shares)))
        return number

    def _position(self, order: int, known: Position, hidden: tuple[int, ...]) -> Position:
        """Return the position with the known cards and the hidden cards of these places.

        The strengths in `known` are counted from 0 without gaps.
        """
        node, top, hands = known
        levels = self._levels[order]
        ranks = [rank for rank, (is_known, _shares) in enumerate(levels) if is_known]
        hands_by_rank = [[ranks[strength] for strength in hand] for hand in hands]
        for rank, (_marked, shares) in enumerate(levels):
            for place, count in zip(hidden, shares, strict=True):
                hands_by_rank[place] += [rank] * count
        return node, ranks[top], tuple(tuple(sorted(hand)) for hand in hands_by_rank)


@lru_cache(maxsize=1 << 12)
def _share_outs(cards: int, lacking: Shares) -> list[tuple[Shares, int]]:
    """Return how many of some equal cards each place may get, with the number of ways."""
    if not lacking:
        return [((), 1)]
    return [
        ((count, *rest), comb(cards, count) * ways)
        for count in range(min(cards, lacking[0]) + 1)
        for rest, ways in _share_outs(cards - count, lacking[1:])
    ]


@lru_cache(maxsize=64)
def orders(missing: tuple[int, ...]) -> Orders:
    """Return the shared collection for this number of hidden cards of each place."""
    return Orders(missing)
