"""What every request may need, made once for a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from truquero.server.addresses import PerNetwork
from truquero.server.connections import Connections
from truquero.server.environment import Environment
from truquero.server.guard import Buckets, Own
from truquero.server.guests import Signer
from truquero.server.hall import Hall
from truquero.server.metrics import Metrics
from truquero.server.reach import reach_at
from truquero.server.replaying import Replays
from truquero.server.room.thinking import Processes, Thinkers
from truquero.server.settings import Settings
from truquero.server.store import Store

PAGES = 2  # all pages of one guest together may say so many times what one may
CLUB = 20  # one address may ask for so many times what a guest may: many may sit behind it


@dataclass
class Services:
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
        self.requests = Buckets(self.settings.requests, now)  # of each guest, and of the strangers of each address
        self.addresses = Buckets(self.settings.requests, now, times=CLUB)
        self.messages = Buckets(self.settings.messages, now, times=PAGES)  # of each guest
        self.heavy_messages = Buckets(self.settings.heavy_messages, now, times=PAGES)
        self.replaying = Replays(proxies=self.settings.proxies)
        self.replays = Buckets(self.settings.replays, now)  # of each guest, and of the strangers of each address
        self.connections = Connections(self.settings, now, self.metrics.turned.labels("connection").inc)
        self.sockets = PerNetwork(self.settings.connections_of_address)  # of clients behind a proxy, too
        self.onlookers = Buckets(self.settings.onlookers, now)  # of each table

    def say_goodbye(self) -> None:
        """The server is about to end: pages are told, and nothing is waited for that can be given up."""
        self.hall.say_goodbye()
        self.replaying.close()


def services_for(
    settings: Settings, environment: Environment | None = None, thinkers: Thinkers | None = None
) -> Services:
    """Make what a server needs. Tests supply the time, the random numbers and the bots' thoughts."""
    environment = environment or Environment()
    store = Store(settings.database, environment.time)
    thinkers = thinkers or Processes(settings.workers, settings.secret)
    hall = Hall(settings, store, thinkers, environment)
    return Services(settings, store, hall, Signer(settings.secret), environment)
