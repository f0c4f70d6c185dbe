"""Add indexes with which lists of tables read no more rows than they show."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

tables = sa.table("tables", *map(sa.column, ("id", "phase", "empty", "at", "waits")))
seats = sa.table("seats", *map(sa.column, ("table_id", "phase", "at")))
OLD = {"tables_by_owner": ("tables", ["owner"]), "seats_by_guest": ("seats", ["guest"])}
OLD |= {"tables_waiting": ("tables", ["phase", "public", "at"])}
NEW = {"tables_by_owner": ("tables", ["owner", "phase", "at"]), "seats_by_guest": ("seats", ["guest", "phase", "at"])}
NEW |= {"tables_waiting": ("tables", ["public", "waits", "at"])}


def upgrade() -> None:
    op.add_column("tables", sa.Column("waits", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("phase", sa.String(10), nullable=False, server_default="gathering"))
    op.add_column("seats", sa.Column("at", sa.BigInteger, nullable=False, server_default="0"))
    somebody = sa.exists().where(seats.c.table_id == tables.c.id)
    waits = sa.and_(tables.c.phase == "gathering", tables.c.empty > 0, somebody)
    op.execute(sa.update(tables).where(waits).values(waits=sa.true()))
    of_table = tables.c.id == seats.c.table_id
    values = {name: sa.select(tables.c[name]).where(of_table).scalar_subquery() for name in ("phase", "at")}
    op.execute(sa.update(seats).values(values))
    _replace_indexes(OLD, NEW)


def downgrade() -> None:
    _replace_indexes(NEW, OLD)
    op.drop_column("tables", "waits")
    op.drop_column("seats", "phase")
    op.drop_column("seats", "at")


def _replace_indexes(old: dict[str, tuple[str, list[str]]], new: dict[str, tuple[str, list[str]]]) -> None:
    for name, (table, _columns) in old.items():
        op.drop_index(name, table)
    for name, (table, columns) in new.items():
        op.create_index(name, table, columns)
