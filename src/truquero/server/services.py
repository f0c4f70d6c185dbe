"""What every request may need, made once for a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from truquero.server.guard import Buckets, OneByOne
from truquero.server.guests import Signer
from truquero.server.hall import Hall
from truquero.server.metrics import Metrics
from truquero.server.settings import Settings
from truquero.server.store import Store

MOST_REPLAYS = 8  # records that wait to be read


@dataclass
class Services:
    settings: Settings
    store: Store
    hall: Hall
    signer: Signer
    metrics: Metrics = field(default_factory=Metrics)

    def __post_init__(self) -> None:
        self.requests = Buckets(self.settings.requests)
        self.replaying = OneByOne(MOST_REPLAYS)
        self.onlookers = Buckets(self.settings.onlookers)  # of each table

    async def meet(self, guest: str) -> str:
        """The name of a guest, remembered for as long as the server runs."""
        if guest not in self.hall.names:
            self.hall.names[guest] = await self.store.name_of(guest) or ""
        return self.hall.names[guest]


def services_for(settings: Settings) -> Services:
    store = Store(settings.database)
    return Services(settings, store, Hall(settings, store), Signer(settings.secret))
