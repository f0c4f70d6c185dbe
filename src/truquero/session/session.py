"""The session of a match: it decides what happens next, and leaves it to the caller to do it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from truquero.engine.state import State, pending_lance
from truquero.rules.moves import ANOTHER, KEEP
from truquero.session.steps import BetweenHands, BotQuestion, MatchOver, QuestionKind, SessionStep, Turn
from truquero.session.thinking_time import Speed, thinking_time
from truquero.table import Hand, Match
from truquero.table.order_of_asking import order_of_asking
from truquero.table.queued_calls import QueuedCalls

ANSWER_SECONDS = 8  # that a bot usually leaves to people of its side to answer first
DECISION_SECONDS = 20  # at least, for the decision whether to play the hand: people read their partners' cards
# Seconds that a bot waits for people who may interrupt but need not act:
BEFORE_ANSWER = 4.0  # before it answers a call: this is their last chance to sing a flor
BEFORE_PLAY = 1.5  # before it plays: they may call out of turn, but also later

AT_START_OF_TRICK: tuple[QuestionKind, ...] = ("watch", "sign")


def last_awaited(awaited: Sequence[int], time_left: Callable[[int], float]) -> int:
    """Return the awaited person with the most time left: the match waits until that time is up.

    If several have the same time, return the person who is asked last.
    """
    return max(reversed(awaited), key=time_left)


class _Stage(NamedTuple):
    """A trick, or the end of a hand."""

    deal: int
    hand: int
    tricks: int
    is_over: bool


@dataclass
class _TurnState:
    """The seats that have left the turn to others, and whether partners have had their time. Both expire with the next
    move."""

    hand: Hand | None = None
    position: State | None = None
    passed: set[int] = field(default_factory=set)  # people
    declined: set[int] = field(default_factory=set)  # bots, which were asked and made no move
    is_time_for_partners_over: bool = False  # whether bots no longer let people of their side answer first


class Session:
    """A match in play between people and bots.

    `next_step` returns what happens next. The caller puts questions to the bots, waits for people, makes their moves
    with `Match.play`, and asks for the next step. The session changes nothing in the match. It can be created at any
    moment of a match, such as after a restart.

    >>> match = Match("argentino", 2, seed="feria", dealer=2)
    >>> session = Session(match, is_bot=lambda seat: seat == 2)
    >>> session.next_step()
    BetweenHands()
    >>> match.deal()
    True
    >>> session.next_step()
    Turn(questions=(), awaited=(1,))
    >>> match.play(1, "truco")
    >>> session.next_step()
    Turn(questions=(BotQuestion(seat=2, kind='choose'),), awaited=())
    """

    def __init__(
        self, match: Match, is_bot: Callable[[int], bool], queued_calls: QueuedCalls | None = None, seed: str = ""
    ) -> None:
        """`is_bot` returns whether a bot plays a seat at this moment; people play the others. `seed` varies the times
        of the bots and must not depend on the cards."""
        self.match: Match = match  # the match in play
        calls = QueuedCalls() if queued_calls is None else queued_calls
        self.queued_calls: QueuedCalls = calls  # calls that wait until they are legal
        self._is_bot, self._seed = is_bot, seed
        self._state = _TurnState()
        self._answered: set[tuple[int, QuestionKind]] = set()  # in the stage `_answered_in`; moves are not included
        self._answered_in: _Stage | None = None
        self._trick_started: _Stage | None = self._stage() if self._has_begun() else None  # a trick past its start

    # ------------------------------------------------------------------------------------------------ the next step

    def next_step(self) -> SessionStep:
        """Return what happens next."""
        if question := self._next_of_trick_start() or self._next_challenge():
            return question
        if turn := self.match.turn:
            return self.queued_calls.due(turn) or self._turn(turn)
        return MatchOver() if self.match.over else BetweenHands()

    def note_answer(self, question: BotQuestion) -> None:
        """Record that a question was answered, and that the answer took no turn."""
        if question.kind in ("choose", "speak_up"):
            self._turn_state().declined.add(question.seat)
        else:
            self._answered.add((question.seat, question.kind))

    def _next_of_trick_start(self) -> BotQuestion | None:
        """Return the next question of the start of a trick. All choose whom they watch before any makes a seña."""
        match, hand = self.match, self.match.hand
        if match.players == 2 or match.exposed is not None or hand is None or hand.finished:
            return None
        stage = self._stage()
        if stage == self._trick_started:
            return None
        question = self._next_question(stage, hand.seats, AT_START_OF_TRICK)
        if question is None:
            self._trick_started = stage
        return question

    def _next_challenge(self) -> BotQuestion | None:
        """Return the next question for a claim after a hand. Each seat is asked once."""
        hand = self.match.hand
        claims = self.match.claims() if hand is not None and hand.finished else None
        return self._next_question(self._stage(), tuple(claims), ("claim",)) if claims else None

    def _next_question(self, stage: _Stage, seats: Sequence[int], kinds: Sequence[QuestionKind]) -> BotQuestion | None:
        if stage != self._answered_in:
            self._answered_in, self._answered = stage, set()
        for kind in kinds:
            for seat in seats:
                if (seat, kind) not in self._answered and self._is_bot(seat):
                    return BotQuestion(seat, kind)
        return None

    def _stage(self) -> _Stage:
        log, hand = self.match.log, self.match.hand
        hand_count = len(log[-1].hands) if log else 0
        return _Stage(len(log), hand_count, len(hand.state.won) if hand else 0, hand is None or hand.finished)

    def _has_begun(self) -> bool:
        """Return whether a move, or a seña of a bot, has been made in this trick."""
        for event in reversed(self.match.events):
            if event.kind == "trick":
                return False
            if event.kind == "move" and event.move not in (KEEP, ANOTHER):
                return True
            if event.kind == "sign" and event.seat is not None and self._is_bot(event.seat):
                return True
        return False

    def may_sign(self, seat: int, sign: str) -> bool:
        """Return whether a seña is new in this hand. A bot makes none twice."""
        return not any((event.kind, event.seat, event.move) == ("sign", seat, sign) for event in self.match.events)

    # ----------------------------------------------------------------------------------------------------- the turn

    def _turn(self, turn: Mapping[int, Sequence[str]]) -> Turn:
        """Return the turn. The last bot must choose a move if no person is awaited.

        A person is no longer awaited if a bot must act for the same side and the time for partners is over.
        """
        state = self._turn_state()
        able = [seat for seat in order_of_asking(self.match, turn) if seat not in state.passed]
        bots = [seat for seat in able if self._is_bot(seat)]
        asked = self.match.speakers
        awaited = tuple(seat for seat in able if seat in asked and seat not in bots)
        if state.is_time_for_partners_over and (sides := self._sides_of_bots()):
            awaited = tuple(seat for seat in awaited if self._side(seat) not in sides)
        if awaited:
            questions = [BotQuestion(seat, "speak_up") for seat in bots if seat not in state.declined]
        else:
            questions = [BotQuestion(seat, "speak_up") for seat in bots[:-1]]
            questions += [BotQuestion(seat, "choose") for seat in bots[-1:]]
        return Turn(tuple(questions), awaited)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The people that the match waits for, in the order of asking."""
        return self._turn(self.match.turn).awaited

    def pass_turn(self, seat: int) -> bool:
        """Let a person leave the turn to another seat, and return whether that is possible.

        It is impossible for a bot, and for a seat that may not act. It is also impossible if every other seat that is
        asked has passed: then all would wait for one another. `may_act` and `speakers` are public, so the result
        reveals no cards.
        """
        if seat not in self.match.may_act or self._is_bot(seat):
            return False
        passed = self._turn_state().passed
        somebody_remains = any(candidate != seat and candidate not in passed for candidate in self.match.speakers)
        if somebody_remains:
            passed.add(seat)
        return somebody_remains

    @property
    def passed(self) -> frozenset[int]:
        """The people who have passed since the last move."""
        return frozenset(self._turn_state().passed)

    def _turn_state(self) -> _TurnState:
        hand = self.match.hand
        position = None if hand is None else hand.state
        if hand is not self._state.hand or position != self._state.position:  # no position of a hand comes twice
            self._state = _TurnState(hand, position)
        return self._state

    # -------------------------------------------------------------------------------------------------------- time

    def people_answering_before(self, seat: int) -> list[int]:
        """Return the people whom a bot lets answer first.

        They are those of its side who are asked too and have not passed. This is public, so the delay of the seat
        reveals no cards.
        """
        state, asked = self._turn_state(), self.match.speakers
        if seat not in asked or state.is_time_for_partners_over:
            return []
        side = [partner for partner in asked if self._side(partner) == self._side(seat)]
        return [partner for partner in side if partner not in state.passed and not self._is_bot(partner)]

    def is_left_to(self, person: int) -> bool:
        """Return whether a bot lets this person answer first."""
        bots = [seat for seat in self.match.speakers if self._is_bot(seat)]
        return any(person in self.people_answering_before(seat) for seat in bots)

    @property
    def leaves_answer_to_people(self) -> bool:
        """Whether a bot lets people of its side answer first."""
        return any(map(self.is_left_to, self.match.speakers))

    def time_for_partners(self, usual: float) -> float:
        """Return the seconds for which a bot lets people of its side answer first. `usual` are those for a call."""
        hand = self.match.hand
        is_decision = hand is not None and pending_lance(hand.state) == "decide"
        return max(usual, DECISION_SECONDS) if is_decision else usual

    def end_time_for_partners(self) -> None:
        """Let the bots answer for their side from now on, until the next move.

        The people of that side may still answer, but the match no longer waits for them: the bot of the side that is
        asked last must choose.
        """
        self._turn_state().is_time_for_partners_over = True

    def _sides_of_bots(self) -> set[int]:
        """Return the sides for which a bot must act."""
        return {self._side(seat) for seat in self.match.speakers if self._is_bot(seat)}

    def _side(self, seat: int) -> int:
        assert self.match.hand is not None
        return self.match.hand.side(seat)

    def thinking_time(self, speed: Speed) -> float:
        """Return the seconds that a bot takes for its move in the current turn. They reveal no cards."""
        return thinking_time(self.match, speed, self._seed)

    def delay(self, seat: int, *, thinking: float, for_partners: float) -> float:
        """Return the seconds from the start of the turn to the move of a bot.

        `thinking` is the shortest delay, and `for_partners` the usual time for people of its side to answer first.
        """
        before_answer = self.time_for_partners(for_partners) if self.people_answering_before(seat) else 0.0
        return max(thinking, self._delay_for_interrupters(), before_answer)

    def _delay_for_interrupters(self) -> float:
        """Return the seconds for people who may interrupt.

        Only public information counts, or the delay would reveal cards. A pass does not shorten it, because only a seat
        that can act can pass.
        """
        match, hand = self.match, self.match.hand
        if hand is None or all(map(self._is_bot, set(hand.may_act()) - set(match.must_act))):
            return 0.0
        return BEFORE_PLAY if pending_lance(hand.state) is None else BEFORE_ANSWER
