"""Strategies for a hand of two players, improved step by step by discounted regret minimization (DCFR).

Both players learn in turn. The strategy that approaches an equilibrium is the average over all steps, where later steps
count more. https://arxiv.org/abs/1809.04040 describes the method.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from truquero.analysis.solve import compiled_types, decisions, last_card, public_tree
from truquero.analysis.solve.betting_graph import BettingGraph
from truquero.analysis.solve.not_solvable import NotSolvable
from truquero.analysis.solve.private_states import PrivateStates
from truquero.i18n import _

POSITIVE_EXPONENT, AVERAGE_EXPONENT = 1.5, 2.0  # of the discounts of positive regrets and of the average
NEGATIVE_DISCOUNT = 0.5
# Vectors of the largest situation that a walk needs at most: a decision has its strategy, its values and a few more.
# The system gives memory only to those that are used.
_BUFFER_VECTORS = public_tree.DEEPEST * (2 * decisions.MOST_OPTIONS + 4)
_BYTES_PER_ENTRY = 8  # a regret and a sum
_GIBIBYTE = 1 << 30
_ROOT = 0


class HandSolver:
    """The strategies of the mano and of the pie, who are the players 0 and 1."""

    def __init__(self, graph: BettingGraph, states: PrivateStates, most_bytes: int | None = None) -> None:
        """Make empty tables. Raise `NotSolvable` if they need more than `most_bytes` of memory."""
        self.graph: Final = graph  # of the bets and their answers
        self.states: Final = states  # that the players may hold
        self.steps: int = 0  # done so far
        self._start = states.situations.index(((), 0))
        shape = (public_tree.DEEPEST, decisions.MOST_OPTIONS, decisions.OPTION_WIDTH)
        self._options = np.zeros(shape, np.int32)
        self._totals = np.zeros(2, np.int64)
        self.entries: Final = self.entries_below(_ROOT, (self._start, self._start), 0)  # of each table
        self.decisions: Final = int(self._totals[0])  # public nodes where somebody decides
        self.information_sets: Final = int(self._totals[1])  # decisions, told apart by what the player holds
        _check_memory(self.entries, most_bytes)
        both = np.stack([states.deals, states.deals.T])
        self._deals = np.ascontiguousarray(both / states.deals.sum())
        self._regrets = np.zeros(self.entries, np.float32)
        self.sums: NDArray[np.float32] = np.zeros(self.entries, np.float32)  # of the average strategy
        self._vectors = np.zeros(_BUFFER_VECTORS * states.most)

    def entries_below(self, node: int, situations: tuple[int, int], top: int) -> int:
        """Return the number of entries that a public node and all that follow it have in the tables."""
        graph, states = self.graph, self.states
        tables = (graph.nodes, graph.word_children, states.begins, states.left, states.shown, states.covered)
        count: int = public_tree.measure(*tables, self._options, self._totals, node, *situations, top, 0)
        return count

    def entries_after_last_lead(self, node: int, leader: int) -> int:
        """Return the same for a node after the leader of the last trick has laid the card."""
        graph = self.graph
        count: int = last_card.measure_last(graph.nodes, graph.word_children, self._totals, leader, node)
        return count

    def options_of(self, node: int, situation: int, top: int) -> NDArray[np.int32]:
        """Return the options of a decision, in the rows that `public_tree` describes."""
        graph, states = self.graph, self.states
        tables = (graph.nodes, graph.word_children, states.begins, states.shown, states.covered)
        count = decisions.options_of(*tables, self._options[0], node, situation, top)
        return self._options[0, :count].copy()

    @property
    def start(self) -> tuple[int, tuple[int, int], int]:
        """The node, the situations and the strength to beat at the beginning of a hand."""
        return _ROOT, (self._start, self._start), 0

    def step(self, count: int = 1) -> None:
        """Let each player learn `count` times."""
        for _number in range(count):
            discounts = self._discounts()
            self.steps += 1
            for player in (0, 1):
                self._walk(compiled_types.LEARN, player, discounts)

    def _discounts(self) -> NDArray[np.float64]:
        done = self.steps
        grown = done**POSITIVE_EXPONENT
        return np.array([grown / (grown + 1), NEGATIVE_DISCOUNT, (done / (done + 1)) ** AVERAGE_EXPONENT])

    @property
    def value(self) -> float:
        """What a hand is worth to the mano if both play their average strategies."""
        return self._walk(compiled_types.AVERAGE, 0)

    def best_response(self, player: int) -> float:
        """Return what a hand is worth to a player who knows the average strategy of the other and plays best."""
        return self._walk(compiled_types.RESPOND, player)

    @property
    def exploitability(self) -> float:
        """What a player who knows the strategies wins by a hand, on average as mano and as pie."""
        return (self.best_response(0) + self.best_response(1)) / 2

    def _walk(self, goal: int, player: int, discounts: NDArray[np.float64] | None = None) -> float:
        graph, states, vectors = self.graph, self.states, self._vectors
        size = len(states.types)
        vectors[: 2 * size] = 1.0
        static: tuple[Any, ...] = (graph.nodes, graph.word_children, graph.ends, states.begins, states.hands)
        static += (states.held, states.left, states.shown, states.covered, states.maps, self._deals)
        tables = (self._regrets, self.sums, vectors, self._options, np.zeros(3) if discounts is None else discounts)
        place = (goal, player, _ROOT, self._start, self._start, 0, 0)
        public_tree.walk(*static, *tables, *place, 0, size, 2 * size, 3 * size, 0)
        return float(vectors[2 * size : 3 * size].sum())


def _check_memory(entries: int, most_bytes: int | None) -> None:
    needed = entries * _BYTES_PER_ENTRY
    if most_bytes is not None and needed > most_bytes:
        message = _("this game needs {needed} GiB of memory, and {free} GiB are free: close other programs")
        raise NotSolvable(message.format(needed=f"{needed / _GIBIBYTE:.1f}", free=f"{most_bytes / _GIBIBYTE:.1f}"))
