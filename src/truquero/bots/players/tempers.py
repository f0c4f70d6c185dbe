"""Tempers: small biases that make bots of the same level bid in different ways.

Every person in `people.py` has a temper, with a name of `CHARACTERS`. Those are biases that cost points; these are so
small that the level stays what it was measured to be (docs/explanation/bots.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from truquero.bots.players.characters import Character
from truquero.bots.players.heuristics import Temper


class Biases(NamedTuple):
    """The biases of a temper for the bots of each level."""

    habits: Temper  # of an aprendiz
    character: Character  # of a jugador


TEMPERS: Mapping[str, Biases] = {
    "valiente": Biases(Temper(optimism=0.015, bluff=0.1), Character(courage=0.04)),
    "prudente": Biases(Temper(optimism=-0.03, bluff=0.02), Character(courage=-0.06)),
    "mentiroso": Biases(Temper(bluff=0.2), Character(lies=0.06)),
    "pescador": Biases(Temper(bluff=0.04, patience=0.15), Character(patience=0.12)),
}
