"""Served tables without a server, for tests of one table."""

from __future__ import annotations

from collections.abc import Iterable

from tests.support.silent_page import SilentPage
from truquero.server.environment import Environment
from truquero.server.settings import Settings
from truquero.server.store import Store
from truquero.server.tables.bot_pool import BotPool
from truquero.server.tables.guest_profiles import GuestProfile
from truquero.server.tables.served_table import ServedTable, TableServices
from truquero.server.tables.state import TableState
from truquero.server.ws.table_pages import TablePages, pages_of


class OnlyTable:
    """A directory for a table that is the only one. The name of each guest is its id."""

    def profile_of(self, guest: str) -> GuestProfile:
        return GuestProfile(guest)

    def too_many_tables(self, guest: str) -> str:
        return ""

    def update_index(self, table: ServedTable) -> None:
        pass


def serve_table(
    state: TableState,
    store: Store,
    bot_pool: BotPool,
    settings: Settings,
    environment: Environment,
    guests: Iterable[str],
) -> ServedTable:
    """Return a served table with a silent page for each of these guests."""
    services = TableServices(store.journal, bot_pool, settings, environment, TablePages)
    table = ServedTable(state, services, OnlyTable())
    for guest in guests:
        pages_of(table).connect(SilentPage(guest))
    return table
