"""The words of a guest: the moves that they name, a question to the guest, or a refusal that says why not."""

from __future__ import annotations

from collections.abc import Iterable

from truquero.cards import CARDS
from truquero.engine.state import pending_lance
from truquero.i18n import _
from truquero.rules.expressions import NOTHING
from truquero.server.tables.refusal import Refusal
from truquero.server.ws.messages import TalkChoice
from truquero.server.ws.page_messages import Talk
from truquero.speech.menu import menu_of
from truquero.speech.stakes_text import stakes_of
from truquero.speech.talk.trial import lacks_flor, why_not
from truquero.speech.typed_moves import TypedMove, read_typed_move
from truquero.table import Match
from truquero.table.whole_game_bets import ends_game

Codes = tuple[str, ...]


def read_talk(match: Match, seat: int, message: Talk) -> Codes:
    """Return the moves that the words of a seat name: the first to make now, the others to queue. A code of its own
    stands for silence. Raise Refusal if the words name no legal move, or if the guest should choose."""
    view, chosen = match.view(seat), tuple(message.meaning.split())
    typed = read_typed_move(menu_of(view.moves), message.words, match.rules, view, numbered=False).chosen(chosen)
    if typed.problem == "unknown":
        raise Refusal("no-call", _("“{words}” is no call").format(words=message.words))
    if typed.choices:
        asked = _("Which of these?") if len(typed.choices) > 1 else _("Is this a call?")
        raise Refusal("unclear", asked, _choices(match, seat, typed.choices))
    if not typed.codes:
        raise Refusal("illegal", _reason(match, seat, message.words, typed))
    if typed.codes == chosen:
        return typed.codes
    if typed.embedded:
        raise Refusal("unclear", _("Is this a call?"), _choices(match, seat, [typed.codes]))
    if message.confirms and _ends_game(match, seat, typed.codes[0]):
        raise Refusal("unclear", _("This is for the whole game."), _choices(match, seat, [typed.codes]))
    return typed.codes


def _reason(match: Match, seat: int, words: str, typed: TypedMove) -> str:
    """Return why words that name a move cannot be said now."""
    if typed.problem != "untimely":
        return typed.message
    if not match.turn:
        reason = _("the hand is over")
    elif not match.turn.get(seat) and not lacks_flor(match, seat, typed.attempted):
        reason = _("it is not your turn")
    elif _is_card_of_others(match, seat, typed.attempted):
        reason = _("you do not have that card")
    elif typed.attempted:
        reason = why_not(match, seat, typed.attempted)
    else:
        return _("“{words}” cannot be said now").format(words=words)
    return _("“{words}” cannot be said now: {reason}").format(words=words, reason=reason)


def _is_card_of_others(match: Match, seat: int, move: str) -> bool:
    card = CARDS.get(move.rpartition("-")[2])
    return card is not None and card not in match.view(seat).cards


def _choices(match: Match, seat: int, meanings: Iterable[Codes]) -> tuple[TalkChoice, ...]:
    return tuple(_choice(match, seat, codes) for codes in meanings)


def _choice(match: Match, seat: int, codes: Codes) -> TalkChoice:
    if codes == (NOTHING,):
        return TalkChoice(NOTHING, _("keep silent"))
    hand = match.hand
    lance = None if hand is None else pending_lance(hand.state)
    words = ", ".join(_words(match, seat, code, lance) for code in codes)
    stakes = "" if hand is None or len(codes) > 1 else stakes_of(hand, seat, codes[0])
    return TalkChoice(" ".join(codes), words, stakes, _ends_game(match, seat, codes[0]))


def _words(match: Match, seat: int, code: str, lance: str | None) -> str:
    if code in CARDS:
        return CARDS[code].name(french=match.rules.french_names)
    return match.rules.voices.phrase(code, lance)


def _ends_game(match: Match, seat: int, move: str) -> bool:
    hand = match.hand
    return hand is not None and seat in hand.seats and ends_game(hand, seat, move)
