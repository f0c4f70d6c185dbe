"""Table talk: what a person says, read into moves, with the readings that rule books fix (S000 §16)."""

from __future__ import annotations

from truquero.notation.talk.attempt import Waiting, attempt, explained
from truquero.notation.talk.reading import Reading, read
from truquero.table import Match


def carry_out(match: Match, seat: int, reading: Reading, waiting: Waiting | None = None) -> Waiting | None:
    """Make the moves of one utterance, all or none: IllegalMove changes nothing.

    Gives back the calls that wait for the rivals' answer. Hand them to the next `read` and `carry_out`, so that a plain
    quiero answers the whole double challenge.
    """
    if not reading.moves:
        return waiting
    found = attempt(match, seat, [(move,) for move in (*reading.moves, *reading.waits)], waiting)
    if found.refused is not None:
        raise explained(match, found.refused)
    for who, move in found.played:
        match.play(who, move)
    return Waiting(seat, found.waits) if found.waits else found.waiting


__all__ = ["Reading", "Waiting", "carry_out", "read"]
