"""Limits on data that waits in memory for clients that do not read, tested with a fake transport."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.protocols import Clients, Transport
from truquero.server.http.protocol import GuardedHttp
from truquero.server.limits.write_buffers import MOST_OF_NETWORK, MOST_UNWRITTEN
from truquero.server.ws.protocol import GuardedWebSocket

MEBIBYTE = 1024 * 1024
LONGEST = 10 * MEBIBYTE  # bytes of one answer


@pytest.fixture
def clients(tmp_path: Path) -> Clients:
    return Clients(tmp_path, connections_of_address=100)


class Reader:
    """A client that reads nothing of an answer of `unread` bytes."""

    def __init__(self, connection: tuple[GuardedHttp | GuardedWebSocket, Transport], unread: int = LONGEST) -> None:
        self.protocol, self.transport = connection
        self.transport.unread = unread
        self.protocol.pause_writing()

    @property
    def is_open(self) -> bool:
        return not self.transport.aborted


def unread_bytes(readers: list[Reader]) -> int:
    return sum(reader.transport.unread for reader in readers if reader.is_open)


def test_unread_data_of_an_address_are_limited(clients: Clients) -> None:
    readers = []
    for _time in range(20):
        readers.append(Reader(clients.connect(), 3 * MEBIBYTE))
        assert unread_bytes(readers) <= MOST_OF_NETWORK
        assert readers[-1].is_open
    assert [reader.is_open for reader in readers] == [False] * 15 + [True] * 5


def test_unread_data_of_all_addresses_are_limited(clients: Clients) -> None:
    readers = []
    for number in range(20):
        readers.append(Reader(clients.connect(f"203.0.113.{number}")))
        assert unread_bytes(readers) <= MOST_UNWRITTEN
        assert readers[-1].is_open  # the others do not cost it its answer
    assert [reader.is_open for reader in readers] == [False] * 17 + [True] * 3


def test_the_address_with_the_most_unread_data_is_disconnected_first(clients: Clients) -> None:
    honest = Reader(clients.connect("198.51.100.1"), 2 * MEBIBYTE)
    attackers = [Reader(clients.connect(f"203.0.113.{number % 2}"), 5 * MEBIBYTE) for number in range(30)]
    assert honest.is_open
    assert [reader.is_open for reader in attackers] == [False] * 24 + [True] * 6


def test_one_answer_may_exceed_the_limit_of_an_address(clients: Clients) -> None:
    assert Reader(clients.connect(), MOST_UNWRITTEN + 1).is_open


def test_data_that_were_read_do_not_count(clients: Clients) -> None:
    reading, done, gone = (Reader(clients.connect(), 5 * MEBIBYTE) for _time in range(3))
    reading.transport.unread = MEBIBYTE
    done.protocol.resume_writing()
    gone.protocol.connection_lost(None)
    assert Reader(clients.connect(), MOST_OF_NETWORK - MEBIBYTE).is_open
    assert reading.is_open
    assert done.is_open
    Reader(clients.connect(), 1)
    assert not reading.is_open  # the oldest of the slow readers


def test_unread_data_of_sockets_count(clients: Clients) -> None:
    sockets = [Reader(clients.open_socket(), MEBIBYTE) for _time in range(20)]
    assert unread_bytes(sockets) == MOST_OF_NETWORK


def test_the_addresses_of_an_ipv6_network_share_the_limit_of_unread_data(clients: Clients) -> None:
    readers = [Reader(clients.connect(f"2001:db8::{number}"), 4 * MEBIBYTE) for number in range(8)]
    assert unread_bytes(readers) == MOST_OF_NETWORK
    assert Reader(clients.connect("2001:db8:0:1::1")).is_open
    assert unread_bytes(readers) == MOST_OF_NETWORK


def test_a_proxy_has_only_the_limit_of_all_addresses(tmp_path: Path) -> None:
    clients = Clients(tmp_path, proxies=frozenset({"127.0.0.1"}))
    readers = [Reader(clients.connect("127.0.0.1"), 4 * MEBIBYTE) for _time in range(20)]
    assert unread_bytes(readers) == MOST_UNWRITTEN
