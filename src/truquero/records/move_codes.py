"""The codes of moves: one canonical spelling for each move, and the local words that mean the same."""

from __future__ import annotations

from truquero.cards import Card, CardError
from truquero.engine.state import COVER, DISCARD, NOBODY
from truquero.rules.aliases import CANONICAL, plain
from truquero.rules.lances import FixedEnvido, OpenEnvido
from truquero.rules.moves import ACCEPT, REFUSE
from truquero.table import Match

_WITH_CARD = (f"{COVER}-", f"{DISCARD}-")


def canonical(text: str) -> str:
    """Return the canonical code of a move: `10b` for `Qp`, `no-quiero` for `fujo`, `tapada-4c` for `Tapada-4C`."""
    code = plain(text)
    for prefix in _WITH_CARD:
        if code.startswith(prefix):
            return prefix + _card_or_text(code.removeprefix(prefix))
    return CANONICAL.get(code, _card_or_text(code))


def meaning(match: Match, seat: int, move: str) -> str:
    """Return the legal code that a code stands for at this table and at this moment.

    A code that needs no translation, or has none, is returned as it is.
    """
    envido = match.rules.envido
    if _is_legal(match, seat, move):
        return move
    local = [code for code in match.rules.voices.moves_by_phrase.get(move, ()) if _is_legal(match, seat, code)]
    if local:
        return local[0]  # a word of this table: `joc-fora` means `cama`
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
    """Return whether an envido is waiting for its answer."""
    return match.hand is not None and match.hand.state.envido.calling != NOBODY


def _card_or_text(code: str) -> str:
    try:
        return Card(code)
    except CardError:
        return code
