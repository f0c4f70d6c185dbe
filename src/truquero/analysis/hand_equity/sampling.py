"""Random deals, drawn uniformly from all that agree with what is known."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from math import comb, prod
from random import Random

from truquero.analysis.hand_equity.equity_situation import EquitySituation
from truquero.analysis.hand_equity.possible_deals import Hand, World, nothing_fits, worlds
from truquero.cards import Card
from truquero.i18n import _
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.table import TableError

MOST_CACHED = 20_000  # deals
MOST_ATTEMPTS = 100_000  # before giving up
ATTEMPTS_PER_DEAL = 1_000  # added for each deal that is found

SampledDeal = tuple[World, list[Hand]]


def sample_deals(situation: EquitySituation, samples: int, seed: str) -> Iterator[SampledDeal]:
    """Return an iterator over `samples` random deals. All deals that fit are equally likely.

    A deal contains the hand of every place, its known cards first.
    """
    situation = replace(situation, place=0)  # the deals do not depend on the place, so all places share the cache
    return iter(_sample_once(situation, samples, seed)) if samples <= MOST_CACHED else _sample(situation, samples, seed)


@lru_cache(maxsize=2)
def _sample_once(situation: EquitySituation, samples: int, seed: str) -> list[SampledDeal]:
    """Return the deals as a list. The cache lets all lances use the same deals."""
    return list(_sample(situation, samples, seed))


def _sample(situation: EquitySituation, samples: int, seed: str) -> Iterator[SampledDeal]:
    random = Random(seed)
    samplers = [_DealSampler(world) for world in worlds(situation)]
    weights = list(accumulate(sampler.weight for sampler in samplers))
    if not weights[-1]:
        raise nothing_fits()
    attempts_left = MOST_ATTEMPTS
    for _number in range(samples):
        deal = None
        while deal is None:
            if not attempts_left:
                raise TableError(_("too few of the sampled deals fit everything that was given: remove a condition"))
            attempts_left -= 1
            deal = samplers[bisect(weights, random.randrange(weights[-1]))].attempt(random)
        attempts_left += ATTEMPTS_PER_DEAL
        yield deal


class _PlaceSampler:
    """Draws the hidden cards of one place with a restricted range, after some other places have drawn theirs."""

    def __init__(self, world: World, place: int) -> None:
        self.place = place
        self.held = world.situation.ranges[place].held
        self.missing = CARDS_IN_HAND - len(self.held)
        self._hands = world.hands(place)
        hidden = {card for hand in self._hands for card in hand[len(self.held) :]}
        self.cards = [card for card in world.deck if card in hidden]
        # Whether every combination of these cards fits: then it can draw from those that are left.
        self.any_cards = len(self._hands) == comb(len(self.cards), self.missing)
        self.most = len(self._hands)

    def after(self, earlier: list[_PlaceSampler]) -> None:
        """Lower the maximum number of hands by the cards that the places before are certain to take."""
        if self.any_cards:
            surely_taken = sum(
                max(0, sampler.missing - len(set(sampler.cards) - set(self.cards))) for sampler in earlier
            )
            self.most = comb(max(0, len(self.cards) - surely_taken), self.missing)

    def draw(self, random: Random, taken: set[Card]) -> Hand | None:
        """Draw a hand, or return None if the draw is rejected.

        Each hand that shares no card with `taken` has the probability 1 / `most`.
        """
        if not self.any_cards:
            hand = random.choice(self._hands)
            return hand if taken.isdisjoint(hand) else None
        free_cards = [card for card in self.cards if card not in taken]
        choices = comb(len(free_cards), self.missing)
        if choices < self.most and random.randrange(self.most) >= choices:
            return None
        return (*self.held, *random.sample(free_cards, self.missing))


class _DealSampler:
    """Draws deals with a given turned card, by rejection sampling.

    Places with a restricted range draw their cards one after the other; if one of them fails, the whole attempt is
    rejected. All other places are dealt from the cards that are left.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        samplers = [_PlaceSampler(world, place) for place in world.bound]
        self._samplers = sorted(samplers, key=lambda sampler: (not sampler.any_cards, len(sampler.cards)))
        for index, sampler in enumerate(self._samplers):
            sampler.after(self._samplers[:index])
        self._free = [
            (place, hand_range.held)
            for place, hand_range in enumerate(world.situation.ranges)
            if hand_range.is_unrestricted
        ]
        self._free_cards = sum(CARDS_IN_HAND - len(held) for _place, held in self._free)
        self.weight = prod(sampler.most for sampler in self._samplers)

    def attempt(self, random: Random) -> SampledDeal | None:
        """Draw a deal, or return None if the attempt is rejected.

        Each valid choice of hands for the restricted places has the probability 1 / `weight`.
        """
        chosen: dict[int, Hand] = {}
        taken: set[Card] = set()
        for sampler in self._samplers:
            hand = sampler.draw(random, taken)
            if hand is None:
                return None
            chosen[sampler.place] = hand
            taken.update(hand)
        free_cards = [card for card in self._world.deck if card not in taken] if taken else self._world.deck
        drawn_cards = random.sample(free_cards, self._free_cards)
        start = 0
        for place, held in self._free:
            end = start + CARDS_IN_HAND - len(held)
            chosen[place] = (*held, *drawn_cards[start:end])
            start = end
        return self._world, [chosen[place] for place in range(self._world.situation.places)]
