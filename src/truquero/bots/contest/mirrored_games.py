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

    first: str
    second: str
    whole: bool
    number: int


@dataclass(frozen=True)
class GameResult:
    """The sum of a game over all its seatings. It is one observation, because the seatings share the cards."""

    games: int  # one per seating
    deals: int  # distinct deals: those of the longest match of all seatings
    hands: int
    moves: int
    points: tuple[float, float]  # of the first and the second bot; the mean where several seats have their own score
    wins: float  # matches won by the first bot; 0 for single deals
    trouble: tuple[tuple[str, str], ...]  # bots that failed, and the reasons

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
        alone = [tuple(int(seat != lone) for seat in range(players)) for lone in range(players)]
    else:
        alone = [tuple(map(side_of, range(1, players + 1)))]
    return [*alone, *(tuple(1 - bot for bot in seats) for seats in alone)]


@dataclass(frozen=True)
class GameRunner:
    """Plays any game of a contest.

    The same rules and seed make the same games, in any process and in any order.
    """

    rules: Rules
    seed: str
    maker: Callable[[str, Rules, int, str], Bot] = make_bot  # from a name, the rules, a seat and a seed

    def __call__(self, game: ContestGame) -> GameResult:
        try:
            return _together([self._play(game, seats) for seats in seatings(self.rules.players)], game)
        except Exception as error:
            about = _("{first} and {second}, {what} {number} of seed {seed}: {error}").format(
                first=game.first,
                second=game.second,
                what=_("match") if game.whole else _("deal"),
                number=game.number + 1,
                seed=self.seed,
                error=error if isinstance(error, TableError) else f"\n{format_exc()}",
            )
            raise ContestError(about) from error

    def match(self, game: ContestGame) -> Match:
        """Return the match for a game. Its cards depend on the seed, and on the kind and number of the game."""
        return Match(self.rules, seed=self._drawn(game, "cards"), dealer=1 + game.number % self.rules.players)

    def _drawn(self, game: ContestGame, what: str) -> str:
        """Return a derived seed that does not reveal the others.

        A program that gets a seed for its choices cannot derive the cards from it. The seed depends on the seat and not
        on the bot, so a bot against itself plays the same game in every seating.
        """
        kind = "match" if game.whole else "deal"
        return sha256(f"{self.seed}/{kind}/{game.number}/{what}".encode()).hexdigest()[:32]

    def _play(self, game: ContestGame, seats: Sequence[int]) -> GameResult:
        """Play a game in one seating."""
        match, names = self.match(game), (game.first, game.second)
        trouble: list[tuple[str, str]] = []
        with MatchRunner(match, {}) as runner:  # entered before the bots are made, so that they are closed in any case
            for seat, which in enumerate(seats, start=1):
                runner.bots[seat] = self.maker(names[which], self.rules, seat, self._drawn(game, f"seat {seat}"))
            while match.deal():
                runner.play_hand()
                if not game.whole and match.deals.next_lineup() is None:
                    break
                if len(match.log) > MOST_DEALS:
                    raise ContestError(_("the match did not end within {count} deals").format(count=MOST_DEALS))
            for seat, bot in runner.bots.items():
                if bot.trouble is not None:
                    trouble.append((names[seats[seat - 1]], bot.trouble))
        return _outcome(match, seats, tuple(trouble))


def _outcome(match: Match, seats: Sequence[int], trouble: tuple[tuple[str, str], ...]) -> GameResult:
    hands = [hand for deal in match.log for hand in deal.hands]
    counted = dict.fromkeys(match.all_side_names(), 0)
    for hand in hands:
        for award in hand.awards:
            for name in match.side_names(hand.lineup, award.side):
                counted[name] += award.points
    bot_of = {name: _bots_of(name, seats) for name in counted}
    means = [_mean([points for name, points in counted.items() if bot_of[name] == bot]) for bot in (FIRST, SECOND)]
    won = _mean([float(bot_of[name] == FIRST) for name in match.winners])
    moves = sum(len(hand.moves) for hand in hands)
    return GameResult(1, len(match.log), len(hands), moves, (means[FIRST], means[SECOND]), won, trouble)


def _bots_of(name: str, seats: Sequence[int]) -> int:
    """Return the bot of a side of the score: A is the side of seat 1, B that of seat 2; a number is a seat."""
    return seats["AB".index(name) if name in "AB" else int(name) - 1]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _together(played: Sequence[GameResult], game: ContestGame) -> GameResult:
    return GameResult(
        games=len(played),
        deals=max(result.deals for result in played),
        hands=sum(result.hands for result in played),
        moves=sum(result.moves for result in played),
        points=(sum(result.points[FIRST] for result in played), sum(result.points[SECOND] for result in played)),
        wins=sum(result.wins for result in played) if game.whole else 0.0,
        trouble=tuple(dict.fromkeys(failure for result in played for failure in result.trouble)),
    )
