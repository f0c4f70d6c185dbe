"""Calls that a player has said in advance. After "envido mi truco", the truco is made as soon as it is legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class QueuedCall:
    """Make this call: it was said together with an earlier one and has become legal."""

    seat: int  # that made the call
    move: str  # its code


@dataclass
class QueuedCalls:
    """The calls of each seat that wait until they are legal. They lapse at the end of the hand."""

    by_seat: dict[int, tuple[str, ...]] = field(default_factory=dict)  # the calls of each seat, in order

    def copy(self) -> QueuedCalls:
        """Return an independent copy."""
        return QueuedCalls(self.by_seat.copy())

    def note_move(self, seat: int, move: str, queued: Sequence[str] = ()) -> None:
        """Record a move of a seat, said together with the calls in `queued`.

        New calls replace those that wait. Otherwise, a move that was the next waiting call no longer waits.
        """
        waiting = self.by_seat.get(seat, ())
        if queued:
            self.by_seat[seat] = tuple(queued)
        elif waiting == (move,):
            del self.by_seat[seat]
        elif waiting[:1] == (move,):
            self.by_seat[seat] = waiting[1:]

    def due(self, turn: Mapping[int, Sequence[str]]) -> QueuedCall | None:
        """Return a waiting call that is legal now. `turn` maps each seat that may act to its legal moves."""
        for seat, calls in self.by_seat.items():
            if calls and calls[0] in turn.get(seat, ()):
                return QueuedCall(seat, calls[0])
        return None

    def clear(self) -> None:
        """Drop all waiting calls. Call this when a hand is dealt."""
        self.by_seat.clear()
