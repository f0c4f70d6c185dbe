"""The bots of a server, and its hints for people. Slow bots think in worker processes, so that no table waits for the
bots of another. Hints have a process of their own with a lower priority, so that no bot waits for a hint.

Every question creates a new bot from the rules, its seat and a seed of that question. Bots therefore have no state, and
a server that was killed continues with the same bots.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from hashlib import sha256
from typing import Protocol, TypeVar

from truquero.bots import make_bot
from truquero.bots.bot_registry import level_of
from truquero.bots.players.characters import CHARACTERS
from truquero.i18n import SOURCE_LANGUAGE, speaking
from truquero.server.changes import TableSettings
from truquero.server.limits.queues import FairQueue
from truquero.server.logs import error_location
from truquero.server.process_pool import ProcessPool
from truquero.session import QuestionKind, timeout_move
from truquero.table import View
from truquero.variants import rules_of

log = logging.getLogger("truquero.server")
BotAnswer = str | int | None
Answer = TypeVar("Answer")

LONGEST_THOUGHT = 10.0  # seconds; a usual answer takes some tenths of a second
MOST_HINTS = 16  # hints that are computed or wait, each of another guest
HINTS_OF_ADDRESS = 4  # of those, for one address
NICE = 5  # a lower priority than tables and bots


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
    """Return advice on the player's decision; if there is none, a text on the worth of the cards and the chances."""
    from truquero.bots.advice.advice_text import advice_lines  # slow to import
    from truquero.speech.hints import chances, hint

    rules = rules_of(settings.variant, settings.players, **settings.options)
    with speaking(lang or SOURCE_LANGUAGE):
        return "\n".join([*advice_lines(rules, view)] or [*hint(rules, view), *chances(rules, view)])


def _load_solver() -> None:
    """Load the compiled solver, if it is installed. Strong bots and hints use it."""
    from truquero.bots.players import variance  # slow to import

    variance.solver_is_available()


class BotPool(Protocol):
    """The service that puts questions to bots and computes hints for people. Tests supply scripted services."""

    def warm_up(self) -> None:
        """Prepare for the first question."""

    def close(self) -> None:
        """Release the resources."""

    async def ask(
        self,
        table: str,
        match_version: int,
        settings: TableSettings,
        bot: str,
        seat: int,
        question: QuestionKind,
        view: View,
    ) -> BotAnswer:
        """Return the bot's answer to a question. `match_version` is that of the table (`TableState.match_version`)."""

    async def hint(self, guest: str, address: str, settings: TableSettings, view: View, lang: str | None) -> str | None:
        """Return a hint for a guest in a language, or None if it cannot be computed. Raise QueueFull if too many hints
        of the guest, of the address or of all wait."""


class ProcessBotPool:
    """A `BotPool` of worker processes."""

    def __init__(self, workers: int, secret: bytes, proxies: frozenset[str] = frozenset()) -> None:
        self._secret = secret
        self._bot_workers = ProcessPool(workers, _load_solver)
        self._hint_worker = ProcessPool(1, _load_solver, NICE)
        self._hint_queue = FairQueue(MOST_HINTS, HINTS_OF_ADDRESS, proxies)

    def warm_up(self) -> None:
        """Start a worker process now, so that nobody waits for it at the first question."""
        self._bot_workers.warm_up()

    def close(self) -> None:
        self._bot_workers.close()
        self._hint_worker.close()

    def _seed(self, table: str, seat: int, match_version: int) -> str:
        """Return the seed of a question. It is deterministic, but nobody can predict it without the server's secret."""
        return sha256(b"/".join([self._secret, f"bot/{table}/{seat}/{match_version}".encode()])).hexdigest()

    async def ask(
        self,
        table: str,
        match_version: int,
        settings: TableSettings,
        bot: str,
        seat: int,
        question: QuestionKind,
        view: View,
    ) -> BotAnswer:
        """Return a bot's answer. If the bot fails, return the move of a timeout, or None if it need not move."""
        seed = self._seed(table, seat, match_version)
        try:
            if level_of(bot) in CHARACTERS:
                answer = await self._run(self._bot_workers, ask_new_bot, settings, bot, seat, seed, question, view)
            else:  # these bots answer faster than a call to another process
                answer = ask_new_bot(settings, bot, seat, seed, question, view)
            if not is_valid(question, answer, view):
                raise ValueError(question)
            return answer
        except Exception as error:
            log.error("%s could not answer at table %s: %s", bot, table, error_location(error))
            return timeout_move(view) if question == "choose" else None

    async def hint(self, guest: str, address: str, settings: TableSettings, view: View, lang: str | None) -> str | None:
        """Return a hint, or None if it fails. Compute one at a time. Raise QueueFull if too many hints wait."""
        async with self._hint_queue.turn(guest, address):
            try:
                return await self._run(self._hint_worker, hint_text, settings, view, lang)
            except Exception as error:
                log.error("a hint could not be computed: %s", error_location(error))
                return None

    async def _run(self, workers: ProcessPool, work: Callable[..., Answer], *args: object) -> Answer:
        return await workers.run(LONGEST_THOUGHT, work, *args)
