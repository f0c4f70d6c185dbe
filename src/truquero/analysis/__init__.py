"""The chances of a hand in truco, envido and flor (`equity`), the summary of a match, and strategies for hands.

The summary is in the package `truquero.analysis.match_summary`, and the strategies are in `truquero.analysis.solve`.
"""

from truquero.analysis.hand_equity.bet_values import DECIDE, BetValue
from truquero.analysis.hand_equity.chance import NONE, Chance, Distribution
from truquero.analysis.hand_equity.equity import SAMPLES, Equity, equity
from truquero.analysis.hand_equity.equity_situation import PIE
from truquero.analysis.hand_equity.points_chance import PointsChance
from truquero.analysis.hand_equity.truco_chance import OPEN, RANDOM, WAYS, TrucoChance

__all__ = [
    "DECIDE",
    "NONE",
    "OPEN",
    "PIE",
    "RANDOM",
    "SAMPLES",
    "WAYS",
    "BetValue",
    "Chance",
    "Distribution",
    "Equity",
    "PointsChance",
    "TrucoChance",
    "equity",
]
