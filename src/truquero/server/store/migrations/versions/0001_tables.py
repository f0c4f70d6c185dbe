"""Create guests, tables, and the changes of tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),  # when the guest was created, in seconds
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),  # `TableSettings` as JSON
        sa.Column("since", sa.BigInteger, nullable=False),  # when the table was opened, in seconds
    )
    op.create_index("tables_by_owner", "tables", ["owner"])
    op.create_table(
        "changes",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),  # milliseconds
        sa.Column("change", sa.Text, nullable=False),  # a `StoredChange` as JSON
    )


def downgrade() -> None:
    for name in ("changes", "tables", "guests"):
        op.drop_table(name)
