"""File locks on saved matches, so that no two processes play the same match."""

from __future__ import annotations

import errno
import os
from hashlib import sha256
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without these locks: a match may be opened twice there
    fcntl = None  # type: ignore[assignment]

LOCKS = "playing.lock"  # one file for all matches of a folder, with a byte for each


class MatchLocked(Exception):
    """Another process holds the lock of this match."""


def lock_match(record: Path) -> int | None:
    """Lock a match and return the handle of the lock; None if the system or the folder allows no locks.

    Raise MatchLocked if another process has the lock. The lock lasts until `unlock_match` or the end of the process.
    The record itself cannot be locked, because every move replaces it with a new file. Closing one handle releases
    all locks of the process in the folder, so a process may play only one match at a time.
    """
    if fcntl is None:
        return None
    record = record.resolve()
    try:
        handle = os.open(record.with_name(LOCKS), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # then saving fails too, and that error is reported
        return None
    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _lock_offset(record.name))
    except OSError as error:
        os.close(handle)
        if error.errno in (errno.EACCES, errno.EAGAIN):
            raise MatchLocked from error
        return None  # a file system without locks
    return handle


def unlock_match(handle: int | None) -> None:
    """Release a lock that `lock_match` returned."""
    if handle is not None:
        os.close(handle)


def _lock_offset(name: str) -> int:
    """Return the offset of the lock byte of a match: a 56-bit hash, so that collisions are negligible."""
    return int.from_bytes(sha256(name.encode()).digest()[:7], "big")
