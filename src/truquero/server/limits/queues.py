"""Queues for slow work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from truquero.server.limits.networks import NetworkCounter


class BoundedLock:
    """A lock for slow work. `is_full` is true while `most` tasks hold it or wait for it; callers check that first."""

    def __init__(self, most: int) -> None:
        self._most, self._waiting = most, 0
        self._lock = asyncio.Lock()

    @property
    def is_full(self) -> bool:
        return self._waiting >= self._most

    async def __aenter__(self) -> None:
        self._waiting += 1
        try:
            await self._lock.acquire()
        except BaseException:
            self._waiting -= 1
            raise

    async def __aexit__(self, *_error: object) -> None:
        self._waiting -= 1
        self._lock.release()


class QueueFull(Exception):
    """The queue is full, the guest is already in it, or the address has reached its limit."""


class FairQueue:
    """A queue for slow work, which runs one task at a time. The queue holds at most `most` tasks, one of each guest and
    `of_address` of each address."""

    def __init__(self, most: int, of_address: int, exempt: frozenset[str] = frozenset()) -> None:
        self._turns = BoundedLock(most)
        self._clients: set[str] = set()
        self._addresses = NetworkCounter(of_address, exempt)

    @asynccontextmanager
    async def turn(self, client: str, address: str) -> AsyncIterator[None]:
        """Wait for a turn and hold it. Raise QueueFull instead if the queue does not admit the task."""
        if client in self._clients or self._turns.is_full or not self._addresses.take(address):
            raise QueueFull
        self._clients.add(client)
        try:
            async with self._turns:
                yield
        finally:
            self._addresses.give_back(address)
            self._clients.discard(client)
