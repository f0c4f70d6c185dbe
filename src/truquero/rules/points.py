"""What a hand is worth in envido and in flor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from truquero.cards import Card

LINKED = 20  # two or three cards of one suit are worth this and their own values


@dataclass(frozen=True)
class Points:
    """The count of S000 §6-§7 and, with piezas that link with every card, of S003 Puntuación.

    `reservas` are the pairs of piezas whose flor need not be sung (S003 Flor); `reserva_counts_three` says whether
    such a hand plays the envite with all its cards.
    """

    piezas: tuple[tuple[Card, int], ...] = ()
    reservas: tuple[frozenset[Card], ...] = ()
    reserva_counts_three: bool = False

    def worth(self, one: Card) -> int:
        """The value of a single card: its index, 0 for the figures, more for a pieza."""
        for pieza, value in self.piezas:
            if pieza == one:
                return value
        return one.rank if one.rank <= 7 else 0

    def envido(self, hand: Sequence[Card]) -> int:
        return _envido(self, tuple(sorted(hand)))

    def flor(self, hand: Sequence[Card]) -> int | None:
        """The value of a flor, or None where the hand is none."""
        return _flor(self, tuple(sorted(hand)))

    def is_reserva(self, hand: Sequence[Card]) -> bool:
        return any(pair <= set(hand) for pair in self.reservas)

    def _wild(self, one: Card) -> bool:
        return any(pieza == one for pieza, _ in self.piezas)


@cache
def _envido(points: Points, hand: tuple[Card, ...]) -> int:
    if points.reserva_counts_three and points.is_reserva(hand):
        return LINKED + sum(map(points.worth, hand))
    linked = [
        LINKED + points.worth(one) + points.worth(other)
        for one, other in combinations(hand, 2)
        if one.suit == other.suit or points._wild(one) or points._wild(other)
    ]
    return max(linked) if linked else max(map(points.worth, hand))


@cache
def _flor(points: Points, hand: tuple[Card, ...]) -> int | None:
    suits = {one.suit for one in hand if not points._wild(one)}
    if len(hand) != 3 or len(suits) > 1:
        return None
    return LINKED + sum(map(points.worth, hand))


@cache
def possible_values(points: Points, pack: tuple[Card, ...], lance: str) -> tuple[int, ...]:
    """Every value some hand of the pack can declare."""
    hands = combinations(pack, 3)
    if lance == "flor":
        return tuple(sorted({value for hand in hands if (value := points.flor(hand)) is not None}))
    return tuple(sorted({points.envido(hand) for hand in hands}))
