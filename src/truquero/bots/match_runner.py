"""Runs a match with bots: puts the questions of its session to them and makes their moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from reprlib import repr as short
from threading import Lock, Thread
from types import TracebackType
from typing import Self

from truquero.bots.bot import Bot
from truquero.i18n import _
from truquero.session import BotQuestion, Session, SessionStep, Turn
from truquero.table import Match, TableError
from truquero.table.validation import check_seat


class MatchRunner:
    """A match with a bot in some or all of its seats. People sit in the other seats.

    `step` makes one move of a bot. The session of the match decides which bots are asked, and in which order. Bots may
    be closed while one of them thinks; its move is then ignored.

    >>> from truquero import make_bot
    >>> match = Match("paulista", players=2, seed="feria")
    >>> bots = {seat: make_bot("azar", match.rules, seat, f"bot {seat}") for seat in (1, 2)}
    >>> with MatchRunner(match, bots) as runner:
    ...     runner.play()
    >>> match.over
    True
    """

    def __init__(self, match: Match, bots: Mapping[int, Bot]) -> None:
        if not isinstance(match, Match):
            message = _("the match is {given}: give a Match, such as {example}")
            raise TableError(message.format(given=short(match), example='Match("argentino")'))
        self.match: Match = match  # the match in play
        self.bots: dict[int, Bot] = _checked(bots, match.players)  # by seat
        self.session: Session = Session(match, self.bots.__contains__)  # decides who is asked
        self._acting = Lock()  # so that closing the bots never interrupts a change of the match
        self._is_closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        bots = ", ".join(f"seat {seat} {type(bot).__name__}" for seat, bot in sorted(self.bots.items()))
        return f"<{type(self).__name__} {bots or 'no bots'}: {self.match!r}>"

    def close(self) -> None:
        """Close all bots, in parallel: a program may take time to end."""
        with self._acting:
            self._is_closed = True
        threads = [Thread(target=bot.close) for bot in self.bots.values() if _implements(bot, "close")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    # ------------------------------------------------------------------------------------------------------- playing

    def play(self) -> None:
        """Play the match to its end, beginning with the rest of a hand in play.

        Raise TableError unless all seats have bots.
        """
        self._check_all_seats_have_bots()
        if self.match.in_hand:
            self.play_hand()
        while self.match.deal():
            self.play_hand()

    def play_hand(self) -> None:
        """Play the rest of the hand, ask for challenges, and report the result.

        Raise TableError unless all seats have bots.
        """
        self._check_all_seats_have_bots()
        while self.step() is not None:
            pass
        self.report_result()

    def _check_all_seats_have_bots(self) -> None:
        empty = [seat for seat in range(1, self.match.players + 1) if seat not in self.bots]
        if empty:
            message = _("no bot plays in seat {seats}: give every seat a bot, or play with step() if people sit there")
            raise TableError(message.format(seats=", ".join(map(str, empty))))

    def step(self) -> tuple[int, str] | None:
        """Put the questions that are due, then make a single move of a bot and return it; None if no bot moves.

        No bot is forced to move while a person must act, unless that person has passed (`session.pass_turn`).
        """
        step = self.put_questions()
        return self._play_turn(step) if isinstance(step, Turn) else None

    def _play_turn(self, turn: Turn) -> tuple[int, str] | None:
        """Ask the bots in order, and make the first move that one of them wants to make."""
        for question in turn.questions:
            seat = question.seat
            bot, view = self.bots[seat], self.match.view(seat)
            move = bot.choose(view) if question.kind == "choose" else bot.speak_up(view)
            if move is None and question.kind == "choose":
                message = _("the bot of seat {seat} chose no move: choose must return one of view.moves: {legal}")
                raise TableError(message.format(seat=seat, legal=" ".join(view.moves)))
            if move is not None:
                return (seat, move) if self._change_match(partial(self.match.play, seat, move)) else None
            self.session.note_answer(question)
        return None

    def put_questions(self) -> SessionStep:
        """Put the questions that take no turn, and return the step that comes next.

        At the start of a trick each bot chooses a seat to watch and may make a seña. After a hand it may challenge a
        rival.
        """
        while isinstance(step := self.session.next_step(), BotQuestion):
            self._put_question(step)
            self.session.note_answer(step)
        return step

    def _put_question(self, question: BotQuestion) -> None:
        seat, match = question.seat, self.match
        bot = self.bots[seat]
        if not _implements(bot, question.kind):  # views are slow to make
            return
        view = match.view(seat)
        if question.kind == "watch":
            self._change_match(partial(match.watch, seat, bot.watch(view)))
        elif question.kind == "sign":
            sign = bot.sign(view)
            if sign is not None and self.session.may_sign(seat, sign):
                self._change_match(partial(match.play, seat, sign))
        elif question.kind == "claim":
            claim = bot.claim(view)
            if claim is not None:
                self._change_match(partial(match.play, seat, claim))

    def _change_match(self, change: Callable[[], None]) -> bool:
        """Change the match unless the bots have been closed. Return whether the change was made."""
        with self._acting:
            if not self._is_closed:
                change()
            return not self._is_closed

    def report_result(self) -> None:
        """Report the result of a hand to all bots, also to those that did not play in the duel."""
        for seat, bot in self.bots.items():
            if _implements(bot, "hear_result"):
                bot.hear_result(self.match.view(seat))


def _implements(bot: Bot, method: str) -> bool:
    """Return whether a bot has its own version of a method. The version of `Bot` itself changes nothing."""
    return getattr(type(bot), method) is not getattr(Bot, method)


def _checked(bots: Mapping[int, Bot], players: int) -> dict[int, Bot]:
    """Return a copy of the bots. Raise TableError for a seat that does not exist, or for a value that is no bot."""
    if not isinstance(bots, Mapping):
        message = _("the bots are {given}: give a bot for each seat, such as {example}")
        raise TableError(message.format(given=short(bots), example='{1: make_bot("azar", match.rules, 1, "seed")}'))
    for seat, bot in bots.items():
        check_seat(seat, players)
        if isinstance(bot, type):
            message = _("the bot of seat {seat} is the class {name}: give an object of it, such as {name}()")
            raise TableError(message.format(seat=seat, name=bot.__name__))
        if not isinstance(bot, Bot):
            message = _("the bot of seat {seat} is {given}: give an object of a subclass of Bot, or use make_bot")
            raise TableError(message.format(seat=seat, given=short(bot)))
    return dict(bots)
