"""Envido and flor: whose points are best, of all that the hidden hands may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Protocol

from truquero.cards import Card
from truquero.rules.hand import CARDS_IN_HAND
from truquero.rules.points import Points
from truquero.solve.chances.chance import HIGHEST, NONE, Chance, Spread
from truquero.solve.chances.deals import (
    Value,
    World,
    countable,
    counted,
    drawn,
    hidden_of,
    most_deals,
    nothing_fits,
    worlds,
)
from truquero.solve.chances.spot import Spot
from truquero.solve.chances.suits import BySuits

Progress = Callable[[int, int], None]

MOST_SHARED = 3  # hidden hands that are counted suit by suit; of more there are too many


@dataclass(frozen=True)
class PointsChance:
    """The chances of one lance. A hand that has no flor, or may not take part, has the value NONE and is never good."""

    own: Spread
    good: Chance  # no rival has better points
    side: Chance  # the best points of all are of this side
    nobody: Chance  # no player has any
    rival: Spread  # of the next rival
    best_rival: Spread  # of the best of the rivals
    good_with: Mapping[int, Chance]  # by the own value, where it is not known


def envido_chance(spot: Spot, samples: int, seed: str, progress: Progress) -> PointsChance | None:
    """None where the hand has no envido."""
    envido = spot.hand.envido
    if envido is None:
        return None
    return _chances(spot, _envido_barred if envido.window.barred_to_flor else Points.envido, samples, seed, progress)


def flor_chance(spot: Spot, samples: int, seed: str, progress: Progress) -> PointsChance | None:
    """None where the hand has no flor."""
    return None if spot.hand.flor is None else _chances(spot, _flor, samples, seed, progress)


def _envido_barred(points: Points, hand: Sequence[Card]) -> int:
    """S003 Reservá: no other flor takes part with its points."""
    return NONE if points.is_flor(hand) and not points.is_reserva(hand) else points.envido(hand)


def _flor(points: Points, hand: Sequence[Card]) -> int:
    """Of fewer than three cards too: they are none yet."""
    value = points.flor(hand) if len(hand) == CARDS_IN_HAND else None
    return NONE if value is None else value


# ------------------------------------------------------------------------------------------------------------- deals


class Deals(Protocol):
    """What is known of the values of some places; `samples` is 0 where all deals were counted."""

    samples: int

    def levels(self, place: int) -> Sequence[int]:
        """The values that a place may have, the lowest first."""

    def below(self, bounds: Mapping[int, int]) -> Fraction:
        """How likely it is that none of these places has more than its bound."""


class Listed:
    """Deals by the values they give, each with how often it comes."""

    def __init__(self, places: Sequence[int], deals: Counter[tuple[int, ...]], samples: int = 0) -> None:
        self.samples = samples
        self._places = places
        self._deals = deals
        self._total = deals.total()

    def levels(self, place: int) -> Sequence[int]:
        at = self._places.index(place)
        return sorted({values[at] for values, count in self._deals.items() if count})

    def below(self, bounds: Mapping[int, int]) -> Fraction:
        tops = [(self._places.index(place), bound) for place, bound in bounds.items()]
        fitting = (count for values, count in self._deals.items() if all(values[at] <= top for at, top in tops))
        return Fraction(sum(fitting), self._total)


class Shared:
    """Deals of plain points, counted suit by suit. Some places may be known to have points of a span."""

    samples = 0

    def __init__(self, world: World, value: Value, spans: Mapping[int, tuple[int, int]]) -> None:
        self._world = world
        self._value = value
        self._spans = spans
        self._counters: dict[tuple[int, ...], BySuits] = {}
        if not self._count(dict.fromkeys(spans, HIGHEST)):
            raise nothing_fits()

    def levels(self, place: int) -> Sequence[int]:
        return sorted({self._value(self._world.points, hand) for hand in self._world.hands(place)})

    def below(self, bounds: Mapping[int, int]) -> Fraction:
        every = {**dict.fromkeys(self._spans, HIGHEST), **bounds}
        return Fraction(self._count(every), self._count(dict.fromkeys(every, HIGHEST)))

    def _count(self, bounds: Mapping[int, int]) -> int:
        world, ranges = self._world, self._world.spot.ranges
        hidden = tuple(hidden_of(world.spot, sorted(bounds)))
        known = [place for place in bounds if place not in hidden]
        if any(self._value(world.points, ranges[place].held) > bounds[place] for place in known):
            return 0
        if not hidden:
            return 1
        counter = self._counters.get(hidden)
        if counter is None:
            held = [ranges[place].held for place in hidden]
            counter = self._counters[hidden] = BySuits(world.deck, held, partial(self._value, world.points))
        total = 0
        for corner in product(*(self._ends(place, bounds[place]) for place in hidden)):
            total += prod(sign for sign, _bound in corner) * counter.below(tuple(bound for _sign, bound in corner))
        return total

    def _ends(self, place: int, bound: int) -> Sequence[tuple[int, int]]:
        """To have points of a span is to have no more than its highest, less to have fewer than its lowest."""
        if place not in self._spans:
            return ((1, bound),)
        least, most = self._spans[place]
        return (1, min(bound, most)), (-1, min(bound, least - 1))


def _deals(spot: Spot, places: tuple[int, ...], value: Value, samples: int, seed: str, progress: Progress) -> Deals:
    """Counted if that is feasible, otherwise drawn."""
    deals: Counter[tuple[int, ...]] = Counter()
    if countable(spot, places):
        every = worlds(spot)
        each = most_deals(every[0], places)
        for done, world in enumerate(every):
            progress(done * each, len(every) * each)
            deals += counted(world, places, value)
        if not deals:
            raise nothing_fits()
        return Listed(places, deals)
    spans = _spans(spot, places, value)
    if spans is not None:
        return Shared(World(spot, None), value, spans)
    for done, (world, hands) in enumerate(drawn(spot, samples, seed)):
        progress(done, samples)
        deals[tuple(value(world.points, hands[place]) for place in places)] += 1
    return Listed(places, deals, samples)


def _spans(spot: Spot, places: Sequence[int], value: Value) -> dict[int, tuple[int, int]] | None:
    """The places of which other points than just any are asked; None where the deals cannot be counted suit by suit:
    points cross suits, something else is asked, or too much is hidden."""
    if spot.rules.deal.turned or spot.rules.points.piezas or value is _envido_barred:
        return None
    bound = {place: wanted for place, wanted in enumerate(spot.ranges) if not wanted.open}
    found = {place: wanted.span("flor" if value is _flor else "envido") for place, wanted in bound.items()}
    hidden = hidden_of(spot, {*places, *bound})
    if len(hidden) > MOST_SHARED or not set(bound) <= set(hidden):
        return None
    spans = {place: span for place, span in found.items() if span is not None}
    return spans if len(spans) == len(bound) else None


# ----------------------------------------------------------------------------------------------------------- chances


def _chances(spot: Spot, value: Value, samples: int, seed: str, progress: Progress) -> PointsChance:
    me, rivals, everyone = spot.place, spot.rivals, tuple(range(spot.places))
    ours = [place for place in everyone if place not in rivals]
    facing = tuple(sorted((me, *rivals)))
    mine = _deals(spot, facing, value, samples, seed, progress)
    whole = mine if facing == everyone else _deals(spot, everyone, value, samples, seed, progress)
    good = {worth: _is_best(mine, facing, me, worth) for worth in mine.levels(me)}
    side = sum(
        (_is_best(whole, everyone, place, worth) for place in ours for worth in whole.levels(place)), Fraction(0)
    )
    return PointsChance(
        own=_spread(mine, [me]),
        good=Chance(sum(good.values(), Fraction(0)), mine.samples),
        side=Chance(side, whole.samples),
        nobody=Chance(whole.below(dict.fromkeys(everyone, NONE)), whole.samples),
        rival=_spread(mine, rivals[:1]),
        best_rival=_spread(mine, rivals),
        good_with=_good_with(mine, me, good),
    )


def _is_best(deals: Deals, places: Sequence[int], place: int, worth: int) -> Fraction:
    """How likely a place has just this value and it is the best; of equals the nearest to the mano is (S000 §13)."""
    if worth == NONE:
        return Fraction(0)
    others = {other: worth - 1 if other < place else worth for other in places if other != place}
    return deals.below({**others, place: worth}) - deals.below({**others, place: worth - 1})


def _spread(deals: Deals, places: Sequence[int]) -> Spread:
    """The highest value of some places."""
    shares: dict[int, Fraction] = {}
    before = Fraction(0)
    for worth in sorted({worth for place in places for worth in deals.levels(place)}):
        below = deals.below(dict.fromkeys(places, worth))
        if below > before:
            shares[worth] = below - before
        before = below
    return Spread(shares, deals.samples)


def _good_with(deals: Deals, me: int, good: Mapping[int, Fraction]) -> dict[int, Chance]:
    """How often each own value is good."""
    found: dict[int, Chance] = {}
    for worth, share in good.items():
        held = deals.below({me: worth}) - deals.below({me: worth - 1})
        samples = round(held * deals.samples)
        found[worth] = Chance(share / held, samples)
    return found
