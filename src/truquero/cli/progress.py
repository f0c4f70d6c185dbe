"""A progress bar for what takes more than a moment, shown to people and not to files."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

SOON = 2.0  # seconds before it is worth telling anything
WIDTH = 30

Thing = TypeVar("Thing")


def progress(things: Iterable[Thing], total: int, what: str, stream: TextIO | None = None) -> Iterator[Thing]:
    """Give the things one by one, and draw on a terminal how many of the total are done."""
    shown_on = stream or sys.stderr
    if not shown_on.isatty():
        yield from things
        return
    started = time.monotonic()
    drawn = ""
    try:
        for done, thing in enumerate(things):
            if time.monotonic() - started > SOON:
                bar = _bar(done, total, what)
                if bar != drawn:
                    print(f"\r{bar}", end="", file=shown_on, flush=True)
                    drawn = bar
            yield thing
    finally:
        if drawn:
            print(f"\r{' ' * len(drawn)}\r", end="", file=shown_on, flush=True)


def _bar(done: int, total: int, what: str) -> str:
    filled = WIDTH * done // total
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {100 * done // total:3d} %  {done} of {total} {what}"
