"""The one writer of a table.

Whatever happens to it, by a page, a bot or a clock, waits in one line and is done in turn: checked by the engine, kept
in the journal, and only then acknowledged and told.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from truquero.bots.sitting import to_ask
from truquero.language import WRITTEN, _, speaking
from truquero.server.guard import where
from truquero.server.messages import Done, Place, Refused, Seen, ToPage, encode
from truquero.server.room.kept import Away, By, Change, Dealt, Moved, NextDuel, Sealed, Watched
from truquero.server.room.parts import Parts
from truquero.server.room.sight import Sight, place_of, you_of
from truquero.server.room.state import TableState
from truquero.server.room.thinking import Thinkers
from truquero.server.settings import Settings
from truquero.server.store.journal import Journal, JournalError
from truquero.table import TableError, View, dealing
from truquero.table.clock import time_is_up
from truquero.table.view import OUTSIDE

log = logging.getLogger("truquero.server")

SALT = 16  # bytes
# What an honest page is not refused for. It may well be late, not be understood, or ask for what cannot be done.
FAULTS = ("forbidden", "malformed")


class Page(Protocol):
    """A page that looks at the table."""

    guest: str
    lang: str | None
    age: int

    def send(self, message: bytes) -> None:
        """Without waiting; a page that does not read is dropped."""

    def drop(self, code: int = ...) -> None:
        """Close its line."""

    def fault(self, code: str) -> None:
        """It asked for what an honest page does not ask for."""


class Refusal(Exception):
    """A message is not carried out. `code` is one of those of `Refused`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


Deed = Callable[[], Awaitable[None]]


@dataclass
class Waiting:
    """Whom a hand waits for, since when, and who has left the word to others."""

    moment: int = -1
    since: float = 0.0
    silent: set[int] = field(default_factory=set)
    ready: set[str] = field(default_factory=set)  # guests who have seen enough of a finished hand
    more_ready: asyncio.Event = field(default_factory=asyncio.Event)


class TableRoom:
    """A table with its pages. `do` puts a deed in the line."""

    def __init__(self, state: TableState, journal: Journal, thinkers: Thinkers, settings: Settings) -> None:
        self.state = state
        self.pages: set[Page] = set()
        self.last_used = time.monotonic()
        self._journal, self._thinkers, self._settings = journal, thinkers, settings
        self._line: asyncio.Queue[tuple[Deed, asyncio.Future[None]]] = asyncio.Queue()
        self._writer = asyncio.create_task(self._work(), name=f"table {state.id}")
        self._next: asyncio.Task[None] | None = None  # what happens by itself if nobody does anything
        self._waiting = Waiting()
        self._parts = Parts(state)
        self._greeted: set[Page] = set()  # pages that have seen the whole table
        self._going: object = None  # what mattered to it when it began
        self._looked: tuple[int, int, int] | None = None
        self.broken = False

    # ------------------------------------------------------------------------------------------------------ the line

    async def do(self, deed: Deed) -> None:
        """Do something when its turn comes; whatever it raises is raised here."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.put_nowait((deed, done))
        await asyncio.shield(done)

    async def settled(self) -> None:
        """Wait until all that was in the line is kept."""
        await self._line.join()

    async def _work(self) -> None:
        while True:
            deed, done = await self._line.get()
            try:
                if self.broken:  # what was asked for behind the change that could not be kept
                    raise JournalError
                await deed()
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(None)
            finally:
                self._line.task_done()
                self.go_on()

    async def close(self) -> None:
        """Finish what is in the line, and stop."""
        if self._next is not None:
            self._next.cancel()
        await self._line.join()
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)

    # ----------------------------------------------------------------------------------------------------- changing

    async def change(self, *changes: Change) -> None:
        """Make changes, keep them and tell them. If they cannot be kept they have not happened: the table is read anew
        from the journal by whoever opens it next."""
        if self.broken:
            raise JournalError
        state = self.state
        for change in changes:
            match = state.match
            hand = None if match is None else match.hand
            before = 0 if match is None else len(match.events)
            state.apply(change)
            try:
                await self._journal.keep(state.id, state.version, change)
            except BaseException:
                self._break()  # it has been changed, and that is not kept
                raise
            now = None if state.match is None else state.match.hand
            self.tell(since=before if now is hand else 0)

    def _break(self) -> None:
        """What is in memory is not what is kept. Everybody comes back to a table that is read anew."""
        self.broken = True
        for page in self.pages:
            page.drop()

    def may_look(self, guest: str) -> bool:
        """Whoever sits there or may still sit down, and those who look on where that is allowed."""
        state = self.state
        free = state.match is None and any(chair.is_empty or chair.bot for chair in state.chairs.values())
        return state.agreed.spectators or state.owner == guest or state.seat_of(guest) is not None or free

    def close_doors(self) -> None:
        """A match has begun: who may not look on has to go."""
        for page in list(self.pages):
            if not self.may_look(page.guest):
                page.drop()

    def tell(self, since: int, only: Iterable[Page] | None = None, *, whole: bool = False) -> None:
        """What every page that was greeted sees now. Pages of one seat and language are sent the same."""
        state, places = self.state, tuple(self._places())
        parts = self._parts.all(places) if whole else self._parts.changed(places)
        pages = set(self.pages if only is None else only)
        self._greeted = (self._greeted | pages if whole else self._greeted) & self.pages
        made: dict[tuple[int, str | None, bool], bytes] = {}
        for page in pages & self._greeted:
            you = you_of(state, page.guest)
            key = (you.seat or OUTSIDE, page.lang, you.owner)
            if key not in made:
                sight = Sight(state, key[0], page.lang)
                shown = {"news": sight.news(since), "hand": sight.hand(), "you": you}
                made[key] = encode(Seen(state.version, whole, **shown, **parts))  # type: ignore[arg-type]
            page.send(made[key])

    def tell_presence(self, but: Page | None = None) -> None:
        """Somebody has come or gone: nothing is kept of that."""
        match = self.state.match
        self.tell(since=0 if match is None else len(match.events), only=self.pages - {but})

    def gone(self) -> None:
        """Somebody has gone. The others are told in turn, for a change that is being kept is not to be seen before."""

        async def deed() -> None:
            self.tell_presence()

        self._line.put_nowait((deed, asyncio.get_running_loop().create_future()))

    def _places(self) -> Iterable[Place]:
        here = {page.guest for page in self.pages}
        for chair in self.state.chairs.values():
            yield place_of(self.state, chair, here=chair.guest in here, clock=self._clock(chair.seat))

    # -------------------------------------------------------------------------------------------------- what is next

    def go_on(self) -> None:
        """Something has happened, or somebody has come or gone: what happens next by itself? Nothing where nobody is
        there: a table that all have left waits for them."""
        state = self.state
        people = {chair.guest for chair in state.chairs.values() if self._is_here(chair.guest)}
        bots = [self._bot_of(seat) for seat in state.chairs]
        going = (state.moment, people, bots, set(self._waiting.silent), bool(self.pages), self.broken)
        if self._next is not None and not self._next.done():
            if going == self._going:  # or whoever chats or looks round all the time would keep the bots from playing
                return
            self._next.cancel()
        self._going = going
        if self.broken or state.match is None or not self.pages:
            return
        if self._waiting.moment != state.moment:
            self._waiting = Waiting(state.moment, time.monotonic())
        self._next = asyncio.create_task(self._later(state.moment))
        self._next.add_done_callback(self._tell_failure)

    def _tell_failure(self, task: asyncio.Task[None]) -> None:
        """A table that stands still because of a mistake of ours is at least written down."""
        error = None if task.cancelled() else task.exception()
        if error is not None and not self.broken:
            log.error("table %s does not go on by itself: %s", self.state.id, where(error))

    async def _later(self, moment: int) -> None:
        match = self.state.playing
        if match.over:
            return
        breath = self.state.breath
        if breath is not None:
            await self._if_still(moment, breath)
        elif match.turn:
            await self._look_round(moment)
            if any(self._bot_of(seat) is not None for seat in self.waited_for()):
                await asyncio.gather(self._bots(moment), self._people(moment))
            else:
                await self._people(moment)
        else:
            await self._between(moment)

    async def _if_still(self, moment: int, *changes: Change) -> None:
        """Make changes unless somebody has done something first."""

        async def deed() -> None:
            if self.state.moment == moment and not self.broken and all(map(self._is_still_asked, changes)):
                await self.change(*changes)

        await self.do(deed)

    # ---------------------------------------------------------------------------------------------------------- bots

    def _is_still_asked(self, change: Change) -> bool:
        """A bot's move is not made for somebody who has come back while it was thinking."""
        return not isinstance(change, Moved) or change.by != "bot" or self._bot_of(change.seat) is not None

    def _bot_of(self, seat: int) -> str | None:
        chair = self.state.chairs[seat]
        return chair.bot or (self.state.agreed.bots if chair.away else None)

    async def _ask(self, moment: int, seat: int, question: str) -> str | int | None:
        state, bot = self.state, self._bot_of(seat)
        assert bot is not None
        view = state.playing.view(seat)
        return await self._thinkers.ask(state.id, moment, state.agreed, bot, seat, question, view)  # type: ignore[arg-type]

    async def advice(self, view: View, lang: str | None) -> str | None:
        return await self._thinkers.advice(self.state.agreed, view, lang)

    async def _look_round(self, moment: int) -> None:
        """As a trick begins the bots choose whom they watch, and may make a seña."""
        match = self.state.playing
        hand = match.hand
        assert hand is not None
        trick = (len(match.log), len(match.log[-1].hands), len(hand.state.won))
        if match.players == 2 or match.exposed is not None or self._looked == trick:
            return
        self._looked = trick
        changes: list[Change] = []
        for seat in hand.seats:
            if self._bot_of(seat) is None:
                continue
            watched, sign = await self._ask(moment, seat, "watch"), await self._ask(moment, seat, "sign")
            if isinstance(watched, int) and watched != match.signs.watched_by(seat):
                changes.append(Watched(seat, watched))
            made = {event.move for event in match.events if event.kind == "sign" and event.seat == seat}
            if isinstance(sign, str) and sign not in made:
                changes.append(Moved(seat, sign, "bot"))
        if changes:
            await self._if_still(moment, *changes)

    async def _bots(self, moment: int) -> None:
        """Bots are asked in the order of the table; the last has to speak where no person may."""
        asked = self.waited_for()
        bots = [seat for seat in asked if self._bot_of(seat) is not None]
        for seat in bots:
            must = seat == bots[-1] and len(bots) == len(asked)
            started = time.monotonic()
            move = await self._ask(moment, seat, "choose" if must else "speak_up")
            if isinstance(move, str):
                await asyncio.sleep(max(0.0, self._settings.pace - (time.monotonic() - started)))
                await self._if_still(moment, Moved(seat, move, "bot"))
                return

    # -------------------------------------------------------------------------------------------------------- people

    def _is_here(self, guest: str | None) -> bool:
        return any(page.guest == guest for page in self.pages)

    def waited_for(self) -> list[int]:
        """The seats that may speak and have not left it to others, in the order in which they are asked; all of them
        again where everybody has."""
        asked = to_ask(self.state.playing)
        return [seat for seat in asked if seat not in self._waiting.silent] or asked

    def _clock(self, seat: int) -> int | None:
        """Milliseconds that a seat has left, where its clock runs."""
        state, agreed = self.state, self.state.agreed
        if not agreed.seconds or state.match is None or not state.chairs[seat].is_person:
            return None
        left = agreed.reserve * 1000 - state.chairs[seat].spent
        if state.match.hand is not None and seat in state.match.hand.word():  # which all know, unlike who can speak
            left += int(agreed.seconds * 1000 - (time.monotonic() - self._waiting.since) * 1000)
        return max(0, left)

    def spent(self, seat: int) -> int:
        """Milliseconds of the reserve that the move of a person has taken."""
        agreed = self.state.agreed
        if not agreed.seconds or self._waiting.moment != self.state.moment:
            return 0
        return max(0, int((time.monotonic() - self._waiting.since - agreed.seconds) * 1000))

    async def _people(self, moment: int) -> None:
        """The clock runs for the last person who may speak; who is not there is waited for a while."""
        state = self.state
        waited = [seat for seat in self.waited_for() if self._bot_of(seat) is None]
        if not waited:
            return
        seat = waited[-1]
        left = self._clock(seat)
        if not self._is_here(state.chairs[seat].guest):
            await asyncio.sleep(self._settings.grace if left is None else min(self._settings.grace, left / 1000))
            await self._if_still(moment, Away(seat, True))
        elif left is not None:
            await asyncio.sleep(left / 1000)
            await self._if_still(moment, *self._timed_out(seat))

    def _timed_out(self, seat: int) -> list[Change]:
        """The move of the clock; who has used up his reserve is played for by a bot from then on."""
        move = time_is_up(self.state.playing.view(seat))
        by: By = "clock"
        spent = max(0, self.state.agreed.reserve * 1000 - self.state.chairs[seat].spent)
        return [Moved(seat, move, by, spent), Away(seat, True)]

    # ------------------------------------------------------------------------------------------------- between hands

    async def _between(self, moment: int) -> None:
        """A hand is over: bots may challenge, people look at it, and the next one is opened."""
        state, match = self.state, self.state.playing
        for seat in match.claims():
            if self._bot_of(seat) is not None:
                challenge = await self._ask(moment, seat, "claim")
                if isinstance(challenge, str):
                    await self._if_still(moment, Moved(seat, challenge, "bot"))
                    return
        if state.needs_deal and not state.waits_for_cut:
            await self._if_still(moment, Sealed(secrets.token_hex(SALT)))
            return
        await self._rest()
        if not state.needs_deal:
            await self._if_still(moment, NextDuel())
            return
        assert state.sealing is not None
        cutter = state.chairs[state.sealing.cutter]
        if not cutter.is_person:
            await self._if_still(moment, self._cut_of_bot())
            return
        patience = state.agreed.seconds if self._is_here(cutter.guest) else self._settings.grace
        if patience:  # who is there and plays without a clock has all the time
            await asyncio.sleep(patience)
            await self._if_still(moment, Dealt(0, secrets.token_hex(SALT)))

    def _cut_of_bot(self) -> Dealt:
        salt = secrets.token_hex(SALT)
        cards = len(self.state.rules.pack)
        return Dealt(dealing.random_cut(cards, salt) if secrets.randbelow(2) else 0, salt)

    async def _rest(self) -> None:
        """As long as people look at the hand that is over, but not for ever."""
        if not self.state.playing.log:
            return
        here = {chair.guest for chair in self.state.chairs.values() if chair.is_person and self._is_here(chair.guest)}
        with suppress(TimeoutError):
            async with asyncio.timeout(self._waiting.since + self._settings.rest - time.monotonic()):
                while here - self._waiting.ready:
                    self._waiting.more_ready.clear()
                    await self._waiting.more_ready.wait()

    # ------------------------------------------------------------------------------------------------------- answers

    def leave_word(self, seat: int) -> None:
        self._waiting.silent.add(seat)

    def seen_enough(self, guest: str) -> None:
        self._waiting.ready.add(guest)
        self._waiting.more_ready.set()

    def answer(self, page: Page, message: ToPage) -> None:
        page.send(encode(message))

    def done(self, page: Page, number: int, told: str = "") -> None:
        self.answer(page, Done(number, self.state.version, told))

    def refuse(self, page: Page, number: int, refusal: Refusal) -> None:
        if refusal.code in FAULTS:
            page.fault(refusal.code)
        self.answer(page, Refused(number, refusal.code, str(refusal), self.state.version))  # type: ignore[arg-type]


def illegal(error: TableError, lang: str | None) -> Refusal:
    with speaking(lang or WRITTEN):
        return Refusal("illegal", str(error) or _("that cannot be done now"))
