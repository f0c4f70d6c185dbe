"""The result of a match for one of its guests, which the server keeps for the guest's statistics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from truquero.analysis.match_summary import SeatStatistics


@dataclass(frozen=True)
class MatchResult:
    """The result of a match for a guest who sat at the table when it ended."""

    guest: str
    number: int  # of the match at its table, from 1
    variant: str
    players: int
    seat: int
    won: bool
    score: str  # as people say it, the guest's side first: "30-24", or the games won where several win a match
    names: Mapping[int, str]  # of all players, by seat
    bets: SeatStatistics


@dataclass(frozen=True)
class StoredResult:
    """A stored result, with its table and the time at which the match ended, in milliseconds."""

    table: str
    at: int
    result: MatchResult
