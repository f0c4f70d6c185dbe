"""Simulated players at tables of a server that is killed repeatedly. They reconnect and play on."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import Callable
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from tools.page_secrets import PageSecrets
from truquero.records import parse, replay
from truquero.records.fair_deals import SECRET
from truquero.records.verification import Verdict, proofs
from truquero.server.page_protocol import PROTOCOL

PATIENCE = 20.0  # seconds
SIGNS = 0.1  # probability of a seña instead of a move, at tables with partners
# Variant, number of seats, number of simulated people in them, house rules for short matches.
KINDS: tuple[tuple[str, int, int, dict[str, str]], ...] = (
    ("argentino", 2, 1, {"target": "15"}),
    ("paulista", 2, 2, {}),
    ("argentino", 4, 2, {"target": "15"}),
    ("belmez", 4, 3, {}),
)


class Person:
    """A simulated player with a seat, and all messages that it received since the last check."""

    def __init__(self, town: Town, name: str, seat: int) -> None:
        self.town, self.name, self.seat = town, name, seat
        self.table = ""
        self.moves: list[tuple[int, str]] = []  # acknowledged moves, with their versions
        self.frames: list[dict[str, Any]] = []
        self.seen: dict[str, Any] = {}
        self.is_there = False
        self.goodbyes = 0
        self._cookie = self._token = ""
        self._number, self._unanswered = 0, {}  # type: int, dict[int, str]
        self._random = Random(f"{town.seed}/{name}")
        self._newest = 0  # the highest version received
        self._secrets: PageSecrets | None = None

    # ------------------------------------------------------------------------------------------------------- by HTTP

    def ask(self, path: str, body: object = None, method: str | None = None) -> Any:
        headers = {"Content-Type": "application/json", "Cookie": self._cookie, "X-CSRF-Token": self._token}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.town.address}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            cookie = answer.headers.get("Set-Cookie", "")
            self._cookie = self._cookie or cookie.split(";")[0]
            text = answer.read().decode()
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else text

    def introduce(self) -> None:
        self._token = self.ask("/api/guest")["token"]
        self.ask("/api/guest", {"name": self.name}, method="PUT")

    # ----------------------------------------------------------------------------------------------------- by socket

    async def stay(self) -> None:
        """Play for ever. Reconnect whenever the server is up again."""
        while True:
            await self.town.server_is_up.wait()
            try:
                await self._visit()
            except (TimeoutError, OSError, WebSocketException):
                await asyncio.sleep(0.05)
            finally:
                self.is_there = False
                self.town.stir()

    async def _visit(self) -> None:
        url = f"ws{self.town.address.removeprefix('http')}/api/tables/{self.table}/socket"
        headers = {"Cookie": self._cookie}
        async with connect(url, additional_headers=headers, origin=Origin(self.town.address), compression=None) as line:
            self._number, self._unanswered, self.is_there = 0, {}, True
            if self._secrets is None:
                self._secrets = PageSecrets(self.table, lambda: self._random.randbytes(SECRET).hex())
            self._secrets.come_back()
            await self._say(line, "hello", protocol=PROTOCOL, lang=None)
            async for frame in line:
                message = json.loads(frame)
                if message["type"] == "update":
                    self._see(message)
                    for answer in self._secrets.answers(self.seen):
                        await self._say(line, **answer)
                elif message["type"] in ("done", "refused"):
                    self._hear(message)
                elif message["type"] == "closing":
                    self.goodbyes += 1
                if not self._unanswered:
                    await self._act(line)

    async def _say(self, line: ClientConnection, type: str, **more: object) -> None:  # noqa: A002 -- as it is sent
        self._number += 1
        self._unanswered[self._number] = str(more.get("move", ""))
        await line.send(json.dumps({"type": type, "id": self._number, **more}))

    def _see(self, message: dict[str, Any]) -> None:
        assert message["version"] >= self._newest, f"{self.name} saw {self._newest}, and now {message['version']}"
        own_seat = self.seen.get("you", {}).get("seat")
        self._newest = message["version"]
        self.seen = {**({} if message["whole"] else self.seen), **message}  # missing parts have not changed
        assert self.seen["you"].get("seat") == self.seat or not own_seat, f"{self.name} has lost the seat"
        if self.seen["you"].get("seat"):
            self.frames.append(self.seen)

    def _hear(self, message: dict[str, Any]) -> None:
        move = self._unanswered.pop(message["id"], "")
        if message["type"] == "done" and move:
            self.moves.append((message["version"], move))
            self.town.has_acknowledged()
        self.town.stir()

    async def _act(self, line: ClientConnection) -> None:
        """Send the next action, if there is one. After a refusal the next message triggers another attempt."""
        seen, version = self.seen, self.seen["version"]
        phase, hand, deal = seen["table"]["phase"], seen.get("hand"), seen.get("deal")
        if not seen["you"].get("seat"):
            await self._say(line, "sit", seat=self.seat)
        elif phase in ("gathering", "over"):
            if seen["you"].get("host") and self.town.may_begin(self, seen):
                await self._say(line, "start-match")
        elif deal and deal["awaits_cut"]:
            if deal["cutter"] == self.seat:
                await self._say(line, "cut", version=version, cards=0)
        elif hand and hand.get("choices"):
            signs = hand.get("signs") if self._random.random() < SIGNS else None
            move = self._random.choice(signs or hand["choices"])["code"]
            await self._say(line, "move", version=version, move=move)


class Town:
    """All simulated players, and their tables."""

    def __init__(self, port: int, seed: int) -> None:
        self.address, self.seed = f"http://127.0.0.1:{port}", seed
        self.people: list[Person] = []
        self.opened: list[str] = []  # additional tables without players
        self.acknowledged = 0
        self.rematches = True
        self.server_is_up = asyncio.Event()
        self.server_is_up.set()
        self._stirred = asyncio.Event()
        self._playing: asyncio.Task[None] | None = None

    async def found(self, tables: int) -> None:
        """Create the players and open their tables."""
        for number in range(tables):
            variant, players, people, options = KINDS[number % len(KINDS)]
            # Neighbouring seats are on different sides, so there are both partners and opponents.
            sitting = [Person(self, f"P{number} {seat}", seat) for seat in range(1, people + 1)]
            for person in sitting:
                await asyncio.to_thread(person.introduce)
            asked = {"variant": variant, "players": players, "options": options, "bots": "aprendiz"}
            opened = await asyncio.to_thread(sitting[0].ask, "/api/tables", asked)
            for person in sitting:
                person.table = opened["id"]
            self.people += sitting

    def start(self) -> None:
        self._playing = asyncio.create_task(self._play())

    async def _play(self) -> None:
        async with asyncio.TaskGroup() as everybody:
            for person in self.people:
                everybody.create_task(person.stay())

    async def stop(self) -> None:
        """Stop all players. Raise the error that a player has found, if any."""
        if self._playing is not None:
            self._playing.cancel()
            [found] = await asyncio.gather(self._playing, return_exceptions=True)
            if isinstance(found, BaseException) and not isinstance(found, asyncio.CancelledError):
                raise found

    async def open_one(self) -> None:
        """Open one more table, and remember it if the server acknowledged it. It must then be in the database."""
        opener = self.people[0]
        asked = {"variant": "paulista", "players": 2}
        self.opened.append((await asyncio.to_thread(opener.ask, "/api/tables", asked))["id"])

    # ------------------------------------------------------------------------------------------------------ progress

    def has_acknowledged(self) -> None:
        self.acknowledged += 1

    def stir(self) -> None:
        self._stirred.set()

    async def progress(self) -> None:
        """Wait until the server has answered a player or a connection has ended, at most until the timeout."""
        assert self._playing is not None
        self._stirred.clear()
        stirred = asyncio.create_task(self._stirred.wait())
        await asyncio.wait((self._playing, stirred), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        stirred.cancel()
        if self._playing.done():
            await self._playing

    async def all_have_left(self) -> None:
        """Wait until all players have read everything from a server that has ended."""
        async with asyncio.timeout(PATIENCE):
            while any(person.is_there for person in self.people):
                await self.progress()

    def may_begin(self, owner: Person, seen: dict[str, Any]) -> bool:
        """Return whether the owner may begin: all players of the table are seated, and rematches are allowed."""
        expected = {person.seat for person in self.people if person.table == owner.table}
        sits = {seat_info["seat"] for seat_info in seen["seats"] if seat_info["kind"] == "person"}
        return expected <= sits and (self.rematches or seen["table"]["phase"] == "gathering")

    def _at(self, phase: str) -> Callable[[Person], bool]:
        return lambda person: bool(person.seen) and person.seen["table"]["phase"] == phase

    @property
    def is_over(self) -> bool:
        return all(map(self._at("over"), self.people))

    async def check_records(self) -> int:
        """Check that the record of every finished match can be replayed and that its deals verify as fair.

        A draw during which the server was killed may lack the secret of a player. Return the number of records."""
        for owner in {person.table: person for person in self.people}.values():
            text = await asyncio.to_thread(owner.ask, f"/api/tables/{owner.table}/record")
            match = replay(parse(text)).match
            assert match.over
            assert list(match.winners) == owner.seen["score"]["winners"]
            found = {proof.verdict for proof in proofs(text)}
            assert Verdict.FAIR in found
            assert found <= {Verdict.FAIR, Verdict.PARTIAL, Verdict.SEEDED}, found
        return len({person.table for person in self.people})
