"""The codes of moves: one canonical spelling each, and the local words that mean the same."""

from __future__ import annotations

from truquero.cards import CardError, card
from truquero.engine.state import COVER, DISCARD, NOBODY
from truquero.rules.aliases import CANONICAL, plain
from truquero.rules.lances import FixedEnvido, OpenEnvido
from truquero.rules.moves import ACCEPT, REFUSE
from truquero.table import Match

_WITH_CARD = (f"{COVER}-", f"{DISCARD}-")


def canonical(text: str) -> str:
    """The one code of a move: `Qp` is `10b`, `fujo` is `no-quiero`, `Tapada-4C` is `tapada-4c`."""
    code = plain(text)
    for prefix in _WITH_CARD:
        if code.startswith(prefix):
            return prefix + _card_or_text(code.removeprefix(prefix))
    return CANONICAL.get(code, _card_or_text(code))


def meaning(match: Match, seat: int, move: str) -> str:
    """Codes whose meaning depends on the table or on what was said before, as the code that is legal now."""
    envido = match.rules.envido
    if _is_legal(match, seat, move):
        return move
    local = [code for code in match.rules.voices.spoken.get(move, ()) if _is_legal(match, seat, code)]
    if local:
        return local[0]  # a word of this table: `joc-fora` is `cama`
    if move == "con-flor-me-achico" and _is_legal(match, seat, REFUSE):
        return REFUSE  # as an answer to a contraflor: S000 §12
    if isinstance(envido, FixedEnvido) and move == envido.accept_word and _about_envido(match):
        return ACCEPT if _is_legal(match, seat, ACCEPT) else move
    if isinstance(envido, OpenEnvido) and move == f"envido-{envido.unit}":
        return "envido"
    return move


def _is_legal(match: Match, seat: int, move: str) -> bool:
    if match.exposed is not None or match.hand is None:
        return move in match.turn.get(seat, ())
    return match.hand.allows(seat, move)


def _about_envido(match: Match) -> bool:
    """Whether an envido waits for its answer."""
    return match.hand is not None and match.hand.state.envido.calling != NOBODY


def _card_or_text(code: str) -> str:
    try:
        return card(code)
    except CardError:
        return code
