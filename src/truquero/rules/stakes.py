"""Stakes. A stake that depends on the score stays symbolic until the points are written."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Term(IntEnum):
    """The part of a stake whose value depends on the score.

    The points that a side lacks are those between its score and the target.
    """

    NONE = 0  # the stake is its points
    LEADER_REST = 1  # the points that the leader lacks: falta and resto of S000 §12, §13
    WIN_GAME = 2  # the points that the winner lacks
    MALAS_GAME_ELSE_REST = 3  # WIN_GAME while both sides are in malas, otherwise LEADER_REST
    LACK = 4  # the points that a given side lacks: the farta of S003
    WIN_MATCH = 5  # all games that are still to be won
    LEADER_HALF = 6  # the points that the leader lacks to the end of its half: malas or buenas
    LOSER_REST = 7  # the points that the loser lacks: S001 Envido, "los tantos que le faltan al rival"
    LOSER_HALF = 8  # the points that the loser lacks to the end of its half


def malas(target: int) -> int:
    """Return the points of the first half of a game."""
    return -(-target // 2)


class HandScore(NamedTuple):
    """The score of the game from the point of view of a hand."""

    target: int  # the points that win the game
    points: tuple[int, int]  # the points of each side of this hand
    highest: int  # the highest points at the table, where three may be playing

    def lack(self, side: int) -> int:
        """Return the points that a side lacks; 0 if a hand is played out after the target is reached."""
        return max(0, self.target - self.points[side])

    def half_lack(self, points: int) -> int:
        """Return the points from a score to the end of its half: to the end of the malas, or of the game."""
        first = malas(self.target)
        return max(0, (first if points < first else self.target) - points)

    @property
    def leader_lack(self) -> int:
        """The points that the side with more points lacks."""
        return max(0, self.target - self.highest)

    @property
    def longest_lack(self) -> int:
        """The points that the side with fewer points lacks."""
        # Asked for every size of an open-ended bet, so without calls of min and max.
        first, second = self.points
        lack = self.target - (first if first < second else second)  # noqa: FURB136
        return lack if lack > 0 else 0  # noqa: FURB136


class Stake(NamedTuple):
    """A stake: `points`, plus a `term` (at most `cap` if that is not 0), plus `per_flor` for each flor counted."""

    points: int = 0  # fixed
    term: Term = Term.NONE  # depends on the score
    side: int = -1  # the side that LACK refers to
    cap: int = 0  # the most that the term is worth; 0: no limit
    per_flor: int = 0  # points for each flor counted
    own_flores: bool = False  # count only the flores of the winner

    def value(self, winner: int, score: HandScore, flores: int = 0) -> int:
        """Return the points to write when `winner` takes this stake."""
        term = _value_of_term(self, winner, score)
        return self.points + (min(term, self.cap) if self.cap else term) + self.per_flor * flores

    def ceiling(self, score: HandScore) -> int:
        """Return the highest value of this stake for either side, without the points for flores."""
        first = self.value(0, score)
        return max(first, self.value(1, score)) if self.term in _FOR_THE_WINNER else first


# The value of these terms depends on the winner.
_FOR_THE_WINNER = frozenset(
    {Term.WIN_GAME, Term.MALAS_GAME_ELSE_REST, Term.WIN_MATCH, Term.LOSER_REST, Term.LOSER_HALF}
)


def _value_of_term(stake: Stake, winner: int, score: HandScore) -> int:
    term = stake.term
    if term == Term.NONE:
        return 0
    if term == Term.LEADER_REST:
        return score.leader_lack
    if term == Term.LACK:
        return score.lack(stake.side)
    if term == Term.LEADER_HALF:
        return score.half_lack(score.highest)
    if term == Term.LOSER_REST:
        return score.lack(1 - winner)
    if term == Term.LOSER_HALF:
        return score.half_lack(score.points[1 - winner])
    if term == Term.MALAS_GAME_ELSE_REST and 2 * score.highest >= score.target:
        return score.leader_lack
    return score.lack(winner)  # the remaining terms, in all of which the winner takes what it lacks


ONE = Stake(1)
GAME = Stake(term=Term.WIN_GAME)
MATCH = Stake(term=Term.WIN_MATCH)


def lack_of(side: int) -> Stake:
    """Return a stake of the points that a side lacks."""
    return Stake(term=Term.LACK, side=side)
