"""The summary of a match: its score after each hand, envidos, bluffs that worked, and the longest chain of bets.

`hand_bets.py` reads the bets from the log of a hand. `bluffs.py` finds refused bets that would have lost.
`whole_match.py` puts a match together, and `seat_statistics.py` counts the bets of one player. All of it reads the log,
which contains every card: show a summary only when the match is over and its record is public.
"""

from truquero.analysis.match_summary.bluffs import Bluff
from truquero.analysis.match_summary.hand_bets import Bet
from truquero.analysis.match_summary.seat_statistics import BetCount, SeatStatistics, seat_statistics
from truquero.analysis.match_summary.whole_match import BetChain, HandScoreLine, MatchSummary, SideTotals, match_summary

__all__ = [
    "Bet",
    "BetChain",
    "BetCount",
    "Bluff",
    "HandScoreLine",
    "MatchSummary",
    "SeatStatistics",
    "SideTotals",
    "match_summary",
    "seat_statistics",
]
