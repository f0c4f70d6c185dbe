"""How a command ends when it is told to: as after Ctrl-C, with whatever it has started."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

TOLD_TO_END = ("SIGTERM", "SIGHUP")  # by whoever started it, or because its terminal was closed


@contextmanager
def ending_tidily() -> Iterator[None]:
    """A signal to end leaves whatever is going on as an exception does: otherwise programs at a table would stay."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in TOLD_TO_END if hasattr(signal, name)]
    usual = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in usual:
        signal.signal(number, _leave)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


def _leave(number: int, _frame: object) -> None:
    sys.exit(128 + number)
