"""Equity calculation: `equity` returns the chances of a hand in truco, envido and flor."""

from truquero.analysis.chances.answer import SAMPLES, Equity, equity
from truquero.analysis.chances.bets import DECIDE, Bet
from truquero.analysis.chances.chance import NONE, Chance, Spread
from truquero.analysis.chances.points import PointsChance
from truquero.analysis.chances.spot import PIE
from truquero.analysis.chances.truco import OPEN, RANDOM, WAYS, TrucoChance

__all__ = [
    "DECIDE",
    "NONE",
    "OPEN",
    "PIE",
    "RANDOM",
    "SAMPLES",
    "WAYS",
    "Bet",
    "Chance",
    "Equity",
    "PointsChance",
    "Spread",
    "TrucoChance",
    "equity",
]
