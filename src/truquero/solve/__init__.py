"""What cards are worth before they are played: `equity` tells the chances of a hand in truco, envido and flor."""

from truquero.solve.chances import (
    DECIDE,
    NONE,
    OPEN,
    PIE,
    RANDOM,
    SAMPLES,
    WAYS,
    Bet,
    Chance,
    Equity,
    PointsChance,
    Spread,
    TrucoChance,
    equity,
)

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
