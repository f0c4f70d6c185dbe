"""What processes have in common that a server starts to work for it: they end with it, and no work takes for ever."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from typing import TypeVar

from truquero.compiled.garbage import collect_seldom
from truquero.engine.memo import CACHE

Answer = TypeVar("Answer")


def begin(most_entries: int) -> None:
    """Prepare a process: it keeps so many entries in the engine's cache, and lives as long as its server. A server that
    is killed could not end it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its processes
    threading.Thread(target=_end_with_server, daemon=True).start()
    CACHE.limit(most_entries)
    collect_seldom()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def in_time(seconds: float, work: Callable[..., Answer], *about: object, of_processor: bool = False) -> Answer:
    """Do some work, and raise TimeoutError where it takes longer: by the clock, or in processor time. For the main
    thread of a process that does nothing else. A system without such timers (Windows) does not interrupt it."""
    if not hasattr(signal, "setitimer"):
        return work(*about)
    timer, number = (signal.ITIMER_PROF, signal.SIGPROF) if of_processor else (signal.ITIMER_REAL, signal.SIGALRM)
    signal.signal(number, _time_is_up)
    signal.setitimer(timer, seconds)
    try:
        return work(*about)
    finally:
        signal.setitimer(timer, 0)


def _time_is_up(_number: int, _frame: object) -> None:
    raise TimeoutError
