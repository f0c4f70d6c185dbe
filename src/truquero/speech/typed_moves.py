"""Interprets what a player types as a move: a number or a code of the menu, or words as they are said at the table.

Words are parsed without the position and then matched against the player's legal moves. Parsing them in the position
would depend on cards that the player does not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from truquero.engine.flor import FLOR_WORDS
from truquero.engine.state import NOBODY, pending_lance
from truquero.i18n import _
from truquero.i18n.wrapping import sentence
from truquero.rules.aliases import as_code
from truquero.rules.everywhere import everywhere
from truquero.rules.expressions import NOTHING, WHY
from truquero.rules.game import Rules
from truquero.rules.moves import ACCEPT, REFUSE
from truquero.speech.menu import BadChoice, MoveMenu
from truquero.speech.talk import read
from truquero.speech.talk.call_answers import may_be_answered
from truquero.speech.talk.move_lances import ANSWERS
from truquero.table import View
from truquero.table.call_codes import lance_of, truco_codes
from truquero.table.signs import SIGN

Codes = tuple[str, ...]  # the moves of one reading


@dataclass(frozen=True)
class TypedMove:
    """The result of typed words: a move with the calls to queue, silence, or a message for the player.

    The move may be a seña that the player makes with a word; it takes no turn. If the words have several meanings, they
    are the `choices`, and `message` asks which of them is meant.
    """

    move: str | None = None
    queued: Codes = ()
    silent: bool = False
    message: str = ""
    problem: Literal["", "unknown", "untimely"] = ""  # not words of this table, or not legal at this moment
    choices: tuple[Codes, ...] = ()
    attempted: str = ""  # the move that the words name, if it is not legal at this moment
    embedded: bool = False  # the move is named within other words, so the player may only be talking

    @property
    def codes(self) -> Codes:
        """The move with the calls to queue, or the code of silence; empty if the words have not one meaning."""
        if self.silent:
            return (NOTHING,)
        return () if self.move is None else (self.move, *self.queued)

    def chosen(self, codes: Codes) -> TypedMove:
        """Return the choice with these codes, or this result if it is no choice."""
        if codes not in self.choices:
            return self
        return TypedMove(silent=True) if codes == (NOTHING,) else TypedMove(codes[0], codes[1:])


def read_typed_move(menu: MoveMenu, typed: str, rules: Rules, view: View, *, numbered: bool = True) -> TypedMove:
    """Return the meaning of what a player with this view and this menu types.

    `numbered` says whether the player can see the numbers of the menu.
    """
    try:
        move = menu.read(typed, numbered=numbered)
    except BadChoice as error:
        return _interpreted(menu, typed, rules, view, not_in_menu=str(error))
    return TypedMove(move, silent=move is None)


def _interpreted(menu: MoveMenu, typed: str, rules: Rules, view: View, *, not_in_menu: str) -> TypedMove:
    """Return the meaning of typed words that are no entry of the menu; `not_in_menu` is the message that says so."""
    reading, position = read(typed, rules), _Position(menu, rules, view)
    named = next((code for codes in (reading.moves, *reading.question) for code in codes if code != NOTHING), "")
    untimely = TypedMove(message=not_in_menu, problem="untimely", attempted=named)
    if reading.question:
        return position.choose(reading.question) or untimely
    if len(reading.moves) == 1 and reading.moves[0].startswith(SIGN) and view.state is not None and view.may_act:
        return TypedMove(reading.moves[0])
    if not reading.moves and reading.why == _(WHY["stays-silent"]):
        return TypedMove(silent=True) if view.may_pass else untimely
    codes = position.legal_form(reading.moves)
    if codes is None and reading.refused:
        return TypedMove(message=reading.refused)
    if codes is None and (reading.moves or reading.why == _(WHY["concedes"])):
        return untimely
    if codes is None and rules.flor is None and _is_about_flor(typed):
        return TypedMove(message=sentence(_("this table plays without flor")) + ".")
    if codes is None:
        return TypedMove(message=_not_understood(typed.strip()) or not_in_menu, problem="unknown")
    if codes == (REFUSE,) and view.may_pass and reading.why == _(WHY["passes"]):
        return _question([codes, (NOTHING,)])  # for the whole side, or to let a partner speak?
    answers = tuple(dict.fromkeys(move for move in codes if move in ANSWERS))
    if len(answers) > 1 and not position.is_double:  # two answers to one question
        return _question((answer,) for answer in answers)
    rest = (move for move in codes[1:] if move not in ANSWERS or position.is_double)
    return TypedMove(codes[0], (*rest, *reading.queued), embedded=reading.embedded)


class _Position:
    """The words that may be said now, as far as the player knows."""

    def __init__(self, menu: MoveMenu, rules: Rules, view: View) -> None:
        self._menu, self._rules = menu, rules
        state = view.state
        self._answered = "" if state is None else pending_lance(state) or ""
        truco_waits = state is not None and state.truco.calling != NOBODY
        self._pending = {self._answered, "truco"} if truco_waits else {self._answered}
        self._moves_made = {event.move for event in view.events if event.move is not None}
        self._next_rung = 0 if state is None else state.truco.rung + truco_waits

    @property
    def is_double(self) -> bool:
        """Whether a truco waits behind the call that is answered now. Only then do two answers make sense."""
        return len(self._pending) > 1

    def legal_form(self, codes: Codes) -> Codes | None:
        """Return the legal form of a reading, or None if there is none. A raise includes the quiero said before it."""
        if codes == (NOTHING,):
            return codes
        raises = [code for code in codes[1:2] if lance_of(self._rules, code) == self._answered]
        if codes[:1] == (ACCEPT,) and raises and raises[0] in self._menu.codes:
            codes = codes[1:]
        if not codes or codes[0] not in self._menu.codes:
            return None
        return codes if codes[0] not in ANSWERS or all(map(self._may_follow, codes[1:])) else None

    def _may_follow(self, code: str) -> bool:
        """Return whether a code may be said together with an answer. The only such call is the next rung of truco."""
        lance = lance_of(self._rules, code)
        return not lance or truco_codes(self._rules)[self._next_rung :][:1] == [code]

    def choose(self, question: Iterable[Codes]) -> TypedMove | None:
        """Return the reading that is meant, or a question if several are legal; None if none is.

        `question` contains the possible readings.
        """
        question = list(question)
        legal = list(dict.fromkeys(form for codes in question if (form := self.legal_form(codes))))
        calls = [code for codes in question for code in codes if code not in ANSWERS]
        unanswerable = [
            code for code in calls if not may_be_answered(self._rules, code, self._pending, self._moves_made)
        ]
        if len(legal) == 1 and legal[0][0] in ANSWERS:  # the answer must fit the calls that are named with it
            return None if unanswerable else TypedMove(legal[0][0], legal[0][1:])
        if legal == [(ACCEPT,), *((code,) for code in unanswerable if lance_of(self._rules, code) == self._answered)]:
            return TypedMove(legal[1][0])
        if not legal or legal == [(NOTHING,)]:
            return None
        return _question(legal)


def _is_about_flor(words: str) -> bool:
    """Return whether words are a call about a flor, as it is said at any table, and nothing else."""
    code, phrases_by_code = as_code(words), everywhere()["say"]
    return any(code == as_code(phrase) for call in FLOR_WORDS for phrase in phrases_by_code.get(call, ()))


def _not_understood(words: str) -> str:
    """Return the message for words that are not understood. It is empty for numbers: they are absent choices."""
    if not words or words.isdigit():
        return ""
    return _("I did not understand “{words}”: choose from the list (? for help).").format(words=words)


def _question(readings: Iterable[Codes]) -> TypedMove:
    """Return the question which of some readings is meant."""
    choices = tuple(readings)
    texts = (_("keep silent") if codes == (NOTHING,) else " ".join(codes).replace("-", " ") for codes in choices)
    return TypedMove(message=_("Which of these? {readings}").format(readings=" / ".join(texts)), choices=choices)
