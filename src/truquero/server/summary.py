"""The summary of a table that lists of tables show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Phase = Literal["gathering", "drawing", "cutting", "playing", "resting", "over"]
ListedPhase = Literal["gathering", "playing", "over"]


@dataclass(frozen=True)
class ListingSummary:
    """The phase of a table, the guests who sit there, and the number of empty seats."""

    phase: ListedPhase
    guests: tuple[tuple[int, str], ...]  # with their seats
    empty: int

    @property
    def waits(self) -> bool:
        """Whether somebody waits at the table for other players before the first match."""
        return self.phase == "gathering" and bool(self.guests) and self.empty > 0
