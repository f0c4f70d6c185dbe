"""The parts of a table that are the same for every page. Each is sent again only when it has changed."""

from __future__ import annotations

from truquero.server.tables.state import TableState
from truquero.server.ws.messages import DrawId, SeatInfo, TableInfo
from truquero.server.ws.page_view import deal_of, score_of, table_of


class SharedParts:
    """The shared parts of a table, and the values that were last sent to all greeted pages."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._sent: dict[str, object] = {}
        self._table: tuple[object, TableInfo] | None = None

    def all(self, seats: tuple[SeatInfo, ...]) -> dict[str, object]:
        """Return all parts, for a page that connects.

        Forget the sent value of every part that has changed since, so that `changed` returns that part next time.
        Otherwise a part that changes back to its old value would not be sent, and the new page would never learn of it.
        """
        parts = self._current(seats)
        self._sent = {name: part for name, part in self._sent.items() if part == parts[name]}
        return parts

    def changed(self, seats: tuple[SeatInfo, ...]) -> dict[str, object]:
        """Return the parts that have changed, for all greeted pages."""
        sent, self._sent = self._sent, self._current(seats)
        return {name: part for name, part in self._sent.items() if name not in sent or sent[name] != part}

    def _current(self, seats: tuple[SeatInfo, ...]) -> dict[str, object]:
        state = self._state
        return {
            "score": score_of(state),
            "seats": seats,
            "table": self._of_table(),
            "deal": deal_of(state.shown_draw),
            "previous_deal": deal_of(state.shown_previous_draw),
            "next_draw": DrawId(state.next_draw_key.match, state.next_draw_key.deal),
        }

    def _of_table(self) -> TableInfo:
        """Return the description of the table, cached: it is large and seldom changes."""
        key = (self._state.phase, self._state.matches, self._state.settings)
        if self._table is None or self._table[0] != key:
            self._table = key, table_of(self._state)
        return self._table[1]
