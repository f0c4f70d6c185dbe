"""Protection against hostile clients: allowed hosts and origins, security headers, rate limits and queues."""

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
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?", re.ASCII)  # of a Host header


def where(error: BaseException) -> str:
    """Describe an error for the log: its type and the last four places in the code. The message of the error is left
    out, because it may name a card."""
    places = traceback.extract_tb(error.__traceback__)[-4:]
    return ", ".join([type(error).__name__, *(f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in places)])


def in_one_line(record: logging.LogRecord) -> bool:
    """Drop the traceback of uvicorn's log lines about invalid UTF-8. This is a log filter that passes every record."""
    if str(record.msg).startswith("Invalid UTF-8"):
        record.exc_info = None
    return True


class Own:
    """The host names of the server, and the origins whose pages may use it.

    The owner of any domain name can make it resolve to this machine. A page of that domain would then count as a page
    of this server (DNS rebinding). So the server accepts only names that it knows by itself or from the settings. IP
    addresses are always accepted, for nobody can redirect them.
    """

    def __init__(self, origins: frozenset[str], listens_on: str = "") -> None:
        self._origins = {urlsplit(origin).netloc: set[str]() for origin in origins}
        for origin in origins:
            self._origins[urlsplit(origin).netloc].add(urlsplit(origin).scheme)
        self._schemes = {urlsplit(origin).hostname: {urlsplit(origin).scheme} for origin in origins}  # no port
        machine = socket.gethostname().lower().rstrip(".")
        short = machine.partition(".")[0]
        told = (urlsplit(origin).hostname or "" for origin in origins)
        self._names = {"localhost", machine, short, f"{short}.local", listens_on.lower(), *told}

    def goes_by(self, host: str | None) -> bool:
        """Return whether a host, as in a Host header, is a name or an address of this server."""
        found = _HOST.fullmatch((host or "").lower())
        if found is None:
            return False
        name = found["name"].rstrip(".")
        return name in self._names or name.endswith(".localhost") or _is_number(name)

    def has_sent(self, origin: str | None, host: str | None) -> bool:
        """Return whether a page of this origin may use the server at this host."""
        if not origin or not host:
            return False
        try:
            address = urlsplit(origin.lower())
        except ValueError:  # the origin is not a URL
            return False
        is_told = address.scheme in self._origins.get(address.netloc, ()) and not address.path
        return is_told or (address.netloc == host.lower() and self.goes_by(host))

    def is_https(self, host: str | None, scheme: str) -> bool:
        """Return whether pages reach this host by https. The scheme of its configured origins decides; without one, or
        with both schemes, that of the request."""
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
    """A token bucket. The limit is a number of actions and the seconds in which they are allowed."""

    def __init__(self, limit: tuple[int, float], now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds = limit
        self._now = now
        self._left, self._then = float(self._most), now()

    def take(self) -> bool:
        """Take a token. Return False if none is left."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._then) * self._most / self._seconds)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """Token buckets by key, each `times` as large as the limit. At most `most` are stored; the least recently used are
    dropped."""

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
    """A lock for slow work. `is_full` is true while `most` tasks hold it or wait for it; callers check that first."""

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
    """The queue is full, the guest is already in it, or the address has reached its limit."""


class FairQueue:
    """A queue for slow work, which runs one task at a time. The queue holds at most `most` tasks, one of each guest and
    `of_address` of each address."""

    def __init__(self, most: int, of_address: int, exempt: frozenset[str] = frozenset()) -> None:
        self._turns = OneByOne(most)
        self._guests: set[str] = set()
        self._addresses = PerNetwork(of_address, exempt)

    @asynccontextmanager
    async def turn(self, who: str, address: str) -> AsyncIterator[None]:
        """Wait for a turn and hold it. Raise TooMany instead if the queue does not admit the task."""
        if who in self._guests or self._turns.is_full or not self._addresses.take(address):
            raise TooMany
        self._guests.add(who)
        try:
            async with self._turns:
                yield
        finally:
            self._addresses.give_back(address)
            self._guests.discard(who)
