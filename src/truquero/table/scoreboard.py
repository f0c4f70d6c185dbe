"""The score of a match: points, games and winners, with the names of the sides."""

from __future__ import annotations

from truquero.rules.game import Rules
from truquero.table.schedule import Lineup
from truquero.table.score import Score


class Scoreboard:
    """The properties of `Match` that return its score."""

    rules: Rules
    _score: Score

    @property
    def players(self) -> int:
        """The number of players."""
        return self.rules.players

    @property
    def score(self) -> tuple[int, ...]:
        """The points of each side in the current game. Every new game begins at 0."""
        return tuple(self._score.points)

    @property
    def games(self) -> tuple[int, ...]:
        """The games (chicos, patas or camas) that each side has won."""
        return tuple(self._score.games)

    @property
    def winner(self) -> str | None:
        """The side that has won the match: A, B, or a seat's number with three players."""
        return None if self._score.winner is None else self._score.name(self._score.winner)

    @property
    def winners(self) -> tuple[str, ...]:
        """Every side that has won the match: with a fixed gallo the two partners win together (S000 §3)."""
        return tuple(self._score.name(index) for index in self._score.winners)

    @property
    def over(self) -> bool:
        """Whether a side has won the match."""
        return self._score.winner is not None

    def side_names(self, lineup: Lineup, side: int) -> list[str]:
        """Return the names under which a side of a hand scores: A or B; with three players, its seats."""
        return [self._score.name(index) for index in self._score.counted(lineup, side)]

    def all_side_names(self) -> list[str]:
        """Return the names of all sides of the score: A and B, or 1, 2 and 3."""
        return [self._score.name(index) for index in range(self._score.sides)]
