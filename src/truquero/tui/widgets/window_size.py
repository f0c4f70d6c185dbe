"""The minimum size of the window, and the message for smaller windows."""

from __future__ import annotations

from textual.widgets import Static

from truquero.i18n import _

COLUMNS, LINES = 80, 24


class TooSmall(Static):
    """A message that replaces all other widgets while the window is too small (see look.tcss)."""

    def render(self) -> str:
        width, height = self.app.size
        needs = _("The table needs a window of {needed}, and this window has {found}.")
        message = _("Enlarge it to continue, or leave with Ctrl-C and play with --plain.")
        return f"{needs.format(needed=f'{COLUMNS}×{LINES}', found=f'{width}×{height}')}\n{message}"
