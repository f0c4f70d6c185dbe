"""Contests of bots: duels over mirrored deals, leagues, and confidence intervals for their results."""

from truquero.bots.contest.duel import BOTH, MATCHES, SINGLE, Duel, Terms, duel, duels
from truquero.bots.contest.estimates import CONFIDENCE, FEWEST, Estimate
from truquero.bots.contest.games import ContestError, Game, Outcome, Table, seatings
from truquero.bots.contest.league import League, Standing, league
from truquero.bots.contest.workers import cores, shared_out

__all__ = [
    "BOTH",
    "CONFIDENCE",
    "FEWEST",
    "MATCHES",
    "SINGLE",
    "ContestError",
    "Duel",
    "Estimate",
    "Game",
    "League",
    "Outcome",
    "Standing",
    "Table",
    "Terms",
    "cores",
    "duel",
    "duels",
    "league",
    "seatings",
    "shared_out",
]
