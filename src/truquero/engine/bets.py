"""The stakes of bets: of the call that waits for an answer, and of a move before it is made."""

from __future__ import annotations

from truquero.engine.flor import CHICA, SING, alone, unraised
from truquero.engine.memo import Automaton, Node
from truquero.engine.perros import THROW
from truquero.engine.state import NOBODY, Ask, Award, State, bit
from truquero.engine.tricks import stake_in_force
from truquero.rules.hand_rules import HandRules
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, LEAVE, REFUSE
from truquero.rules.stakes import Stake, lack_of

Bet = tuple[Stake, Stake]  # the stake if accepted, the stake if refused

_NO_CALLS = frozenset({ACCEPT, REFUSE, LEAVE})


def pending(rules: HandRules, state: State) -> Bet | None:
    """Return the bet that must be answered now, or None."""
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
    """Return the bet that a call makes, as far as public information shows; None for a move that is not a call.

    Los perros are treated as a bet on the envido, which is right unless somebody holds a flor.
    """
    menu = node.menus.get(place)
    entry = None if menu is None else menu.words.get(move)
    if entry is None or move in _NO_CALLS or (entry.ask is not Ask.NOTHING and move != THROW):
        return None
    before = node.state
    after, awards = automaton.foresee(node, place, entry, 0 if move == THROW else None)
    bets = (after.flor, after.envido, after.truco) != (before.flor, before.envido, before.truco)
    return pending(automaton.rules, after) if bets and not awards else None


def given_by(automaton: Automaton, node: Node, place: int, move: str) -> tuple[Award, ...]:
    """Return the awards that a spoken move makes at once, whatever cards the players hold."""
    menu = node.menus.get(place)
    entry = None if menu is None else menu.words.get(move)
    if entry is None or entry.ask is not Ask.NOTHING:
        return ()
    return tuple(award for award in automaton.foresee(node, place, entry, None)[1] if award.side != NOBODY)


def played_for(rules: HandRules, state: State, place: int, move: str) -> Stake | None:
    """Return the stake that an answer or a sung flor plays for; None for any other move."""
    side = rules.sides[place]
    if move == SING:
        sung = state._replace(flor=state.flor._replace(sung=state.flor.sung | bit(place)))
        rivals = any(
            rules.sides[other_place] != side and state.flor.sung & bit(other_place)
            for other_place in range(rules.places)
        )
        return unraised(rules) if rivals else alone(rules, sung, side)
    if move == CHICA:
        return unraised(rules)
    if move == ACCEPT_LACK:
        return lack_of(side)
    if move != ACCEPT:
        return None
    waiting = pending(rules, state)
    if waiting is not None:
        return waiting[0]
    return unraised(rules) if state.flor.stage == "reply" else stake_in_force(rules, state)
