"""Update the text screenshots of the terminal interface that the tests compare: `python -m tools.screens`."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen

from tools.no_arguments import check_no_arguments
from truquero.i18n import LANGUAGES, speaking
from truquero.table import Match
from truquero.tui.match_setup import MatchSetup
from truquero.tui.pace import Pace
from truquero.tui.play_app import PlayApp
from truquero.tui.saved_matches import SavedMatch, captains_for
from truquero.tui.screens.dialogs import Dialog
from truquero.tui.screens.setup_screen import SetupScreen
from truquero.tui.screens.table_screen import TableScreen
from truquero.variants import VARIANTS

FOLDER = Path(__file__).parent.parent / "tests" / "tui" / "screens"
SIZE = (80, 24)
QUIET_ROUNDS = 5  # rounds without a new message, so that a task that waits for another can go on
_PATIENCE = 300.0  # seconds: timeout of a wait for the player's turn


class AtTable:
    """A simulated user who presses keys and reads the screen."""

    def __init__(self, app: PlayApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def table(self) -> TableScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    def name_of(self, seat: int) -> str:
        """Return the number and the name of a seat, as the table shows them."""
        session = self.table.session
        return session.text.name(session.view(), seat)

    @property
    def is_asked(self) -> bool:
        """Whether the application waits for the player."""
        screen = self.app.screen
        if isinstance(screen, SetupScreen):
            return screen.form_of is not None
        return isinstance(screen, Dialog) or (isinstance(screen, TableScreen) and bool(screen.keys))

    async def settle(self) -> None:
        """Wait until the application waits for the player or has ended."""
        async with asyncio.timeout(_PATIENCE):
            while self.app.is_running and not self.is_asked:
                await asyncio.sleep(0.002)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def say(self, phrase: str) -> None:
        """Type something in the input line of the table."""
        await self.pilot.press("enter", *(_KEYS.get(letter, letter) for letter in phrase))
        await self.press("enter")

    async def redraw(self) -> None:
        """Wait until all messages are handled, and draw what has changed. Return when the application has ended."""
        quiet = 0
        async with asyncio.timeout(_PATIENCE):
            while self.app.is_running and quiet < QUIET_ROUNDS:
                for screen in self._visible_screens:
                    if screen is self.app.screen or _is_outdated(screen):
                        screen._on_timer_update()
                quiet = quiet + 1 if self._is_drawn else 0
                await asyncio.sleep(0)

    @property
    def _visible_screens(self) -> list[Screen[object]]:
        """The screen on top and those that show behind it, without the empty first screen of Textual."""
        return [screen for screen in self.app.screen_stack[1:] if screen.is_current]

    @property
    def _is_drawn(self) -> bool:
        """Whether all messages are handled and all visible screens are drawn."""
        screens = self._visible_screens
        pumps = (self.app, *(widget for screen in screens for widget in screen.walk_children(with_self=True)))
        return (
            self.app._resize_timer is None
            and not any(map(_is_outdated, screens))
            and all(map(_waits_for_messages, pumps))
        )

    def text(self) -> str:
        """Return the text on the screen, without colours."""
        strips = self.app.screen._compositor.render_strips()
        return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


def _waits_for_messages(pump: MessagePump) -> bool:
    """Return whether the application or a widget has handled all its messages and callbacks."""
    ready: asyncio.Event = pump._message_queue.ready_event
    return bool(ready._waiters) and not pump.message_queue_size and not pump._next_callbacks


def _is_outdated(screen: Screen[object]) -> bool:
    """Return whether a screen has something to lay out, to call or, if it is on top, to draw."""
    is_to_draw = screen is screen.app.screen and (screen._repaint_required or screen._dirty_widgets)
    return bool(screen._layout_required or screen._scroll_required or screen._callbacks or is_to_draw)


_KEYS = {" ": "space", "?": "question_mark"}


@asynccontextmanager
async def seated(app: PlayApp, size: tuple[int, int] = SIZE) -> AsyncIterator[AtTable]:
    """Run the application on a screen of this size, and yield its simulated user.

    After each key and click, Textual waits until the process uses little CPU time, for 40 ms or more. That takes long,
    and it also happens when other processes keep the machine busy. Wait for the messages instead.
    """
    app.animation_level = "none"  # scrolling ends at once
    async with app.run_test(size=size) as pilot:
        player = AtTable(app, pilot)

        async def wait_for_messages(*_seconds: float) -> bool:
            await player.redraw()
            return True

        with (
            patch("textual.app.wait_for_idle", wait_for_messages),
            patch.object(pilot, "_wait_for_screen", wait_for_messages),
            patch("textual.pilot.wait_for_idle", AsyncMock()),  # the pilot has already waited for the screen
        ):
            await player.settle()
            await player.redraw()
            yield player
            await player.settle()  # the match must not update widgets while they are removed


AT_ONCE = Pace(fixed_pause=0)


def table_of(variant: str, players: int, seed: str, *, seat: int = 1, bot: str = "azar", **options: Any) -> PlayApp:
    """Return the application with a new table without pauses."""
    match = Match(variant, players, seed=seed, captains=captains_for(seat), **options)
    bots = {bot_seat: bot for bot_seat in range(1, match.players + 1) if bot_seat != seat}
    return PlayApp((match, SavedMatch.begin(match, seat, bots)), pace=AT_ONCE)


@dataclass(frozen=True)
class Scene:
    """A table, and the keys after which its screen is recorded. With 0 players it is the setup screen."""

    variant: str
    players: int
    seed: str
    looks: tuple[str, ...]
    size: tuple[int, int] = SIZE

    def app(self) -> PlayApp:
        if not self.players:
            return PlayApp(setup=MatchSetup(VARIANTS[self.variant], "azar"), pace=AT_ONCE)
        return table_of(self.variant, self.players, self.seed)


SCENES = {
    "setup": Scene("valenciano", 0, "", ("",)),
    "argentino-4": Scene(
        "argentino", 4, "1", ("", "s", "escape w", "escape question_mark", "escape q", "escape 1", "1")
    ),
    "argentino-4-large": Scene("argentino", 4, "1", ("1",), (120, 40)),
    "argentino-3": Scene("argentino", 3, "gallo", ("1",)),
    "argentino-6": Scene("argentino", 6, "screens", ("1",)),
    "belmez-4": Scene("belmez", 4, "screens", ("1 1",)),
    "paulista-2": Scene("paulista", 2, "screens", ("", "1")),
}


def screens_of(scene: Scene, language: str) -> str:
    """Return the screens of a scene as text, in a language."""

    async def played() -> str:
        screens = []
        async with seated(scene.app(), scene.size) as player:
            for keys in scene.looks:
                await player.press(*keys.split())
                await player.redraw()
                screens.append(f"───── {keys}\n{player.text()}")
        return "".join(screens)

    with speaking(language):
        return asyncio.run(played())


def path_of(name: str, language: str) -> Path:
    return FOLDER / f"{name}.{language}.txt"


def main() -> None:
    check_no_arguments("tools.screens", __doc__)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TRUQUERO_DATA"] = folder
        for name, scene in SCENES.items():
            for language in LANGUAGES:
                path_of(name, language).write_text(screens_of(scene, language), encoding="utf-8")


if __name__ == "__main__":
    main()
