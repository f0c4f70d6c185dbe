"""One deal or one match between two bots, played in every seating, so that the luck of the cards cancels out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from traceback import format_exc
from typing import NamedTuple

from truquero.bots.bot import Bot
from truquero.bots.bot_registry import make_bot
from truquero.bots.match_runner import MatchRunner
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.table import Match, TableError
from truquero.table.schedule import side_of

FIRST, SECOND = 0, 1
MOST_DEALS = 10_000  # maximum deals of a match: bots that never end one must not block the contest


class ContestError(TableError):
    """A contest cannot be played, or not to its end."""


class ContestGame(NamedTuple):
    """A task for two bots: a single numbered deal at 0-0, or a whole numbered match."""

    first: str  # the name of a bot
    second: str  # the name of the other bot
    is_match: bool  # a whole match instead of a single deal
    number: int  # of the deal or match, from 0


@dataclass(frozen=True)
class GameResult:
    """The sum of a game over all its seatings. It is one observation, because the seatings share the cards."""

    games: int  # one per seating
    deals: int  # distinct deals: those of the longest match of all seatings
    hands: int  # played in all seatings
    moves: int  # played in all seatings
    points: tuple[float, float]  # of the first and the second bot; the mean where several seats have their own score
    wins: float  # matches won by the first bot; 0 for single deals
    trouble: tuple[tuple[str, str], ...]  # bots that failed, and the reasons

    def __repr__(self) -> str:
        first, second = self.points
        played = f"{self.games} games, {self.hands} hands, points {first:g} to {second:g}, wins {self.wins:g}"
        failed = f", {len(self.trouble)} bots failed" if self.trouble else ""
        return f"<{type(self).__name__} {played}{failed}>"

    @property
    def difference(self) -> float:
        """The points of the first bot minus those of the second."""
        return self.points[FIRST] - self.points[SECOND]


def seatings(players: int) -> list[tuple[int, ...]]:
    """Return the bot (FIRST or SECOND) in each seat, for every game of a deal.

    One bot takes all seats of a side and the other bot the rest; then they change. With three players each bot plays
    alone in each seat against two of the other, and so also in each pair of seats against the other alone.
    """
    if players == 3:
        first_half = [tuple(int(seat != lone) for seat in range(players)) for lone in range(players)]
    else:
        first_half = [tuple(map(side_of, range(1, players + 1)))]
    return [*first_half, *(tuple(1 - bot for bot in seats) for seats in first_half)]


@dataclass(frozen=True)
class GameRunner:
    """Plays any game of a contest.

    The same rules and seed make the same games, in any process and in any order.
    """

    rules: Rules  # of the table
    seed: str  # of all cards and choices
    maker: Callable[[str, Rules, int, str], Bot] = make_bot  # from a name, the rules, a seat and a seed

    def __call__(self, game: ContestGame) -> GameResult:
        try:
            return _sum_of_results([self._play(game, seats) for seats in seatings(self.rules.players)], game)
        except Exception as error:
            message = _("{first} and {second}, {what} {number} of seed {seed}: {error}").format(
                first=game.first,
                second=game.second,
                what=_("match") if game.is_match else _("deal"),
                number=game.number + 1,
                seed=self.seed,
                error=error if isinstance(error, TableError) else f"\n{format_exc()}",
            )
            raise ContestError(message) from error

    def match(self, game: ContestGame) -> Match:
        """Return the match for a game. Its cards depend on the seed, and on the kind and number of the game."""
        return Match(self.rules, seed=self._derived_seed(game, "cards"), dealer=1 + game.number % self.rules.players)

    def _derived_seed(self, game: ContestGame, purpose: str) -> str:
        """Return a derived seed that does not reveal the others.

        A program that gets a seed for its choices cannot derive the cards from it. The seed depends on the seat and not
        on the bot, so a bot against itself plays the same game in every seating.
        """
        kind = "match" if game.is_match else "deal"
        return sha256(f"{self.seed}/{kind}/{game.number}/{purpose}".encode()).hexdigest()[:32]

    def _play(self, game: ContestGame, seats: Sequence[int]) -> GameResult:
        """Play a game in one seating."""
        match, names = self.match(game), (game.first, game.second)
        trouble: list[tuple[str, str]] = []
        with MatchRunner(match, {}) as runner:  # entered before the bots are made, so that they are closed in any case
            for seat, bot_index in enumerate(seats, start=1):
                runner.bots[seat] = self.maker(
                    names[bot_index], self.rules, seat, self._derived_seed(game, f"seat {seat}")
                )
            while match.deal():
                runner.play_hand()
                if not game.is_match and match.deals.next_in_deal() is None:
                    break
                if len(match.log) > MOST_DEALS:
                    raise ContestError(_("the match did not end within {count} deals").format(count=MOST_DEALS))
            for seat, bot in runner.bots.items():
                if bot.trouble is not None:
                    trouble.append((names[seats[seat - 1]], bot.trouble))
        return _result_of(match, seats, tuple(trouble))


def _result_of(match: Match, seats: Sequence[int], trouble: tuple[tuple[str, str], ...]) -> GameResult:
    hands = [hand for deal in match.log for hand in deal.hands]
    points_of = dict.fromkeys(match.all_side_names(), 0)
    for hand in hands:
        for award in hand.awards:
            for name in match.side_names(hand.lineup, award.side):
                points_of[name] += award.points
    bot_of = {name: _bots_of(name, seats) for name in points_of}
    mean_points = [
        _mean([points for name, points in points_of.items() if bot_of[name] == bot]) for bot in (FIRST, SECOND)
    ]
    won = _mean([float(bot_of[name] == FIRST) for name in match.winners])
    moves = sum(len(hand.moves) for hand in hands)
    return GameResult(1, len(match.log), len(hands), moves, (mean_points[FIRST], mean_points[SECOND]), won, trouble)


def _bots_of(name: str, seats: Sequence[int]) -> int:
    """Return the bot of a side of the score: A is the side of seat 1, B that of seat 2; a number is a seat."""
    return seats["AB".index(name) if name in "AB" else int(name) - 1]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _sum_of_results(results: Sequence[GameResult], game: ContestGame) -> GameResult:
    return GameResult(
        games=len(results),
        deals=max(result.deals for result in results),
        hands=sum(result.hands for result in results),
        moves=sum(result.moves for result in results),
        points=(sum(result.points[FIRST] for result in results), sum(result.points[SECOND] for result in results)),
        wins=sum(result.wins for result in results) if game.is_match else 0.0,
        trouble=tuple(dict.fromkeys(failure for result in results for failure in result.trouble)),
    )
