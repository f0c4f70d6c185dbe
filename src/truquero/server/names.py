"""What guests are called: everywhere by the name they chose, and at a table so that nobody is taken for another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from truquero.server.environment import Time
from truquero.server.guests import LONGEST_NAME
from truquero.server.lookalikes import alike, resembles
from truquero.server.room.state import TableState

REMEMBERED = 600.0  # seconds after somebody was last met
MOST_AT_TABLE = 500  # guests whose names at a table are remembered


class Names:
    """The names of guests who were met lately."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._known: dict[str, tuple[str, float]] = {}

    def learn(self, guest: str, name: str) -> None:
        self._known[guest] = name, self._time.now()

    def known(self, guest: str) -> str | None:
        found = self._known.get(guest)
        return None if found is None else found[0]

    def forget(self, present: set[str]) -> None:
        """All but those who are there or were met just now, and may be on their way to a table."""
        then = self._time.now() - REMEMBERED
        self._known = {guest: one for guest, one in self._known.items() if guest in present or one[1] > then}


class Called:
    """At one table: who comes second with a name gets a number behind it, and keeps it as long as he can."""

    def __init__(self, state: TableState, name_of: Callable[[str], str]) -> None:
        self._state, self._name_of = state, name_of
        self._given: dict[str, str] = {}

    def __call__(self, guest: str) -> str:
        own = self._name_of(guest)
        if not own:  # pages call him by his seat
            self._given.pop(guest, None)
            return ""
        before, taken = self._now(guest), set(map(alike, self._others(guest)))
        wanted = [before] if before and before in _numbered(own) else []
        found = next(name for name in chain(wanted, _numbered(own)) if not resembles(name, taken))
        if len(self._given) >= MOST_AT_TABLE:
            self._given.clear()
        self._given[guest] = found
        return found

    def _now(self, guest: str) -> str | None:
        seat = self._state.seat_of(guest)
        return self._given.get(guest) or (None if seat is None else self._state.chairs[seat].name)

    def _others(self, guest: str) -> Iterator[str]:
        yield from (name for other, name in self._given.items() if other != guest)
        yield from (chair.name for chair in self._state.chairs.values() if chair.name and chair.guest != guest)


def _numbered(name: str) -> Iterator[str]:
    """The name itself, and then with numbers, no longer than names may be."""
    yield name
    for number in range(2, MOST_AT_TABLE + 20):
        behind = f" {number}"
        yield name[: LONGEST_NAME - len(behind)].rstrip() + behind
