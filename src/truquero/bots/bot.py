"""What a player is asked at a table, whoever it is."""

from __future__ import annotations

from abc import ABC, abstractmethod

from truquero.table import View


class Bot(ABC):
    """Whoever can play from the view of a seat. Only `choose` has to be written; the rest is for those who talk."""

    trouble: str | None = None  # why it does not play itself any more, for the table to tell once

    @abstractmethod
    def choose(self, view: View) -> str:
        """One of `view.moves`, which is not empty: everybody else who might speak has kept silent."""

    def speak_up(self, view: View) -> str | None:
        """One of `view.moves` before those who are asked later, or None to leave the word to them."""
        return None

    def sign(self, view: View) -> str | None:
        """A seña to make as a trick begins (`sena-NAME`), or None."""
        return None

    def watch(self, view: View) -> int:
        """The seat to look at as a trick begins."""
        return view.watching

    def claim(self, view: View) -> str | None:
        """One of `view.claims` after a hand, or None."""
        return None

    def hear_result(self, view: View) -> None:  # noqa: B027 - most forget it
        """A hand is over, with all that was claimed after it: who has won what, and which cards were shown."""

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """The match is over, or the seat is somebody else's: let go of whatever is held."""
