"""The GPU executor: the tables of a game played by PyTorch, one lane for each game in flight.

Every lane does the same at the same time: some moves, and then those whose hand is over go on to the next. Where there
is a graphics card PyTorch makes one kernel of all that; without one it works operation by operation, which is slow and
good for tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truquero.compiled import gpu_hands as gh
from truquero.compiled import layout as at
from truquero.compiled.gpu_hands import end_hands, go_on
from truquero.compiled.gpu_lanes import COUNT_BITS, HANDS_IN_A_COUNT, HAPPENINGS_IN_A_COUNT, Lanes, empty_lanes
from truquero.compiled.gpu_moves import act, choose
from truquero.compiled.gpu_numbers import Tensor, signed, torch
from truquero.compiled.gpu_record import Record
from truquero.compiled.gpu_sure import Answers, Asked, Masks, masks_of, questions
from truquero.compiled.gpu_tables import LANCES, Facts, Game, facts_of, upload
from truquero.compiled.making import tables_for
from truquero.compiled.policy import PolicyTable, weights_by_word
from truquero.compiled.request import Counts, Played, Progress, Request, SimulationError
from truquero.compiled.tables import Tables
from truquero.language import _
from truquero.rules.game import Rules

MOST_LANES = 1 << 20
MOVES_BEFORE_NEXT = 4  # a lane whose hand is over waits so long, at most, for the next
ROUNDS = 2  # of so many moves in one kernel
LOOK_EVERY = 8  # kernels, and then somebody looks whether all is played


class GpuExecutor:
    """Plays by the tables of a game on a device of PyTorch: `cuda` where there is one, otherwise `cpu`."""

    name = "gpu"

    def __init__(
        self,
        rules: Rules,
        device: str | None = None,
        *,
        lanes: int = MOST_LANES,
        tables: Tables | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.compiles = self.device.startswith("cuda")
        self.lanes = lanes
        self.tables = tables or tables_for(rules, progress=progress)
        self.lazy = not self.tables.complete
        if self.lazy:  # so that no table is empty
            self.tables.fill(self.tables.course.starts.tolist())
        self._kernels: dict[Facts, _Kernel] = {}
        self.answers = Answers(self.tables, self.device)
        self._take_tables()

    def _take_tables(self) -> None:
        self.uploaded = upload(self.tables, self.device)
        self.masks = masks_of(self.tables, self.device)

    def play(self, request: Request) -> Played:
        if callable(request.policy):
            raise SimulationError(_('the executor gpu cannot ask a function: use executor="cpu", or weights'))
        return _Play(self, request).played()

    def kernel(self, facts: Facts) -> _Kernel:
        """What plays games of these facts, made once."""
        if facts not in self._kernels:
            self._kernels[facts] = _Kernel(facts, compiled=self.compiles and not facts.records)
        return self._kernels[facts]

    def fill(self, states: Sequence[int]) -> None:
        """Work out states that have no rows yet."""
        self.tables.fill(states)
        self._take_tables()


class _Kernel:
    """Moves and ends of hands in all lanes, melted into as few kernels as PyTorch can."""

    def __init__(self, facts: Facts, *, compiled: bool) -> None:
        self._facts = facts
        self._rounds, self._moves = (ROUNDS, MOVES_BEFORE_NEXT) if compiled else (1, 1)
        self._run = _compiled(self._play) if compiled else self._play
        self._ask = _compiled(self._questions) if compiled else self._questions
        self.most_hands = self._rounds  # that a lane may end in one go

    def run(self, game: Game, lane: Lanes, results: list[Tensor]) -> Lanes:
        return Lanes.of(self._facts, self._run(tuple(game)[1:], lane.flat(), results))

    def questions(self, game: Game, masks: Masks, lane: Lanes) -> Asked:
        asked: Asked = self._ask(tuple(game)[1:], masks, lane.flat())
        return asked

    def _play(self, shared: tuple[Any, ...], tensors: list[Tensor], results: list[Tensor]) -> list[Tensor]:
        game, lane = Game(self._facts, *shared), Lanes.of(self._facts, tensors)
        for _round in range(self._rounds):
            for _move in range(self._moves):
                act(game, lane, choose(game, lane))
            end_hands(game, lane, results)
        return lane.flat()

    def _questions(self, shared: tuple[Any, ...], masks: Masks, tensors: list[Tensor]) -> Asked:
        return questions(Game(self._facts, *shared), masks, Lanes.of(self._facts, tensors))


def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    options = {"max_fusion_size": 1 << 20, "assert_indirect_indexing": False}
    made: Callable[..., Any] = torch.compile(function, fullgraph=True, dynamic=False, options=options)
    return made


class _Play:
    """The games of one request."""

    def __init__(self, executor: GpuExecutor, request: Request) -> None:
        self._executor = executor
        self._request = request
        self._lanes = min(request.games, executor.lanes)
        self._prepare()
        sides = self._facts.slots
        numbers = -(-len(self._facts.lances) * sides // gh.AWARDS_IN_A_NUMBER) + 1
        rows = request.games + self._lanes
        self._results = [torch.zeros(rows, dtype=torch.int64, device=executor.device) for _ in range(numbers)]
        kinds, happenings = len(executor.tables.course.starts), self._facts.happenings
        self._counts = Counts([0] * kinds, [0] * happenings)

    def _prepare(self) -> None:
        """What depends on tables that may have grown."""
        executor, request = self._executor, self._request
        self._facts = facts_of(executor.tables, request, lazy=executor.lazy)
        self._kernel = executor.kernel(self._facts)
        weights, buckets = self._weights()

        def number(value: Any) -> Tensor:
            return torch.as_tensor(value, dtype=torch.int64, device=executor.device)

        self._game = Game(
            self._facts,
            executor.uploaded,
            weights=number(weights.reshape(-1)),
            buckets=number(buckets.reshape(-1)),
            actions=number(weights.shape[1]),
            seed=number(signed(request.seed)),
            first=number(request.first),
            games=number(request.games),
            lanes=number(self._lanes),
            score=number(request.score),
            dealer=number((request.dealer or 1) - 1),
        )

    def _weights(self) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
        """How likely each action is, for each bucket of hands, and the buckets."""
        policy, tables = self._request.policy, self._executor.tables
        if isinstance(policy, PolicyTable):
            table = policy.checked(tables)
        elif isinstance(policy, Mapping):
            table = weights_by_word(tables, policy)
        else:
            return np.ones((1, 1), np.int64), np.zeros(1, np.int64)
        assert table.buckets is not None
        return table.weights, table.buckets

    def played(self) -> Played:
        lane = empty_lanes(self._facts, self._lanes, self._executor.device)
        wanted = torch.ones_like(lane.playing)
        go_on(self._game, lane, gh.Next(hand=~wanted, deal=~wanted, game=wanted))
        record = Record(self._executor.tables, self._request) if self._request.trajectories else None
        self._play_out(lane, record)
        return self._columns(record)

    def _play_out(self, lane: Lanes, record: Record | None) -> None:
        facts = self._facts
        alone = facts.complete and not facts.asks_sure  # nobody needs to be asked
        every = LOOK_EVERY if alone and record is None and self._executor.compiles else 1
        uncounted = 0
        while bool(lane.playing.any()):
            for _turn in range(every):
                if record is not None:
                    record.note_deals(lane)
                lane = self._kernel.run(self._game, lane, self._results)
                if record is not None:
                    record.note_moves(lane)
                uncounted += self._kernel.most_hands
                if uncounted + self._kernel.most_hands > HANDS_IN_A_COUNT:
                    self._count(lane)
                    uncounted = 0
            if not facts.complete:
                lane = self._fill(lane)
            if self._facts.asks_sure:
                asked = self._kernel.questions(self._game, self._executor.masks, lane)
                self._executor.answers.tell(lane, asked)
        self._count(lane)
        for name in ("all_points", "mano_points", "decided", "mano_hands"):
            total = int(getattr(lane, name).sum(dtype=torch.int64))
            setattr(self._counts, name.removeprefix("all_"), total)

    def _fill(self, lane: Lanes) -> Lanes:
        """Work out the states that lanes have come to and that have no rows yet."""
        states = np.unique(lane.state.cpu().numpy())
        missing = states[self._executor.tables.rows.states[states] == at.UNKNOWN]
        if len(missing):
            self._executor.fill(missing.tolist())
            self._prepare()
        return lane

    def _count(self, lane: Lanes) -> None:
        """Take down what the lanes have counted, before they run out of bits."""
        for kind in range(len(self._counts.kinds)):
            self._counts.kinds[kind] += _bytes(lane.kinds, kind)
        for number in range(len(self._counts.happened)):
            counted = lane.things[number // HAPPENINGS_IN_A_COUNT]
            self._counts.happened[number] += _bytes(counted, number % HAPPENINGS_IN_A_COUNT)
        lane.kinds = torch.zeros_like(lane.kinds)
        lane.things = [torch.zeros_like(one) for one in lane.things]

    def _columns(self, record: Record | None) -> Played:
        """The results as columns."""
        games, facts = self._request.games, self._facts
        *packed, rest = (result[:games].cpu().numpy() for result in self._results)
        awards = np.zeros((games, LANCES, facts.slots), np.int16)
        for number, lance in enumerate(facts.lances):
            for slot in range(facts.slots):
                field = number * facts.slots + slot
                shift = field % gh.AWARDS_IN_A_NUMBER * gh.AWARD_BITS
                awards[:, lance, slot] = packed[field // gh.AWARDS_IN_A_NUMBER] >> shift
        return Played(
            points=awards.sum(axis=1, dtype=np.int32),
            awards=awards,
            winner=_small(rest, gh.WINNER_SHIFT) - np.int8(1),
            moves=(rest & (1 << gh.MOVES_BITS) - 1).astype(np.int32),
            hands=(rest >> gh.HANDS_SHIFT & (1 << gh.HANDS_BITS) - 1).astype(np.int32),
            first_mano=_small(rest, gh.MANO_SHIFT),
            counts=self._counts,
            trajectories=None if record is None else record.trajectories(_small(rest, gh.DEALER_SHIFT)),
        )


def _small(rest: NDArray[np.int64], shift: int) -> NDArray[np.int8]:
    return (rest >> shift & (1 << gh.SMALL_BITS) - 1).astype(np.int8)


def _bytes(counted: Tensor, number: int) -> int:
    """The sum over all lanes of one of the counts that are packed together."""
    return int((counted >> number * COUNT_BITS & HANDS_IN_A_COUNT).sum())
