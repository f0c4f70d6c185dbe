"""Señas: the cards that a bot shows its partners, and false señas."""

from __future__ import annotations

from random import Random

from truquero.bots.players.characters import Character
from truquero.bots.players.prepared_view import PreparedView
from truquero.table.signs import SIGN

SIGN_CHANCE = 0.8  # of making a seña at all; rivals could read a bot that always makes one
GOOD_CARD = 0.85  # the least share of the other cards that a card beats if the bot shows it
GOOD_ENVIDO = 0.75  # the least share of all hands that a hand beats in the envido if the bot shows its points
GOOD_POINTS = "good-envido"  # the meaning of the seña of good envido points
FALSE_SIGN_CHANCE = 0.03  # of a false seña, for a character that never lies
FALSE_SIGNS_OF_LIAR = 0.25  # added in proportion to the lies of the character


def choose_sign(prepared: PreparedView, random: Random, character: Character) -> str | None:
    """Return the seña of the best card in the hand or of good envido points, sometimes a random one, or None."""
    signs = prepared.view.signs(prepared.rules, prepared.view.seat)
    if not signs or random.random() >= SIGN_CHANCE:
        return None
    pack, turned, rank = prepared.rules.pack, prepared.view.turned, prepared.worth.rank
    envido_may_be_bet = (
        not prepared.state.won and not prepared.state.envido.closed and len(prepared.held) == len(prepared.dealt)
    )
    partners_signs, seen_elsewhere = _partners_signs(prepared), prepared.view.known_cards - set(prepared.held)
    # Leave out señas of cards that have all been seen, on the table or elsewhere: nobody would believe them.
    still_possible = [
        sign
        for sign in signs
        if (envido_may_be_bet if sign.shows == GOOD_POINTS else set(sign.cards(pack, turned)) - seen_elsewhere)
    ]
    believable = [sign for sign in still_possible if f"{SIGN}{sign.name}" not in partners_signs]
    if believable and random.random() < FALSE_SIGN_CHANCE + character.lies * FALSE_SIGNS_OF_LIAR:
        return f"{SIGN}{random.choice(believable).name}"
    shown_cards = {sign.name: [card for card in sign.cards(pack, turned) if card in prepared.held] for sign in signs}
    ranks = {name: max(rank[card] for card in cards) for name, cards in shown_cards.items() if cards}
    best_sign = max(ranks, key=ranks.__getitem__, default=None)
    if best_sign is not None and ranks[best_sign] >= GOOD_CARD:
        return f"{SIGN}{best_sign}"
    if envido_may_be_bet and prepared.rules.envido is not None:
        envido_share, _flor_share = prepared.worth.of_hand(prepared.dealt)
        if envido_share >= GOOD_ENVIDO:
            return next((f"{SIGN}{sign.name}" for sign in signs if sign.shows == GOOD_POINTS), None)
    return None


def _partners_signs(prepared: PreparedView) -> set[str]:
    """Return the señas of the partners. A false seña that repeats one of them for a unique card would be detected."""
    seats = {prepared.seats[place] for place in prepared.partners}
    return {event.move for event in prepared.view.events if event.kind == "sign" and event.seat in seats and event.move}
