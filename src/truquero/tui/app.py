"""The Textual application: the setup screen and the table screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from truquero.i18n import use
from truquero.rules.game import Rules
from truquero.table import Match, TableError
from truquero.tui.kept import Kept
from truquero.tui.screen_text import ScreenText
from truquero.tui.screens.setup import SetupScreen, Wish
from truquero.tui.screens.table import TableScreen
from truquero.tui.terminal_session import TerminalSession
from truquero.tui.widgets.room import COLUMNS, LINES

LEAVING = ("ctrl+c", "ctrl+d", "ctrl+q")
PAUSE = 0.8  # seconds to wait after a move of a bot

Opening = Callable[[Wish, Rules], tuple[Match, Kept]]  # creates the table that the setup screen describes


class PlayApp(App[None]):
    """A match in the terminal. If `wish` is given instead of `table`, the player first sets up the match.

    Ctrl-C leaves at any moment; the match is saved up to that point. Afterwards `session` is the match that was played,
    if any, and `language` is the language chosen on the setup screen, if it was changed.
    """

    CSS_PATH = "look.tcss"
    TITLE = "truquero"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding(",".join(LEAVING), "leave", show=False, priority=True)]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (COLUMNS, "-wide")]  # noqa: RUF012 - annotated by textual
    VERTICAL_BREAKPOINTS = [(0, "-low"), (LINES, "-high")]  # noqa: RUF012

    def __init__(
        self,
        table: tuple[Match, Kept] | None = None,
        *,
        wish: Wish | None = None,
        opening: Opening | None = None,
        pause: float = PAUSE,
    ) -> None:
        super().__init__()
        self._table, self._wish, self._opening, self._pause = table, wish, opening, pause
        self.session: TerminalSession | None = None
        self.language: str | None = None

    async def on_event(self, event: events.Event) -> None:
        """Ignore input while the window is too small to show the table, except the keys that leave."""
        is_input = isinstance(event, events.InputEvent | events.Paste)
        leaves = isinstance(event, events.Key) and event.key in LEAVING
        if leaves or not (is_input and self._is_too_small):
            await super().on_event(event)

    @property
    def _is_too_small(self) -> bool:
        return self.size.width < COLUMNS or self.size.height < LINES

    def on_mount(self) -> None:
        if self._table is not None:
            self._sit_down(*self._table)
        elif self._wish is not None:
            self.push_screen(SetupScreen(self._wish))

    def _sit_down(self, match: Match, kept: Kept) -> None:
        text = ScreenText(match.rules, kept.seat, kept.bots)
        self.session = TerminalSession(match, kept, text)
        self.push_screen(TableScreen(self.session, text, self._pause))

    def on_setup_screen_ready(self, event: SetupScreen.Ready) -> None:
        assert self._opening is not None
        try:
            table = self._opening(event.wish, event.rules)
        except TableError as error:
            self.notify(str(error), markup=False)
            return
        self._sit_down(*table)

    def on_setup_screen_speak(self, event: SetupScreen.Speak) -> None:
        """Show the setup screen again in another language.

        The language applies to the current context, so later screens use it too.
        """
        use(event.language)
        self.language = event.language
        self.switch_screen(SetupScreen(event.wish))

    def on_unmount(self) -> None:
        if self.session is not None:
            self.session.close()

    def on_table_screen_over(self) -> None:
        self.exit()

    def action_leave(self) -> None:
        self.exit()
