"""Envido and flor: the chances that each side has the best points, over all hidden hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from truquero.analysis.hand_equity.card_values import CardValues
from truquero.analysis.hand_equity.chance import NONE, Chance, Distribution
from truquero.analysis.hand_equity.equity_situation import EquitySituation
from truquero.analysis.hand_equity.exact_counts import exact_counts
from truquero.analysis.hand_equity.possible_deals import Value
from truquero.analysis.hand_equity.sampling import sample_deals
from truquero.i18n.progress import Show


@dataclass(frozen=True)
class PointsChance:
    """The chances of one lance.

    A hand that has no flor, or may not take part, has the value NONE and is never good. Some of the chances
    may be counted and others estimated.
    """

    own: Distribution  # this player's points
    good: Chance  # no rival has better points
    side: Chance  # this side has the best points of all
    nobody: Chance  # no player has any points
    rival: Distribution  # points of the next rival
    best_rival: Distribution  # points of the best of the rivals
    good_with: Mapping[int, Chance]  # the chance to be good for each value that the player may have
    contested: Chance | None  # `side` where both sides have points; None if they never have

    def __repr__(self) -> str:
        return f"<{type(self).__name__} good {float(self.good):.3f}, side {float(self.side):.3f}>"


def envido_chance(situation: EquitySituation, samples: int, seed: str, progress: Show) -> PointsChance | None:
    """Return the chances of the envido, or None if the hand has no envido."""
    return None if situation.hand.envido is None else _chances(situation, CardValues.envido, samples, seed, progress)


def flor_chance(situation: EquitySituation, samples: int, seed: str, progress: Show) -> PointsChance | None:
    """Return the chances of the flor, or None if the hand has no flor."""
    return None if situation.hand.flor is None else _chances(situation, CardValues.flor, samples, seed, progress)


# ------------------------------------------------------------------------------------------------------------- deals


class DealCounts(Protocol):
    """All deals, or a sample of them. `samples` is 0 where all were counted."""

    samples: int

    def best(self, place: int, among: Sequence[int]) -> Mapping[int, Fraction]:
        """Return, for each value, the probability that the place has it and that it is the best among some places.

        Of equal hands the nearest to the mano is the best (S000 §13). NONE is never the best.
        """

    def none(self, places: Sequence[int]) -> Fraction:
        """Return the probability that none of these places has any points."""


class SampledDeals:
    """A sample of deals, by the values of their hands."""

    def __init__(self, situation: EquitySituation, value: Value, samples: int, seed: str, progress: Show) -> None:
        self.samples = samples
        self._deals: Counter[tuple[int, ...]] = Counter()
        for done, (world, hands) in enumerate(sample_deals(situation, samples, seed)):
            progress(done, samples)
            self._deals[tuple(value(world.card_values, hand) for hand in hands)] += 1

    def best(self, place: int, among: Sequence[int]) -> Mapping[int, Fraction]:
        counts: Counter[int] = Counter()
        rivals_and_priority = [(other_place, other_place < place) for other_place in among if other_place != place]
        for values, count in self._deals.items():
            if all(values[other_place] + before <= values[place] for other_place, before in rivals_and_priority):
                counts[values[place]] += count
        del counts[NONE]
        return {value: Fraction(count, self.samples) for value, count in sorted(counts.items())}

    def none(self, places: Sequence[int]) -> Fraction:
        counts = (count for values, count in self._deals.items() if all(values[place] == NONE for place in places))
        return Fraction(sum(counts), self.samples)


class _Lance:
    """The deals of one lance. A sample is drawn at most once, for everything that cannot be counted."""

    def __init__(self, situation: EquitySituation, value: Value, samples: int, seed: str, progress: Show) -> None:
        self._counted = exact_counts(replace(situation, place=0), value)
        self._counted.progress = progress
        self._draw = (situation, value, samples, seed, progress)

    @cached_property
    def _sampled(self) -> SampledDeals:
        return SampledDeals(*self._draw)

    def deals(self, places: Sequence[int]) -> DealCounts:
        """Return the deals to compare these places with: all of them if they are few enough, otherwise a sample."""
        return self._counted if self._counted.feasible(places) else self._sampled

    def spread(self, places: Sequence[int]) -> Distribution:
        """Return the distribution of the highest value of some places."""
        deals = self.deals(places)
        return Distribution(_highest(deals, places), deals.samples)


def _highest(deals: DealCounts, places: Sequence[int]) -> dict[int, Fraction]:
    shares: dict[int, Fraction] = {}
    for place in places:
        for value, share in deals.best(place, places).items():
            shares[value] = shares.get(value, Fraction(0)) + share
    nobody = deals.none(places)
    return ({NONE: nobody} if nobody else {}) | dict(sorted(shares.items()))


# ----------------------------------------------------------------------------------------------------------- chances


def _chances(situation: EquitySituation, value: Value, samples: int, seed: str, progress: Show) -> PointsChance:
    lance = _Lance(situation, value, samples, seed, progress)
    own_place, rivals, everyone = situation.place, situation.rivals, tuple(range(situation.places))
    ours = tuple(place for place in everyone if place not in rivals)
    facing = tuple(sorted((own_place, *rivals)))
    facing_deals, all_deals = lance.deals(facing), lance.deals(everyone)
    good = facing_deals.best(own_place, facing)
    side = sum((share for place in ours for share in all_deals.best(place, everyone).values()), Fraction(0))
    nobody = all_deals.none(everyone)
    return PointsChance(
        own=lance.spread((own_place,)),
        good=Chance(sum(good.values(), Fraction(0)), facing_deals.samples),
        side=Chance(side, all_deals.samples),
        nobody=Chance(nobody, all_deals.samples),
        rival=lance.spread(rivals[:1]),
        best_rival=lance.spread(rivals),
        good_with=_good_with(_highest(facing_deals, (own_place,)), good, facing_deals.samples),
        contested=_contested(side, all_deals.none(rivals), all_deals.none(ours), nobody, all_deals.samples),
    )


def _good_with(held: Mapping[int, Fraction], good: Mapping[int, Fraction], samples: int) -> dict[int, Chance]:
    """Return, for each own value, the chance that it is good."""
    return {
        value: Chance(good.get(value, Fraction(0)) / share, round(share * samples)) for value, share in held.items()
    }


def _contested(
    side: Fraction, rivals_none: Fraction, ours_none: Fraction, nobody: Fraction, samples: int
) -> Chance | None:
    """Return the chance that this side is the best where both sides have points, or None if they never have."""
    win = side - (rivals_none - nobody)
    both = 1 - rivals_none - ours_none + nobody
    return Chance(win / both, round(both * samples)) if both else None
