"""What happens at a table by itself: bots think and move, clocks run out, the next hand is opened."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from truquero.bots.sitting import to_ask
from truquero.server.guard import where
from truquero.server.room.kept import Away, By, Change, Coming, Dealt, Moved, NextDuel, Sealed, Seated, Watched
from truquero.server.room.state import TableState
from truquero.server.room.thinking import Answer, Question, Thinkers
from truquero.server.settings import Settings
from truquero.table import TableError, View, dealing
from truquero.table.clock import time_is_up

log = logging.getLogger("truquero.server")

SALT = 16  # bytes
BREAK_IN = 4.0  # seconds that a bot leaves to people who may bring out a flor before it answers


class Line(Protocol):
    """The table that is moved on: what is done to it waits in line with what the pages ask for."""

    state: TableState
    broken: bool

    @property
    def guests(self) -> set[str]:
        """Who has a page open."""

    async def do(self, deed: Callable[[], Awaitable[None]]) -> None: ...

    async def change(self, *changes: Change) -> None: ...


@dataclass
class Waiting:
    """Whom a hand waits for, since when, and who has left the word to others."""

    moment: int = -1
    since: float = 0.0
    silent: set[int] = field(default_factory=set)
    ready: set[str] = field(default_factory=set)  # guests who have seen enough of a finished hand
    more_ready: asyncio.Event = field(default_factory=asyncio.Event)
    paid: dict[str, int] = field(default_factory=dict)  # by guest, milliseconds of the reserve
    asked: dict[tuple[int, Question], asyncio.Task[Answer]] = field(default_factory=dict)  # of bots, by seat


class Course:
    """The course of a table. `go_on` is called whenever something has happened."""

    def __init__(self, room: Line, thinkers: Thinkers, settings: Settings) -> None:
        self._room, self._thinkers, self._settings = room, thinkers, settings
        self._state = room.state
        self._next: asyncio.Task[None] | None = None  # what happens by itself if nobody does anything
        self._going: object = None  # what mattered to it when it began
        self._waiting = Waiting()
        self._looked: tuple[int, int, int] | None = None
        self._gone: dict[str, float] = {}  # since when people who sit there have no page open
        self._alone_since: float | None = None  # nobody has one

    def stop(self) -> None:
        for task in (self._next, *self._waiting.asked.values()):
            if task is not None:
                task.cancel()

    # -------------------------------------------------------------------------------------------------- what is next

    def go_on(self) -> None:
        """Something has happened, or somebody has come or gone: what happens next by itself? Nothing where nobody is
        there who plays: a table that all have left waits for them."""
        self._look_who_is_here()
        state = self._state
        if self._waiting.moment != state.moment:
            self._waiting.more_ready.set()  # nobody waits for that any more
            self._waiting = Waiting(state.moment, time.monotonic())
        people = {chair.guest for chair in state.chairs.values() if self._is_here(chair.guest)}
        bots = [self._bot_of(seat) for seat in state.chairs]
        played = bool(self._players_here)
        going = (state.moment, people, bots, set(self._waiting.silent), played, self._room.broken)
        if self._next is not None and not self._next.done():
            if going == self._going:  # or whoever chats or looks round all the time would keep the bots from playing
                return
            self._next.cancel()
        self._going = going
        if self._room.broken or state.match is None or not played:
            return
        self._next = asyncio.create_task(self._later(state.moment))
        self._next.add_done_callback(self._tell_failure)

    @property
    def _players_here(self) -> set[str]:
        """Who sits there, or will with the next deal, and has a page open."""
        seated = {chair.guest for chair in self._state.chairs.values()}
        coming = {one.guest for one in self._state.coming.values()}
        return {guest for guest in self._room.guests if guest in seated | coming}

    def _look_who_is_here(self) -> None:
        """Whoever comes and goes renews no clock but his own, and while nobody is there none runs."""
        now, here = time.monotonic(), self._room.guests
        if not self._players_here:
            self._alone_since = self._alone_since or now
            return
        if self._alone_since is not None:
            stood = now - self._alone_since
            self._waiting.since = min(now, self._waiting.since + stood)
            self._gone = {guest: since + stood for guest, since in self._gone.items()}
            self._alone_since = None
        people = [chair.guest for chair in self._state.chairs.values() if chair.guest is not None]
        self._gone = {guest: self._gone.get(guest, now) for guest in people if guest not in here}

    def _tell_failure(self, task: asyncio.Task[None]) -> None:
        """A table that stands still because of a mistake of ours is at least written down."""
        error = None if task.cancelled() else task.exception()
        if error is not None and not self._room.broken:
            log.error("table %s does not go on by itself: %s", self._state.id, where(error))

    async def _later(self, moment: int) -> None:
        match = self._state.playing
        if match.over:
            if self._state.coming:
                await self._if_still(moment, self._arrivals)
            return
        breath = self._state.breath
        if breath is not None:
            await self._if_still(moment, breath)
        elif match.turn:
            await self._look_round(moment)
            if self._state.moment != moment:
                return
            if self._able(bots=True):
                await asyncio.gather(self._bots(moment), self._people(moment))
            else:
                await self._people(moment)
        else:
            await self._between(moment)

    async def _if_still(self, moment: int, *wanted: Change | Callable[[], list[Change]]) -> None:
        """Make changes unless somebody has done something first. Some depend on who sits where by then."""

        async def deed() -> None:
            if self._state.moment != moment or self._room.broken:
                return
            changes = [change for one in wanted for change in (one() if callable(one) else [one])]
            if all(map(self._is_still_asked, changes)):
                await self._room.change(*changes)

        await self._room.do(deed)

    # ---------------------------------------------------------------------------------------------------------- bots

    def _is_still_asked(self, change: Change) -> bool:
        """A bot's move is not made for somebody who has come back while it was thinking."""
        return not isinstance(change, Moved) or change.by != "bot" or self._bot_of(change.seat) is not None

    def _bot_of(self, seat: int) -> str | None:
        chair = self._state.chairs[seat]
        return chair.bot or (self._state.agreed.bots if chair.away else None)

    async def _ask(self, moment: int, seat: int, question: Question) -> Answer:
        """A thought goes on whoever comes and goes meanwhile, or they could keep a bot from ever moving."""
        state, bot, asked = self._state, self._bot_of(seat), self._waiting.asked
        assert bot is not None
        if (seat, question) not in asked:
            view = state.playing.view(seat)
            thought = self._thinkers.ask(state.id, moment, state.agreed, bot, seat, question, view)
            asked[seat, question] = asyncio.create_task(thought)
        return await asyncio.shield(asked[seat, question])

    async def advice(self, view: View, lang: str | None) -> str | None:
        return await self._thinkers.advice(self._state.agreed, view, lang)

    async def _look_round(self, moment: int) -> None:
        """As a trick begins the bots choose whom they watch, and may make a seña."""
        match = self._state.playing
        hand = match.hand
        assert hand is not None
        trick = (len(match.log), len(match.log[-1].hands), len(hand.state.won))
        if match.players == 2 or match.exposed is not None or self._looked == trick:
            return
        changes: list[Change] = []
        for seat in hand.seats:
            if self._bot_of(seat) is None:
                continue
            watched = await self._ask(moment, seat, "watch")
            if not self._is_asked(moment, seat):
                return
            sign = await self._ask(moment, seat, "sign")
            if not self._is_asked(moment, seat):
                return
            if isinstance(watched, int) and watched != match.signs.watched_by(seat):
                changes.append(Watched(seat, watched))
            made = {event.move for event in match.events if event.kind == "sign" and event.seat == seat}
            if isinstance(sign, str) and sign not in made:
                changes.append(Moved(seat, sign, "bot"))
        if changes:
            with suppress(TableError):  # of a bot that looks where it cannot: the table goes on
                await self._if_still(moment, *changes)
        self._looked = trick

    async def _bots(self, moment: int) -> None:
        """Bots are asked in the order of the table; the last has to speak where no person has to."""
        bots, people = self._able(bots=True), self._awaited()
        time_to_speak = max(self._settings.pace, BREAK_IN if self._people_may_break_in() else 0)
        for seat in bots:
            if not self._is_asked(moment, seat):
                return
            must = seat == bots[-1] and not people
            move = await self._ask(moment, seat, "choose" if must else "speak_up")
            if isinstance(move, str):
                await asyncio.sleep(self._left(time_to_speak))
                await self._if_still(moment, Moved(seat, move, "bot"))
                return

    def _is_asked(self, moment: int, seat: int) -> bool:
        """Whether it is still a bot's to speak: what somebody does counts before it is kept, and all begins anew."""
        return self._state.moment == moment and self._bot_of(seat) is not None

    def _people_may_break_in(self) -> bool:
        """Whether a person need not speak, but might: as far as all know, or the time would tell of cards."""
        match = self._state.playing
        assert match.hand is not None
        return any(self._bot_of(seat) is None for seat in match.hand.word() if seat not in match.asked)

    # -------------------------------------------------------------------------------------------------------- people

    def _is_here(self, guest: str | None) -> bool:
        return guest in self._room.guests

    def _able(self, *, bots: bool) -> list[int]:
        """The seats of bots, or of people, that can speak and have not left it to others, in the order in which they
        are asked."""
        able = (seat for seat in to_ask(self._state.playing) if seat not in self._waiting.silent)
        return [seat for seat in able if (self._bot_of(seat) is not None) is bots]

    def _awaited(self) -> list[int]:
        """The people that a hand waits for. Who need not speak is not waited for: that would tell who can."""
        asked = self._state.playing.asked
        return [seat for seat in self._able(bots=False) if seat in asked]

    def clock(self, seat: int) -> int | None:
        """Milliseconds that a seat has left, where its clock runs."""
        state, agreed = self._state, self._state.agreed
        if not agreed.seconds or state.match is None or not state.chairs[seat].is_person:
            return None
        if state.waits_for_cut and state.sealing is not None and state.sealing.cutter == seat:
            return int(self._left(self._time_to_cut) * 1000)
        left = self._reserve(seat)
        if self._is_waited_for(seat):
            left += int((agreed.seconds - self._waited()) * 1000) + self._paid(seat)
        return max(0, left)

    def _paid(self, seat: int) -> int:
        """Milliseconds of this waiting that the reserve has paid for already."""
        return self._waiting.paid.get(self._state.chairs[seat].guest or "", 0) if self._waited() else 0

    def _reserve(self, seat: int) -> int:
        """Milliseconds that are left of it."""
        return max(0, self._state.agreed.reserve * 1000 - self._state.spent_by(seat))

    def _is_waited_for(self, seat: int) -> bool:
        """As all know, unlike who can speak."""
        return self._state.match is not None and seat in self._state.match.asked

    def _waited(self) -> float:
        """Seconds since it was somebody's turn; what has just happened is told before anybody waits."""
        return time.monotonic() - self._waiting.since if self._waiting.moment == self._state.moment else 0.0

    def _left(self, seconds: float, since: float | None = None) -> float:
        """What is left of so many seconds since a time, or since it was somebody's turn."""
        return max(0.0, seconds - (self._waited() if since is None else time.monotonic() - since))

    def spent(self, seat: int) -> int:
        """Milliseconds of the reserve that the move of a person has taken: no more than there were, for a partner's
        clock may have run longer."""
        agreed = self._state.agreed
        over = int((self._waited() - agreed.seconds) * 1000) if agreed.seconds and self._is_waited_for(seat) else 0
        return min(max(0, over - self._paid(seat)), self._reserve(seat))

    async def _people(self, moment: int) -> None:
        """Of those who may speak for a side whoever has most time is waited for, and who is not there for a while."""
        awaited = self._awaited()
        if not awaited:
            return
        seat = max(reversed(awaited), key=self._patience)
        patience = self._patience(seat)
        if patience == inf:
            return
        await asyncio.sleep(patience)
        if self._state.chairs[seat].guest in self._gone:
            await self._if_still(moment, lambda: self._gone_away(seat))
        else:
            await self._if_still(moment, lambda: self._timed_out(seat) if self._bot_of(seat) is None else [])

    def _patience(self, seat: int) -> float:
        """Seconds that a person is waited for."""
        left, guest = self.clock(seat), self._state.chairs[seat].guest
        time = inf if left is None else left / 1000
        return time if guest not in self._gone else min(time, self._left(self._settings.grace, self._gone[guest]))

    def _gone_away(self, seat: int) -> list[Change]:
        """What the table has waited for is paid from the reserve, and only once if it is waited for again."""
        guest = self._state.chairs[seat].guest
        if guest is None or guest not in self._gone:
            return []
        spent = self.spent(seat)
        self._waiting.paid[guest] = self._waiting.paid.get(guest, 0) + spent
        return [Away(seat, True, spent)]

    def _timed_out(self, seat: int) -> list[Change]:
        """The move of the clock; who has used up his reserve is played for by a bot from then on."""
        move = time_is_up(self._state.playing.view(seat))
        by: By = "clock"
        return [Moved(seat, move, by, self._reserve(seat)), Away(seat, True)]

    # ------------------------------------------------------------------------------------------------- between hands

    async def _between(self, moment: int) -> None:
        """A hand is over: bots may challenge, people look at it, and the next one is opened."""
        state, match = self._state, self._state.playing
        for seat in match.claims():
            if self._is_asked(moment, seat):
                challenge = await self._ask(moment, seat, "claim")
                if isinstance(challenge, str):
                    await self._if_still(moment, Moved(seat, challenge, "bot"))
                    return
        if state.needs_deal and not state.waits_for_cut:
            await self._if_still(moment, self._arrivals, Sealed(secrets.token_hex(SALT)))
            return
        await self._rest()
        if not state.needs_deal:
            await self._if_still(moment, NextDuel())
            return
        assert state.sealing is not None
        cutter = state.chairs[state.sealing.cutter]
        if not cutter.is_person:
            await self._if_still(moment, lambda: [] if cutter.is_person else [self._cut_of_bot()])
            return
        gone = self._gone.get(cutter.guest or "")
        if gone is not None:
            await asyncio.sleep(self._left(self._settings.grace, gone))
        elif state.agreed.seconds:
            await asyncio.sleep(self._left(self._time_to_cut))
        else:  # who is there and plays without a clock has all the time
            return
        await self._if_still(moment, Dealt(0, secrets.token_hex(SALT)))

    @property
    def _time_to_cut(self) -> float:
        """Where a clock runs: a move's time, after the hand before has been looked at."""
        rest = self._settings.rest if self._state.playing.log else 0
        return rest + self._state.agreed.seconds

    def _arrivals(self) -> list[Change]:
        """Who has waited for a bot's seat sits down there, unless gone again."""
        coming = self._state.coming.values()
        return [
            Seated(one.seat, one.guest, one.name) if self._is_here(one.guest) else Coming(one.seat) for one in coming
        ]

    def _cut_of_bot(self) -> Dealt:
        salt = secrets.token_hex(SALT)
        cards = len(self._state.rules.pack)
        return Dealt(dealing.random_cut(cards, salt) if secrets.randbelow(2) else 0, salt)

    async def _rest(self) -> None:
        """As long as people look at the hand that is over, but not for ever."""
        if self._state.playing.log:
            await self._until_ready(set(self._state.chairs))

    async def challenged(self, cutter: int) -> None:
        """Wait until everybody but the cutter who may challenge somebody has had the time for it."""
        state = self._state
        able = [] if state.match is None else [state.chairs[seat] for seat in state.match.claims() if seat != cutter]
        # Who has sat down since the deal may not challenge, and is not waited for.
        await self._until_ready([one.seat for one in able if one.guest and state.eyes_of(one.guest) == one.seat])

    async def _until_ready(self, seats: Collection[int]) -> None:
        waiting = self._waiting
        chairs = [self._state.chairs[seat] for seat in seats]
        people = {chair.guest for chair in chairs if chair.is_person and self._is_here(chair.guest)}
        with suppress(TimeoutError):
            async with asyncio.timeout(self._left(self._settings.rest)):
                while self._waiting is waiting and people - waiting.ready:
                    waiting.more_ready.clear()
                    await waiting.more_ready.wait()

    # ----------------------------------------------------------------------------------------------- what people leave

    def leave_word(self, seat: int) -> bool:
        """A seat leaves the word to others; not where nobody is left who has to speak, or all would wait for one
        another. All know who that is: whether it can be left tells of nobody's cards."""
        asked = self._state.playing.asked
        is_left = any(one != seat and one not in self._waiting.silent for one in asked)
        if is_left:
            self._waiting.silent.add(seat)
        return is_left

    def seen_enough(self, guest: str) -> None:
        self._waiting.ready.add(guest)
        self._waiting.more_ready.set()
