"""The situation of a player who is about to move: the table, the stakes, the cards in hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from truquero.engine import State
from truquero.engine.state import NOBODY
from truquero.i18n import N_, _
from truquero.i18n.wrapping import in_lines
from truquero.rules.game import HandType
from truquero.rules.hand_rules import HandRules
from truquero.rules.lances import lance_name
from truquero.rules.stakes import Stake, Term
from truquero.speech.award_reasons import call_name, is_feminine
from truquero.speech.narration import GAP, TableText, ordinal
from truquero.table import View
from truquero.table.pending_call import known_flores


def situation(text: TableText, view: View) -> Iterator[str]:
    """Yield the lines above the menu."""
    assert view.state is not None
    yield ""
    trick = len(view.state.won)
    laid = [played for played in view.table if played.trick == trick]
    if laid:
        hidden = _("face down")
        french = text.rules.french_names
        faces = (
            hidden if played.face_down or played.card is None else played.card.name(french=french) for played in laid
        )
        names = (text.name(view, played.seat) for played in laid)
        yield from _labelled(_("Table"), (f"{name} {face}" for name, face in zip(names, faces, strict=True)))
    tricks = [event for event in view.events if event.kind == "trick"]
    if tricks:
        takers = (text.taker(view, event.seat) for event in tricks)
        yield from _labelled(_("Tricks"), (f"{ordinal(number)} {taker}" for number, taker in enumerate(takers)))
    for line in stakes(text, view):
        yield from _labelled(_("At stake"), [line])
    for seat, cards_of_partner in view.partner_hands:
        yield from _labelled(text.name(view, seat), text.cards(cards_of_partner))
    yield from _labelled(_("Your cards"), text.cards(view.cards))
    points = list(counted(text, view))
    if points:
        yield from _labelled(_("Your points"), points)


def _labelled(label: str, items: Iterable[str]) -> Iterator[str]:
    return in_lines(items, ", ", f"{label}: ", GAP)


def counted(text: TableText, view: View) -> Iterator[str]:
    """Yield the points of the player's own cards, while they may still be bet on."""
    assert view.state is not None
    over = view.state.won or (view.state.envido.closed and view.state.flor.stage in ("open", "closed"))
    if over and view.state.declaring is None:
        return
    for lance in ("flor", "envido"):
        points = view.points(text.rules, lance)
        if points is not None:
            yield f"{lance_name(lance)} {points}"


# ------------------------------------------------------------------------------------------------------- the stakes


def stakes(text: TableText, view: View) -> Iterator[str]:
    """Yield the value of the hand and of the pending calls. Points that are being declared come first."""
    rules, state = text.rules, view.state
    if state is None:
        return
    move_text = rules.voices.phrase
    accepted_call = _("{call} accepted: {worth}")
    if state.declaring is not None:
        declared = state.declaring
        yield accepted_call.format(call=lance_name(declared.lance), worth=worth_of(text, declared.stake))
    if state.stage == "discard":
        yield _("discard a card, nobody will see it")
    elif state.stage == "decide":
        yield _("is the hand played?")
    if state.flor.stage == "raised":
        hand = rules.hand_rules(view.lineup.sides, HandType(view.hand_type))
        bet = (state.flor.offer, state.flor.refused)
        accepted, refused = (worth_of(text, _with_known_flores(hand, state, stake)) for stake in bet)
        yield _called(call_name(rules, view.events, "flor"), "flor", accepted, refused)
    elif state.flor.stage in ("asking", "reply", "guena", "chica"):
        yield _("a flor is sung")
    if state.envido.calling != NOBODY:
        accepted, refused = worth_of(text, state.envido.offer), worth_of(text, state.envido.refused)
        yield _called(call_name(rules, view.events, "envido"), "envido", accepted, refused)
    truco = state.truco
    if truco.calling != NOBODY:
        rung = rules.truco.rungs[truco.rung]
        accepted, refused = worth_of(text, rung.stake), worth_of(text, rules.truco.stake(truco.rung))
        yield _called(move_text(rung.code), "truco", accepted, refused)
    elif truco.rung:
        rung = rules.truco.rungs[truco.rung - 1]
        worth = _("what is lacking") if truco.reduced != NOBODY else worth_of(text, rung.stake)
        yield accepted_call.format(call=move_text(rung.code), worth=worth)


def _with_known_flores(hand: HandRules, state: State, stake: Stake) -> Stake:
    """Return a stake with the flores that the table knows of as points, instead of the points for each flor."""
    return stake._replace(points=stake.points + stake.per_flor * known_flores(hand, state, stake), per_flor=0)


def _called(call: str, lance: str, accepted: str, refused: str) -> str:
    text = (
        _("{flor}: accepted {accepted}, refused {refused}")
        if is_feminine(call, lance)
        else _("{call}: accepted {accepted}, refused {refused}")
    )
    return text.format(call=call, flor=call, accepted=accepted, refused=refused)


_FALTA = N_("the falta")  # for every way in which games count it
_TERMS = {
    Term.WIN_GAME: N_("the game ({name})"),
    Term.LACK: N_("what is lacking"),
    Term.WIN_MATCH: N_("the match"),
}


def worth_of(text: TableText, stake: Stake) -> str:
    """Return a stake in words. A term that depends on the score is named, not calculated."""
    parts = [str(stake.points)] if stake.points else []
    if stake.term is not Term.NONE:
        parts.append(_(_TERMS.get(stake.term, _FALTA)).format(name=text.rules.match.game_name))
        if stake.cap:
            parts[-1] += " " + _("(up to {points})").format(points=stake.cap)
    if stake.per_flor:
        parts.append(_("{points} for each flor").format(points=stake.per_flor))
    return " + ".join(parts) or "0"
