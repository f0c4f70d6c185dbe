"""Changes are written together: whatever waits while one transaction is on its way goes into the next.

A change is acknowledged when the transaction it went with is on the disk, so a table may wait a little, and a thousand
tables wait no longer than one.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError

from truquero.server.environment import Time
from truquero.server.guard import Bucket
from truquero.server.messages import encode
from truquero.server.room.kept import Change
from truquero.server.room.stand import Stand
from truquero.server.store import listing
from truquero.server.store.claim import Claim, InUse
from truquero.server.store.schema import changes

log = logging.getLogger("truquero.server")

MOST_TOGETHER = 500
FRESH = 5.0  # seconds that what was last seen of the disk is believed
PATIENCE = 2.0  # seconds until it is taken for full, or away
PROBE = text("UPDATE alembic_version SET version_num = version_num")  # writes, and changes nothing
FAILURES_LOGGED = (5, 60.0)  # in so many seconds: nobody fills the disk


class JournalError(Exception):
    """A change could not be kept: it has not happened."""


class OutcomeUnknown(JournalError):
    """The database was lost while a change was committed: it may have happened or not. What the table is read anew from
    tells."""


class _Failure(NamedTuple):
    """Why a transaction failed, and whether it may be on the disk all the same."""

    error: Exception
    is_unknown: bool = False


@dataclass(frozen=True)
class _Entry:
    row: dict[str, object]  # nothing where it is only to be seen whether something can be written
    stand: tuple[str, tuple[int, Stand]] | None  # of the table, with its id and the milliseconds since when
    done: asyncio.Future[None]


class Journal:
    """The one who writes changes down."""

    def __init__(self, claim: Claim, time: Time) -> None:
        self._claim, self._time = claim, time
        self._waiting: asyncio.Queue[_Entry] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._tried_at, self._fails = self._time.now(), False
        self._told = Bucket(FAILURES_LOGGED, time.now)
        self.unkept = 0  # changes that could not be kept

    def start(self) -> None:
        self._writer = asyncio.create_task(self._write(), name="journal")

    async def stop(self) -> None:
        """Write what waits, and no more."""
        await self._waiting.join()
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)

    @property
    def is_writing(self) -> bool:
        return self._writer is not None and not self._writer.done()

    async def can_keep(self) -> bool:
        """Whether a change could be kept now. Where none was tried lately, that is tried."""
        if not self.is_writing:
            return False
        if self._time.now() - self._tried_at > FRESH:
            with suppress(JournalError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._wait_for({}, None)
                    return True
            return False
        return not self._fails

    async def keep(self, table: str, version: int, change: Change, stand: Stand | None = None) -> None:
        """Returns when the change is on the disk, and with it how the table stands now, if it changes that; raises
        JournalError where it is not."""
        at = int(self._time.wall() * 1000)
        row: dict[str, object] = {"table_id": table, "version": version, "at": at, "change": encode(change).decode()}
        await self._wait_for(row, None if stand is None else (table, (at, stand)))

    async def _wait_for(self, row: dict[str, object], stand: tuple[str, tuple[int, Stand]] | None) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda told: told.cancelled() or told.exception())  # nobody may wait for it any more
        self._waiting.put_nowait(_Entry(row, stand, done))
        await asyncio.shield(done)

    async def _write(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < MOST_TOGETHER and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            try:
                await self._insert(batch)
            finally:
                for _entry in batch:
                    self._waiting.task_done()

    async def _insert(self, batch: Sequence[_Entry], *, may_be_there: bool = False) -> None:
        """All of them, or, where one cannot be, each by itself: nobody else's change is lost by it. Each is tried
        twice, for the database may have been away for a moment only."""
        failure = await self._try(batch)
        if failure is not None:
            may_be_there = may_be_there or failure.is_unknown
        if failure is not None and len(batch) > 1:
            for entry in batch:
                await self._insert([entry], may_be_there=may_be_there)
            return
        if failure is not None:
            failure = await self._again(batch)
        self._note(None if failure is None else failure.error, batch)
        for entry in batch:
            if entry.done.done():
                continue
            if failure is None:
                entry.done.set_result(None)
            else:  # what went wrong may tell what was to be written
                is_unknown = may_be_there or failure.is_unknown
                entry.done.set_exception(OutcomeUnknown() if is_unknown else JournalError())

    def _note(self, error: Exception | None, batch: Sequence[_Entry]) -> None:
        """Whoever runs the server reads why nothing can be kept; what a change says is not told."""
        self._tried_at, self._fails = self._time.now(), error is not None and not isinstance(error, IntegrityError)
        if error is None:
            return
        self.unkept += sum(bool(entry.row) for entry in batch)
        if self._told.take():
            log.error("a change could not be kept: %s", _reason(error))

    async def _again(self, batch: Sequence[_Entry]) -> _Failure | None:
        """A second time. What was on the disk although nobody said so meets itself there, and is kept."""
        failure = await self._try(batch)
        if failure is None or not isinstance(failure.error, IntegrityError):
            return failure
        return None if await self._is_there(batch[0]) else failure

    async def _is_there(self, entry: _Entry) -> bool:
        query = select(changes).where(*(changes.c[name] == value for name, value in entry.row.items()))
        try:
            connection = await self._claim.connection()
            async with connection.begin():
                return (await connection.execute(query)).first() is not None
        except Exception:
            return False

    async def _try(self, batch: Sequence[_Entry]) -> _Failure | None:
        """One transaction. Whatever goes wrong with it the writer goes on, for without it all tables stand still."""
        is_committing = False
        try:
            connection = await self._claim.connection()
            async with connection.begin() as transaction:
                rows = [entry.row for entry in batch if entry.row]
                await (connection.execute(insert(changes), rows) if rows else connection.execute(PROBE))
                stands = dict(entry.stand for entry in batch if entry.stand is not None)
                if stands:
                    await listing.write(connection, stands)
                is_committing = True
                await transaction.commit()
        except IntegrityError as error:
            return _Failure(error)
        except Exception as error:
            with suppress(Exception):
                await self._claim.lose()
            return _Failure(error, is_committing)
        return None


def _reason(error: Exception) -> str:
    """What is wrong with the database. Some errors say what was to be written, and that holds seeds and cards: of those
    only the kind is told."""
    found = getattr(error, "orig", None) or error
    if isinstance(found, sqlite3.OperationalError | InUse | OSError):
        return str(found)
    return type(found.__cause__ or found).__name__
