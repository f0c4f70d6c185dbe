"""The stakes of a hand in points at the current score, as every player can infer them."""

from __future__ import annotations

from typing import NamedTuple

from truquero.engine import State
from truquero.engine.bets import pending
from truquero.engine.state import pending_lance
from truquero.engine.tricks import stake_in_force
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import HandScore


class PendingCall(NamedTuple):
    """A call that waits for an answer.

    The points are the most that it pays at this score; a falta may pay less to the side that is ahead. Points for each
    flor come on top: `Rules.flor` says how many.
    """

    lance: str  # truco, envido or flor
    seats: tuple[int, ...]  # of the side that called
    accepted: int  # points if the call is accepted
    refused: int  # points for the side that called if it is refused


def worth_now(rules: HandRules, state: State, score: HandScore) -> int:
    """Return the most points that a hand pays now, for its tricks. A call that waits for an answer does not count."""
    return stake_in_force(rules, state).ceiling(score)


def pending_call_in(rules: HandRules, state: State, seats: tuple[int, ...], score: HandScore) -> PendingCall | None:
    """Return the call that waits for an answer in a public state, or None. `seats` holds the seat of each place."""
    bet, lance = pending(rules, state), pending_lance(state)
    if bet is None or lance is None:
        return None
    side = {"flor": state.flor.calling, "envido": state.envido.calling, "truco": state.truco.calling}[lance]
    accepted, refused = (stake.ceiling(score) for stake in bet)
    callers = tuple(seat for seat, own_side in zip(seats, rules.sides, strict=True) if own_side == side)
    return PendingCall(lance, callers, accepted, refused)
