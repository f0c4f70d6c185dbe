"""What keeps strangers out: origins, headers, and how much somebody may ask for."""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

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


def is_own(origin: str | None, host: str | None, allowed: frozenset[str]) -> bool:
    """Whether a page of this origin may talk to the server: one of its own, or one that the settings allow."""
    if not origin or not host:
        return False
    try:
        return origin in allowed or urlsplit(origin).netloc == host
    except ValueError:  # it is no address at all
        return False


class Bucket:
    """So many in so many seconds, and no more."""

    def __init__(self, limit: tuple[int, float]) -> None:
        self._most, self._seconds = limit
        self._left, self._then = float(self._most), time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._then) * self._most / self._seconds)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing was asked for lately: such a bucket need not be kept."""
        return self._left + (time.monotonic() - self._then) * self._most / self._seconds >= self._most


class Buckets:
    """One bucket for each who asks."""

    def __init__(self, limit: tuple[int, float], most: int = 10_000) -> None:
        self._limit, self._most = limit, most
        self._buckets: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        if len(self._buckets) >= self._most:
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.is_full}
        return self._buckets.setdefault(who, Bucket(self._limit)).take()


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
