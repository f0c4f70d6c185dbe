"""The tables of the database. A change here needs a migration in `migrations/versions`."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("since", BigInteger, nullable=False),  # seconds
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("agreed", Text, nullable=False),  # JSON
    Column("since", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("phase", String(10), nullable=False),  # gathering, playing or over
    Column("empty", Integer, nullable=False),  # seats
    Column("at", BigInteger, nullable=False),  # milliseconds: when its phase or its people last changed
)

# The people of each table, kept with the change that seats them.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(32), nullable=False),
)

changes = Table(
    "changes",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),  # one writer: the same version twice is refused by the key
    Column("at", BigInteger, nullable=False),  # milliseconds
    Column("change", Text, nullable=False),  # JSON
)

Index("tables_by_owner", tables.c.owner)
Index("tables_waiting", tables.c.phase, tables.c.public, tables.c.at)
Index("seats_by_guest", seats.c.guest)
