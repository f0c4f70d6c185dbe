"""The order in which players are asked for a move when several may act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from truquero.table.match_state import MatchState


def order_of_asking(match: MatchState, turn: Mapping[int, Sequence[str]] | None = None) -> list[int]:
    """Return the seats that may act, in the order in which they are asked. `turn` is `match.turn`, if it is known.

    In a side that has to answer, the mano comes first and the pie last. Otherwise the seats that may interrupt come
    before the seat whose turn it is. A seat that must leave an answer about the flor to its partners is left out.
    """
    turn, hand = match.turn if turn is None else turn, match.hand
    if hand is None or len(turn) < 2:
        return list(turn)
    must_act, asked = match.must_act, match.speakers
    able = (seat for seat in hand.seats if seat in turn and (seat in asked or seat not in must_act))
    return sorted(able, key=lambda seat: seat in asked)
