"""On a screen that is too small, the table says so, waits, and continues when there is room."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tools.screens import SCENES, SIZE, AtTable, seated, table_of
from truquero.i18n import speaking
from truquero.records import record
from truquero.tui.play_app import PlayApp
from truquero.tui.screens.dialogs import TextDialog

NEEDS = "The table needs a window of 80×24,"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path))


def text_of(player: AtTable) -> str:
    return " ".join(player.text().split())


@pytest.mark.parametrize("size", [(60, 18), (79, 24), (80, 23), (30, 8)])
@pytest.mark.parametrize("scene", ["setup", "argentino-4"])
def test_a_small_screen_says_what_it_needs_and_what_to_do(scene: str, size: tuple[int, int]) -> None:
    async def resize() -> None:
        async with seated(SCENES[scene].app(), size) as player:
            text = text_of(player)
            assert NEEDS in text
            assert f"and this window has {size[0]}×{size[1]}. Enlarge it to continue" in text
            assert text.endswith("play with --plain.")
            assert "random" not in text
            await player.pilot.resize_terminal(*SIZE)
            await player.redraw()
            assert NEEDS not in text_of(player)
            assert "random" in text_of(player)

    with speaking("en"):
        asyncio.run(resize())


def record_text(app: PlayApp) -> str:
    assert app.session is not None
    return str(record(app.session.match))


def test_a_match_waits_until_the_window_is_large_enough() -> None:
    app = table_of("argentino", 4, "1")

    async def resize() -> None:
        async with seated(app) as player:
            await player.press("question_mark")
            await player.redraw()
            text, before = player.text(), record_text(app)
            await player.pilot.resize_terminal(60, 18)
            await player.redraw()
            assert NEEDS in text_of(player)
            await player.pilot.press("space", "1", "q", "q", "enter")
            await player.redraw()
            await player.pilot.resize_terminal(*SIZE)
            await player.redraw()
            assert isinstance(app.screen, TextDialog)
            assert (player.text(), record_text(app)) == (text, before)
            await player.press("space", "1")
            assert record_text(app) != before

    with speaking("en"):
        asyncio.run(resize())


def test_the_match_can_be_left_in_a_window_of_any_size() -> None:
    app = table_of("argentino", 4, "1")

    async def leave() -> None:
        async with seated(app, (60, 18)) as player:
            await player.pilot.press("ctrl+c")
            await player.redraw()
        assert not app.is_running

    asyncio.run(leave())
