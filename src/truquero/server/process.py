"""What the process of a server needs so that a thousand tables fit in it."""

from __future__ import annotations

import gc
import resource
from contextlib import suppress

SELDOM = (2_000, 20, 100)


def make_room() -> None:
    """Open as many lines as the system allows, and look for garbage in a way that keeps nobody waiting."""
    _many_lines()
    _seldom_all()


def _many_lines() -> None:
    """Every page is an open file, and of those a process has a thousand or so unless it asks for more."""
    _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # some systems name a limit that they do not give
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _seldom_all() -> None:
    """Tables live long, and looking through all that belongs to a few hundred of them takes longer than a move should.
    As Python comes it did that every few seconds, and every table waited. What has been loaded is never garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
