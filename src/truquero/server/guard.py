"""What keeps strangers out: origins, headers, and how much somebody may ask for."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import time
import traceback
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from truquero.server.addresses import PerNetwork

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self)",
}
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?", re.ASCII)  # as browsers write it


def where(error: BaseException) -> str:
    """What went wrong, for the log: the kind of error and the places in the code. What the error says is left out, for
    it may name a card."""
    places = traceback.extract_tb(error.__traceback__)[-4:]
    return ", ".join([type(error).__name__, *(f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in places)])


def in_one_line(record: logging.LogRecord) -> bool:
    """For the log of uvicorn, which tells at length where in its code it found that a page does not write UTF-8."""
    if str(record.msg).startswith("Invalid UTF-8"):
        record.exc_info = None
    return True


class Own:
    """Which names are the server's own, and which pages: those it has sent, and those that the settings allow.

    Any name in the world may be made to lead to this machine, by whoever owns the name. A page from there would then be
    taken for one of the server's (DNS rebinding), so it does not go by names that nobody has told it. Numbers cannot be
    made to lead elsewhere.
    """

    def __init__(self, origins: frozenset[str], listens_on: str = "") -> None:
        self._origins = {urlsplit(origin).netloc: set[str]() for origin in origins}
        for origin in origins:
            self._origins[urlsplit(origin).netloc].add(urlsplit(origin).scheme)
        self._schemes = {urlsplit(origin).hostname: {urlsplit(origin).scheme} for origin in origins}  # without a port
        machine = socket.gethostname().lower().rstrip(".")
        short = machine.partition(".")[0]
        told = (urlsplit(origin).hostname or "" for origin in origins)
        self._names = {"localhost", machine, short, f"{short}.local", listens_on.lower(), *told}

    def goes_by(self, host: str | None) -> bool:
        """Whether the server is meant by a request to this host."""
        found = _HOST.fullmatch((host or "").lower())
        if found is None:
            return False
        name = found["name"].rstrip(".")
        return name in self._names or name.endswith(".localhost") or _is_number(name)

    def has_sent(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of this origin may talk to the server."""
        if not origin or not host:
            return False
        try:
            address = urlsplit(origin.lower())
        except ValueError:  # it is no address at all
            return False
        is_told = address.scheme in self._origins.get(address.netloc, ()) and not address.path
        return is_told or (address.netloc == host.lower() and self.goes_by(host))

    def is_https(self, host: str | None, scheme: str) -> bool:
        """Whether pages reach this host by https: as its origin says, and else as the request came."""
        name = (host or "").lower()
        told = self._origins.get(name) or self._schemes.get(name, set())
        return told == {"https"} or (len(told) != 1 and scheme in ("https", "wss"))


def _is_number(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Bucket:
    """So many in so many seconds, and no more."""

    def __init__(self, limit: tuple[int, float], now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds = limit
        self._now = now
        self._left, self._then = float(self._most), now()

    def take(self) -> bool:
        """Whether one more is allowed."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._then) * self._most / self._seconds)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One bucket for each who asks, `times` as large as the limit. Of more than `most` those go who have asked for
    nothing longest."""

    def __init__(
        self, limit: tuple[int, float], now: Callable[[], float] = time.monotonic, *, times: int = 1, most: int = 10_000
    ) -> None:
        self._limit, self._most, self._now = (limit[0] * times, limit[1]), most, now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        if who not in self._buckets:
            self._buckets[who] = Bucket(self._limit, self._now)
        self._buckets.move_to_end(who)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return self._buckets[who].take()


class OneByOne:
    """What takes long is done one at a time, and not too many wait for it."""

    def __init__(self, most: int) -> None:
        self._most, self._waiting = most, 0
        self._lock = asyncio.Lock()

    @property
    def is_full(self) -> bool:
        return self._waiting >= self._most

    async def __aenter__(self) -> None:
        self._waiting += 1
        try:
            await self._lock.acquire()
        except BaseException:
            self._waiting -= 1
            raise

    async def __aexit__(self, *_error: object) -> None:
        self._waiting -= 1
        self._lock.release()


class TooMany(Exception):
    """The queue is full, the same guest waits in it already, or the address has its share."""


class FairQueue:
    """Work that takes long is done one at a time. Few wait for it: one of each guest, and some of each address."""

    def __init__(self, most: int, of_address: int, exempt: frozenset[str] = frozenset()) -> None:
        self._turns = OneByOne(most)
        self._guests: set[str] = set()
        self._addresses = PerNetwork(of_address, exempt)

    @asynccontextmanager
    async def turn(self, who: str, address: str) -> AsyncIterator[None]:
        """Wait for a turn and hold it. Raise TooMany instead of waiting in a queue that is full."""
        if who in self._guests or self._turns.is_full or not self._addresses.take(address):
            raise TooMany
        self._guests.add(who)
        try:
            async with self._turns:
                yield
        finally:
            self._addresses.give_back(address)
            self._guests.discard(who)
