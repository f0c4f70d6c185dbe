"""Control of Python's garbage collector, which would otherwise pause a program in the middle of its work.

The states of games, and everything cached about them, live as long as the program that plays. By default Python often
scans all of them for garbage, and each scan takes some tenths of a second.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_RARE_THRESHOLDS = (2_000, 20, 100)


@contextmanager
def garbage_collection_off() -> Iterator[None]:
    """Turn garbage collection off, for work that makes little garbage or that a user waits for.

    Collection is turned on again afterwards, if it was on before.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def collect_garbage_rarely() -> None:
    """Make garbage collection rare.

    Call this at the start of a program, never in a library. Objects that exist by then are never scanned, and the
    others are scanned seldom.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_RARE_THRESHOLDS)
