"""The pace at a table in the terminal: how long bots take, and what goes on without the player."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

from tests.support.bot_tables import hand_of, play
from tools.screens import AtTable, seated
from truquero.cli import main
from truquero.i18n import speaking
from truquero.session import SPEEDS
from truquero.table import Match
from truquero.tui.match_setup import MatchSetup
from truquero.tui.pace import Pace
from truquero.tui.play_app import PlayApp
from truquero.tui.saved_matches import SavedMatch
from truquero.tui.screens import table_screen
from truquero.tui.screens.dialogs import CutDialog
from truquero.tui.widgets.drop_down import DropDown
from truquero.variants import VARIANTS

PATIENCE = 300.0  # timeout of a test in seconds
WEAK = {1: "4o 5c 6e", 2: "4c 5o 6b", 3: "4e 5b 12c", 4: "4b 5e 12o"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path))
    with speaking("en"):
        yield


def at(match: Match, pace: Pace, actions: Callable[[AtTable], Awaitable[None]], *, ceremony: bool = False) -> None:
    """Run `actions` at the table of a match where the player has seat 1."""
    bots = dict.fromkeys(range(2, match.players + 1), "azar")
    app = PlayApp((match, SavedMatch.begin(match, 1, bots, ceremony=ceremony)), pace=pace)

    async def run() -> None:
        async with seated(app) as player:
            await actions(player)

    asyncio.run(run())


def answered_by_player_and_partner() -> Match:
    """Return a match where the rivals have called truco, and seats 1 and 3 must answer."""
    match = hand_of("argentino", WEAK, flor=False)
    return play(match, "1 4o", "2 truco")


@contextmanager
def clock_at(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Replace the clock of the table screen by a number that the test changes."""
    now = [1000.0]
    monkeypatch.setattr(table_screen, "monotonic", lambda: now[0])
    yield now


def test_the_partner_answers_when_the_countdown_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    match = answered_by_player_and_partner()
    with clock_at(monkeypatch) as now:

        async def wait(player: AtTable) -> None:
            notice = player.table.query_one("#notice", Static)
            assert "Your partner answers in 8 seconds." in str(notice.render())
            assert match.must_act == (1, 3)
            now[0] += 8
            await until(lambda: len(match.log[0].hands[0].moves) > 2)
            assert match.log[0].hands[0].moves[2][0] == 3

        at(match, Pace(fixed_pause=0, answer_seconds=8), wait)


def test_without_a_limit_the_partner_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    match = answered_by_player_and_partner()
    with clock_at(monkeypatch) as now:

        async def wait(player: AtTable) -> None:
            now[0] += 10_000
            await player.redraw()
            assert match.must_act == (1, 3)

        at(match, Pace(fixed_pause=0), wait)


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_bot_takes_its_time_before_its_move_and_after_it(speed: Any) -> None:
    pace = Pace(speed)
    assert pace.wait_before(5.0) + pace.pause == 5.0
    assert pace.wait_before(0.1) == 0
    assert Pace(speed, fixed_pause=3).wait_before(5.0) == 0
    assert Pace(speed, fixed_pause=3).pause == 3


def test_calm_bots_pause_longest() -> None:
    assert Pace("fast").pause < Pace("normal").pause < Pace("calm").pause


def test_the_pack_is_cut_for_a_player_who_prefers_it() -> None:
    match = Match("argentino", 2, seed="cut", dealer=2)  # the player cuts

    async def look(player: AtTable) -> None:
        assert not isinstance(player.app.screen, CutDialog)
        assert match.log

    at(match, Pace(fixed_pause=0, cuts=True), look, ceremony=True)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.002)


def test_the_next_hand_begins_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_screen, "READING_TIME", 0.01)
    match = Match("argentino", 2, seed="next", dealer=2)

    async def leave_the_hand(player: AtTable) -> None:
        await player.pilot.press("enter", *"mazo", "enter")
        await until(lambda: len(match.log) == 2)

    at(match, Pace(fixed_pause=0, goes_on=True), leave_the_hand)
    assert len(match.log) == 2


def test_the_setup_screen_sets_the_pace() -> None:
    setup = MatchSetup(VARIANTS["argentino"], "azar", players=4)

    async def choose() -> None:
        async with seated(PlayApp(setup=setup)) as player:
            for key, value in (("speed", "calm"), ("answer", "20"), ("cuts", "on"), ("goes-on", "on")):
                player.app.screen.query_one(f"#choose-{key}", DropDown).value = value
                await player.redraw()

    asyncio.run(choose())
    assert setup.pace == Pace("calm", answer_seconds=20, cuts=True, goes_on=True)


def test_arguments_set_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    paces = []

    def run(app: PlayApp) -> None:
        paces.append(app._pace)
        raise KeyboardInterrupt

    monkeypatch.setattr("truquero.cli.play._is_terminal", lambda: True)
    monkeypatch.setattr(PlayApp, "run", run)
    arguments = "argentino --speed fast --answer-time 12 --auto-cut --auto-continue --pause 2"
    with suppress(KeyboardInterrupt):
        main(["play", *arguments.split()])
    assert paces == [Pace("fast", 2.0, 12, True, True)]
