"""Contests of bots: duels over mirrored deals, leagues, and confidence intervals for their results."""

from truquero.bots.contest.duels import BOTH, MATCHES, SINGLE, Duel, Terms, duel, duels
from truquero.bots.contest.estimates import CONFIDENCE, FEWEST, Estimate
from truquero.bots.contest.league import League, LeagueRow, league
from truquero.bots.contest.mirrored_games import ContestError, ContestGame, GameResult, GameRunner, seatings
from truquero.bots.contest.worker_pool import cores, run_tasks

__all__ = [
    "BOTH",
    "CONFIDENCE",
    "FEWEST",
    "MATCHES",
    "SINGLE",
    "ContestError",
    "ContestGame",
    "Duel",
    "Estimate",
    "GameResult",
    "GameRunner",
    "League",
    "LeagueRow",
    "Terms",
    "cores",
    "duel",
    "duels",
    "league",
    "run_tasks",
    "seatings",
]
