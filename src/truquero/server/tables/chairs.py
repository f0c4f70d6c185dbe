"""The seats of a table, with the guests and bots who sit there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Chair:
    """A seat with the guest or the bot who sits there."""

    seat: int
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    away: bool = False

    @property
    def is_empty(self) -> bool:
        return self.guest is None and self.bot is None

    @property
    def is_person(self) -> bool:
        """Whether a person plays here, and not a bot in the person's place."""
        return self.guest is not None and not self.away
