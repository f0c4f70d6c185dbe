"""Why a move is refused, in words that tell a player what would be right."""

from __future__ import annotations

from truquero.engine import Need, State
from truquero.engine.automaton import LOOK, SHOW
from truquero.engine.flor import FLOR_WORDS, SING
from truquero.engine.seats import has_played
from truquero.engine.state import NOBODY, bit
from truquero.rules.hand import HandRules
from truquero.rules.lances import FixedEnvido, OpenEnvido

GUARDS = {
    Need.FLOR: "it needs a flor",
    Need.NO_FLOR: "the flor must be sung first",
    Need.NO_PLAIN_FLOR: "a flor must be sung; only a reservá may play the envite",
    Need.RESERVA: "only a reservá may still be sung",
    Need.SURE_WIN: "the cards do not win for certain",
    Need.BELOW_FALTA: "as much as the falta is bet already",
    Need.SIZE: "it is more than the side with fewer points lacks",
    Need.ROOM: "accepting already wins the game, so it may not raise",
    Need.ABOVE_LACK: "the bet is not more than the side lacks",
}
_ANSWERS = ("quiero", "no-quiero", "mi-falta")
_ABOUT_FLOR = frozenset({*FLOR_WORDS, "chica", "al-resto", "guena"})


def refusal(rules: HandRules, state: State, place: int, move: str, is_card: bool) -> str:
    """Why a place that has the word may not make a move that is not on its menu."""
    if rules.starts_blind and not state.looked & bit(place) and move != LOOK:
        return f"the cards have not been looked at; say {LOOK} first"
    pending = _pending(state)
    if is_card:
        return f"{pending} is to be answered first" if pending else "no card is to be laid now"
    if move in _ANSWERS:
        return "there is nothing to answer"
    if move in {rung.code for rung in rules.truco.rungs}:
        return _truco(rules, state, place, pending)
    if move in _ABOUT_FLOR:
        return _flor(rules, state, move)
    if _is_envido(rules, move):
        return _envido(rules, state, place, pending)
    if move == SHOW:
        return "only the side that decided to play shows certain winners"
    return "it cannot be said or played now"


def _pending(state: State) -> str:
    if state.stage == "decide":
        return "whether the hand is played"
    if state.stage == "discard":
        return "the gallo's discard"
    if state.declaring is not None:
        return f"the {state.declaring.lance}"
    if state.flor.stage not in ("open", "closed"):
        return "the flor"
    if state.envido.calling != NOBODY:
        return "the envido"
    return "the truco" if state.truco.calling != NOBODY else ""


def _truco(rules: HandRules, state: State, place: int, pending: str) -> str:
    truco = state.truco
    if pending and pending != "the truco":
        return f"{pending} is to be answered first"
    if truco.owner not in (NOBODY, rules.sides[place]):
        return "only the side that accepted the last call may raise it"
    following = truco.rung + (1 if pending else 0)
    if truco.reduced != NOBODY or following >= len(rules.truco.rungs):
        return "the truco cannot be raised any more"
    return f"the next call is {rules.truco.rungs[following].code}"


def _flor(rules: HandRules, state: State, move: str) -> str:
    if rules.flor is None:
        return "no flor is played"
    if move == SING:
        return "a flor has been sung already" if state.flor.sung else "it is too late for a flor"
    return "no flor has been sung" if state.flor.stage == "open" else "that is no answer to the flor now"


def _is_envido(rules: HandRules, move: str) -> bool:
    envido = rules.envido
    if isinstance(envido, FixedEnvido):
        return move == envido.falta_code or any(call.code == move for call in envido.calls)
    return isinstance(envido, OpenEnvido) and (move.startswith(("envido", "mas-")))


def _envido(rules: HandRules, state: State, place: int, pending: str) -> str:
    if state.won:
        return "the envido belongs to the first trick"
    if pending == "the envido":
        return "that call may not follow"
    if pending == "the flor" or state.flor.stage == "closed":
        return "a flor has been sung"
    if state.truco.rung:
        return "the truco is accepted, so the envido is closed"
    if state.envido.closed:
        return "the envido is over"
    if has_played(rules, state, place):
        return "who has laid a card may not open the envido"
    return "there is no bet of that size here"
