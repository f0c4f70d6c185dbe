"""Add the portrait that a guest has chosen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guests", sa.Column("portrait", sa.String(16), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("guests", "portrait")
