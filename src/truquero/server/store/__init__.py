"""What the server keeps on the disk, in SQLite or PostgreSQL."""

from truquero.server.store.journal import Journal, JournalError
from truquero.server.store.store import KeptTable, Store

__all__ = ["Journal", "JournalError", "KeptTable", "Store"]
