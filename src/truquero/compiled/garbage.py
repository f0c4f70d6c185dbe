"""Python's collector, kept from stopping everybody in the middle of their work.

What a program that plays builds up, the states of games and what is known of them, lives as long as it does. Looking
through all of it for garbage, which Python does often as it comes, takes some tenths of a second each time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (2_000, 20, 100)


@contextmanager
def no_collection() -> Iterator[None]:
    """For work that makes hardly any garbage, or that somebody waits for: it is looked for afterwards."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def collect_seldom() -> None:
    """For a program at its start, not for a library: what has been loaded is never garbage, and the rest is looked
    through seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
