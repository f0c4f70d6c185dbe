"""Duels: two bots play mirrored deals and mirrored matches, with estimates of the difference between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Required, TypedDict

from truquero.bots.bot_registry import maker_of
from truquero.bots.contest.estimates import Estimate, ratio, share
from truquero.bots.contest.mirrored_games import ContestError, ContestGame, GameResult, GameRunner
from truquero.bots.contest.worker_pool import run_tasks
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.sim.argument_checks import as_whole_number

BOTH, SINGLE, MATCHES = "both", "single", "matches"
KINDS = (BOTH, SINGLE, MATCHES)

ProgressCallback = Callable[[int, int], Any]  # called with the number of deals done, and the total
Pair = tuple[str, str]


@dataclass(frozen=True)
class Duel:
    """The results of two bots: single deals at 0-0, and whole matches, each played in every seating."""

    first: str  # the name of a bot
    second: str  # the name of the other bot
    deals: tuple[GameResult, ...]  # a result for each single deal
    matches: tuple[GameResult, ...]  # a result for each match

    def __repr__(self) -> str:
        played = f"{len(self.deals)} deals, {len(self.matches)} matches"
        return f"<{type(self).__name__} {self.first} against {self.second}, {played}>"

    @property
    def points(self) -> Estimate:
        """The lead of the first bot in points per hand: in single deals, or in matches if there are no single deals."""
        return per_hand(self.deals or self.matches)

    @property
    def points_in_deals(self) -> Estimate | None:
        """The lead of the first bot in points per hand of single deals; None without them."""
        return per_hand(self.deals) if self.deals else None

    @property
    def points_in_matches(self) -> Estimate | None:
        """The lead of the first bot in points per hand of matches; None without them."""
        return per_hand(self.matches) if self.matches else None

    @property
    def matches_won(self) -> Estimate | None:
        """The share of the matches that the first bot has won; None without matches."""
        return share([(result.wins, result.games) for result in self.matches]) if self.matches else None

    @property
    def better(self) -> str | None:
        """The bot with significantly more points per hand, or None."""
        return {1: self.first, -1: self.second}.get(self.points.sign)

    @property
    def trouble(self) -> dict[Pair, int]:
        """The number of deals or matches in which a bot failed, by bot and reason."""
        return troubles([*self.deals, *self.matches])


def per_hand(results: Sequence[GameResult]) -> Estimate:
    """Return the lead of the first bot in points per hand. All games of a deal or of a match are one cluster."""
    return ratio([(result.difference, result.hands) for result in results])


def troubles(results: Sequence[GameResult]) -> dict[Pair, int]:
    counts: dict[Pair, int] = {}
    for result in results:
        for failure in result.trouble:
            counts[failure] = counts.get(failure, 0) + 1
    return counts


class Terms(TypedDict, total=False):
    """The parameters of a contest. All but `hands` are optional and have the defaults of `duels`."""

    hands: Required[int]
    what: str
    seed: str
    jobs: int
    progress: ProgressCallback | None


def duel(
    rules: Rules,
    first: str,
    second: str,
    *,
    hands: int,
    what: str = BOTH,
    seed: str = "1",
    jobs: int = 1,
    progress: ProgressCallback | None = None,
) -> Duel:
    """Play two bots against each other in `hands` deals, each in every seating.

    Half of them are single deals at 0-0. The others belong to whole matches, which are played until they have used that
    many deals. `what` selects one of the two kinds alone. The result depends on the seed, not on the number of jobs.
    """
    return duels(rules, [(first, second)], hands=hands, what=what, seed=seed, jobs=jobs, progress=progress)[0]


def duels(
    rules: Rules,
    pairs: Sequence[Pair],
    *,
    hands: int,
    what: str = BOTH,
    seed: str = "1",
    jobs: int = 1,
    progress: ProgressCallback | None = None,
) -> list[Duel]:
    """Play the duels of several pairs, all with the same cards."""
    for name in {name: None for pair in pairs for name in pair}:
        maker_of(name)
    hands = as_whole_number("hands", hands)
    if hands < 1:
        raise ContestError(_("play at least one hand"))
    if what not in KINDS:
        raise ContestError(
            _("unknown kind of duel {what}: choose one of {names}").format(what=what, names=", ".join(KINDS))
        )
    single_deals = {BOTH: (hands + 1) // 2, SINGLE: hands, MATCHES: 0}[what]
    plan = _Plan(pairs, single_deals, hands - single_deals)
    with closing(run_tasks(GameRunner(rules, seed), plan.games(), jobs)) as results:
        for game, result in results:
            plan.add_result(game, result)
            if progress is not None:
                progress(plan.done, hands * len(pairs))
            if plan.complete:
                break
    return [plan.duel(pair) for pair in pairs]


@dataclass
class _Plan:
    """The games to play, and their results so far.

    Matches are started in order until those finished have used the deals of their budget. An idle worker starts the
    next match before it is known to be needed. The result of a surplus match is dropped, so the duel is deterministic.
    """

    pairs: Sequence[Pair]
    single_deals: int  # of each pair
    deals_in_matches: int
    single_deals_played: int = 0  # of all pairs
    results: dict[ContestGame, GameResult] = field(default_factory=dict)
    deals_used: dict[Pair, int] = field(default_factory=dict)  # by the finished matches of each pair
    matches_finished: dict[Pair, int] = field(default_factory=dict)  # of each pair: all matches before this number

    def games(self) -> Iterator[ContestGame]:
        for number in range(self.single_deals):
            for first, second in self.pairs:
                yield ContestGame(first, second, False, number)
        for number in count():
            unfinished = [pair for pair in self.pairs if not self._has_enough(pair)]
            if not unfinished:
                return
            for first, second in unfinished:
                yield ContestGame(first, second, True, number)

    def _has_enough(self, pair: Pair) -> bool:
        return self.deals_used.get(pair, 0) >= self.deals_in_matches

    def add_result(self, game: ContestGame, result: GameResult) -> None:
        self.results[game] = result
        self.single_deals_played += not game.is_match
        pair = (game.first, game.second)
        while not self._has_enough(pair):
            number = self.matches_finished.get(pair, 0)
            match_result = self.results.get(ContestGame(*pair, True, number))
            if match_result is None:
                return
            self.matches_finished[pair] = number + 1
            self.deals_used[pair] = self.deals_used.get(pair, 0) + match_result.deals

    @property
    def complete(self) -> bool:
        return self.single_deals_played == self.single_deals * len(self.pairs) and all(
            map(self._has_enough, self.pairs)
        )

    @property
    def done(self) -> int:
        """The number of requested deals that are done."""
        return self.single_deals_played + sum(min(used, self.deals_in_matches) for used in self.deals_used.values())

    def duel(self, pair: Pair) -> Duel:
        deals = (self.results[ContestGame(*pair, False, number)] for number in range(self.single_deals))
        matches = (
            self.results[ContestGame(*pair, True, number)] for number in range(self.matches_finished.get(pair, 0))
        )
        return Duel(*pair, tuple(deals), tuple(matches))
