"""Bots for tests. They answer in the server's event loop, so that no other process affects the time of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from truquero.cards import CARDS
from truquero.server.changes import TableSettings
from truquero.server.process_pool import ProcessPool
from truquero.server.tables.bot_pool import Answer, BotAnswer, BotPool, ProcessBotPool
from truquero.session import QuestionKind, timeout_move
from truquero.table import View

Script = Callable[[int, QuestionKind, View], BotAnswer]
"""Returns what the bot of a seat answers to a question about what it sees."""


class InLoop(ProcessBotPool):
    """The real bots, without worker processes. A match repeats if the id of its table does."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(1, secret)

    def warm_up(self) -> None:
        pass

    async def _run(self, workers: ProcessPool, work: Callable[..., Answer], *args: object) -> Answer:
        return work(*args)


class Scripted(InLoop):
    """Bots that all follow a script, whatever their names. Hints are computed as usual."""

    def __init__(self, script: Script) -> None:
        super().__init__(b"scripted")
        self._script = script

    async def ask(
        self, table: str, moment: int, settings: TableSettings, bot: str, seat: int, question: QuestionKind, view: View
    ) -> BotAnswer:
        return self._script(seat, question, view)


class Counted:
    """A wrapper of a bot pool that counts its pending answers."""

    def __init__(self, bot_pool: BotPool) -> None:
        self._bot_pool = bot_pool
        self.pending = 0

    def warm_up(self) -> None:
        self._bot_pool.warm_up()

    def close(self) -> None:
        self._bot_pool.close()

    async def ask(
        self, table: str, moment: int, settings: TableSettings, bot: str, seat: int, question: QuestionKind, view: View
    ) -> BotAnswer:
        with self._counted():
            return await self._bot_pool.ask(table, moment, settings, bot, seat, question, view)

    async def hint(self, guest: str, address: str, settings: TableSettings, view: View, lang: str | None) -> str | None:
        with self._counted():
            return await self._bot_pool.hint(guest, address, settings, view, lang)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        self.pending += 1
        try:
            yield
        finally:
            self.pending -= 1


def preferring(*moves: str) -> Script:
    """Return a script for bots that act only when they must.

    They make the first of `moves` that is legal, or else lay a card.
    """

    def script(_seat: int, question: QuestionKind, view: View) -> BotAnswer:
        if question != "choose":
            return None
        cards = [move for move in view.moves if move in CARDS]
        preferred = [move for move in moves if move in view.moves]
        return (preferred or cards or [timeout_move(view)])[0]

    return script
