"""Files of the cache: written whole or not at all, believed only where they are as they were written, and not for ever.

A folder belongs to one state of the sources; its own time of change says when it was last used.
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

from truquero.compiled.cache import cache_folder

UNUSED_DAYS = 30  # after that the folder of other sources goes
UNFINISHED_DAYS = 1  # after that nobody is still writing a file
PART = ".part"
_UNFINISHED = (f"*{PART}", "*.tmp.*")  # ours, and those of Numba
_A_DAY = 24 * 60 * 60
_OURS = re.compile("(tables|loop)-[0-9a-f]{16}")
_SUM_BYTES = 16


def read_kept(path: Path) -> bytes | None:
    """What was kept; None where nothing was, or where a single bit of it is not as it was written."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    said, data = whole[:_SUM_BYTES], whole[_SUM_BYTES:]
    if said != checksum(data):
        return None
    note_use(path.parent)
    return data


def write_kept(path: Path, data: bytes) -> None:
    """Keep something; where there is no room for it nothing is kept."""
    part = path.with_name(f"{path.name}.{uuid4().hex}{PART}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(checksum(data) + data)
        part.replace(path)
        note_use(path.parent)
        sweep(path.parent)
    except OSError:
        _remove(part)


def checksum(data: bytes) -> bytes:
    return blake2b(data, digest_size=_SUM_BYTES).digest()


def note_use(folder: Path) -> None:
    """Remember that a folder is of use, where that may be written."""
    try:
        os.utime(folder)
    except OSError:
        return


def sweep(used: Path) -> None:
    """Remove what nobody will read again: folders of other sources, and files that were never finished."""
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
    except OSError:  # somebody else has removed it
        return False


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
