"""The chance of the truco counted over very many deals, where the compiled solver is there to do it.

Playing out a deal takes long, so a thought plays out a few dozen of them, and by luck they may be better or worse ones
than there are. How a deal would end with open cards is told much faster. What it tells of a thousand deals corrects the
few that were played out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from statistics import fmean

from truquero.bots.beliefs import Deal
from truquero.bots.reading import Reading
from truquero.compiled.extras import lacking
from truquero.solve.chances.solver import Open, Position
from truquero.solve.chances.tricks import START, tricks

COUNTED = 600  # deals: many more than are played out
FAST = "fast"


def is_there() -> bool:
    """Whether many deals can be counted. Whoever asks has the solver loaded before it is needed."""
    if lacking(FAST) is not None:
        return False
    from truquero.solve.chances import solver_compiled  # noqa: F401

    return True


class Counting:
    """How deals end with open cards, from where a hand stands."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._graph = tricks(reading.automaton.rules)

    @property
    def possible(self) -> bool:
        """Whether the hand is one that cards alone would finish: nobody has left, and none lies face down."""
        state = self._reading.state
        return state.stage == "play" and not state.out and self._now is not None

    @cached_property
    def _now(self) -> tuple[int, int] | None:
        """The state of the tricks and the strongest card; None where words or covered cards have led elsewhere."""
        reading, graph, strengths = self._reading, self._graph, self._reading.worth.strengths
        node, top = START, 0
        for one in reading.laid:
            if one.card is None or one.face_down or graph.turn[node] != one.place:
                return None
            node, top = graph.lay(node, strengths[one.card], top)
        return (node, top) if graph.turn[node] == reading.state.turn else None

    def ends(self, deals: Sequence[Deal]) -> list[int]:
        """What the seat's side has in the end of each: 1, 0 where nobody takes the hand, or -1."""
        from truquero.solve.chances.solver_compiled import solved

        sign = 1 if self._reading.side == 0 else -1
        return [sign * end for end in solved(self._graph, [self._position(deal) for deal in deals])]

    def open_ends(self, deals: Sequence[Deal]) -> list[int]:
        """The same in plain Python: for a few deals of few players that is fast enough."""
        sign = 1 if self._reading.side == 0 else -1
        best = Open(self._graph)
        return [sign * best.end(self._position(deal)) for deal in deals]

    def _position(self, deal: Deal) -> Position:
        assert self._now is not None
        reading, strengths = self._reading, self._reading.worth.strengths
        laid = {one.card for one in reading.laid}
        held = (tuple(strengths[one] for one in deal[place] if one not in laid) for place in range(len(reading.seats)))
        return *self._now, tuple(held)


def corrected(gains: Sequence[float], ends: Sequence[int], expected: float) -> float:
    """What was gained on average, had the deals been as good as they are on average. It is told of the first deals only
    how they end."""
    told = list(zip(gains, ends, strict=False))
    mean, end = fmean(gain for gain, _end in told), fmean(one for _gain, one in told)
    spread = sum((one - end) ** 2 for _gain, one in told)
    if not spread:
        return fmean(gains)
    slope = sum((gain - mean) * (one - end) for gain, one in told) / spread
    return fmean(gains) + slope * (expected - end) * len(told) / len(gains)
