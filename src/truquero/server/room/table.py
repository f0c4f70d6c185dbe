"""The one writer of a table.

Whatever happens to it, by a page, a bot or a clock, waits in one line and is done in turn: checked by the engine, kept
in the journal, and only then acknowledged and told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from msgspec import structs

from truquero.language import WRITTEN, _, speaking
from truquero.server.environment import Environment
from truquero.server.messages import Deal, Done, Place, Refused, Seen, ToPage, You, encode
from truquero.server.room.course import Course
from truquero.server.room.kept import Begun, Change, Coded, Coming, Moved, Seated, Watched
from truquero.server.room.parts import Parts
from truquero.server.room.refusal import Refusal
from truquero.server.room.sight import Sight, place_of, you_of
from truquero.server.room.stand import stand_of
from truquero.server.room.state import TableState, is_aside
from truquero.server.room.thinking import Thinkers
from truquero.server.settings import Settings
from truquero.server.store.journal import Journal, JournalError
from truquero.table import TableError
from truquero.table.codes import side_named

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

    def refused(self, code: str) -> None:
        """Something that it asked for is not done."""

    def fault(self, code: str) -> None:
        """It asked for what an honest page does not ask for."""


Deed = Callable[[], Awaitable[None]]


class TableRoom:
    """A table with its pages. `do` puts a deed in the line."""

    def __init__(
        self,
        state: TableState,
        journal: Journal,
        thinkers: Thinkers,
        settings: Settings,
        environment: Environment,
        listed_otherwise: Callable[[TableRoom], None] = lambda _room: None,
    ) -> None:
        """`listed_otherwise` is called when who sits there, the phase or the pages have changed."""
        self.state = state
        self._listed_otherwise = listed_otherwise
        self.pages: set[Page] = set()
        self._time, self.randomness = environment.time, environment.randomness
        self.last_used = self._time.now()
        self._journal = journal
        self.course = Course(self, thinkers, settings, environment)
        self._line: asyncio.Queue[tuple[Deed, asyncio.Future[None]] | None] = asyncio.Queue()  # None is the end of it
        self._writer = asyncio.create_task(self._work(), name=f"table {state.id}")
        self._parts = Parts(state)
        self._greeted: set[Page] = set()  # pages that have seen the whole table
        self._grace = settings.grace
        self._opened = self._time.now()
        self._left: dict[str, float] = {}  # since when those who sit there have no page open
        self.broken = False

    @property
    def guests(self) -> set[str]:
        """Who has a page open."""
        return {page.guest for page in self.pages}

    def come(self, page: Page) -> None:
        """A page is opened."""
        self.pages.add(page)
        self.last_used = self._time.now()
        self._listed_otherwise(self)
        self.course.go_on()

    def leave(self, page: Page) -> None:
        """A page is closed."""
        self.pages.discard(page)
        self._listed_otherwise(self)
        self.last_used = self._time.now()
        self._left = {guest: at for guest, at in self._left.items() if self.state.seat_of(guest) is not None}
        self._left[page.guest] = self.last_used

    def is_gone(self, guest: str) -> bool:
        """Whether somebody has had no page open for so long that he is not waited for; not who loads it
        again, or comes back to a server that was started again."""
        since = self._left.get(guest, self._opened)
        return guest not in self.guests and self._time.now() - since >= self._grace

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
        while (one := await self._line.get()) is not None:
            deed, done = one
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
                self.course.go_on()

    async def close(self) -> None:
        """Finish what is in the line, and stop."""
        self.course.stop()
        await self._line.join()
        self._line.put_nowait(None)  # a cancelled task would keep its frame, and with it the table, in memory
        await self._writer

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
            before, stood = 0 if match is None else len(match.events), stand_of(state)
            state.apply(change)
            stand = stand_of(state)
            try:
                await self._journal.keep(state.id, state.changes, change, None if stand == stood else stand)
            except BaseException:
                self._break()  # it has been changed, and that is not kept
                raise
            if stand != stood or isinstance(change, Coming):
                self._listed_otherwise(self)
            now = None if state.match is None else state.match.hand
            since = before if now is hand else 0
            if isinstance(change, Coded):
                self._tell_side(change.side)
            elif isinstance(change, Moved | Watched) and is_aside(change):
                self._tell_aside(change.seat, since)
            else:
                self.tell(since)
            if isinstance(change, Seated | Begun):
                self._close_doors()

    def _break(self) -> None:
        """What is in memory is not what is kept. Everybody comes back to a table that is read anew."""
        self.broken = True
        for page in self.pages:
            page.drop()

    def may_look(self, guest: str) -> bool:
        """Whether a guest sees the cards on the table: whoever sits there, and others where that is allowed."""
        state = self.state
        return state.agreed.spectators or state.owner == guest or state.seat_of(guest) is not None

    def may_come(self, guest: str) -> bool:
        """Whoever may look, and whoever may sit down, now or with the next deal in the place of a bot."""
        return self.may_look(guest) or any(chair.guest is None for chair in self.state.chairs.values())

    def is_host(self, guest: str) -> bool:
        """Whether a guest may put bots and begin: who opened the table, or whoever sits there first while that one is
        not there."""
        state = self.state
        present = [chair.guest for chair in state.chairs.values() if chair.guest in self.guests]
        return guest == state.owner or (state.owner not in self.guests and present[:1] == [guest])

    def _close_doors(self) -> None:
        """Who can neither look on nor sit down has to go."""
        for page in list(self.pages):
            if not self.may_come(page.guest):
                page.drop()

    def tell(self, since: int, only: Iterable[Page] | None = None, *, whole: bool = False) -> None:
        """What every page that was greeted sees now."""
        places = tuple(self._places())
        parts = self._parts.all(places) if whole else self._parts.changed(places)
        pages = set(self.pages if only is None else only)
        self._greeted = (self._greeted | pages if whole else self._greeted) & self.pages
        self._send(pages & self._greeted, since, parts, whole=whole)

    def _tell_aside(self, seat: int, since: int) -> None:
        """A look or a seña: to all but its maker and who has seen it, nothing has happened, not even a message."""
        self._greeted &= self.pages
        state = self.state
        eyes = {page: state.eyes_of(page.guest) for page in self._greeted}
        seen = {one for one in set(eyes.values()) if Sight(state, one, None).news(since)}
        told = {page for page, one in eyes.items() if one in seen or state.seat_of(page.guest) == seat}
        self._send(told, since, {}, whole=False)

    def _tell_side(self, side: str) -> None:
        """What a side has agreed on: nobody else hears of it, not even that there is something."""
        self._greeted &= self.pages
        seats = {page: self.state.seat_of(page.guest) for page in self._greeted}
        told = {page for page, seat in seats.items() if seat is not None and side_named(seat) == side}
        match = self.state.match
        self._send(told, 0 if match is None else len(match.events), {}, whole=False)

    def _send(self, pages: Iterable[Page], since: int, parts: dict[str, object], *, whole: bool) -> None:
        """Pages of one seat and language are sent the same."""
        state = self.state
        made: dict[tuple[int, str | None, You], bytes] = {}
        for page in pages:
            looks = self.may_look(page.guest)
            you, eyes = you_of(state, page.guest, host=self.is_host(page.guest), looks=looks), state.eyes_of(page.guest)
            key = (eyes, page.lang, you)
            if key not in made:
                sight = Sight(state, eyes, page.lang)
                news, hand = (sight.news(since), sight.hand()) if looks else ((), None)
                told = parts if looks else _unseen(parts)
                made[key] = encode(Seen(state.version, whole, news=news, hand=hand, you=you, **told))  # type: ignore[arg-type]
            page.send(made[key])

    def tell_presence(self, but: Page | None = None) -> None:
        """Somebody has come or gone: nothing is kept of that."""
        match = self.state.match
        self.tell(since=0 if match is None else len(match.events), only=self.pages - {but})

    def gone(self) -> None:
        """Somebody has gone. The others are told in turn, for a change that is being kept is not to be seen before."""

        async def deed() -> None:
            self.tell_presence()

        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda told: told.cancelled() or told.exception())  # nobody waits for it
        self._line.put_nowait((deed, done))

    def _places(self) -> Iterable[Place]:
        for chair in self.state.chairs.values():
            clock, answer = self.course.clocks.shown(chair.seat), self.course.time_to_answer(chair.seat)
            yield place_of(self.state, chair, here=chair.guest in self.guests, clock=clock, answer=answer)

    # ------------------------------------------------------------------------------------------------------- answers

    def answer(self, page: Page, message: ToPage) -> None:
        page.send(encode(message))

    def done(self, page: Page, number: int, told: str = "") -> None:
        self.answer(page, Done(number, self.state.version, told))

    def refuse(self, page: Page, number: int, refusal: Refusal) -> None:
        page.refused(refusal.code)
        if refusal.code in FAULTS:
            page.fault(refusal.code)
        version = 0 if self.broken else self.state.version
        self.answer(page, Refused(number, refusal.code, str(refusal), version))  # type: ignore[arg-type]


def _unseen(parts: dict[str, object]) -> dict[str, object]:
    """Without the seeds, which tell the cards of hands that this page has not seen."""
    deal = parts.get("deal")
    sealed = {"deal": structs.replace(deal, seed=None)} if isinstance(deal, Deal) else {}
    return {**parts, **sealed, **({"last": None} if "last" in parts else {})}


def illegal(error: TableError, lang: str | None) -> Refusal:
    with speaking(lang or WRITTEN):
        return Refusal("illegal", str(error) or _("that cannot be done now"))
