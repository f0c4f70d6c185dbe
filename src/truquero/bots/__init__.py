"""Players that sit down at a table. A bot knows what a player knows: the view of its seat."""

from __future__ import annotations

from typing import Protocol

from truquero.bots.random_bot import RandomBot
from truquero.table import View


class Bot(Protocol):
    """Whoever can choose one of the moves of a view."""

    def choose(self, view: View) -> str:
        """One of `view.moves`, which is not empty."""
        ...


__all__ = ["Bot", "RandomBot"]
