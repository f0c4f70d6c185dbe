"""The sources of time and random numbers of a server. Tests supply their own."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Any, Protocol

BEAT = 0.25  # seconds between two heartbeats of the event loop
LONGEST_GAP = 1.0  # seconds between two heartbeats that at most count as time in which players could act


class Time(Protocol):
    """A source of time."""

    def now(self) -> float:
        """Return the seconds since some fixed moment. They never decrease."""

    def wall(self) -> float:
        """Return the seconds since 1970, for dates in the database."""

    async def sleep(self, seconds: float) -> None:
        """Wait until `now` has advanced by this many seconds."""

    async def run(self) -> None:
        """Run the background task of the source. The server runs it until shutdown."""


class SystemTime:
    """The time of this machine, without the time in which the server could not run.

    A process that is paused (SIGSTOP, a suspended laptop, a long garbage collection) does not read the players'
    messages, so their clocks must not run. `run` records a heartbeat every `BEAT` seconds. Of a longer interval between
    two heartbeats only `LONGEST_GAP` seconds count. Until `run` has started, all time counts.
    """

    def __init__(self) -> None:
        self._counted = 0.0
        self._last_beat: float | None = None

    def now(self) -> float:
        return self._count_until(time.monotonic())

    def wall(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        end = self.now() + seconds
        await asyncio.sleep(seconds)
        while (remaining := end - self.now()) > 0:
            await asyncio.sleep(remaining)

    async def run(self) -> None:
        try:
            while True:
                self.beat(time.monotonic())
                await asyncio.sleep(BEAT)
        finally:
            self.beat(time.monotonic())

    def beat(self, reading: float) -> None:
        """Record a heartbeat at this reading of the machine's clock."""
        self._counted, self._last_beat = self._count_until(reading), reading

    def _count_until(self, reading: float) -> float:
        if self._last_beat is None:
            return reading
        return self._counted + min(reading - self._last_beat, LONGEST_GAP)


class Randomness(Protocol):
    """A source of unpredictable random numbers."""

    def token(self, size: int) -> str:
        """Return `size` random bytes, as hexadecimal digits."""

    def below(self, limit: int) -> int:
        """Return a random number from 0 to `limit` - 1."""


class SystemRandomness:
    """The random generator of the operating system."""

    def token(self, size: int) -> str:
        return secrets.token_hex(size)

    def below(self, limit: int) -> int:
        return secrets.randbelow(limit)


@dataclass(frozen=True)
class Environment:
    """The sources of time and random numbers that a server uses."""

    time: Time = field(default_factory=SystemTime)
    randomness: Randomness = field(default_factory=SystemRandomness)


async def wait_at_most(source: Time, seconds: float, work: Coroutine[Any, Any, object]) -> None:
    """Run the work for at most this many seconds, which may be infinite, then cancel it."""
    if seconds == inf:
        await work
        return
    worker, timer = asyncio.ensure_future(work), asyncio.ensure_future(source.sleep(seconds))
    try:
        await asyncio.wait((worker, timer), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (worker, timer):
            task.cancel()
    with suppress(asyncio.CancelledError):
        await worker
