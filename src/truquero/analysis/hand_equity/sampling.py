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

MOST_KEPT = 20_000  # deals that are cached, to be used again
MOST_IN_VAIN = 100_000  # attempts before giving up
MOST_FOR_ONE = 1_000  # attempts added for each deal that is found

SampledDeal = tuple[World, list[Hand]]


def sample_deals(situation: EquitySituation, samples: int, seed: str) -> Iterator[SampledDeal]:
    """Return an iterator over `samples` random deals. All deals that fit are equally likely.

    A deal contains the hand of every place, its known cards first.
    """
    situation = replace(situation, place=0)  # the deals do not depend on the place, so all places share the cache
    return iter(_sample_once(situation, samples, seed)) if samples <= MOST_KEPT else _sample(situation, samples, seed)


@lru_cache(maxsize=2)
def _sample_once(situation: EquitySituation, samples: int, seed: str) -> list[SampledDeal]:
    """Return the deals as a list. The cache lets all lances use the same deals."""
    return list(_sample(situation, samples, seed))


def _sample(situation: EquitySituation, samples: int, seed: str) -> Iterator[SampledDeal]:
    chance = Random(seed)
    every = [_DealSampler(world) for world in worlds(situation)]
    weights = list(accumulate(chooser.weight for chooser in every))
    if not weights[-1]:
        raise nothing_fits()
    left = MOST_IN_VAIN
    for _number in range(samples):
        deal = None
        while deal is None:
            if not left:
                raise TableError(_("too few of the sampled deals fit everything that was given: remove a condition"))
            left -= 1
            deal = every[bisect(weights, chance.randrange(weights[-1]))].attempt(chance)
        left += MOST_FOR_ONE
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
            taken = sum(max(0, sampler.missing - len(set(sampler.cards) - set(self.cards))) for sampler in earlier)
            self.most = comb(max(0, len(self.cards) - taken), self.missing)

    def draw(self, chance: Random, taken: set[Card]) -> Hand | None:
        """Draw a hand, or return None if the draw is rejected.

        Each hand that shares no card with `taken` has the probability 1 / `most`.
        """
        if not self.any_cards:
            hand = chance.choice(self._hands)
            return hand if taken.isdisjoint(hand) else None
        left = [card for card in self.cards if card not in taken]
        hands = comb(len(left), self.missing)
        if hands < self.most and chance.randrange(self.most) >= hands:
            return None
        return (*self.held, *chance.sample(left, self.missing))


class _DealSampler:
    """Draws deals with a given turned card, by rejection sampling.

    Places with a restricted range draw their cards one after the other; if one of them fails, the whole attempt is
    rejected. All other places are dealt from the cards that are left.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        every = [_PlaceSampler(world, place) for place in world.bound]
        self._choices = sorted(every, key=lambda sampler: (not sampler.any_cards, len(sampler.cards)))
        for at, choice in enumerate(self._choices):
            choice.after(self._choices[:at])
        self._free = [
            (place, hand_range.held) for place, hand_range in enumerate(world.situation.ranges) if hand_range.open
        ]
        self._free_cards = sum(CARDS_IN_HAND - len(held) for _place, held in self._free)
        self.weight = prod(choice.most for choice in self._choices)

    def attempt(self, chance: Random) -> SampledDeal | None:
        """Draw a deal, or return None if the attempt is rejected.

        Each valid choice of hands for the restricted places has the probability 1 / `weight`.
        """
        chosen: dict[int, Hand] = {}
        taken: set[Card] = set()
        for choice in self._choices:
            hand = choice.draw(chance, taken)
            if hand is None:
                return None
            chosen[choice.place] = hand
            taken.update(hand)
        left = [card for card in self._world.deck if card not in taken] if taken else self._world.deck
        rest = chance.sample(left, self._free_cards)
        at = 0
        for place, held in self._free:
            end = at + CARDS_IN_HAND - len(held)
            chosen[place] = (*held, *rest[at:end])
            at = end
        return self._world, [chosen[place] for place in range(self._world.situation.places)]
