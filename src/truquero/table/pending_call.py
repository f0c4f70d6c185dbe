"""The stakes of a hand in points at the current score, as every player can infer them."""

from __future__ import annotations

from typing import NamedTuple

from truquero.engine import State
from truquero.engine.bets import pending
from truquero.engine.state import bit, pending_lance
from truquero.engine.tricks import stake_in_force
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import HandScore, Stake


class PendingCall(NamedTuple):
    """A call that waits for an answer.

    The points are the most that it pays at this score; a falta may pay less to the side that is ahead. Of the flores
    that it pays for, those count that the table knows of.
    """

    lance: str  # truco, envido or flor
    seats: tuple[int, ...]  # of the side that called
    accepted: int  # points if the call is accepted
    refused: int  # points for the side that called if it is refused


def worth_now(rules: HandRules, state: State, score: HandScore) -> int:
    """Return the most points that a hand pays now, for its tricks. A call that waits for an answer does not count."""
    return stake_in_force(rules, state).ceiling(score)


def known_flores(rules: HandRules, state: State, stake: Stake) -> int:
    """Return how many flores a stake counts as far as the table knows: those sung, and at least one of each side."""
    sung = [side for place, side in enumerate(rules.sides) if state.flor.sung & bit(place)]
    ours, theirs = (max(1, sung.count(side)) for side in (0, 1))
    return max(ours, theirs) if stake.own_flores else ours + theirs


def pending_call_in(rules: HandRules, state: State, seats: tuple[int, ...], score: HandScore) -> PendingCall | None:
    """Return the call that waits for an answer in a public state, or None. `seats` holds the seat of each place."""
    bet, lance = pending(rules, state), pending_lance(state)
    if bet is None or lance is None:
        return None
    side = {"flor": state.flor.calling, "envido": state.envido.calling, "truco": state.truco.calling}[lance]
    accepted, refused = (stake.ceiling(score) + stake.per_flor * known_flores(rules, state, stake) for stake in bet)
    callers = tuple(seat for seat, own_side in zip(seats, rules.sides, strict=True) if own_side == side)
    return PendingCall(lance, callers, accepted, refused)
