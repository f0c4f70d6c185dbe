"""Brings a database up to date. The server runs this at its start, on a connection of its own."""

from __future__ import annotations

from alembic import context

from truquero.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,  # all of it or nothing, also where a server is killed meanwhile
)
with context.begin_transaction():
    context.run_migrations()
