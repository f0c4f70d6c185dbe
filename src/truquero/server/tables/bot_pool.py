"""The bots of a server. Slow bots think in worker processes, so that no table waits for the bots of another.

Every question creates a new bot from the rules, its seat and a seed of that question. Bots therefore have no state, and
a server that was killed continues with the same bots.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from typing import Protocol

from truquero.bots import make_bot
from truquero.bots.players.characters import CHARACTERS
from truquero.i18n import SOURCE_LANGUAGE, speaking
from truquero.server import worker_process
from truquero.server.changes import TableSettings
from truquero.server.logs import error_location
from truquero.session import QuestionKind, timeout_move
from truquero.table import View
from truquero.variants import rules_of

log = logging.getLogger("truquero.server")
BotAnswer = str | int | None

LONGEST_THOUGHT = 10.0  # seconds; a usual answer takes some tenths of a second
MOST_ENTRIES = 100_000  # of the engine's cache in each process, about 35 MiB


def ask_new_bot(
    settings: TableSettings, bot: str, seat: int, seed: str, question: QuestionKind, view: View
) -> BotAnswer:
    """Create a bot and return its answer to one question."""
    player = make_bot(bot, rules_of(settings.variant, settings.players, **settings.options), seat, seed)
    answer: BotAnswer = getattr(player, question)(view)
    return answer


def is_valid(question: QuestionKind, answer: BotAnswer, view: View) -> bool:
    """Return whether an answer is valid for the question."""
    match question:
        case "choose":
            return answer in view.moves
        case "speak_up":
            return answer is None or answer in view.moves
        case "claim":
            return answer is None or answer in view.claims
        case _:  # an invalid look or seña does no harm
            return True


def hint_text(settings: TableSettings, view: View, lang: str | None) -> str:
    """Return a text on the worth of a player's cards and the chances of winning."""
    from truquero.speech.hints import chances, hint  # slow to import

    rules = rules_of(settings.variant, settings.players, **settings.options)
    with speaking(lang or SOURCE_LANGUAGE):
        return "\n".join([*hint(rules, view), *chances(rules, view)])


def _start_worker() -> None:
    worker_process.set_up(MOST_ENTRIES)
    _load_data()


def _load_data() -> None:
    """Load the data that the first question needs."""
    from truquero.bots.players import variance

    variance.solver_is_available()


class BotPool(Protocol):
    """The service that puts questions to bots and computes hints for people. Tests supply scripted services."""

    def warm_up(self) -> None:
        """Prepare for the first question."""

    def close(self) -> None:
        """Release the resources."""

    async def ask(
        self, table: str, moment: int, settings: TableSettings, bot: str, seat: int, question: QuestionKind, view: View
    ) -> BotAnswer:
        """Return the bot's answer to a question. `moment` is that of the table (`TableState.moment`)."""

    async def hint(self, settings: TableSettings, view: View, lang: str | None) -> str | None:
        """Return a hint in the given language, or None if it cannot be computed."""


class ProcessBotPool:
    """A `BotPool` of worker processes."""

    def __init__(self, workers: int, secret: bytes) -> None:
        self._workers, self._secret = workers, secret
        self._pool: ProcessPoolExecutor | None = None
        self._hint_lock = asyncio.Semaphore(1)

    def warm_up(self) -> None:
        """Start a worker process now, so that nobody waits for it at the first question."""
        self._processes().submit(_load_data)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _seed(self, table: str, seat: int, moment: int) -> str:
        """Return the seed of a question. It is deterministic, but nobody can predict it without the server's secret."""
        return sha256(b"/".join([self._secret, f"bot/{table}/{seat}/{moment}".encode()])).hexdigest()

    async def ask(
        self, table: str, moment: int, settings: TableSettings, bot: str, seat: int, question: QuestionKind, view: View
    ) -> BotAnswer:
        """Return a bot's answer. If the bot fails, return the move of a timeout, or None if it need not move."""
        seed = self._seed(table, seat, moment)
        try:
            if bot in CHARACTERS:
                answer = await self._in_process(ask_new_bot, settings, bot, seat, seed, question, view)
            else:  # these bots answer faster than a call to another process
                answer = ask_new_bot(settings, bot, seat, seed, question, view)
            if not is_valid(question, answer, view):
                raise ValueError(question)
            return answer
        except Exception as error:
            log.error("%s could not answer at table %s: %s", bot, table, error_location(error))
            return timeout_move(view) if question == "choose" else None

    async def hint(self, settings: TableSettings, view: View, lang: str | None) -> str | None:
        """Return a hint, or None if it fails. Compute only one at a time: hints are slow and would delay bots."""
        async with self._hint_lock:
            try:
                return str(await self._in_process(hint_text, settings, view, lang))
            except Exception as error:
                log.error("a hint could not be computed: %s", error_location(error))
                return None

    async def _in_process(self, work: Callable[..., BotAnswer], *args: object) -> BotAnswer:
        loop, pool = asyncio.get_running_loop(), self._processes()
        try:
            return await loop.run_in_executor(pool, worker_process.run_with_timeout, LONGEST_THOUGHT, work, *args)
        except BrokenProcessPool:  # a worker was killed: retry once with a new pool
            if self._pool is pool:
                self._pool = None
            return await loop.run_in_executor(
                self._processes(), worker_process.run_with_timeout, LONGEST_THOUGHT, work, *args
            )

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawn, because a process that is forked from a server with threads and sockets may deadlock.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_start_worker)
        return self._pool
