"""What the process of a server needs so that a thousand tables fit in it."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

from truquero.compiled.garbage import collect_seldom
from truquero.engine.memo import CACHE

M_MMAP_THRESHOLD = -3  # of glibc's malloc.h
LARGE = 1024 * 1024  # bytes of an answer, say
MOST_ENTRIES = 25_000  # of the engine's cache: some 8 MiB, which can be dropped in a few milliseconds

try:
    import resource
except ImportError:  # Windows, which has no such limit
    resource = None  # type: ignore[assignment]


UNLIMITED = 1_000_000  # open files, where the system names no limit


def make_room() -> None:
    """Open as many lines as the system allows, look for garbage in a way that keeps nobody waiting, and keep few states
    of hands: here moves are made seldom, and what tables play is for strangers to choose."""
    _many_lines()
    _give_back_large_blocks()
    CACHE.limit(MOST_ENTRIES)
    collect_seldom()


def open_files() -> int:
    """Return how many files the process may have open."""
    if resource is None:
        return UNLIMITED
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return UNLIMITED if soft == resource.RLIM_INFINITY else soft


def _many_lines() -> None:
    """Every page is an open file, and of those a process has a thousand or so unless it asks for more."""
    if resource is None:
        return
    _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # some systems name a limit that they do not give
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _give_back_large_blocks() -> None:
    """Return large blocks to the system as soon as they are freed. Left to itself glibc puts them among the small ones
    after a while, and the process keeps several times the answers of a moment for good."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
