"""Cache files: written atomically, verified by a checksum when they are read, and removed when unused.

Each folder belongs to one version of the sources. Its modification time is the time of its last use.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from uuid import uuid4

from truquero.sim.cache_paths import cache_folder

UNUSED_DAYS = 30  # after this, the folder of other sources is removed
UNFINISHED_DAYS = 1  # after this, no process is still writing a file
PART = ".part"
_UNFINISHED = (f"*{PART}", "*.tmp.*")  # our temporary files, and Numba's
_A_DAY = 24 * 60 * 60
_OURS = re.compile("(tables|loop)-[0-9a-f]{16}")
_SUM_BYTES = 16


def read_cached(path: Path) -> bytes | None:
    """Return the contents of a cache file, or None if it is missing or its checksum does not match."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    said, data = whole[:_SUM_BYTES], whole[_SUM_BYTES:]
    if said != checksum(data):
        return None
    mark_used(path.parent)
    return data


def write_cached(path: Path, data: bytes) -> None:
    """Write a cache file atomically.

    On an operating system error, such as a full disk, nothing is written.
    """
    part = path.with_name(f"{path.name}.{uuid4().hex}{PART}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(checksum(data) + data)
        part.replace(path)
        mark_used(path.parent)
        remove_unused(path.parent)
    except OSError:
        _remove(part)


def checksum(data: bytes) -> bytes:
    return blake2b(data, digest_size=_SUM_BYTES).digest()


def mark_used(folder: Path) -> None:
    """Update the time of a folder's last use, if it is writable."""
    try:
        os.utime(folder)
    except OSError:
        return


def remove_unused(used: Path) -> None:
    """Remove what is no longer needed: old folders of other sources, and files that were never finished."""
    for folder in _entries(cache_folder()):
        if folder != used and _OURS.fullmatch(folder.name) and _is_older(folder, UNUSED_DAYS):
            shutil.rmtree(folder, ignore_errors=True)
    for pattern in _UNFINISHED:
        for part in used.rglob(pattern):
            if _is_older(part, UNFINISHED_DAYS):
                _remove(part)


def _entries(folder: Path) -> Iterator[Path]:
    try:
        yield from folder.iterdir()
    except OSError:
        return


def _is_older(path: Path, days: int) -> bool:
    try:
        return path.lstat().st_mtime < time.time() - days * _A_DAY
    except OSError:  # another process has removed it
        return False


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
