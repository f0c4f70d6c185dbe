"""Señas: the cards that a bot shows its partners, and false señas."""

from __future__ import annotations

from random import Random

from truquero.bots.players.characters import Character
from truquero.bots.players.prepared_view import PreparedView
from truquero.table.signs import SIGN

TELLS = 0.8  # probability of making a seña at all; rivals could read a bot that always makes one
GOOD_CARD, GOOD_ENVIDO = 0.85, 0.75  # minimum share of the other cards, or hands, beaten
GOOD_POINTS = "good-envido"  # what the seña of good envido points shows
FALSE = 0.03  # base probability of a false seña


def choose_sign(prepared: PreparedView, random: Random, character: Character) -> str | None:
    """Return the seña of the best card in the hand or of good envido points, sometimes a random one, or None."""
    signs = prepared.view.signs(prepared.rules, prepared.view.seat)
    if not signs or random.random() >= TELLS:
        return None
    pack, turned, rank = prepared.rules.pack, prepared.view.turned, prepared.worth.rank
    bets_envido = (
        not prepared.state.won and not prepared.state.envido.closed and len(prepared.held) == len(prepared.own)
    )
    partners_signs, seen_elsewhere = _partners_signs(prepared), prepared.view.known_cards - set(prepared.held)
    # Leave out señas of cards that have all been seen, on the table or elsewhere: nobody would believe them.
    still_possible = [
        sign
        for sign in signs
        if (bets_envido if sign.shows == GOOD_POINTS else set(sign.cards(pack, turned)) - seen_elsewhere)
    ]
    believable = [sign for sign in still_possible if f"{SIGN}{sign.name}" not in partners_signs]
    if believable and random.random() < FALSE + character.lies / 4:
        return f"{SIGN}{random.choice(believable).name}"
    of_cards = {sign.name: [card for card in sign.cards(pack, turned) if card in prepared.held] for sign in signs}
    ranks = {name: max(rank[card] for card in cards) for name, cards in of_cards.items() if cards}
    best = max(ranks, key=ranks.__getitem__, default=None)
    if best is not None and ranks[best] >= GOOD_CARD:
        return f"{SIGN}{best}"
    envido, _flor = prepared.worth.of_hand(prepared.own)
    if bets_envido and prepared.rules.envido is not None and envido >= GOOD_ENVIDO:
        return next((f"{SIGN}{sign.name}" for sign in signs if sign.shows == GOOD_POINTS), None)
    return None


def _partners_signs(prepared: PreparedView) -> set[str]:
    """Return the señas of the partners. A false seña that repeats one of them for a unique card would be detected."""
    seats = {prepared.seats[place] for place in prepared.partners}
    return {event.move for event in prepared.view.events if event.kind == "sign" and event.seat in seats and event.move}
