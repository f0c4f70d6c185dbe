"""The single writer of a table.

Requests of pages, bots and clocks wait in one queue and are handled in order. The engine checks each change, the
journal stores it, and only then does the table acknowledge it and send it to the pages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from msgspec import structs

from truquero.i18n import WRITTEN, _, speaking
from truquero.server.changes import Change, MatchBegun, MoveMade, SeatChanged, SeatReserved, SignsAgreed, WatchChanged
from truquero.server.environment import Environment
from truquero.server.settings import Settings
from truquero.server.store.journal import Journal, JournalError
from truquero.server.tables.autoplay import Autoplay
from truquero.server.tables.bot_pool import BotPool
from truquero.server.tables.refusal import Refusal
from truquero.server.tables.state import TableState, is_aside
from truquero.server.ws.messages import Deal, Done, Place, Refused, Seen, ToPage, You, encode
from truquero.server.ws.page_view import PageView, place_of, you_of
from truquero.server.ws.shared_parts import SharedParts
from truquero.table import TableError
from truquero.table.sign_codes import side_named

# Refusal codes that an honest page never gets. It may be late, misunderstood, or ask for an illegal move.
FAULTS = ("forbidden", "malformed")


class Page(Protocol):
    """A connected page."""

    guest: str
    lang: str | None
    age: int

    def send(self, message: bytes) -> None:
        """Queue a message without waiting. A page that does not read is disconnected."""

    def drop(self, code: int = ...) -> None:
        """Close the connection."""

    def refused(self, code: str) -> None:
        """Record that a request of the page was refused."""

    def fault(self, code: str) -> None:
        """Record a request that an honest page never sends."""


Action = Callable[[], Awaitable[None]]


class ServedTable:
    """A table with its pages. `do` runs a callable in the queue of the table."""

    def __init__(
        self,
        state: TableState,
        journal: Journal,
        bot_pool: BotPool,
        settings: Settings,
        environment: Environment,
        listed_otherwise: Callable[[ServedTable], None] = lambda _room: None,
    ) -> None:
        """`listed_otherwise` is called when the seating, the phase or the connected pages have changed."""
        self.state = state
        self._listed_otherwise = listed_otherwise
        self.pages: set[Page] = set()
        self._time, self.randomness = environment.time, environment.randomness
        self.last_used = self._time.now()
        self._journal = journal
        self.autoplay = Autoplay(self, bot_pool, settings, environment)
        self._line: asyncio.Queue[tuple[Action, asyncio.Future[None]] | None] = asyncio.Queue()  # None ends it
        self._writer = asyncio.create_task(self._work(), name=f"table {state.id}")
        self._parts = SharedParts(state)
        self._greeted: set[Page] = set()  # pages that have received the whole table
        self._grace = settings.grace
        self._opened = self._time.now()
        self._left: dict[str, float] = {}  # when guests closed a page
        self.broken = False

    @property
    def guests(self) -> set[str]:
        """The guests with an open page."""
        return {page.guest for page in self.pages}

    def come(self, page: Page) -> None:
        """Add a page that has connected."""
        self.pages.add(page)
        self.last_used = self._time.now()
        self._listed_otherwise(self)
        self.autoplay.schedule_next()

    def leave(self, page: Page) -> None:
        """Remove a page that has disconnected."""
        self.pages.discard(page)
        self._listed_otherwise(self)
        self.last_used = self._time.now()
        self._left = {guest: at for guest, at in self._left.items() if self.state.seat_of(guest) is not None}
        self._left[page.guest] = self.last_used

    def is_gone(self, guest: str) -> bool:
        """Return whether a guest has had no page open for the whole grace period.

        The period leaves time to reload the page, or to reconnect after a restart of the server.
        """
        since = self._left.get(guest, self._opened)
        return guest not in self.guests and self._time.now() - since >= self._grace

    # ----------------------------------------------------------------------------------------------------- the queue

    async def do(self, deed: Action) -> None:
        """Run a callable in the queue and wait for it. Raise what it raises."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.put_nowait((deed, done))
        await asyncio.shield(done)

    async def settled(self) -> None:
        """Wait until everything in the queue is done and stored."""
        await self._line.join()

    async def _work(self) -> None:
        while (one := await self._line.get()) is not None:
            deed, done = one
            try:
                if self.broken:  # this was queued behind a change that could not be stored
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
                self.autoplay.schedule_next()

    async def close(self) -> None:
        """Finish the work in the queue, then stop."""
        self.autoplay.stop()
        await self._line.join()
        self._line.put_nowait(None)  # a cancelled task would keep its frame, and so the table, in memory
        await self._writer

    # ------------------------------------------------------------------------------------------------------ changes

    async def change(self, *changes: Change) -> None:
        """Apply changes, store them, and send them to the pages.

        A change that cannot be stored has not happened: the table is then discarded, and loaded again from the
        database when somebody opens it.
        """
        if self.broken:
            raise JournalError
        state = self.state
        for change in changes:
            match = state.match
            hand = None if match is None else match.hand
            before, earlier = 0 if match is None else len(match.events), state.summary
            state.apply(change)
            summary = state.summary
            try:
                await self._journal.keep(state.id, state.changes, change, None if summary == earlier else summary)
            except BaseException:
                self._break()  # the state contains a change that is not stored
                raise
            if summary != earlier or isinstance(change, SeatReserved):
                self._listed_otherwise(self)
            now = None if state.match is None else state.match.hand
            since = before if now is hand else 0
            if isinstance(change, SignsAgreed):
                self._tell_side(change.side)
            elif isinstance(change, MoveMade | WatchChanged) and is_aside(change):
                self._tell_aside(change.seat, since)
            else:
                self.tell(since)
            if isinstance(change, SeatChanged | MatchBegun):
                self._close_doors()

    def _break(self) -> None:
        """Disconnect all pages, because the state no longer matches the journal. They reconnect to a reloaded table."""
        self.broken = True
        for page in self.pages:
            page.drop()

    def may_look(self, guest: str) -> bool:
        """Return whether a guest may see the hand: players, the owner, and everybody if spectators are allowed."""
        state = self.state
        return state.agreed.spectators or state.owner == guest or state.seat_of(guest) is not None

    def may_come(self, guest: str) -> bool:
        """Return whether a guest may open the table: to watch, or to take a free seat or a bot's seat."""
        return self.may_look(guest) or any(chair.guest is None for chair in self.state.chairs.values())

    def is_host(self, guest: str) -> bool:
        """Return whether a guest is the host, who may place bots and start the match.

        The owner of the table is the host. While the owner is absent, so is the first connected player.
        """
        state = self.state
        present = [chair.guest for chair in state.chairs.values() if chair.guest in self.guests]
        return guest == state.owner or (state.owner not in self.guests and present[:1] == [guest])

    def _close_doors(self) -> None:
        """Disconnect the pages of guests who may neither watch nor sit down."""
        for page in list(self.pages):
            if not self.may_come(page.guest):
                page.drop()

    def tell(self, since: int, only: Iterable[Page] | None = None, *, whole: bool = False) -> None:
        """Send the current view to all greeted pages, or to those in `only`.

        `since` is the number of events of the hand that the pages know. `whole` greets the pages: they receive all
        parts of the table.
        """
        places = tuple(self._places())
        parts = self._parts.all(places) if whole else self._parts.changed(places)
        pages = set(self.pages if only is None else only)
        self._greeted = (self._greeted | pages if whole else self._greeted) & self.pages
        self._send(pages & self._greeted, since, parts, whole=whole)

    def _tell_aside(self, seat: int, since: int) -> None:
        """Send a look or a seña to the player who made it and to those who saw it. Others receive no message."""
        self._greeted &= self.pages
        state = self.state
        eyes = {page: state.eyes_of(page.guest) for page in self._greeted}
        seen = {one for one in set(eyes.values()) if PageView(state, one, None).news(since)}
        told = {page for page, one in eyes.items() if one in seen or state.seat_of(page.guest) == seat}
        self._send(told, since, {}, whole=False)

    def _tell_side(self, side: str) -> None:
        """Send the code of a side to its players only. Others do not even learn that there is one."""
        self._greeted &= self.pages
        seats = {page: self.state.seat_of(page.guest) for page in self._greeted}
        told = {page for page, seat in seats.items() if seat is not None and side_named(seat) == side}
        match = self.state.match
        self._send(told, 0 if match is None else len(match.events), {}, whole=False)

    def _send(self, pages: Iterable[Page], since: int, parts: dict[str, object], *, whole: bool) -> None:
        """Send the view to pages. Encode it once for all pages with the same view, language and `You`."""
        state = self.state
        made: dict[tuple[int, str | None, You], bytes] = {}
        for page in pages:
            looks = self.may_look(page.guest)
            you, eyes = you_of(state, page.guest, host=self.is_host(page.guest), looks=looks), state.eyes_of(page.guest)
            key = (eyes, page.lang, you)
            if key not in made:
                sight = PageView(state, eyes, page.lang)
                news, hand = (sight.news(since), sight.hand()) if looks else ((), None)
                told = parts if looks else _unseen(parts)
                made[key] = encode(Seen(state.version, whole, news=news, hand=hand, you=you, **told))  # type: ignore[arg-type]
            page.send(made[key])

    def tell_presence(self, but: Page | None = None) -> None:
        """Send who is connected to all pages except `but`. Presence is not stored."""
        match = self.state.match
        self.tell(since=0 if match is None else len(match.events), only=self.pages - {but})

    def gone(self) -> None:
        """Queue a presence update after a page has closed: sent at once, it could show a change that is not stored."""

        async def deed() -> None:
            self.tell_presence()

        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda told: told.cancelled() or told.exception())  # nobody awaits it
        self._line.put_nowait((deed, done))

    def _places(self) -> Iterable[Place]:
        for chair in self.state.chairs.values():
            clock, answer = self.autoplay.clocks.time_left(chair.seat), self.autoplay.time_to_answer(chair.seat)
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
    """Return the parts without seeds, which would reveal the cards of hands that this page may not see."""
    deal = parts.get("deal")
    sealed = {"deal": structs.replace(deal, seed=None)} if isinstance(deal, Deal) else {}
    return {**parts, **sealed, **({"last": None} if "last" in parts else {})}


def illegal(error: TableError, lang: str | None) -> Refusal:
    """Return the refusal for an error of the engine, in the language of the page."""
    with speaking(lang or WRITTEN):
        return Refusal("illegal", str(error) or _("that is not possible now"))
