"""The simulator: plays many games of one variant."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from reprlib import repr as short
from typing import TYPE_CHECKING, SupportsIndex

from truquero.i18n import _
from truquero.i18n.progress import Progress as Bar
from truquero.rules.game import Rules
from truquero.sim.argument_checks import as_score, as_whole_number, check_last, check_rows, checked_weights
from truquero.sim.executors import AUTO, create_executor
from truquero.sim.random_numbers import seed_number
from truquero.sim.request import Policy, Request
from truquero.sim.results import Results, Totals
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables.kinds_of_hand import HandKinds
from truquero.sim.tables.walk import Progress
from truquero.sim.view_policies import Player
from truquero.table import Match, TableError
from truquero.table.validation import rules_of_variant

if TYPE_CHECKING:
    from truquero.sim.tables.compiled_tables import CompiledTables

Seed = SupportsIndex | str  # a whole number or a text

# Batches grow until one takes about this many seconds. The largest size bounds the memory that a batch needs.
_BATCH_SECONDS = 0.5
_LARGEST_BATCH = 1 << 20


class Simulator:
    """Plays hands and matches of one variant and counts the events in them.

    Every game has a number and its own stream of random numbers: game 17 of a seed is the same with every executor,
    alone or among a million others. `executor` is `reference`, `cpu` or `gpu`. The default is `cpu` if that can run
    and has tables of the whole game, otherwise `reference`. `threads` limits the cores that an executor uses.
    `progress` is called with the states done and the states found while an executor builds tables; by default a
    terminal shows a progress bar.

    >>> simulator = Simulator("argentino", players=2, executor="reference")
    >>> simulator
    <Simulator argentino, 2 players, executor reference>
    >>> simulator.count_hands(20, seed=7).games
    20
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
        self.rules: Rules = rules_of_variant(variant, players, options)  # of the game
        limit = None if threads is None else as_whole_number("threads", threads, 1)
        self.threads: int | None = limit  # None: as many as there are cores
        self._kinds = HandKinds(self.rules)
        bar = Bar(_("states"))
        try:
            self._executor = create_executor(executor, self.rules, progress or bar.show)
        finally:
            bar.clear()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.rules.short_name}, executor {self.executor}>"

    @property
    def executor(self) -> str:
        """The name of the executor: reference, cpu or gpu."""
        return self._executor.name

    @property
    def tables(self) -> CompiledTables | None:
        """The compiled game, for policy tables; None with the reference executor."""
        return self._executor.tables

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of hands that occur in the game."""
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
        """Play single hands and return their results.

        `score` is the points of the mano's side and of the others. `kind` is one of `kinds`, by name or index; the
        default is the kind of the first hand of a match that begins with this score.
        """
        request = self._hands_request(score, kind, policy)
        return self._play(replace(self._with_games(request, games, first, seed), trajectories=trajectories))

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
        """Play whole matches and return their results. `score` is the initial score, `dealer` the first dealer."""
        request = self._matches_request(score, dealer, policy)
        return self._play(replace(self._with_games(request, games, first, seed), trajectories=trajectories))

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
        """Play single hands in batches and return only their totals, so that memory does not limit their number.

        The hands are the same as those of `hands`. `progress` is called before each batch with the number of hands
        played so far. Several machines can share the work: give each its own range with `first` and add the totals.
        """
        request = self._hands_request(score, kind, policy)
        return self._count(self._with_games(request, games, first, seed), progress)

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
        """Play the same matches as `matches` in batches and return only their totals. See `count_hands`."""
        request = self._matches_request(score, dealer, policy)
        return self._count(self._with_games(request, games, first, seed), progress)

    # ----------------------------------------------------------------------------------------------------- requests

    def _hands_request(self, score: Sequence[int], kind: int | str | None, policy: Policy | None) -> Request:
        points, target = as_score(score), self.rules.match.target
        if len(points) != 2 or not all(0 <= number < target for number in points):
            message = _("score {given}: write the points of the mano's side and of the others, from 0 to {most}")
            raise SimulationError(message.format(given="-".join(map(str, points)), most=target - 1))
        kind_number = self._kinds.of_first_hand(points) if kind is None else self._kinds.find(kind)
        return Request(
            0,
            whole_matches=False,
            score=points,
            kind=kind_number,
            policy=self._checked_policy(policy),
            threads=self.threads,
        )

    def _matches_request(self, score: Sequence[int] | None, dealer: int | None, policy: Policy | None) -> Request:
        points = None if score is None else as_score(score)
        seat = None if dealer is None else as_whole_number("dealer", dealer)
        try:
            match = Match(self.rules, seed="", dealer=seat, score=points)
        except TableError as error:
            raise SimulationError(str(error)) from None
        return Request(0, score=match.score, dealer=seat, policy=self._checked_policy(policy), threads=self.threads)

    def _with_games(self, request: Request, games: int, first: int, seed: Seed) -> Request:
        """Return the request with its games, first game number and seed set."""
        game_count, first_game = as_whole_number("games", games, 1), as_whole_number("first", first, 0)
        check_last(first_game, game_count)
        return replace(request, games=game_count, first_game=first_game, seed=seed_number(seed))

    def _checked_policy(self, policy: Policy | None) -> Policy | None:
        """Return a policy after validation, or raise an error."""
        if isinstance(policy, type):
            message = _("the policy is the class {name}: give an object of it, such as {name}()")
            raise SimulationError(message.format(name=policy.__name__))
        if policy is None or callable(policy) or isinstance(policy, Player):
            return policy
        if isinstance(policy, Mapping):
            return checked_weights(self.rules, self._kinds.hands, policy)
        if not hasattr(policy, "checked"):
            message = _("{given} is not a policy: give a function, a Bot, weights by move, or a PolicyTable")
            raise SimulationError(message.format(given=short(policy)))
        return policy if self.tables is None else policy.checked(self.tables)

    def _play(self, request: Request) -> Results:
        check_rows(request.games)
        return Results(self.rules, self._kinds, request, self._executor.play(request))

    def _count(self, request: Request, progress: Callable[[int], None] | None) -> Totals:
        batches = self._batches(request, progress)
        total = next(batches)
        for batch_totals in batches:
            total.add(batch_totals)
        return total

    def _batches(self, request: Request, progress: Callable[[int], None] | None) -> Iterator[Totals]:
        """Play and yield the totals of each batch. Batch sizes double until the cost of starting one is negligible."""
        played, size = 0, 1
        while played < request.games:
            if progress is not None:
                progress(played)
            started = time.perf_counter()
            batch = replace(request, first_game=request.first_game + played, games=min(size, request.games - played))
            yield self._play(batch).totals()
            played += batch.games
            if time.perf_counter() - started < _BATCH_SECONDS / 2:
                size = min(2 * size, _LARGEST_BATCH)
