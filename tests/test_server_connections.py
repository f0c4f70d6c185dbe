"""Limits below HTTP, on protocols with a transport and timers that the test controls."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from tests.served import settings_in
from truquero.server.addresses import network_of
from truquero.server.connections import (
    MOST_FRAGMENTS,
    MOST_REFUSED,
    MOST_UNREAD,
    Connections,
    GuardedHttp,
    GuardedWebSocket,
    LimitedLog,
    guarded_config,
)
from truquero.server.start import LINES_LOGGED, limited_logs

REQUEST = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"
UPGRADE_PATH = "ws://localhost/api/tables/x/socket"


class Transport:
    """A connection to a client at some address, which may or may not read."""

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
    def __init__(self, at: float, work: Callable[..., None], about: tuple[object, ...]) -> None:
        self.at, self.work, self.about, self.cancelled = at, work, about, False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """An event loop whose time the test moves. Tasks are not run: the application never answers."""

    def __init__(self) -> None:
        self.now, self.timers = 0.0, list[Timer]()

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, work: Callable[..., None], *about: object) -> Timer:
        self.timers.append(Timer(self.now + seconds, work, about))
        return self.timers[-1]

    def create_task(self, work: Any, **_about: object) -> Any:
        work.close()
        return Done()

    def advance(self, seconds: float) -> None:
        self.now += seconds
        due = [timer for timer in self.timers if timer.at <= self.now and not timer.cancelled]
        self.timers = [timer for timer in self.timers if timer.at > self.now and not timer.cancelled]
        for timer in due:
            timer.work(*timer.about)


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


@pytest.fixture
def clients(tmp_path: Path) -> Clients:
    return Clients(tmp_path, connections_of_address=3, connections=8, frames=(20, 10.0))


def sent(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


# -------------------------------------------------------------------------------------------------------- half open


def test_who_connects_and_says_nothing_is_cut_off(clients: Clients) -> None:
    _protocol, transport = clients.connect()
    clients.loop.advance(9.9)
    assert not transport.aborted
    clients.loop.advance(0.1)
    assert transport.aborted


def test_a_header_that_comes_byte_by_byte_has_no_more_time(clients: Clients) -> None:
    protocol, transport = clients.connect()
    for byte in REQUEST[:-1]:
        clients.loop.advance(0.1)
        protocol.data_received(bytes([byte]))
    assert not transport.aborted
    clients.loop.advance(5)
    assert transport.aborted


def test_a_body_that_does_not_come_is_not_waited_for_for_ever(clients: Clients) -> None:
    protocol, transport = clients.connect()
    protocol.data_received(REQUEST + b"{")
    clients.loop.advance(29)
    assert not transport.aborted
    clients.loop.advance(1)
    assert transport.aborted


def test_a_request_that_has_come_whole_may_be_answered_late(clients: Clients) -> None:
    protocol, transport = clients.connect()
    protocol.data_received(REQUEST + b"{}{}")
    clients.loop.advance(3600)
    assert not transport.aborted


# ---------------------------------------------------------------------------------------------------------- how many


def test_one_address_holds_no_more_than_its_share(clients: Clients) -> None:
    mine = [clients.connect() for _one in range(4)]
    assert [transport.aborted for _protocol, transport in mine] == [False, False, False, True]
    assert clients.refused == 1
    assert not clients.connect("203.0.113.8")[1].aborted
    protocol, _transport = mine[0]
    protocol.connection_lost(None)
    assert not clients.connect()[1].aborted


def test_a_refused_connection_is_forgotten_when_it_is_lost(clients: Clients) -> None:
    for _one in range(3):
        clients.connect()
    protocol, _transport = clients.connect()
    protocol.data_received(REQUEST)
    protocol.connection_lost(None)
    assert len(clients.connections) == 3


def test_there_are_no_more_connections_than_the_server_can_hold(clients: Clients) -> None:
    held = [clients.connect(f"198.51.100.{number}")[1] for number in range(9)]
    assert [transport.aborted for transport in held] == [False] * 8 + [True]


def test_an_ipv6_customer_is_one_however_many_addresses_he_has(clients: Clients) -> None:
    mine = [clients.connect(f"2001:db8:1:2::{number}")[1].aborted for number in range(1, 5)]
    assert mine == [False, False, False, True]
    assert not clients.connect("2001:db8:1:3::1")[1].aborted


def test_a_proxy_carries_everybodys_connections(tmp_path: Path) -> None:
    clients = Clients(tmp_path, connections_of_address=2, proxies=frozenset({"127.0.0.1"}))
    assert not any(clients.connect("127.0.0.1")[1].aborted for _one in range(5))


def test_the_neighbours_of_a_proxy_are_limited(tmp_path: Path) -> None:
    clients = Clients(tmp_path, connections_of_address=2, proxies=frozenset({"2001:db8:0::1"}))
    proxied = [clients.connect("2001:db8::1") for _one in range(5)]
    assert not any(transport.aborted for _protocol, transport in proxied)
    assert [clients.connect("2001:db8::2")[1].aborted for _one in range(3)] == [False, False, True]
    for protocol, _transport in proxied:
        protocol.connection_lost(None)
    assert clients.connect("2001:db8::3")[1].aborted


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a pipe", "a pipe"),
    ],
)
def test_what_an_address_is_counted_by(address: str, network: str) -> None:
    assert network_of(address) == network


# ------------------------------------------------------------------------------------------------------------ frames


@pytest.mark.parametrize(
    "frame",
    [
        sent(Opcode.PING),
        sent(Opcode.PONG),
        sent(Opcode.PING, b"x" * 125),
        sent(Opcode.TEXT, b"{}"),
        sent(Opcode.BINARY, b"{}"),
    ],
    ids=["ping", "pong", "long ping", "text", "binary"],
)
def test_frames_of_every_kind_are_counted(clients: Clients, frame: bytes) -> None:
    protocol, transport = clients.open_socket()
    protocol.data_received(frame * 20)
    assert not transport.closing
    protocol.data_received(frame)
    assert transport.closing
    assert b"too many frames" in transport.written


def test_frames_may_go_on_at_an_honest_pace(clients: Clients) -> None:
    protocol, transport = clients.open_socket()
    for _second in range(100):
        protocol.data_received(sent(Opcode.PING) * 2)
        clients.loop.now += 1
    assert not transport.closing


def test_after_the_limit_hardly_anything_is_parsed(clients: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    protocol, transport = clients.open_socket()
    parsed = 0
    receive = protocol.conn.receive_data

    def counted(data: bytes) -> None:
        nonlocal parsed
        parsed += len(data)
        receive(data)

    monkeypatch.setattr(protocol.conn, "receive_data", counted)
    protocol.data_received(sent(Opcode.PING) * 100_000)
    assert transport.closing
    assert parsed <= 2048


def test_a_message_has_no_more_than_some_fragments(tmp_path: Path) -> None:
    clients = Clients(tmp_path)  # with the usual number of frames
    protocol, transport = clients.open_socket()
    protocol.data_received(sent(Opcode.TEXT, fin=False))
    for _fragment in range(MOST_FRAGMENTS - 1):
        protocol.data_received(sent(Opcode.CONT, fin=False))
    assert not transport.closing
    protocol.data_received(sent(Opcode.CONT, fin=False))
    assert transport.closing


# ---------------------------------------------------------------------------------------------------------- not read


def test_a_client_that_does_not_read_is_cut_off(clients: Clients) -> None:
    for protocol, transport in (clients.open_socket(), clients.connect()):
        protocol.pause_writing()
        clients.loop.advance(19)
        protocol.resume_writing()  # it has read after all
        clients.loop.advance(3600 if isinstance(protocol, GuardedWebSocket) else 1)
        if isinstance(protocol, GuardedWebSocket):
            assert not transport.aborted
        protocol.pause_writing()
        clients.loop.advance(20)
        assert transport.aborted


def test_a_slow_line_has_more_time_but_not_for_ever(clients: Clients) -> None:
    protocol, transport = clients.open_socket()
    transport.unread = 10_000_000
    protocol.pause_writing()
    for _time in range(5):
        clients.loop.advance(10)
        transport.unread -= 1000  # it reads a little
    assert not transport.aborted
    clients.loop.advance(10)
    assert transport.aborted


def test_a_refused_body_is_not_read_to_its_end(clients: Clients) -> None:
    protocol, transport = clients.connect()
    size = 2 * MOST_REFUSED
    protocol.data_received(REQUEST.replace(b"Length: 4", b"Length: %d" % size))
    protocol.cycle.response_complete = True
    piece = b"x" * (MOST_REFUSED // 4)
    for _time in range(4):
        protocol.data_received(piece)
    assert not transport.aborted
    protocol.data_received(b"x")
    assert transport.aborted


def test_no_more_than_a_mebibyte_waits_for_a_client(clients: Clients) -> None:
    protocol, transport = clients.open_socket()
    transport.unread = MOST_UNREAD + 1
    protocol.data_received(sent(Opcode.PING))
    assert transport.aborted


# --------------------------------------------------------------------------------------------------------------- log


def test_lines_of_one_kind_are_limited_and_counted() -> None:
    now = 0.0
    limited = LimitedLog((2, 60.0), lambda: now)

    def written(text: str) -> str | None:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, text, (), None)
        return record.getMessage() if limited.filter(record) else None

    assert [written("no files left") for _line in range(5)] == ["no files left", "no files left", None, None, None]
    assert written("another kind") == "another kind"
    now = 60.0
    assert written("no files left") == "no files left (3 more lines like this were left out)"


@pytest.mark.parametrize("name", ["asyncio", "uvicorn.error", "truquero.server"])
def test_no_logger_fills_the_disk(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """Strangers without a cookie are refused in a line each, whatever origin they name."""
    with limited_logs(lambda: 0.0):
        for number in range(20):
            logging.getLogger(name).warning("a socket was refused: origin %s", number)
    assert len(caplog.records) == LINES_LOGGED[0]
