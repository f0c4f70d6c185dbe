"""The lances of a hand that can still be played for, as a seat can infer from public information."""

from __future__ import annotations

from truquero.engine import envido, flor
from truquero.engine.seats import is_in
from truquero.engine.state import NOBODY, State, bit
from truquero.rules.game import HandType, Rules
from truquero.rules.hand_rules import HandRules
from truquero.table import View


def open_lances(rules: Rules, view: View) -> frozenset[str]:
    """Return the lances, envido or flor, in which the points of the seat can still count.

    In these the seat or another may still open, a call waits for an answer, or points are being declared. The envido
    of a seat that has thrown in its cards no longer counts.
    """
    state = view.state
    if state is None or state.stage == "over" or view.seat not in view.seats:
        return frozenset()
    place = view.seats.index(view.seat)
    if state.declaring is not None:
        return frozenset({state.declaring.lance}) if is_in(state, place) else frozenset()
    hand = rules.hand_rules(view.lineup.sides, HandType(view.hand_type))
    is_open_by_lance = {
        "envido": is_in(state, place) and _envido_is_open(hand, state),
        "flor": _flor_is_open(hand, state, place),
    }
    return frozenset(lance for lance, is_open in is_open_by_lance.items() if is_open)


def _envido_is_open(hand: HandRules, state: State) -> bool:
    """Return whether an envido waits for an answer or a player may still open one.

    While a truco waits, only the side that answers it may open: accepting the truco closes the envido.
    """
    if state.envido.calling != NOBODY:
        return True
    caller = state.truco.calling
    places = [place for place in range(hand.places) if is_in(state, place) and hand.sides[place] != caller]
    return any(envido.opening_options(hand, state, place) for place in places)


def _flor_is_open(hand: HandRules, state: State, place: int) -> bool:
    """Return whether a flor of this place is sung and not settled, or could still be sung."""
    if state.flor.stage == "closed":
        return False
    return bool(state.flor.sung & bit(place)) or flor.may_still_sing(hand, state, place)
