"""A table in memory. It owns everything that belongs to the table, and it is the table's single writer.

Requests of pages, bots and clocks wait in one queue and are handled in order. The engine checks each change and the
journal stores it. Only then does the table publish it to the pages and acknowledge the request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from truquero.analysis.match_summary import MatchSummary, match_summary
from truquero.server.changes import Change, GuestRenamed, PortraitChosen, SeatChanged, SeatReserved
from truquero.server.environment import Environment
from truquero.server.settings import Settings
from truquero.server.store import Journal, JournalError
from truquero.server.tables.autoplay import Autoplay
from truquero.server.tables.bot_pool import BotPool
from truquero.server.tables.guest_profiles import GuestProfile
from truquero.server.tables.match_endings import results_of
from truquero.server.tables.names import DistinctNames
from truquero.server.tables.state import TableState

Action = Callable[[], Awaitable[None]]


class Pages(Protocol):
    """The connected pages of a table. The WebSocket layer implements it, so that tables know no wire types."""

    @property
    def guests(self) -> set[str]:
        """The guests with an open page."""

    def publish(self, change: Change, since: int) -> None:
        """Send a stored change to the pages that may notice it. They know the first `since` events of the hand."""

    def publish_presence(self) -> None:
        """Send who is connected. This is not stored."""

    def say_goodbye(self) -> None:
        """Ask all pages to reconnect in a moment, because the server shuts down."""

    def drop_all(self) -> None:
        """Disconnect all pages."""

    def close(self) -> None:
        """Cancel the work in progress for the pages."""


class Directory(Protocol):
    """What a table needs to know about guests and the other tables."""

    def profile_of(self, guest: str) -> GuestProfile:
        """Return what a guest has chosen."""

    def too_many_tables(self, guest: str) -> str:
        """Return why a guest may not sit at one more table, or an empty text if the guest may."""

    def update_index(self, table: ServedTable) -> None:
        """Index a table again. Its seating, its phase or its connected pages have changed."""


@dataclass(frozen=True)
class TableServices:
    """The services that all tables of a server share."""

    journal: Journal
    bot_pool: BotPool
    settings: Settings
    environment: Environment
    create_pages: Callable[[ServedTable], Pages]


class ServedTable:
    """A table with its state, its queue of requests, its automatic events and its pages."""

    def __init__(self, state: TableState, services: TableServices, directory: Directory) -> None:
        settings, environment = services.settings, services.environment
        self.state = state
        self.names = DistinctNames(state, directory.profile_of)
        self.directory = directory
        self.last_used = environment.time.now()
        self.broken = False  # a change could not be stored, so the state is wrong
        self._time, self._grace = environment.time, settings.grace
        self._opened = self.last_used
        self._left_at: dict[str, float] = {}  # when guests closed a page
        self._gone_timer: asyncio.Task[None] | None = None  # ends with the next grace period of an absent player
        self.is_closed = False
        self._summary: tuple[int, MatchSummary] | None = None  # with the number of the match
        self._journal = services.journal
        self._queue: asyncio.Queue[tuple[Action, asyncio.Future[None]] | None] = asyncio.Queue()  # None ends it
        self.pages = services.create_pages(self)
        self.autoplay = Autoplay(self, services.bot_pool, settings, environment)
        self._writer = asyncio.create_task(self._handle_requests(), name=f"table {state.id}")

    # ------------------------------------------------------------------------------------------------------ presence

    @property
    def guests(self) -> set[str]:
        """The guests with an open page."""
        return self.pages.guests

    def connected(self) -> None:
        """Take note of a page that has connected."""
        self.last_used = self._time.now()
        self.directory.update_index(self)
        self._announce_next_gone()
        self.autoplay.schedule_next()

    def disconnected(self, guest: str) -> None:
        """Take note of a page of a guest that has disconnected."""
        self.directory.update_index(self)
        self.last_used = self._time.now()
        self._left_at = {player: at for player, at in self._left_at.items() if self.state.seat_of(player) is not None}
        self._left_at[guest] = self.last_used
        self._announce_next_gone()

    def is_gone(self, guest: str) -> bool:
        """Return whether a guest has had no page open for the whole grace period.

        The period leaves time to reload the page, or to reconnect after a restart of the server.
        """
        return guest not in self.guests and self._grace_left(guest) <= 0

    def _grace_left(self, guest: str) -> float:
        """Return the seconds that are left of the grace period of an absent guest."""
        return self._left_at.get(guest, self._opened) + self._grace - self._time.now()

    def may_watch(self, guest: str) -> bool:
        """Return whether a guest may see the hand: players, the owner, and everybody if spectators are allowed."""
        state = self.state
        return state.settings.spectators or state.owner == guest or state.seat_of(guest) is not None

    def may_enter(self, guest: str) -> bool:
        """Return whether a guest may open the table: to watch, or to take a free seat or a bot's seat."""
        return self.may_watch(guest) or any(chair.guest is None for chair in self.state.chairs.values())

    def is_host(self, guest: str) -> bool:
        """Return whether a guest is the host, who may place bots and start the match.

        The owner of the table is the host. While the owner is absent, so is the first connected player.
        """
        state, guests = self.state, self.guests
        present = [chair.guest for chair in state.chairs.values() if chair.guest in guests]
        return guest == state.owner or (state.owner not in guests and present[:1] == [guest])

    def seats_to_empty(self, guest: str) -> tuple[int, ...]:
        """Return the seats of other people that a guest may empty now: none during a match, and only the host may.

        The owner of the table keeps the seat, and may empty any other. The player who is host while the owner is absent
        may empty only the seats of guests who have left.
        """
        state = self.state
        if state.is_playing or not self.is_host(guest):
            return ()
        others = [chair for chair in state.chairs.values() if chair.guest not in (None, guest, state.owner)]
        return tuple(chair.seat for chair in others if guest == state.owner or self.is_gone(chair.guest or ""))

    def _announce_next_gone(self) -> None:
        """Tell the pages when the grace period of an absent player ends, because the host may then empty the seat."""
        if self._gone_timer is not None:
            self._gone_timer.cancel()
            self._gone_timer = None
        seated = {chair.guest for chair in self.state.chairs.values()} - {None} - self.guests
        remaining = [seconds for guest in seated if (seconds := self._grace_left(guest or "")) > 0]
        if remaining and self.guests and not self.state.is_playing and not self.is_closed:
            self._gone_timer = asyncio.create_task(self._announce_gone(min(remaining)))

    async def _announce_gone(self, seconds: float) -> None:
        await self._time.sleep(seconds)
        self._gone_timer = None
        self.do_later(self.pages.publish_presence)
        self._announce_next_gone()

    # ----------------------------------------------------------------------------------------------------- the queue

    async def do(self, action: Action) -> None:
        """Run an action in the queue and wait for it. Raise what it raises."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((action, done))
        await asyncio.shield(done)

    def do_later(self, action: Callable[[], None]) -> None:
        """Run an action in the queue without waiting for it, and ignore its errors."""

        async def work() -> None:
            action()

        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # nobody awaits it
        self._queue.put_nowait((work, done))

    async def settled(self) -> None:
        """Wait until everything in the queue is done and stored."""
        await self._queue.join()

    async def _handle_requests(self) -> None:
        while (request := await self._queue.get()) is not None:
            action, done = request
            try:
                if self.broken:  # this was queued behind a change that could not be stored
                    raise JournalError
                await action()
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(None)
            finally:
                self._queue.task_done()
                self.autoplay.schedule_next()

    async def close(self) -> None:
        """Finish the work in the queue, then stop."""
        self.is_closed = True
        self._announce_next_gone()
        self.pages.close()
        self.autoplay.stop()
        await self._queue.join()
        self._queue.put_nowait(None)  # a cancelled task would keep its frame, and so the table, in memory
        await self._writer

    # ------------------------------------------------------------------------------------------------------- changes

    async def change(self, *changes: Change) -> None:
        """Apply changes, store them, and publish them to the pages. Call this in the queue only.

        If a change cannot be stored, raise JournalError and discard the table, which is loaded again from the database
        when somebody opens it. The changes before the failed change are stored then; the failed change is not, except
        perhaps after OutcomeUnknown.
        """
        if self.broken:
            raise JournalError
        for change in changes:
            hand, since, summary = self.state.hand, self.state.event_count, self.state.summary
            self.state.apply(change)
            is_changed = self.state.summary != summary
            is_ended = is_changed and summary.phase == "playing" and self.state.summary.phase == "over"
            try:
                await self._journal.write(
                    self.state.id,
                    self.state.changes,
                    change,
                    self.state.summary if is_changed else None,
                    results_of(self.state) if is_ended else (),
                )
            except BaseException:
                self._break()  # the state contains a change that is not stored
                raise
            if is_changed or isinstance(change, SeatReserved):
                self.directory.update_index(self)
                self._announce_next_gone()
            self.pages.publish(change, since if self.state.hand is hand else 0)

    @property
    def match_summary(self) -> MatchSummary | None:
        """The summary of the last match, made once; None until the match is over."""
        state = self.state
        if state.match is None or not state.match.over:
            return None
        if self._summary is None or self._summary[0] != state.matches:
            self._summary = state.matches, match_summary(state.match)
        return self._summary[1]

    def _break(self) -> None:
        """Disconnect all pages, because the state no longer matches the journal. They reconnect to a reloaded table."""
        self.broken = True
        self.pages.drop_all()

    def portrait_of(self, guest: str) -> str:
        """Return the portrait of a guest as others see it."""
        return self.directory.profile_of(guest).shown_portrait(guest)

    def guest_seated(self, seat: int, guest: str) -> SeatChanged:
        """Return the change that puts a guest in a seat, with the guest's name and portrait."""
        return SeatChanged(seat, guest, self.names(guest), portrait=self.directory.profile_of(guest).portrait)

    async def change_profile(self, guest: str) -> None:
        """Store the profile of a guest who sits here if it has changed. Raise JournalError if that fails."""
        await self.do(partial(self.update_profile, guest))

    async def update_profile(self, guest: str) -> None:
        """Store the profile of a guest who sits here if it has changed. Call this in the queue only."""
        seat, name, portrait = self.state.seat_of(guest), self.names(guest), self.directory.profile_of(guest).portrait
        if seat is None:
            return
        chair = self.state.chairs[seat]
        changes: list[Change] = []
        if chair.name != name:
            changes.append(GuestRenamed(seat, name))
        if chair.portrait != portrait:
            changes.append(PortraitChosen(seat, portrait))
        if changes:
            await self.change(*changes)
