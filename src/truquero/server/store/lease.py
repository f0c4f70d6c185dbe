"""The lock that lets only one server write to a database.

Without it, the pages of one server would not show what another server writes. With SQLite, the server locks a file
beside the database. With PostgreSQL, it takes an advisory lock on the connection that writes. Both locks end with the
process, even if it is killed.
"""

from __future__ import annotations

import asyncio
import errno
import os
import time
from pathlib import Path
from typing import IO

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from truquero.i18n import _

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PATIENCE = 3.0  # seconds; PostgreSQL may need a moment to notice that a server has died
_KEY = 0x7472756375  # an arbitrary key of the advisory lock


class DatabaseInUse(BlockingIOError):
    """Another server writes to this database."""

    def __str__(self) -> str:
        return _("another server is using it")


def _lock_alone(file: IO[bytes]) -> None:
    """Lock a file without waiting. If it is locked, raise BlockingIOError, or PermissionError on Windows."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt

    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)


def _check_links(database: Path) -> None:
    """Raise OSError for a file with several hard links.

    Each link has its own lock file and write-ahead log, so two servers could write at the same time and damage the
    file.
    """
    links = database.stat().st_nlink if database.exists() else 1
    if links > 1:
        message = _("its file has {count} names (hard links): keep one and delete the others, or copy the file")
        raise OSError(message.format(count=links))


def _open_lock_file(path: Path) -> IO[bytes]:
    """Open a lock file, and create it if it does not exist. Raise OSError if it is a symbolic link.

    Others who may write to the folder could have put the link there, and the file behind it would be created.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)  # Windows has no O_NOFOLLOW
    try:
        return os.fdopen(os.open(path, flags, 0o600), "ab")
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
        message = _("its lock file {path} is a symbolic link: delete it")
        raise OSError(message.format(path=path)) from error


class WriteLease:
    """The connection that writes to the database, with its lock."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._file: IO[bytes] | None = None

    async def take(self) -> AsyncConnection:
        """Return the locked connection at startup.

        Raise DatabaseInUse if another server holds the lock for longer than `PATIENCE`.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return await self.connection()
            except DatabaseInUse:
                if time.monotonic() > deadline:
                    raise
            await asyncio.sleep(0.1)

    async def connection(self) -> AsyncConnection:
        """Return the connection that writes. If it was lost, open and lock a new one, or raise DatabaseInUse."""
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
        """Lock a file beside the database. Closing the database file itself would release the locks of SQLite."""
        database = self._engine.url.database
        if self._file is not None or not database or database == ":memory:":
            return
        # The resolved path, so that a server that uses another path or a symbolic link finds the same lock.
        path = Path(database).resolve()
        file = _open_lock_file(Path(f"{path}.lock"))
        try:
            _lock_alone(file)
        except (BlockingIOError, PermissionError) as error:
            file.close()
            raise DatabaseInUse from error
        try:
            _check_links(path)
        except BaseException:
            file.close()
            raise
        self._file = file

    async def _lock(self, connection: AsyncConnection) -> None:
        """Take the advisory lock of PostgreSQL; do nothing for other databases."""
        if self._engine.dialect.name != "postgresql":
            return
        locked = await connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": _KEY})
        await connection.commit()
        if not locked:
            raise DatabaseInUse

    async def lose(self) -> None:
        """Discard the connection after an error."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.invalidate()
            finally:
                await connection.close()

    async def release(self) -> None:
        """Close the connection and release the lock."""
        await self.lose()
        if self._file is not None:
            self._file.close()
            self._file = None
