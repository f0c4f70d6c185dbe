"""The Textual application: the setup screen and the table screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from truquero.i18n import set_language
from truquero.rules.game import Rules
from truquero.table import Match, TableError
from truquero.tui.match_setup import MatchSetup
from truquero.tui.pace import Pace
from truquero.tui.saved_matches import SavedMatch
from truquero.tui.screen_text import ScreenText
from truquero.tui.screens.setup_screen import SetupScreen
from truquero.tui.screens.table_screen import TableScreen
from truquero.tui.terminal_session import TerminalSession
from truquero.tui.widgets.window_size import COLUMNS, LINES

LEAVE_KEYS = ("ctrl+c", "ctrl+d", "ctrl+q")

OpenTable = Callable[[MatchSetup, Rules], tuple[Match, SavedMatch]]  # creates the table that the setup screen describes


class PlayApp(App[None]):
    """A match in the terminal. If `setup` is given instead of `table`, the player first sets up the match.

    Ctrl-C leaves at any moment; the match is saved up to that point. Afterwards `session` is the match that was played,
    if any, and `language` is the language chosen on the setup screen, if it was changed.
    """

    CSS_PATH = "look.tcss"
    TITLE = "truquero"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding(",".join(LEAVE_KEYS), "leave", show=False, priority=True)]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (COLUMNS, "-wide")]  # noqa: RUF012 - annotated by textual
    VERTICAL_BREAKPOINTS = [(0, "-low"), (LINES, "-high")]  # noqa: RUF012

    def __init__(
        self,
        table: tuple[Match, SavedMatch] | None = None,
        *,
        setup: MatchSetup | None = None,
        open_table: OpenTable | None = None,
        pace: Pace | None = None,
    ) -> None:
        super().__init__()
        self._table, self._setup, self._open_table, self._pace = table, setup, open_table, pace or Pace()
        self.session: TerminalSession | None = None
        self.language: str | None = None

    async def on_event(self, event: events.Event) -> None:
        """Ignore input while the window is too small to show the table, except the keys that leave."""
        is_input = isinstance(event, events.InputEvent | events.Paste)
        leaves = isinstance(event, events.Key) and event.key in LEAVE_KEYS
        if leaves or not (is_input and self._is_too_small):
            await super().on_event(event)

    @property
    def _is_too_small(self) -> bool:
        return self.size.width < COLUMNS or self.size.height < LINES

    def on_mount(self) -> None:
        if self._table is not None:
            self._sit_down(*self._table, self._pace)
        elif self._setup is not None:
            self.push_screen(SetupScreen(self._setup))

    def _sit_down(self, match: Match, saved: SavedMatch, pace: Pace) -> None:
        text = ScreenText(match.rules, saved.seat, saved.bots, saved.company(match.rules.variant))
        self.session = TerminalSession(match, saved, text)
        self.push_screen(TableScreen(self.session, text, pace))

    def on_setup_screen_ready(self, event: SetupScreen.Ready) -> None:
        assert self._open_table is not None
        try:
            table = self._open_table(event.setup, event.rules)
        except TableError as error:
            self.notify(str(error), markup=False)
            return
        self._sit_down(*table, event.setup.pace)

    def on_setup_screen_language_chosen(self, event: SetupScreen.LanguageChosen) -> None:
        """Show the setup screen again in another language.

        The language applies to the current context, so later screens use it too.
        """
        set_language(event.language)
        self.language = event.language
        self.switch_screen(SetupScreen(event.setup))

    def on_unmount(self) -> None:
        if self.session is not None:
            self.session.close()

    def on_table_screen_over(self) -> None:
        self.exit()

    def action_leave(self) -> None:
        self.exit()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Stop the match, which would update widgets while they are removed, and close the application."""
        self.workers.cancel_all()
        super().exit(result, return_code, message)
