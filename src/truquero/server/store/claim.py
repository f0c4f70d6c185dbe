"""One server writes to a database and no other: what another one writes meanwhile would not be on anybody's screen.

Whoever writes holds a lock: on a file beside SQLite's, or in PostgreSQL, where it belongs to the very connection that
writes. Both go with the process, however it ends.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import IO

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from truquero.language import _

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PATIENCE = 3.0  # seconds: PostgreSQL may need a moment to see that a server has died
_KEY = 0x7472756375  # any number will do, if nobody else locks it


class InUse(BlockingIOError):
    """Another server writes to this database."""

    def __str__(self) -> str:
        return _("another server is using it")


def _lock_alone(file: IO[bytes]) -> None:
    """Without waiting; raises BlockingIOError, or PermissionError on Windows, where another has it."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt

    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)


def _check_links(database: Path) -> None:
    """Refuse a file with several hard links: each has a lock and a write-ahead log of its own beside it, so two servers
    would write at the same time and damage the file."""
    links = database.stat().st_nlink if database.exists() else 1
    if links > 1:
        about = _("its file has {count} names (hard links): keep one of them, delete the others or copy the file")
        raise OSError(about.format(count=links))


class Claim:
    """The connection that writes, and the right to."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._file: IO[bytes] | None = None

    async def take(self) -> AsyncConnection:
        """At the start. Raises InUse where another server does not end."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return await self.connection()
            except InUse:
                if time.monotonic() > until:
                    raise
            await asyncio.sleep(0.1)

    async def connection(self) -> AsyncConnection:
        """The one that writes; a new one where the last was lost, unless another server was quicker."""
        if self._connection is None:
            if self._engine.dialect.name == "sqlite":
                self._lock_file()
            connection = await self._engine.connect()
            try:
                await self._lock(connection)
            except BaseException:
                await connection.close()
                raise
            self._connection = connection
        return self._connection

    def _lock_file(self) -> None:
        """SQLite's own file is not touched: closing it would undo the locks of SQLite."""
        database = self._engine.url.database
        if self._file is not None or not database or database == ":memory:":
            return
        # Of the file itself, so that a server that reaches it by another path or a symbolic link finds the same lock.
        path = Path(database).resolve()
        file = Path(f"{path}.lock").open("ab")  # noqa: SIM115 (it stays open as long as the server runs)
        try:
            _lock_alone(file)
        except (BlockingIOError, PermissionError) as error:
            file.close()
            raise InUse from error
        try:
            _check_links(path)
        except BaseException:
            file.close()
            raise
        self._file = file

    async def _lock(self, connection: AsyncConnection) -> None:
        if self._engine.dialect.name != "postgresql":
            return
        locked = await connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": _KEY})
        await connection.commit()
        if not locked:
            raise InUse

    async def lose(self) -> None:
        """The connection is of no use any more, for whatever reason."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.invalidate()
            finally:
                await connection.close()

    async def release(self) -> None:
        await self.lose()
        if self._file is not None:
            self._file.close()
            self._file = None
