"""The database of the server, in SQLite or PostgreSQL."""

from truquero.server.store.journal import Journal, JournalError, OutcomeUnknown
from truquero.server.store.lease import DatabaseInUse
from truquero.server.store.listing import ListedTable
from truquero.server.store.result_rows import ResultKey, VariantTotals
from truquero.server.store.store import DatabaseUnavailable, Store, StoredTable

__all__ = [
    "DatabaseInUse",
    "DatabaseUnavailable",
    "Journal",
    "JournalError",
    "ListedTable",
    "OutcomeUnknown",
    "ResultKey",
    "Store",
    "StoredTable",
    "VariantTotals",
]
