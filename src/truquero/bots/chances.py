"""Rough chances from one's own cards alone: what a player feels before he counts."""

from __future__ import annotations

from truquero.bots.spot import Spot
from truquero.cards import Card
from truquero.engine.state import NOBODY

# The more play, the less a single hand decides: what is left of an advantage with so many partners.
SHARED = (1.0, 0.65, 0.5, 0.4)
PARTNER_HAS_IT = (0.0, 0.3, 0.38, 0.42)  # how often a partner has the best envido where one has not oneself
AGAINST_ONE = 1.25  # a rival chooses his card, so it takes a little more than a chance one


def truco(spot: Spot) -> float:
    """The chance that this side takes the hand."""
    shares = sorted((_takes(spot, one) for one in spot.held), reverse=True)
    ours, theirs, tied = spot.tricks()
    if spot.state.best != NOBODY and _has_laid(spot):  # one's own card of this trick lies there
        shares = [_standing_trick(spot), *shares]
    alone = _two_of(shares, ours, theirs, tied)
    return 0.5 + (alone - 0.5) * SHARED[min(spot.partners, 3)]


def _takes(spot: Spot, one: Card) -> float:
    """The chance that a card takes a trick: this one if it can, otherwise one to come."""
    state, strengths = spot.state, spot.worth.strengths
    chance = float(spot.worth.rank[one] ** AGAINST_ONE)
    if state.best == NOBODY or spot.rivals_to_come or _has_laid(spot) or spot.partner_leads:
        return chance
    return 1.0 if strengths[one] > spot.best else chance * 0.8


def _has_laid(spot: Spot) -> bool:
    laid_before = len(spot.state.won)
    return len(spot.dealt) - len(spot.held) > laid_before


def _standing_trick(spot: Spot) -> float:
    """The chance to take the trick in which one's own card lies."""
    if not spot.partner_leads:  # it is not a partner's who leads if it is nobody's of this side
        return 0.5 if spot.state.parda else 0.0
    strengths, best = spot.worth.strengths, spot.best
    beaten = sum(strength < best for strength in strengths.values()) / len(strengths)
    return float(beaten ** (AGAINST_ONE * spot.rivals_to_come))


def _two_of(shares: list[float], ours: int, theirs: int, tied: int) -> float:
    """The chance to take enough of the tricks that are left; after a tie the next one decides."""
    one, two, three = (*shares, 0.0, 0.0, 0.0)[:3]
    if tied:
        return one
    if ours > theirs:
        return 1 - (1 - one) * (1 - two)
    if theirs > ours:
        return one * two
    if ours:  # one each
        return one
    return one * two + one * three * (1 - two) + two * three * (1 - one)


def envido(spot: Spot) -> float:
    """The chance that this side has the best envido."""
    share, _flor = spot.worth.of_hand(spot.dealt)
    best = share ** max(1, spot.rivals)
    return float(best + (1 - best) * PARTNER_HAS_IT[min(spot.partners, 3)])


def flor(spot: Spot) -> float:
    """The chance that a flor is the best of those that are sung; 0 without one."""
    _envido, share = spot.worth.of_hand(spot.dealt)
    return 0.0 if share is None else share
