"""The names of guests: the name that a guest has chosen, and a distinct name for each guest at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from truquero.server.confusables import lookalike_key, resembles
from truquero.server.environment import Time
from truquero.server.guest_names import LONGEST_NAME
from truquero.server.tables.state import TableState

REMEMBERED = 600.0  # seconds after the last `learn`
MOST_AT_TABLE = 500  # guests whose names at a table are remembered


class NameCache:
    """A cache of the names of guests who are present or were present lately."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._names: dict[str, tuple[str, float]] = {}
        self._doubtful: set[str] = set()

    def learn(self, guest: str, name: str) -> None:
        self._names[guest] = name, self._time.now()
        self._doubtful.discard(guest)

    def get(self, guest: str) -> str | None:
        name, _learned = self._names.get(guest, (None, 0.0))
        return name

    def doubt(self, guest: str) -> None:
        """Note that the stored name of a guest may differ. The name stays in use until it is learned again."""
        self._doubtful.add(guest)

    def is_certain(self, guest: str) -> bool:
        """Return whether the name of the guest is here, and is the stored one."""
        return guest in self._names and guest not in self._doubtful

    def forget(self, present: set[str]) -> None:
        """Remove all guests but those who are present and those added recently, who may be about to open a table."""
        oldest = self._time.now() - REMEMBERED
        self._names = {
            guest: (name, learned)
            for guest, (name, learned) in self._names.items()
            if guest in present or learned > oldest
        }
        self._doubtful &= self._names.keys()


class DistinctNames:
    """The names of guests at one table. A guest whose name resembles another there gets a number after it, and keeps
    the resulting name as long as possible."""

    def __init__(self, state: TableState, name_of: Callable[[str], str]) -> None:
        self._state, self._name_of = state, name_of
        self._distinct: dict[str, str] = {}

    def __call__(self, guest: str) -> str:
        own = self._name_of(guest)
        if not own:  # pages show the seat instead
            self._distinct.pop(guest, None)
            return ""
        current, used_names = self._current(guest), set(map(lookalike_key, self._others(guest)))
        preferred = [current] if current and current in _numbered(own) else []
        distinct = next(name for name in chain(preferred, _numbered(own)) if not resembles(name, used_names))
        if len(self._distinct) >= MOST_AT_TABLE:
            self._distinct.clear()
        self._distinct[guest] = distinct
        return distinct

    def _current(self, guest: str) -> str | None:
        seat = self._state.seat_of(guest)
        return self._distinct.get(guest) or (None if seat is None else self._state.chairs[seat].name)

    def _others(self, guest: str) -> Iterator[str]:
        yield from (name for other_guest, name in self._distinct.items() if other_guest != guest)
        yield from (chair.name for chair in self._state.chairs.values() if chair.name and chair.guest != guest)


def _numbered(name: str) -> Iterator[str]:
    """Yield the name itself, and then the name with the numbers from 2, shortened to the longest length of a name."""
    yield name
    for number in range(2, MOST_AT_TABLE + 20):
        suffix = f" {number}"
        yield name[: LONGEST_NAME - len(suffix)].rstrip() + suffix
