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
UNFINISHED_SUFFIX = ".part"
_UNFINISHED_PATTERNS = (f"*{UNFINISHED_SUFFIX}", "*.tmp.*")  # our temporary files, and Numba's
_SECONDS_PER_DAY = 24 * 60 * 60
_FOLDER_NAME = re.compile("(tables|loop)-[0-9a-f]{16}")
_CHECKSUM_BYTES = 16


def read_cached(path: Path) -> bytes | None:
    """Return the contents of a cache file, or None if it is missing or its checksum does not match."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    stored_checksum, data = content[:_CHECKSUM_BYTES], content[_CHECKSUM_BYTES:]
    if stored_checksum != checksum(data):
        return None
    mark_used(path.parent)
    return data


def write_cached(path: Path, data: bytes) -> None:
    """Write a cache file atomically.

    On an operating system error, such as a full disk, nothing is written.
    """
    unfinished = path.with_name(f"{path.name}.{uuid4().hex}{UNFINISHED_SUFFIX}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(checksum(data) + data)
        unfinished.replace(path)
        mark_used(path.parent)
        remove_unused(path.parent)
    except OSError:
        _remove(unfinished)


def checksum(data: bytes) -> bytes:
    return blake2b(data, digest_size=_CHECKSUM_BYTES).digest()


def mark_used(folder: Path) -> None:
    """Update the time of a folder's last use, if it is writable."""
    try:
        os.utime(folder)
    except OSError:
        return


def remove_unused(current: Path) -> None:
    """Remove old folders of other sources, and unfinished files in the folder `current`."""
    for folder in _entries(cache_folder()):
        if folder != current and _FOLDER_NAME.fullmatch(folder.name) and _is_older(folder, UNUSED_DAYS):
            shutil.rmtree(folder, ignore_errors=True)
    for pattern in _UNFINISHED_PATTERNS:
        for path in current.rglob(pattern):
            if _is_older(path, UNFINISHED_DAYS):
                _remove(path)


def _entries(folder: Path) -> Iterator[Path]:
    try:
        yield from folder.iterdir()
    except OSError:
        return


def _is_older(path: Path, days: int) -> bool:
    try:
        return path.lstat().st_mtime < time.time() - days * _SECONDS_PER_DAY
    except OSError:  # another process has removed it
        return False


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
