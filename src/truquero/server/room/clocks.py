"""The clocks of a table: how long it has waited for whom, and how long it still does."""

from __future__ import annotations

from collections.abc import Set
from math import inf

from truquero.server.environment import Time
from truquero.server.room.state import TableState
from truquero.server.settings import Settings


class Clocks:
    """They run for those whom the table waits for, and stand while nobody is there who plays."""

    def __init__(self, state: TableState, settings: Settings, time: Time) -> None:
        self._state, self._settings, self._time = state, settings, time
        self._moment = -1
        self._since = 0.0  # it is somebody's turn
        self._paid: dict[str, int] = {}  # by guest, milliseconds of this waiting that the reserve has paid for
        self.gone: dict[str, float] = {}  # since when people who sit there have no page open
        self._alone_since: float | None = None  # nobody has one

    def look(self, here: Set[str], *, played: bool) -> None:
        """Whoever comes and goes renews no clock but his own, and while nobody is there none runs."""
        now = self._time.now()
        if played:
            self._wake(now)
            people = [chair.guest for chair in self._state.chairs.values() if chair.guest is not None]
            self.gone = {guest: self.gone.get(guest, now) for guest in people if guest not in here}
        else:
            self._alone_since = self._alone_since or now
        if self._moment != self._state.moment:
            self._moment, self._since, self._paid = self._state.moment, now, {}

    def _wake(self, now: float) -> None:
        if self._alone_since is None:
            return
        stood = now - self._alone_since
        self._since = min(now, self._since + stood)
        self.gone = {guest: since + stood for guest, since in self.gone.items()}
        self._alone_since = None

    # ----------------------------------------------------------------------------------------------------- time left

    def shown(self, seat: int) -> int | None:
        """Milliseconds that a seat has left, where its clock runs."""
        state, agreed = self._state, self._state.agreed
        if not agreed.seconds or state.match is None or not state.chairs[seat].is_person:
            return None
        if state.waits_for_cut and state.sealing is not None and state.sealing.cutter == seat:
            return int(self.left(self.time_to_cut) * 1000)
        left = self.reserve(seat)
        if self._is_waited_for(seat):
            left += int((agreed.seconds - self._waited()) * 1000) + self._paid_by(seat)
        return max(0, left)

    def patience(self, seat: int) -> float:
        """Seconds that a person is still waited for."""
        shown, guest = self.shown(seat), self._state.chairs[seat].guest
        left = inf if shown is None else shown / 1000
        return left if guest not in self.gone else min(left, self.left(self._settings.grace, self.gone[guest]))

    def left(self, seconds: float, since: float | None = None) -> float:
        """What is left of so many seconds since a time, or since it was somebody's turn."""
        return max(0.0, seconds - (self._waited() if since is None else self._time.now() - since))

    @property
    def time_to_cut(self) -> float:
        """Where a clock runs: a move's time, after the hand before has been looked at."""
        rest = self._settings.rest if self._state.playing.log else 0
        return rest + self._state.agreed.seconds

    def until_stall(self, seat: int) -> float | None:
        """Return the seconds until the table has waited too long for a seat; None where it does not wait for it."""
        cuts = self._state.waits_for_cut and self._state.sealing is not None and self._state.sealing.cutter == seat
        return self.left(self._settings.stall) if cuts or self._is_waited_for(seat) else None

    def _waited(self) -> float:
        """Seconds since it was somebody's turn; what has just happened is told before anybody waits."""
        return self._time.now() - self._since if self._moment == self._state.moment else 0.0

    def _is_waited_for(self, seat: int) -> bool:
        """As all know, unlike who can speak."""
        return self._state.match is not None and seat in self._state.match.asked

    # --------------------------------------------------------------------------------------------------- the reserve

    def reserve(self, seat: int) -> int:
        """Milliseconds that are left of it."""
        return max(0, self._state.agreed.reserve * 1000 - self._state.spent_by(seat))

    def spent(self, seat: int) -> int:
        """Milliseconds of the reserve that the move of a person has taken: no more than there were, for a partner's
        clock may have run longer."""
        agreed = self._state.agreed
        over = int((self._waited() - agreed.seconds) * 1000) if agreed.seconds and self._is_waited_for(seat) else 0
        return min(max(0, over - self._paid_by(seat)), self.reserve(seat))

    def pay(self, seat: int) -> int:
        """What the table has waited for is paid from the reserve, and only once if it is waited for again."""
        guest, spent = self._state.chairs[seat].guest or "", self.spent(seat)
        self._paid[guest] = self._paid.get(guest, 0) + spent
        return spent

    def _paid_by(self, seat: int) -> int:
        return self._paid.get(self._state.chairs[seat].guest or "", 0) if self._waited() else 0
