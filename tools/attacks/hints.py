"""Ask for hints without end: a few guests of one address, each at many tables. The tool reports how long an honest
guest waits for a hint, and how long the bots at a table of that guest take to move.

    python -m tools.attacks.hints --seconds 30
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tools.attacks.victim import ATTACKER_ADDRESS, MESSAGE_INTERVAL, Guest, Target, Victim, run, summary
from truquero.server.page_protocol import PROTOCOL

GUESTS, TABLES = 8, 12  # attackers, and tables of each
TABLE = {"variant": "argentino", "players": 6, "starts_at_once": True}
SLOW_BOT = "jugador"  # thinks in a process, as hints are computed in one
HINT_INTERVAL = 1.0  # seconds between two hints at one table
HONEST_INTERVAL = 2.0
HEARING = 0.3  # seconds to wait for a message


class Asker:
    """A page that asks for one hint after another as soon as it has cards."""

    def __init__(self, line: ClientConnection, interval: float) -> None:
        self._line, self._interval = line, interval
        self._number, self._seen = 0, dict[str, Any]()
        self._pending: tuple[int, float] | None = None  # the number of the pending hint, and when it was asked for
        self.outcomes: Counter[str] = Counter()
        self.times: list[float] = []  # milliseconds until a hint was answered

    async def _send(self, kind: str, **content: object) -> int:
        self._number += 1
        await self._line.send(json.dumps({"type": kind, "id": self._number, **content}))
        return self._number

    async def ask_until(self, end: float) -> None:
        await self._send("hello", protocol=PROTOCOL, lang="en")
        asked_at = cut_at = float("-inf")
        while (now := time.monotonic()) < end:
            await self._hear()
            deal, hand = self._seen.get("deal"), self._seen.get("hand")
            if deal and deal["awaits_cut"] and now - cut_at > HINT_INTERVAL:
                cut_at = now
                await self._send("cut", version=self._seen["version"], cards=0)
            if hand and self._pending is None and now - asked_at > self._interval:
                asked_at = now
                self._pending = await self._send("hint"), now
        if self._pending is not None:
            self.outcomes["no answer"] += 1

    async def _hear(self) -> None:
        try:
            message = json.loads(await asyncio.wait_for(self._line.recv(), HEARING))
        except TimeoutError:
            return
        if message["type"] == "update":
            self._seen |= message
        elif self._pending is not None and message.get("id") == self._pending[0]:
            self.outcomes[message.get("code", message["type"])] += 1
            if message["type"] == "done":
                self.times.append((time.monotonic() - self._pending[1]) * 1000)
            self._pending = None


async def ask(served: Target, guest: Guest, table: str, end: float, interval: float, address: str) -> Asker:
    """Ask for hints at a table until `end`, from this address."""
    async with served.line(guest, table, max_queue=None, local_addr=(address, 0)) as line:
        asker = Asker(line, interval)
        with suppress(ConnectionClosed):
            await asker.ask_until(end)
        return asker


async def bot_times(served: Target, guest: Guest, end: float) -> list[float]:
    """Return the milliseconds that a slow bot takes for its first move, at one new table after another."""
    times = []
    while time.monotonic() < end:
        table = guest.open_table(variant="argentino", players=2, bots=SLOW_BOT, starts_at_once=True)
        async with served.line(guest, table, max_queue=None) as line:
            times += await _first_move(line, end)
            await line.send(json.dumps({"type": "stand", "id": 99}))
        await asyncio.sleep(MESSAGE_INTERVAL)
    return times


async def _first_move(line: ClientConnection, end: float) -> list[float]:
    """Play with the first legal move until the bot has moved. Return how long it took in milliseconds."""
    await line.send(json.dumps({"type": "hello", "id": 1, "protocol": PROTOCOL, "lang": "en"}))
    seen, number, began = dict[str, Any](), 1, 0.0
    while time.monotonic() < end:
        with suppress(TimeoutError):
            message = json.loads(await asyncio.wait_for(line.recv(), HEARING))
            if message["type"] != "update":
                continue
            seen |= message
            hand, deal, own = seen.get("hand"), seen.get("deal"), seen["you"]["seat"]
            moved = [event for event in message.get("news", ()) if event["kind"] == "move" and event["seat"] != own]
            if moved and began:
                return [(time.monotonic() - began) * 1000]
            if deal and deal["awaits_cut"] and deal["cutter"] == own:
                number += 1
                await line.send(json.dumps({"type": "cut", "id": number, "version": seen["version"], "cards": 0}))
            if hand and own in hand["must_act"] and hand["choices"]:
                move, number = hand["choices"][0]["code"], number + 1
                await line.send(json.dumps({"type": "move", "id": number, "version": seen["version"], "move": move}))
                began = 0.0
            elif hand and not began:
                began = time.monotonic()
    return []


async def attack(served: Victim, seconds: float) -> None:
    honest, own_address = Guest(served.address), "127.0.0.1"
    table = honest.open_table(**TABLE)
    quiet = await ask(served, honest, table, time.monotonic() + seconds / 3, HONEST_INTERVAL, own_address)
    print(f"before: hints {summary(quiet.times)} {dict(quiet.outcomes)}")
    print(f"before: bots  {summary(await bot_times(served, honest, time.monotonic() + seconds / 3))}", flush=True)
    attackers = [Guest(served.address) for _guest in range(GUESTS)]
    places = [(guest, guest.open_table(**TABLE)) for guest in attackers for _table in range(TABLES)]
    end = time.monotonic() + seconds
    asking = asyncio.gather(
        *(ask(served, guest, place, end, HINT_INTERVAL, ATTACKER_ADDRESS) for guest, place in places)
    )
    await asyncio.sleep(seconds / 3)  # all their tables have cards by now
    meanwhile, moves = await asyncio.gather(
        ask(served, honest, table, end, HONEST_INTERVAL, own_address), bot_times(served, honest, end)
    )
    print(f"meanwhile: hints {summary(meanwhile.times)} {dict(meanwhile.outcomes)}")
    print(f"meanwhile: bots  {summary(moves)}")
    outcomes = sum((asker.outcomes for asker in await asking), Counter[str]())
    print(f"the {len(places)} tables of the attack: {dict(outcomes)}")


if __name__ == "__main__":
    run(attack, __doc__, seconds=30)
