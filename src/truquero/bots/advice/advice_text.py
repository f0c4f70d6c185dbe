"""Advice as a player reads it: the words to say or the card to lay, and the reason."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.bots.advice.advisor import advice
from truquero.cards import CARDS, Card
from truquero.engine.state import COVER, DISCARD, pending_lance
from truquero.i18n import N_, _
from truquero.i18n.wrapping import quoted, sentence
from truquero.rules.game import Rules
from truquero.table import View

_WITH_CARD = {COVER: N_("Play {card} face down"), DISCARD: N_("Discard {card}")}
_IN_WORDS = {"mira": N_("Look at your cards"), "mostrar": N_("Show your cards")}


def advice_lines(rules: Rules, view: View) -> Iterator[str]:
    """Yield one line of advice for the decision that is open now; nothing if there is none."""
    best = advice(rules, view)
    if best is not None:
        what = _("Keep silent") if best.move is None else _in_words(rules, view, best.move)
        yield sentence(_("{what}: {reason}.").format(what=what, reason=best.reason))


def _in_words(rules: Rules, view: View, move: str) -> str:
    kind, _hyphen, card = move.partition("-")
    if move in CARDS:
        return _("Play {card}").format(card=_name(rules, CARDS[move]))
    if kind in _WITH_CARD and card in CARDS:
        return _(_WITH_CARD[kind]).format(card=_name(rules, CARDS[card]))
    if move in _IN_WORDS:
        return _(_IN_WORDS[move])
    assert view.state is not None
    return quoted(rules.voices.phrase(move, pending_lance(view.state)))


def _name(rules: Rules, card: Card) -> str:
    return card.name(french=rules.french_names)
