"""The hands that somebody may have been dealt whose cards are not all known, sorted by what they count.

A record need not tell every card. What may be said then depends on whether some hand would allow it. All hands are
sorted once for each way of counting, as sets of bits, so that such a question is answered without counting any hand and
without looking at them one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import IntEnum
from functools import lru_cache, reduce
from itertools import combinations
from math import comb
from operator import or_
from typing import NamedTuple

from truquero.cards import CARDS, Card
from truquero.engine import Need
from truquero.rules.points import Points

MOST_COUNTS = 48  # ways of counting that are kept sorted: with a muestra there is one for each card; half a MiB each
MOST_LIMITS = 64  # answers about known cards that are kept; 2 KiB each, with four cards 24 KiB
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
    """Hands that count the same. `hands` has a bit for each hand, at its place among all hands of that size."""

    kind: Kind
    envido: int
    flor: int
    hands: int


_BITS = {one: 1 << number for number, one in enumerate(CARDS.values())}


def bits_of(cards: Iterable[Card]) -> int:
    return sum(map(_BITS.__getitem__, cards))


def cards_of(bits: int) -> Iterator[Card]:
    return (one for one, bit in _BITS.items() if bits & bit)


class _BitSet:
    """Collects numbers below a limit into an int with a bit for each, in linear time."""

    def __init__(self, limit: int) -> None:
        self._bytes = bytearray((limit + 7) // 8)

    def add(self, number: int) -> None:
        self._bytes[number >> 3] |= 1 << (number & 7)

    def bits(self) -> int:
        return int.from_bytes(self._bytes, "little")


Count = tuple[Kind, int, int]


@lru_cache(maxsize=MOST_COUNTS)
def groups(points: Points, size: int) -> tuple[Group, ...]:
    """Return all hands of so many cards, by what they count."""
    piezas = frozenset(pieza for pieza, _worth in points.piezas)
    found: dict[Count, int] = {}
    if piezas:  # hands without one count the same whatever the piezas are: count them only once
        with_pieza = reduce(or_, (hands for one, _bit, hands in _hands_with(size) if one in piezas))
        found = {(kind, envido, flor): hands & ~with_pieza for kind, envido, flor, hands in groups(Points(), size)}
    for key, hands in _counted(points, size, piezas).items():
        found[key] = found.get(key, 0) | hands
    return tuple(Group(*key, hands) for key, hands in found.items() if hands)


def _counted(points: Points, size: int, piezas: AbstractSet[Card]) -> dict[Count, int]:
    """Count every hand of so many cards; where there are piezas, every hand that holds one."""
    found: dict[Count, _BitSet] = {}
    every = comb(len(CARDS), size)
    for number, hand in enumerate(combinations(CARDS.values(), size)):
        if piezas and piezas.isdisjoint(hand):
            continue
        flor = points.flor(hand)
        value, kind = (NO_FLOR, Kind.NONE) if flor is None else (flor, kind_of(points, hand))
        key = (kind, points.envido(hand), value)
        if key not in found:
            found[key] = _BitSet(every)
        found[key].add(number)
    return {key: hands.bits() for key, hands in found.items()}


@lru_cache(maxsize=MOST_COUNTS * len(Kind))
def hands_of_kind(points: Points, size: int, kind: Kind) -> int:
    """Return the hands of so many cards that are of a kind, as bits."""
    return reduce(or_, (group.hands for group in groups(points, size) if group.kind is kind), 0)


@lru_cache
def _hands_with(size: int) -> tuple[tuple[Card, int, int], ...]:
    """Return each card, its bit, and the hands of so many cards that hold it, as bits."""
    found = {one: _BitSet(comb(len(CARDS), size)) for one in CARDS.values()}
    for number, hand in enumerate(combinations(CARDS.values(), size)):
        for one in hand:
            found[one].add(number)
    return tuple((one, _BITS[one], hands.bits()) for one, hands in found.items())


@lru_cache(maxsize=MOST_LIMITS)
def hands_within(size: int, known: int, maybe: int) -> int:
    """Return the hands that hold all the known cards, and others only that they may hold, as bits."""
    hands, without = (1 << comb(len(CARDS), size)) - 1, 0
    for _card, bit, holding in _hands_with(size):
        if known & bit:
            hands &= holding
        elif not maybe & bit:
            without |= holding
    return hands & ~without


def cards_in(size: int, hands: int) -> int:
    """Return the cards that some of these hands hold, as bits."""
    return sum([bit for _card, bit, holding in _hands_with(size) if holding & hands])
