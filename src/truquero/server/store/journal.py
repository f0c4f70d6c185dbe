"""The journal of all tables, which writes changes with group commit.

Changes that arrive during a transaction go into the next one together. A change is acknowledged when its transaction is
on disk. A table may wait a little for that, but a thousand tables wait no longer than one.
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

from truquero.server.changes import Change
from truquero.server.encoding import encode
from truquero.server.environment import Time
from truquero.server.limits.rates import TokenBucket
from truquero.server.match_results import MatchResult
from truquero.server.store import listing, result_rows
from truquero.server.store.lease import DatabaseInUse, WriteLease
from truquero.server.store.schema import changes
from truquero.server.summary import ListingSummary

log = logging.getLogger("truquero.server")

MOST_TOGETHER = 500  # changes in a transaction
FRESH = 5.0  # seconds for which the result of the last write counts as current
PATIENCE = 2.0  # seconds until a probe of the database fails
PROBE = text("UPDATE alembic_version SET version_num = version_num")  # writes without changing anything
FAILURES_LOGGED = (5, 60.0)  # at most so many in so many seconds, so that the log does not fill the disk


class JournalError(Exception):
    """A change could not be stored, so it has not happened. Only `OutcomeUnknown` leaves this open."""


class OutcomeUnknown(JournalError):
    """The connection was lost during a commit, so the change may or may not be stored. Reloading the table shows it."""


class _Failure(NamedTuple):
    """The error of a failed transaction, and whether its changes may be stored all the same."""

    error: Exception
    is_unknown: bool = False


@dataclass(frozen=True)
class _Entry:
    """A change that waits to be written."""

    row: dict[str, object]  # empty in a probe, which only tests whether writing works
    summary: tuple[str, tuple[int, ListingSummary]] | None  # the table id, and its new summary with the time in ms
    results: list[dict[str, object]]  # rows of the results of a match that the change ends
    done: asyncio.Future[None]


class Journal:
    """The writer of changes to the database."""

    def __init__(self, lease: WriteLease, time: Time) -> None:
        self._lease, self._time = lease, time
        self._waiting: asyncio.Queue[_Entry] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._tried_at, self._fails = self._time.now(), False
        self._failures_logged = TokenBucket(FAILURES_LOGGED, time.now)
        self.failed_writes = 0  # the number of changes that could not be stored

    def start(self) -> None:
        self._writer = asyncio.create_task(self._write(), name="journal")

    async def stop(self) -> None:
        """Write the waiting changes, then stop."""
        await self._waiting.join()
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)

    @property
    def is_writing(self) -> bool:
        return self._writer is not None and not self._writer.done()

    async def can_write(self) -> bool:
        """Return whether a change could be stored now. Test it with a probe if there was no recent write."""
        if not self.is_writing:
            return False
        if self._time.now() - self._tried_at > FRESH:
            with suppress(JournalError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._wait_for(_Entry({}, None, [], self._future()))
                    return True
            return False
        return not self._fails

    async def write(
        self,
        table: str,
        version: int,
        change: Change,
        summary: ListingSummary | None = None,
        match_results: Sequence[MatchResult] = (),
    ) -> None:
        """Store a change, and with it the new summary of the table if it has changed, and the results of a match that
        the change ends.

        Return when all are on disk; raise JournalError if they could not be stored.
        """
        at = int(self._time.wall() * 1000)
        row: dict[str, object] = {"table_id": table, "version": version, "at": at, "change": encode(change).decode()}
        listed = None if summary is None else (table, (at, summary))
        await self._wait_for(_Entry(row, listed, result_rows.rows_of(table, at, match_results), self._future()))

    def _future(self) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # the caller may be gone
        return done

    async def _wait_for(self, entry: _Entry) -> None:
        self._waiting.put_nowait(entry)
        await asyncio.shield(entry.done)

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

    async def _insert(self, batch: Sequence[_Entry], *, may_be_stored: bool = False) -> None:
        """Write a batch in one transaction. If that fails, write each entry alone, so that no other change is lost.

        Try each entry twice alone, because the database may have been unavailable only for a moment.
        """
        failure = await self._try(batch)
        if failure is not None:
            may_be_stored = may_be_stored or failure.is_unknown
        if failure is not None and len(batch) > 1:
            for entry in batch:
                await self._insert([entry], may_be_stored=may_be_stored)
            return
        if failure is not None:
            failure = await self._retry(batch)
        self._record_result(None if failure is None else failure.error, batch)
        for entry in batch:
            if entry.done.done():
                continue
            if failure is None:
                entry.done.set_result(None)
            else:  # without the cause, whose text may contain the change
                is_unknown = may_be_stored or failure.is_unknown
                entry.done.set_exception(OutcomeUnknown() if is_unknown else JournalError())

    def _record_result(self, error: Exception | None, batch: Sequence[_Entry]) -> None:
        """Record the result of a write, and log why it failed, without the content of the change."""
        self._tried_at, self._fails = self._time.now(), error is not None and not isinstance(error, IntegrityError)
        if error is None:
            return
        self.failed_writes += sum(bool(entry.row) for entry in batch)
        if self._failures_logged.take():
            log.error("a change could not be stored: %s", failure_reason(error))

    async def _retry(self, batch: Sequence[_Entry]) -> _Failure | None:
        """Retry an entry. If its key exists because the first attempt was stored after all, count it as stored."""
        failure = await self._try(batch)
        if failure is None or not isinstance(failure.error, IntegrityError):
            return failure
        return None if await self._is_stored(batch[0]) else failure

    async def _is_stored(self, entry: _Entry) -> bool:
        query = select(changes).where(*(changes.c[name] == value for name, value in entry.row.items()))
        try:
            connection = await self._lease.connection()
            async with connection.begin():
                return (await connection.execute(query)).first() is not None
        except Exception:
            return False

    async def _try(self, batch: Sequence[_Entry]) -> _Failure | None:
        """Run one transaction and return its failure, if any. Never raise: all tables depend on the writer task."""
        is_committing = False
        try:
            connection = await self._lease.connection()
            async with connection.begin() as transaction:
                rows = [entry.row for entry in batch if entry.row]
                await (connection.execute(insert(changes), rows) if rows else connection.execute(PROBE))
                summaries = dict(entry.summary for entry in batch if entry.summary is not None)
                if summaries:
                    await listing.write(connection, summaries)
                if ended := [row for entry in batch for row in entry.results]:
                    await result_rows.write(connection, ended)
                is_committing = True
                await transaction.commit()
        except IntegrityError as error:
            return _Failure(error)
        except Exception as error:
            with suppress(Exception):
                await self._lease.lose()
            return _Failure(error, is_committing)
        return None


def failure_reason(error: Exception) -> str:
    """Return the reason of an error of the database for the log.

    Errors that may quote the data, which contains seeds and cards, are reduced to their type.
    """
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.OperationalError | DatabaseInUse | OSError):
        return str(cause)
    return type(cause.__cause__ or cause).__name__
