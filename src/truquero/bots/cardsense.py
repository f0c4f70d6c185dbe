"""Which card to lay: what anybody learns in the first winters at the table."""

from __future__ import annotations

from truquero.bots.spot import Spot
from truquero.cards import Card
from truquero.engine.state import NOBODY

SAFE = 0.8  # a partner's card that beats so many of all cards is left alone


def card_to_lay(spot: Spot) -> Card:
    """A player takes a trick as cheaply as he can, leaves his partner's alone, and spares what he cannot win with."""
    strengths = spot.worth.strengths
    cards = sorted(spot.held, key=strengths.__getitem__)
    if len(cards) == 1:
        return cards[0]
    if spot.state.best == NOBODY:
        return _to_lead(spot, cards)
    beating = [one for one in cards if strengths[one] > spot.best]
    if spot.at.partner_leads:
        return cards[0] if is_partners(spot) or not beating else beating[-1]
    if beating:
        return beating[0] if not spot.at.rivals_to_come else _enough(spot, beating)
    return _tie_or_lowest(spot, cards)


def is_partners(spot: Spot) -> bool:
    """Whether the trick is a partner's as it stands: no rival is to come, or few cards beat the best of it."""
    if not spot.at.partner_leads or not spot.at.rivals_to_come:
        return spot.at.partner_leads
    strengths, best = spot.worth.strengths, spot.best
    beaten = sum(strength < best for strength in strengths.values())
    return beaten >= SAFE * len(strengths)


def _enough(spot: Spot, beating: list[Card]) -> Card:
    """With rivals still to come, the lowest that few cards beat; otherwise the highest."""
    return next((one for one in beating if spot.worth.rank[one] >= SAFE), beating[-1])


def _to_lead(spot: Spot, cards: list[Card]) -> Card:
    """Lead the middle one of three, so that the best comes back last; who needs this trick leads his best."""
    ours, theirs, tied = spot.at.tricks
    if tied or theirs > ours:
        return cards[-1]
    if len(cards) == 3 and spot.worth.rank[cards[1]] >= 0.5:
        return cards[1]
    return cards[-1] if len(cards) == 3 else cards[0]


def _tie_or_lowest(spot: Spot, cards: list[Card]) -> Card:
    """A tie is good for whoever has taken the first trick, and better than losing it."""
    strengths, (ours, theirs, _tied) = spot.worth.strengths, spot.at.tricks
    equal = [one for one in cards if strengths[one] == spot.best]
    return equal[0] if equal and not spot.at.rivals_to_come and ours >= theirs else cards[0]
