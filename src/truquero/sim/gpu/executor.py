"""The GPU executor: PyTorch plays games by looking up their moves in tables, with one lane for each game in flight.

All lanes execute the same operations at the same time. On a GPU, PyTorch compiles a whole turn into one kernel. On a
CPU it executes one operation after the other, which is slow and only useful for tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truquero.engine.state import LANCES
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.sim.gpu import hands as gh
from truquero.sim.gpu.lanes import COUNT_BITS, HANDS_IN_A_COUNT, NOTHING, OUTCOMES_IN_A_COUNT, empty_lanes
from truquero.sim.gpu.primitives import Tensor, signed, torch
from truquero.sim.gpu.sure_win_answers import SureWinCache
from truquero.sim.gpu.tensors import Constants, GpuGame, constants_of, most_deferred, upload
from truquero.sim.gpu.trajectories import TrajectoryRecorder
from truquero.sim.gpu.turns import Kernel, Turns
from truquero.sim.policy_tables import PolicyTable, weights_by_word
from truquero.sim.request import Counts, ExecutorResults, Request
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables import layout
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.sim.tables.load import tables_for
from truquero.sim.tables.walk import Progress
from truquero.sim.view_policies import takes_views

MOST_LANES = 1 << 17  # the state of this many lanes fits in the cache of a large GPU
MOST_IN_A_BLOCK = 16  # games that a lane receives at a time, at most
BLOCKS_IN_A_LANE = 16  # at least, if possible: blocks shrink so that all lanes finish at about the same time


class GpuExecutor:
    """Plays games from lookup tables on a PyTorch device: by default `cuda` if it is available, otherwise `cpu`."""

    name = "gpu"

    def __init__(
        self,
        rules: Rules,
        device: str | None = None,
        *,
        lanes: int = MOST_LANES,
        tables: CompiledTables | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.lanes = lanes
        self.tables = tables or tables_for(rules, progress=progress)
        self.lazy = not self.tables.complete
        if self.lazy:  # the tables must have rows before the first lookup
            self.tables.fill(self.tables.structure.starts.tolist())
        # Compile only for CUDA: in the C++ that PyTorch generates for the CPU, integer overflow is undefined behaviour.
        self.compiles = self.device.startswith("cuda")
        self.most_deferred = most_deferred(self.tables)
        self.uploaded = upload(self.tables, self.device)
        self.sure_wins = SureWinCache(self.tables, self.device)
        self._kernels: dict[Constants, Kernel] = {}

    def play(self, request: Request) -> ExecutorResults:
        batch = self.begin(request)
        batch.play_out()
        return batch.played()

    def begin(self, request: Request) -> Batch:
        """Return the games of a request as a batch that is ready to play."""
        if takes_views(request.policy):
            raise SimulationError(_('the executor gpu cannot call a policy function: use executor="cpu", or weights'))
        return Batch(self, request)

    def kernel(self, constants: Constants) -> Kernel:
        """Return the cached kernel for games with these constants."""
        if constants not in self._kernels:
            self._kernels[constants] = Kernel(constants, compiled=self.compiles and not constants.records)
        return self._kernels[constants]

    @property
    def holds_all(self) -> bool:
        return self.tables.complete

    def fill(self, states: Sequence[int]) -> None:
        """Compute the rows of states that have none yet and upload the tables again."""
        self.tables.fill(states)
        self.uploaded = upload(self.tables, self.device)
        self.sure_wins.grow()


class Batch:
    """The games of one request."""

    def __init__(self, executor: GpuExecutor, request: Request) -> None:
        self._executor = executor
        self._request = request
        lanes = max(2, min(request.games, executor.lanes))  # PyTorch would compile another kernel for one lane
        self._constants = self._current_constants()
        self._record = TrajectoryRecorder(executor.tables, request) if request.trajectories else None
        self._game = self._new_game(lanes)
        self._lane = empty_lanes(self._constants, lanes, executor.device)
        numbers = -(-len(self._constants.lances) * self._constants.score_columns // gh.AWARDS_IN_A_NUMBER) + 1
        self._results = [self._zeros(request.games + lanes) for _ in range(numbers)]
        self._counted = [self._zeros(64 // COUNT_BITS) for _ in (self._lane.kinds, *self._lane.outcome_counts)]

    def _current_constants(self) -> Constants:
        """Return the constants for the tables as they are now."""
        executor = self._executor
        return constants_of(executor.tables, self._request, lazy=executor.lazy, most_deferred=executor.most_deferred)

    def _number(self, value: Any) -> Tensor:
        return torch.as_tensor(value, dtype=torch.int64, device=self._executor.device)

    def _zeros(self, count: int) -> Tensor:
        return torch.zeros(count, dtype=torch.int64, device=self._executor.device)

    def _new_game(self, lanes: int) -> GpuGame:
        request = self._request
        weights, buckets = self._weights()
        return GpuGame(
            self._constants,
            self._executor.uploaded,
            weights=self._number(weights.reshape(-1)),
            buckets=self._number(buckets.reshape(-1)),
            actions=self._number(weights.shape[1]),
            seed=self._number(signed(request.seed)),
            first=self._number(request.first_game),
            games=self._number(request.games),
            block=self._number(max(1, min(MOST_IN_A_BLOCK, request.games // (lanes * BLOCKS_IN_A_LANE)))),
            reserved_games=self._number(0),
            score=self._number(request.score),
            dealer=self._number((request.dealer or 1) - 1),
        )

    def _weights(self) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
        """Return the weight of each action for each bucket of hands, and the bucket of each hand."""
        policy, tables = self._request.policy, self._executor.tables
        if isinstance(policy, PolicyTable):
            table = policy.checked(tables)
        elif isinstance(policy, Mapping):
            table = weights_by_word(tables, policy)
        else:
            return np.ones((1, 1), np.int64), np.zeros(1, np.int64)
        assert table.buckets is not None
        return table.weights, table.buckets

    # --------------------------------------------------------------------------------------------------------- playing

    def play_out(self) -> None:
        """Play all games. The results stay on the device."""
        lane, record, turns, uncounted = self._lane, self._record, self._turns(), 0
        while bool((lane.playing | (lane.reserve != NOTHING)).any()) or not int(self._game.reserved_games):
            played = turns.play() if record is None else record.play_turn(lane, turns)
            uncounted += played
            if uncounted + played > HANDS_IN_A_COUNT:
                self._count()
                uncounted = 0
            if self._answer_lanes():
                turns = self._turns()
        self._count()

    def _turns(self) -> Turns:
        kernel, sure_wins = self._executor.kernel(self._constants), self._executor.sure_wins.lookups
        return Turns(kernel, self._game, sure_wins, self._lane, self._results)

    def _answer_lanes(self) -> bool:
        """Compute the states and answers that lanes wait for. Return whether tensors were replaced."""
        executor = self._executor
        tables, sure_wins = executor.uploaded, executor.sure_wins.lookups
        if executor.lazy:
            states = np.unique(self._lane.state.cpu().numpy())
            missing = states[executor.tables.rows.states[states] == layout.UNKNOWN]
            if len(missing):
                executor.fill(missing.tolist())
                self._constants = self._current_constants()
                weights, _buckets = self._weights()
                actions = {"weights": self._number(weights.reshape(-1)), "actions": self._number(weights.shape[1])}
                self._game = self._game._replace(constants=self._constants, tables=executor.uploaded, **actions)
        if self._constants.features.asks_sure:
            executor.sure_wins.answer_open(self._game, self._lane)
        return executor.uploaded is not tables or executor.sure_wins.lookups is not sure_wins

    def _count(self) -> None:
        """Add the counters of the lanes to the totals and reset them, before they overflow."""
        shifts = self._number(range(0, 64, COUNT_BITS)).reshape(-1, 1)
        for total, counted in zip(self._counted, (self._lane.kinds, *self._lane.outcome_counts), strict=True):
            total.add_((counted >> shifts & HANDS_IN_A_COUNT).sum(dim=1))
            counted.zero_()

    # --------------------------------------------------------------------------------------------------------- results

    def _counts(self) -> Counts:
        kinds, *outcome_counts = (counted.tolist() for counted in self._counted)
        outcomes = [count for counted in outcome_counts for count in counted[:OUTCOMES_IN_A_COUNT]]
        lane = self._lane
        totals = (lane.all_points, lane.mano_points, lane.decided, lane.mano_hands)
        sums = (int(total.sum(dtype=torch.int64)) for total in totals)
        return Counts(kinds[: self._constants.kinds], outcomes[: self._constants.outcomes], *sums)

    def played(self) -> ExecutorResults:
        """Return the results of the games."""
        games, constants, record = self._request.games, self._constants, self._record
        *packed, rest = (result[:games] for result in self._results)
        awards = torch.zeros((games, len(LANCES), constants.score_columns), dtype=torch.int16, device=rest.device)
        for number, lance in enumerate(constants.lances):
            for score_column in range(constants.score_columns):
                column = number * constants.score_columns + score_column
                shift = column % gh.AWARDS_IN_A_NUMBER * gh.AWARD_BITS
                awards[:, lance, score_column] = packed[column // gh.AWARDS_IN_A_NUMBER] >> shift
        dealers = _small(rest, gh.DEALER_SHIFT)
        return ExecutorResults(
            points=_column(awards.sum(dim=1, dtype=torch.int32)),
            awards=_column(awards),
            winner=_small(rest, gh.WINNER_SHIFT) - np.int8(1),
            moves=_column((rest & (1 << gh.MOVES_BITS) - 1).to(torch.int32)),
            hands=_column((rest >> gh.HANDS_SHIFT & (1 << gh.HANDS_BITS) - 1).to(torch.int32)),
            first_mano=_small(rest, gh.MANO_SHIFT),
            counts=self._counts(),
            trajectories=None if record is None else record.trajectories(dealers),
        )


def _column(tensor: Tensor) -> NDArray[Any]:
    column: NDArray[Any] = tensor.cpu().numpy()
    return column


def _small(rest: Tensor, shift: int) -> NDArray[np.int8]:
    return _column((rest >> shift & (1 << gh.SMALL_BITS) - 1).to(torch.int8))
