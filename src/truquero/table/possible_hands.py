"""The hands that a player with unknown cards may have been dealt, grouped by their value.

A record may leave cards out. A move is then legal if some possible hand allows it. For each way of counting points, all
hands are grouped once, as bit masks with a bit for each hand. Such a question then takes a few mask operations instead
of a loop over all hands.
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

MOST_COUNTS = 48  # cache size, in ways of counting: with a muestra there is one for each card; half a MiB each
MOST_LIMITS = 64  # cache size of hands_within; 2 KiB for each result, 24 KiB with four cards
NO_FLOR = -1  # the value of a flor where a hand has none


class Kind(IntEnum):
    """The kind of flor that a hand is, if any."""

    NONE = 0
    PLAIN = 1  # a flor that must be sung
    RESERVA = 2  # a flor that need not be sung


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
    """An equivalence class of hands with the same values. Bit n of `hands` is the n-th of all hands of that size."""

    kind: Kind
    envido: int
    flor: int
    hands: int


_BITS = {card: 1 << number for number, card in enumerate(CARDS.values())}


def bits_of(cards: Iterable[Card]) -> int:
    return sum(map(_BITS.__getitem__, cards))


def cards_of(bits: int) -> Iterator[Card]:
    return (card for card, bit in _BITS.items() if bits & bit)


class _BitSet:
    """A builder, in linear time, of an int with a bit set for each number added. Numbers are below a limit."""

    def __init__(self, limit: int) -> None:
        self._bytes = bytearray((limit + 7) // 8)

    def add(self, number: int) -> None:
        self._bytes[number >> 3] |= 1 << (number & 7)

    def bits(self) -> int:
        return int.from_bytes(self._bytes, "little")


Count = tuple[Kind, int, int]


@lru_cache(maxsize=MOST_COUNTS)
def groups(points: Points, size: int) -> tuple[Group, ...]:
    """Return all hands of `size` cards, grouped by their values."""
    piezas = frozenset(pieza for pieza, _worth in points.piezas)
    grouped: dict[Count, int] = {}
    if piezas:  # the value of a hand without a pieza does not depend on the piezas: count such hands only once
        with_pieza = reduce(or_, (hands for card, _bit, hands in _hands_with(size) if card in piezas))
        grouped = {(kind, envido, flor): hands & ~with_pieza for kind, envido, flor, hands in groups(Points(), size)}
    for key, hands in _counted(points, size, piezas).items():
        grouped[key] = grouped.get(key, 0) | hands
    return tuple(Group(*key, hands) for key, hands in grouped.items() if hands)


def _counted(points: Points, size: int, piezas: AbstractSet[Card]) -> dict[Count, int]:
    """Evaluate every hand of `size` cards and group them by value; if there are piezas, only hands that hold one."""
    grouped: dict[Count, _BitSet] = {}
    every = comb(len(CARDS), size)
    for number, hand in enumerate(combinations(CARDS.values(), size)):
        if piezas and piezas.isdisjoint(hand):
            continue
        flor = points.flor(hand)
        value, kind = (NO_FLOR, Kind.NONE) if flor is None else (flor, kind_of(points, hand))
        key = (kind, points.envido(hand), value)
        if key not in grouped:
            grouped[key] = _BitSet(every)
        grouped[key].add(number)
    return {key: hands.bits() for key, hands in grouped.items()}


@lru_cache(maxsize=MOST_COUNTS * len(Kind))
def hands_of_kind(points: Points, size: int, kind: Kind) -> int:
    """Return a bit mask of the hands of `size` cards that are of a kind."""
    return reduce(or_, (group.hands for group in groups(points, size) if group.kind is kind), 0)


@lru_cache
def _hands_with(size: int) -> tuple[tuple[Card, int, int], ...]:
    """Return each card, its bit, and a bit mask of the hands of `size` cards that hold it."""
    holding = {card: _BitSet(comb(len(CARDS), size)) for card in CARDS.values()}
    for number, hand in enumerate(combinations(CARDS.values(), size)):
        for card in hand:
            holding[card].add(number)
    return tuple((card, _BITS[card], hands.bits()) for card, hands in holding.items())


@lru_cache(maxsize=MOST_LIMITS)
def hands_within(size: int, certain: int, maybe: int) -> int:
    """Return a bit mask of the hands that hold all `certain` cards and whose other cards are all among `maybe`."""
    hands, without = (1 << comb(len(CARDS), size)) - 1, 0
    for _card, bit, holding in _hands_with(size):
        if certain & bit:
            hands &= holding
        elif not maybe & bit:
            without |= holding
    return hands & ~without


def cards_in(size: int, hands: int) -> int:
    """Return a bit mask of the cards that at least one of these hands holds."""
    return sum([bit for _card, bit, holding in _hands_with(size) if holding & hands])
