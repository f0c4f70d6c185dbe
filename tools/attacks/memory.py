"""Two guests raise open-ended bets at one table after another, each with other house rules: every move meets new states
with as many moves as possible. Tells how much memory the server holds and what its moves cost.

    python -m tools.attacks.memory --seconds 60
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import time
import urllib.error
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection

from tools.attacks.victim import Guest, Victim, victim

TARGETS = (1000, 200, 40)  # of these the highest that the server lets a table have
BREATH = 0.35  # seconds between the messages of a guest, whom the server would refuse more
RAISES = 20  # at one table
PATIENCE = 60.0  # seconds that an answer may take
EVERY = 5.0  # seconds between two lines of figures


class Page:
    """A page of one guest at a table."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._number = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self.seen: dict[str, Any] = {}

    async def _hear(self) -> None:
        message = json.loads(await asyncio.wait_for(self._line.recv(), PATIENCE))
        if message["type"] == "seen":
            self.seen = ({} if message["whole"] else self.seen) | message
        elif message.get("code") == "malformed":
            raise RuntimeError(message["reason"])
        elif message["type"] in ("done", "refused"):
            self._answers[message["id"]] = message

    async def say(self, kind: str, **about: object) -> float:
        """Say something and wait for the answer. Returns the seconds it took."""
        self._number += 1
        began = time.perf_counter()
        await self._line.send(json.dumps({"type": kind, "id": self._number, **about}))
        while self._number not in self._answers:
            await self._hear()
        return time.perf_counter() - began

    async def until(self, met: Callable[[], bool]) -> None:
        while not met():
            await self._hear()

    @property
    def waits_for_cut(self) -> bool:
        return bool(self.seen.get("deal") and self.seen["deal"]["waits"])

    @property
    def salt(self) -> dict[str, str]:
        """What a cutter adds, on servers without commitments."""
        return {} if "committed" in self.seen["deal"] else {"salt": "00ff00ff00ff00ff"}

    @property
    def version(self) -> int:
        return int(self.seen["version"])

    @property
    def raises(self) -> list[str]:
        """The bets that may be made, the smallest first."""
        hand = self.seen.get("hand") or {}
        codes = [one["code"] for one in hand.get("choices", ())]
        codes += [f"{one['name']}-{one['first']}" for one in hand.get("sizes", ())]
        sized = [code for code in codes if code.startswith(("envido-", "mas-")) and code.rpartition("-")[2].isdigit()]
        return sorted(sized, key=lambda code: int(code.rpartition("-")[2]))


class Attack:
    def __init__(self, served: Victim) -> None:
        self._served = served
        self._guests = (Guest(served.address), Guest(served.address))
        self.moves = self.tables = 0
        self.longest = 0.0  # seconds that a move took

    def _open(self, variant: str, options: dict[str, str]) -> str:
        for target in TARGETS:
            asked = options | {"target": str(target)}
            try:
                return self._guests[0].open_table(variant=variant, players=2, options=asked)
            except urllib.error.HTTPError as error:
                with error:
                    if target == TARGETS[-1]:
                        raise RuntimeError(error.read().decode()) from error
        raise AssertionError

    async def visit(self, variant: str, options: dict[str, str], until: float, raises: int = RAISES) -> None:
        """Sit down at a new table, and raise until nothing more can be bet."""
        table = self._open(variant, options)
        self.tables += 1
        one, other = self._guests
        async with self._line(one, table) as first, self._line(other, table) as second:
            pages = (Page(first), Page(second))
            for page in pages:
                await page.say("hello", lang="en")
            await pages[1].say("sit", seat=2)
            await pages[0].say("begin")
            for page in pages:
                await page.until(lambda page=page: page.waits_for_cut)  # type: ignore[misc]
            cutter = pages[pages[0].seen["deal"]["cutter"] - 1]
            await cutter.say("cut", version=cutter.version, cards=0, **cutter.salt)
            for page in pages:
                await page.until(lambda page=page: bool(page.seen.get("hand")))  # type: ignore[misc]
            for _raise in range(raises):
                await asyncio.sleep(BREATH)
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
    """Rules of open-ended bets, each set different from the others."""
    switches = ("envite_after_own_card", "envido_first", "blind_calls", "flor_per_card", "envite_cumulative")
    for values in product(("on", "off"), repeat=len(switches)):
        chosen = dict(zip(switches, values, strict=True)) | {"blind_calls": "off"}
        yield "belmez", chosen
        yield "quesada", chosen | {"envite_unit": "1"}


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def attack(served: Victim, seconds: float) -> None:
    began = time.monotonic()
    until, attacking = began + seconds, Attack(served)
    at_first, process = served.mebibytes, served._process.pid
    used = processor_seconds(process)
    print(f"{at_first:7.1f} MiB before")

    async def figures() -> None:
        while True:
            await asyncio.sleep(EVERY)
            told = f"after {time.monotonic() - began:4.0f} s, {attacking.tables} tables and {attacking.moves} moves"
            print(f"{served.mebibytes:7.1f} MiB {told}; longest move {attacking.longest * 1000:.0f} ms", flush=True)

    telling = asyncio.create_task(figures())
    try:
        for variant, options in house_rules():
            if time.monotonic() > until:
                break
            await attacking.visit(variant, options, until)
    finally:
        telling.cancel()
    spent, moves = processor_seconds(process) - used, max(1, attacking.moves)
    await asyncio.sleep(1)
    print(f"{served.mebibytes:7.1f} MiB at the end: {served.mebibytes - at_first:+.1f} MiB")
    print(f"{moves} moves at {attacking.tables} tables, longest {attacking.longest * 1000:.0f} ms,")
    print(f"{spent / moves * 1000:.1f} ms of processor time for a move with all that belongs to it")


def main() -> int:
    parser = argparse.ArgumentParser(description="Raise open-ended bets until the server is full.")
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    with victim() as served:
        asyncio.run(attack(served, arguments.seconds))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
