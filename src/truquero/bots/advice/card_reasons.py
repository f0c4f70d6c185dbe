"""Why a card is the one to lay, in one line."""

from __future__ import annotations

from truquero.bots.players.player_situation import Situation
from truquero.cards import CARDS
from truquero.engine.state import COVER, NOBODY
from truquero.i18n import _


def reason_for_card(situation: Situation, move: str) -> str:
    """Return what a card does in this trick."""
    if move.startswith(f"{COVER}-"):
        return _("face down it hides a card that would not win")
    if len(situation.held) == 1:
        return _("it is your last card")
    strengths = situation.worth.strengths
    strength = strengths[CARDS[move]]
    own = sorted(strengths[card] for card in situation.held)
    if situation.state.best == NOBODY:
        return _of_lead(situation, strength, own)
    if situation.from_place.partner_leads:
        if strength > situation.best:
            return _("it goes above your partner's card, so that the rivals cannot")
        return _("the trick is your side's already: keep your high cards")
    if strength > situation.best:
        is_lowest = not any(situation.best < other < strength for other in own)
        return _("it is your lowest card that beats the table") if is_lowest else _("it beats the table by far")
    if strength == situation.best:
        return _("it ties the trick")
    if own[-1] > situation.best:
        return _("let this trick go and keep your high cards")
    return _("none of your cards beats the table, so lay the lowest")


def _of_lead(situation: Situation, strength: int, own: list[int]) -> str:
    if strength == own[-1]:
        return _("your best card leads, to take the trick")
    if situation.from_place.partners_with_cards:
        return _("your partner may take the trick, and your best card stays hidden")
    return _("your best card stays hidden for later")
