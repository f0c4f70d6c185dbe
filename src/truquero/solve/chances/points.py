"""Envido and flor: whose points are best, of all that the hidden hands may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from truquero.language.progress import Show
from truquero.solve.chances.chance import NONE, Chance, Spread
from truquero.solve.chances.counts import counted_for
from truquero.solve.chances.deals import Value
from truquero.solve.chances.drawing import drawn
from truquero.solve.chances.spot import Spot
from truquero.solve.chances.worth import Worth


@dataclass(frozen=True)
class PointsChance:
    """The chances of one lance. A hand that has no flor, or may not take part, has the value NONE and is never good.
    Each of them is counted or drawn for itself."""

    own: Spread
    good: Chance  # no rival has better points
    side: Chance  # the best points of all are of this side
    nobody: Chance  # no player has any
    rival: Spread  # of the next rival
    best_rival: Spread  # of the best of the rivals
    good_with: Mapping[int, Chance]  # by the own value, where it is not known
    contested: Chance | None  # the best are of this side, where both sides have some; None where they never have


def envido_chance(spot: Spot, samples: int, seed: str, progress: Show) -> PointsChance | None:
    """None where the hand has no envido."""
    return None if spot.hand.envido is None else _chances(spot, Worth.envido, samples, seed, progress)


def flor_chance(spot: Spot, samples: int, seed: str, progress: Show) -> PointsChance | None:
    """None where the hand has no flor."""
    return None if spot.hand.flor is None else _chances(spot, Worth.flor, samples, seed, progress)


# ------------------------------------------------------------------------------------------------------------- deals


class Deals(Protocol):
    """All deals, or some; `samples` is 0 where all were counted."""

    samples: int

    def best(self, place: int, among: Sequence[int]) -> Mapping[int, Fraction]:
        """How likely a place has each value and it is the best of some; of equals the nearest to the mano is (S000
        §13). NONE is never the best."""

    def none(self, places: Sequence[int]) -> Fraction:
        """How likely nobody of these has any points."""


class Drawn:
    """Deals drawn, by the values they give."""

    def __init__(self, spot: Spot, value: Value, samples: int, seed: str, progress: Show) -> None:
        self.samples = samples
        self._deals: Counter[tuple[int, ...]] = Counter()
        for done, (world, hands) in enumerate(drawn(spot, samples, seed)):
            progress(done, samples)
            self._deals[tuple(value(world.worth, hand) for hand in hands)] += 1

    def best(self, place: int, among: Sequence[int]) -> Mapping[int, Fraction]:
        found: Counter[int] = Counter()
        others = [(other, other < place) for other in among if other != place]
        for values, count in self._deals.items():
            if all(values[other] + before <= values[place] for other, before in others):
                found[values[place]] += count
        del found[NONE]
        return {value: Fraction(count, self.samples) for value, count in sorted(found.items())}

    def none(self, places: Sequence[int]) -> Fraction:
        found = (count for values, count in self._deals.items() if all(values[place] == NONE for place in places))
        return Fraction(sum(found), self.samples)


class _Lance:
    """The deals of one lance. They are drawn at most once, for all that cannot be counted."""

    def __init__(self, spot: Spot, value: Value, samples: int, seed: str, progress: Show) -> None:
        self._counted = counted_for(replace(spot, place=0), value)
        self._counted.progress = progress
        self._draw = (spot, value, samples, seed, progress)

    @cached_property
    def _drawn(self) -> Drawn:
        return Drawn(*self._draw)

    def deals(self, places: Sequence[int]) -> Deals:
        """From which these places can be compared."""
        return self._counted if self._counted.feasible(places) else self._drawn

    def spread(self, places: Sequence[int]) -> Spread:
        """The highest value of some places."""
        deals = self.deals(places)
        return Spread(_highest(deals, places), deals.samples)


def _highest(deals: Deals, places: Sequence[int]) -> dict[int, Fraction]:
    shares: dict[int, Fraction] = {}
    for place in places:
        for value, share in deals.best(place, places).items():
            shares[value] = shares.get(value, Fraction(0)) + share
    nobody = deals.none(places)
    return ({NONE: nobody} if nobody else {}) | dict(sorted(shares.items()))


# ----------------------------------------------------------------------------------------------------------- chances


def _chances(spot: Spot, value: Value, samples: int, seed: str, progress: Show) -> PointsChance:
    lance = _Lance(spot, value, samples, seed, progress)
    me, rivals, everyone = spot.place, spot.rivals, tuple(range(spot.places))
    ours = tuple(place for place in everyone if place not in rivals)
    facing = tuple(sorted((me, *rivals)))
    mine, whole = lance.deals(facing), lance.deals(everyone)
    good = mine.best(me, facing)
    side = sum((share for place in ours for share in whole.best(place, everyone).values()), Fraction(0))
    nobody = whole.none(everyone)
    return PointsChance(
        own=lance.spread((me,)),
        good=Chance(sum(good.values(), Fraction(0)), mine.samples),
        side=Chance(side, whole.samples),
        nobody=Chance(nobody, whole.samples),
        rival=lance.spread(rivals[:1]),
        best_rival=lance.spread(rivals),
        good_with=_good_with(_highest(mine, (me,)), good, mine.samples),
        contested=_contested(side, whole.none(rivals), whole.none(ours), nobody, whole.samples),
    )


def _good_with(held: Mapping[int, Fraction], good: Mapping[int, Fraction], samples: int) -> dict[int, Chance]:
    """How often each own value is good."""
    return {
        value: Chance(good.get(value, Fraction(0)) / share, round(share * samples)) for value, share in held.items()
    }


def _contested(
    side: Fraction, rivals_none: Fraction, ours_none: Fraction, nobody: Fraction, samples: int
) -> Chance | None:
    """The deals are left out in which only one side has points."""
    win = side - (rivals_none - nobody)
    both = 1 - rivals_none - ours_none + nobody
    return Chance(win / both, round(both * samples)) if both else None
