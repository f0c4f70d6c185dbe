"""Table talk: what a person says, read into moves, with the readings that rule books fix (S000 §16)."""

from __future__ import annotations

from truquero.notation.talk.attempt import Waiting, legal_moves
from truquero.notation.talk.reading import Reading, read
from truquero.table import Match


def carry_out(match: Match, seat: int, reading: Reading, waiting: Waiting | None = None) -> Waiting | None:
    """Make the moves of a reading, those and no others, all or none: IllegalMove changes nothing.

    Between them stand the calls that waited, each as soon as it can be made. Gives back the calls that wait for the
    rivals' answer now. Hand them to the next `read` and `carry_out`, so that a plain quiero answers the whole double
    challenge.
    """
    if not reading.moves:
        return waiting
    _perform(match.copy(), seat, reading.moves, waiting)
    left = _perform(match, seat, reading.moves, waiting)
    if not match.in_hand:
        return None
    return Waiting(seat, reading.waits) if reading.waits else left


def _perform(match: Match, seat: int, moves: tuple[str, ...], waiting: Waiting | None) -> Waiting | None:
    """Make moves, and what waited before them; gives back what waits still."""
    for move in moves:
        while waiting is not None and move not in legal_moves(match, seat):
            if waiting.moves[0] not in legal_moves(match, waiting.seat):
                break
            match.play(waiting.seat, waiting.moves[0])
            waiting = waiting.after_first()
        match.play(seat, move)
    return waiting


__all__ = ["Reading", "Waiting", "carry_out", "read"]
