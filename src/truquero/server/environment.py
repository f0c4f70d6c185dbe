"""What the server takes from outside its process: the time and random numbers. Tests supply their own of both."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

BEAT = 0.25  # seconds between two signs that the event loop is running
LONGEST_GAP = 1.0  # seconds without one that still count as time in which people could act


class Time(Protocol):
    """A source of time."""

    def now(self) -> float:
        """Return the seconds since some fixed moment. They never go back."""

    def wall(self) -> float:
        """Return the seconds since 1970, for dates in the database."""

    async def sleep(self, seconds: float) -> None:
        """Wait until `now` has advanced by so many seconds."""

    async def run(self) -> None:
        """Do what the source needs while the server is running."""


class SystemTime:
    """The time of this machine, less the time in which the server could not run.

    A process that is paused (SIGSTOP, a suspended laptop, a long garbage collection) does not read what players send,
    so that time must not be charged to them. A task records every `BEAT` seconds that the event loop is running. Of a
    longer interval only `LONGEST_GAP` counts. Until `run` has started, all time counts.
    """

    def __init__(self) -> None:
        self._counted = 0.0
        self._last_beat: float | None = None

    def now(self) -> float:
        read = time.monotonic()
        return read if self._last_beat is None else self._counted + min(read - self._last_beat, LONGEST_GAP)

    def wall(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        until = self.now() + seconds
        await asyncio.sleep(seconds)
        while (left := until - self.now()) > 0:
            await asyncio.sleep(left)

    async def run(self) -> None:
        try:
            while True:
                self.beat(time.monotonic())
                await asyncio.sleep(BEAT)
        finally:
            self.beat(time.monotonic())

    def beat(self, read: float) -> None:
        """Record that the event loop runs at this reading of the machine's clock."""
        self._counted = read if self._last_beat is None else self._counted + min(read - self._last_beat, LONGEST_GAP)
        self._last_beat = read


class Randomness(Protocol):
    """A source of random numbers that nobody can predict."""

    def token(self, size: int) -> str:
        """Return so many random bytes, as hexadecimal digits."""

    def below(self, limit: int) -> int:
        """Return a random number from 0 to `limit` - 1."""


class SystemRandomness:
    """The operating system's generator."""

    def token(self, size: int) -> str:
        return secrets.token_hex(size)

    def below(self, limit: int) -> int:
        return secrets.randbelow(limit)


@dataclass(frozen=True)
class Environment:
    """Everything a server takes from outside."""

    time: Time = field(default_factory=SystemTime)
    randomness: Randomness = field(default_factory=SystemRandomness)


async def wait_at_most(source: Time, seconds: float, work: Coroutine[Any, Any, object]) -> None:
    """Wait until the work is done or so many seconds have passed; then it is cancelled."""
    doing, waiting = asyncio.ensure_future(work), asyncio.ensure_future(source.sleep(seconds))
    try:
        await asyncio.wait((doing, waiting), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (doing, waiting):
            task.cancel()
    with suppress(asyncio.CancelledError):
        await doing
