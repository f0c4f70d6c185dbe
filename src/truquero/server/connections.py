"""Limits on connections, below HTTP: how many there are, how a request may arrive and how long that may take, how many
frames a WebSocket sends, and how much waits for a client that does not read."""

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

PIECE = 2048  # bytes that are parsed before frames are counted again: some 340 of the smallest
HTTP_PIECE = 4096  # bytes that are parsed before the length of a header is looked at again
LONGEST_HEADER = 16 * 1024  # bytes of a request's header that h11 keeps while it is incomplete
MOST_FRAGMENTS = 32  # frames of one message
RESERVED_FILES = 256  # for the database, the bots' processes and the page's own files
MOST_UNREAD = 1024 * 1024  # bytes that wait for a client to read them
# Bytes of a body that come after its refusal. Most clients read the answer only when they have sent all of the body,
# so a body somewhat above the limit is read to its end.
MOST_REFUSED = 1024 * 1024
NO_LENGTH = b"Send the body with a Content-Length: this server takes no Transfer-Encoding."
MOST_KINDS = 100  # of log lines that are counted apart


class Connections:
    """The open connections of a server."""

    def __init__(self, settings: Settings, now: Callable[[], float], refused: Callable[[], None]) -> None:
        """Connections of trusted proxies are not limited by their address, because they carry everybody's requests.
        `refused` is called for each connection that is not admitted."""
        self.settings, self.now = settings, now
        self.most = min(settings.connections, max(RESERVED_FILES, open_files() - RESERVED_FILES))
        self._of_address = PerNetwork(min(settings.connections_of_address, self.most // 2), settings.proxies)
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        self._unwritten = Unwritten()
        self._refused = refused

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, transport: asyncio.BaseTransport) -> bool:
        """Count a new connection, unless there are too many."""
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
        """Count what waits for a client that reads more slowly than the server writes."""
        address = self._addresses.get(transport)
        if address is not None:
            is_limited = not self._of_address.is_exempt(address)
            self._unwritten.add(transport, network_of(address) if is_limited else address, is_limited=is_limited)

    def let_go(self, transport: asyncio.BaseTransport) -> None:
        self._unwritten.discard(transport)

    def release(self, transport: asyncio.BaseTransport) -> None:
        """Stop counting a connection that was closed. Harmless for one that was never admitted."""
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
        limit_concurrency=connections.most + 1,  # uvicorn counts the connection that asks, too
        **others,
    )


class _LimitsUnread(asyncio.Protocol):
    """A protocol with limits for clients that do not read. asyncio tells when the write buffer fills up and when it is
    empty enough again."""

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
    """h11's parser, without bodies whose length is not announced. Each chunk of a chunked body takes as long as a whole
    body, and no limit on bytes keeps their number small. Browsers announce the length."""

    lacks_length = False
    is_head = False  # whose answer has no body

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.is_head = event.method == b"HEAD"
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _value in event.headers):
            self.lacks_length = True
            raise h11.RemoteProtocolError("a request with Transfer-Encoding", error_status_hint=411)
        return event


class GuardedHttp(_LimitsUnread, H11Protocol):
    """uvicorn's HTTP protocol with limits. It adds deadlines for the header and the body of a request: uvicorn itself
    waits without limit for a client that has begun to send. And it takes one request at a time: uvicorn would keep any
    number of those that a client sends before it has read the answer."""

    conn: _SizedRequests

    def __init__(self, connections: Connections, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = _SizedRequests(h11.SERVER, LONGEST_HEADER)
        self._registry = connections
        self._is_admitted = False
        self._refused = 0  # bytes of bodies that came after the answer
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
        """Parse a piece at a time: h11 takes a header of any length that arrives whole."""
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
            self._refused += len(data)  # uvicorn drops the rest of a body that was refused, however much comes
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
        """Drop requests that come before the last answer is read, and close the connection after that answer."""
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
        if self.transport.get_protocol() is not self:  # it was upgraded to a WebSocket
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
        """Set the deadline for a part of a request. One that is running for the same part runs on."""
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
    """uvicorn's WebSocket protocol with limits. It counts every frame: pings, pongs and empty fragments, which the
    application never sees, cost time as well."""

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
        """Parse a piece at a time, so that a client over its limit is closed before the rest is parsed."""
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
        """Count a frame, and close a connection that sends too many."""
        if self.transport.is_closing():
            return True
        if fragments <= MOST_FRAGMENTS and self._frames.take():
            return False
        self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
        self.handle_parser_exception()
        return True


class LimitedLog(logging.Filter):
    """Lets through so many lines of one kind in so many seconds; the next that passes says how many were left out."""

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
