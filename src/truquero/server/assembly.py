"""The creation of a server's services."""

from __future__ import annotations

from truquero.server.environment import Environment
from truquero.server.guests import GuestSigner
from truquero.server.http.replay_steps import replayed_as_json
from truquero.server.replay_process import ReplayService
from truquero.server.services import Services
from truquero.server.settings import Settings
from truquero.server.store import Store
from truquero.server.tables.bot_pool import BotPool, ProcessBotPool
from truquero.server.tables.registry import TableRegistry
from truquero.server.ws.table_pages import TablePages


def create_services(
    settings: Settings, environment: Environment | None = None, bot_pool: BotPool | None = None
) -> Services:
    """Create the services of a server. Tests supply their own time, random numbers and bots."""
    environment = environment or Environment()
    store = Store(settings.database, environment.time)
    bot_pool = bot_pool or ProcessBotPool(settings.workers, settings.secret, settings.proxies)
    tables = TableRegistry(settings, store, bot_pool, environment, TablePages)
    replays = ReplayService(replayed_as_json, proxies=settings.proxies)
    return Services(settings, store, tables, replays, GuestSigner(settings.secret), environment)
