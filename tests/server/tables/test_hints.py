"""Hints are computed one at a time, with a limit for each guest and address, and never delay a bot."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from tests.support.bot_tables import hand_of
from tests.support.scripted_bots import InLoop
from tests.support.served import PATIENCE, Served, Visitor, settings_in
from truquero.server.changes import TableSettings
from truquero.server.limits.queues import QueueFull
from truquero.server.process_pool import ProcessPool
from truquero.server.tables import bot_pool
from truquero.server.tables.bot_pool import HINTS_OF_ADDRESS, MOST_HINTS, Answer, BotAnswer, ProcessBotPool
from truquero.table import View

CLUB, STRANGER = "203.0.113.7", "198.51.100.2"
SETTINGS = TableSettings("argentino", 2, {}, False, False, 0, 0, "jugador")


def view_of_mano() -> View:
    return hand_of("argentino", {1: "1e 7o 4c", 2: "1b 6c 5o"}).view(1)


class Paused(InLoop):
    """Real hints, each of which waits until the test lets all of them go on."""

    def __init__(self) -> None:
        super().__init__(b"test")
        self.go_on = asyncio.Event()

    async def _run(self, workers: ProcessPool, work: Callable[..., Answer], *args: object) -> Answer:
        await self.go_on.wait()
        return await super()._run(workers, work, *args)


async def admitted(pool: Paused, guest: str, address: str) -> asyncio.Task[str | None] | None:
    """Ask for a hint. Return its task, or None if the queue is full."""
    task = asyncio.create_task(pool.hint(guest, address, SETTINGS, view_of_mano(), None))
    await asyncio.sleep(0)
    if not task.done():
        return task
    with pytest.raises(QueueFull):
        task.result()
    return None


def test_a_guest_has_one_hint_at_a_time_and_an_address_a_few() -> None:
    async def ask() -> None:
        pool = Paused()
        accepted = [await admitted(pool, f"member {number}", CLUB) for number in range(HINTS_OF_ADDRESS)]
        assert await admitted(pool, "member 0", STRANGER) is None  # whatever the table and the address
        assert await admitted(pool, "another member", CLUB) is None
        accepted.append(await admitted(pool, "stranger", STRANGER))
        tasks = [task for task in accepted if task is not None]
        assert len(tasks) == HINTS_OF_ADDRESS + 1
        pool.go_on.set()
        assert all(await asyncio.gather(*tasks))
        assert await pool.hint("member 0", CLUB, SETTINGS, view_of_mano(), None)

    asyncio.run(ask())


def test_the_queue_of_hints_is_bounded() -> None:
    async def ask() -> None:
        pool = Paused()
        tasks = [await admitted(pool, f"guest {number}", f"203.0.113.{number}") for number in range(MOST_HINTS)]
        assert None not in tasks
        assert await admitted(pool, "the next guest", STRANGER) is None
        pool.go_on.set()
        await asyncio.gather(*(task for task in tasks if task is not None))

    asyncio.run(ask())


def test_a_refused_hint_says_that_others_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "MOST_HINTS", 0)
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        with ana.page(ana.open_table(variant="argentino", players=2, starts_at_once=True), "en") as page:
            while not page.choices:
                assert page.act() or page.receive()
            answer = page.request("hint")
            assert answer["code"] == "flood"
            assert answer["reason"] == "many hints are being computed: try again in a moment"


def wait_for_line(settings: TableSettings, _view: View, _lang: str | None) -> str:
    """Compute a hint that takes until somebody writes a line into a pipe. The options of the table name the pipe."""
    with Path(settings.options["pipe"]).open() as pipe:
        return pipe.readline()


def test_a_bot_does_not_wait_for_a_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hint ends only after the only worker process of the bots has answered."""
    monkeypatch.setattr(bot_pool, "hint_text", wait_for_line)
    monkeypatch.setattr(bot_pool, "LONGEST_THOUGHT", PATIENCE)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    hint_settings = TableSettings("argentino", 2, {"pipe": str(path)}, False, False, 0, 0, "jugador")

    async def ask(pipe: IO[bytes]) -> tuple[BotAnswer, str | None]:
        pool = ProcessBotPool(1, b"test")
        try:
            hint = asyncio.create_task(pool.hint("ana", CLUB, hint_settings, view_of_mano(), None))
            await asyncio.sleep(0)
            move = await pool.ask("table", 1, SETTINGS, "jugador", 1, "choose", view_of_mano())
            pipe.write(b"a hint\n")
            return move, await hint
        finally:
            pool.close()

    with os.fdopen(os.open(path, os.O_RDWR), "wb", buffering=0) as pipe:
        move, hint = asyncio.run(asyncio.wait_for(ask(pipe), PATIENCE))
    assert move in view_of_mano().moves
    assert hint == "a hint\n"
