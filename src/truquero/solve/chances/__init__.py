"""Equity: the chance that cards win the truco, the envido and the flor, against all that the others may hold."""

from truquero.solve.chances.answer import Equity, equity
from truquero.solve.chances.bets import Bet
from truquero.solve.chances.chance import Chance, Spread
from truquero.solve.chances.points import PointsChance
from truquero.solve.chances.spot import PIE
from truquero.solve.chances.truco import TrucoChance

__all__ = ["PIE", "Bet", "Chance", "Equity", "PointsChance", "Spread", "TrucoChance", "equity"]
