"""Rate limits."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from truquero.server.limits.networks import network_of, plain_address


class TokenBucket:
    """A token bucket. The limit is a number of actions and the seconds in which they are allowed."""

    def __init__(self, limit: tuple[int, float], now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds = limit
        self._now = now
        self._tokens, self._updated = float(self._most), now()

    def take(self) -> bool:
        """Take a token. Return False if none is left."""
        now = self._now()
        self._tokens = min(self._most, self._tokens + (now - self._updated) * self._most / self._seconds)
        self._updated = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def give_back(self) -> None:
        """Return a token that was taken for an action that did not happen."""
        self._tokens = min(self._most, self._tokens + 1)


class TokenBuckets:
    """Token buckets by key. Each allows `times` times as many actions as the limit.

    At most `most` buckets are stored; the least recently used are dropped.
    """

    def __init__(
        self, limit: tuple[int, float], now: Callable[[], float] = time.monotonic, *, times: int = 1, most: int = 10_000
    ) -> None:
        self._limit, self._most, self._now = (limit[0] * times, limit[1]), most, now
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str) -> bool:
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._limit, self._now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return self._buckets[key].take()

    def give_back(self, key: str) -> None:
        """Return a token that was taken for an action that did not happen."""
        if key in self._buckets:
            self._buckets[key].give_back()


class AddressBuckets:
    """Token buckets by the network of an address. The addresses in `exempt` have no limit."""

    def __init__(self, limit: tuple[int, float], now: Callable[[], float], exempt: frozenset[str]) -> None:
        self._buckets, self._exempt = TokenBuckets(limit, now), frozenset(map(plain_address, exempt))

    def take(self, address: str) -> bool:
        return plain_address(address) in self._exempt or self._buckets.take(network_of(address))

    def give_back(self, address: str) -> None:
        """Return a token that was taken for an action that did not happen."""
        if plain_address(address) not in self._exempt:
            self._buckets.give_back(network_of(address))
