"""The registry of a server's tables: it opens them, restores them from the store, and unloads unused ones."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from weakref import WeakValueDictionary

from truquero.i18n import _
from truquero.server.changes import MatchBegun, SignsAgreed, TableSettings
from truquero.server.environment import Environment
from truquero.server.limits.queues import FairQueue
from truquero.server.logs import error_location
from truquero.server.settings import Settings
from truquero.server.store import DatabaseUnavailable, JournalError, ListedTable, OutcomeUnknown, Store
from truquero.server.tables.bot_pool import BotPool
from truquero.server.tables.guest_profiles import NO_PROFILE, GuestProfile, ProfileCache
from truquero.server.tables.index import TableIndex
from truquero.server.tables.seat_changes import start_match
from truquero.server.tables.served_table import Pages, ServedTable, TableServices
from truquero.server.tables.state import TableState
from truquero.table.sign_codes import read_code, side_named, write_code

log = logging.getLogger("truquero.server")

IDLE = 600.0  # seconds after which a table without open pages is unloaded from memory
MOST_IN_LOBBY = 100
TABLE_ID = 9  # random bytes: too many to guess the table of others
MOST_RECORDING = 8  # records of old matches that are in progress or wait
RECORDING_OF_ADDRESS = 3  # of those, for one address
AT_A_STRETCH = 100  # changes that are replayed before other tasks run: some ten milliseconds

LobbyEntry = TableState | ListedTable  # a table in memory, or one that is only in the database


class InvalidTable(ValueError):
    """A table cannot be opened with these choices; the message says what to change."""


class DamagedTable(Exception):
    """The stored changes of a table are inconsistent. The table cannot be restored, and a retry does not help."""


class TableRegistry:
    """The tables of a server, by id. A table that is not in memory is restored from the store."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        bot_pool: BotPool,
        environment: Environment,
        create_pages: Callable[[ServedTable], Pages],
    ) -> None:
        self._settings, self._store = settings, store
        self._bot_pool, self._environment = bot_pool, environment
        self._services = TableServices(store.journal, bot_pool, settings, environment, create_pages)
        self._tables: dict[str, ServedTable] = {}
        self._index = TableIndex()
        self._table_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # of locks in use
        self._owner_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._damaged: set[str] = set()  # tables whose damage was logged
        self._record_queue = FairQueue(MOST_RECORDING, RECORDING_OF_ADDRESS, settings.proxies)
        self._profiles = ProfileCache(environment.time)
        self.draining = False  # the server shuts down: no new tables and pages

    @property
    def in_memory(self) -> Collection[ServedTable]:
        """The tables that are in memory now."""
        return self._tables.values()

    def warm_up(self) -> None:
        """Prepare the bots for a first question. Call this when a player is likely to sit down soon."""
        self._bot_pool.warm_up()

    def say_goodbye(self) -> None:
        """Refuse new tables from now on, and ask all pages to reconnect in a moment."""
        self.draining = True
        for table in self._tables.values():
            table.pages.say_goodbye()

    async def close(self) -> None:
        """Close all tables and end the bots' processes."""
        self.draining = True
        await asyncio.gather(*(table.close() for table in self._tables.values()))
        self._bot_pool.close()

    # -------------------------------------------------------------------------------------------------------- guests

    def profile_of(self, guest: str) -> GuestProfile:
        """Return what a guest has chosen."""
        return self._profiles.get(guest) or NO_PROFILE

    async def load_profile(self, guest: str) -> GuestProfile:
        """Return the profile of a guest from the store, and remember the guest as present now."""
        if not self._profiles.is_certain(guest):
            stored = await self._store.profile_of(guest)
            if not self._profiles.is_certain(guest):  # the guest may have chosen another name meanwhile
                self._profiles.learn(guest, NO_PROFILE if stored is None else GuestProfile(*stored))
        profile = self.profile_of(guest)
        self._profiles.learn(guest, profile)
        return profile

    async def change_profile(self, guest: str, **values: str) -> GuestProfile:
        """Store the `name` or the `portrait` of a guest, also at the tables where the guest sits. Return the profile.

        Raise JournalError if it is not stored, or OutcomeUnknown if it may or may not be stored. A table that cannot
        store it is loaded again, and takes it over when the guest opens it.
        """
        profile = await self.load_profile(guest)
        try:
            await self._store.change_profile(guest, **values)
        except OutcomeUnknown:
            self._profiles.doubt(guest)
            raise
        profile = (self._profiles.get(guest) or profile)._replace(**values)  # it may have changed meanwhile
        self._profiles.learn(guest, profile)
        for table in self._index.of_guest(guest):
            if self._tables.get(table.state.id) is table:  # it may have been unloaded meanwhile
                with suppress(JournalError):
                    await table.change_profile(guest)
        return profile

    def too_many_tables(self, guest: str) -> str:
        """Return why a guest cannot take a seat at one more table; "" if the guest can. Only tables in memory count:
        those that nobody has used for a while are unloaded."""
        count = sum(table.state.phase != "over" for table in self._index.of_guest(guest))
        if count < self._settings.tables_of_guest:
            return ""
        return _("you sit at {count} tables: leave some of them first").format(count=count)

    # ------------------------------------------------------------------------------------------------------- opening

    async def open(self, owner: str, settings: TableSettings, seat: int = 1, signs: str = "", *, start: bool) -> str:
        """Open a table where its owner sits, and return its id. With `start` a match against bots begins at once.

        A lock for each guest makes simultaneous requests wait for each other, so that the limit on tables holds for all
        of them. Raise JournalError if the table is not stored, or OutcomeUnknown if it may be stored, perhaps without
        its owner in a seat.
        """
        async with self._owner_locks.setdefault(owner, asyncio.Lock()):
            if reason := self.too_many_tables(owner):
                raise InvalidTable(reason)
            table_id = self._environment.randomness.token(TABLE_ID)
            await self._store.add_table(table_id, owner, settings)
            table = self._add(TableState(table_id, settings, owner))

            async def sit_down() -> None:
                await table.change(table.guest_seated(seat, owner))
                if signs.split():
                    code = write_code(read_code(table.state.rules, signs))
                    await table.change(SignsAgreed(side_named(seat), code))
                if start:
                    await table.change(*start_match(table.state))

            try:
                await table.do(sit_down)
            except JournalError as error:  # the lobby lists the table, which is stored already
                raise OutcomeUnknown from error
            return table_id

    def _add(self, state: TableState) -> ServedTable:
        table = ServedTable(state, self._services, self)
        self._tables[state.id] = table
        self._index.update(table)
        return table

    def update_index(self, table: ServedTable) -> None:
        """Index a table again. Ignore a table that has been unloaded."""
        if self._tables.get(table.state.id) is table:
            self._index.update(table)

    async def find(self, table_id: str) -> ServedTable | None:
        """Return the table of this id, or None if there is none. A table that is not in memory, or whose last change
        could not be stored, is restored from its stored changes. Raise DamagedTable if that fails."""
        async with self._lock_of(table_id):
            table = self._tables.get(table_id)
            if table is not None and not table.broken:
                return table
            if table is not None:
                await self._unload(table_id)
            state = await self._restore(table_id)
            if state is None:
                return None
            table = self._add(state)
            table.autoplay.schedule_next()
            return table

    async def record_of(self, table: ServedTable, number: int, guest: str, address: str) -> str | None:
        """Return the record of a match at a table, counted from 1; None if the match is not over or does not exist.
        Raise QueueFull if too many requests for old records are waiting."""
        state = table.state
        if is_old(state, number):
            async with self._record_queue.turn(guest, address):  # each needs as much memory as a table
                restored = await self._restore(state.id, number)
            return None if restored is None else restored.record
        if number == state.matches - 1:
            return state.previous_record
        return state.record if number == state.matches else None

    async def _restore(self, table_id: str, number: int | None = None) -> TableState | None:
        """Restore a table from its stored changes: all of them, or those up to the end of the match of this number.
        Return None if there is no such table."""
        try:
            stored = await self._store.table(table_id)
            if stored is None:
                return None
            state = TableState(stored.id, stored.settings, stored.owner)
            async for change in self._store.changes_of(table_id):
                if isinstance(change, MatchBegun) and state.matches == number:
                    break
                state.apply(change)
                if state.changes % AT_A_STRETCH == 0:
                    await asyncio.sleep(0)  # let other tasks run
        except DatabaseUnavailable:  # a retry may help
            raise
        except Exception as error:
            if table_id not in self._damaged:
                self._damaged.add(table_id)
                log.error("table %s cannot be restored: %s", table_id, error_location(error))
            raise DamagedTable from error
        return state

    # ----------------------------------------------------------------------------------------------------- unloading

    def _lock_of(self, table_id: str) -> asyncio.Lock:
        """Return the lock of a table. Only its holder restores or unloads the table."""
        return self._table_locks.setdefault(table_id, asyncio.Lock())

    async def _unload(self, table_id: str) -> None:
        table = self._tables.pop(table_id)
        self._index.remove(table)
        await table.close()

    async def unload_idle(self) -> None:
        """Unload the tables without open pages, and forget the names of guests who have left."""
        now, present = self._environment.time.now(), set[str]()
        for count, table_id in enumerate(list(self._tables), 1):
            if count % AT_A_STRETCH == 0:
                await asyncio.sleep(0)  # let other tasks run
            async with self._lock_of(table_id):
                table = self._tables.get(table_id)
                if table is None:
                    continue
                guests = table.guests
                present |= guests
                if not guests and now - table.last_used > _idle_seconds(table):
                    await self._unload(table_id)
        self._profiles.forget(present)

    # --------------------------------------------------------------------------------------------------------- lobby

    async def lobby(self, guest: str) -> tuple[list[LobbyEntry], list[LobbyEntry]]:
        """Return two lists of tables. The first has the public tables with an empty seat and then those that admit
        onlookers, the newest first. The second has the tables where the guest sits or that the guest owns; they are
        left out of the first."""
        listed = await self._store.tables_of(guest, MOST_IN_LOBBY)
        waiting = await self._store.waiting_tables(MOST_IN_LOBBY)
        most = MOST_IN_LOBBY + len(listed)  # the guest's own tables are left out below
        entries: list[LobbyEntry] = self._entries_of_others(self._index.waiting(most), guest)
        own_ids = {table.id for table in listed}
        entries += [table for table in waiting if table.id not in own_ids and table.id not in self._tables]
        entries += self._entries_of_others(self._index.watchable(max(0, most - len(entries))), guest)
        own = [entry for entry in (self._own_entry(table, guest) for table in listed) if entry is not None]
        return entries[:MOST_IN_LOBBY], own

    def _entries_of_others(self, tables: list[ServedTable], guest: str) -> list[LobbyEntry]:
        return [table.state for table in tables if not _is_of(table, guest)]

    def _own_entry(self, listed: ListedTable, guest: str) -> LobbyEntry | None:
        """Return the current entry of a table listed as the guest's; None if the guest has left it meanwhile."""
        table = self._tables.get(listed.id)
        if table is None:
            return listed
        return table.state if _is_of(table, guest) else None


def is_old(state: TableState, number: int) -> bool:
    """Return whether the record of a match must be restored from the stored changes. Only the records of the last two
    matches stay in memory; those of all rematches would need more and more of it."""
    return 1 <= number < state.matches - 1


def _idle_seconds(table: ServedTable) -> float:
    """Return the seconds for which a table without open pages stays in memory: none if nobody sits there, otherwise
    `IDLE`, because a player may come back."""
    return IDLE if any(chair.guest is not None for chair in table.state.chairs.values()) else 0.0


def _is_of(table: ServedTable, guest: str) -> bool:
    return table.state.owner == guest or table.state.seat_of(guest) is not None
