"""Which of the kept matches is being played in a window: no other goes on with it meanwhile."""

from __future__ import annotations

import errno
import os
from hashlib import sha256
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without such locks: there it is up to the player
    fcntl = None  # type: ignore[assignment]

LOCKS = "playing.lock"  # one file for all matches of a folder, in which each has its place


class BeingPlayed(Exception):
    """Another process plays this match."""


def hold(record: Path) -> int | None:
    """Hold a match for this process until it ends, however that is, or lets go of it; None where nothing can be held.

    The record itself cannot be locked, for every move puts a new file in its place. A process plays one match at a
    time: letting go of one lets go of all that it holds in the folder.
    """
    if fcntl is None:
        return None
    record = record.resolve()
    try:
        handle = os.open(record.with_name(LOCKS), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # then the match cannot be kept there either, and that is told
        return None
    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(record.name))
    except OSError as error:
        os.close(handle)
        if error.errno in (errno.EACCES, errno.EAGAIN):
            raise BeingPlayed from error
        return None  # a disk without locks
    return handle


def let_go(handle: int | None) -> None:
    if handle is not None:
        os.close(handle)


def _place(name: str) -> int:
    """The byte of a match, so far apart from all others that no two are the same."""
    return int.from_bytes(sha256(name.encode()).digest()[:7], "big")
