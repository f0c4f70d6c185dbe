"""What a player types, taken as a move: a number or a code of the menu, or words as they are said at the table.

Words are read as words alone, and held against what the player may do: a reading in the position would depend on cards
that the player does not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from truquero.engine.state import NOBODY, answered
from truquero.language import _
from truquero.notation import read
from truquero.notation.talk.answers import may_be_answered
from truquero.notation.talk.moves import ANSWERS, lance_of, truco_codes
from truquero.rules.expressions import NOTHING, WHY
from truquero.rules.game import Rules
from truquero.rules.moves import ACCEPT, REFUSE
from truquero.table import View
from truquero.table.signs import SIGN
from truquero.telling.menu import BadChoice, Menu

Way = tuple[str, ...]  # the codes of one reading


@dataclass(frozen=True)
class Heard:
    """What came of typed words: a move and those to make when their time comes, silence, or something to tell. The move
    may be a seña that is made with a word: it takes no turn."""

    move: str | None = None
    then: Way = ()
    silent: bool = False
    told: str = ""
    problem: Literal["", "unknown", "untimely"] = ""  # no words of this table, or not at this moment


def hear(menu: Menu, typed: str, rules: Rules, view: View, *, numbered: bool = True) -> Heard:
    """What somebody who sees this and may do that means by what is typed; `numbered` where the numbers of the menu can
    be seen."""
    try:
        move = menu.read(typed, numbered=numbered)
        return Heard(move, silent=move is None)
    except BadChoice as problem:
        reading, moment = read(typed, rules), _Moment(menu, rules, view)
        if reading.question:
            return moment.asked(reading.question) or Heard(told=str(problem), problem="untimely")
        if len(reading.moves) == 1 and reading.moves[0].startswith(SIGN) and view.state is not None and view.word:
            return Heard(reading.moves[0])
        way = moment.way(reading.moves)
        if way is None and reading.refused:
            return Heard(told=reading.refused)
        if way is None and reading.moves:
            return Heard(told=str(problem), problem="untimely")
        if way is None:
            return Heard(told=_not_understood(typed.strip()) or str(problem), problem="unknown")
        if way == (REFUSE,) and view.may_leave_word and reading.why == _(WHY["passes"]):
            return Heard(told=_which([way, (NOTHING,)]))  # for the whole side, or to let a partner speak?
        answers = tuple(dict.fromkeys(move for move in way if move in ANSWERS))
        if len(answers) > 1 and not moment.is_double:  # two answers to one question
            return Heard(told=_which((answer,) for answer in answers))
        rest = (move for move in way[1:] if move not in ANSWERS or moment.is_double)
        return Heard(way[0], (*rest, *reading.waits))


class _Moment:
    """What may be said now, as far as the player knows."""

    def __init__(self, menu: Menu, rules: Rules, view: View) -> None:
        self._menu, self._rules = menu, rules
        state = view.state
        self._answered = "" if state is None else answered(state) or ""
        truco_waits = state is not None and state.truco.calling != NOBODY
        self._pending = {self._answered, "truco"} if truco_waits else {self._answered}
        self._made = {event.move for event in view.events if event.move is not None}
        self._next_rung = 0 if state is None else state.truco.rung + truco_waits

    @property
    def is_double(self) -> bool:
        """Whether a truco is to be answered after what is answered now: only then do two answers answer something."""
        return len(self._pending) > 1

    def way(self, codes: Way) -> Way | None:
        """A reading as it can be carried out; None where it cannot. A raise contains the quiero said before it."""
        if codes == (NOTHING,):
            return codes
        raises = [code for code in codes[1:2] if lance_of(self._rules, code) == self._answered]
        if codes[:1] == (ACCEPT,) and raises and raises[0] in self._menu.codes:
            codes = codes[1:]
        if not codes or codes[0] not in self._menu.codes:
            return None
        return codes if codes[0] not in ANSWERS or all(map(self._may_follow, codes[1:])) else None

    def _may_follow(self, code: str) -> bool:
        """Whether something may be said together with an answer: of the calls, the next one of truco only."""
        lance = lance_of(self._rules, code)
        return not lance or truco_codes(self._rules)[self._next_rung :][:1] == [code]

    def asked(self, question: Iterable[Way]) -> Heard | None:
        """Which of several readings is meant, those that can be carried out; None where there is none."""
        question = list(question)
        able = list(dict.fromkeys(way for codes in question if (way := self.way(codes))))
        named = [code for codes in question for code in codes if code not in ANSWERS]
        answerable = {code: may_be_answered(self._rules, code, self._pending, self._made) for code in {*named}}
        unanswerable = [code for code in named if not answerable[code]]
        if len(able) == 1 and able[0][0] in ANSWERS:  # to what is named with it, or the whole makes no sense
            return None if unanswerable else Heard(able[0][0], able[0][1:])
        if able == [(ACCEPT,), *((code,) for code in unanswerable if lance_of(self._rules, code) == self._answered)]:
            return Heard(able[1][0])
        if not able or able == [(NOTHING,)]:
            return None
        return Heard(told=_which(able))


def _not_understood(words: str) -> str:
    """What to tell who says what nobody says; nothing of numbers, which are choices that are not there."""
    if not words or words.isdigit():
        return ""
    return _("I did not understand “{words}”: choose from the list (? for help).").format(words=words)


def _which(ways: Iterable[Way]) -> str:
    told = (_("keep silent") if way == (NOTHING,) else " ".join(way).replace("-", " ") for way in ways)
    return _("Which? {readings}").format(readings=" / ".join(told))
