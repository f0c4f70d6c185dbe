"""The screen where a table is chosen, and the arguments of `truquero play`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from tools.screens import AT_ONCE, AtTable, seated
from truquero.bots import ROSTER
from truquero.cli import main
from truquero.cli import play as command
from truquero.i18n import LANGUAGES, _, speaking
from truquero.records import parse, replay
from truquero.rules.game import Rules
from truquero.table import Match
from truquero.tui.match_setup import MatchSetup
from truquero.tui.play_app import PlayApp
from truquero.tui.saved_matches import SavedMatch, resume_match
from truquero.tui.screens.setup_screen import SetupScreen
from truquero.tui.widgets.drop_down import DropDown, ValueList
from truquero.tui.widgets.game_list import GameList
from truquero.variants import VARIANTS, Preset
from truquero.variants.option_groups import grouped_options, matters


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path / "saved"))
    with speaking("en"):
        yield tmp_path / "saved"


def open_table(setup: MatchSetup, rules: Rules) -> tuple[Match, SavedMatch]:
    match = Match(rules, seed="setup")
    return match, SavedMatch.begin(match, setup.seat, setup.opponents())


def at_setup_screen(actions: Callable[[AtTable], Awaitable[None]]) -> PlayApp:
    """Open the setup screen, act there, and return the app after it has ended."""
    app = PlayApp(setup=MatchSetup(VARIANTS["argentino"], "azar", pace=AT_ONCE), open_table=open_table)

    async def run() -> None:
        async with seated(app) as player:
            await until(lambda: shows(player, "argentino"))
            await actions(player)

    asyncio.run(run())
    return app


def shows(player: AtTable, variant: str) -> bool:
    screen = player.app.screen
    return isinstance(screen, SetupScreen) and screen.form_of is not None and screen.form_of[0] == variant


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not condition():
            await asyncio.sleep(0.01)


def shown_rules(preset: Preset) -> list[str]:
    """Return the descriptions of the house rules that matter with the usual number of players."""
    options = (option for _title, options in grouped_options(preset) for option in options)
    return [_(option.description) for option in options if matters(preset, option, preset.players[0], {})]


def test_every_game_is_offered_with_its_place_and_every_house_rule() -> None:
    async def actions(player: AtTable) -> None:
        games = player.app.screen.query_one(OptionList)
        assert [games.get_option_at_index(index).id for index in range(games.option_count)] == list(VARIANTS)
        for preset in (VARIANTS["argentino"], VARIANTS["asturiano"]):
            games.highlighted = list(VARIANTS).index(preset.name)
            await until(partial(shows, player, preset.name))
            names = [str(label.render()) for label in player.app.screen.query("#form .rule > .name").results(Static)]
            assert names == shown_rules(preset)

    at_setup_screen(actions)


def test_the_setup_screen_shows_game_seats_opponents_and_house_rules() -> None:
    async def actions(player: AtTable) -> None:
        text = player.text()
        for label in (
            "Truco argentino",
            "players",
            "your seat",
            "Seat 4 (rival)",
            "style",
            "By the book",
            "championship",
            "Length of the match and pack",
            "points of a game",
        ):
            assert label in text
        rows = list(player.app.screen.query("#form .choice"))
        assert {row.size.height for row in rows} == {1}
        await check_explanations(player)

    assert at_setup_screen(actions).session is None


async def check_explanations(player: AtTable) -> None:
    def explanation() -> str:
        return str(player.app.screen.query_one("#notice", Static).render())

    assert explanation().startswith("Truco argentino · 4 players · to 30 points")
    player.app.screen.query_one("#choose-seat-2", DropDown).focus()
    await player.redraw()
    assert explanation() == "random: plays any legal move"
    await player.press("enter", "down")
    await player.redraw()
    assert explanation() == "apprentice: plays by simple, sensible rules"
    await player.press("enter")
    await player.redraw()
    assert explanation() == "apprentice: plays by simple, sensible rules"
    player.app.screen.query_one("#choose-rule-target").focus()
    await player.redraw()
    assert explanation() == "target: points of a game (1..1000); usually 30"
    player.app.screen.query_one("#choose-rule-falta_mode").focus()
    await player.redraw()
    assert "usually leader. leader: It is worth what the leader lacks." in explanation()
    await player.press("enter", "down")
    await player.redraw()
    assert "win_game: It is worth the whole game." in explanation()
    await player.press("escape")
    player.app.screen.query_one("#games").focus()
    await player.redraw()
    assert explanation().startswith("Truco argentino")


def test_a_style_and_a_championship_fill_the_form() -> None:
    async def actions(player: AtTable) -> None:
        screen = player.app.screen
        assert isinstance(screen, SetupScreen)
        screen.query_one("#choose-style").focus()
        await player.press("enter", "up", "up", "enter")  # from "By the book" to "Quick"
        await until(lambda: screen.form_of == ("argentino", 2, 1))
        assert screen.query_one("#choose-style", DropDown).value == "quick"
        assert not screen.query("#choose-rule-flor_forced")  # there is no flor
        screen.query_one("#choose-rule-flor").focus()
        await player.press("enter", "up", "enter")
        await until(lambda: bool(screen.query("#choose-rule-flor_forced")))
        assert screen.query_one("#choose-style", DropDown).value == "own"
        screen.query_one("#choose-championship").focus()
        await player.press("enter", "up", "enter")
        await until(lambda: bool(screen.query("#choose-rule-strict_words")))
        await until(lambda: screen.query_one("#choose-rule-strict_words", DropDown).value == "on")
        assert screen.query_one("#choose-rule-declare", DropDown).value == "manual"

    assert at_setup_screen(actions).session is None


def test_a_list_of_values_is_opened_and_closed() -> None:
    async def actions(player: AtTable) -> None:
        screen = player.app.screen
        bot = screen.query_one("#choose-seat-2", DropDown)

        def lists() -> list[int | None]:
            return [values.highlighted for values in screen.query(ValueList)]

        await player.pilot.click(bot)
        assert (lists(), screen.focused) == ([0], screen.query_one(ValueList))
        assert "▲" in player.text()
        await player.press("p")  # a letter moves in the list and does not start the match
        assert lists() == [list(ROSTER).index("jugador")]
        await player.press("p", "escape")
        assert (lists(), bot.value, screen.focused) == ([], "azar", bot)
        await player.press("up", "tab")
        await player.redraw()
        assert (lists(), bot.value) == ([], "azar")
        await player.pilot.click(bot)
        await player.pilot.mouse_down(bot)
        await player.redraw()
        assert lists() == []
        await player.pilot.click(bot)
        await player.pilot.click(ValueList, offset=(2, 1))
        await player.redraw()
        assert (lists(), bot.value, screen.focused) == ([], "aprendiz", bot)
        await player.press("p")

    app = at_setup_screen(actions)
    assert app.session is not None
    assert app.session.saved.bots == {2: "aprendiz", 3: "azar", 4: "azar"}


def test_a_table_is_chosen_and_played_at() -> None:
    async def actions(player: AtTable) -> None:
        screen = player.app.screen
        assert isinstance(screen, SetupScreen)
        await player.press(*["down"] * list(VARIANTS).index("quesada"))
        await until(lambda: screen.form_of == ("quesada", 4, 1))
        screen.query_one("#choose-players", DropDown).value = "2"
        await until(lambda: screen.form_of == ("quesada", 2, 1))
        screen.query_one("#choose-seat", DropDown).value = "2"
        await until(lambda: screen.form_of == ("quesada", 2, 2))
        screen.query_one("#form .number", Input).value = "12"
        await player.redraw()
        await player.press("p")
        await player.redraw()

    app = at_setup_screen(actions)
    assert app.session is not None
    match = app.session.match
    assert (match.rules.variant, match.players, app.session.seat) == ("quesada", 2, 2)
    assert match.rules.options["target"] == "12"
    assert app.session.saved.bots == {1: "azar"}


def test_impossible_rules_are_reported() -> None:
    async def actions(player: AtTable) -> None:
        player.app.screen.query_one("#form .number", Input).value = "0"
        await player.redraw()
        await player.press("p")
        await player.redraw()
        assert isinstance(player.app.screen, SetupScreen)
        assert "choose a whole number" in str(player.app.screen.query_one("#notice", Static).render())

    assert at_setup_screen(actions).session is None


def test_a_chosen_language_applies_from_then_on() -> None:
    async def actions(player: AtTable) -> None:
        screen = player.app.screen
        assert isinstance(screen, SetupScreen)
        await player.press("down")
        await until(lambda: screen.form_of == ("trucardo", 2, 1))
        player.app.screen.query_one("#choose-language", DropDown).value = "es"
        await until(lambda: "jugadores" in player.text())
        await player.press("p")
        await player.redraw()
        assert "Reparto 1" in player.text()

    app = at_setup_screen(actions)
    assert app.language == "es"
    assert app.session is not None
    assert app.session.match.rules.variant == list(VARIANTS)[1]


# ----------------------------------------------------------------------------------------------------- command line


class PlayCommand:
    """A run of the `play` command that presses keys and stores the app."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...] = ()) -> None:
        self.app: PlayApp | None = None
        self._keys = keys
        monkeypatch.setattr(command, "_is_terminal", lambda: True)

    def run(self, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
        def run_app(app: PlayApp) -> None:
            self.app = app

            async def press_keys() -> None:
                async with seated(app) as player:
                    await player.press(*self._keys)

            asyncio.run(press_keys())

        monkeypatch.setattr(PlayApp, "run", run_app)
        return main(["play", *arguments])


def test_a_command_with_a_variant_opens_the_table_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command_run = PlayCommand(monkeypatch, ("1",))
    arguments = "argentino --players 4 --seat 3 --bots azar,azar,aprendiz flor=off --seed x --pause 0 --lang en"
    assert command_run.run(monkeypatch, *arguments.split()) == 0
    assert command_run.app is not None
    session = command_run.app.session
    assert session is not None
    assert (session.seat, dict(session.saved.bots)) == (3, {1: "azar", 2: "azar", 4: "aprendiz"})
    assert session.match.rules.changed == {"flor": "off"}
    assert session.match.seed == "x"
    output = capsys.readouterr().out
    assert "You leave the table." in output
    assert "truquero play --resume" in output
    assert f"Record of the match: {session.saved.path}\n" in output

    again = PlayCommand(monkeypatch)
    assert again.run(monkeypatch, "--resume", "--lang", "en") == 0
    assert again.app is not None
    assert again.app.session is not None
    resumed = again.app.session.match
    assert replay(parse(session.saved.path.read_text(encoding="utf-8"))).match.log == resumed.log


def test_without_a_variant_the_setup_screen_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    command_run = PlayCommand(monkeypatch, ("p",))
    assert command_run.run(monkeypatch, "--bots", "azar", "--pause", "0") == 0
    assert command_run.app is not None
    assert command_run.app.session is not None
    assert set(command_run.app.session.saved.bots.values()) == {"azar"}
    nobody = PlayCommand(monkeypatch, ("q",))
    assert nobody.run(monkeypatch) == 0
    assert nobody.app is not None
    assert nobody.app.session is None


@pytest.mark.parametrize(
    ("arguments", "players", "changed"),
    [
        (("argentino", "--style", "quick", "target=12"), 2, {"target": "12", "chicos": "1", "flor": "off"}),
        (("argentino", "--style", "book", "--players", "6"), 6, {}),
        (("argentino", "--championship"), 4, {"declare": "manual", "illegal_calls": "penalty", "strict_words": "on"}),
        (("paulista", "--championship", "--style", "quick"), 2, {"truco_mao11": "penalty", "deck": "24"}),
    ],
)
def test_a_style_and_a_championship_choose_house_rules(
    arguments: tuple[str, ...], players: int, changed: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command_run = PlayCommand(monkeypatch, ("q",))
    assert command_run.run(monkeypatch, *arguments, "--bots", "azar", "--pause", "0") == 0
    assert command_run.app is not None
    assert command_run.app.session is not None
    rules = command_run.app.session.match.rules
    assert rules.players == players
    assert changed.items() <= rules.changed.items()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("--resume --style quick", "takes no rules, seats, bots, seed or señas"),
        ("argentino --bots nadie", "there is no bot 'nadie'"),
        ("argentino --bots azar,azar", "one name, or 3 names"),
        ("argentino --bots azar,", "there is no bot ''"),
        ("argentino --seat 9", "there is no seat 9"),
        ("argentino --resume", "takes no rules, seats, bots, seed or señas"),
        ("--resume --bots azar", "takes no rules, seats, bots, seed or señas"),
        ("--resume", "there is no match to continue"),
        ("--resume nowhere.truco", "there is no such file"),
        ("--pause fast", "a number from 0 to 60"),
    ],
)
def test_impossible_arguments_are_reported(arguments: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["play", *arguments.split(), "--lang", "en"])
    except SystemExit as error:
        status = int(str(error.code))
    assert status == 2
    assert reason in capsys.readouterr().err


def test_a_program_with_commas_is_quoted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    bots = r"""azar, exec:cat "--a,b" '-c,d' -e\,f ,aprendiz"""
    assert main(["play", "argentino", "--players", "4", "--bots", bots, "--lang", "en"]) == 0
    output = capsys.readouterr().out
    seats = r"""Seat 2: .* \(random\)\nSeat 3: exec:cat "--a,b" '-c,d' -e\\,f\nSeat 4: .* \(apprentice\)\n"""
    assert re.search(seats, output)


def test_bots_that_were_named_are_offered_where_a_table_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    command_run = PlayCommand(monkeypatch, ("p",))
    assert command_run.run(monkeypatch, "--bots", "azar,aprendiz,azar", "--seat", "2", "--pause", "0") == 0
    assert command_run.app is not None
    assert command_run.app.session is not None
    chosen = dict(command_run.app.session.saved.bots)
    assert chosen == {seat: name for seat, name in {1: "azar", 3: "aprendiz", 4: "azar"}.items() if seat in chosen}


def test_a_match_in_line_mode_is_saved_and_can_be_resumed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    assert main(["play", "valenciano", "--players", "2", "--bots", "azar", "--seed", "3", "--lang", "en"]) == 0
    saved, match = resume_match()
    assert match.seed == "3"
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 3000))
    assert main(["play", "--resume", "--lang", "en"]) == 0
    assert "End of the match." in capsys.readouterr().out
    assert replay(parse(saved.path.read_text(encoding="utf-8"))).match.over


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_house_rules_have_names_in_other_languages(language: str) -> None:
    async def actions(player: AtTable) -> None:
        names = [str(label.render()) for label in player.app.screen.query("#form .rule > .name").results(Static)]
        assert names == shown_rules(VARIANTS["argentino"])

    with speaking(language):
        at_setup_screen(actions)


def test_a_side_may_agree_on_private_señas() -> None:
    """S000 §16: only with partners. An invalid code is reported while it is typed and cannot open a table."""
    setups: list[MatchSetup] = []

    async def actions(player: AtTable) -> None:
        screen = player.app.screen
        line = screen.query_one("#choose-signs", Input)
        line.focus()
        line.value = "guino=9e"
        notice = screen.query_one("#notice", Static)
        await until(lambda: "9e is not a card of this variant" in str(notice.render()))
        screen.query_one("#play").focus()
        await player.press("p")
        await until(lambda: "9e is not a card of this variant" in str(notice.render()))
        assert player.app.screen is screen
        line.value = "guino=1e"
        await until(lambda: setups[0].signs == "guino=1e")
        assert setups[0].signs_agreed() == "guino=1e"
        setups[0].players = 2
        assert setups[0].signs_agreed() == ""

    app = PlayApp(setup=MatchSetup(VARIANTS["argentino"], "azar", pace=AT_ONCE), open_table=open_table)

    async def run() -> None:
        async with seated(app) as player:
            await until(lambda: shows(player, "argentino"))
            assert isinstance(app.screen, SetupScreen)
            setups.append(app.screen._setup)
            await actions(player)

    asyncio.run(run())


def test_the_list_of_games_shows_the_chosen_game_at_any_size() -> None:
    async def resize() -> None:
        async with seated(PlayApp(setup=MatchSetup(VARIANTS["valenciano"], "azar"), pace=AT_ONCE)) as player:
            games = player.app.screen.query_one(GameList)
            assert games.scroll_offset.y == 0
            games.scroll_to(y=3, animate=False, immediate=True)  # as if it had been smaller when it was mounted
            await player.pilot.resize_terminal(80, 26)
            await player.redraw()
            assert games.scroll_offset.y == 0

    asyncio.run(resize())
