"""A player can leave at once while a bot thinks, and the bot's later answer changes nothing."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from tools.screens import seated, table_of
from truquero.bots.players import azar
from truquero.bots.protocol import process_bot
from truquero.bots.protocol.pipes import Program, ProgramFailure
from truquero.records import record
from truquero.table import View
from truquero.tui.play_app import PlayApp

PATIENCE = 300.0  # timeout of a test in seconds
THINKER = """
import json, pathlib, sys, time
for line in sys.stdin:
    if json.loads(line)["type"] == "start":
        print('{"type": "ready"}', flush=True)
    else:
        pathlib.Path(sys.argv[1]).touch()
        time.sleep(3600)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture
def thinker(tmp_path: Path) -> tuple[str, Path]:
    """Return the command of a program that thinks for an hour, and the file that it creates when it begins."""
    path, begun = tmp_path / "thinker.py", tmp_path / "begun"
    path.write_text(THINKER, encoding="utf-8")
    return shlex.join([sys.executable, "-S", str(path), str(begun)]), begun


async def until_there(path: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        while not path.exists():
            await asyncio.sleep(0.01)


def written(app: PlayApp) -> str:
    assert app.session is not None
    return str(record(app.session.match))


def saved(app: PlayApp) -> str:
    assert app.session is not None
    return app.session.saved.path.read_text(encoding="utf-8")


def test_leaving_stops_a_program_that_is_thinking(thinker: tuple[str, Path]) -> None:
    command, begun = thinker
    program = Program(shlex.split(command))
    program.send(b'{"type": "start"}\n')
    program.receive(PATIENCE)
    program.send(b'{"type": "turn"}\n')
    outcomes: list[object] = []

    def waits() -> None:
        try:
            outcomes.append(program.receive(3600))
        except Exception as error:
            outcomes.append(error)

    thread = Thread(target=waits)
    thread.start()
    asyncio.run(until_there(begun))
    program.stop(b'{"type": "end"}\n')
    thread.join(PATIENCE)
    assert [type(outcome) for outcome in outcomes] == [ProgramFailure]
    assert not program.stop()
    with pytest.raises(ProgramFailure, match="it was stopped"):
        program.send(b"{}\n")


@pytest.mark.parametrize("keys", [("q", "q"), ("ctrl+c",)])
def test_leaving_does_not_wait_for_a_program_that_is_thinking(
    keys: tuple[str, ...], thinker: tuple[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    command, begun = thinker
    monkeypatch.setattr(process_bot, "MOVE_SECONDS", 3600.0)
    app = table_of("trucardo", 2, "leave", bot=f"exec:{command}")
    before: list[str] = []

    async def leave() -> None:
        async with asyncio.timeout(PATIENCE), seated(app) as player:
            await player.pilot.press("1")
            await until_there(begun)
            before.append(written(app))
            await player.pilot.press(*keys)
            await player.redraw()
        assert not app.is_running

    asyncio.run(leave())
    assert [written(app), saved(app)] == before * 2


def test_leaving_stops_the_match_before_its_screen_is_removed() -> None:
    app = table_of("trucardo", 2, "leave")

    async def leave() -> None:
        async with seated(app):
            assert [worker.is_cancelled for worker in app.workers] == [False]
            app.exit()
            assert all(worker.is_cancelled for worker in app.workers)

    asyncio.run(leave())


def test_an_answer_of_a_bot_after_leaving_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    is_thinking, may_speak = Event(), Event()

    def slowly(self: azar.Azar, view: View) -> str:
        is_thinking.set()
        may_speak.wait(PATIENCE)
        return view.moves[0]

    monkeypatch.setattr(azar.Azar, "choose", slowly)
    app = table_of("trucardo", 2, "leave")
    before: list[str] = []

    async def leave() -> None:
        async with seated(app) as player:
            await player.pilot.press("1")
            await asyncio.to_thread(is_thinking.wait, PATIENCE)
            before.append(written(app))
            await player.pilot.press("ctrl+c")
            await player.redraw()
        may_speak.set()

    asyncio.run(leave())
    assert [written(app), saved(app)] == before * 2
