"""The summary of a table that lists of tables show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from truquero.server.room.state import TableState

Standing = Literal["gathering", "playing", "over"]


@dataclass(frozen=True)
class Stand:
    """The phase of a table, the guests who sit there, and the number of empty seats."""

    phase: Standing
    guests: tuple[tuple[int, str], ...]  # with their seats
    empty: int

    @property
    def waits(self) -> bool:
        """Whether somebody waits at the table for other players before the first match."""
        return self.phase == "gathering" and bool(self.guests) and self.empty > 0


def stand_of(state: TableState) -> Stand:
    """Return the summary of a table."""
    chairs = state.chairs.values()
    return Stand(
        "playing" if state.is_playing else "gathering" if state.match is None else "over",
        tuple((chair.seat, chair.guest) for chair in chairs if chair.guest is not None),
        sum(chair.is_empty for chair in chairs),
    )
