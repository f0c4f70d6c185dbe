"""The parts of a hand's message that are more than its cards and moves: the open bet, marked cards, and señas."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from truquero.cards import Card
from truquero.i18n import current_language
from truquero.rulebook.appendix_sections import short_sign_meaning
from truquero.rulebook.card_and_move_names import Names
from truquero.rules.game import Rules
from truquero.rules.voices import Sign
from truquero.server.ws.messages import MarkedCard, OpenBet, SignOption, TableEvent
from truquero.speech.marked_cards import marked_cards
from truquero.table import View
from truquero.table.call_codes import last_call
from truquero.table.sign_codes import SignCode
from truquero.table.signs import SIGN
from truquero.variants.gestures import GESTURES, gesture_in_words

MOST_CACHED = 1024  # entries of each cache below: they depend on rules, the turned card and a language alone


def open_bet_of(rules: Rules, view: View) -> OpenBet | None:
    """Return the call that waits for an answer, as the cloth shows it."""
    call = view.pending_call(rules)
    if call is None:
        return None
    said = last_call(rules, (event for event in view.events if event.seat in call.seats), call.lance)
    words = rules.voices.phrase(said.move, said.lance) if said and said.move else ""
    return OpenBet(call.lance, words, call.seats, call.accepted, call.refused)


@lru_cache(MOST_CACHED)
def all_marks(rules: Rules, turned: Card | None) -> tuple[MarkedCard, ...]:
    """Return the marks of all cards above the ordinary ones, the highest card first."""
    return tuple(
        MarkedCard(card, mark.place, mark.kind, mark.name) for card, mark in marked_cards(rules, turned).items()
    )


def marked_cards_of(rules: Rules, view: View) -> tuple[MarkedCard, ...]:
    """Return the marks of the cards that the seat sees. It must not learn where the others are, not even by a list."""
    seen = {*view.cards, view.turned, *(laid.card for laid in view.table if not laid.face_down)}
    seen.update(card for _seat, cards in view.partner_hands for card in cards)
    return tuple(marked for marked in all_marks(rules, view.turned) if marked.card in seen)


class _ShownSign(NamedTuple):
    """A seña as the page offers it to a seat without its cards."""

    option: SignOption
    cards: frozenset[Card]  # that it may signal


def sign_options(rules: Rules, view: View, *, with_texts: bool) -> Iterator[SignOption]:
    """Yield the señas that the seat may make."""
    language = current_language() if with_texts else None
    for shown in _shown_signs(view.signs(rules, view.seat), rules, view.turned, language):
        holds = not shown.cards.isdisjoint(view.cards)
        yield msgspec.structs.replace(shown.option, holds=True) if holds else shown.option


@lru_cache(MOST_CACHED)
def _shown_signs(signs: SignCode, rules: Rules, turned: Card | None, language: str | None) -> tuple[_ShownSign, ...]:
    """Return the señas of a seat, with texts in the language in use, or without texts if `language` is None."""
    names = Names(rules)
    return tuple(
        _ShownSign(
            _sign_option(sign, names, with_texts=language is not None), frozenset(sign.cards(rules.pack, turned))
        )
        for sign in signs
    )


def _sign_option(sign: Sign, names: Names, *, with_texts: bool) -> SignOption:
    option = SignOption(f"{SIGN}{sign.name}", _picture(sign), holds=False)
    if not with_texts:
        return option
    words = gesture_in_words(sign.gesture)
    return msgspec.structs.replace(option, words=words, meaning=short_sign_meaning(sign, names))


def with_gesture(rules: Rules, view: View, message: TableEvent) -> TableEvent:
    """Return the message of an event. A seña gets its gesture and its meaning, as far as the seat knows them."""
    if message.kind != "sign" or message.seat is None or message.move is None:
        return message
    sign = view.sign(rules, message.seat, message.move.removeprefix(SIGN))
    if sign is None:
        return message
    meaning = short_sign_meaning(sign, Names(rules)) if sign.shows else ""
    return msgspec.structs.replace(message, gesture=_picture(sign), meaning=meaning)


def _picture(sign: Sign) -> str:
    return sign.gesture if sign.gesture in GESTURES else "other"
