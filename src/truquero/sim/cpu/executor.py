"""The CPU executor: runs the compiled loop on one core or more, and answers the questions of the loop."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import numpy as np

from truquero.rules.game import Rules
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.sim.cpu.flat_tables import Flat, flatten, menus_of, place_of_menu
from truquero.sim.cpu.lanes import Status
from truquero.sim.cpu.loop import GOING_ON, WITH_GAMES, WITH_MOVES, play
from truquero.sim.cpu.memory import Memory, Recorder, ResultColumns, laid_cards
from truquero.sim.cpu.policy_calls import Choices
from truquero.sim.cpu.sure_win_answers import SureWins
from truquero.sim.outcomes import outcomes
from truquero.sim.policy_tables import PolicyTable, weights_by_word
from truquero.sim.request import Counts, ExecutorResults, Request, Trajectory
from truquero.sim.tables import layout
from truquero.sim.tables.layout import unpack_cards
from truquero.sim.tables.load import tables_for
from truquero.sim.tables.walk import Progress
from truquero.sim.view_policies import takes_views

LANES = 24  # games that a thread plays interleaved; many more would not fit in the nearest cache
LANES_THAT_MAY_WAIT = 128  # the same when the loop sometimes stops for an answer
LANES_THAT_WAIT = 1024  # the same when the loop stops for answers all the time: many are answered at once
SMALLEST_BATCH, LARGEST_BATCH = 64, 1 << 15


class CpuExecutor:
    """The executor that plays by the tables of a game on the CPU."""

    name = "cpu"

    def __init__(self, rules: Rules, progress: Progress | None = None) -> None:
        self.tables = tables_for(rules, progress=progress)
        self.flat = flatten(self.tables)
        self.sure = SureWins(self.tables)
        self.filling = Lock()  # held while the tables grow, and while their words are read

    @property
    def holds_all(self) -> bool:
        return self.tables.complete

    def play(self, request: Request) -> ExecutorResults:
        threads = 1 if takes_views(request.policy) else request.threads or _cores()
        # The more games wait for new states at the same time, the less often the tables are flattened again.
        least = SMALLEST_BATCH if self.tables.complete else LANES_THAT_WAIT
        size = max(least, min(LARGEST_BATCH, -(-request.games // (4 * threads))))
        batches = [range(first, min(first + size, request.games)) for first in range(0, request.games, size)]
        threads, batches_to_play = min(threads, len(batches)), iter(batches)
        counts = Counts([0] * len(self.tables.structure.starts), [0] * len(outcomes(self.tables.rules)))
        results = ResultColumns.uninitialized(
            request, self.tables.structure.score_columns if request.whole_matches else 2
        )
        trajectories_from: dict[int, list[Trajectory]] = {}

        def work(_thread: int) -> Counts:
            worker = _LoopRunner(self, request, size)
            for games in batches_to_play:
                results_of_batch = results.part_of(games)
                worker.play(request.first_game + games.start, results_of_batch)
                if request.trajectories:
                    trajectories_from[games.start] = worker.play_again(
                        request.first_game + games.start, results_of_batch
                    )
            return worker.counts()

        if threads == 1:
            counts.add(work(0))
        else:
            with ThreadPoolExecutor(threads) as pool:
                for counts_of_thread in pool.map(work, range(threads)):
                    counts.add(counts_of_thread)
        in_order = [trajectory for first in sorted(trajectories_from) for trajectory in trajectories_from[first]]
        return results.played(counts, in_order if request.trajectories else None)

    def fill(self, states: set[int]) -> None:
        """Expand states that a game has reached for the first time."""
        with self.filling:
            self.tables.fill(states)
            self.flat = flatten(self.tables)


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _LoopRunner:
    """The work of one thread: its memory, and the answers that its lanes wait for."""

    def __init__(self, executor: CpuExecutor, request: Request, most_games: int) -> None:
        self._executor = executor
        self._request = request
        policy = request.policy
        waits = takes_views(policy) or not executor.tables.complete
        sure = executor.tables.sure_kinds
        self._may_ask_sure = bool(sure) if request.whole_matches else request.kind in sure
        lanes = LANES_THAT_WAIT if waits else LANES_THAT_MAY_WAIT if self._may_ask_sure else LANES
        self._choices = Choices(executor.tables, policy, request) if takes_views(policy) else None
        self._lanes = min(lanes, most_games)
        self._memory = self._new_memory()

    def _new_memory(self) -> Memory:
        tracks, asks = self._may_ask_sure, self._choices is not None
        return Memory(self._executor.flat, self._request, self._lanes, tracks=tracks, asks=asks)

    def _weigh(self, memory: Memory) -> None:
        """Write the weights of a policy into the memory, and again whenever there are more actions."""
        policy, tables = self._request.policy, self._executor.tables
        if not isinstance(policy, Mapping | PolicyTable):
            return
        if memory.job["action_count"] != len(tables.rows.actions):
            with self._executor.filling:
                table = weights_by_word(tables, policy) if isinstance(policy, Mapping) else policy.checked(tables)
            memory.weigh(table)

    def play(self, first: int, results: ResultColumns) -> None:
        """Play as many games as the results have rows."""
        self._run(self._memory, first, results)

    def play_again(self, first: int, results: ResultColumns) -> list[Trajectory]:
        """Play the same games again and return their trajectories."""
        memory = self._new_memory()
        recorder = Recorder(self._executor.tables, memory, self._request.kind, results)
        self._run(memory, first, results)
        return recorder.trajectories()

    def counts(self) -> Counts:
        tables = self._executor.tables
        return self._memory.counts(len(tables.structure.starts), len(outcomes(tables.rules)))

    def _run(self, memory: Memory, first: int, results: ResultColumns) -> None:
        """Run the loop and answer its questions until all games are over."""
        memory.set_games(first, results)
        flat, begin, lanes = self._executor.flat, WITH_GAMES, memory.lanes
        while True:
            self._weigh(memory)  # after `flat` is read: weights may cover more actions than it has, never fewer
            play(np.uint64(flat.ctypes.data), np.uint64(memory.address), begin)
            begin = GOING_ON
            if not lanes["status"].any():  # all are idle
                return
            if len(unknown := memory.waiting(Status.UNKNOWN_STATE)):
                self._executor.fill(set(lanes["state"][unknown].tolist()))
                old_flat, flat = flat, self._executor.flat
                memory.move_tables(old_flat, flat)
                lanes["menus"][unknown], lanes["menu_count"][unknown] = menus_of(flat, lanes["state"][unknown])
                lanes["status"][unknown] = Status.PLAYING
            elif len(asking := memory.waiting(Status.ASKS_SURE)):
                for lane in asking:
                    self._answer_sure_win(flat, lanes[lane])
                lanes["status"][asking] = Status.PLAYING
            elif self._choices is not None:
                choosing = memory.waiting(Status.AT_CHOICE)
                self._choices.make(flat, lanes, choosing)
                lanes["status"][choosing] = Status.PLAYING
                begin = WITH_MOVES

    def _answer_sure_win(self, flat: Flat, lane: np.void) -> None:
        """Write into a lane whether the cards of the mover win for certain."""
        place, laid = place_of_menu(flat, lane["menu"]), laid_cards(lane)
        count = CARDS_IN_HAND - sum(laid_place == place for laid_place, _card, _covered in laid)
        held = unpack_cards(int(lane["places"]["held"][place]), count)
        turned = int(lane["turned_card"]) if self._executor.tables.structure.turns else None
        lane["sure_known"] = 1
        if self._executor.sure.answer(int(lane["state"]), place, int(lane["turned_class"]), turned, held, laid):
            lane["holdings"] |= layout.SURE << place * layout.HOLDING_BITS
