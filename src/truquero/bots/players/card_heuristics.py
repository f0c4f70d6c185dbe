"""Rules of thumb for the card to lay."""

from __future__ import annotations

from truquero.bots.players.player_situation import Situation
from truquero.cards import Card
from truquero.engine.state import NOBODY

SAFE = 0.8  # a card that beats this share of all cards is expected to win the trick


def card_to_lay(situation: Situation) -> Card:
    """Return the card to lay.

    Win a trick with the lowest card that is enough, leave it to a partner who is expected to win it,
    and lay the lowest card if none wins.
    """
    strengths = situation.worth.strengths
    cards = sorted(situation.held, key=strengths.__getitem__)
    if len(cards) == 1:
        return cards[0]
    if situation.state.best == NOBODY:
        return _to_lead(situation, cards)
    beating = [card for card in cards if strengths[card] > situation.best]
    if situation.from_place.partner_leads:
        return cards[0] if partner_should_win(situation) or not beating else beating[-1]
    if beating:
        return beating[0] if not situation.from_place.rivals_yet_to_lay else _enough(situation, beating)
    return _tie_or_lowest(situation, cards)


def partner_should_win(situation: Situation) -> bool:
    """Return whether a partner is expected to win the trick: no rival has yet to play, or few cards beat its best."""
    if not situation.from_place.partner_leads or not situation.from_place.rivals_yet_to_lay:
        return situation.from_place.partner_leads
    strengths, best = situation.worth.strengths, situation.best
    beaten = sum(strength < best for strength in strengths.values())
    return beaten >= SAFE * len(strengths)


def _enough(situation: Situation, beating: list[Card]) -> Card:
    """Return the lowest card that few cards beat, or else the highest, because rivals have yet to play."""
    return next((card for card in beating if situation.worth.rank[card] >= SAFE), beating[-1])


def _to_lead(situation: Situation, cards: list[Card]) -> Card:
    """Return the card to lead.

    Lead the best card if the side needs this trick, after a tie or when behind. Of three cards lead the middle one, if
    it is good, to save the best; otherwise lead the best. Of two cards lead the lower.
    """
    ours, theirs, tied = situation.from_place.tricks
    if tied or theirs > ours:
        return cards[-1]
    if len(cards) == 3 and situation.worth.rank[cards[1]] >= 0.5:
        return cards[1]
    return cards[-1] if len(cards) == 3 else cards[0]


def _tie_or_lowest(situation: Situation, cards: list[Card]) -> Card:
    """Return a card that ties the trick, or the lowest.

    A tie helps the side that has taken the first trick, and it is better than losing the trick.
    """
    strengths, (ours, theirs, _tied) = situation.worth.strengths, situation.from_place.tricks
    equal = [card for card in cards if strengths[card] == situation.best]
    return equal[0] if equal and not situation.from_place.rivals_yet_to_lay and ours >= theirs else cards[0]
