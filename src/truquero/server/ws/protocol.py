"""uvicorn's WebSocket protocol with limits on frames and on unread data."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from truquero.server.limits.connections import Connections, SlowReaderLimits
from truquero.server.limits.rates import TokenBucket

PIECE = 2048  # bytes parsed between two checks of the frame limit: about 340 of the smallest frames

MOST_FRAGMENTS = 32  # frames of one message

MOST_UNREAD = 1024 * 1024  # bytes that wait for a client to read them


class GuardedWebSocket(SlowReaderLimits, WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with limits. It counts every frame, because pings, pongs and empty fragments take
    time too, although the application never receives them."""

    def __init__(self, connections: Connections, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._registry = connections
        self._frames = TokenBucket(connections.settings.frames, connections.now)
        self._unread = connections.unread_timer(self.loop)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.stop()
        self._registry.release(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the data in small pieces, so that a client over its limit is closed before the rest is parsed."""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])
            if self.transport.get_write_buffer_size() > MOST_UNREAD:
                self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        if not self._is_flood(fragments=len(self.frames) + 1):
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        if not self._is_flood():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if not self._is_flood():
            super().handle_bytes(event)

    def handle_ping(self) -> None:
        if not self._is_flood():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if not self._is_flood():
            super().handle_pong(event)

    def _is_flood(self, fragments: int = 1) -> bool:
        """Count a frame. Close the connection and return True if there are too many."""
        if self.transport.is_closing():
            return True
        if fragments <= MOST_FRAGMENTS and self._frames.take():
            return False
        self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
        self.handle_parser_exception()
        return True
