"""The Alembic environment. The server migrates its database at startup, on the connection that it passes in."""

from __future__ import annotations

from alembic import context

from truquero.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,  # all or nothing, even if the server is killed
)
with context.begin_transaction():
    context.run_migrations()
