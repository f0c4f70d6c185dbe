"""uvicorn's HTTP protocol with limits on the form and the duration of a request."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from truquero.server.limits.connections import Connections, SlowReaderLimits

HTTP_PIECE = 4096  # bytes parsed between two checks of the header's length

LONGEST_HEADER = 16 * 1024  # bytes of an incomplete request header that h11 buffers

# Bytes of a body that are read and dropped after its refusal. Most clients read the answer only after they have sent
# the whole body, so a body slightly above the limit is read to its end.
MOST_REFUSED = 1024 * 1024

NO_LENGTH = b"Send the body with a Content-Length: this server takes no Transfer-Encoding."


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


class GuardedHttp(SlowReaderLimits, H11Protocol):
    """uvicorn's HTTP protocol with limits.

    It adds deadlines for the header and the body of a request: uvicorn itself waits without limit for a client that has
    begun to send. It accepts one request at a time: uvicorn would queue any number of pipelined requests.
    """

    conn: _SizedRequests

    def __init__(self, connections: Connections, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = _SizedRequests(h11.SERVER, LONGEST_HEADER)
        self._registry = connections
        self._is_admitted = False
        self._refused_bytes = 0  # bytes of the body that arrived after the answer
        self._deadline: asyncio.TimerHandle | None = None
        self._expected_part: str = ""  # the part of the request that the deadline is for
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
            self._stop_reading(cycle)
            return
        if cycle is not None and cycle.response_complete and cycle.more_body:
            self._refused_bytes += len(data)  # uvicorn itself would read and drop a refused body of any length
            if self._refused_bytes > MOST_REFUSED:
                self.transport.abort()
                return
        super().data_received(data)
        new_cycle: RequestResponseCycle | None = self.cycle
        if new_cycle is not cycle:
            self._refused_bytes = 0
        if new_cycle is None or new_cycle.more_body or new_cycle.response_complete:
            return
        if self.conn.trailing_data[0]:
            self._stop_reading(new_cycle)

    def _stop_reading(self, cycle: RequestResponseCycle) -> None:
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
        if part == self._expected_part:
            return
        if self._deadline is not None:
            self._deadline.cancel()
        settings = self._registry.settings
        seconds = {"header": settings.header_seconds, "body": settings.body_seconds}.get(part)
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._abort)
        self._expected_part = part

    def _abort(self) -> None:
        self.transport.abort()
