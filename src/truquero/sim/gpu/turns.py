"""Turns. A turn makes a move in each lane, ends finished hands and begins the next. On a GPU it is one kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truquero.sim.gpu.actions import act, choose
from truquero.sim.gpu.hands import end_hands, reserve_games
from truquero.sim.gpu.lanes import Lanes, empty_lanes
from truquero.sim.gpu.primitives import Tensor, torch
from truquero.sim.gpu.sure_win_answers import SureWinLookups, answer_cached
from truquero.sim.gpu.tensors import Constants, GpuGame

TURNS = 16  # between two assignments of games to lanes, with compiled kernels
TURNS_TO_AN_ANSWER = 4  # lanes that ask wait meanwhile; answering costs about half a turn of all lanes
FEW_LANES = 1 << 15  # used while compiling

Function = Callable[..., Any]


class Kernel:
    """Plays games with given constants. It updates the lanes in place.

    PyTorch fuses a whole turn into one kernel. Each thread holds the state of its lanes in registers, so a turn costs
    little more than reading and writing a lane.
    """

    def __init__(self, constants: Constants, *, compiled: bool) -> None:
        self._constants = constants
        self.compiled = compiled
        self._ready = not compiled
        self._turn = _fused(self._play_turn) if compiled else self._play_turn
        self._answer = _fused(self._answer_questions) if compiled else self._answer_questions

    def turn(self, game: GpuGame, sure_wins: SureWinLookups, lane: Lanes, results: list[Tensor]) -> None:
        """Make one move in every lane that can move, and begin the next hand where a hand is over."""
        if not self._ready:
            self._ready = True
            self._compile(game, sure_wins, len(results))
        self._turn(tuple(game)[1:], lane.flat(), results)

    def answer(self, game: GpuGame, sure_wins: SureWinLookups, lane: Lanes) -> None:
        """Answer the questions of lanes about sure wins, where the answer is cached."""
        if self._constants.features.asks_sure:
            self._answer(tuple(game)[1:], tuple(sure_wins), lane.flat())

    def _compile(self, game: GpuGame, sure_wins: SureWinLookups, numbers: int) -> None:
        """Compile the kernels for any number of games and lanes, by running them on idle lanes.

        With FEW_LANES, PyTorch assigns one or two lanes to each GPU thread. With more lanes it would also try eight,
        which do not fit in the registers and take minutes to compile.
        """
        device = str(game.games.device)
        lane = empty_lanes(self._constants, FEW_LANES, device)
        rows = int(game.games) + FEW_LANES
        results = [torch.zeros(rows, dtype=torch.int64, device=device) for _ in range(numbers)]
        for tensor in (*lane.flat(), *results):
            torch._dynamo.mark_dynamic(tensor, 0)
        self.turn(game, sure_wins, lane, results)
        self.answer(game, sure_wins, lane)

    def _play_turn(self, shared: tuple[Tensor, ...], tensors: list[Tensor], results: list[Tensor]) -> None:
        game, lane = GpuGame(self._constants, *shared), Lanes.of(self._constants, tensors)
        act(game, lane, choose(game, lane))
        end_hands(game, lane, results)
        _write_back(lane, tensors)

    def _answer_questions(
        self, shared: tuple[Tensor, ...], sure_wins: tuple[Tensor, ...], tensors: list[Tensor]
    ) -> None:
        lane = Lanes.of(self._constants, tensors)
        answer_cached(GpuGame(self._constants, *shared), SureWinLookups(*sure_wins), lane)
        _write_back(lane, tensors)


def _write_back(lane: Lanes, tensors: list[Tensor]) -> None:
    for tensor, updated in zip(tensors, lane.flat(), strict=True):
        if updated is not tensor:
            tensor.copy_(updated)


def _fused(function: Function) -> Function:
    # By default, PyTorch splits a turn into many kernels and adds a bounds check to every lookup.
    options = {"max_fusion_size": 1 << 20, "assert_indirect_indexing": False}
    compiled: Function = torch.compile(function, fullgraph=True, options=options)
    return compiled


class Turns:
    """A sequence of turns that begins by giving new games to lanes. On a GPU it is recorded as one CUDA graph."""

    def __init__(
        self, kernel: Kernel, game: GpuGame, sure_wins: SureWinLookups, lane: Lanes, results: list[Tensor]
    ) -> None:
        self._kernel = kernel
        self._parts = game, sure_wins, lane, results
        self._graph: Any = None

    def play(self) -> int:
        """Play the next turns and return how many there were."""
        if not self._kernel.compiled:
            return self._play(1)
        if self._graph is None:
            self._play(1)  # compile everything before recording the graph
            torch.cuda.synchronize()
            self._graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph):
                self._play(TURNS)
            return 1
        self._graph.replay()
        return TURNS

    def _play(self, turns: int) -> int:
        game, sure_wins, lane, results = self._parts
        reserve_games(game, lane)
        for turns_left in reversed(range(turns)):
            self._kernel.turn(game, sure_wins, lane, results)
            # Also after the last turn, so that the engine gets only uncached questions.
            if turns_left % TURNS_TO_AN_ANSWER == 0:
                self._kernel.answer(game, sure_wins, lane)
        return turns
