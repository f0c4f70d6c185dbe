"""Truquero: one engine for the whole family of Truco card games."""

from truquero.cards import Card, cards
from truquero.records import record
from truquero.table import Hand, IllegalMove, Match, View
from truquero.variants import VARIANTS, Rules, rules_of

__version__ = "0.1.0"
__all__ = [
    "VARIANTS",
    "Card",
    "Hand",
    "IllegalMove",
    "Match",
    "Rules",
    "View",
    "cards",
    "record",
    "rules_of",
]
