"""Table talk: parses spoken or written words into moves, with the meanings that rule books define (S000 §16)."""

from __future__ import annotations

from truquero.speech.talk.interpretation import Reading, read
from truquero.speech.talk.trial import due_call, legal_moves
from truquero.table import Match
from truquero.table.queued_calls import QueuedCalls


def carry_out(match: Match, seat: int, reading: Reading, queued_calls: QueuedCalls | None = None) -> QueuedCalls:
    """Play the moves of a reading, and return the calls that are queued now.

    Either all moves are played or none: if this raises IllegalMove, the match is unchanged. Calls that were queued
    before are played in between, each as soon as it is legal. Pass the result to the next `read` and `carry_out`, so
    that a plain quiero answers both parts of a double challenge.
    """
    before = QueuedCalls() if queued_calls is None else queued_calls
    _perform(match.copy(), seat, reading, before.copy())
    return _perform(match, seat, reading, before.copy())


def _perform(match: Match, seat: int, reading: Reading, queued_calls: QueuedCalls) -> QueuedCalls:
    """Play the moves, and the queued calls that must precede them. Return the calls that are queued then."""
    for move in reading.moves:
        while move not in legal_moves(match, seat) and (due := due_call(match, queued_calls)) is not None:
            match.play(due.seat, due.move)
            queued_calls.note_move(due.seat, due.move)
        match.play(seat, move)
        queued_calls.note_move(seat, move)
    if reading.queued:
        queued_calls.note_move(seat, reading.moves[-1], reading.queued)
    if not match.in_hand:
        queued_calls.clear()
    return queued_calls


__all__ = ["QueuedCalls", "Reading", "carry_out", "read"]
