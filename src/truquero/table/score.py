"""The score of a match: points, games, and the winner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy

from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.rules.stakes import HandScore
from truquero.table.errors import TableError
from truquero.table.schedule import GALLO, Lineup


def _pool(gallo: int) -> list[int]:
    """Return the indices in the score of a gallo's two rivals."""
    return [index for index in range(3) if index != gallo - 1]


def hand_score_of(rules: Rules, lineup: Lineup, points: Sequence[int]) -> HandScore:
    """Return the score from the point of view of a hand: with three players, the gallo's points and the pair's."""
    target, gallo = rules.match.target, lineup.gallo
    if gallo is None:
        return HandScore(target, (points[0], points[1]), max(points))
    return HandScore(target, (points[gallo - 1], max(points[index] for index in _pool(gallo))), max(points))


def game_winner(lineup: Lineup, points: Sequence[int], reached: Sequence[int]) -> int:
    """Return the winner of a game, from the sides that have reached the target, in that order.

    The first of them wins. Of two partners, return the higher total, then the seat nearer to the mano (AR-16).
    """
    first = reached[0]
    if lineup.gallo is None:
        return first
    lone = lineup.gallo - 1
    together = [first] if first == lone else [index for index in reached if index != lone]
    return max(together, key=lambda index: (points[index], -lineup.seats.index(index + 1)))


def winners_with(rules: Rules, winner: int) -> list[int]:
    """Return the sides that win a game if `winner` does: with a fixed gallo also the partner who shares the pool."""
    gallo = rules.gallo
    if gallo is None or gallo.seat is None or winner == gallo.seat - 1:
        return [winner]
    return _pool(gallo.seat)


def _is_count(value: int, below: int) -> bool:
    """Return whether this is a whole number from 0 to `below` - 1."""
    return not isinstance(value, bool) and hasattr(value, "__index__") and 0 <= value < below


class Score:
    """The points in the current game and the games won, for each side that has its own score."""

    def __init__(self, rules: Rules, points: Sequence[int] | None, games: Sequence[int] | None) -> None:
        self._rules = rules
        self.sides = 3 if rules.players == 3 else 2
        self.points = self._checked("score", points, rules.match.target)
        self.games = self._checked("games", games, rules.match.games_to_win)
        self.winner: int | None = None
        self._reached: list[int] = []  # sides that have reached the target, in that order
        self._won_match: list[int] = []  # sides that have won a bet on the whole match

    def copy(self) -> Score:
        twin = copy(self)
        twin.points, twin.games = self.points.copy(), self.games.copy()
        twin._reached, twin._won_match = self._reached.copy(), self._won_match.copy()
        return twin

    def _checked(self, name: str, values: object, below: int) -> list[int]:
        if values is None:
            return [0] * self.sides
        numbers = list(values) if isinstance(values, Iterable) and not isinstance(values, str | Mapping) else []
        if len(numbers) != self.sides or not all(_is_count(number, below) for number in numbers):
            message = _("{name} {given}: write {count} numbers from 0 to {most}")
            written = "-".join(map(str, numbers)) or repr(values)
            raise TableError(message.format(name=name, given=written, count=self.sides, most=below - 1))
        gallo = self._rules.gallo
        if gallo is not None and gallo.seat and len({numbers[index] for index in _pool(gallo.seat)}) > 1:
            message = _("{name}: the two partners share one pool, so write equal numbers for them")
            raise TableError(message.format(name=name))
        return numbers

    def name(self, index: int) -> str:
        return "AB"[index] if self.sides == 2 else str(index + 1)

    def counted(self, lineup: Lineup, side: int) -> list[int]:
        """Return the indices in the score of a side of a hand: two for a gallo's rivals (S000 §3)."""
        if lineup.gallo is None:
            return [side]
        return [lineup.gallo - 1] if side == GALLO else _pool(lineup.gallo)

    def start(self, lineup: Lineup, points: tuple[int, int]) -> None:
        """Set the points of the two sides of a hand that is played outside a match."""
        for side, number in enumerate(points):
            for index in self.counted(lineup, side):
                self.points[index] = number

    def of_hand(self, lineup: Lineup) -> HandScore:
        return hand_score_of(self._rules, lineup, self.points)

    def write(self, lineup: Lineup, side: int, points: int, *, whole_match: bool = False) -> None:
        """Add points to a side. Negative points take earlier ones back; a side that falls below the target no longer
        counts as having reached it. A bet on the whole match wins every game that is left."""
        target = self._rules.match.target
        self._won_match += self.counted(lineup, side) if whole_match else []
        for index in self.counted(lineup, side):
            self.points[index] += points
            if self.points[index] >= target and index not in self._reached:
                self._reached.append(index)
        if points < 0:
            self._reached = [index for index in self._reached if self.points[index] >= target]

    @property
    def winners(self) -> list[int]:
        """The sides that have won the match: a single side, or the two partners who share a pool."""
        return [] if self.winner is None else winners_with(self._rules, self.winner)

    def game_is_won(self) -> bool:
        return bool(self._reached)

    def close_game(self, lineup: Lineup) -> int:
        """Count the game that was just won, open the next unless the match is over, and return the winner."""
        winner = game_winner(lineup, self.points, self._reached)
        for index in winners_with(self._rules, winner):
            self.games[index] = self._rules.match.games_to_win if winner in self._won_match else self.games[index] + 1
        if self.games[winner] >= self._rules.match.games_to_win:
            self.winner = winner
        else:
            self.points = [0] * self.sides
        self._reached, self._won_match = [], []
        return winner
