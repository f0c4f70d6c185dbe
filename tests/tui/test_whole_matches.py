"""Whole matches on the screen, played by keys; leaving a match and resuming it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.bot_tables import THINKING, think_little
from tools.screens import AT_ONCE, AtTable, seated, table_of
from truquero.records import parse, record, replay
from truquero.table import Match
from truquero.tui.play_app import PlayApp
from truquero.tui.saved_matches import SavedMatch, captains_for, resume_match
from truquero.tui.screens.dialogs import Dialog


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path))
    return tmp_path


async def play(player: AtTable, random: Random, most: int = 10_000) -> int:
    """Press random move keys until the match is over or `most` are pressed. Return the number of keys."""
    pressed = 0
    while player.app.is_running and pressed < most:
        if isinstance(player.app.screen, Dialog):
            await player.press("space")
            continue
        keys = [key for key, choice in player.table.keys.items() if not choice.typed]
        await player.press(random.choice(keys))
        pressed += 1
    return pressed


@pytest.mark.parametrize(
    ("variant", "players", "bot", "options"),
    [
        # Longer matches test nothing more.
        ("argentino", 4, "azar", {"target": "10"}),
        ("belmez", 4, "azar", {"target": "6"}),
        ("paulista", 2, "jugador", {}),
    ],
)
def test_a_whole_match_is_played_by_keys(
    variant: str, players: int, bot: str, options: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_little(monkeypatch)
    app = table_of(variant, players, "match", bot=bot, **options)

    async def whole() -> None:
        async with seated(app) as player:
            assert await play(player, Random(1)) > 10

    asyncio.run(whole())
    assert app.session is not None
    match = app.session.match
    assert match.over
    (saved,) = folder.glob("*.truco")
    written = saved.read_text(encoding="utf-8")
    assert written == str(record(match))
    assert replay(parse(written)).match.winner == match.winner


def test_every_character_plays_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Partners and rivals think, make señas and speak up, in games of few points."""
    think_little(monkeypatch)
    match = Match("argentino", 6, seed="characters 2", captains=captains_for(1), target="6", chicos="1", flor="off")
    bots = dict(zip(range(2, 7), THINKING, strict=True))
    app = PlayApp((match, SavedMatch.begin(match, 1, bots)), pace=AT_ONCE)

    async def whole() -> None:
        async with seated(app) as player:
            assert all(player.name_of(seat) in player.text() for seat in bots)
            await play(player, Random(4))

    asyncio.run(whole())
    assert match.over
    assert {seat for deal in match.log for hand in deal.hands for seat, _move in hand.moves} >= {*bots}


@pytest.mark.parametrize(
    ("variant", "players"),
    [("argentino", 3), ("argentino", 6), ("argentino", 8), ("quesada", 6), ("venezolano", 4), ("mineiro", 4)],
)
def test_every_kind_of_table_is_drawn_and_played(variant: str, players: int) -> None:
    async def begun() -> None:
        async with seated(table_of(variant, players, "begin", seat=2)) as player:
            await play(player, Random(3), most=6)
            while isinstance(player.app.screen, Dialog):  # a dialog covers the table
                await player.press("space")
            if player.app.is_running:
                text = player.text()
                assert all(player.name_of(seat) in text for seat in range(1, players + 1) if seat != 2)

    asyncio.run(begun())


@pytest.mark.parametrize("options", [{"declare": "manual"}, {"word": "any"}, {"flor": "off", "target": "15"}])
def test_house_rules_are_played_by_keys(options: dict[str, Any]) -> None:
    async def begun() -> None:
        async with seated(table_of("argentino", 2, "house", **options)) as player:
            assert await play(player, Random(2), most=6) == 6
            for name, value in options.items():
                assert player.table.session.match.rules.changed[name] == value
            assert player.table.session.match.log[0].hands[0].moves

    asyncio.run(begun())


def test_a_match_that_was_left_continues_unchanged() -> None:
    app = table_of("valenciano", 4, "left")

    async def leave() -> None:
        async with seated(app) as player:
            await play(player, Random(5), most=9)
            await player.pilot.press("ctrl+c")
            await player.redraw()
        assert not app.is_running

    asyncio.run(leave())
    assert app.session is not None
    before = app.session.match
    saved, match = resume_match()
    assert (saved.seat, saved.bots) == (1, {2: "azar", 3: "azar", 4: "azar"})
    assert match.seed == before.seed
    assert match.view(1).cards == before.view(1).cards

    async def go_on() -> None:
        async with seated(PlayApp((match, saved), pace=AT_ONCE)) as player:
            assert f"Deal {len(before.log)}" in player.text()
            await play(player, Random(6), most=5)

    asyncio.run(go_on())
    assert saved.path.read_text(encoding="utf-8") == str(record(match))


def test_the_table_can_be_left_from_every_dialog_and_from_the_input_line() -> None:
    async def leave(*keys: str) -> None:
        app = table_of("argentino", 4, "1")
        async with seated(app) as player:
            await player.pilot.press(*keys)
            await player.redraw()
        assert not app.is_running

    for keys in (("s", "ctrl+c"), ("h", "ctrl+c"), ("q", "ctrl+c"), ("enter", "e", "ctrl+c"), ("q", "q"), ("ctrl+d",)):
        asyncio.run(leave(*keys))
