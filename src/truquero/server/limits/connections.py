"""Limits on connections: their number, and the bytes that wait for a client that does not read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from truquero.server.limits.networks import NetworkCounter, network_of
from truquero.server.limits.write_buffers import UnreadTimer, WriteBuffers
from truquero.server.process import open_file_limit
from truquero.server.settings import Settings

RESERVED_FILES = 256  # open files for the database, the processes of bots, and the files of the page


class Connections:
    """The open connections of a server."""

    def __init__(self, settings: Settings, now: Callable[[], float], on_refusal: Callable[[], None]) -> None:
        """Create the registry. Connections of trusted proxies have no limit by address, because a proxy forwards the
        requests of all clients. `on_refusal` is called for each connection that is not admitted."""
        self.settings, self.now = settings, now
        # Every connection is an open file. If the limit on files is very low, still serve some pages.
        self.limit = min(settings.connections, max(RESERVED_FILES, open_file_limit() - RESERVED_FILES))
        self._network_counter = NetworkCounter(min(settings.connections_of_address, self.limit // 2), settings.proxies)
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        self._write_buffers = WriteBuffers()
        self._on_refusal = on_refusal

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, transport: asyncio.BaseTransport) -> bool:
        """Register a new connection. Return False if there are too many."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        if len(self._addresses) >= self.limit or not self._network_counter.take(address):
            self._on_refusal()
            return False
        self._addresses[transport] = address
        return True

    def unread_timer(self, loop: asyncio.AbstractEventLoop) -> UnreadTimer:
        """Return a new timer for a connection. It aborts the connection if its client does not read."""
        return UnreadTimer(loop, self.settings.unread_seconds, self.settings.reading_seconds)

    def count_unread(self, transport: asyncio.Transport) -> None:
        """Count the unread bytes of a client that reads more slowly than the server writes."""
        address = self._addresses.get(transport)
        if address is not None:
            is_limited = not self._network_counter.is_exempt(address)
            self._write_buffers.add(transport, network_of(address) if is_limited else address, is_limited=is_limited)

    def stop_counting_unread(self, transport: asyncio.BaseTransport) -> None:
        """Stop counting the unread bytes of a client that has caught up."""
        self._write_buffers.discard(transport)

    def release(self, transport: asyncio.BaseTransport) -> None:
        """Unregister a closed connection. A connection that was never admitted is ignored."""
        self.stop_counting_unread(transport)
        address = self._addresses.pop(transport, None)
        if address is not None:
            self._network_counter.give_back(address)


class SlowReaderLimits(asyncio.Protocol):
    """The limits for clients that read too slowly, for a protocol to inherit. asyncio calls `pause_writing` when the
    write buffer fills up and `resume_writing` when it has drained."""

    transport: asyncio.Transport
    _registry: Connections
    _unread: UnreadTimer

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.start(self.transport)
        self._registry.count_unread(self.transport)

    def resume_writing(self) -> None:
        self._unread.stop()
        self._registry.stop_counting_unread(self.transport)
        super().resume_writing()
