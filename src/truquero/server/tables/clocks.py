"""The clocks of a table: how long it has waited for each player, and how long it still waits."""

from __future__ import annotations

from collections.abc import Set
from math import inf

from truquero.server.environment import Time
from truquero.server.settings import Settings
from truquero.server.tables.state import TableState


class Clocks:
    """The clocks of the players. Each runs while the table waits for its player, but only if a player is connected."""

    def __init__(self, state: TableState, settings: Settings, time: Time) -> None:
        self._state, self._settings, self._time = state, settings, time
        self._match_version = -1
        self._turn_began = 0.0
        self._charged: dict[str, int] = {}  # by guest, milliseconds of this turn that are charged already
        self.absent_since: dict[str, float] = {}  # by seated guest without an open page, since when
        self._stopped_since: float | None = None  # since when no player has a page open

    def update(self, connected: Set[str], *, running: bool) -> None:
        """Update the clocks. `connected` are the guests with an open page, `running` whether a player is among them.

        Reconnecting never resets another player's clock. No clock runs while no player is connected.
        """
        now = self._time.now()
        if running:
            self._restart(now)
            people = [chair.guest for chair in self._state.chairs.values() if chair.guest is not None]
            self.absent_since = {guest: self.absent_since.get(guest, now) for guest in people if guest not in connected}
        else:
            self._stopped_since = self._stopped_since or now
        if self._match_version != self._state.match_version:
            self._match_version, self._turn_began, self._charged = self._state.match_version, now, {}

    def _restart(self, now: float) -> None:
        """Start the clocks again, and shift their start times by the time they were stopped."""
        if self._stopped_since is None:
            return
        stopped_for = now - self._stopped_since
        self._turn_began = min(now, self._turn_began + stopped_for)
        self.absent_since = {guest: since + stopped_for for guest, since in self.absent_since.items()}
        self._stopped_since = None

    # ----------------------------------------------------------------------------------------------------- time left

    def time_left(self, seat: int) -> int | None:
        """Return the milliseconds that a seat has left; None if it has no clock."""
        state, settings = self._state, self._state.settings
        if not settings.seconds or state.match is None or not state.chairs[seat].is_person:
            return None
        if state.awaited_cutter == seat:
            return int(self.remaining(self.time_to_cut) * 1000)
        milliseconds = self.reserve(seat)
        if self._is_waited_for(seat):
            milliseconds += int((settings.seconds - self._waited()) * 1000) + self._charged_to(seat)
        return max(0, milliseconds)

    def wait_left(self, seat: int) -> float:
        """Return the seconds that the table still waits for a person, at most the grace period if not connected."""
        clock, guest = self.time_left(seat), self._state.chairs[seat].guest
        seconds = inf if clock is None else clock / 1000
        since = self.absent_since.get(guest or "")
        return seconds if since is None else min(seconds, self.remaining(self._settings.grace, since))

    def remaining(self, seconds: float, since: float | None = None) -> float:
        """Return how much is left of `seconds` that began at `since`, or at the start of the turn."""
        return max(0.0, seconds - (self._waited() if since is None else self._time.now() - since))

    @property
    def time_to_cut(self) -> float:
        """The seconds for the cut at a table with clocks: the pause after a hand, and the time for a move."""
        rest = self._settings.rest if self._state.current_match.log else 0
        return rest + self._state.settings.seconds

    def until_stall(self, seat: int) -> float | None:
        """Return the seconds until the table has waited too long for a seat; None if it does not wait for the seat."""
        is_awaited = self._state.awaited_cutter == seat or self._is_waited_for(seat)
        return self.remaining(self._settings.stall) if is_awaited else None

    def _waited(self) -> float:
        """Return the seconds since the turn began; 0 after a change that `update` has not seen yet."""
        return self._time.now() - self._turn_began if self._match_version == self._state.match_version else 0.0

    def _is_waited_for(self, seat: int) -> bool:
        """Return whether the table waits for a seat. This is public, unlike which seats can act."""
        return self._state.match is not None and seat in self._state.match.speakers

    # --------------------------------------------------------------------------------------------------- the reserve

    def reserve(self, seat: int) -> int:
        """Return the milliseconds that are left of a seat's reserve."""
        return max(0, self._state.settings.reserve * 1000 - self._state.spent_by(seat))

    def cost(self, seat: int) -> int:
        """Return the milliseconds of the reserve that a person's move costs.

        This is at most what is left of it: the clock of a partner may have run longer.
        """
        settings = self._state.settings
        if not settings.seconds or not self._is_waited_for(seat):
            return 0
        overtime = int((self._waited() - settings.seconds) * 1000)
        return min(max(0, overtime - self._charged_to(seat)), self.reserve(seat))

    def charge(self, seat: int) -> int:
        """Return the cost of the wait for a seat and record it, so that the same turn does not charge it twice."""
        guest, spent = self._state.chairs[seat].guest or "", self.cost(seat)
        self._charged[guest] = self._charged.get(guest, 0) + spent
        return spent

    def _charged_to(self, seat: int) -> int:
        return self._charged.get(self._state.chairs[seat].guest or "", 0) if self._waited() else 0
