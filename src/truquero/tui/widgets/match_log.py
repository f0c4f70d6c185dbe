"""The log of the match, line by line."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text
from textual import events
from textual.widgets import RichLog

from truquero.i18n.wrapping import in_lines
from truquero.table import View
from truquero.tui.screen_text import BETWEEN, ScreenText

STYLES = {"award": "bold", "game": "bold", "trick": "dim"}


class _Heading:
    """The heading of a hand, `Deal 1 · We: 0 · They: 0`, wrapped only between its parts."""

    def __init__(self, line: str) -> None:
        self._parts = line.split(BETWEEN)

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        for line in in_lines(self._parts, BETWEEN, width=options.max_width - len(BETWEEN.rstrip())):
            yield Text(line, style="bold reverse")


class MatchLog(RichLog):
    """The log of the match. The mouse wheel, PageUp and PageDown scroll it."""

    can_focus = False

    def __init__(self, text: ScreenText) -> None:
        super().__init__(id="log", wrap=True, min_width=1, auto_scroll=True)
        self._text = text
        self._all: list[RenderableType] = []
        self._events_written = 0  # number of events of this hand already written
        self._width = 0

    def open_hand(self, view: View, deal: int, hand: int) -> None:
        """Write the heading of a hand."""
        first, *rest = self._text.hand_opening(view, deal, hand)
        self._put(_Heading(first))
        for line in rest:
            self.note(line, "italic")
        self._events_written = 0

    def tell(self, view: View) -> None:
        """Write the events of a hand that are not written yet."""
        for kind, line in self._text.new_lines(view, self._events_written):
            self.note(line, STYLES.get(kind, ""))
        self._events_written = len(view.events)

    def note(self, line: str, style: str = "") -> None:
        self._put(Text(line, style=style))

    def _put(self, written: RenderableType) -> None:
        self._all.append(written)
        self.write(written)

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the lines again if the width has changed."""
        super().on_resize(event)
        if self.size.width in (0, self._width):
            return
        self._width = self.size.width
        self.clear()
        for line in self._all:
            self.write(line)
