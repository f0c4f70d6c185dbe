"""The actions of a player on the table screen: keys, mouse, talk, señas, watching, hints and help."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.widgets import Input, OptionList, Static

from tools.screens import AT_ONCE, AtTable, seated, table_of
from truquero.bots import Azar
from truquero.table import Match, View
from truquero.tui.play_app import PlayApp
from truquero.tui.saved_matches import SavedMatch, captains_for
from truquero.tui.screens.dialogs import CutDialog, HandResult, LeaveDialog, ListDialog, TextDialog
from truquero.tui.widgets.move_buttons import MoveButton
from truquero.tui.widgets.other_seats import WATCHED_MARK
from truquero.tui.widgets.own_cards import OwnCards

PATIENCE = 300.0  # timeout of a test in seconds


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path))


def at(app: PlayApp, actions: Callable[[AtTable], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> Match:
    """Run `actions` at the table and return the match."""

    async def run() -> None:
        async with seated(app, size) as player:
            await actions(player)

    asyncio.run(run())
    assert app.session is not None
    return app.session.match


def moves_of(match: Match, seat: int = 1) -> list[str]:
    return [move for deal in match.log for hand in deal.hands for mover, move in hand.moves if mover == seat]


def notice(player: AtTable) -> str:
    return str(player.table.query_one("#notice", Static).render())


def as_mano(variant: str = "argentino", players: int = 4, **options: Any) -> PlayApp:
    """Return an app where the player is mano and has no flor."""
    match = Match(variant, players, seed="mano-2", dealer=players, captains=captains_for(1), **options)
    bots = dict.fromkeys(range(2, players + 1), "azar")
    return PlayApp((match, SavedMatch.begin(match, 1, bots)), pace=AT_ONCE)


# --------------------------------------------------------------------------------------------------------------- moves


def test_a_card_is_laid_by_its_key() -> None:
    async def actions(player: AtTable) -> None:
        card = player.table.keys["1"].move
        await player.press("1")
        assert card in moves_of(player.table.session.match)

    at(as_mano(), actions)


def test_a_card_is_laid_by_a_click_on_it() -> None:
    async def actions(player: AtTable) -> None:
        card = player.table.keys["2"].move
        await player.pilot.click(OwnCards, offset=(8, 3))
        await player.settle()
        assert moves_of(player.table.session.match)[0] == card

    at(as_mano(), actions)


def test_a_move_is_made_by_a_click_on_its_button() -> None:
    async def actions(player: AtTable) -> None:
        await player.redraw()
        [button] = [button for button in player.table.query(MoveButton) if button.choice.move == "truco"]
        await player.pilot.click(button)
        await player.settle()
        assert moves_of(player.table.session.match)[0] == "truco"
        assert player.table.focused is None  # the next key is a move again, not text

    at(as_mano(), actions)


def test_a_move_may_be_typed_in_words() -> None:
    async def actions(player: AtTable) -> None:
        await player.say("falta envido")
        assert moves_of(player.table.session.match)[0] == "falta-envido"

    at(as_mano(), actions)


def test_calls_of_one_utterance_are_made_when_they_become_legal() -> None:
    async def actions(player: AtTable) -> None:
        await player.say("envido y truco")
        assert moves_of(player.table.session.match) == ["envido"]  # a rival has raised it
        await player.say("quiero")
        assert moves_of(player.table.session.match)[:3] == ["envido", "quiero", "truco"]

    at(as_mano(), actions)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("vale cuatro", "“vale cuatro” cannot be said now: the next call is truco (? for help)."),
        ("quiero", "“quiero” cannot be said now: there is nothing to answer (? for help)."),
        ("good evening", "I did not understand “good evening”: choose from the list (? for help)."),
    ],
)
def test_the_table_says_why_words_are_no_move(typed: str, answer: str) -> None:
    async def actions(player: AtTable) -> None:
        await player.say(typed)
        assert notice(player) == answer

    at(as_mano(), actions)


@pytest.mark.parametrize("typed", ["xyzzy", "vale cuatro", "99", "1b 2b"])
def test_an_illegal_move_is_reported_and_changes_nothing(typed: str) -> None:
    async def actions(player: AtTable) -> None:
        await player.say(typed)
        assert notice(player)
        assert moves_of(player.table.session.match) == []
        assert player.table.keys

    at(as_mano(), actions)


def test_a_key_that_is_no_move_does_nothing() -> None:
    async def actions(player: AtTable) -> None:
        await player.press("z", "y", "up")
        assert moves_of(player.table.session.match) == []

    at(as_mano(), actions)


def test_letters_are_text_while_the_input_line_has_the_focus() -> None:
    async def actions(player: AtTable) -> None:
        await player.press("enter", "q", "s", "1")
        assert player.table.query_one("#say", Input).value == "qs1"
        await player.press("escape")
        assert player.table.query_one("#say", Input).value == ""
        assert moves_of(player.table.session.match) == []

    at(as_mano(), actions)


def test_points_are_declared_as_a_number() -> None:
    async def actions(player: AtTable) -> None:
        session = player.table.session
        await player.say("falta envido")
        assert session.view().state is not None
        for _turn in range(12):
            menu = player.table.menu
            if menu is not None and menu.declared:
                assert "Say your points" in notice(player)
                await player.press("2", "0", "enter")
                assert "20" in moves_of(session.match)
                return
            await player.press("space" if isinstance(player.app.screen, HandResult) else "1")
        raise AssertionError("nobody ever accepts")

    at(table_of("argentino", 2, "aloud-2", declare="manual"), actions)


# ------------------------------------------------------------------------------------------------ señas and watching


def test_a_seña_is_chosen_from_those_of_the_table() -> None:
    async def actions(player: AtTable) -> None:
        await player.press("s")
        assert isinstance(player.app.screen, ListDialog)
        assert "raise the eyebrows" in player.text()
        await player.press("down", "enter")
        match = player.table.session.match
        assert moves_of(match) == [f"sena-{match.rules.voices.signs[1].name}"]
        assert "(seña: wink — " in player.text()

    at(as_mano(), actions)


def test_señas_and_the_seat_to_watch_may_be_typed() -> None:
    async def actions(player: AtTable) -> None:
        match = player.table.session.match
        await player.say("seña 2")
        assert moves_of(match) == [f"sena-{match.rules.voices.signs[1].name}"]
        await player.say("mira 4")
        assert player.table.session.view().watching == 4
        await player.say("seña nothing of the kind")
        assert notice(player) == "this table has no such seña"
        await player.say("pista")
        assert isinstance(player.app.screen, TextDialog)

    at(as_mano(), actions)


def test_a_seña_may_be_typed_by_its_name() -> None:
    async def actions(player: AtTable) -> None:
        match = player.table.session.match
        before = match.turn
        await player.say("tantos gordos")
        assert [event.move for event in match.events if event.seat == 1] == ["sena-tantos-gordos"]
        assert match.turn == before

    at(table_of("navarrevisca", 4, "said-1"), actions)


def test_a_table_without_señas_or_partners_says_so() -> None:
    async def actions(player: AtTable) -> None:
        await player.press("s")
        assert notice(player)

    at(as_mano(players=2), actions)
    at(as_mano("quesada"), actions)


def test_the_seat_to_watch_is_chosen_from_a_list() -> None:
    async def actions(player: AtTable) -> None:
        await player.press("w")
        assert player.app.screen.query_one(OptionList).highlighted == 1  # the partner, across the table
        await player.press("down", "enter")
        assert player.table.session.view().watching == 4
        await player.redraw()
        assert f"{player.name_of(4)} {WATCHED_MARK}" in player.text()

    at(as_mano(), actions)


# ---------------------------------------------------------------------------------------------------- hints and help


def test_a_hint_shows_what_the_cards_are_worth() -> None:
    async def actions(player: AtTable) -> None:
        await player.press("h")
        screen = player.app.screen
        assert isinstance(screen, TextDialog)
        text = player.text()
        assert "envido: " in text
        assert "unseen cards" in text
        async with asyncio.timeout(PATIENCE):
            while "…" in str(screen.query_one("#text", Static).render()):
                await asyncio.sleep(0.01)
        await player.redraw()
        assert "that yours is good" in player.text()
        advised = str(screen.query_one("#text", Static).render()).splitlines()[-1]
        assert advised.startswith(("Play ", "“"))
        await player.press("space")
        assert not isinstance(player.app.screen, TextDialog)

    at(as_mano(players=2), actions)


def test_the_keys_of_the_last_line_may_be_clicked() -> None:
    async def actions(player: AtTable) -> None:
        line = player.text().splitlines()[-1]
        await player.pilot.click("#keys", offset=(line.index("help"), 0))
        await player.redraw()
        assert isinstance(player.app.screen, TextDialog)

    at(as_mano(), actions)


def test_the_last_line_explains_what_enter_does() -> None:
    async def actions(player: AtTable) -> None:
        assert player.text().splitlines()[-1].split("  ")[0] == " Enter say it in words"
        await player.press("enter")
        *_above, line, keys = player.text().splitlines()
        assert line.strip() == "> such as “truco”"
        assert keys.split() == ["Enter", "say", "it", "Esc", "say", "nothing"]
        await player.press(*"truco")
        await player.pilot.click("#keys", offset=(keys.index("Enter"), 0))
        await player.redraw()
        assert moves_of(player.table.session.match)[0] == "truco"
        assert "say it in words" in player.text().splitlines()[-1]

    at(as_mano(), actions)


def test_help_shows_the_order_of_the_cards() -> None:
    async def actions(player: AtTable) -> None:
        await player.press("question_mark")
        assert "1e > 1b > 7e > 7o" in player.text()
        written = str(player.app.screen.query_one("#text", Static).render())
        assert "Glossary" in written
        assert "quiero vale cuatro" in written  # an answer to the retruco
        await player.press("escape")
        assert player.table.keys

    at(as_mano(), actions)


def test_typing_quiero_does_not_leave_the_table() -> None:
    async def actions(player: AtTable) -> None:
        await player.press("q", "u", "i", "e", "r", "o")
        assert isinstance(player.app.screen, LeaveDialog)
        await player.press("escape")
        assert player.table.keys

    at(as_mano(), actions)


# ----------------------------------------------------------------------------------------------------------------- bots


def test_the_screen_responds_while_a_bot_thinks_and_shows_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    may_speak = Event()

    def slowly(self: Azar, view: View) -> str:
        assert may_speak.wait(PATIENCE)
        return view.moves[0]

    monkeypatch.setattr(Azar, "choose", slowly)

    async def actions(player: AtTable) -> None:
        await player.pilot.press("1")
        async with asyncio.timeout(PATIENCE):
            while "thinking" not in notice(player):
                await asyncio.sleep(0.01)
        table = player.table
        table.make_sign(table.text.rules.voices.signs[0].name)  # it is made when the bot has finished
        assert [move for move in moves_of(table.session.match) if move.startswith("sena")] == []
        may_speak.set()
        await player.settle()
        assert [move for move in moves_of(table.session.match) if move.startswith("sena")]
        assert "thinking" not in notice(player)

    at(as_mano(), actions)


def test_a_match_that_cannot_be_saved_continues_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    async def actions(player: AtTable) -> None:
        monkeypatch.setattr(os, "fsync", _full)
        await player.press("1")
        await player.redraw()
        assert "cannot save the match there" in " ".join(player.text().split())

    at(as_mano(), actions, size=(140, 40))


def _full(_handle: int) -> None:
    raise OSError(28, "no room")


# ------------------------------------------------------------------------------------------------------------- ceremony


def test_with_ceremony_the_player_cuts() -> None:
    match = Match("argentino", 4, seed="cut", dealer=2, captains=captains_for(1))
    app = PlayApp((match, SavedMatch.begin(match, 1, dict.fromkeys((2, 3, 4), "azar"), ceremony=True)), pace=AT_ONCE)

    async def actions(player: AtTable) -> None:
        assert isinstance(player.app.screen, CutDialog)
        await player.press("2", "enter")
        assert isinstance(player.app.screen, CutDialog)  # a packet of two cards is too small
        await player.press("backspace", "1", "2", "enter")
        assert player.table.session.match.log[0].cut == 12

    at(app, actions)


# --------------------------------------------------------------------------------------------------------- rapid input


def test_a_dialog_is_closed_only_once() -> None:
    """The second of two rapid keys or clicks would close the table itself."""

    async def actions(player: AtTable) -> None:
        await player.press("?")
        dialog = player.app.screen
        assert isinstance(dialog, TextDialog)
        for _ in range(2):
            dialog.on_click()
        await player.settle()
        assert player.app.screen is player.table

    at(as_mano(), actions)


def test_a_key_whose_meaning_has_just_changed_must_be_pressed_again() -> None:
    async def actions(player: AtTable) -> None:
        table = player.table
        table._pause, table._before, table._changed = 3600.0, {"1": "quiero"}, time.monotonic()
        await player.press("1")
        assert not moves_of(table.session.match)
        assert notice(player)
        table._pause = 0
        await player.press("1")
        assert moves_of(table.session.match)

    at(as_mano(), actions)


@pytest.mark.parametrize("place", ["#own", "MoveButton"])
def test_a_click_right_after_the_choices_changed_must_be_repeated(place: str) -> None:
    async def actions(player: AtTable) -> None:
        table = player.table
        offset = (2, 3) if place == "#own" else (1, 0)
        table._pause, table._changed = 3600.0, time.monotonic()
        assert await player.pilot.click(place, offset=offset)
        async with asyncio.timeout(PATIENCE):
            # A button takes no other click while it is shown as pressed.
            while not notice(player) or table.query(".-active"):
                await asyncio.sleep(0.01)
        assert not moves_of(table.session.match)
        table._pause = 0
        assert await player.pilot.click(place, offset=offset)
        async with asyncio.timeout(PATIENCE):
            while not moves_of(table.session.match):
                await asyncio.sleep(0.01)

    at(as_mano(), actions)


def test_unknown_words_stay_in_the_input_line_for_correction() -> None:
    async def actions(player: AtTable) -> None:
        await player.press("enter", *"xyzw", "enter")
        assert player.table.query_one("#say", Input).value == "xyzw"

    at(as_mano(), actions)
