"""Time and random numbers of a server for tests. The test advances the time; random numbers repeat in every run."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from random import Random
from typing import Any, ClassVar

import aiosqlite.core

from tests.support.scripted_bots import Counted
from truquero.server.environment import Environment
from truquero.server.tables.served_table import ServedTable

START = 1_000.0  # seconds; the value does not matter
NEW_YEAR = 1_800_000_000.0  # the wall clock at the start


class ManualTime:
    """A clock that only `advance` moves. The server may run in another thread."""

    def __init__(self) -> None:
        self._now = START
        self._lock = threading.Lock()
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    def wall(self) -> float:
        return NEW_YEAR + self._now - START

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with self._lock:
            sleeper = (self._now + seconds, future)
            self._sleepers.append(sleeper)
        try:
            await future
        finally:
            with self._lock:
                if sleeper in self._sleepers:
                    self._sleepers.remove(sleeper)

    async def run(self) -> None:
        await asyncio.Event().wait()

    def advance(self, seconds: float) -> None:
        """Advance the clock and wake the sleepers that are due, the earliest first.

        Sleepers wake in their own event loop, so the caller must wait for the effects.
        """
        with self._lock:
            self._now += seconds
            due = sorted(
                (sleeper for sleeper in self._sleepers if sleeper[0] <= self._now), key=lambda sleeper: sleeper[0]
            )
            self._sleepers = [sleeper for sleeper in self._sleepers if sleeper[0] > self._now]
        for _time, future in due:
            future.get_loop().call_soon_threadsafe(_wake, future)

    @property
    def sleepers(self) -> list[float]:
        """The remaining seconds of each sleeper, in ascending order."""
        with self._lock:
            return sorted(at - self._now for at, _future in self._sleepers)


def _wake(sleeper: asyncio.Future[None]) -> None:
    if not sleeper.done():
        sleeper.set_result(None)


class SeededRandomness:
    """A source of random numbers that repeats in every run."""

    def __init__(self, seed: str) -> None:
        self.begin(seed)

    def begin(self, seed: str) -> None:
        """Reset the generator. Tests that share a server call it, so that one test does not change the next."""
        self._random = Random(seed)

    def token(self, size: int) -> str:
        return self._random.randbytes(size).hex()

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)


def environment_of(seed: str) -> tuple[Environment, ManualTime]:
    """Return an environment that does not depend on the machine, and its clock."""
    time = ManualTime()
    return Environment(time, SeededRandomness(seed)), time


class _PendingRequests(SimpleQueue[Any]):
    """The request queue of an SQLite thread. An event loop with unanswered requests does not count as settled."""

    open: ClassVar[set[asyncio.Future[Any]]] = set()

    def put_nowait(self, item: tuple[asyncio.Future[Any], Callable[[], object]]) -> None:
        request = item[0]
        if request is not None:
            self.open.add(request)
            request.add_done_callback(self.open.discard)
        super().put_nowait(item)


aiosqlite.core.SimpleQueue = _PendingRequests  # type: ignore[attr-defined]


class TimeControl:
    """Advances the time of tables with a manual clock. Use it in the event loop of these tables."""

    def __init__(self, time: ManualTime, tables: Callable[[], Iterable[ServedTable]], bot_pool: Counted) -> None:
        self._time, self._tables, self._bot_pool = time, tables, bot_pool

    async def settle(self) -> None:
        """Wait until the tables can do nothing more before time passes or a message arrives."""
        loop = asyncio.get_running_loop()
        ready = loop._ready  # type: ignore[attr-defined]
        quiet = 0
        while quiet < 2:  # each iteration of the event loop also reads new messages
            for table in list(self._tables()):
                await table.settled()
            await asyncio.sleep(0)
            waits = self._bot_pool.pending > 0 or any(
                request.get_loop() is loop for request in list(_PendingRequests.open)
            )
            quiet = 0 if ready or waits else quiet + 1
            if waits and not ready:
                await asyncio.sleep(0.001)  # wait for the database, or for a bot in another process

    async def advance(self, seconds: float) -> None:
        """Advance the time. Everything due in between happens at its time, with all its consequences."""
        end = self._time.now() + seconds
        while True:
            await self.settle()
            due = [seconds_left for seconds_left in self._time.sleepers if self._time.now() + seconds_left <= end]
            if not due:
                break
            self._time.advance(due[0])
        self._time.advance(end - self._time.now())
        await self.settle()

    async def step(self) -> float:
        """Advance to the next time at which a sleeper is due, and return the seconds passed."""
        await self.settle()
        [seconds, *_later] = self._time.sleepers
        self._time.advance(seconds)
        await self.settle()
        return seconds

    async def until(self, condition: Callable[[], bool]) -> None:
        """Advance step by step until a condition holds."""
        await self.settle()
        while not condition():
            await self.step()
