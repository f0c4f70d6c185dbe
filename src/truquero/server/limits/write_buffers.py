"""Limits on the bytes that wait in write buffers for clients to read them."""

from __future__ import annotations

import asyncio
from collections import Counter

MOST_UNWRITTEN = 32 * 1024 * 1024  # bytes for all clients
MOST_OF_NETWORK = 16 * 1024 * 1024  # bytes for one network (`network_of`); the longest replay takes 11 MiB


class UnreadTimer:
    """A timer that aborts a connection if its client reads nothing for `seconds`, or falls behind for `longest`."""

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
        self._timer = self._loop.call_later(seconds, self._check, transport, transport.get_write_buffer_size(), end)

    def _check(self, transport: asyncio.Transport, unread: int, end: float) -> None:
        if transport.get_write_buffer_size() < unread and self._loop.time() < end:
            self._wait(transport, end)
        else:
            transport.abort()


class WriteBuffers:
    """The connections whose clients read too slowly, in the order in which they fell behind.

    If a new connection would make them exceed a limit, the connections that fell behind first are aborted. Those of the
    same network go if the network exceeds its limit; then those of the network that holds most go. Refusing the new
    connection instead would let a few slow readers block the answers to everybody else.
    """

    def __init__(self, most: int = MOST_UNWRITTEN, of_network: int = MOST_OF_NETWORK) -> None:
        self._most, self._of_network = most, of_network
        self._networks: dict[asyncio.Transport, str] = {}

    def add(self, transport: asyncio.Transport, network: str, *, is_limited: bool = True) -> None:
        """Count the unread bytes of a connection, and abort others to make room. Without `is_limited`, which is for
        proxies, only the limit for all clients applies to its network."""
        self._networks.pop(transport, None)
        size, sizes = transport.get_write_buffer_size(), self._sizes()
        share = self._of_network if is_limited else self._most
        while sizes[network] and sizes[network] + size > share:
            self._abort_oldest(network, sizes)
        while sizes.total() and sizes.total() + size > self._most:
            self._abort_oldest(sizes.most_common(1)[0][0], sizes)
        self._networks[transport] = network

    def discard(self, transport: asyncio.BaseTransport) -> None:
        """Stop counting a connection whose client has caught up, or that is closed."""
        self._networks.pop(transport, None)  # type: ignore[call-overload]

    def _sizes(self) -> Counter[str]:
        """Return the number of bytes that wait for each network now."""
        sizes: Counter[str] = Counter()
        for transport, network in self._networks.items():
            sizes[network] += transport.get_write_buffer_size()
        return sizes

    def _abort_oldest(self, network: str, sizes: Counter[str]) -> None:
        transport = next(candidate for candidate, own_network in self._networks.items() if own_network == network)
        sizes[network] -= transport.get_write_buffer_size()
        del self._networks[transport]
        transport.abort()
