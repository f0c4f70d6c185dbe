"""Limits on connections: their number, and the bytes that wait for a client that does not read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from truquero.server.limits.networks import NetworkCounter, network_of
from truquero.server.limits.write_buffers import UnreadTimer, WriteBuffers
from truquero.server.process import open_files
from truquero.server.settings import Settings

RESERVED_FILES = 256  # for the database, the bots' processes and the page's own files


class Connections:
    """The open connections of a server."""

    def __init__(self, settings: Settings, now: Callable[[], float], refused: Callable[[], None]) -> None:
        """Create the registry. Connections of trusted proxies have no limit by address, because a proxy forwards the
        requests of all clients. `refused` is called for each connection that is not admitted."""
        self.settings, self.now = settings, now
        self.most = min(settings.connections, max(RESERVED_FILES, open_files() - RESERVED_FILES))
        self._of_address = NetworkCounter(min(settings.connections_of_address, self.most // 2), settings.proxies)
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        self._unwritten = WriteBuffers()
        self._refused = refused

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, transport: asyncio.BaseTransport) -> bool:
        """Register a new connection. Return False if there are too many."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        if len(self._addresses) >= self.most or not self._of_address.take(address):
            self._refused()
            return False
        self._addresses[transport] = address
        return True

    def unread_timer(self, loop: asyncio.AbstractEventLoop) -> UnreadTimer:
        return UnreadTimer(loop, self.settings.unread_seconds, self.settings.reading_seconds)

    def hold(self, transport: asyncio.Transport) -> None:
        """Count the unread bytes of a client that reads more slowly than the server writes."""
        address = self._addresses.get(transport)
        if address is not None:
            is_limited = not self._of_address.is_exempt(address)
            self._unwritten.add(transport, network_of(address) if is_limited else address, is_limited=is_limited)

    def let_go(self, transport: asyncio.BaseTransport) -> None:
        self._unwritten.discard(transport)

    def release(self, transport: asyncio.BaseTransport) -> None:
        """Unregister a closed connection. A connection that was never admitted is ignored."""
        self.let_go(transport)
        address = self._addresses.pop(transport, None)
        if address is not None:
            self._of_address.give_back(address)


class LimitsUnread(asyncio.Protocol):
    """A protocol with limits for clients that do not read. asyncio calls `pause_writing` when the write buffer fills up
    and `resume_writing` when it has drained."""

    transport: asyncio.Transport
    _registry: Connections
    _unread: UnreadTimer

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.start(self.transport)
        self._registry.hold(self.transport)

    def resume_writing(self) -> None:
        self._unread.stop()
        self._registry.let_go(self.transport)
        super().resume_writing()
