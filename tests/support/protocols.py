"""The server's protocols without an application, with a transport and timers that the test controls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from tests.support.served import settings_in
from truquero.server.http.protocol import GuardedHttp
from truquero.server.limits.connections import Connections
from truquero.server.start import guarded_config
from truquero.server.ws.protocol import GuardedWebSocket

REQUEST = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"
UPGRADE_PATH = "ws://localhost/api/tables/x/socket"


class Transport:
    """A fake connection to a client. `unread` is the number of bytes that the client has not read."""

    def __init__(self, address: str = "203.0.113.7") -> None:
        self.address, self.written, self.unread = address, b"", 0
        self.closing = self.aborted = False
        self._protocol: object = None

    def get_extra_info(self, name: str, default: object = None) -> object:
        return (self.address, 4000) if name == "peername" else default

    def write(self, data: bytes) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return self.unread

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = self.aborted = True

    def is_closing(self) -> bool:
        return self.closing

    def set_protocol(self, protocol: object) -> None:
        self._protocol = protocol

    def get_protocol(self) -> object:
        return self._protocol

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Timer:
    def __init__(self, at: float, work: Callable[..., None], arguments: tuple[object, ...]) -> None:
        self.at, self.work, self.arguments, self.cancelled = at, work, arguments, False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """A fake event loop with a manual clock. It runs no tasks, so the application never answers."""

    def __init__(self) -> None:
        self.now, self.timers = 0.0, list[Timer]()

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, work: Callable[..., None], *arguments: object) -> Timer:
        self.timers.append(Timer(self.now + seconds, work, arguments))
        return self.timers[-1]

    def create_task(self, work: Any, **_options: object) -> Any:
        work.close()
        return Done()

    def advance(self, seconds: float) -> None:
        self.now += seconds
        due = [timer for timer in self.timers if timer.at <= self.now and not timer.cancelled]
        self.timers = [timer for timer in self.timers if timer.at > self.now and not timer.cancelled]
        for timer in due:
            timer.work(*timer.arguments)


class Done:
    def add_done_callback(self, _work: object) -> None: ...


class Clients:
    """A server without an application, and clients that connect to it."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.loop, self.refused = Loop(), 0
        self.connections = Connections(settings_in(folder, **settings), self.loop.time, self._refuse)

        async def app(_scope: object, _receive: object, _send: object) -> None: ...

        self.config = guarded_config(app, self.connections)
        self.config.load()

    def _refuse(self) -> None:
        self.refused += 1

    def connect(self, address: str = "203.0.113.7") -> tuple[GuardedHttp, Transport]:
        protocol = GuardedHttp(self.connections, self.config, ServerState(), {}, self.loop)
        transport = Transport(address)
        transport.set_protocol(protocol)
        protocol.connection_made(transport)  # type: ignore[arg-type]
        return protocol, transport

    def open_socket(self) -> tuple[GuardedWebSocket, Transport]:
        protocol = GuardedWebSocket(self.connections, self.config, ServerState(), {}, self.loop)
        transport = Transport()
        assert self.connections.admit(transport)  # type: ignore[arg-type]
        protocol.connection_made(transport)  # type: ignore[arg-type]
        client = ClientProtocol(parse_uri(UPGRADE_PATH))
        client.send_request(client.connect())
        protocol.data_received(b"".join(client.data_to_send()))
        protocol.conn.send_response(protocol.response)
        protocol.handshake_complete = True
        transport.write(b"".join(protocol.conn.data_to_send()))
        return protocol, transport
