"""The objects that request handlers share, created once for a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from truquero.server.environment import Environment
from truquero.server.guests import GuestSigner
from truquero.server.limits.connections import Connections
from truquero.server.limits.networks import NetworkCounter
from truquero.server.limits.rates import AddressBuckets, TokenBuckets
from truquero.server.metrics import Metrics
from truquero.server.origins import AllowedOrigins
from truquero.server.public_address import public_address_of
from truquero.server.replay_process import ReplayService
from truquero.server.settings import Settings
from truquero.server.store import Store
from truquero.server.tables.registry import TableRegistry

PAGES_FACTOR = 2  # messages of all pages of a guest, compared with those of one page
ADDRESS_FACTOR = 20  # requests of an address, compared with those of a guest; many guests may share an address
FILE_FACTOR = 100  # the same for the page and its files: a browser loads some two hundred for its first visit


@dataclass
class Services:
    """The services of one server: its tables, database, limits and metrics."""

    settings: Settings
    store: Store
    tables: TableRegistry
    replays: ReplayService
    signer: GuestSigner
    environment: Environment
    metrics: Metrics = field(default_factory=Metrics)

    def __post_init__(self) -> None:
        self.origins = AllowedOrigins(self.settings.origins, self.settings.host)
        self.public_address = public_address_of(self.settings.host, self.settings.port, self.settings.origins)
        now = self.environment.time.now
        self.requests = TokenBuckets(self.settings.requests, now)  # by guest; clients without a guest: by address
        self.addresses = TokenBuckets(self.settings.requests, now, times=ADDRESS_FACTOR)
        self.file_requests = TokenBuckets(self.settings.requests, now, times=FILE_FACTOR)  # by address
        self.monitoring_requests = TokenBuckets(self.settings.requests, now, times=ADDRESS_FACTOR)  # by address
        self.messages = TokenBuckets(self.settings.messages, now, times=PAGES_FACTOR)  # by guest
        self.heavy_messages = TokenBuckets(self.settings.heavy_messages, now, times=PAGES_FACTOR)
        self.replay_requests = TokenBuckets(self.settings.replays, now)  # by guest; clients without a guest: by address
        self.connections = Connections(self.settings, now, self.metrics.refused_requests.labels("connection").inc)
        self.sockets = NetworkCounter(self.settings.connections_of_address)  # also limits clients behind a proxy
        self.onlookers = TokenBuckets(self.settings.onlookers, now)  # by table
        self.joining = TokenBuckets(self.settings.onlookers, now)  # of onlookers, by table and address
        # A proxy that forwards no addresses has no limit by address: it would be that of the whole site.
        self.new_tables = AddressBuckets(self.settings.new_tables, now, self.settings.proxies)
        self.renames = AddressBuckets(self.settings.renames, now, self.settings.proxies)

    def say_goodbye(self) -> None:
        """Notify all pages that the server is about to shut down, and abort the replay in progress."""
        self.tables.say_goodbye()
        self.replays.close()
