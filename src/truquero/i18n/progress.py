"""A progress bar for long tasks, shown only on terminals."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from truquero.i18n import _
from truquero.i18n.numbers import grouped, percent

FIRST_DELAY = 2.0  # seconds before the bar appears
UPDATE_INTERVAL = 0.1  # seconds between two updates
BAR_WIDTH = 30  # characters
STEPS_PER_PART = 1000  # the precision of `part_of`

Show = Callable[[int, int], None]  # called with the amount done and the total


def part_of(show: Show, number: int, parts: int) -> Show:
    """Return a callback that reports the progress of part `number` as a share of all `parts`.

    The reported progress never decreases, even if the part starts again.
    """
    furthest = 0

    def show_part(done: int, total: int) -> None:
        nonlocal furthest
        furthest = max(furthest, STEPS_PER_PART * done // total if total else 0)
        show(number * STEPS_PER_PART + furthest, parts * STEPS_PER_PART)

    return show_part


@contextmanager
def message_shown(message: str) -> Iterator[None]:
    """Show a message on the terminal while the `with` block runs, for tasks whose progress is unknown."""
    stream = sys.stderr
    if not stream.isatty():
        yield
        return
    print(f"\r{message}", end="", file=stream, flush=True)
    try:
        yield
    finally:
        print(f"\r{' ' * len(message)}\r", end="", file=stream, flush=True)


class Progress:
    """A progress bar on one line of a terminal. It prints nothing if the stream is not a terminal.

    It shows the count of `things`, or only the percentage if `things` is empty.
    """

    def __init__(self, things: str, stream: TextIO | None = None) -> None:
        self._things = things
        self._stream = stream or sys.stderr
        self._silent = not self._stream.isatty()
        self._next = time.monotonic() + FIRST_DELAY
        self._line_length = 0

    def show(self, done: int, total: int, doing: str = "") -> None:
        """Draw the bar, unless it is too early for the first drawing or for an update."""
        if self._silent or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + UPDATE_INTERVAL
        share = done / total if total else 0.0
        filled = int(BAR_WIDTH * share)
        line = f"[{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {percent(str(int(100 * share))):>5}"
        if self._things:
            text = _("{done} of {total} {things}")
            line += "  " + text.format(done=grouped(done), total=grouped(total), things=self._things)
        if doing:
            line += f"  {doing}"
        print(f"\r{line.ljust(self._line_length)}", end="", file=self._stream, flush=True)
        self._line_length = len(line)

    def clear(self) -> None:
        """Erase the bar, so that other lines can be printed."""
        if self._line_length:
            print(f"\r{' ' * self._line_length}\r", end="", file=self._stream, flush=True)
            self._line_length = 0
