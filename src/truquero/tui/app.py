"""The table in the terminal as a program: sitting down, playing, getting up."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from truquero.language import use
from truquero.rules.game import Rules
from truquero.table import Match, TableError
from truquero.tui.course import Course
from truquero.tui.kept import Kept
from truquero.tui.screen_text import ScreenText
from truquero.tui.screens.setup import SetupScreen, Wish
from truquero.tui.screens.table import TableScreen
from truquero.tui.widgets.room import COLUMNS, LINES

LEAVING = ("ctrl+c", "ctrl+d", "ctrl+q")
PAUSE = 0.8  # seconds for which a move of a bot is left to be seen

Opening = Callable[[Wish, Rules], tuple[Match, Kept]]  # a table as it was wished for


class PlayApp(App[None]):
    """A match at the table; before it, where `wish` is told, the choice of one. Ctrl-C leaves at any moment, and what
    was seen is kept. Afterwards `course` is the match that was played, if any, and `language` the one last spoken."""

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
        self.course: Course | None = None
        self.language: str | None = None

    async def on_event(self, event: events.Event) -> None:
        """While the table cannot be seen nothing can be done at it but leaving."""
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
        self.course = Course(match, kept, text)
        self.push_screen(TableScreen(self.course, text, self._pause))

    def on_setup_screen_ready(self, event: SetupScreen.Ready) -> None:
        assert self._opening is not None
        try:
            table = self._opening(event.wish, event.rules)
        except TableError as error:
            self.notify(str(error), markup=False)
            return
        self._sit_down(*table)

    def on_setup_screen_speak(self, event: SetupScreen.Speak) -> None:
        """Choose again in another language. What is shown from here on is made in this context, so it speaks it too."""
        use(event.language)
        self.language = event.language
        self.switch_screen(SetupScreen(event.wish))

    def on_unmount(self) -> None:
        if self.course is not None:
            self.course.close()

    def on_table_screen_over(self) -> None:
        self.exit()

    def action_leave(self) -> None:
        self.exit()
