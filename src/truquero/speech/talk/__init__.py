"""Table talk: parses spoken or written words into moves, with the meanings that rule books define (S000 §16)."""

from __future__ import annotations

from truquero.speech.talk.interpretation import Reading, read
from truquero.speech.talk.trial import Waiting, legal_moves
from truquero.table import Match


def carry_out(match: Match, seat: int, reading: Reading, waiting: Waiting | None = None) -> Waiting | None:
    """Play the moves of a reading, and return the calls that now wait for the rivals' answer.

    Either all moves are played or none: if this raises IllegalMove, the match is unchanged. The calls in `waiting` are
    played in between, each as soon as it is legal. Pass the result to the next `read` and `carry_out`, so that a plain
    quiero answers both parts of a double challenge.
    """
    if not reading.moves:
        return waiting
    _perform(match.copy(), seat, reading.moves, waiting)
    still_waiting = _perform(match, seat, reading.moves, waiting)
    if not match.in_hand:
        return None
    return Waiting(seat, reading.waits) if reading.waits else still_waiting


def _perform(match: Match, seat: int, moves: tuple[str, ...], waiting: Waiting | None) -> Waiting | None:
    """Play the moves, and the waiting calls that must precede them. Return the calls that still wait."""
    for move in moves:
        while waiting is not None and move not in legal_moves(match, seat):
            if waiting.moves[0] not in legal_moves(match, waiting.seat):
                break
            match.play(waiting.seat, waiting.moves[0])
            waiting = waiting.after_first()
        match.play(seat, move)
    return waiting


__all__ = ["Reading", "Waiting", "carry_out", "read"]
