"""The pages of a table together with the handlers of their messages."""

from __future__ import annotations

import weakref

from truquero.server.tables.served_table import ServedTable
from truquero.server.ws.broadcast import Broadcaster
from truquero.server.ws.handlers import MessageHandlers


class TablePages(Broadcaster):
    """The `Pages` of a served table."""

    def __init__(self, table: ServedTable) -> None:
        super().__init__(table)
        # Weak references avoid cycles: the table owns this object and must be freed as soon as it is closed.
        self.handlers = MessageHandlers(weakref.proxy(table), weakref.proxy(self))

    def close(self) -> None:
        """Cancel the work in progress for the pages."""
        self.handlers.close()


def pages_of(table: ServedTable) -> TablePages:
    """Return the pages of a table."""
    assert isinstance(table.pages, TablePages)
    return table.pages
