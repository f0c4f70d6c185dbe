"""The size of the window: what it has room for, and the message for windows that are too small."""

from __future__ import annotations

from typing import NamedTuple

from textual.widgets import Static

from truquero.i18n import _
from truquero.tui.card_faces import LARGE, MEDIUM, SMALL, CardSize

COLUMNS, LINES = 80, 24


class Room(NamedTuple):
    """What a window of some size has room for."""

    cards: CardSize  # the size of the player's cards
    right: int  # the columns of the score and the log
    shows_order: bool  # the order of the cards, below the log


def room_in(columns: int, lines: int) -> Room:
    """Return what a window of this size has room for."""
    if columns >= 150 and lines >= 46:
        return Room(LARGE, 56, shows_order=True)
    if columns >= 112 and lines >= 36:
        return Room(MEDIUM, 40, shows_order=True)
    return Room(SMALL, 27 if columns < 100 else 40, shows_order=False)


class TooSmall(Static):
    """A message that replaces all other widgets while the window is too small (see look.tcss)."""

    def render(self) -> str:
        width, height = self.app.size
        needs = _("The table needs a window of {needed}, and this window has {found}.")
        message = _("Enlarge it to continue, or leave with Ctrl-C and play with --plain.")
        return f"{needs.format(needed=f'{COLUMNS}×{LINES}', found=f'{width}×{height}')}\n{message}"
