"""The log: descriptions of errors without private data, and a limit on the number of lines."""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from truquero.server.limits.rates import TokenBucket

MOST_KINDS = 100  # kinds of log lines with a rate limit of their own


def error_location(error: BaseException) -> str:
    """Describe an error for the log: its type and the last four lines of the traceback. The message is left
    out, because it may name a card."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    lines = (f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames)
    return ", ".join([type(error).__name__, *lines])


def drop_traceback(record: logging.LogRecord) -> bool:
    """Drop the traceback of uvicorn's log lines about invalid UTF-8. This is a log filter that passes every record."""
    if str(record.msg).startswith("Invalid UTF-8"):
        record.exc_info = None
    return True


class LimitedLog(logging.Filter):
    """A log filter that limits the rate of lines of one kind. The next line that passes reports how many were left
    out."""

    def __init__(self, limit: tuple[int, float], now: Callable[[], float]) -> None:
        super().__init__()
        self._limit, self._now = limit, now
        self._buckets: dict[str, TokenBucket] = {}
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = str(record.msg).partition("\n")[0]
        if kind not in self._buckets:
            if len(self._buckets) >= MOST_KINDS:
                self._buckets.clear()
            self._buckets[kind] = TokenBucket(self._limit, self._now)
        if not self._buckets[kind].take():
            self._left_out[kind] += 1
            return False
        if left_out := self._left_out.pop(kind, 0):
            record.msg = f"{record.msg} ({left_out} more lines like this were left out)"
        return True
