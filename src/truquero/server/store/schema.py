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

# The result of each match for each guest who sat there when it ended. They are deleted with the guest or the table.
results = Table(
    "results",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the match at the table, from 1
    Column("at", BigInteger, nullable=False),  # milliseconds, when the match ended
    Column("variant", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", String(40), nullable=False),  # the own side first, such as 30-24
    Column("names", Text, nullable=False),  # JSON, by seat
    Column("envido_called", Integer, nullable=False),  # hands, as in `BetCount`
    Column("envido_accepted", Integer, nullable=False),
    Column("envido_won", Integer, nullable=False),
    Column("truco_called", Integer, nullable=False),
    Column("truco_accepted", Integer, nullable=False),
    Column("truco_won", Integer, nullable=False),
)

Index("tables_by_owner", tables.c.owner, tables.c.phase, tables.c.at)
Index("tables_waiting", tables.c.public, tables.c.waits, tables.c.at)
Index("seats_by_guest", seats.c.guest, seats.c.phase, seats.c.at)
Index("results_by_guest", results.c.guest, results.c.at, results.c.table_id, results.c.number)
