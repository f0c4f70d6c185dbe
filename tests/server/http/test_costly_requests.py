"""Requests that would take much time or memory to parse, tested on protocols with a fake transport."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.support.protocols import REQUEST, Clients
from truquero.server.http.protocol import HTTP_PIECE, LONGEST_HEADER, MOST_REFUSED, GuardedHttp

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
CHUNKED = REQUEST.replace(b"Content-Length: 4", b"Transfer-Encoding: chunked")
READ_AT_ONCE = 256 * 1024  # bytes of one read by asyncio


@pytest.fixture
def clients(tmp_path: Path) -> Clients:
    return Clients(tmp_path)


def count_events(protocol: GuardedHttp, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that collects all the events of the parser from now on."""
    events: list[object] = []
    parse = protocol.conn.next_event

    def next_event() -> object:
        events.append(None)
        events[-1] = parse()
        return events[-1]

    monkeypatch.setattr(protocol.conn, "next_event", next_event)
    return events


@pytest.mark.parametrize("name", [b"Transfer-Encoding", b"transfer-encoding"])
def test_a_chunked_body_is_not_parsed(clients: Clients, monkeypatch: pytest.MonkeyPatch, name: bytes) -> None:
    protocol, transport = clients.connect()
    events = count_events(protocol, monkeypatch)
    protocol.data_received(CHUNKED.replace(b"Transfer-Encoding", name) + b"1\r\na\r\n" * 40_000)
    assert len(events) == 1
    assert transport.closing
    assert transport.written.startswith(b"HTTP/1.1 411 Length Required\r\n")
    assert b"Content-Length" in transport.written
    protocol.data_received(b"1\r\na\r\n" * 40_000)
    assert len(events) == 1
    assert protocol.cycle is None  # the application never sees the request


@pytest.mark.parametrize("method", [b"GET", b"HEAD", b"OPTIONS", b"DELETE"])
def test_a_chunked_body_is_refused_with_every_method(clients: Clients, method: bytes) -> None:
    protocol, transport = clients.connect()
    protocol.data_received(CHUNKED.replace(b"POST", method))
    assert transport.closing
    head, _end, body = transport.written.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 411 Length Required\r\n")
    assert bool(body) is (method != b"HEAD")


def test_a_body_of_a_known_length_is_parsed_in_few_steps(clients: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    protocol, transport = clients.connect()
    events = count_events(protocol, monkeypatch)
    protocol.data_received(REQUEST.replace(b"Length: 4", b"Length: %d" % READ_AT_ONCE) + b"x" * READ_AT_ONCE)
    assert len(events) < 4 * READ_AT_ONCE / HTTP_PIECE
    assert not transport.closing


def test_the_limit_of_a_refused_body_also_limits_its_segments(clients: Clients) -> None:
    """Each segment is parsed by itself, so the limit on bytes also limits the segments."""
    protocol, transport = clients.connect()
    protocol.data_received(REQUEST.replace(b"Length: 4", b"Length: %d" % (2 * MOST_REFUSED)))
    protocol.cycle.response_complete = True
    protocol._refused_bytes = MOST_REFUSED - 2
    for _byte in range(2):
        protocol.data_received(b"x")
    assert not transport.aborted
    protocol.data_received(b"x")
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


def test_the_length_of_a_header_that_arrives_at_once_is_limited(clients: Clients) -> None:
    protocol, transport = clients.connect()
    protocol.data_received(GET[:-2] + b"a:\r\n" * 60_000 + b"\r\n")
    assert transport.written.startswith(b"HTTP/1.1 400 ")
    assert transport.closing
    assert protocol.cycle is None


def test_a_header_may_be_long(clients: Clients) -> None:
    protocol, transport = clients.connect()
    protocol.data_received(GET[:-2] + b"Cookie: " + b"x" * (LONGEST_HEADER - 100) + b"\r\n\r\n")
    assert not transport.closing
    assert protocol.cycle is not None


@pytest.mark.parametrize("first", [GET, REQUEST + b"{}{}"], ids=["GET", "POST"])
def test_pipelined_requests_are_dropped(clients: Clients, first: bytes) -> None:
    protocol, transport = clients.connect()
    protocol.data_received(first + GET * 5_000)
    answered = protocol.cycle
    for _time in range(20):
        protocol.flow.resume_reading()  # as the application does when it asks for the body
        protocol.data_received(GET * 5_000)
        assert protocol.flow.read_paused
    assert len(protocol.conn.trailing_data[0]) < HTTP_PIECE
    assert protocol.cycle is answered
    assert not answered.keep_alive  # the connection ends with the answer; the client may connect again
    assert not transport.closing


def test_a_request_before_the_answer_was_read_closes_the_connection(clients: Clients) -> None:
    protocol, transport = clients.connect()
    protocol.data_received(GET)
    first = protocol.cycle
    assert first.keep_alive
    first.response_complete = True
    protocol.pause_writing()  # the client does not read the answer
    protocol.data_received(GET)
    assert transport.closing
    assert protocol.cycle is first


async def answer(cycle: Any) -> None:
    await cycle.send({"type": "http.response.start", "status": 204, "headers": []})
    await cycle.send({"type": "http.response.body", "body": b""})


def test_a_connection_is_used_for_the_next_request(clients: Clients) -> None:
    protocol, transport = clients.connect()
    for _request in range(3):
        before = protocol.cycle
        protocol.data_received(GET)
        cycle = protocol.cycle
        assert cycle is not before
        asyncio.run(answer(cycle))
        assert cycle.response_complete
        assert not transport.closing
