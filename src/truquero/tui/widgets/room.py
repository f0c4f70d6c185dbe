"""How much room the table needs, and what is shown where there is less."""

from __future__ import annotations

from textual.widgets import Static

from truquero.language import _

COLUMNS, LINES = 80, 24


class TooSmall(Static):
    """Stands instead of all else on a screen that is too small (see look.tcss) until it is enlarged."""

    def render(self) -> str:
        width, height = self.app.size
        needs = _("The table needs a window of {needed}, and this one has {found}.")
        about = _("Enlarge it and the game goes on by itself, or leave with Ctrl-C and play with --plain.")
        return f"{needs.format(needed=f'{COLUMNS}×{LINES}', found=f'{width}×{height}')}\n{about}"
