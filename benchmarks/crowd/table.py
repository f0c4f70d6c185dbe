"""A table with people in all its seats, who take their time and then do something that they may do."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from benchmarks.crowd.guests import Guest
from benchmarks.crowd.line import Choice, Done, Line, Refused, Seen, Told
from tools.page_secrets import PageSecrets
from truquero.notation.chance import SECRET

SPREAD = 0.5  # a person takes from 1 - SPREAD to 1 + SPREAD of the pace
SETTLED = 0.5  # seconds: a finished hand that has not gone on by itself for so long waits for people
BREATH = 0.26  # seconds between two messages of one page: the server takes 40 in ten seconds, and refuses more
LEAVE = "leave"


@dataclass
class Tally:
    """What was measured. `pace` is for all tables, and may be changed."""

    pace: float
    counts: bool = False
    seconds: list[float] = field(default_factory=list)  # from a move to everyone's event
    refused: int = 0
    lost: list[str] = field(default_factory=list)

    def begin(self, pace: float) -> None:
        self.pace, self.counts = pace, True
        self.seconds, self.refused, self.lost = [], 0, []


@dataclass
class Seat:
    """What the person of a seat sees."""

    number: int
    line: Line
    secrets: PageSecrets
    known: dict[str, Any] = field(default_factory=dict)  # of the deal, as far as fair deals need it
    version: int = 0
    choices: tuple[Choice, ...] = ()
    cuts: bool = False
    phase: str = "gathering"
    cards: int = 0
    least_cut: int = 0
    free: float = 0.0  # when it may say something again
    is_seated: bool = False


class LoadTable:
    """One table. At every moment one of those who may act has been chosen, and does so when his time has come."""

    def __init__(self, address: str, tally: Tally, chance: random.Random) -> None:
        self._address, self._tally, self._chance = address, tally, chance
        self.seats: list[Seat] = []
        self.moved = False  # in this measurement
        self._by_line: dict[Line, Seat] = {}
        self._planned = -1  # the version for which somebody has been chosen
        self._next: asyncio.TimerHandle | None = None
        self._sent = 0.0  # when the move under way was sent
        self._awaited: set[int] = set()  # seats that have not seen it yet
        self._from = 0  # the version it was made at
        self._under_way: tuple[Line, int] | None = None  # who sent it, and its number

    async def gather(self, guests: list[Guest]) -> None:
        """All sit down, and the match begins."""
        for number, guest in enumerate(guests, 1):
            make = partial(Line, self._address, guest, self._heard)
            port = int(self._address.split("/")[2].rpartition(":")[2])
            loop = asyncio.get_running_loop()
            _transport, line = await loop.create_connection(make, "127.0.0.1", port, local_addr=(guest.source, 0))
            table = self._address.split("/")[-2]
            seat = Seat(number, line, PageSecrets(table, lambda: self._chance.randbytes(SECRET).hex()))
            seat.known["you"] = {"seat": number}
            self.seats.append(seat)
            self._by_line[line] = self.seats[-1]
            await line.opened
            await line.ask("hello", lang="es")
            if number > 1:
                await line.ask("sit", seat=number)
            seat.is_seated = True
            self._take_part(seat)
        await self.seats[0].line.ask("begin")

    def close(self) -> None:
        if self._next is not None:
            self._next.cancel()
        for seat in self.seats:
            seat.line.close()

    @property
    def waited(self) -> float:
        """Seconds since the move under way was sent; none where nobody waits for one."""
        return time.perf_counter() - self._sent if self._awaited else 0.0

    @property
    def bytes_read(self) -> int:
        return sum(seat.line.bytes_read for seat in self.seats)

    # ------------------------------------------------------------------------------------------------------- hearing

    def _heard(self, line: Line, told: Told) -> None:
        if isinstance(told, Seen):
            self._see(self._by_line[line], told)
        elif isinstance(told, Refused):
            if (line, told.id) != self._under_way:
                return  # somebody had seen enough of a hand, and the next one had begun meanwhile
            self._tally.refused += 1
            self._tally.lost.append(f"{told.code}: {told.reason}")
            self._awaited.clear()
            self._planned = -1
            self._plan()
        elif not isinstance(told, Done):
            self._tally.lost.append(type(told).__name__)

    def _see(self, seat: Seat, seen: Seen) -> None:
        seat.version = seen.version
        if seen.hand is not msgspec.UNSET:
            seat.choices = seen.hand.choices if seen.hand is not None else ()
        for name, part in (("deal", seen.deal), ("chance", seen.chance)):
            if part is not msgspec.UNSET:
                seat.known[name] = msgspec.to_builtins(part)
        self._take_part(seat)
        if seen.deal is not msgspec.UNSET:
            seat.cuts = seen.deal is not None and seen.deal.waits and seen.deal.cutter == seat.number
        if seen.table is not msgspec.UNSET:
            seat.phase, seat.cards, seat.least_cut = seen.table.phase, seen.table.cards, seen.table.least_cut
        if seat.number in self._awaited and seen.version > self._from:
            self._awaited.discard(seat.number)
            if not self._awaited and self._tally.counts:
                self.moved = True
                self._tally.seconds.append(time.perf_counter() - self._sent)
        if not self._awaited and all(other.version == seen.version for other in self.seats):
            self._plan()

    def _take_part(self, seat: Seat) -> None:
        """Commit and reveal, as every page does by itself."""
        for message in seat.secrets.answers(seat.known) if seat.is_seated else ():
            seat.line.say(**message)

    # ------------------------------------------------------------------------------------------------------- acting

    def _plan(self) -> None:
        """Choose who acts next, and when."""
        version = self.seats[0].version
        if version == self._planned:
            return
        self._planned = version
        if self._next is not None:
            self._next.cancel()
        phase = self.seats[0].phase
        if phase == "playing":
            self._chosen([seat for seat in self.seats if seat.choices], partial(self._move, version))
        elif phase == "cutting":
            self._chosen([seat for seat in self.seats if seat.cuts], partial(self._cut, version))
        elif phase in ("resting", "over"):
            deed = partial(self._go_on, version) if phase == "resting" else self._rematch
            self._next = asyncio.get_running_loop().call_later(max(self._delay(), SETTLED), deed)

    def _delay(self) -> float:
        return self._tally.pace * self._chance.uniform(1 - SPREAD, 1 + SPREAD)

    def _chosen(self, able: list[Seat], deed: Callable[[Seat], None]) -> None:
        """One of those who may, when he has thought and the server would hear him."""
        if able:
            seat = self._chance.choice(able)
            delay = max(self._delay(), seat.free - time.perf_counter())
            self._next = asyncio.get_running_loop().call_later(delay, deed, seat)

    def _send(self, seat: Seat, version: int, kind: str, **more: object) -> None:
        """What is sent makes the next version, which everybody is to see."""
        self._awaited, self._from = {one.number for one in self.seats}, version
        self._sent = time.perf_counter()
        seat.free = self._sent + BREATH
        self._under_way = seat.line, seat.line.say(kind, version=version, **more)

    def _move(self, version: int, seat: Seat) -> None:
        """Any move, but nobody throws the cards away who may do something else: hands would be over at once."""
        stay = [choice for choice in seat.choices if choice.kind != LEAVE]
        self._send(seat, version, "move", move=self._chance.choice(stay or list(seat.choices)).code)

    def _cut(self, version: int, seat: Seat) -> None:
        self._go_on(version)  # a cut waits for who is still looking at the hand before
        lifted = self._chance.randint(seat.least_cut, seat.cards - seat.least_cut)
        self._send(seat, version, "cut", cards=self._chance.choice((0, lifted)))

    def _go_on(self, version: int) -> None:
        for seat in self.seats:
            seat.line.say("go-on", version=version)

    def _rematch(self) -> None:
        self.seats[0].line.say("begin")
