"""Rough chances from one's own cards alone: what a player feels before he counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from truquero.bots.spot import Spot
from truquero.engine.state import NOBODY
from truquero.rules.tricks import ALL_TIED, Ties, Trick, verdict

# The more play, the less a single hand decides: what is left of an advantage with so many partners who have cards.
SHARED = (1.0, 0.65, 0.5, 0.4)
PARTNER_HAS_IT = (0.0, 0.3, 0.38, 0.42)  # how often a partner has the best envido where one has not oneself
AGAINST_ONE = 1.25  # a rival chooses his card, so it takes a little more than a chance one


class Tricks(NamedTuple):
    """How the tricks of a hand stand for somebody, and the trick that is on."""

    ties: Ties
    side: int
    won: tuple[Trick, ...]
    best: float = -1.0  # how many cards the best one in the trick beats; below 0 where none lies there
    is_ours: bool = False  # it is this side's
    level: bool = False  # both sides have one as good
    laid: bool = False  # one's own card lies there
    rivals_to_come: int = 0


def truco(spot: Spot) -> float:
    """The chance that this side takes the hand."""
    return shared(alone(spot), spot.at.partners_to_come)


def shared(chance: float, partners: int) -> float:
    """What is left of a chance where partners have cards too."""
    return 0.5 + (chance - 0.5) * SHARED[min(partners, 3)]


def alone(spot: Spot) -> float:
    """The same as if each side had one player: what a hand is worth by itself."""
    state, worth = spot.state, spot.worth
    best = -1.0
    if state.best != NOBODY:
        best = worth.share_of(spot.best)
    now = Tricks(
        spot.rules.tricks.ties,
        spot.at.side,
        state.won,
        best=best,
        is_ours=spot.at.partner_leads,
        level=state.parda,
        laid=len(spot.dealt) - len(spot.held) > len(state.won),
        rivals_to_come=spot.at.rivals_to_come if state.best != NOBODY else 1,
    )
    return hand_chance([worth.rank[one] for one in spot.held], now)


def hand_chance(ranks: Sequence[float], now: Tricks) -> float:
    """The chance to take the hand with such cards, one against one."""
    return _hand_chance(tuple(sorted(ranks)), now)


@lru_cache(maxsize=4096)
def _hand_chance(held: tuple[float, ...], now: Tricks) -> float:
    """Return the chance for cards in rising order. A thought weighs hundreds of hands of few ranks, many alike."""
    ties, side, won = now.ties, now.side, now.won
    if now.best < 0:
        return _from(held, ties, side, won)
    taken, lost = (*won, side), (*won, 1 - side)
    if now.laid or now.is_ours:
        stands = 0.5 if now.level else float(now.best ** (AGAINST_ONE * now.rivals_to_come)) if now.is_ours else 0.0
        rest = held if now.laid else held[1:]
        return stands * _from(rest, ties, side, taken) + (1 - stands) * _from(rest, ties, side, lost)
    beating = [rank for rank in held if rank > now.best]
    if beating:
        rest = _without(held, beating[0])
        stands = float(beating[0] ** (AGAINST_ONE * now.rivals_to_come))
        return stands * _from(rest, ties, side, taken) + (1 - stands) * _from(rest, ties, side, lost)
    if now.best in held:
        rest = _without(held, now.best)
        return _from(rest, ties, side, lost if ties is Ties.FIRST_PLAYED else (*won, None))
    return _from(held[1:], ties, side, lost)


def _without(held: tuple[float, ...], rank: float) -> tuple[float, ...]:
    """Return the cards less one of a rank."""
    index = held.index(rank)
    return (*held[:index], *held[index + 1 :])


def _from(held: Sequence[float], ties: Ties, side: int, won: tuple[Trick, ...]) -> float:
    """The chance to take enough of the tricks that are left, with the strongest card first."""
    result = verdict(ties, won) if len(won) > 1 else None
    if result is not None:
        return 0.5 if result == ALL_TIED else float(result == side)
    takes = float(held[-1] ** AGAINST_ONE) if held else 0.0
    rest = held[:-1]
    return takes * _from(rest, ties, side, (*won, side)) + (1 - takes) * _from(rest, ties, side, (*won, 1 - side))


def envido(spot: Spot) -> float:
    """The chance that this side has the best envido."""
    share, _flor = spot.worth.of_hand(spot.dealt)
    best = share ** max(1, spot.at.rivals)
    return float(best + (1 - best) * PARTNER_HAS_IT[min(spot.at.partners, 3)])


def flor(spot: Spot) -> float:
    """The chance that a flor is the best of those that are sung; 0 without one."""
    _envido, share = spot.worth.of_hand(spot.dealt)
    return 0.0 if share is None else share
