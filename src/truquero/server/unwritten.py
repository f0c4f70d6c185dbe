"""Limits on what waits in memory for clients to read it."""

from __future__ import annotations

import asyncio
from collections import Counter

MOST_UNWRITTEN = 32 * 1024 * 1024  # bytes, of all clients
MOST_OF_ADDRESS = 16 * 1024 * 1024  # bytes; the longest replay takes 11 MiB


class UnreadTimer:
    """Aborts a connection whose client does not read: for so many seconds nothing, or for `longest` not all of it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float, longest: float) -> None:
        self._loop, self._seconds, self._longest = loop, seconds, longest
        self._timer: asyncio.TimerHandle | None = None

    def start(self, transport: asyncio.Transport) -> None:
        if self._timer is None:
            self._wait(transport, self._loop.time() + self._longest)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, transport: asyncio.Transport, end: float) -> None:
        seconds = min(self._seconds, end - self._loop.time())
        self._timer = self._loop.call_later(seconds, self._look, transport, transport.get_write_buffer_size(), end)

    def _look(self, transport: asyncio.Transport, unread: int, end: float) -> None:
        if transport.get_write_buffer_size() < unread and self._loop.time() < end:
            self._wait(transport, end)
        else:
            transport.abort()


class Unwritten:
    """The connections with more to write than their clients have read, in the order in which they fell behind.

    Where they hold too many bytes, those that have waited longest are aborted, for a new one: of its own address first,
    then of the address that holds most. Refusing the new one instead would let a few slow readers keep everybody else
    from being answered.
    """

    def __init__(self, most: int = MOST_UNWRITTEN, of_address: int = MOST_OF_ADDRESS) -> None:
        self._most, self._of_address = most, of_address
        self._networks: dict[asyncio.Transport, str] = {}

    def add(self, transport: asyncio.Transport, network: str, *, is_limited: bool = True) -> None:
        """Count what a connection holds. Without `is_limited` its address may hold as much as all may: it is that of a
        proxy."""
        self._networks.pop(transport, None)
        size, sizes = transport.get_write_buffer_size(), self._sizes()
        share = self._of_address if is_limited else self._most
        while sizes[network] and sizes[network] + size > share:
            self._abort_oldest(network, sizes)
        while sizes.total() and sizes.total() + size > self._most:
            self._abort_oldest(sizes.most_common(1)[0][0], sizes)
        self._networks[transport] = network

    def discard(self, transport: asyncio.BaseTransport) -> None:
        """Stop counting a connection whose client has read, or that is closed."""
        self._networks.pop(transport, None)  # type: ignore[call-overload]

    def _sizes(self) -> Counter[str]:
        """Return how many bytes wait for each address now: what is written in the meantime counts no more."""
        sizes: Counter[str] = Counter()
        for transport, network in self._networks.items():
            sizes[network] += transport.get_write_buffer_size()
        return sizes

    def _abort_oldest(self, network: str, sizes: Counter[str]) -> None:
        transport = next(found for found, holder in self._networks.items() if holder == network)
        sizes[network] -= transport.get_write_buffer_size()
        del self._networks[transport]
        transport.abort()
