"""Finds tables in memory by their people and for the lobby, without a look at all of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from truquero.server.room.table import TableRoom

Tables = dict[str, TableRoom]  # by id, in the order in which they came into the list


class TableIndex:
    """Call `update` whenever the people, the phase or the pages of a table have changed, and `remove` at its end."""

    def __init__(self) -> None:
        self._of_guest: dict[str, Tables] = {}
        self._guests: dict[str, frozenset[str]] = {}  # by table: under whom it is listed
        # In the order in which the lobby shows them:
        self._lists: dict[str, Tables] = {"waiting": {}, "deserted": {}, "watchable": {}}
        self._list: dict[str, str] = {}  # by table: the list it is in

    def update(self, room: TableRoom) -> None:
        table, state = room.state.id, room.state
        seated = (chair.guest for chair in state.chairs.values())
        coming = (one.guest for one in state.coming.values())
        guests = frozenset(guest for guest in (*seated, *coming) if guest is not None)
        for guest in self._guests.get(table, frozenset()) - guests:
            self._drop_guest(guest, table)
        for guest in guests:
            self._of_guest.setdefault(guest, {})[table] = room
        self._guests[table] = guests
        self._put(room, _list_of(room))

    def remove(self, room: TableRoom) -> None:
        table = room.state.id
        for guest in self._guests.pop(table, frozenset()):
            self._drop_guest(guest, table)
        self._put(room, None)

    def _drop_guest(self, guest: str, table: str) -> None:
        tables = self._of_guest[guest]
        del tables[table]
        if not tables:
            del self._of_guest[guest]

    def _put(self, room: TableRoom, wanted: str | None) -> None:
        table = room.state.id
        found = self._list.get(table)
        if found == wanted:
            return
        if found is not None:
            del self._lists[found][table], self._list[table]
        if wanted is not None:
            self._lists[wanted][table] = room
            self._list[table] = wanted

    def of_guest(self, guest: str) -> list[TableRoom]:
        """Return the tables where a guest sits, or will with the next deal."""
        return list(self._of_guest.get(guest, {}).values())

    def waiting(self, most: int) -> list[TableRoom]:
        """Return public tables where people wait for others: first those with a page open, the newest first."""
        return list(islice(self._newest("waiting", "deserted"), most))

    def watchable(self, most: int) -> list[TableRoom]:
        """Return full public tables that admit onlookers and have a page open, the newest first."""
        return list(islice(self._newest("watchable"), most))

    def _newest(self, *names: str) -> Iterator[TableRoom]:
        for name in names:
            yield from reversed(self._lists[name].values())


def _list_of(room: TableRoom) -> str | None:
    """Return which list of the lobby a table belongs to."""
    state, chairs = room.state, room.state.chairs.values()
    if not state.agreed.public or state.phase == "over":
        return None
    if any(chair.is_empty for chair in chairs) and any(chair.guest is not None for chair in chairs):
        return "waiting" if room.pages else "deserted"
    return "watchable" if state.agreed.spectators and room.pages else None
