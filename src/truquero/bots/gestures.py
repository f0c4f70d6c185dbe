"""Señas: what to tell the partners of one's cards, and when to lie."""

from __future__ import annotations

from random import Random

from truquero.bots.characters import Character
from truquero.bots.reading import Reading
from truquero.table.signs import SIGN

TELLS = 0.8  # how often it tells of a good card: who tells everything is read by the rivals
GOOD_CARD, GOOD_ENVIDO = 0.85, 0.75  # how many of the others it beats
FALSE = 0.03  # how often it tells of what it has not


def sign_for(reading: Reading, chance: Random, character: Character) -> str | None:
    """The seña of the best card in the hand, or of good points; now and then one of nothing."""
    signs = reading.rules.voices.signs
    if not signs or chance.random() >= TELLS:
        return None
    if chance.random() < FALSE + character.lies / 4:
        return f"{SIGN}{chance.choice(signs).name}"
    pack, turned, rank = reading.rules.pack, reading.view.turned, reading.worth.rank
    of_cards = {sign.name: [one for one in sign.cards(pack, turned) if one in reading.held] for sign in signs}
    told = {name: max(rank[one] for one in cards) for name, cards in of_cards.items() if cards}
    best = max(told, key=told.__getitem__, default=None)
    if best is not None and told[best] >= GOOD_CARD:
        return f"{SIGN}{best}"
    envido, _flor = reading.worth.of_hand(reading.own)
    if not reading.state.won and reading.rules.envido is not None and envido >= GOOD_ENVIDO:
        return next((f"{SIGN}{sign.name}" for sign in signs if sign.shows == "good-envido"), None)
    return None
