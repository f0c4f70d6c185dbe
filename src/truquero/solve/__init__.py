"""Equity calculation: `equity` returns the chances of a hand in truco, envido and flor."""

from truquero.solve.chances.answer import SAMPLES, Equity, equity
from truquero.solve.chances.bets import DECIDE, Bet
from truquero.solve.chances.chance import NONE, Chance, Spread
from truquero.solve.chances.points import PointsChance
from truquero.solve.chances.spot import PIE
from truquero.solve.chances.truco import OPEN, RANDOM, WAYS, TrucoChance

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
