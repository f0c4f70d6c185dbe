"""Who thinks for the bots: processes of their own, so that no table waits for another one's thought.

A bot is made anew for every question, from the rules, its seat and a seed of that question: it needs no memory, and a
server that was killed goes on with the same bots.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from typing import Literal, Protocol

from truquero.bots import make_bot
from truquero.bots.characters import CHARACTERS
from truquero.language import WRITTEN, speaking
from truquero.server import child
from truquero.server.guard import where
from truquero.server.room.kept import Agreed
from truquero.table import View
from truquero.table.clock import time_is_up
from truquero.variants import rules_of

log = logging.getLogger("truquero.server")
Question = Literal["choose", "speak_up", "watch", "sign", "claim"]
Answer = str | int | None


LONGEST_THOUGHT = 10.0  # seconds; a thought takes some tenths of one
MOST_ENTRIES = 100_000  # of the engine's cache in each process: some 35 MiB


def think(agreed: Agreed, bot: str, seat: int, seed: str, question: Question, view: View) -> Answer:
    """One question to one bot."""
    made = make_bot(bot, rules_of(agreed.variant, agreed.players, **agreed.options), seat, seed)
    answer: Answer = getattr(made, question)(view)
    return answer


def fits(question: Question, answer: Answer, view: View) -> bool:
    """Whether a bot has answered what it was asked."""
    match question:
        case "choose":
            return answer in view.moves
        case "speak_up":
            return answer is None or answer in view.moves
        case "claim":
            return answer is None or answer in view.claims
        case _:  # a look or a seña, which matters to nobody if it cannot be made
            return True


def advise(agreed: Agreed, view: View, lang: str | None) -> str:
    """What somebody's cards are worth, in words."""
    from truquero.telling.hint import chances, hint  # they bring much with them

    rules = rules_of(agreed.variant, agreed.players, **agreed.options)
    with speaking(lang or WRITTEN):
        return "\n".join([*hint(rules, view), *chances(rules, view)])


def _begin() -> None:
    child.begin(MOST_ENTRIES)
    _warm_up()


def _warm_up() -> None:
    """Load what the first question would wait for."""
    from truquero.bots import counting

    counting.is_there()


class Thinkers(Protocol):
    """Answer questions to bots, and give people hints. Tests supply scripted ones."""

    def warm_up(self) -> None:
        """Prepare for the first question, which may come soon."""

    def close(self) -> None:
        """Release what they hold."""

    async def ask(
        self, table: str, version: int, agreed: Agreed, bot: str, seat: int, question: Question, view: View
    ) -> Answer:
        """Return the bot's answer to a question about what its seat sees."""

    async def advice(self, agreed: Agreed, view: View, lang: str | None) -> str | None:
        """Return a hint in the given language, or None if it cannot be computed."""


class Processes:
    """Thinkers in processes of their own."""

    def __init__(self, workers: int, secret: bytes) -> None:
        self._workers, self._secret = workers, secret
        self._pool: ProcessPoolExecutor | None = None
        self._advising = asyncio.Semaphore(1)

    def warm_up(self) -> None:
        """Start a process now, so that the first bot to be asked does not keep anybody waiting."""
        self._processes().submit(_warm_up)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _seed(self, table: str, seat: int, version: int) -> str:
        """A seed that nobody outside can tell, and the same for the same question."""
        return sha256(b"/".join([self._secret, f"bot/{table}/{seat}/{version}".encode()])).hexdigest()

    async def ask(
        self, table: str, version: int, agreed: Agreed, bot: str, seat: int, question: Question, view: View
    ) -> Answer:
        """A bot that fails plays as a clock that has run out: the table goes on."""
        seed = self._seed(table, seat, version)
        try:
            if bot in CHARACTERS:
                answer = await self._in_process(think, agreed, bot, seat, seed, question, view)
            else:  # these answer before a process has even heard the question
                answer = think(agreed, bot, seat, seed, question, view)
            if not fits(question, answer, view):
                raise ValueError(question)
            return answer
        except Exception as error:
            log.error("%s could not answer at table %s: %s", bot, table, where(error))
            return time_is_up(view) if question == "choose" else None

    async def advice(self, agreed: Agreed, view: View, lang: str | None) -> str | None:
        """A hint for somebody; None where it fails. One at a time: it takes long, and bots are not to wait for many."""
        async with self._advising:
            try:
                return str(await self._in_process(advise, agreed, view, lang))
            except Exception as error:
                log.error("a hint could not be given: %s", where(error))
                return None

    async def _in_process(self, work: Callable[..., Answer], *about: object) -> Answer:
        loop, pool = asyncio.get_running_loop(), self._processes()
        try:
            return await loop.run_in_executor(pool, child.in_time, LONGEST_THOUGHT, work, *about)
        except BrokenProcessPool:  # a process was killed: the question is asked once more, of new ones
            if self._pool is pool:
                self._pool = None
            return await loop.run_in_executor(self._processes(), child.in_time, LONGEST_THOUGHT, work, *about)

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Forked from a server that is full of threads and sockets they could hang: these start from nothing.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_begin)
        return self._pool
