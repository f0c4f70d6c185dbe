"""The codes of moves: one canonical spelling each, and the local words that mean the same."""

from __future__ import annotations

import unicodedata

from truquero.cards import CardError, card
from truquero.engine.state import COVER, DISCARD
from truquero.rules.aliases import CANONICAL
from truquero.rules.lances import FixedEnvido, OpenEnvido
from truquero.table import Match

_WITH_CARD = (f"{COVER}-", f"{DISCARD}-")


def plain(text: str) -> str:
    """Lower case and without accents: `Güena` is `guena`, `seña` is `sena`."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def canonical(text: str) -> str:
    """The one code of a move: `Qp` is `10b`, `fujo` is `no-quiero`, `Tapada-4C` is `tapada-4c`."""
    code = plain(text)
    for prefix in _WITH_CARD:
        if code.startswith(prefix):
            return prefix + _card_or_text(code.removeprefix(prefix))
    return CANONICAL.get(code, _card_or_text(code))


def meaning(match: Match, seat: int, move: str) -> str:
    """Codes whose meaning depends on what was said before, as the code that is legal now."""
    legal = match.turn.get(seat, ())
    envido = match.rules.envido
    if move in legal:
        return move
    if move == "con-flor-me-achico" and "no-quiero" in legal:
        return "no-quiero"  # as an answer to a contraflor: S000 §12
    if isinstance(envido, FixedEnvido) and move == envido.accept_word and "quiero" in legal:
        return "quiero"
    if isinstance(envido, OpenEnvido) and move == f"envido-{envido.unit}":
        return "envido"
    return move


def _card_or_text(code: str) -> str:
    try:
        return card(code)
    except CardError:
        return code
