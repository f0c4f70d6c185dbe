"""Add the phase and the seats of tables, for lists of tables, and fill them from the stored changes."""

from __future__ import annotations

import json
import time
from typing import Any

import sqlalchemy as sa
from alembic import op

from truquero.server.changes import decode_change, decode_settings
from truquero.server.tables.state import TableState

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

RECENT = 28 * 86_400_000  # milliseconds; older tables are not listed, so they need no replay

NEW: dict[str, tuple[sa.types.TypeEngine[Any], Any]] = {  # the types and initial values of the new columns
    "public": (sa.Boolean(), sa.false()),
    "phase": (sa.String(10), "gathering"),
    "empty": (sa.Integer(), "0"),
    "at": (sa.BigInteger(), "0"),
}
OLD: tuple[sa.ColumnClause[Any], ...] = (sa.column("id"), sa.column("owner"), sa.column("agreed"), sa.column("since"))
tables = sa.table("tables", *OLD, *(sa.column(name, kind) for name, (kind, _first) in NEW.items()))
changes = sa.table("changes", sa.column("table_id"), sa.column("version"), sa.column("at"), sa.column("change"))
seats = sa.table("seats", sa.column("table_id"), sa.column("seat"), sa.column("guest"))


def upgrade() -> None:
    for name, (kind, first) in NEW.items():
        op.add_column("tables", sa.Column(name, kind, nullable=False, server_default=first))
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
    )
    op.create_index("tables_waiting", "tables", ["phase", "public", "at"])
    op.create_index("seats_by_guest", "seats", ["guest"])
    connection = op.get_bind()
    for row in connection.execute(sa.select(*OLD).select_from(tables)).all():
        _fill(connection, row)


def _fill(connection: sa.Connection, row: Any) -> None:
    query = sa.select(changes.c.at, changes.c.change).where(changes.c.table_id == row.id).order_by(changes.c.version)
    stored = connection.execute(query).all()
    agreed = json.loads(row.agreed)
    chairs: dict[int, dict[str, Any]] = {}
    begun = False
    for change in (json.loads(stored_change.change) for stored_change in stored):
        begun = begun or change["kept"] == "begun"
        if change["kept"] == "seated":
            chairs[change["seat"]] = change
    at = stored[-1].at if stored else row.since * 1000
    phase = "playing" if begun else "gathering"
    if begun and at > time.time() * 1000 - RECENT and _is_over(row, [stored_change.change for stored_change in stored]):
        phase = "over"
    occupied = sum("guest" in change or "bot" in change for change in chairs.values())
    values = {"public": agreed["public"], "phase": phase, "empty": agreed["players"] - occupied, "at": at}
    connection.execute(sa.update(tables).where(tables.c.id == row.id).values(values))
    for seat, change in chairs.items():
        if "guest" in change:
            connection.execute(sa.insert(seats).values(table_id=row.id, seat=seat, guest=change["guest"]))


def _is_over(row: Any, stored: list[str]) -> bool:
    """Return whether the match of a table is over; False if the changes cannot be replayed.

    Such a table can still be opened, and then reports its error.
    """
    try:
        state = TableState(row.id, decode_settings(row.agreed), row.owner)
        for change in stored:
            state.apply(decode_change(change))
    except Exception:
        return False
    return state.match is not None and state.match.over


def downgrade() -> None:
    op.drop_table("seats")
    op.drop_index("tables_waiting", "tables")
    for name in NEW:
        op.drop_column("tables", name)
