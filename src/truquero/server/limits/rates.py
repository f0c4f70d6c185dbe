"""Rate limits."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable


class TokenBucket:
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


class TokenBuckets:
    """Token buckets by key. Each allows `times` times as many actions as the limit.

    At most `most` buckets are stored; the least recently used are dropped.
    """

    def __init__(
        self, limit: tuple[int, float], now: Callable[[], float] = time.monotonic, *, times: int = 1, most: int = 10_000
    ) -> None:
        self._limit, self._most, self._now = (limit[0] * times, limit[1]), most, now
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, who: str) -> bool:
        if who not in self._buckets:
            self._buckets[who] = TokenBucket(self._limit, self._now)
        self._buckets.move_to_end(who)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return self._buckets[who].take()
