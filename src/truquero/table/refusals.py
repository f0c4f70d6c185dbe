"""The reasons for which a move is refused, in words that help the player to find a legal one."""

from __future__ import annotations

import re
from collections.abc import Collection

from truquero.cards import CARDS
from truquero.engine import Need, State
from truquero.engine.automaton import LOOK, SHOW
from truquero.engine.flor import FLOR_WORDS, SING
from truquero.engine.seats import has_played
from truquero.engine.state import NOBODY, bit
from truquero.i18n import N_, _
from truquero.rules.game import Rules
from truquero.rules.hand_rules import HandRules
from truquero.rules.lances import FixedEnvido, OpenEnvido
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, REFUSE, move_codes
from truquero.table.errors import IllegalMove, UnknownMove

GUARDS = {
    Need.FLOR: N_("it needs a flor"),
    Need.NO_FLOR: N_("the flor must be sung first"),
    Need.NO_PLAIN_FLOR: N_("a flor must be sung; only a reservá may play the envite"),
    Need.RESERVA: N_("only a reservá may still be sung"),
    Need.SURE_WIN: N_("the cards are not certain to win"),
    Need.BELOW_FALTA: N_("the bet already equals the falta"),
    Need.SIZE: N_("it is more than the side with fewer points lacks"),
    Need.ROOM: N_("accepting already wins the game, so it may not raise"),
    Need.ABOVE_LACK: N_("the bet is not more than the side lacks"),
}
_ANSWERS = (ACCEPT, REFUSE, ACCEPT_LACK)
_ABOUT_FLOR = frozenset({*FLOR_WORDS, "chica", "al-resto", "guena"})

# The kinds of pending answers, and the refusal for each.
DECISION, DISCARD, FLOR, ENVIDO, TRUCO = "decision", "discard", "flor", "envido", "truco"
_FIRST = {
    DECISION: N_("the decision whether to play the hand comes first"),
    DISCARD: N_("the gallo's discard comes first"),
    FLOR: N_("the flor must be answered first"),
    ENVIDO: N_("the envido must be answered first"),
    TRUCO: N_("the truco must be answered first"),
}


def refusal(rules: HandRules, state: State, place: int, move: str, is_card: bool) -> str:
    """Return why a place that may act may not make a move that is not on its menu."""
    if rules.starts_blind and not state.looked & bit(place) and move != LOOK:
        return _("the player has not looked at the cards; say {look} first").format(look=LOOK)
    pending = _pending(state)
    if is_card:
        return _(_FIRST[pending]) if pending else _("no card can be played now")
    if move in _ANSWERS:
        return _("there is nothing to answer")
    if move in {rung.code for rung in rules.truco.rungs}:
        return _truco(rules, state, place, pending)
    if move in _ABOUT_FLOR:
        return _flor(rules, state, move)
    if _is_envido(rules, move):
        return _envido(rules, state, place, pending)
    if move == SHOW:
        return _show(rules)
    if state.declaring is not None and move.isdigit() and state.declaring.best != NOBODY:
        return _("{best} has been declared: declare more, or say that they are good").format(best=state.declaring.value)
    return _("it cannot be said or played now")


def names_move(rules: Rules, text: str) -> bool:
    """Return whether a text is a move of this game, or one that it leaves out and refuses with a reason of its own."""
    if text in CARDS or text in _ANSWERS or text in _ABOUT_FLOR or text == SHOW:
        return True
    codes = move_codes(rules)
    kind, _hyphen, name = text.rpartition("-")
    if name in CARDS:
        return kind in codes
    return text in codes or re.sub("[0-9]+", "N", text) in codes


def as_unknown(refused: IllegalMove) -> UnknownMove:
    """Return the refusal of a text that is no move of the game."""
    return UnknownMove(refused.seat, refused.move, _("no move of this variant is called that"), refused.legal)


def _show(rules: HandRules) -> str:
    if rules.decision is None or not rules.decision.may_show:
        return _("nobody may show certain winners in this hand: play the cards")
    return _("only the side that decided to play may show certain winners")


def _pending(state: State) -> str:
    """Return the kind of answer that is pending; an empty string if none is."""
    if state.stage == "decide":
        return DECISION
    if state.stage == "discard":
        return DISCARD
    if state.declaring is not None:
        return state.declaring.lance
    if state.flor.stage not in ("open", "closed"):
        return FLOR
    if state.envido.calling != NOBODY:
        return ENVIDO
    return TRUCO if state.truco.calling != NOBODY else ""


def _truco(rules: HandRules, state: State, place: int, pending: str) -> str:
    truco = state.truco
    if pending and pending != TRUCO:
        return _(_FIRST[pending])
    if truco.owner not in (NOBODY, rules.sides[place]):
        return _("only the side that accepted the last call may raise it")
    following = truco.rung + (1 if pending else 0)
    if truco.reduced != NOBODY or following >= len(rules.truco.rungs):
        return _("the truco cannot be raised any more")
    return _("the next call is {call}").format(call=rules.truco.rungs[following].code)


def _flor(rules: HandRules, state: State, move: str) -> str:
    if rules.flor is None:
        return _("this table plays without flor")
    if move == SING:
        return _("a flor has been sung already") if state.flor.sung else _("it is too late for a flor")
    return _("no flor has been sung") if state.flor.stage == "open" else _("that does not answer the flor now")


def _is_envido(rules: HandRules, move: str) -> bool:
    envido = rules.envido
    if isinstance(envido, FixedEnvido):
        return move == envido.falta_code or any(call.code == move for call in envido.calls)
    return isinstance(envido, OpenEnvido) and (move.startswith(("envido", "mas-")))


def _envido(rules: HandRules, state: State, place: int, pending: str) -> str:
    if state.won:
        return _("the envido belongs to the first trick")
    if pending == ENVIDO:
        return _("that call may not follow")
    if pending == FLOR or state.flor.stage == "closed":
        return _("a flor has been sung")
    if state.truco.rung:
        return _("the truco is accepted, so the envido is closed")
    if state.envido.closed:
        return _("the envido is over")
    if has_played(rules, state, place):
        return _("a player who has played a card may not open the envido")
    if isinstance(rules.envido, FixedEnvido):
        return _("that call does not open the envido")
    return _("there is no bet of that size here")


def out_of_turn(seat: int, playing: Collection[int], must_act: Collection[int]) -> str:
    """Return why a seat that has no move may not act. Name only the seats that must act: naming all seats that can act
    would reveal cards."""
    if not must_act:
        return _("the hand is over")
    if seat not in playing:
        return _("seat {seat} does not play this hand").format(seat=seat)
    return _("it is the turn of seat {seats}").format(seats=", ".join(map(str, sorted(must_act))))
