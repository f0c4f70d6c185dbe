"""The tables of a server: opening them, restoring them after a restart, the lobby, and unloading unused tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from truquero.bots import ROSTER
from truquero.i18n import _
from truquero.rules.options import OptionError
from truquero.server.changes import MatchBegun, SeatChanged, SignsAgreed, TableSettings
from truquero.server.environment import Environment
from truquero.server.http import lobby
from truquero.server.http.answers import InLobby, NewTable
from truquero.server.limits.queues import FairQueue
from truquero.server.logs import error_location
from truquero.server.settings import Settings
from truquero.server.store import ListedTable, Store
from truquero.server.tables.bot_pool import BotPool
from truquero.server.tables.index import TableIndex
from truquero.server.tables.names import DistinctNames, NameCache
from truquero.server.tables.option_limits import broken_limit
from truquero.server.tables.served_table import Page, ServedTable
from truquero.server.tables.state import TableState
from truquero.server.ws.handlers import MessageHandlers
from truquero.server.ws.messages import LONGEST_CODE, Closing
from truquero.server.ws.seating import start
from truquero.table import TableError
from truquero.table.sign_codes import codes_of, read_code, side_named, write_code
from truquero.variants import rules_of

log = logging.getLogger("truquero.server")

IDLE = 600.0  # seconds after which a table without open pages is unloaded from memory
MOST_IN_LOBBY = 100
TABLE_ID = 9  # random bytes: too many to guess the table of others
LONGEST_CLOCK = 3600
MOST_RECORDING = 8  # records of old matches that are in progress or wait
RECORDING_OF_ADDRESS = 3  # of those, for one address
AT_A_STRETCH = 100  # changes that are replayed before other tasks run: some ten milliseconds


class InvalidTable(ValueError):
    """A table cannot be opened with these choices; the message says what to change."""


class DamagedTable(Exception):
    """The stored changes of a table are inconsistent. The table cannot be restored, and a retry does not help."""


class Tables:
    """The tables of a server, by id. A table that is not in memory is restored from the store."""

    def __init__(self, settings: Settings, store: Store, bot_pool: BotPool, environment: Environment) -> None:
        self._settings, self._store = settings, store
        self._bot_pool, self._environment = bot_pool, environment
        self._rooms: dict[str, ServedTable] = {}
        self._desks: dict[str, MessageHandlers] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # a lock lives while it is in use
        self._owners: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._damaged: set[str] = set()  # tables whose damage was logged
        self._recording = FairQueue(MOST_RECORDING, RECORDING_OF_ADDRESS, settings.proxies)
        self._index = TableIndex()
        self._names = NameCache(environment.time)
        self.draining = False

    def warm_up(self) -> None:
        """Prepare the bots for a first question. Call this when a player is likely to sit down soon."""
        self._bot_pool.warm_up()

    async def close(self) -> None:
        """Close all tables and end the bots' processes."""
        self.draining = True
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
        self._bot_pool.close()

    def say_goodbye(self) -> None:
        """Refuse new tables from now on, and ask all pages to reconnect in a moment."""
        self.draining = True
        for room in self._rooms.values():
            for page in list(room.pages):
                room.answer(page, Closing(2))

    @property
    def rooms(self) -> Collection[ServedTable]:
        return self._rooms.values()

    def desk(self, table: str) -> MessageHandlers:
        return self._desks[table]

    def name_of(self, guest: str) -> str:
        return self._names.known(guest) or ""

    async def meet(self, guest: str) -> str:
        """Return the name of a guest, and remember the guest as present now."""
        name = self._names.known(guest)
        if name is None:
            kept = await self._store.name_of(guest) or ""
            name = self._names.known(guest) or kept  # the guest may have chosen another name meanwhile
        self._names.learn(guest, name)
        return name

    async def rename(self, guest: str, name: str) -> None:
        """Update the name of a guest in memory and at the tables where the guest sits."""
        self._names.learn(guest, name)
        for room in self._index.of_guest(guest):
            desk = self._desks.get(room.state.id)  # the table may have been unloaded meanwhile
            if desk is not None:
                await desk.rename(guest)

    # ------------------------------------------------------------------------------------------------------ opening

    async def new(self, owner: str, asked: NewTable) -> str:
        """Open a table and return its id. A match of one person against bots begins at once. A lock for each guest
        makes simultaneous requests wait for each other, so that the limit on tables holds for all of them."""
        agreed = _settings_of(asked)
        async with self._owners.setdefault(owner, asyncio.Lock()):
            return await self._open(owner, asked, agreed)

    async def _open(self, owner: str, asked: NewTable, agreed: TableSettings) -> str:
        if told := self._too_many(owner):
            raise InvalidTable(told)
        table = self._environment.randomness.token(TABLE_ID)
        await self._store.add_table(table, owner, agreed)
        room = self._enter(TableState(table, agreed, owner))
        seat = asked.seat if 1 <= asked.seat <= agreed.players else 1

        async def sit_down() -> None:
            await room.change(SeatChanged(seat, owner, self.name_of(owner)))
            if asked.signs.split():
                await room.change(SignsAgreed(side_named(seat), write_code(read_code(room.state.rules, asked.signs))))
            if asked.alone:
                await room.change(*start(room))

        await room.do(sit_down)
        return table

    def _too_many(self, guest: str) -> str:
        """Return why a guest cannot take a seat at one more table; "" if the guest can. Only tables in memory count:
        those that nobody has used for a while are unloaded."""
        mine = sum(room.state.phase != "over" for room in self._index.of_guest(guest))
        if mine < self._settings.tables_of_guest:
            return ""
        return _("you sit at {count} tables: leave some of them first").format(count=mine)

    def _enter(self, state: TableState) -> ServedTable:
        room = ServedTable(
            state, self._store.journal, self._bot_pool, self._settings, self._environment, self._index.update
        )
        self._rooms[state.id] = room
        self._index.update(room)
        self._desks[state.id] = MessageHandlers(room, DistinctNames(state, self.name_of), self._too_many)
        return room

    async def find(self, table: str) -> ServedTable | None:
        """Return the table of this id, or None if there is none. A table that is not in memory, or whose last change
        could not be stored, is restored from its stored changes. Raise DamagedTable if that fails."""
        async with self._alone_with(table):
            room = self._rooms.get(table)
            if room is not None and not room.broken:
                return room
            if room is not None:
                await self._put_away(table)
            state = await self._played_back(table)
            if state is None:
                return None
            room = self._enter(state)
            room.autoplay.schedule_next()
            return room

    async def record_of(self, room: ServedTable, number: int, who: str, address: str) -> str | None:
        """Return the record of a match at a table, counted from 1; None if the match is not over or does not exist.
        Raise TooMany if too many requests for old records are waiting."""
        state = room.state
        if is_old(state, number):
            async with self._recording.turn(who, address):  # each needs as much memory as a table
                played = await self._played_back(state.id, number)
            return None if played is None else played.record
        if number == state.matches - 1:
            return state.record_before
        return state.record if number == state.matches else None

    async def _played_back(self, table: str, number: int | None = None) -> TableState | None:
        """Restore a table from its stored changes: all of them, or those up to the end of the match of this number.
        Return None if there is no such table."""
        try:
            kept = await self._store.table(table)
            if kept is None:
                return None
            state = TableState(kept.id, kept.agreed, kept.owner)
            async for change in self._store.changes_of(table):
                if isinstance(change, MatchBegun) and state.matches == number:
                    break
                state.apply(change)
                if state.changes % AT_A_STRETCH == 0:
                    await asyncio.sleep(0)  # let other tasks run
        except (SQLAlchemyError, OSError):  # the database is unavailable; a retry may help
            raise
        except Exception as error:
            if table not in self._damaged:
                self._damaged.add(table)
                log.error("table %s cannot be played back: %s", table, error_location(error))
            raise DamagedTable from error
        return state

    def _alone_with(self, table: str) -> asyncio.Lock:
        """Return the lock of a table. Only its holder restores or unloads the table."""
        return self._opening.setdefault(table, asyncio.Lock())

    async def _put_away(self, table: str) -> None:
        room = self._rooms.pop(table)
        self._index.remove(room)
        self._desks.pop(table).close()
        await room.close()

    async def tidy(self) -> None:
        """Unload the tables without open pages, and forget the names of guests who have left."""
        now = self._environment.time.now()
        for count, table in enumerate(list(self._rooms), 1):
            if count % AT_A_STRETCH == 0:
                await asyncio.sleep(0)  # let other tasks run
            async with self._alone_with(table):
                room = self._rooms.get(table)
                if room is not None and not room.pages and now - room.last_used > _patience(room):
                    await self._put_away(table)
        self._names.forget({page.guest for room in self._rooms.values() for page in room.pages})

    # ----------------------------------------------------------------------------------------------- arrivals, lobby

    def arrive(self, room: ServedTable, page: Page) -> None:
        room.come(page)

    def depart(self, room: ServedTable, page: Page) -> None:
        room.leave(page)
        if not self.draining:
            room.gone()

    async def lobby(self, guest: str) -> tuple[list[InLobby], list[InLobby]]:
        """Return two lists of tables. The first has the public tables with an empty seat and then those that admit
        onlookers, the newest first. The second has the tables where the guest sits or that the guest owns; they are
        left out of the first."""
        own = await self._store.tables_of(guest, MOST_IN_LOBBY)
        waiting = await self._store.waiting_tables(MOST_IN_LOBBY)
        most = MOST_IN_LOBBY + len(own)  # the guest's own tables are left out below
        tables = [lobby.live(room.state) for room in self._index.waiting(most) if not _is_of(room, guest)]
        mine = {table.id for table in own}
        tables += [lobby.kept(one) for one in waiting if one.id not in mine and one.id not in self._rooms]
        watchable = self._index.watchable(max(0, most - len(tables)))
        tables += [lobby.live(room.state) for room in watchable if not _is_of(room, guest)]
        return tables[:MOST_IN_LOBBY], [row for row in (self._own(table, guest) for table in own) if row is not None]

    def _own(self, table: ListedTable, guest: str) -> InLobby | None:
        """Return the current row of a table listed as the guest's; None if the guest has left it meanwhile."""
        room = self._rooms.get(table.id)
        if room is None:
            return lobby.kept(table)
        return lobby.live(room.state) if _is_of(room, guest) else None


def is_old(state: TableState, number: int) -> bool:
    """Return whether the record of a match must be restored from the stored changes. Only the records of the last two
    matches stay in memory; those of all rematches would need more and more of it."""
    return 1 <= number < state.matches - 1


def _patience(room: ServedTable) -> float:
    """Return the seconds for which a table without open pages stays in memory: none if nobody sits there, otherwise
    `IDLE`, because a player may come back."""
    return IDLE if any(chair.guest is not None for chair in room.state.chairs.values()) else 0.0


def _is_of(room: ServedTable, guest: str) -> bool:
    return room.state.owner == guest or room.state.seat_of(guest) is not None


def _settings_of(asked: NewTable) -> TableSettings:
    """Validate a request for a new table and return its settings. Raise HallError if it cannot be played."""
    if not asked.options.keys().isdisjoint(("name", "players")):
        raise InvalidTable(_("there is no such house rule"))
    try:
        rules = rules_of(asked.variant, asked.players, **asked.options)
    except OptionError as error:
        raise InvalidTable(str(error)) from error
    if told := broken_limit(rules):
        raise InvalidTable(told)
    if len(asked.signs) > LONGEST_CODE:
        raise InvalidTable(_("the request is too long"))
    try:
        codes_of(rules, {"A": asked.signs})
    except TableError as error:
        raise InvalidTable(str(error)) from error
    if asked.bots not in ROSTER:
        raise InvalidTable(_("there is no such bot"))
    if not 0 <= asked.seconds <= LONGEST_CLOCK or not 0 <= asked.reserve <= LONGEST_CLOCK:
        raise InvalidTable(_("set a clock to 0 to {most} seconds").format(most=LONGEST_CLOCK))
    return TableSettings(
        variant=rules.variant,
        players=rules.players,
        options=dict(asked.options),
        public=asked.public,
        spectators=asked.spectators,
        seconds=asked.seconds,
        reserve=asked.reserve,
        bots=asked.bots,
    )
