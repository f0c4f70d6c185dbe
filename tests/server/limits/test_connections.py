"""Limits below HTTP, tested on protocols with a fake transport and a fake event loop."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from tests.support.protocols import REQUEST, Clients
from truquero.server.limits.networks import network_of
from truquero.server.logs import LimitedLog
from truquero.server.start import LINES_LOGGED, limited_logs
from truquero.server.ws.protocol import MOST_FRAGMENTS, MOST_UNREAD, GuardedWebSocket


@pytest.fixture
def clients(tmp_path: Path) -> Clients:
    return Clients(tmp_path, connections_of_address=3, connections=8, frames=(20, 10.0))


def client_frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    """Return a masked frame, as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


# -------------------------------------------------------------------------------------------- half-open connections


def test_a_connection_without_a_request_is_aborted(clients: Clients) -> None:
    _protocol, transport = clients.connect()
    clients.loop.advance(9.9)
    assert not transport.aborted
    clients.loop.advance(0.1)
    assert transport.aborted


def test_a_header_sent_byte_by_byte_has_the_same_deadline(clients: Clients) -> None:
    protocol, transport = clients.connect()
    for byte in REQUEST[:-1]:
        clients.loop.advance(0.1)
        protocol.data_received(bytes([byte]))
    assert not transport.aborted
    clients.loop.advance(5)
    assert transport.aborted


def test_a_missing_body_has_a_deadline(clients: Clients) -> None:
    protocol, transport = clients.connect()
    protocol.data_received(REQUEST + b"{")
    clients.loop.advance(29)
    assert not transport.aborted
    clients.loop.advance(1)
    assert transport.aborted


def test_a_complete_request_may_be_answered_late(clients: Clients) -> None:
    protocol, transport = clients.connect()
    protocol.data_received(REQUEST + b"{}{}")
    clients.loop.advance(3600)
    assert not transport.aborted


# --------------------------------------------------------------------------------------------- number of connections


def test_the_connections_of_an_address_are_limited(clients: Clients) -> None:
    of_address = [clients.connect() for _connection in range(4)]
    assert [transport.aborted for _protocol, transport in of_address] == [False, False, False, True]
    assert clients.refused == 1
    assert not clients.connect("203.0.113.8")[1].aborted
    protocol, _transport = of_address[0]
    protocol.connection_lost(None)
    assert not clients.connect()[1].aborted


def test_a_refused_connection_does_not_count_when_it_is_lost(clients: Clients) -> None:
    for _connection in range(3):
        clients.connect()
    protocol, _transport = clients.connect()
    protocol.data_received(REQUEST)
    protocol.connection_lost(None)
    assert len(clients.connections) == 3


def test_the_connections_of_a_server_are_limited(clients: Clients) -> None:
    transports = [clients.connect(f"198.51.100.{number}")[1] for number in range(9)]
    assert [transport.aborted for transport in transports] == [False] * 8 + [True]


def test_the_addresses_of_an_ipv6_network_share_a_limit(clients: Clients) -> None:
    of_address = [clients.connect(f"2001:db8:1:2::{number}")[1].aborted for number in range(1, 5)]
    assert of_address == [False, False, False, True]
    assert not clients.connect("2001:db8:1:3::1")[1].aborted


def test_the_connections_of_a_proxy_are_not_limited(tmp_path: Path) -> None:
    clients = Clients(tmp_path, connections_of_address=2, proxies=frozenset({"127.0.0.1"}))
    assert not any(clients.connect("127.0.0.1")[1].aborted for _connection in range(5))


def test_other_addresses_in_the_network_of_a_proxy_are_limited(tmp_path: Path) -> None:
    clients = Clients(tmp_path, connections_of_address=2, proxies=frozenset({"2001:db8:0::1"}))
    proxied = [clients.connect("2001:db8::1") for _connection in range(5)]
    assert not any(transport.aborted for _protocol, transport in proxied)
    assert [clients.connect("2001:db8::2")[1].aborted for _connection in range(3)] == [False, False, True]
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
def test_addresses_are_counted_by_network(address: str, network: str) -> None:
    assert network_of(address) == network


# ------------------------------------------------------------------------------------------------------------ frames


@pytest.mark.parametrize(
    "frame",
    [
        client_frame(Opcode.PING),
        client_frame(Opcode.PONG),
        client_frame(Opcode.PING, b"x" * 125),
        client_frame(Opcode.TEXT, b"{}"),
        client_frame(Opcode.BINARY, b"{}"),
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


def test_frames_at_a_usual_rate_are_not_limited(clients: Clients) -> None:
    protocol, transport = clients.open_socket()
    for _second in range(100):
        protocol.data_received(client_frame(Opcode.PING) * 2)
        clients.loop.now += 1
    assert not transport.closing


def test_after_the_limit_hardly_anything_is_parsed(clients: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    protocol, transport = clients.open_socket()
    parsed = 0
    receive = protocol.conn.receive_data

    def count_and_parse(data: bytes) -> None:
        nonlocal parsed
        parsed += len(data)
        receive(data)

    monkeypatch.setattr(protocol.conn, "receive_data", count_and_parse)
    protocol.data_received(client_frame(Opcode.PING) * 100_000)
    assert transport.closing
    assert parsed <= 2048


def test_the_fragments_of_a_message_are_limited(tmp_path: Path) -> None:
    clients = Clients(tmp_path)  # with the default frame limit
    protocol, transport = clients.open_socket()
    protocol.data_received(client_frame(Opcode.TEXT, fin=False))
    for _fragment in range(MOST_FRAGMENTS - 1):
        protocol.data_received(client_frame(Opcode.CONT, fin=False))
    assert not transport.closing
    protocol.data_received(client_frame(Opcode.CONT, fin=False))
    assert transport.closing


# ------------------------------------------------------------------------------------------ clients that do not read


def test_a_client_that_does_not_read_is_disconnected(clients: Clients) -> None:
    for protocol, transport in (clients.open_socket(), clients.connect()):
        protocol.pause_writing()
        clients.loop.advance(19)
        protocol.resume_writing()  # the client has read in time
        clients.loop.advance(3600 if isinstance(protocol, GuardedWebSocket) else 1)
        if isinstance(protocol, GuardedWebSocket):
            assert not transport.aborted
        protocol.pause_writing()
        clients.loop.advance(20)
        assert transport.aborted


def test_a_client_that_reads_slowly_has_a_longer_deadline(clients: Clients) -> None:
    protocol, transport = clients.open_socket()
    transport.unread = 10_000_000
    protocol.pause_writing()
    for _time in range(5):
        clients.loop.advance(10)
        transport.unread -= 1000  # the client reads a little
    assert not transport.aborted
    clients.loop.advance(10)
    assert transport.aborted


def test_no_more_than_a_mebibyte_waits_for_a_client(clients: Clients) -> None:
    protocol, transport = clients.open_socket()
    transport.unread = MOST_UNREAD + 1
    protocol.data_received(client_frame(Opcode.PING))
    assert transport.aborted


# ----------------------------------------------------------------------------------------------------------- logging


def test_lines_of_one_kind_are_limited_and_counted() -> None:
    now = 0.0
    limited = LimitedLog((2, 60.0), lambda: now)

    def logged(text: str) -> str | None:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, text, (), None)
        return record.getMessage() if limited.filter(record) else None

    assert [logged("no files left") for _line in range(5)] == ["no files left", "no files left", None, None, None]
    assert logged("another kind") == "another kind"
    now = 60.0
    assert logged("no files left") == "no files left (3 more lines like this were left out)"


@pytest.mark.parametrize("name", ["asyncio", "uvicorn.error", "truquero.server"])
def test_no_logger_fills_the_disk(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """Each refused client without a cookie costs one log line. Different origins do not avoid the limit."""
    with limited_logs(lambda: 0.0):
        for number in range(20):
            logging.getLogger(name).warning("a socket was refused: origin %s", number)
    assert len(caplog.records) == LINES_LOGGED[0]
