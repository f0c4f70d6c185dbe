"""Replays take time in proportion to the record, run in a process that can be killed, and are limited."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import threading
import time
import urllib.error
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.support.counts import calls_of, instructions_of
from tests.support.served import PATIENCE, Served, Visitor, settings_in
from tools.attacks.records import KINDS
from tools.attacks.replay import RECORD_LENGTH, record_of
from truquero.cli import main
from truquero.i18n import speaking
from truquero.records import RecordError
from truquero.records.verification import proofs
from truquero.server.encoding import encode
from truquero.server.http.replay_steps import replayed, replayed_as_json
from truquero.server.limits.queues import QueueFull
from truquero.server.replay_process import (
    MOST_OF_ADDRESS,
    MOST_WAITING,
    ReplayAborted,
    ReplayRequest,
    ReplayService,
    ReplayTimeout,
)

NO_DEAL = "variant argentino\n= 0-0\n"
ADDRESS = "203.0.113.7"
INSTRUCTIONS_FOR_A_LETTER = 800  # twice what the costliest record needs


# ---------------------------------------------------------------------------------------------------------------- cost


def is_linear(count: Callable[[Callable[[], object]], int], make: Callable[[int], str], letters: int) -> bool:
    texts = [make(times * letters) for times in (1, 2, 3)]
    for text in texts:
        replayed(text)  # fill the caches first
    first, second, third = (count(partial(replayed, text)) for text in texts)
    step, next_step = len(texts[1]) - len(texts[0]), len(texts[2]) - len(texts[1])
    return (third - second) / next_step < 1.25 * (second - first) / step


@pytest.mark.parametrize("kind", KINDS)
def test_the_work_of_a_replay_is_proportional_to_the_length_of_the_record(kind: str) -> None:
    assert is_linear(calls_of, KINDS[kind], 2_500)


def test_assertions_read_only_the_last_hand() -> None:
    assert is_linear(instructions_of, KINDS["awards"], 700)


@pytest.mark.parametrize("kind", KINDS)
def test_each_character_of_a_record_costs_little_work(kind: str) -> None:
    text = KINDS[kind](4_000)
    replayed(text)
    assert instructions_of(partial(replayed, text)) < INSTRUCTIONS_FOR_A_LETTER * len(text)


@pytest.mark.parametrize(
    "kind", ["unknown cards", "unknown cards and bets", "unknown cards and sizes of bets", "awards"]
)
def test_costly_records_are_replayed_to_their_end(kind: str) -> None:
    """A record whose match ends early would be refused there, and the rest of it would cost nothing."""
    text = record_of(kind)
    assert len(text) > 0.99 * RECORD_LENGTH
    assert replayed(text).text == text


# ------------------------------------------------------------------------------------------------------ worker process


def never(_text: str, _language: str) -> bytes:
    while True:
        pass


def deaf(_text: str, _language: str) -> bytes:
    """Block forever in a way that no Python signal handler can interrupt."""
    lock = threading.Lock()
    lock.acquire()
    while True:
        time.sleep(3600)


def echo(text: str, _language: str) -> bytes:
    if text == "never":
        never("", "")
    return text.encode()


def test_a_replay_that_takes_too_much_processor_time_is_aborted() -> None:
    async def run() -> None:
        replays = ReplayService(echo, seconds=0.2)
        try:
            with pytest.raises(ReplayTimeout):
                await replays.replay("Ana", ADDRESS, ReplayRequest("never", "en"))
            assert await replays.replay("Ana", ADDRESS, ReplayRequest("short", "en")) == b"short"
        finally:
            replays.close()

    asyncio.run(run())


def test_a_process_that_does_not_answer_is_killed() -> None:
    async def run() -> None:
        replays = ReplayService(deaf, patience=0.2)
        try:
            with pytest.raises(ReplayTimeout):
                await replays.replay("Ana", ADDRESS, ReplayRequest("", "en"))
            assert replays._process is None
        finally:
            replays.close()

    asyncio.run(run())


async def wait_for_process(replays: ReplayService) -> None:
    """Wait until the process is running."""
    while replays._process is None:
        await asyncio.sleep(0)


def test_closing_aborts_replays() -> None:
    async def run() -> None:
        replays = ReplayService(never)
        first = asyncio.create_task(replays.replay("Ana", ADDRESS, ReplayRequest("", "en")))
        second = asyncio.create_task(replays.replay("Eva", ADDRESS, ReplayRequest("", "en")))
        await wait_for_process(replays)
        assert replays._process is not None
        process = replays._process.process
        replays.close()
        for waiting in (first, second):
            with pytest.raises(ReplayAborted):
                await waiting
        process.join()
        assert process.exitcode != 0

    asyncio.run(run())


def test_each_guest_has_one_record_replayed_at_a_time() -> None:
    async def run() -> None:
        replays = ReplayService(never)
        first = asyncio.create_task(replays.replay("Ana", ADDRESS, ReplayRequest("", "en")))
        await wait_for_process(replays)
        with pytest.raises(QueueFull):
            await replays.replay("Ana", ADDRESS, ReplayRequest("", "en"))
        replays.close()
        with pytest.raises(ReplayAborted):
            await first

    asyncio.run(run())


def test_one_address_cannot_fill_the_queue_of_replays() -> None:
    """An IPv6 address counts with its network. A proxy carries the requests of all clients."""

    async def run() -> None:
        replays = ReplayService(never, proxies=frozenset({"198.51.100.1"}))
        nobody = ReplayRequest("", "en")
        waiting: list[asyncio.Task[bytes]] = []

        async def ask(address: str) -> bool:
            waiting.append(asyncio.create_task(replays.replay(f"guest {len(waiting)}", address, nobody)))
            await asyncio.sleep(0)
            return not waiting[-1].done()

        admitted = [await ask(f"2001:db8::{number}") for number in range(MOST_WAITING)]
        assert admitted == [True] * MOST_OF_ADDRESS + [False] * (MOST_WAITING - MOST_OF_ADDRESS)
        assert await ask("2001:db8:0:1::1")
        remaining = MOST_WAITING - MOST_OF_ADDRESS - 1
        assert [await ask("198.51.100.1") for _request in range(remaining + 1)] == [True] * remaining + [False]
        waiting[1].cancel()  # a client that goes away frees its place
        await asyncio.sleep(0)
        assert waiting[1].cancelled()
        assert await ask("2001:db8::1")
        replays.close()
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert {type(result) for result in results} == {ReplayAborted, QueueFull, asyncio.CancelledError}

    asyncio.run(run())


def test_the_error_in_a_record_is_described_in_the_requested_language() -> None:
    async def run() -> None:
        replays = ReplayService(replayed_as_json)
        try:
            with pytest.raises(RecordError, match="un acta empieza por su variante") as wrong:
                await replays.replay("Ana", ADDRESS, ReplayRequest("deal 1\n", "es"))
            assert wrong.value.line == 1
            answer = await replays.replay("Ana", ADDRESS, ReplayRequest(NO_DEAL, "es"))
            assert answer == encode(replayed(NO_DEAL))
        finally:
            replays.close()

    asyncio.run(run())


# -------------------------------------------------------------------------------------------------------------- server


def test_the_replays_of_a_guest_are_limited(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, replays=(2, 3600.0))) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        for _time in range(2):
            assert ana.ask("/api/replay", {"text": NO_DEAL})["steps"] == []
        with pytest.raises(urllib.error.HTTPError) as refused:
            ana.ask("/api/replay", {"text": NO_DEAL})
        assert refused.value.code == 429
        refused.value.close()
        assert eva.ask("/api/replay", {"text": NO_DEAL})["variant"] == "argentino"


def test_a_replay_is_compressed_if_the_client_accepts_gzip(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served, speaking("en"):
        whole = encode(replayed(NO_DEAL))
        for accepted in ("gzip", "br, gzip;q=0.5", "deflate, GZIP"):
            encoding, body = answer_to(served, accepted)
            assert (accepted, encoding, gzip.decompress(body)) == (accepted, "gzip", whole)
        for accepted in ("gzip;q=0", "br", ""):
            assert (accepted, *answer_to(served, accepted)) == (accepted, None, whole)


def answer_to(served: Served, accepted: str) -> tuple[str | None, bytes]:
    """Replay a record on the server. Return the encoding of the response, and the response."""
    headers = {"Content-Type": "application/json", "Accept-Language": "en", "Accept-Encoding": accepted}
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    connection.request("POST", "/api/replay", json.dumps({"text": NO_DEAL}), headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.headers.get("Content-Encoding"), body


def test_a_record_without_a_deal_is_shown_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert proofs(NO_DEAL) == []
    assert replayed(NO_DEAL).proofs == ()
    path = tmp_path / "none.truco"
    path.write_text(NO_DEAL)
    assert main(["verify", str(path)]) == 0
    assert "the record has no deal" in capsys.readouterr().out
