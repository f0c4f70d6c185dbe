"""Limits on connections, below the application: their number, the form and duration of a request, the frames of a
WebSocket, and the bytes that wait for a client that does not read."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from truquero.server.addresses import PerNetwork, network_of
from truquero.server.guard import Bucket
from truquero.server.process import open_files
from truquero.server.settings import Settings
from truquero.server.unwritten import UnreadTimer, Unwritten

PIECE = 2048  # bytes parsed between two checks of the frame limit: about 340 of the smallest frames
HTTP_PIECE = 4096  # bytes parsed between two checks of the header's length
LONGEST_HEADER = 16 * 1024  # bytes of an incomplete request header that h11 buffers
MOST_FRAGMENTS = 32  # frames of one message
RESERVED_FILES = 256  # for the database, the bots' processes and the page's own files
MOST_UNREAD = 1024 * 1024  # bytes that wait for a client to read them
# Bytes of a body that are read and dropped after its refusal. Most clients read the answer only after they have sent
# the whole body, so a body slightly above the limit is read to its end.
MOST_REFUSED = 1024 * 1024
NO_LENGTH = b"Send the body with a Content-Length: this server takes no Transfer-Encoding."
MOST_KINDS = 100  # kinds of log lines with a rate limit of their own


class Connections:
    """The open connections of a server."""

    def __init__(self, settings: Settings, now: Callable[[], float], refused: Callable[[], None]) -> None:
        """Create the registry. Connections of trusted proxies have no limit by address, because a proxy forwards the
        requests of all clients. `refused` is called for each connection that is not admitted."""
        self.settings, self.now = settings, now
        self.most = min(settings.connections, max(RESERVED_FILES, open_files() - RESERVED_FILES))
        self._of_address = PerNetwork(min(settings.connections_of_address, self.most // 2), settings.proxies)
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        self._unwritten = Unwritten()
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


def guarded_config(app: Any, connections: Connections, **others: Any) -> Config:
    """Return uvicorn's configuration with the guarded protocols."""
    return Config(
        app,
        http=partial(GuardedHttp, connections),  # type: ignore[arg-type]
        ws=partial(GuardedWebSocket, connections),  # type: ignore[arg-type]
        limit_concurrency=connections.most + 1,  # uvicorn includes the connection of the request itself
        **others,
    )


class _LimitsUnread(asyncio.Protocol):
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


class _SizedRequests(h11.Connection):
    """h11's parser, which refuses bodies without a Content-Length. Parsing one chunk of a chunked body takes as long as
    parsing a whole body, and a limit on bytes does not limit the number of chunks. Browsers send the length."""

    lacks_length = False
    is_head = False  # the answer to a HEAD request has no body

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.is_head = event.method == b"HEAD"
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _value in event.headers):
            self.lacks_length = True
            raise h11.RemoteProtocolError("a request with Transfer-Encoding", error_status_hint=411)
        return event


class GuardedHttp(_LimitsUnread, H11Protocol):
    """uvicorn's HTTP protocol with limits.

    It adds deadlines for the header and the body of a request: uvicorn itself waits without limit for a client that has
    begun to send. It accepts one request at a time: uvicorn would queue any number of pipelined requests.
    """

    conn: _SizedRequests

    def __init__(self, connections: Connections, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = _SizedRequests(h11.SERVER, LONGEST_HEADER)
        self._registry = connections
        self._is_admitted = False
        self._refused = 0  # bytes of the body that arrived after the answer
        self._deadline: asyncio.TimerHandle | None = None
        self._expects: str = ""  # the part of the request that the deadline is for
        self._unread = connections.unread_timer(self.loop)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._is_admitted = self._registry.admit(transport)
        if not self._is_admitted:
            self.transport = transport
            transport.abort()
            return
        super().connection_made(transport)
        self._expect("header")

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect("")
        self._unread.stop()
        self._registry.release(self.transport)
        if self._is_admitted:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the data in small pieces: h11 accepts a header of any length if it arrives at once."""
        for start in range(0, len(data), HTTP_PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._receive(data[start : start + HTTP_PIECE])

    def _receive(self, data: bytes) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.more_body and (not cycle.response_complete or self.flow.write_paused):
            self._take_no_more(cycle)
            return
        if cycle is not None and cycle.response_complete and cycle.more_body:
            self._refused += len(data)  # uvicorn itself would read and drop a refused body of any length
            if self._refused > MOST_REFUSED:
                self.transport.abort()
                return
        super().data_received(data)
        begun: RequestResponseCycle | None = self.cycle
        if begun is not cycle:
            self._refused = 0
        if begun is not None and not begun.more_body and not begun.response_complete and self.conn.trailing_data[0]:
            self._take_no_more(begun)

    def _take_no_more(self, cycle: RequestResponseCycle) -> None:
        """Drop pipelined requests, and close the connection after the current answer."""
        if cycle.response_complete:
            self.transport.close()
        else:
            cycle.keep_alive = False
            self.flow.pause_reading()

    def send_400_response(self, msg: str) -> None:
        if not self.conn.lacks_length:
            super().send_400_response(msg)
            return
        headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close")]
        response = h11.Response(status_code=411, headers=headers, reason="Length Required")
        body = [] if self.conn.is_head else [h11.Data(data=NO_LENGTH)]
        for event in (response, *body, h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def handle_events(self) -> None:
        super().handle_events()
        if self.transport.get_protocol() is not self:  # the connection was upgraded to a WebSocket
            self._expect("")
            return
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            self._expect("header")
        else:
            self._expect("body" if cycle.more_body else "")

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect("" if self.transport.is_closing() else "header")

    def _expect(self, part: str) -> None:
        """Set the deadline for a part of a request, or none for "". A deadline for the same part keeps running."""
        if part == self._expects:
            return
        if self._deadline is not None:
            self._deadline.cancel()
        settings = self._registry.settings
        seconds = {"header": settings.header_seconds, "body": settings.body_seconds}.get(part)
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._is_late)
        self._expects = part

    def _is_late(self) -> None:
        self.transport.abort()


class GuardedWebSocket(_LimitsUnread, WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with limits. It counts every frame, because pings, pongs and empty fragments take
    time too, although the application never receives them."""

    def __init__(self, connections: Connections, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._registry = connections
        self._frames = Bucket(connections.settings.frames, connections.now)
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


class LimitedLog(logging.Filter):
    """A log filter that limits the rate of lines of one kind. The next line that passes reports how many were left
    out."""

    def __init__(self, limit: tuple[int, float], now: Callable[[], float]) -> None:
        super().__init__()
        self._limit, self._now = limit, now
        self._buckets: dict[str, Bucket] = {}
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = str(record.msg).partition("\n")[0]
        if kind not in self._buckets:
            if len(self._buckets) >= MOST_KINDS:
                self._buckets.clear()
            self._buckets[kind] = Bucket(self._limit, self._now)
        if not self._buckets[kind].take():
            self._left_out[kind] += 1
            return False
        if left_out := self._left_out.pop(kind, 0):
            record.msg = f"{record.msg} ({left_out} more lines like this were left out)"
        return True
