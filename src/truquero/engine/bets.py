"""What is bet: the call that waits for its answer, and what a move would bet."""

from __future__ import annotations

from truquero.engine.automaton import advance, moves, question
from truquero.engine.state import COVER, DISCARD, NO_QUESTION, NOBODY, PLAY, State
from truquero.engine.tricks import stake_in_force
from truquero.rules.hand import HandRules
from truquero.rules.moves import ACCEPT, LEAVE, REFUSE
from truquero.rules.stakes import Stake

Bet = tuple[Stake, Stake]  # accepted, and refused

_NO_CALLS = frozenset({ACCEPT, REFUSE, LEAVE, PLAY, COVER, DISCARD})


def pending(rules: HandRules, state: State) -> Bet | None:
    """The call that is to be answered now; None where none is."""
    if state.flor.stage == "raised":
        return state.flor.offer, state.flor.refused
    if state.flor.stage not in ("open", "closed"):
        return None
    if state.envido.calling != NOBODY:
        return state.envido.offer, state.envido.refused
    if state.truco.calling != NOBODY:
        return rules.truco.stake(state.truco.rung + 1), stake_in_force(rules, state)
    return None


def made_by(rules: HandRules, state: State, place: int, move: str) -> Bet | None:
    """What a call bets; None for a move that is no call."""
    words = {option.move for option in moves(rules, state).get(place, ())}
    if move not in words - _NO_CALLS or question(rules, state, place, move) != NO_QUESTION:
        return None
    after, awards = advance(rules, state, place, move)
    bets = (after.flor, after.envido, after.truco) != (state.flor, state.envido, state.truco)
    return pending(rules, after) if bets and not awards else None
