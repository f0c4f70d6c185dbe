"""The objects that request handlers share, created once for a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from truquero.server.addresses import PerNetwork
from truquero.server.connections import Connections
from truquero.server.environment import Environment
from truquero.server.guard import Buckets, Own
from truquero.server.guests import Signer
from truquero.server.metrics import Metrics
from truquero.server.reach import reach_at
from truquero.server.replaying import Replays
from truquero.server.settings import Settings
from truquero.server.store import Store
from truquero.server.tables.bot_pool import BotPool, ProcessBotPool
from truquero.server.tables.registry import Hall

PAGES = 2  # factor: messages of all pages of a guest, compared with those of one page
CLUB = 20  # factor: requests of an address, compared with those of a guest; many guests may share an address


@dataclass
class Services:
    """The services of one server: its tables, database, limits and metrics."""

    settings: Settings
    store: Store
    hall: Hall
    signer: Signer
    environment: Environment
    metrics: Metrics = field(default_factory=Metrics)

    def __post_init__(self) -> None:
        self.own = Own(self.settings.origins, self.settings.host)
        self.reach = reach_at(self.settings.host, self.settings.port, self.settings.origins)
        now = self.environment.time.now
        self.requests = Buckets(self.settings.requests, now)  # by guest; clients without a guest: by address
        self.addresses = Buckets(self.settings.requests, now, times=CLUB)
        self.messages = Buckets(self.settings.messages, now, times=PAGES)  # by guest
        self.heavy_messages = Buckets(self.settings.heavy_messages, now, times=PAGES)
        self.replaying = Replays(proxies=self.settings.proxies)
        self.replays = Buckets(self.settings.replays, now)  # by guest; clients without a guest: by address
        self.connections = Connections(self.settings, now, self.metrics.turned.labels("connection").inc)
        self.sockets = PerNetwork(self.settings.connections_of_address)  # also limits clients behind a proxy
        self.onlookers = Buckets(self.settings.onlookers, now)  # by table

    def say_goodbye(self) -> None:
        """Notify all pages that the server is about to shut down, and abort the replay in progress."""
        self.hall.say_goodbye()
        self.replaying.close()


def services_for(
    settings: Settings, environment: Environment | None = None, bot_pool: BotPool | None = None
) -> Services:
    """Create the services of a server. Tests supply their own time, random numbers and bots."""
    environment = environment or Environment()
    store = Store(settings.database, environment.time)
    bot_pool = bot_pool or ProcessBotPool(settings.workers, settings.secret)
    hall = Hall(settings, store, bot_pool, environment)
    return Services(settings, store, hall, Signer(settings.secret), environment)
