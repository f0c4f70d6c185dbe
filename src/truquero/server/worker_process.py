"""Set-up of the worker processes of a server: they end with the server, and their work has time limits."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from typing import TypeVar

from truquero.engine.memo import CACHE
from truquero.sim.garbage_collection import collect_garbage_rarely

Answer = TypeVar("Answer")


def set_up(most_entries: int) -> None:
    """Prepare a worker process. Limit the engine's cache to `most_entries`, and end the process when its server ends: a
    server that is killed cannot end its workers itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C and ends its workers
    threading.Thread(target=_end_with_server, daemon=True).start()
    CACHE.limit(most_entries)
    collect_garbage_rarely()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def run_with_timeout(seconds: float, work: Callable[..., Answer], *args: object, of_processor: bool = False) -> Answer:
    """Return the result of `work(*args)`, or raise TimeoutError after so many seconds of wall time, or of processor
    time with `of_processor`.

    Only the main thread of a process may call this, for it uses signals. On a system without such timers (Windows)
    there is no timeout.
    """
    if not hasattr(signal, "setitimer"):
        return work(*args)
    timer, number = (signal.ITIMER_PROF, signal.SIGPROF) if of_processor else (signal.ITIMER_REAL, signal.SIGALRM)
    signal.signal(number, _time_is_up)
    signal.setitimer(timer, seconds)
    try:
        return work(*args)
    finally:
        signal.setitimer(timer, 0)


def _time_is_up(_number: int, _frame: object) -> None:
    raise TimeoutError
