"""The session of a match: it decides what happens next, and leaves it to the caller to do it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from truquero.engine.state import answered
from truquero.session.queued_calls import QueuedCalls
from truquero.session.steps import BetweenHands, BotQuestion, MatchOver, QuestionKind, SessionStep, Turn
from truquero.table import Match
from truquero.table.signs import SIGN
from truquero.table.special_moves import ANOTHER, KEEP

# Seconds that an automatic seat waits for people who may interrupt but need not act:
BEFORE_ANSWER = 4.0  # before it answers a call: this is their last chance to sing a flor
BEFORE_PLAY = 1.5  # before it plays: they may call out of turn, but also later

AT_START_OF_TRICK: tuple[QuestionKind, ...] = ("watch", "sign")


def order_of_asking(match: Match, turn: Mapping[int, Sequence[str]] | None = None) -> list[int]:
    """Return the seats that may act, in the order in which they are asked.

    In a side that has to answer, the mano comes first and the pie last. Otherwise the seats that may interrupt come
    before the seat whose turn it is.
    """
    turn, hand = match.turn if turn is None else turn, match.hand
    if hand is None or len(turn) < 2:
        return list(turn)
    asked = match.must_act
    return sorted((seat for seat in hand.seats if seat in turn), key=lambda seat: seat in asked)


def last_awaited(awaited: Sequence[int], time_left: Callable[[int], float]) -> int:
    """Return the awaited person with the most time left: the match waits until that time is up.

    If several have the same time, it is the one who is asked last.
    """
    return max(reversed(awaited), key=time_left)


class _Stage(NamedTuple):
    """A trick, or the end of a hand."""

    deal: int
    hand: int
    tricks: int
    is_over: bool


@dataclass
class _Signals:
    """The seats that have left the turn to others. They expire with the next move."""

    position: tuple[int, int, int] = (0, 0, 0)
    passed: set[int] = field(default_factory=set)  # people
    declined: set[int] = field(default_factory=set)  # automatic seats, which were asked and made no move


class Session:
    """A match in play between people and automatic seats.

    `next_step` returns what happens next. The caller puts questions to the players, makes their moves with
    `Match.play`, and asks for the next step. The session changes nothing in the match. It can be created at any moment
    of a match, such as after a restart.
    """

    def __init__(
        self, match: Match, is_automatic: Callable[[int], bool], queued_calls: QueuedCalls | None = None
    ) -> None:
        """`is_automatic` says whether a bot plays a seat at this moment; people play the others."""
        self.match = match
        self.queued_calls = QueuedCalls() if queued_calls is None else queued_calls
        self._is_automatic = is_automatic
        self._signals = _Signals()
        self._asked: set[BotQuestion] = set()  # the questions put in the stage `_asked_in`, apart from those for a move
        self._asked_in: _Stage | None = None
        self._started: _Stage | None = self._stage() if self._has_begun() else None  # a trick past its start

    # ------------------------------------------------------------------------------------------------ the next step

    def next_step(self) -> SessionStep:
        """Return what happens next."""
        match = self.match
        if turn := match.turn:
            return self._next_of_trick_start() or self.queued_calls.due(turn) or self._turn(turn)
        if match.over:
            return MatchOver()
        return self._next_claim() or BetweenHands()

    def note_answer(self, question: BotQuestion) -> None:
        """Record that a question was answered, and that the answer took no turn."""
        if question.kind in ("choose", "speak_up"):
            self._current_signals().declined.add(question.seat)
        else:
            self._asked.add(question)

    def _next_of_trick_start(self) -> BotQuestion | None:
        """Return the next question of the start of a trick. All choose whom they watch before any makes a seña."""
        match, hand = self.match, self.match.hand
        if match.players == 2 or match.exposed is not None or hand is None:
            return None
        stage = self._stage()
        if stage == self._started:
            return None
        question = self._next_question(stage, hand.seats, AT_START_OF_TRICK)
        if question is None:
            self._started = stage
        return question

    def _next_claim(self) -> BotQuestion | None:
        """Return the next question for a claim after a hand. Each seat is asked once."""
        claims = self.match.claims()
        return self._next_question(self._stage(), tuple(claims), ("claim",)) if claims else None

    def _next_question(self, stage: _Stage, seats: Sequence[int], kinds: Sequence[QuestionKind]) -> BotQuestion | None:
        if stage != self._asked_in:
            self._asked_in, self._asked = stage, set()
        questions = (BotQuestion(seat, kind) for kind in kinds for seat in seats if self._is_automatic(seat))
        return next((question for question in questions if question not in self._asked), None)

    def _stage(self) -> _Stage:
        log, hand = self.match.log, self.match.hand
        hands = len(log[-1].hands) if log else 0
        return _Stage(len(log), hands, len(hand.state.won) if hand else 0, hand is None or hand.finished)

    def _has_begun(self) -> bool:
        """Return whether a move, or a seña of an automatic seat, has been made in this trick."""
        for event in reversed(self.match.events):
            if event.kind == "trick":
                return False
            if event.kind == "move" and event.move not in (KEEP, ANOTHER):
                return True
            if event.kind == "sign" and event.seat is not None and self._is_automatic(event.seat):
                return True
        return False

    def may_sign(self, seat: int, sign: str) -> bool:
        """Return whether a seña is new in this hand. An automatic seat makes none twice."""
        return not any((event.kind, event.seat, event.move) == ("sign", seat, sign) for event in self.match.events)

    # ----------------------------------------------------------------------------------------------------- the turn

    def _turn(self, turn: Mapping[int, Sequence[str]]) -> Turn:
        """Return the turn. The last automatic seat must choose a move if no person is awaited."""
        signals, asked = self._current_signals(), self.match.must_act
        able = [seat for seat in order_of_asking(self.match, turn) if seat not in signals.passed]
        automatic = [seat for seat in able if self._is_automatic(seat)]
        awaited = tuple(seat for seat in able if seat in asked and seat not in automatic)
        if awaited:
            questions = [BotQuestion(seat, "speak_up") for seat in automatic if seat not in signals.declined]
        else:
            questions = [BotQuestion(seat, "speak_up") for seat in automatic[:-1]]
            questions += [BotQuestion(seat, "choose") for seat in automatic[-1:]]
        return Turn(tuple(questions), awaited)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The people that the match waits for, in the order of asking."""
        return self._turn(self.match.turn).awaited

    def pass_turn(self, seat: int) -> bool:
        """Let a person leave the turn to another seat, and return whether that is possible.

        It is not if no other seat must act, or all would wait for one another. The seats that must act are public, so
        the result reveals no cards.
        """
        passed = self._current_signals().passed
        is_left = any(other != seat and other not in passed for other in self.match.must_act)
        if is_left:
            passed.add(seat)
        return is_left

    @property
    def passed(self) -> frozenset[int]:
        """The people who have passed since the last move."""
        return frozenset(self._current_signals().passed)

    def _current_signals(self) -> _Signals:
        position = self._position()
        if position != self._signals.position:
            self._signals = _Signals(position)
        return self._signals

    def _position(self) -> tuple[int, int, int]:
        """Return the numbers of deals, of hands in the deal, and of moves in the hand. Señas do not count."""
        log = self.match.log
        if not log or not log[-1].hands:
            return len(log), 0, 0
        moves = log[-1].hands[-1].moves
        return len(log), len(log[-1].hands), sum(not move.startswith(SIGN) for _seat, move in moves)

    # -------------------------------------------------------------------------------------------------------- time

    def people_answering_before(self, seat: int) -> list[int]:
        """Return the people whom an automatic seat lets answer first.

        They are those of its side who must answer too and have not passed. This is public, so the delay of the seat
        reveals no cards.
        """
        match, hand, passed = self.match, self.match.hand, self._current_signals().passed
        if hand is None or seat not in match.must_act:
            return []
        side = [other for other in match.must_act if hand.side(other) == hand.side(seat) and other not in passed]
        return [other for other in side if not self._is_automatic(other)]

    def is_left_to(self, person: int) -> bool:
        """Return whether an automatic seat lets this person answer first."""
        automatic = [seat for seat in self.match.must_act if self._is_automatic(seat)]
        return any(person in self.people_answering_before(seat) for seat in automatic)

    def delay(self, seat: int, *, pace: float, for_partners: float) -> float:
        """Return the seconds between the begin of the turn and a move of an automatic seat.

        `pace` is the shortest delay, and `for_partners` the time for people of its side to answer first.
        """
        before_answer = for_partners if self.people_answering_before(seat) else 0.0
        return max(pace, self._delay_for_interrupters(), before_answer)

    def _delay_for_interrupters(self) -> float:
        """Return the seconds for people who may interrupt.

        Only public information counts, or the delay would reveal cards. A pass does not shorten it, because only a seat
        that can act can pass.
        """
        match, hand = self.match, self.match.hand
        if hand is None or all(map(self._is_automatic, set(hand.may_act()) - set(match.must_act))):
            return 0.0
        return BEFORE_PLAY if answered(hand.state) is None else BEFORE_ANSWER
