"""Settings of the server's process that allow it to run a thousand tables."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

from truquero.engine.memo import CACHE
from truquero.sim.garbage_collection import collect_garbage_rarely

M_MMAP_THRESHOLD = -3  # of glibc's malloc.h
LARGE = 1024 * 1024  # bytes of a large block, such as a long answer
MOST_ENTRIES = 25_000  # of the engine's cache: some 8 MiB, which can be freed in a few milliseconds

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]


UNLIMITED = 1_000_000  # open files, if the system sets no limit


def prepare_process() -> None:
    """Prepare the process for many connections and tables.

    Raise the limit on open files, free large blocks at once, limit the engine's cache, and collect garbage seldom. The
    cache is small because a server makes few moves, and because strangers choose the rules that fill it.
    """
    _raise_file_limit()
    _free_large_blocks()
    CACHE.limit(MOST_ENTRIES)
    collect_garbage_rarely()


def open_file_limit() -> int:
    """Return the number of files that the process may have open."""
    if resource is None:
        return UNLIMITED
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return UNLIMITED if soft == resource.RLIM_INFINITY else soft


def _raise_file_limit() -> None:
    """Raise the limit on open files. Every page needs an open file, and the default limit is often about a thousand."""
    if resource is None:
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # some systems report a hard limit that they do not allow
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _free_large_blocks() -> None:
    """Make malloc return large blocks to the system as soon as they are freed. By default glibc soon allocates them on
    the heap, and the process permanently holds several times the memory of the answers in progress."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # not glibc
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
