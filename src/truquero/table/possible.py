"""The hands that somebody may have been dealt whose cards are not all known, sorted by what they count.

A record need not tell every card. What may be said then depends on whether some hand would allow it. All hands are
sorted once for each way of counting, as sets of bits, so that such a question is answered without counting any hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from truquero.cards import CARDS, Card
from truquero.engine import Need
from truquero.rules.points import Points

MOST_COUNTS = 48  # ways of counting that are kept sorted: with a muestra there is one for each card; half a MiB each
NO_FLOR = -1  # as the value of a flor


class Kind(IntEnum):
    """What a hand is in the flor."""

    NONE = 0
    PLAIN = 1  # a flor that must be sung
    RESERVA = 2  # one that need not


ALL_KINDS = frozenset(Kind)
NEEDED: Mapping[Need, frozenset[Kind]] = {
    Need.FLOR: frozenset({Kind.PLAIN, Kind.RESERVA}),
    Need.NO_FLOR: frozenset({Kind.NONE}),
    Need.PLAIN_FLOR: frozenset({Kind.PLAIN}),
    Need.NO_PLAIN_FLOR: frozenset({Kind.NONE, Kind.RESERVA}),
    Need.RESERVA: frozenset({Kind.RESERVA}),
}


def kind_of(points: Points, hand: Sequence[Card]) -> Kind:
    if not points.is_flor(hand):
        return Kind.NONE
    return Kind.RESERVA if points.is_reserva(hand) else Kind.PLAIN


class Group(NamedTuple):
    """Hands that count the same."""

    kind: Kind
    envido: int
    flor: int
    hands: tuple[int, ...]  # each with a bit for every card

    def has(self, known: int, maybe: int) -> bool:
        """Whether one of them holds all the known cards, and others only that it may hold."""
        return any(hand & known == known and not hand & ~maybe for hand in self.hands)


_BITS = {one: 1 << number for number, one in enumerate(CARDS.values())}


def bits_of(cards: Iterable[Card]) -> int:
    return sum(map(_BITS.__getitem__, cards))


def cards_of(bits: int) -> Iterator[Card]:
    return (one for one, bit in _BITS.items() if bits & bit)


@lru_cache(maxsize=MOST_COUNTS)
def groups(points: Points, size: int) -> tuple[Group, ...]:
    """All hands of so many cards."""
    found: dict[tuple[Kind, int, int], list[int]] = {}
    for hand in combinations(CARDS.values(), size):
        flor = points.flor(hand)
        key = (kind_of(points, hand), points.envido(hand), NO_FLOR if flor is None else flor)
        found.setdefault(key, []).append(bits_of(hand))
    return tuple(Group(*key, tuple(hands)) for key, hands in found.items())
