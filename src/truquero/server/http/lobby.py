"""Rows of the lobby."""

from __future__ import annotations

from truquero.server.changes import TableSettings
from truquero.server.http.bodies import LobbyRow
from truquero.server.tables.registry import LobbyEntry
from truquero.server.tables.state import TableState


def row_of(table: LobbyEntry) -> LobbyRow:
    """Return the row of a table."""
    if not isinstance(table, TableState):
        return _row(table.id, table.settings, table.phase, table.names, table.empty)
    chairs = table.chairs.values()
    names = tuple(chair.name for chair in chairs if chair.guest is not None)
    return _row(table.id, table.settings, table.phase, names, sum(chair.is_empty for chair in chairs))


def _row(table: str, settings: TableSettings, phase: str, names: tuple[str, ...], empty: int) -> LobbyRow:
    rules = settings.rules
    return LobbyRow(
        id=table,
        variant=rules.variant,
        title=rules.title,
        players=rules.players,
        player_names=names,
        empty_seats=empty,
        phase=phase,
        options=settings.options,
        spectators=settings.spectators,
        seconds=settings.seconds,
        reserve=settings.reserve,
    )
