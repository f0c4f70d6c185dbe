"""Envido and flor: whose points are best, of all that the hidden hands may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from truquero.cards import Card
from truquero.engine.state import NOBODY
from truquero.rules.points import Points
from truquero.solve.chances.chance import NONE, Chance, Spread
from truquero.solve.chances.deals import Value, countable, counted, drawn, nothing_fits, worlds
from truquero.solve.chances.spot import Spot

Progress = Callable[[int, int], None]

_BARRED = 1000  # below every hand that takes part stands one that may not


@dataclass(frozen=True)
class PointsChance:
    """The chances of one lance. A hand without a flor has the value NONE in it and cannot be good."""

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
    value = points.envido(hand)
    return value - _BARRED if points.is_flor(hand) and not points.is_reserva(hand) else value


def _flor(points: Points, hand: Sequence[Card]) -> int:
    value = points.flor(hand)
    return NONE if value is None else value


# ------------------------------------------------------------------------------------------------------------- deals


@dataclass(frozen=True)
class Found:
    """How many deals give which values to some places; `samples` is 0 where all were counted."""

    places: tuple[int, ...]
    deals: Counter[tuple[int, ...]]
    samples: int = 0

    @property
    def total(self) -> int:
        return self.samples or self.deals.total()

    def chance(self, holds: Callable[[Mapping[int, int]], bool]) -> Chance:
        many = sum(count for values, count in self.deals.items() if holds(dict(zip(self.places, values, strict=True))))
        return Chance(Fraction(many, self.total), self.samples)

    def spread(self, value: Callable[[Mapping[int, int]], int]) -> Spread:
        shares: Counter[int] = Counter()
        for values, count in self.deals.items():
            shares[value(dict(zip(self.places, values, strict=True)))] += count
        return Spread({worth: Fraction(shares[worth], self.total) for worth in sorted(shares)}, self.samples)


def _found(spot: Spot, places: tuple[int, ...], value: Value, samples: int, seed: str, progress: Progress) -> Found:
    deals: Counter[tuple[int, ...]] = Counter()
    if countable(spot, places):
        every = worlds(spot)
        for done, world in enumerate(every):
            progress(done, len(every))
            deals += counted(world, places, value)
        if not deals:
            raise nothing_fits()
        return Found(places, deals)
    for done, (world, hands) in enumerate(drawn(spot, samples, seed)):
        progress(done, samples)
        deals[tuple(value(world.points, hands[place]) for place in places)] += 1
    return Found(places, deals, samples)


def _chances(spot: Spot, value: Value, samples: int, seed: str, progress: Progress) -> PointsChance:
    me, rivals, everyone = spot.place, spot.rivals, tuple(range(spot.places))
    whole = _found(spot, everyone, value, samples, seed, progress)
    ours = [place for place in everyone if place not in rivals]
    facing = tuple(sorted((me, *rivals)))
    mine = _found(spot, facing, value, samples, seed, progress) if whole.samples and facing != everyone else whole
    return PointsChance(
        own=mine.spread(lambda values: _shown(values[me])),
        good=mine.chance(lambda values: _best(values) == me),
        side=whole.chance(lambda values: _best(values) in ours),
        nobody=whole.chance(lambda values: _best(values) == NOBODY),
        rival=mine.spread(lambda values: _shown(values[rivals[0]])),
        best_rival=mine.spread(lambda values: _shown(max(values[place] for place in rivals))),
        good_with=_good_with(mine, me),
    )


def _good_with(found: Found, me: int) -> dict[int, Chance]:
    """How often each own value is good."""
    every: Counter[int] = Counter()
    good: Counter[int] = Counter()
    for values, count in found.deals.items():
        held = dict(zip(found.places, values, strict=True))
        every[_shown(held[me])] += count
        good[_shown(held[me])] += count if _best(held) == me else 0
    return {
        worth: Chance(Fraction(good[worth], every[worth]), every[worth] if found.samples else 0)
        for worth in sorted(every)
    }


def _best(values: Mapping[int, int]) -> int:
    """The place with the highest value, of equals the nearest to the mano (S000 §13); NOBODY where there is none."""
    best = max(values, key=lambda place: (values[place], -place))
    return NOBODY if values[best] == NONE else best


def _shown(value: int) -> int:
    """What is told of a hand that may not take part: that it has no value."""
    return max(value, NONE)
