"""The chances of a hand in truco, envido and flor (`equity`), and the summary of a match (`match_summary`).

The summary is in the package `truquero.analysis.match_summary`.
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
