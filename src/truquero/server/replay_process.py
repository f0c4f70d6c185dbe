"""Replays of records that strangers send, in a separate process that can be killed, so that no table waits for them."""

from __future__ import annotations

import asyncio
import gzip
import logging
import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import NamedTuple

from truquero.records import RecordError
from truquero.server import worker_process
from truquero.server.limits.queues import FairQueue
from truquero.server.logs import error_location

log = logging.getLogger("truquero.server")

PROCESSOR_SECONDS = 8.0  # limit for one record; a record of 200,000 characters takes two
PATIENCE = 120.0  # seconds of wall time without an answer after which the process is killed
MOST_WAITING = 8  # records in the queue, each of another guest
MOST_OF_ADDRESS = 3  # of those, for one address
MOST_ENTRIES = 100_000  # of the engine's cache
NICE = 5  # a lower priority than tables and bots

Work = Callable[[str, str], bytes]
"""Returns the replay of a record as JSON, with texts in a language."""


class ReplayFailed(Exception):
    """A record was not replayed, for a reason other than an error in it."""


class ReplayTimeout(ReplayFailed):
    """The replay of the record takes too long."""


class ReplayAborted(ReplayFailed):
    """The server is shutting down, or the process has ended unexpectedly."""


class ReplayRequest(NamedTuple):
    """A record to be replayed. With `is_packed` the answer is compressed with gzip, to a twentieth or less."""

    text: str
    language: str
    is_packed: bool = False


class ReplayOutcome(NamedTuple):
    """The answer of the process. At most one field is set, and none if the replay took too long.

    `json` is the replay, compressed if the request asks for it. `record_error` is a line number in the record and the
    error there. `internal_error` describes an error of the server.
    """

    json: bytes = b""
    record_error: tuple[int, str] | None = None
    internal_error: str = ""


def _outcome(work: Work, seconds: float, request: ReplayRequest) -> ReplayOutcome:
    try:
        json = worker_process.run_with_timeout(seconds, work, request.text, request.language, of_processor=True)
        return ReplayOutcome(gzip.compress(json) if request.is_packed else json)
    except RecordError as error:
        return ReplayOutcome(record_error=(error.line, error.message))
    except TimeoutError:
        return ReplayOutcome()
    except Exception as error:
        return ReplayOutcome(internal_error=error_location(error))


def _serve(connection: Connection, work: Work, seconds: float) -> None:
    """Replay one record after another until the server closes the connection. This is the main function of the worker
    process."""
    worker_process.set_up(MOST_ENTRIES)
    if hasattr(os, "nice"):
        os.nice(NICE)
    with suppress(EOFError, OSError):
        while True:
            connection.send(_outcome(work, seconds, connection.recv()))


class _Replayer:
    """The worker process and the connection to it."""

    def __init__(self, work: Work, seconds: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, worker_end = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_serve, args=(worker_end, work, seconds), daemon=True)
        self.process.start()
        worker_end.close()

    def ask(self, request: ReplayRequest) -> ReplayOutcome:
        """Return the answer to a request. This blocks, so call it in a thread. Raise EOFError or OSError if the process
        is killed meanwhile."""
        self._connection.send(request)
        answer = self._connection.recv()
        assert isinstance(answer, ReplayOutcome)
        return answer

    def kill(self) -> None:
        self.process.kill()  # the connection closes, which ends a blocked `ask`


class ReplayService:
    """A queue of records to replay, one at a time, in a worker process that starts with the first request. The queue
    admits one record of each guest and a few of each address."""

    def __init__(
        self,
        work: Work,
        seconds: float = PROCESSOR_SECONDS,
        patience: float = PATIENCE,
        proxies: frozenset[str] = frozenset(),
    ) -> None:
        self._work, self._seconds, self._patience = work, seconds, patience
        self._queue = FairQueue(MOST_WAITING, MOST_OF_ADDRESS, proxies)
        self._process: _Replayer | None = None
        self._is_closed = False

    def close(self) -> None:
        """Abort the replay in progress, and refuse further ones."""
        self._is_closed = True
        self._end_process()

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    async def replay(self, client: str, address: str, request: ReplayRequest) -> bytes:
        """Return the replay of a record as JSON. Raise RecordError, ReplayFailed or QueueFull."""
        async with self._queue.turn(client, address):
            outcome = await self._ask(request)
        if outcome.record_error is not None:
            raise RecordError(*outcome.record_error)
        if outcome.internal_error:
            log.error("a record could not be replayed: %s", outcome.internal_error)
            raise ReplayFailed
        if not outcome.json:
            raise ReplayTimeout
        return outcome.json

    async def _ask(self, request: ReplayRequest) -> ReplayOutcome:
        if self._is_closed:
            raise ReplayAborted
        if self._process is None or not self._process.process.is_alive():
            self._process = _Replayer(self._work, self._seconds)
        answer = asyncio.ensure_future(asyncio.to_thread(self._process.ask, request))
        try:
            return await asyncio.wait_for(asyncio.shield(answer), self._patience)
        except TimeoutError as error:
            raise ReplayTimeout from error
        except (EOFError, OSError) as error:
            raise ReplayAborted from error
        finally:
            if not answer.done() or answer.exception() is not None:
                self._end_process()  # otherwise the next request would get the answer to this one
                answer.add_done_callback(lambda done: done.exception())
