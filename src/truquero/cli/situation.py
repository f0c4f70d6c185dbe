"""What a player looks at before moving: the table, the stakes, the cards in hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from truquero.cards import Card
from truquero.cli.lines import in_lines
from truquero.cli.table_text import FACE_DOWN, GAP, ORDINALS, TableText
from truquero.engine import State
from truquero.engine.state import NOBODY
from truquero.rules.hand import CARDS_IN_HAND
from truquero.rules.stakes import Stake, Term
from truquero.table import View

LABEL = 12


def situation(text: TableText, view: View) -> Iterator[str]:
    """The lines above the menu."""
    assert view.state is not None
    yield ""
    trick = len(view.state.won)
    laid = [one for one in view.table if one.trick == trick]
    if laid:
        yield from _labelled("Mesa", (f"{text.name(view, one.seat)} {one.card or FACE_DOWN}" for one in laid))
    tricks = [event for event in view.events if event.kind == "trick"]
    if tricks:
        takers = ("parda" if event.seat is None else text.name(view, event.seat) for event in tricks)
        yield from _labelled("Bazas", (f"{number} {who}" for number, who in zip(ORDINALS, takers, strict=False)))
    for number, line in enumerate(_stakes(text, view.state)):
        yield from _labelled("" if number else "En juego", [line])
    for seat, cards_of_partner in view.others:
        yield from _labelled(f"Asiento {seat}", text.cards(cards_of_partner))
    yield from _labelled("Tus cartas", text.cards(view.cards))
    counted = list(_counted(text, view))
    if counted:
        yield from _labelled("Tus tantos", counted)


def _labelled(label: str, items: Iterable[str]) -> Iterator[str]:
    start = GAP + label.ljust(LABEL)
    return in_lines(items, " · ", start, " " * len(start))


def _counted(text: TableText, view: View) -> Iterator[str]:
    """The points of one's own cards, while they may still be bet on."""
    assert view.state is not None
    rules = text.rules
    own = [one.card for one in view.table if one.seat == view.seat]
    dealt = [one for one in (*view.cards, *own) if isinstance(one, Card)]
    over = view.state.won or (view.state.envido.closed and view.state.flor.stage in ("open", "closed"))
    if rules.envido is None or len(dealt) != CARDS_IN_HAND or (over and view.state.declaring is None):
        return
    flor = rules.points.flor(dealt) if rules.flor is not None else None
    if flor is not None:
        yield f"flor {flor}"
    yield f"envido {rules.points.envido(dealt)}"


# ------------------------------------------------------------------------------------------------------- the stakes


def _stakes(text: TableText, state: State) -> Iterator[str]:
    """What the hand is worth, and what the pending call would be."""
    rules = text.rules
    if state.stage == "discard":
        yield "descarta una carta, nadie la verá"
    elif state.stage == "decide":
        yield "¿se juega la mano?"
    if state.flor.stage == "raised":
        yield f"flor: querida {_worth(text, state.flor.offer)}, no querida {_worth(text, state.flor.refused)}"
    elif state.flor.stage in ("asking", "reply", "guena", "chica"):
        yield "hay flor cantada"
    if state.envido.calling != NOBODY:
        yield f"envido: querido {_worth(text, state.envido.offer)}, no querido {_worth(text, state.envido.refused)}"
    truco = state.truco
    if truco.calling != NOBODY:
        rung = rules.truco.rungs[truco.rung]
        before = _worth(text, rules.truco.stake(truco.rung))
        yield f"{_spaced(rung.code)}: querido {_worth(text, rung.stake)}, no querido {before}"
    elif truco.rung:
        rung = rules.truco.rungs[truco.rung - 1]
        worth = "lo que falta" if truco.reduced != NOBODY else _worth(text, rung.stake)
        yield f"{_spaced(rung.code)} querido: {worth}"


def _spaced(code: str) -> str:
    return code.replace("-", " ")


def _worth(text: TableText, stake: Stake) -> str:
    """A stake in words: what depends on the score stays a name."""
    game = text.rules.match.game_name
    terms = {
        Term.LEADER_REST: "la falta",
        Term.WIN_GAME: f"el juego ({game})",
        Term.MALAS_GAME_ELSE_REST: "la falta",
        Term.LACK: "lo que falta",
        Term.WIN_MATCH: "la partida",
    }
    parts = [str(stake.points)] if stake.points else []
    if stake.term is not Term.NONE:
        parts.append(terms[stake.term] + (f" (hasta {stake.cap})" if stake.cap else ""))
    if stake.per_flor:
        parts.append(f"{stake.per_flor} por flor")
    return " y ".join(parts) or "0"
