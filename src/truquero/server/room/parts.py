"""What all who look at a table know alike of it: each part is told again only when it has changed."""

from __future__ import annotations

from truquero.server.messages import Place, Table
from truquero.server.room.sight import score_of, table_of
from truquero.server.room.state import TableState


class Parts:
    """The parts of a table, and what everybody who was greeted there was told of them last."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._told: dict[str, object] = {}
        self._table: tuple[object, Table] | None = None

    def all(self, places: tuple[Place, ...]) -> dict[str, object]:
        """Everything, for somebody who comes. What the others do not know yet they are all told the next time, or he
        would not hear of it when it is again as it was before."""
        now = self._now(places)
        self._told = {name: part for name, part in self._told.items() if part == now[name]}
        return now

    def changed(self, places: tuple[Place, ...]) -> dict[str, object]:
        """What has changed, for all who were greeted."""
        told, self._told = self._told, self._now(places)
        return {name: part for name, part in self._told.items() if name not in told or told[name] != part}

    def _now(self, places: tuple[Place, ...]) -> dict[str, object]:
        state = self._state
        parts = {"score": score_of(state), "places": places, "table": self._of_table()}
        return {**parts, "deal": state.deal_told(), "last": state.last_told(), "chance": state.chance}

    def _of_table(self) -> Table:
        """It depends on little, and there is much of it."""
        now = (self._state.phase, self._state.matches)
        if self._table is None or self._table[0] != now:
            self._table = now, table_of(self._state)
        return self._table[1]
