"""A progress bar for what takes more than a moment, shown to people and not to files."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from truquero.language import _
from truquero.language.numbers import grouped, percent

SOON = 2.0  # seconds before it is worth telling anything
PAUSE = 0.1  # seconds between two drawings
WIDTH = 30


FINE = 1000  # steps of a part
Show = Callable[[int, int], None]  # told how much is done, and of how much


def part_of(show: Show, number: int, parts: int) -> Show:
    """Shows what is done of one of several parts as a share of them all. What begins anew goes no step back."""
    furthest = 0

    def shown(done: int, total: int) -> None:
        nonlocal furthest
        furthest = max(furthest, FINE * done // total if total else 0)
        show(number * FINE + furthest, parts * FINE)

    return shown


@contextmanager
def telling(what: str) -> Iterator[None]:
    """Tell a terminal what takes a while, for as long as it does, where nobody knows how much of it is done."""
    stream = sys.stderr
    if not stream.isatty():
        yield
        return
    print(f"\r{what}", end="", file=stream, flush=True)
    try:
        yield
    finally:
        print(f"\r{' ' * len(what)}\r", end="", file=stream, flush=True)


class Progress:
    """A bar on one line of a terminal; nothing where the stream is none. It counts `what`, or tells only the share."""

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self._what = what
        self._stream = stream or sys.stderr
        self._silent = not self._stream.isatty()
        self._next = time.monotonic() + SOON
        self._drawn = 0

    def show(self, done: int, total: int, doing: str = "") -> None:
        """Draw the bar, if it is time to."""
        if self._silent or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + PAUSE
        share = done / total if total else 0.0
        filled = int(WIDTH * share)
        line = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {percent(str(int(100 * share))):>5}"
        if self._what:
            told = _("{done} of {total} {things}")
            line += "  " + told.format(done=grouped(done), total=grouped(total), things=self._what)
        if doing:
            line += f"  {doing}"
        print(f"\r{line.ljust(self._drawn)}", end="", file=self._stream, flush=True)
        self._drawn = len(line)

    def clear(self) -> None:
        """Take the bar away, so that other lines can be printed."""
        if self._drawn:
            print(f"\r{' ' * self._drawn}\r", end="", file=self._stream, flush=True)
            self._drawn = 0
