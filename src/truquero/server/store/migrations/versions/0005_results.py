"""Add the results of matches for each guest. Matches that ended before have none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

COUNTS = ("envido_called", "envido_accepted", "envido_won", "truco_called", "truco_accepted", "truco_won")


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.String(40), nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in COUNTS),
    )
    op.create_index("results_by_guest", "results", ["guest", "at", "table_id", "number"])


def downgrade() -> None:
    op.drop_table("results")
