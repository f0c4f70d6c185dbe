"""The table in the terminal as a program: sitting down, playing, getting up."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from truquero.table import Match
from truquero.tui.course import Course
from truquero.tui.kept import Kept
from truquero.tui.screen_text import ScreenText
from truquero.tui.screens.table import TableScreen

PAUSE = 0.8  # seconds for which a move of a bot is left to be seen


class TableApp(App[None]):
    """One match at the table. Ctrl-C leaves it at any moment; what was seen is kept."""

    CSS_PATH = "look.tcss"
    TITLE = "truquero"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+d,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(self, match: Match, kept: Kept, *, pause: float = PAUSE) -> None:
        super().__init__()
        self._text = ScreenText(match.rules, kept.seat, kept.bots)
        self.course = Course(match, kept, self._text)
        self._pause = pause

    def on_mount(self) -> None:
        self.push_screen(TableScreen(self.course, self._text, self._pause))

    def on_unmount(self) -> None:
        self.course.close()

    def on_table_screen_over(self) -> None:
        self.exit()

    def action_leave(self) -> None:
        self.exit()
