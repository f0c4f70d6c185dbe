"""The parts of a hand's message that are more than its cards and moves: the open bet, marked cards, and señas."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from truquero.rulebook.appendix_sections import short_sign_meaning
from truquero.rulebook.card_and_move_names import Names
from truquero.rules.game import Rules
from truquero.rules.voices import Sign
from truquero.server.ws.messages import MarkedCard, OpenBet, SignOption, TableEvent
from truquero.speech.marked_cards import marked_cards
from truquero.table import View
from truquero.table.call_codes import lance_of
from truquero.table.signs import SIGN
from truquero.variants.gestures import GESTURES, gesture_in_words


def open_bet_of(rules: Rules, view: View) -> OpenBet | None:
    """Return the call that waits for an answer, as the cloth shows it."""
    call = view.pending_call(rules)
    if call is None:
        return None
    said = [event.move for event in view.events if event.kind == "move" and event.seat in call.seats and event.move]
    of_lance = [move for move in said if lance_of(rules, move) == call.lance]
    words = rules.voices.phrase(of_lance[-1], call.lance) if of_lance else ""
    return OpenBet(call.lance, words, call.seats, call.accepted, call.refused)


def marked_cards_of(rules: Rules, view: View) -> tuple[MarkedCard, ...]:
    """Return the marks of the cards that the seat sees. It must not learn where the others are, not even by a list."""
    seen = {*view.cards, view.turned, *(laid.card for laid in view.table if not laid.face_down)}
    seen.update(card for _seat, cards in view.partner_hands for card in cards)
    return tuple(
        MarkedCard(card, mark.place, mark.kind, mark.name)
        for card, mark in marked_cards(rules, view.turned).items()
        if card in seen
    )


def sign_options(rules: Rules, view: View, *, with_texts: bool) -> Iterator[SignOption]:
    """Yield the señas that the seat may make."""
    names = Names(rules)
    for sign in view.signs(rules, view.seat):
        holds = any(card in view.cards for card in sign.cards(rules.pack, view.turned))
        option = SignOption(f"{SIGN}{sign.name}", _picture(sign), holds=holds)
        if with_texts:
            words, meaning = gesture_in_words(sign.gesture), short_sign_meaning(sign, names)
            option = msgspec.structs.replace(option, words=words, meaning=meaning)
        yield option


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
