"""The score, drawn in the local way."""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget

from truquero.table import View
from truquero.tui.score_counters import HEIGHT, counter_colour, score_lines
from truquero.tui.screen_text import ScreenText

LINES = HEIGHT + 1


class ScorePanel(Widget):
    """The points of every side as a drawing, and below it the games won."""

    def __init__(self, text: ScreenText) -> None:
        super().__init__(id="score")
        self._text = text
        self._view: View | None = None

    def show(self, view: View) -> None:
        self._view = view
        self.refresh()

    def render(self) -> Text:
        if self._view is None:
            return Text()
        names, points = self._text.sides(self._view)
        rules = self._text.rules
        rows = score_lines(rules, points, names, width=self.size.width, height=HEIGHT)
        drawn = Text("\n").join(Text(row.words).append(row.drawing, style=counter_colour(rules)) for row in rows)
        games = self._text.games(self._view)
        if games:
            drawn.append(f"\n{games}", style="bold")
        return drawn
