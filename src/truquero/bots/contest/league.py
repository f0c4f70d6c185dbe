"""Leagues: each bot plays every other with the same cards, and gets a rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from truquero.bots.contest.duels import BOTH, Duel, Pair, ProgressCallback, duels
from truquero.bots.contest.estimates import Estimate, around, linearized, share
from truquero.bots.contest.mirrored_games import ContestError
from truquero.i18n import _
from truquero.rules.game import Rules


@dataclass(frozen=True)
class LeagueRow:
    """A row in the table of a league."""

    name: str  # of the bot
    rating: Estimate  # points per hand
    matches_won: Estimate | None  # the share of its matches; None without matches

    def __repr__(self) -> str:
        won = "" if self.matches_won is None else f", matches won {self.matches_won.value:.3f}"
        return f"<{type(self).__name__} {self.name}, rating {self.rating.value:+.3f}{won}>"


@dataclass(frozen=True)
class League:
    """The duels of all pairs of some bots, and the ratings that follow from them.

    Ratings are a least-squares fit: their differences approximate the points per hand of all duels, and their sum is 0.
    A bot rated +0.5 and a bot rated -0.2 are expected to be 0.7 points per hand apart. As every bot plays every other,
    a rating is the mean lead of a bot over all bots, including itself. All duels share their cards, so a deal is one
    cluster for the whole league.
    """

    names: tuple[str, ...]  # of the bots
    duels: tuple[Duel, ...]  # of all pairs

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {' '.join(self.names)}, {len(self.duels)} duels>"

    def between(self, name: str, other: str) -> Estimate:
        """Return the lead of a bot over another in points per hand."""
        return next(
            duel.points if duel.first == name else duel.points.opposite
            for duel in self.duels
            if {duel.first, duel.second} == {name, other}
        )

    def table(self) -> list[LeagueRow]:
        """Return all bots, the best first."""
        rows = [LeagueRow(name, self.rating(name), self._matches_won(name)) for name in self.names]
        return sorted(rows, key=lambda row: -row.rating.value)

    def rating(self, name: str) -> Estimate:
        """Return the mean lead of a bot over all bots, including itself, in points per hand."""
        value, influence_of = 0.0, dict[int, float]()
        for duel, sign in self._duels_of(name):
            lead, influences = linearized([(result.difference, result.hands) for result in duel.deals or duel.matches])
            value += sign * lead
            for number, influence in enumerate(influences):
                influence_of[number] = influence_of.get(number, 0.0) + sign * influence
        count = len(self.names)
        return around(value / count, [influence / count for influence in influence_of.values()])

    def _matches_won(self, name: str) -> Estimate | None:
        """Return the share of its matches that a bot has won. Matches with the same number are one cluster."""
        won = dict[int, float]()
        games = dict[int, float]()
        for duel, sign in self._duels_of(name):
            for number, result in enumerate(duel.matches):
                wins = result.wins if sign > 0 else result.games - result.wins
                won[number] = won.get(number, 0.0) + wins
                games[number] = games.get(number, 0.0) + result.games
        return share([(won[number], games[number]) for number in games]) if games else None

    def _duels_of(self, name: str) -> list[tuple[Duel, int]]:
        """Return the duels of a bot, each with 1 if it is the first of the two, -1 if it is the second."""
        return [(duel, 1 if duel.first == name else -1) for duel in self.duels if name in (duel.first, duel.second)]

    @property
    def trouble(self) -> dict[Pair, int]:
        """The number of deals or matches in which a bot failed, by bot and reason."""
        failures: dict[Pair, int] = {}
        for duel in self.duels:
            for failure, times in duel.trouble.items():
                failures[failure] = failures.get(failure, 0) + times
        return failures


def league(
    rules: Rules,
    names: Sequence[str],
    *,
    hands: int,
    what: str = BOTH,
    seed: str = "1",
    jobs: int = 1,
    progress: ProgressCallback | None = None,
) -> League:
    """Play a duel of each bot with every other. The parameters are those of `duel` and apply to each duel."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        message = _("the names are {given}: give a list of bots, such as {example}")
        raise ContestError(message.format(given=repr(names), example='["azar", "aprendiz"]'))
    if len(names) < 2:
        raise ContestError(_("a league needs two bots or more"))
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ContestError(_("{name} is named twice: each bot plays once in a league").format(name=twice[0]))
    pairs = list(combinations(names, 2))
    played = duels(rules, pairs, hands=hands, what=what, seed=seed, jobs=jobs, progress=progress)
    return League(tuple(names), tuple(played))
