"""Small forms of the attacks in tools/attacks that flood a server: it closes what exceeds a limit, and plays on."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.served import PATIENCE, PageOf, Served, Visitor, settings_in
from tools.attacks import frames, half_open, records, replay, requests, slow_readers
from tools.attacks.victim import ATTACKER_ADDRESS, Guest, Target, connect_from_elsewhere
from truquero.server.settings import Settings

USUAL = Settings("", b"")
LIMITS: dict[str, Any] = {
    name: getattr(USUAL, name) for name in ("messages", "heavy_messages", "onlookers", "requests", "frames", "replays")
}
LOGGED = 10  # log lines that an attack may cause


@contextmanager
def attacked(folder: Path, caplog: pytest.LogCaptureFixture, **settings: Any) -> Iterator[tuple[Served, Target]]:
    """Serve with the usual limits and a clock that stands still. At the end an honest player can still act."""
    with Served(settings_in(folder, **LIMITS | settings)) as served:
        ana = Visitor(served, "Ana")
        with ana.page(ana.open_table(variant="argentino", players=2)) as page:
            yield served, Target(served.port)
            check_play(page)
    logged = [record for record in caplog.records if record.levelno >= logging.WARNING]  # a server logs no others
    assert len(logged) <= LOGGED


def check_play(page: PageOf) -> None:
    assert page.request("stand")["type"] == "done"
    assert page.request("sit", seat=1)["type"] == "done"


def connections(served: Served) -> int:
    """Return the number of open connections, without that of the honest player's page."""
    return len(served.services.connections) - 1


def read_to_end(line: socket.socket) -> bytes:
    """Read until the server closes a connection, and return what it has sent."""
    received = b""
    line.settimeout(PATIENCE)
    with suppress(ConnectionError):
        while part := line.recv(1 << 20):
            received += part
    return received


def send(line: socket.socket, data: bytes) -> None:
    """Send as much as the server accepts before it closes the connection."""
    line.settimeout(PATIENCE)
    with suppress(ConnectionError):
        line.sendall(data)


@pytest.mark.parametrize("kind", frames.KINDS)
def test_a_socket_that_floods_frames_is_closed(kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with attacked(tmp_path, caplog) as (_served, target):
        eva = Guest(target.address)
        table = eva.open_table()
        for _socket in range(3):
            with frames.open_raw(target, eva, table) as line:
                send(line, frames.FIRST_FRAGMENT if kind == "fragments" else b"")
                data = frames.frames_of(kind)
                send(line, data)
                pongs = len(read_to_end(line))
                assert pongs < len(data) / 8  # the server has answered few of the frames


def test_a_socket_that_never_reads_is_closed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with attacked(tmp_path, caplog) as (served, target):
        eva = Guest(target.address)
        lines = [frames.open_raw(target, eva, eva.open_table()) for _socket in range(3)]
        for line in lines:
            send(line, frames.frames_of("long pings"))
        served.settle()
        assert connections(served) == 0
        for line in lines:
            line.close()


def test_half_open_connections_of_an_address_are_limited(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    most, more = 20, 30
    with attacked(tmp_path, caplog, connections_of_address=most) as (served, target):
        lines = half_open.hold(target, most + more)
        served.settle()
        assert len(lines) == most + more
        assert sum(map(half_open.is_open, lines)) == connections(served) == most
        for line in lines:
            line.close()


def test_few_long_answers_wait_for_a_slow_reader(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with attacked(tmp_path, caplog) as (served, target):
        record, lines = slow_readers.long_record(), []
        for _guest in range(5):
            line = slow_readers.request_replay(target, Guest(target.address), ATTACKER_ADDRESS, record)
            line.settimeout(PATIENCE)
            assert b"200" in line.recv(12)
            lines.append(line)
        served.settle()
        assert 1 <= connections(served) <= 3  # at least 4 MiB of each are unread, and 16 are allowed
        for line in lines:
            line.close()


ANSWERS = {"chunks": b" 411 ", "pipelined": b" 200 ", "header lines": b" 400 "}


@pytest.mark.parametrize(("kind", "status"), ANSWERS.items())
def test_requests_that_take_long_to_parse_get_one_answer(
    kind: str, status: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Then the server closes the connection."""
    with attacked(tmp_path, caplog) as (served, target), connect_from_elsewhere(target) as line:
        head, part, _is_alone = requests.KINDS[kind]
        send(line, head)
        send(line, part)
        answer = read_to_end(line)
        assert answer.count(b"HTTP/1.1 ") == 1
        assert status in answer.partition(b"\r\n")[0]
        served.settle()
        assert connections(served) == 0


def test_a_body_in_many_segments_stops_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with attacked(tmp_path, caplog) as (served, target), connect_from_elsewhere(target) as line:
        head, part, _is_alone = requests.KINDS["segments"]
        send(line, head)
        for _segment in range(300):
            send(line, part)
        served.settle()
        assert connections(served) == 1  # it still waits for the rest


def test_replays_of_a_client_are_limited(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    limit, _seconds = USUAL.replays
    with attacked(tmp_path, caplog) as (_served, target):
        costly = [replay.record_of(kind, 5_000) for kind in records.KINDS]
        texts = [*costly, *[slow_readers.SHORT] * limit]
        outcomes = [replay.post(target, text) for text in texts]
        assert [outcome.startswith("429") for outcome in outcomes] == [False] * limit + [True] * (len(texts) - limit)
        assert all(outcome.endswith("MiB") for outcome in outcomes[:limit])
