"""What is bet: the call that waits for its answer, and what a move would bet."""

from __future__ import annotations

from truquero.engine.memo import Automaton, Node
from truquero.engine.state import NOBODY, Ask, State
from truquero.engine.tricks import stake_in_force
from truquero.rules.hand import HandRules
from truquero.rules.moves import ACCEPT, LEAVE, REFUSE
from truquero.rules.stakes import Stake

Bet = tuple[Stake, Stake]  # accepted, and refused

_NO_CALLS = frozenset({ACCEPT, REFUSE, LEAVE})


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


def made_by(automaton: Automaton, node: Node, place: int, move: str) -> Bet | None:
    """What a call bets; None for a move that is no call."""
    menu = node.menus.get(place)
    entry = None if menu is None else menu.words.get(move)
    if entry is None or move in _NO_CALLS or entry.ask is not Ask.NOTHING:
        return None
    before = node.state
    following, awards = automaton.step(node, place, entry, None)
    after = following.state
    bets = (after.flor, after.envido, after.truco) != (before.flor, before.envido, before.truco)
    return pending(automaton.rules, after) if bets and not awards else None
