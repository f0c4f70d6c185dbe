"""The truco: a ladder of calls that the two sides raise alternately (S000 §14, S003 Truco, S004)."""

from __future__ import annotations

from truquero.engine.flor import hush
from truquero.engine.seats import has_cards, is_in, rival_card_open
from truquero.engine.state import NOBODY, Award, Guard, Need, Option, State, Step, bit
from truquero.engine.tricks import finish, stake_in_force
from truquero.rules.hand_rules import HandRules
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, REFUSE
from truquero.rules.stakes import Stake
from truquero.rules.trick_rules import Dark


def call_options(rules: HandRules, state: State, place: int) -> list[Option]:
    """Return the call with which a place may open or raise the truco while no call is pending; none if it may not."""
    truco, side = state.truco, rules.sides[place]
    if rules.truco_costs:  # legal, but the caller loses the hand
        return [Option(rules.truco.rungs[0].code)]
    if truco.rung == len(rules.truco.rungs) or truco.owner not in (NOBODY, side) or truco.reduced != NOBODY:
        return []
    if rules.truco.until_last_card and not has_cards(rules, state, place):
        return []
    guards = _raise_guards(rules, side, stake_in_force(rules, state)) if truco.rung else ()
    return [Option(rules.truco.rungs[truco.rung].code, guards)]


def out_of_turn(rules: HandRules, state: State) -> dict[int, list[Option]]:
    """Return the calls of the places whose turn it is not, which the house rule word=any allows.

    It allows them while nothing is pending, to all that have not thrown in.
    """
    if not rules.out_of_turn:
        return {}
    places = [place for place in range(rules.places) if is_in(state, place) and place != state.turn]
    return {place: calls for place in places if (calls := call_options(rules, state, place))}


def answers(rules: HandRules, state: State, place: int) -> list[Option]:
    """Return the answers of a challenged place to the pending call."""
    side, offered = rules.sides[place], rules.truco.rungs[state.truco.rung].stake
    options = [Option(ACCEPT), Option(REFUSE)]
    if state.truco.rung + 1 < len(rules.truco.rungs):
        options.append(Option(rules.truco.rungs[state.truco.rung + 1].code, _raise_guards(rules, side, offered)))
    if rules.truco.accept_lack:
        options.append(Option(ACCEPT_LACK, (Guard(Need.ABOVE_LACK, offered, side),)))
    return options


def _raise_guards(rules: HandRules, side: int, accepted: Stake) -> tuple[Guard, ...]:
    return (Guard(Need.ROOM, accepted, side),) if rules.truco.raise_limit else ()


def call(rules: HandRules, state: State, place: int) -> Step:
    """Call the truco: open it, or raise it. A raise over a pending call accepts that call first."""
    side = rules.sides[place]
    if rules.truco_costs:
        return finish(state, Award("penalty", 1 - side, Stake(rules.truco_costs), "false"))
    truco = state.truco
    if truco.calling != NOBODY:
        state = _accepted(state, side, NOBODY)
        truco = state.truco
    exposed = rival_card_open(rules, state, place)
    dark = _is_dark(rules, state, place, exposed)  # S004 Empates
    tie_to = NOBODY
    if rules.tricks.caller_decides_tied_trick:
        tie_to = side if dark else 1 - side if exposed else NOBODY
    called = truco._replace(calling=side, dark=dark, tie_to=tie_to)
    return state._replace(truco=called, flor=hush(rules, state, place)), ()


def _is_dark(rules: HandRules, state: State, place: int, exposed: bool) -> bool:
    if rules.tricks.dark is Dark.BLIND:
        return rules.blind_calls and not state.looked & bit(place)
    return rules.tricks.dark is Dark.NO_RIVAL_CARD and not exposed


def accept(rules: HandRules, state: State, place: int, reduced: bool) -> Step:
    """Accept the pending call. If `reduced`, accept it only for the points that the side lacks."""
    side = rules.sides[place]
    accepted = _accepted(state, side, side if reduced else NOBODY)
    return accepted._replace(flor=hush(rules, state, place)), ()


def _accepted(state: State, side: int, reduced: int) -> State:
    """Return the state after `side` has accepted the pending call. The envido is then closed (S000 §13).

    Only `side` may raise next. `reduced` is the side that accepted for what it lacks, or NOBODY.
    """
    truco = state.truco
    return state._replace(
        truco=truco._replace(rung=truco.rung + 1, owner=side, calling=NOBODY, reduced=reduced),
        envido=state.envido._replace(closed=True),
    )


def refuse(rules: HandRules, state: State) -> Step:
    """Refuse the pending call, which ends the hand. The callers win the stake that was in force before it."""
    return finish(state, Award("truco", state.truco.calling, stake_in_force(rules, state), "refused"))
