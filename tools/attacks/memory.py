"""Try to fill the server's memory: two guests raise open-ended bets at one table after another, each with different
house rules. Every move reaches new states with as many legal moves as possible. The tool reports the memory of the
server and the cost of its moves.

    python -m tools.attacks.memory --seconds 60
"""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection

from tools.attacks.victim import MESSAGE_INTERVAL, Guest, Target, Victim, run
from tools.page_secrets import PageSecrets
from truquero.records.fair_deals import SECRET
from truquero.server.page_protocol import PROTOCOL

TARGETS = (1000, 200, 40)  # target scores; the highest that the server accepts is used
RAISES = 20  # at one table
PATIENCE = 60.0  # seconds: timeout of an answer
EVERY = 5.0  # seconds between two lines of the report


class Page:
    """The client of one guest at a table. It takes part in the fair-deal protocol."""

    def __init__(self, line: ClientConnection, table: str, chance: Random) -> None:
        self._line = line
        self._secrets = PageSecrets(table, lambda: chance.randbytes(SECRET).hex())
        self._number = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self.seen: dict[str, Any] = {}

    async def _hear(self) -> None:
        message = json.loads(await asyncio.wait_for(self._line.recv(), PATIENCE))
        if message["type"] == "update":
            self.seen = ({} if message["whole"] else self.seen) | message
            for answer in self._secrets.answers(self.seen):
                await self._send(answer)
        elif message["type"] in ("done", "refused"):
            self._answers[message["id"]] = message

    async def say(self, kind: str, **about: object) -> float:
        """Send a message, wait for the answer and return the seconds it took."""
        began = time.perf_counter()
        number = await self._send({"type": kind, **about})
        while number not in self._answers:
            await self._hear()
        if (answer := self._answers[number])["type"] == "refused":
            raise RuntimeError(f"{kind} was refused: {answer['reason']}")
        return time.perf_counter() - began

    async def _send(self, message: dict[str, Any]) -> int:
        self._number += 1
        number = self._number
        await self._line.send(json.dumps({**message, "id": number}))
        return number

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await self._hear()

    def waits_for_cut(self) -> bool:
        return bool(self.seen.get("deal") and self.seen["deal"]["awaits_cut"])

    def has_cards(self) -> bool:
        return bool(self.seen.get("hand"))

    @property
    def version(self) -> int:
        return int(self.seen["version"])

    @property
    def raises(self) -> list[str]:
        """The legal bets, the smallest first."""
        hand = self.seen.get("hand") or {}
        codes = [choice["code"] for choice in hand.get("choices", ())]
        codes += [f"{size['name']}-{size['first']}" for size in hand.get("bet_sizes", ())]
        sized = [code for code in codes if code.startswith(("envido-", "mas-")) and code.rpartition("-")[2].isdigit()]
        return sorted(sized, key=lambda code: int(code.rpartition("-")[2]))


class Attack:
    def __init__(self, served: Target) -> None:
        self._served, self._chances = served, (Random(1), Random(2))
        self._guests = (Guest(served.address), Guest(served.address))
        self.moves = self.tables = 0
        self.longest = 0.0  # seconds that a move took

    def _open(self, variant: str, options: dict[str, str]) -> str:
        for target in TARGETS:
            with_target = options | {"target": str(target)}
            try:
                return self._guests[0].open_table(variant=variant, players=2, options=with_target)
            except urllib.error.HTTPError as error:
                if target == TARGETS[-1]:
                    raise RuntimeError(error.read().decode()) from error
        raise AssertionError

    async def visit(self, variant: str, options: dict[str, str], until: float) -> None:
        """Open a table with both guests, and raise until no raise is legal or a limit is reached."""
        table = self._open(variant, options)
        self.tables += 1
        host, visitor = self._guests
        async with self._line(host, table) as first, self._line(visitor, table) as second:
            pages = (Page(first, table, self._chances[0]), Page(second, table, self._chances[1]))
            for page in pages:
                await page.say("hello", protocol=PROTOCOL, lang="en")
            await pages[1].say("sit", seat=2)
            await pages[0].say("start-match")
            await asyncio.gather(*(page.until(page.waits_for_cut) for page in pages))
            cutter = pages[pages[0].seen["deal"]["cutter"] - 1]
            await cutter.say("cut", version=cutter.version, cards=0)
            await asyncio.gather(*(page.until(page.has_cards) for page in pages))
            for _raise in range(RAISES):
                await asyncio.sleep(MESSAGE_INTERVAL)
                if time.monotonic() > until or not await self._raise(pages):
                    break
            await pages[1].say("stand")
            await pages[0].say("stand")

    def _line(self, guest: Guest, table: str) -> Any:
        return self._served.line(guest, table, max_size=None, max_queue=None)

    async def _raise(self, pages: tuple[Page, Page]) -> bool:
        newest = max(page.version for page in pages)
        for page in pages:
            await page.until(lambda page=page: page.version >= newest)  # type: ignore[misc]
        for page in pages:
            if page.raises:
                took = await page.say("move", version=page.version, move=page.raises[0])
                self.longest = max(self.longest, took)
                self.moves += 1
                return True
        return False


def house_rules() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield variants with open-ended bets, each time with different house rules."""
    switches = ("envite_after_own_card", "envido_first", "blind_calls", "flor_per_card", "envite_cumulative")
    for values in product(("on", "off"), repeat=len(switches)):
        chosen = dict(zip(switches, values, strict=True)) | {"blind_calls": "off"}
        yield "belmez", chosen
        yield "quesada", chosen | {"envite_unit": "1"}


async def attack(served: Victim, seconds: float) -> None:
    began = time.monotonic()
    until, attacking = began + seconds, Attack(served)
    at_first, used = served.mebibytes, served.processor_seconds
    print(f"{at_first:7.1f} MiB before")

    async def figures() -> None:
        while True:
            await asyncio.sleep(EVERY)
            progress = f"after {time.monotonic() - began:4.0f} s, {attacking.tables} tables and {attacking.moves} moves"
            print(f"{served.mebibytes:7.1f} MiB {progress}; longest move {attacking.longest * 1000:.0f} ms", flush=True)

    telling = asyncio.create_task(figures())
    try:
        for variant, options in house_rules():
            if time.monotonic() > until:
                break
            await attacking.visit(variant, options, until)
    finally:
        telling.cancel()
    spent, moves = served.processor_seconds - used, max(1, attacking.moves)
    await asyncio.sleep(1)
    print(f"{served.mebibytes:7.1f} MiB at the end: {served.mebibytes - at_first:+.1f} MiB")
    print(f"{moves} moves at {attacking.tables} tables, longest {attacking.longest * 1000:.0f} ms,")
    print(f"{spent / moves * 1000:.1f} ms of processor time for a move with all that belongs to it")


if __name__ == "__main__":
    run(attack, __doc__, seconds=60)
