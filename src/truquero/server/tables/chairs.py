"""The seats of a table, with the guests and bots who sit there."""

from __future__ import annotations

from dataclasses import dataclass

from truquero.variants.people import usual_portrait


@dataclass
class Chair:
    """A seat with the guest or the bot who sits there."""

    seat: int
    guest: str | None = None
    name: str = ""
    portrait: str = ""  # that the guest has chosen, or of the person in whose place a bot plays
    bot: str | None = None
    away: bool = False

    @property
    def is_empty(self) -> bool:
        return self.guest is None and self.bot is None

    @property
    def shown_portrait(self) -> str:
        """The portrait of who sits here; the usual one of a guest who has chosen none. Empty for an empty seat."""
        return self.portrait or (usual_portrait(self.guest) if self.guest else "")

    @property
    def is_person(self) -> bool:
        """Whether a person plays here, and not a bot in the person's place."""
        return self.guest is not None and not self.away
