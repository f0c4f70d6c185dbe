"""Rows of the lobby, for tables in memory and for tables that are only in the database."""

from __future__ import annotations

from truquero.server.changes import TableSettings
from truquero.server.http.answers import InLobby
from truquero.server.store import ListedTable
from truquero.server.tables.state import TableState


def live(state: TableState) -> InLobby:
    """Return the row of a table in memory."""
    chairs = state.chairs.values()
    names = tuple(chair.name for chair in chairs if chair.guest is not None)
    return _row(state.id, state.agreed, state.phase, names, sum(chair.is_empty for chair in chairs))


def kept(table: ListedTable) -> InLobby:
    """Return the row of a table that is only in the database."""
    return _row(table.id, table.agreed, table.phase, table.names, table.empty)


def _row(table: str, agreed: TableSettings, phase: str, names: tuple[str, ...], empty: int) -> InLobby:
    rules = agreed.rules
    return InLobby(
        id=table,
        variant=rules.variant,
        title=rules.title,
        players=rules.players,
        seated=names,
        empty=empty,
        phase=phase,
        options=agreed.options,
        spectators=agreed.spectators,
        seconds=agreed.seconds,
        reserve=agreed.reserve,
    )
