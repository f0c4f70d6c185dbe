"""The CPU executor: the compiled loop on one core or on all of them, and whatever the loop has to be told."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from truquero.compiled import lanes as la
from truquero.compiled import layout as at
from truquero.compiled.choices import Choices, laid_cards
from truquero.compiled.flat import MENU_PLACE, STATE_COUNT, STATE_ROW, STATES, flatten
from truquero.compiled.happenings import happenings
from truquero.compiled.lanes import Status
from truquero.compiled.loop import GOING_ON, WITH_GAMES, WITH_MOVES, play
from truquero.compiled.making import tables_for
from truquero.compiled.memory import Columns, Memory, Recorder, unpacked
from truquero.compiled.policy import weights_by_word
from truquero.compiled.request import Counts, Played, Progress, Request, Trajectory
from truquero.compiled.sure_wins import SureWins
from truquero.rules.game import Rules
from truquero.rules.hand import CARDS_IN_HAND

LANES = 24  # games that are interleaved; many more would not fit the nearest memory
LANES_THAT_MAY_WAIT = 128  # where the loop has to be told things now and then
LANES_THAT_WAIT = 1024  # where it has to be told things all the time: many are asked about at once
SMALLEST_BATCH, LARGEST_BATCH = 64, 1 << 12


class CpuExecutor:
    """Plays by the tables of a game."""

    name = "cpu"

    def __init__(self, rules: Rules, progress: Progress | None = None) -> None:
        self.tables = tables_for(rules, progress=progress)
        self.flat = flatten(self.tables)
        self.sure = SureWins(self.tables)
        self.filling = Lock()  # nobody may read the words of tables that are just growing

    @property
    def holds_all(self) -> bool:
        return self.tables.complete

    def play(self, request: Request) -> Played:
        threads = 1 if callable(request.policy) else request.threads or os.cpu_count() or 1
        size = max(SMALLEST_BATCH, min(LARGEST_BATCH, -(-request.games // (4 * threads))))
        last = request.first + request.games
        batches = iter([range(first, min(first + size, last)) for first in range(request.first, last, size)])
        counts = Counts([0] * len(self.tables.course.starts), [0] * len(happenings(self.tables.rules)))
        columns = Columns(self.tables, request, counts)
        kept: dict[int, list[Trajectory]] = {}

        def work(_thread: int) -> Counts:
            worker = _Worker(self, request, size)
            for games in batches:
                columns.take(games.start, worker.play(games))
                if request.trajectories:
                    kept[games.start] = worker.play_again(games)
            return worker.counts()

        if threads == 1:
            counts.add(work(0))
        else:
            with ThreadPoolExecutor(threads) as pool:
                for some in pool.map(work, range(threads)):
                    counts.add(some)
        in_order = [one for first in sorted(kept) for one in kept[first]]
        return columns.played(in_order if request.trajectories else None)

    def fill(self, states: set[int]) -> None:
        """Work out states that some game has met for the first time."""
        with self.filling:
            self.tables.fill(states)
            self.flat = flatten(self.tables)


class _Worker:
    """One thread: its memory, and what its lanes wait for."""

    def __init__(self, executor: CpuExecutor, request: Request, most_games: int) -> None:
        self._executor = executor
        self._request = request
        policy = request.policy
        asks = callable(policy)
        waits = asks or not executor.tables.complete
        sure = executor.tables.sure_kinds
        may_wait = sure if request.whole else request.kind in sure
        lanes = LANES_THAT_WAIT if waits else LANES_THAT_MAY_WAIT if may_wait else LANES
        self._choices = Choices(executor.tables, policy, whole=request.whole) if callable(policy) else None
        self._lanes = min(lanes, most_games)
        self._memory = self._new_memory(most_games)

    def _new_memory(self, games: int) -> Memory:
        tracks = self._choices is not None or self._executor.tables.asks_sure_wins
        flat, asks = self._executor.flat, self._choices is not None
        return Memory(flat, self._request, self._lanes, games, tracks=tracks, asks=asks)

    def _weigh(self, memory: Memory) -> None:
        """Lay the weights of a policy in the memory, and again whenever there are more actions."""
        policy, tables = self._request.policy, self._executor.tables
        if policy is None or callable(policy) or memory.numbers[la.ACTION_COUNT] == len(tables.rows.actions):
            return
        with self._executor.filling:
            table = weights_by_word(tables, policy) if isinstance(policy, Mapping) else policy.checked(tables)
        memory.weigh(table)

    def play(self, games: range) -> NDArray[np.int64]:
        """Play some games; gives a row of results for each."""
        self._run(self._memory, games)
        return self._memory.results(len(games))

    def play_again(self, games: range) -> list[Trajectory]:
        """The same games, every move being kept."""
        memory = self._new_memory(len(games))
        results = self._memory.results(len(games))
        recorder = Recorder(self._executor.tables, memory, self._request.kind, results)
        self._run(memory, games)
        return recorder.trajectories()

    def counts(self) -> Counts:
        tables = self._executor.tables
        return self._memory.counts(len(tables.course.starts), len(happenings(tables.rules)))

    def _run(self, memory: Memory, games: range) -> None:
        """Let the loop run, and tell it what it asks for, until all games are over."""
        memory.order_games(games.start, len(games))
        flat, begin = self._executor.flat, WITH_GAMES
        while True:
            self._weigh(memory)  # after that: weights may be for more actions than the tables have, never for fewer
            play(flat, memory.numbers, begin)
            rows, begin = memory.rows(), GOING_ON
            if len(unknown := memory.waiting(Status.UNKNOWN_STATE)):
                self._executor.fill(set(rows[unknown, la.STATE].tolist()))
                old, flat = flat, self._executor.flat
                memory.move_tables(old, flat)
                states = int(flat[STATES]) + rows[unknown, la.STATE].astype(np.int64) * int(STATE_ROW)
                rows[unknown, la.MENU_AT], rows[unknown, la.MENU_COUNT] = flat[states], flat[states + int(STATE_COUNT)]
                rows[unknown, la.STATUS] = Status.PLAYING
            elif len(asking := memory.waiting(Status.ASKS_SURE)):
                for lane in asking:
                    self._tell_sure_win(flat, rows[lane])
                rows[asking, la.STATUS] = Status.PLAYING
            elif self._choices is not None and len(choosing := memory.waiting(Status.AT_CHOICE)):
                self._choices.make(flat, rows, choosing)
                rows[choosing, la.STATUS] = Status.PLAYING
                begin = WITH_MOVES
            else:
                return

    def _tell_sure_win(self, flat: NDArray[np.uint32], row: NDArray[np.uint64]) -> None:
        """Whether the cards of the mover win for certain."""
        told = row.astype(np.int64)
        place, laid = int(flat[told[la.MENU] + int(MENU_PLACE)]), laid_cards(told)
        held = unpacked(
            int(told[int(la.HELD) + place]), CARDS_IN_HAND - sum(who == place for who, _card, _covered in laid)
        )
        turned = int(told[la.TURNED_CARD]) if self._executor.tables.course.turns else None
        state, kind = int(told[la.STATE]), int(told[la.TURNED_CLASS])
        row[la.TOLD_SURE] = 1
        if self._executor.sure.answer(state, place, kind, turned, held, laid):
            row[la.FACTS] |= np.uint64(at.SURE << place * at.FACT_BITS)
