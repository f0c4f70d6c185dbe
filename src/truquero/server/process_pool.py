"""A pool of worker processes that survives the end of a process."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TypeVar

from truquero.server import worker_process

Answer = TypeVar("Answer")

MOST_ENTRIES = 100_000  # of the engine's cache in each process, about 35 MiB


class ProcessPool:
    """Worker processes that start when there is work. `load` loads the data that the first work needs; `nice` lowers
    the priority of the processes."""

    def __init__(self, processes: int, load: Callable[[], object], nice: int = 0) -> None:
        self._processes, self._load, self._nice = processes, load, nice
        self._executor: ProcessPoolExecutor | None = None

    def warm_up(self) -> None:
        """Start a process now, so that nobody waits for it later."""
        self._current_executor().submit(self._load)

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    async def run(self, seconds: float, work: Callable[..., Answer], *args: object) -> Answer:
        """Return the result of `work(*args)`, or raise TimeoutError if it takes longer than `seconds`."""
        loop, executor = asyncio.get_running_loop(), self._current_executor()
        call = partial(worker_process.run_with_timeout, seconds, work, *args)
        try:
            return await loop.run_in_executor(executor, call)
        except BrokenProcessPool:  # a worker was killed: retry once with a new executor
            if self._executor is executor:
                self._executor = None
            return await loop.run_in_executor(self._current_executor(), call)

    def _current_executor(self) -> ProcessPoolExecutor:
        if self._executor is None:
            # Spawn, because a process that is forked from a server with threads and sockets may deadlock.
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(
                self._processes, mp_context=context, initializer=_start_worker, initargs=(self._load, self._nice)
            )
        return self._executor


def _start_worker(load: Callable[[], object], nice: int) -> None:
    worker_process.set_up(MOST_ENTRIES)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    load()
