"""Bots at a table: the order in which seats are asked for the next move."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from threading import Lock, Thread
from types import TracebackType
from typing import Self

from truquero.bots.bot import Bot
from truquero.table import Match
from truquero.table.special_moves import ANOTHER, KEEP

Move = tuple[int, str]


def to_ask(match: Match) -> list[int]:
    """Return the seats that may act, in the order in which they are asked."""
    turn, hand = match.turn, match.hand
    if hand is None or len(turn) < 2:
        return list(turn)
    seats = [seat for seat in hand.seats if seat in turn]
    return sorted(seats, key=lambda seat: seat in match.must_act)


class Sitting:
    """A match with a bot in some or all of its seats. People sit in the other seats.

    `step` makes one move of a bot. It asks the seats that may act, one after the other. Each may leave the move to
    those asked later, but the last bot has to choose. In a side that has to answer, the mano comes first and the pie
    last. Otherwise the seats that may interrupt come before the seat on turn. Bots may be closed while one of them
    thinks; its move is then ignored.
    """

    def __init__(self, match: Match, bots: Mapping[int, Bot]) -> None:
        self.match = match
        self.bots = dict(bots)
        self._acting = Lock()  # so that closing the bots never interrupts a change of the match
        self._is_closed = False
        # The hand and the trick for which `look_round` is done, also in a match that is resumed.
        self._looked = self._this_trick() if self._has_begun() else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with self._acting:
            self._is_closed = True
        slow = [bot for bot in self.bots.values() if type(bot).close is not Bot.close]
        closing = [Thread(target=bot.close) for bot in slow]  # in parallel: a program may take time to end
        for one in closing:
            one.start()
        for one in closing:
            one.join()

    # ------------------------------------------------------------------------------------------------------- playing

    def play(self) -> None:
        """Play the whole match. All seats must have bots."""
        while self.match.deal():
            self.play_hand()

    def play_hand(self) -> None:
        """Play the rest of the hand, then handle claims and report the result. All seats must have bots."""
        while self.match.turn:
            self.step()
        self.claim()
        self.tell_result()

    def to_ask(self) -> list[int]:
        """Return the seats that may act, in the order in which they are asked."""
        return to_ask(self.match)

    def step(self, silent: Collection[int] = ()) -> Move | None:
        """Make one move of a bot and return it; None if no bot moves.

        `silent` are people who pass. A bot is not forced to move while there is another person who may act.
        """
        self.look_round()
        asked = self.to_ask()
        speaking = [seat for seat in asked if seat in self.bots]
        waits = any(seat not in self.bots and seat not in silent for seat in asked)
        for seat in speaking:
            must = seat == speaking[-1] and not waits
            bot, view = self.bots[seat], self.match.view(seat)
            move = bot.choose(view) if must else bot.speak_up(view)
            if move is not None:
                return (seat, move) if self._do(partial(self.match.play, seat, move)) else None
        return None

    def _do(self, deed: Callable[[], None]) -> bool:
        """Change the match unless the bots have been closed. Return whether the change was made."""
        with self._acting:
            if not self._is_closed:
                deed()
            return not self._is_closed

    def look_round(self) -> None:
        """At the start of a trick let each bot choose a seat to watch, and make a seña that is new in this hand."""
        match, now = self.match, self._this_trick()
        if now is None or match.exposed is not None or match.players == 2 or self._looked == now:
            return
        self._looked = now
        for seat, bot in self._in_hand():
            self._do(partial(match.watch, seat, bot.watch(match.view(seat))))
        for seat, bot in self._in_hand():
            sign = bot.sign(match.view(seat))
            made = {event.move for event in match.events if event.kind == "sign" and event.seat == seat}
            if sign is not None and sign not in made:
                self._do(partial(match.play, seat, sign))

    def _this_trick(self) -> tuple[object, int] | None:
        hand = self.match.hand
        return None if hand is None or hand.finished else (hand, len(hand.state.won))

    def _has_begun(self) -> bool:
        """Return whether a move, or a seña of a bot, has been made in this trick."""
        for event in reversed(self.match.events):
            if event.kind == "trick":
                return False
            is_move = event.kind == "move" and event.move not in (KEEP, ANOTHER)
            if is_move or (event.kind == "sign" and event.seat in self.bots):
                return True
        return False

    def _in_hand(self) -> Iterator[tuple[int, Bot]]:
        assert self.match.hand is not None
        return ((seat, self.bots[seat]) for seat in self.match.hand.seats if seat in self.bots)

    def claim(self) -> None:
        """Let the bots make claims after a hand."""
        for seat in self.match.claims():
            if seat in self.bots and self.match.claims().get(seat):  # an earlier claim may have removed it
                move = self.bots[seat].claim(self.match.view(seat))
                if move is not None:
                    self._do(partial(self.match.play, seat, move))

    def tell_result(self) -> None:
        """Report the result of a hand to all bots, also to those that did not play in the duel."""
        for seat, bot in self.bots.items():
            bot.hear_result(self.match.view(seat))
