"""Stakes. What depends on the score stays a symbol until the points are written."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Term(IntEnum):
    """The part of a stake that only the score can value."""

    NONE = 0
    LEADER_REST = 1  # what the side ahead lacks: falta and resto of S000 §12, §13
    WIN_GAME = 2  # what the winner lacks
    MALAS_GAME_ELSE_REST = 3  # the game while both sides are in malas, otherwise what the leader lacks
    LACK = 4  # what one given side lacks: the farta of S003
    WIN_MATCH = 5  # every game that is still to be won
    LEADER_HALF = 6  # what the side ahead lacks to the end of its half: malas or buenas
    LOSER_REST = 7  # what the loser lacks: S001 Envido, "los tantos que le faltan al rival"
    LOSER_HALF = 8  # the same to the end of the loser's half


def malas(target: int) -> int:
    """The points of the first half of a game."""
    return -(-target // 2)


class Standing(NamedTuple):
    """The score as a hand sees it."""

    target: int
    points: tuple[int, int]  # of each side of this hand
    highest: int  # of anyone at the table; three may be playing

    def lack(self, side: int) -> int:
        """What a side lacks: nothing where a hand is played out after the target is reached."""
        return max(0, self.target - self.points[side])

    def half_lack(self, points: int) -> int:
        """What such a score lacks to the end of its half: of the malas, or then of the game."""
        first = malas(self.target)
        return max(0, (first if points < first else self.target) - points)

    @property
    def leader_lack(self) -> int:
        return max(0, self.target - self.highest)

    @property
    def longest_lack(self) -> int:
        """What the side with fewer points lacks."""
        return max(0, self.target - min(self.points))


class Stake(NamedTuple):
    """`points`, plus a `term` (never more than `cap`, where there is one), plus `per_flor` for each flor counted."""

    points: int = 0
    term: Term = Term.NONE
    side: int = -1  # whose, for LACK
    cap: int = 0
    per_flor: int = 0
    own_flores: bool = False  # count only the flores of the winner

    def value(self, winner: int, standing: Standing, flores: int = 0) -> int:
        """The points to write when `winner` takes this stake."""
        term = _term(self, winner, standing)
        return self.points + (min(term, self.cap) if self.cap else term) + self.per_flor * flores

    def ceiling(self, standing: Standing) -> int:
        """The most it can be worth to either side, flores left out."""
        first = self.value(0, standing)
        return max(first, self.value(1, standing)) if self.term in _FOR_THE_WINNER else first


# What these are worth depends on who wins them.
_FOR_THE_WINNER = frozenset(
    {Term.WIN_GAME, Term.MALAS_GAME_ELSE_REST, Term.WIN_MATCH, Term.LOSER_REST, Term.LOSER_HALF}
)


def _term(stake: Stake, winner: int, standing: Standing) -> int:
    term = stake.term
    if term == Term.NONE:
        return 0
    if term == Term.LEADER_REST:
        return standing.leader_lack
    if term == Term.LACK:
        return standing.lack(stake.side)
    if term == Term.LEADER_HALF:
        return standing.half_lack(standing.highest)
    if term == Term.LOSER_REST:
        return standing.lack(1 - winner)
    if term == Term.LOSER_HALF:
        return standing.half_lack(standing.points[1 - winner])
    if term == Term.MALAS_GAME_ELSE_REST and 2 * standing.highest >= standing.target:
        return standing.leader_lack
    return standing.lack(winner)


ONE = Stake(1)
GAME = Stake(term=Term.WIN_GAME)
MATCH = Stake(term=Term.WIN_MATCH)


def lack_of(side: int) -> Stake:
    return Stake(term=Term.LACK, side=side)
