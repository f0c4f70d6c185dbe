"""The guests and tables in the database, and the connection to it."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Insert, Update, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from truquero.server.changes import Change, TableSettings, decode_change, decode_settings
from truquero.server.encoding import encode
from truquero.server.environment import SystemTime, Time
from truquero.server.logs import error_location
from truquero.server.match_results import StoredResult
from truquero.server.store import listing, result_rows
from truquero.server.store.journal import Journal, JournalError, OutcomeUnknown, failure_reason
from truquero.server.store.lease import WriteLease
from truquero.server.store.listing import ListedTable
from truquero.server.store.result_rows import ResultKey, VariantTotals
from truquero.server.store.schema import changes, guests, tables

log = logging.getLogger("truquero.server")

_ID = re.compile(r"[\w-]{1,32}", re.ASCII)
MIGRATIONS = Path(__file__).parent / "migrations"
LISTED = 28 * 86_400  # seconds that a table is listed after its last change
OVER_LISTED = 86_400  # the same for a table whose match is over, so that its players find the record
READ_TOGETHER = 1000  # changes of a table per query
BUSY = 10_000  # milliseconds that SQLite waits for the lock of another process
# After a failure of the machine or the network, both ends close the connection in about a minute.
_POSTGRES: dict[str, object] = {
    "timeout": 10,
    "command_timeout": 30,
    "server_settings": {"tcp_keepalives_idle": "30", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"},
}


class StoredTable(NamedTuple):
    """A stored table, without its changes. `since` is when it was opened, in seconds."""

    id: str
    owner: str
    settings: TableSettings
    since: int


class DatabaseUnavailable(Exception):
    """The database does not answer, so nothing was read. The log says why."""


class Store:
    """The database. `open` locks and migrates it before use.

    Methods that read raise DatabaseUnavailable if the database does not answer. Methods that write raise JournalError.
    """

    def __init__(self, url: str, time: Time | None = None) -> None:
        self._time = time or SystemTime()
        self._url = make_url(url)
        self._is_sqlite = self._url.get_backend_name() == "sqlite"
        self.engine = self._connect()
        self._lease = WriteLease(self.engine)
        self.journal = Journal(self._lease, self._time)

    def _connect(self) -> AsyncEngine:
        if not self._is_sqlite:
            return create_async_engine(
                self._url, hide_parameters=True, pool_size=5, pool_pre_ping=True, connect_args=_POSTGRES
            )
        if self._url.database:
            _make_private(self._url.database)
        engine = create_async_engine(self._url, hide_parameters=True)  # parameters contain seeds and cards
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        return engine

    async def open(self) -> None:
        """Lock and migrate the database and start the journal. Do nothing if it is open.

        Raise DatabaseInUse if another server has it open.
        """
        if self.journal.is_writing:
            return
        connection = await self._lease.take()
        async with connection.begin():
            if self._is_sqlite:  # its driver begins no transaction before DDL statements
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            await connection.run_sync(_migrate)
        self.journal.start()

    async def close(self) -> None:
        await self.journal.stop()
        await self._lease.release()
        await self.engine.dispose()

    async def is_available(self) -> bool:
        """Return whether the database answers and the journal can write."""
        try:
            async with asyncio.timeout(2), self.engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except Exception:
            return False
        return await self.journal.can_write()

    @asynccontextmanager
    async def _connect_to_database(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for the context. Raise DatabaseUnavailable if the database does not answer in it."""
        try:
            connection = await self.engine.connect()
        except Exception as error:  # asyncpg raises errors of its own here
            raise _unavailable(error) from None
        try:
            yield connection
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            raise _unavailable(error) from None
        finally:
            await asyncio.shield(connection.close())

    async def _write(self, statement: Insert | Update) -> int:
        """Run a statement in a transaction of its own, and return the number of its rows.

        Raise JournalError if they are not stored, or OutcomeUnknown if the commit fails: then they may be.
        """
        try:
            async with self._connect_to_database() as connection:
                await connection.begin()
                result = await connection.execute(statement)
                await _commit(connection)
        except DatabaseUnavailable:
            raise JournalError from None
        return int(result.rowcount)

    def _now(self) -> int:
        return int(self._time.wall())

    # -------------------------------------------------------------------------------------------------------- guests

    async def add_guest(self, guest: str, name: str) -> None:
        """Store a new guest. Raise JournalError if the guest may not be stored: nobody knows the id yet, so a retry
        with another id does no harm."""
        try:
            await self._write(insert(guests).values(id=guest, name=name, since=self._now()))
        except OutcomeUnknown:
            raise JournalError from None

    async def change_profile(self, guest: str, **values: str) -> bool:
        """Store the `name` or the `portrait` of a guest, or both. Return whether there is such a guest."""
        return await self._write(update(guests).where(guests.c.id == guest).values(**values)) > 0

    async def profile_of(self, guest: str) -> tuple[str, str] | None:
        """Return the name and the portrait of a guest; None if there is no such guest."""
        query = select(guests.c.name, guests.c.portrait).where(guests.c.id == guest)
        async with self._connect_to_database() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else (row.name, row.portrait)

    # -------------------------------------------------------------------------------------------------------- tables

    async def add_table(self, table: str, owner: str, settings: TableSettings) -> None:
        row: dict[str, object] = {
            "id": table,
            "owner": owner,
            "agreed": encode(settings).decode(),
            "since": self._now(),
        }
        row |= {"public": settings.public, "phase": "gathering", "empty": settings.players, "at": self._now() * 1000}
        row["waits"] = False  # nobody sits there yet
        await self._write(insert(tables).values(row))

    async def table(self, table: str) -> StoredTable | None:
        if not _ID.fullmatch(table):  # PostgreSQL raises errors for some characters
            return None
        async with self._connect_to_database() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == table))).first()
        return None if row is None else _stored(row)

    async def tables_of(self, guest: str, most: int) -> list[ListedTable]:
        """Return the recent tables where a guest sits or which the guest opened. Finished ones are listed for a day."""
        query = listing.of_guest(guest, (self._now() - LISTED) * 1000, (self._now() - OVER_LISTED) * 1000, most)
        async with self._connect_to_database() as connection:
            return await listing.find(connection, query)

    async def waiting_tables(self, most: int) -> list[ListedTable]:
        """Return public tables that wait for players."""
        async with self._connect_to_database() as connection:
            return await listing.find(connection, listing.waiting((self._now() - LISTED) * 1000, most))

    # ------------------------------------------------------------------------------------------------------- results

    async def results_of(self, guest: str, most: int, after: ResultKey | None = None) -> list[StoredResult]:
        """Return the results of the matches of a guest, the newest first, from the one after a key on."""
        async with self._connect_to_database() as connection:
            return await result_rows.find(connection, result_rows.of_guest(guest, most, after))

    async def totals_of(self, guest: str) -> list[VariantTotals]:
        """Return the matches of a guest in each variant, those played most first."""
        async with self._connect_to_database() as connection:
            return await result_rows.totals(connection, guest)

    # ------------------------------------------------------------------------------------------------------- changes

    async def changes_of(self, table: str) -> AsyncIterator[Change]:
        """Yield the changes of a table. Read them in batches, because a table may have very many and replay is slow."""
        last = 0
        query = select(changes.c.version, changes.c.change).where(changes.c.table_id == table)
        query = query.order_by(changes.c.version).limit(READ_TOGETHER)
        while True:
            async with self._connect_to_database() as connection:  # free it between batches
                rows = (await connection.execute(query.where(changes.c.version > last))).all()
            for row in rows:
                yield decode_change(row.change)
            if len(rows) < READ_TOGETHER:
                return
            last = rows[-1].version


def _unavailable(error: Exception) -> DatabaseUnavailable:
    """Log why the database does not answer, and return the error to raise."""
    log.error("the database does not answer: %s", failure_reason(error))
    return DatabaseUnavailable()


async def _commit(connection: AsyncConnection) -> None:
    """Commit a transaction, or raise OutcomeUnknown."""
    try:
        await connection.commit()
    except BaseException as error:  # also if the request is cancelled
        await connection.invalidate()  # the transaction may still be open, and must not return to the pool
        if not isinstance(error, Exception):
            raise
        log.error("the outcome of a commit is unknown: %s", error_location(error))
        raise OutcomeUnknown from None  # the error may contain the row


def _stored(row: Any) -> StoredTable:
    return StoredTable(row.id, row.owner, decode_settings(row.agreed), row.since)


def _make_private(database: str) -> None:
    """Create a missing database file with access for its owner only, because it contains the seeds of deals in play.

    SQLite gives the files that it creates beside it the same mode.
    """
    if database == ":memory:" or database.startswith("file:"):
        return
    path = Path(database)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Configure a connection: readers do not wait for the writer, and a commit returns when the data is on disk."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrations(connection: Connection) -> Config:
    """Return the Alembic configuration for migrations of this database."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def _migrate(connection: Connection) -> None:
    command.upgrade(migrations(connection), "head")
