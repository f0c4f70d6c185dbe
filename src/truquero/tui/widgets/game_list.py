"""The list of games on the setup screen."""

from __future__ import annotations

from textual.widgets import OptionList


class GameList(OptionList):
    """A list of games that shows the chosen game at any size.

    An `OptionList` scrolls once, when it is mounted. At that moment it may not have its final size yet.
    """

    def on_resize(self) -> None:
        self.scroll_home(animate=False, immediate=True)
        self.scroll_to_highlight()
