"""The names of the guests at a table, which are distinct."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from truquero.server.confusables import lookalike_key, resembles
from truquero.server.guest_names import LONGEST_NAME
from truquero.server.tables.guest_profiles import GuestProfile
from truquero.server.tables.state import TableState

MOST_AT_TABLE = 500  # guests whose names at a table are remembered


class DistinctNames:
    """The names of guests at one table. A guest whose name resembles another there gets a number after it, and keeps
    the resulting name as long as possible."""

    def __init__(self, state: TableState, profile_of: Callable[[str], GuestProfile]) -> None:
        self._state, self._profile_of = state, profile_of
        self._distinct: dict[str, str] = {}

    def __call__(self, guest: str) -> str:
        own = self._profile_of(guest).name
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
