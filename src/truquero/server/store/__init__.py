"""The database of the server, in SQLite or PostgreSQL."""

from truquero.server.store.claim import InUse
from truquero.server.store.journal import Journal, JournalError
from truquero.server.store.listing import Listed
from truquero.server.store.store import KeptTable, Store

__all__ = ["InUse", "Journal", "JournalError", "KeptTable", "Listed", "Store"]
