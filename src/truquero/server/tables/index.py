"""An index of the tables in memory, by guest and for the lobby, so that no request has to scan all tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from truquero.server.tables.served_table import ServedTable

TablesById = dict[str, ServedTable]  # in the order in which they were added


class TableIndex:
    """The index. Call `update` whenever the people, the phase or the pages of a table have changed, and `remove` when
    it is unloaded."""

    def __init__(self) -> None:
        self._of_guest: dict[str, TablesById] = {}
        self._guests: dict[str, frozenset[str]] = {}  # by table: the guests under whom it is listed
        # The lists of the lobby, in the order in which it shows them:
        self._lists: dict[str, TablesById] = {"waiting": {}, "deserted": {}, "watchable": {}}
        self._list: dict[str, str] = {}  # by table: the list it is in

    def update(self, table: ServedTable) -> None:
        table_id, state = table.state.id, table.state
        seated = (chair.guest for chair in state.chairs.values())
        arriving = (reservation.guest for reservation in state.reservations.values())
        guests = frozenset(guest for guest in (*seated, *arriving) if guest is not None)
        for guest in self._guests.get(table_id, frozenset()) - guests:
            self._drop_guest(guest, table_id)
        for guest in guests:
            self._of_guest.setdefault(guest, {})[table_id] = table
        self._guests[table_id] = guests
        self._put(table, _list_of(table))

    def remove(self, table: ServedTable) -> None:
        table_id = table.state.id
        for guest in self._guests.pop(table_id, frozenset()):
            self._drop_guest(guest, table_id)
        self._put(table, None)

    def _drop_guest(self, guest: str, table_id: str) -> None:
        tables = self._of_guest[guest]
        del tables[table_id]
        if not tables:
            del self._of_guest[guest]

    def _put(self, table: ServedTable, wanted: str | None) -> None:
        table_id = table.state.id
        current = self._list.get(table_id)
        if current == wanted:
            return
        if current is not None:
            del self._lists[current][table_id], self._list[table_id]
        if wanted is not None:
            self._lists[wanted][table_id] = table
            self._list[table_id] = wanted

    def of_guest(self, guest: str) -> list[ServedTable]:
        """Return the tables where a guest sits or will sit from the next deal on."""
        return list(self._of_guest.get(guest, {}).values())

    def waiting(self, most: int) -> list[ServedTable]:
        """Return at most so many public tables where people wait for others. Tables with an open page come first, and
        then the newest."""
        return list(islice(self._newest("waiting", "deserted"), most))

    def watchable(self, most: int) -> list[ServedTable]:
        """Return at most so many full public tables that admit onlookers and have an open page, the newest first."""
        return list(islice(self._newest("watchable"), most))

    def _newest(self, *names: str) -> Iterator[ServedTable]:
        for name in names:
            yield from reversed(self._lists[name].values())


def _list_of(table: ServedTable) -> str | None:
    """Return the name of the lobby list that a table belongs to; None if the lobby does not show it."""
    state, chairs = table.state, table.state.chairs.values()
    if not state.settings.public or state.phase == "over":
        return None
    if any(chair.is_empty for chair in chairs) and any(chair.guest is not None for chair in chairs):
        return "waiting" if table.guests else "deserted"
    return "watchable" if state.settings.spectators and table.guests else None
