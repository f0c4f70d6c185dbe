"""Playing many games of one variant."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, SupportsIndex

from truquero.compiled.kinds import Kinds
from truquero.compiled.request import Policy, Progress, Request, SimulationError, rules_asked
from truquero.language import _
from truquero.language.progress import Progress as Bar
from truquero.rules.game import Rules
from truquero.sim.draws import seed_number
from truquero.sim.executors import AUTO, fetch
from truquero.sim.given import check_last, check_rows, score_given, weights_given, whole_number
from truquero.sim.results import Results, Totals
from truquero.table import Match, TableError

if TYPE_CHECKING:
    from truquero.compiled.tables import Tables

Seed = SupportsIndex | str

# A batch is as large as can be played in about this many seconds, and no larger than this: then it fits any memory.
_BATCH_SECONDS = 0.5
_LARGEST_BATCH = 1 << 20


class Simulator:
    """Plays hands and matches of one game, and counts what happens in them.

    Every game has a number and a stream of random numbers of its own: game 17 of a seed is the same whoever plays it,
    alone or among a million others. `executor` is the name of who plays: `reference`, `cpu` or `gpu`; unless one is
    asked for it is `cpu` where that can run and has tables of the whole game, otherwise `reference`. `threads` bounds
    the cores that one with many may use. `progress` is told of the tables that an executor makes: states done and
    found; without it a terminal is shown a bar.
    """

    def __init__(
        self,
        variant: str | Rules,
        players: int | None = None,
        *,
        executor: str = AUTO,
        threads: int | None = None,
        progress: Progress | None = None,
        **options: object,
    ) -> None:
        self.rules = rules_asked(variant, players, options)
        self.threads = None if threads is None else whole_number("threads", threads, 1)
        self._kinds = Kinds(self.rules)
        bar = Bar(_("states"))
        try:
            self._executor = fetch(executor, self.rules, progress or bar.show)
        finally:
            bar.clear()

    @property
    def executor(self) -> str:
        return self._executor.name

    @property
    def tables(self) -> Tables | None:
        """The compiled game, for policy tables; None where the reference engine plays."""
        return self._executor.tables

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of hands that the game is played in."""
        return self._kinds.names

    # ------------------------------------------------------------------------------------------------------ playing

    def hands(
        self,
        games: int,
        *,
        seed: Seed = 1,
        score: Sequence[int] = (0, 0),
        kind: int | str | None = None,
        first: int = 0,
        policy: Policy | None = None,
        trajectories: bool = False,
    ) -> Results:
        """Play single hands at a score, told as the points of the mano's side and of the others.

        `kind` is one of `kinds`; unless one is asked for, it is that of the first hand of a match from this score.
        """
        request = self._hands(score, kind, policy)
        return self._play(replace(self._numbered(request, games, first, seed), trajectories=trajectories))

    def matches(
        self,
        games: int,
        *,
        seed: Seed = 1,
        score: Sequence[int] | None = None,
        dealer: int | None = None,
        first: int = 0,
        policy: Policy | None = None,
        trajectories: bool = False,
    ) -> Results:
        """Play whole matches, from a score and with a first dealer where they are told."""
        request = self._matches(score, dealer, policy)
        return self._play(replace(self._numbered(request, games, first, seed), trajectories=trajectories))

    def count_hands(
        self,
        games: int,
        *,
        seed: Seed = 1,
        score: Sequence[int] = (0, 0),
        kind: int | str | None = None,
        first: int = 0,
        policy: Policy | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Totals:
        """The totals of the same hands, as many as one likes: they are played in batches and not kept.

        `progress` is told before each batch how many have been played. Totals of several machines add up to those of
        one, where each has a `first` of its own.
        """
        request = self._hands(score, kind, policy)
        return self._count(self._numbered(request, games, first, seed), progress)

    def count_matches(
        self,
        games: int,
        *,
        seed: Seed = 1,
        score: Sequence[int] | None = None,
        dealer: int | None = None,
        first: int = 0,
        policy: Policy | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Totals:
        """The totals of the same matches, as many as one likes: they are played in batches and not kept."""
        request = self._matches(score, dealer, policy)
        return self._count(self._numbered(request, games, first, seed), progress)

    # ----------------------------------------------------------------------------------------------------- requests

    def _hands(self, score: Sequence[int], kind: int | str | None, policy: Policy | None) -> Request:
        points, target = score_given(score), self.rules.match.target
        if len(points) != 2 or not all(0 <= number < target for number in points):
            about = _("score {given}: write the points of the mano's side and of the others, from 0 to {most}")
            raise SimulationError(about.format(given="-".join(map(str, points)), most=target - 1))
        number = self._kinds.usual(points) if kind is None else self._kinds.find(kind)
        return Request(0, whole=False, score=points, kind=number, policy=self._checked(policy), threads=self.threads)

    def _matches(self, score: Sequence[int] | None, dealer: int | None, policy: Policy | None) -> Request:
        points = None if score is None else score_given(score)
        seat = None if dealer is None else whole_number("dealer", dealer)
        try:
            table = Match(self.rules, seed="", dealer=seat, score=points)
        except TableError as refused:
            raise SimulationError(str(refused)) from None
        return Request(0, score=table.score, dealer=seat, policy=self._checked(policy), threads=self.threads)

    def _numbered(self, request: Request, games: int, first: int, seed: Seed) -> Request:
        """The same for games of these numbers."""
        count, begins = whole_number("games", games, 1), whole_number("first", first, 0)
        check_last(begins, count)
        return replace(request, games=count, first=begins, seed=seed_number(seed))

    def _checked(self, policy: Policy | None) -> Policy | None:
        """A policy that no executor can stumble over."""
        if policy is None or callable(policy):
            return policy
        if isinstance(policy, Mapping):
            return weights_given(self.rules, self._kinds.hands, policy)
        if not hasattr(policy, "checked"):
            about = _("{given} is no policy: give a function, weights by move, or a PolicyTable")
            raise SimulationError(about.format(given=repr(policy)))
        return policy if self.tables is None else policy.checked(self.tables)

    def _play(self, request: Request) -> Results:
        check_rows(request.games)
        return Results(self.rules, self._kinds, request, self._executor.play(request))

    def _count(self, request: Request, progress: Callable[[int], None] | None) -> Totals:
        batches = self._batches(request, progress)
        total = next(batches)
        for more in batches:
            total.add(more)
        return total

    def _batches(self, request: Request, progress: Callable[[int], None] | None) -> Iterator[Totals]:
        """Batches grow until one takes so long that starting it does not matter."""
        done, size = 0, 1
        while done < request.games:
            if progress is not None:
                progress(done)
            started = time.perf_counter()
            batch = replace(request, first=request.first + done, games=min(size, request.games - done))
            yield self._play(batch).totals()
            done += batch.games
            if time.perf_counter() - started < _BATCH_SECONDS / 2:
                size = min(2 * size, _LARGEST_BATCH)
