"""The tables of the database. A change here needs a migration in `migrations/versions`."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("portrait", String(16), nullable=False, server_default=""),
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
    Column("empty", Integer, nullable=False),  # the number of empty seats
    Column("at", BigInteger, nullable=False),  # milliseconds, when its phase or its guests last changed
    Column("waits", Boolean, nullable=False),  # somebody sits there and waits for others before the first match
)

# The guests at each table, stored in the same transaction as the change that seats them. `phase` and `at` repeat the
# columns of `tables`, because an index cannot span both.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("phase", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
)

changes = Table(
    "changes",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),  # the primary key rejects a second writer of the same version
    Column("at", BigInteger, nullable=False),  # milliseconds
    Column("change", Text, nullable=False),  # JSON
)

Index("tables_by_owner", tables.c.owner, tables.c.phase, tables.c.at)
Index("tables_waiting", tables.c.public, tables.c.waits, tables.c.at)
Index("seats_by_guest", seats.c.guest, seats.c.phase, seats.c.at)
