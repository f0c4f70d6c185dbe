"""Several bots, each against every other with the same cards, and a rating for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Unpack

from truquero.bots.contest.duel import Duel, Pair, Terms, duels
from truquero.bots.contest.estimates import Estimate, around, linearized, share
from truquero.bots.contest.games import ContestError
from truquero.language import _
from truquero.rules.game import Rules


@dataclass(frozen=True)
class Standing:
    """A bot in the table of a league."""

    name: str
    rating: Estimate  # points per hand
    matches_won: Estimate | None


@dataclass(frozen=True)
class League:
    """The duels of all pairs of some bots, and what follows from them together.

    Ratings are the numbers whose differences come nearest to the points per hand of all duels (least squares), their
    sum being 0: a bot rated +0.5 and one rated -0.2 would be 0.7 points per hand apart. As everybody plays everybody,
    that is the mean of what a bot makes against all, itself being one of them. All duels share their cards: a deal is
    one cluster for the whole league.
    """

    names: tuple[str, ...]
    duels: tuple[Duel, ...]

    def between(self, name: str, other: str) -> Estimate:
        """Points per hand that a bot has more than another."""
        return next(
            one.points if one.first == name else one.points.opposite
            for one in self.duels
            if {one.first, one.second} == {name, other}
        )

    def table(self) -> list[Standing]:
        """All bots, the best one first."""
        found = [Standing(name, self.rating(name), self._matches_won(name)) for name in self.names]
        return sorted(found, key=lambda one: -one.rating.value)

    def rating(self, name: str) -> Estimate:
        value, moved = 0.0, dict[int, float]()
        for one, sign in self._of(name):
            ahead, influences = linearized([(each.difference, each.hands) for each in one.deals or one.matches])
            value += sign * ahead
            for number, influence in enumerate(influences):
                moved[number] = moved.get(number, 0.0) + sign * influence
        count = len(self.names)
        return around(value / count, [influence / count for influence in moved.values()])

    def _matches_won(self, name: str) -> Estimate | None:
        """Its share of all its matches; those that begin with the same cards are one cluster."""
        won = dict[int, float]()
        games = dict[int, float]()
        for one, sign in self._of(name):
            for number, each in enumerate(one.matches):
                wins = each.wins if sign > 0 else each.games - each.wins
                won[number] = won.get(number, 0.0) + wins
                games[number] = games.get(number, 0.0) + each.games
        return share([(won[number], games[number]) for number in games]) if games else None

    def _of(self, name: str) -> list[tuple[Duel, int]]:
        """The duels of a bot, with a sign that tells whether it is the first one of the two."""
        return [(one, 1 if one.first == name else -1) for one in self.duels if name in (one.first, one.second)]

    @property
    def trouble(self) -> dict[Pair, int]:
        found: dict[Pair, int] = {}
        for one in self.duels:
            for told, times in one.trouble.items():
                found[told] = found.get(told, 0) + times
        return found


def league(rules: Rules, names: Sequence[str], **terms: Unpack[Terms]) -> League:
    """Play a duel of each bot with every other one. The terms are those of each duel."""
    if len(names) < 2:
        raise ContestError(_("a league needs two bots or more"))
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ContestError(_("{name} is named twice: each bot plays once in a league").format(name=twice[0]))
    pairs = list(combinations(names, 2))
    return League(tuple(names), tuple(duels(rules, pairs, **terms)))
