"""Deals drawn from all that agree with what is known, each of them being equally likely."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from math import comb, prod
from random import Random

from truquero.cards import Card
from truquero.language import _
from truquero.rules.hand import CARDS_IN_HAND
from truquero.solve.chances.deals import Hand, World, nothing_fits, worlds
from truquero.solve.chances.spot import Spot
from truquero.table import TableError

MOST_KEPT = 20_000  # deals drawn, to look at them again
MOST_IN_VAIN = 100_000  # attempts before giving up
MOST_FOR_ONE = 1_000  # and so many more for each deal that was found

Deal = tuple[World, list[Hand]]


def drawn(spot: Spot, samples: int, seed: str) -> Iterator[Deal]:
    """So many deals, all that fit being equally likely: the hand of every place, the known cards first."""
    spot = replace(spot, place=0)  # the deals are the same wherever one sits
    return iter(_drawn_once(spot, samples, seed)) if samples <= MOST_KEPT else _drawing(spot, samples, seed)


@lru_cache(maxsize=2)
def _drawn_once(spot: Spot, samples: int, seed: str) -> list[Deal]:
    """All lances look at the same deals."""
    return list(_drawing(spot, samples, seed))


def _drawing(spot: Spot, samples: int, seed: str) -> Iterator[Deal]:
    chance = Random(seed)
    every = [_Chooser(world) for world in worlds(spot)]
    weights = list(accumulate(chooser.weight for chooser in every))
    if not weights[-1]:
        raise nothing_fits()
    left = MOST_IN_VAIN
    for _number in range(samples):
        deal = None
        while deal is None:
            if not left:
                raise TableError(_("too few of the deals drawn agree with all that is known: ask for less"))
            left -= 1
            deal = every[bisect(weights, chance.randrange(weights[-1]))].attempt(chance)
        left += MOST_FOR_ONE
        yield deal


class _Choice:
    """How one place of whose hidden cards something is asked chooses them, after some others."""

    def __init__(self, world: World, place: int) -> None:
        self.place = place
        self.held = world.spot.ranges[place].held
        self.missing = CARDS_IN_HAND - len(self.held)
        self._hands = world.hands(place)
        hidden = {one for hand in self._hands for one in hand[len(self.held) :]}
        self.cards = [one for one in world.deck if one in hidden]
        # Whether any of its cards do: then it chooses among those that are left.
        self.any_cards = len(self._hands) == comb(len(self.cards), self.missing)
        self.most = len(self._hands)

    def after(self, others: list[_Choice]) -> None:
        """Some of its cards are sure to be taken by the others before it, so it has fewer hands left at most."""
        if self.any_cards:
            taken = sum(max(0, one.missing - len(set(one.cards) - set(self.cards))) for one in others)
            self.most = comb(max(0, len(self.cards) - taken), self.missing)

    def draw(self, chance: Random, taken: set[Card]) -> Hand | None:
        """Each hand that shares no card with those taken comes one time in `most`, otherwise none does."""
        if not self.any_cards:
            hand = chance.choice(self._hands)
            return hand if taken.isdisjoint(hand) else None
        left = [one for one in self.cards if one not in taken]
        hands = comb(len(left), self.missing)
        if hands < self.most and chance.randrange(self.most) >= hands:
            return None
        return (*self.held, *chance.sample(left, self.missing))


class _Chooser:
    """The deals with one card turned. Places of which something is asked choose their cards one after the other, and a
    choice that fails is thrown away whole; the others are dealt from what is left."""

    def __init__(self, world: World) -> None:
        self._world = world
        every = [_Choice(world, place) for place in world.bound]
        self._choices = sorted(every, key=lambda one: (not one.any_cards, len(one.cards)))
        for at, choice in enumerate(self._choices):
            choice.after(self._choices[:at])
        self._free = [(place, wanted.held) for place, wanted in enumerate(world.spot.ranges) if wanted.open]
        self._free_cards = sum(CARDS_IN_HAND - len(held) for _place, held in self._free)
        self.weight = prod(choice.most for choice in self._choices)

    def attempt(self, chance: Random) -> Deal | None:
        """Each deal comes one time in `weight`, otherwise none does."""
        chosen: dict[int, Hand] = {}
        taken: set[Card] = set()
        for choice in self._choices:
            hand = choice.draw(chance, taken)
            if hand is None:
                return None
            chosen[choice.place] = hand
            taken.update(hand)
        left = [one for one in self._world.deck if one not in taken] if taken else self._world.deck
        rest = chance.sample(left, self._free_cards)
        at = 0
        for place, held in self._free:
            end = at + CARDS_IN_HAND - len(held)
            chosen[place] = (*held, *rest[at:end])
            at = end
        return self._world, [chosen[place] for place in range(self._world.spot.places)]
