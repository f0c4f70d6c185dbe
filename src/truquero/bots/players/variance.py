"""Variance reduction for playouts, with the result of many deals played with open cards.

A playout is slow, so a decision plays out only a few dozen deals, and by luck these may be better or worse than the
average. The solver finds much faster how a deal ends with open cards. Its results on hundreds of deals correct the mean
of the few playouts (a control variate). On many deals this needs the compiled solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from statistics import fmean

from truquero.analysis.hand_equity.solver import OpenCardSolver, Position
from truquero.analysis.hand_equity.trick_graph import START, trick_graph
from truquero.bots.players.beliefs import SampledDeal
from truquero.bots.players.prepared_view import PreparedView
from truquero.sim.optional_dependencies import install_command

SOLVED_DEALS = 600  # deals solved with open cards: many more than are played out


def solver_is_available() -> bool:
    """Return whether the compiled solver is available. If it is, load it now, before it is needed."""
    if install_command("fast") is not None:
        return False
    from truquero.analysis.hand_equity import solver_numba  # noqa: F401

    return True


class OpenCardResults:
    """Results of deals with open cards, from the current position of a hand."""

    def __init__(self, prepared: PreparedView) -> None:
        self._prepared = prepared
        self._graph = trick_graph(prepared.automaton.rules)

    @property
    def is_solvable(self) -> bool:
        """Whether deals can be solved from this position: nobody has left the hand, and no card lies face down."""
        state = self._prepared.state
        return state.stage == "play" and not state.out and self._start is not None

    @cached_property
    def _start(self) -> tuple[int, int] | None:
        """The node of the trick graph and the strongest card of the trick.

        None if calls or face-down cards have led to a position that is not in the graph.
        """
        prepared, graph, strengths = self._prepared, self._graph, self._prepared.worth.strengths
        node, top = START, 0
        for seen_card in prepared.laid:
            if seen_card.card is None or seen_card.face_down or graph.turn[node] != seen_card.place:
                return None
            node, top = graph.lay(node, strengths[seen_card.card], top)
        return (node, top) if graph.turn[node] == prepared.state.turn else None

    def results(self, deals: Sequence[SampledDeal]) -> list[int]:
        """Return the result of each deal for the side of the seat: 1, -1, or 0 if nobody takes the hand."""
        from truquero.analysis.hand_equity.solver_numba import solve

        sign = 1 if self._prepared.side == 0 else -1
        return [sign * result for result in solve(self._graph, [self._position(deal) for deal in deals])]

    def results_in_python(self, deals: Sequence[SampledDeal]) -> list[int]:
        """Return the same results without the compiled solver. This is fast enough for a few deals of few players."""
        sign = 1 if self._prepared.side == 0 else -1
        solver = OpenCardSolver(self._graph)
        return [sign * solver.result(self._position(deal)) for deal in deals]

    def _position(self, deal: SampledDeal) -> Position:
        assert self._start is not None
        prepared, strengths = self._prepared, self._prepared.worth.strengths
        laid = {seen_card.card for seen_card in prepared.laid}
        held = (
            tuple(strengths[card] for card in deal[place] if card not in laid) for place in range(len(prepared.seats))
        )
        return *self._start, tuple(held)


def luck_corrected_mean(gains: Sequence[float], results: Sequence[int], expected_result: float) -> float:
    """Return the mean gain, corrected for the luck of the deals by linear regression on their open-card results.

    `expected_result` is the mean result of many deals. `results` may be shorter than `gains`: it covers the first deals
    only.
    """
    pairs = list(zip(gains, results, strict=False))
    mean_gain, mean_result = fmean(gain for gain, _result in pairs), fmean(result for _gain, result in pairs)
    spread = sum((result - mean_result) ** 2 for _gain, result in pairs)
    if not spread:
        return fmean(gains)
    slope = sum((gain - mean_gain) * (result - mean_result) for gain, result in pairs) / spread
    return fmean(gains) + slope * (expected_result - mean_result) * len(pairs) / len(gains)
