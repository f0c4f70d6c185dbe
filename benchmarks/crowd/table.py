"""A table with a simulated player in every seat. Players wait for a while, then make a random legal action."""

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
from benchmarks.crowd.line import Done, Line, MoveOption, Refused, ServerMessage, TableUpdate
from tools.page_secrets import PageSecrets
from truquero.records.fair_deals import SECRET
from truquero.server.page_protocol import PROTOCOL

SPREAD = 0.5  # a player waits from 1 - SPREAD to 1 + SPREAD times the pace
SETTLED = 0.5  # seconds: a finished hand that has not continued by then waits for the players
MESSAGE_INTERVAL = 0.26  # seconds between two messages of a client: the server accepts 40 in ten seconds
LEAVE = "leave"


@dataclass
class Tally:
    """The results of a measurement. `pace` applies to all tables and may be changed."""

    pace: float
    counts: bool = False
    seconds: list[float] = field(default_factory=list)  # from sending a move until all seats have received its event
    refused: int = 0
    problems: list[str] = field(default_factory=list)

    def begin(self, pace: float) -> None:
        self.pace, self.counts = pace, True
        self.seconds, self.refused, self.problems = [], 0, []


@dataclass
class Seat:
    """A seat, and the state of the table that its client knows."""

    number: int
    line: Line
    secrets: PageSecrets
    state: dict[str, Any] = field(default_factory=dict)  # the parts of messages that the fair-deal protocol needs
    version: int = 0
    choices: tuple[MoveOption, ...] = ()
    cuts: bool = False
    phase: str = "gathering"
    pack_size: int = 0
    least_cut: int = 0
    free: float = 0.0  # the time from which it may send again
    is_seated: bool = False


class LoadTable:
    """One table. For every version it chooses one seat that may act, which acts after a random delay."""

    def __init__(self, address: str, tally: Tally, randomness: random.Random) -> None:
        self._address, self._tally, self._randomness = address, tally, randomness
        self.seats: list[Seat] = []
        self.moved = False  # in this measurement
        self._by_line: dict[Line, Seat] = {}
        self._planned = -1  # the version for which a seat has been chosen
        self._next: asyncio.TimerHandle | None = None
        self._sent = 0.0  # the time at which the pending move was sent
        self._waiting_seats: set[int] = set()  # seats that have not received its event yet
        self._sent_version = 0  # the version at which it was made
        self._pending_message: tuple[Line, int] | None = None  # its sender, and the id of its message

    async def gather(self, guests: list[Guest]) -> None:
        """Seat all guests and begin the match."""
        for number, guest in enumerate(guests, 1):
            make = partial(Line, self._address, guest, self._on_message)
            port = int(self._address.split("/")[2].rpartition(":")[2])
            loop = asyncio.get_running_loop()
            _transport, line = await loop.create_connection(make, "127.0.0.1", port, local_addr=(guest.source, 0))
            table = self._address.split("/")[-2]
            seat = Seat(number, line, PageSecrets(table, lambda: self._randomness.randbytes(SECRET).hex()))
            seat.state["you"] = {"seat": number}
            self.seats.append(seat)
            self._by_line[line] = self.seats[-1]
            await line.opened
            await line.ask("hello", protocol=PROTOCOL, lang="es")
            if number > 1:
                await line.ask("sit", seat=number)
            seat.is_seated = True
            self._take_part(seat)
        await self.seats[0].line.ask("start-match")

    def close(self) -> None:
        if self._next is not None:
            self._next.cancel()
        for seat in self.seats:
            seat.line.close()

    @property
    def waited(self) -> float:
        """Seconds since the pending move was sent, or 0 if no move is pending."""
        return time.perf_counter() - self._sent if self._waiting_seats else 0.0

    @property
    def bytes_read(self) -> int:
        return sum(seat.line.bytes_read for seat in self.seats)

    # ------------------------------------------------------------------------------------------------------- receiving

    def _on_message(self, line: Line, message: ServerMessage) -> None:
        if isinstance(message, TableUpdate):
            self._apply(self._by_line[line], message)
        elif isinstance(message, Refused):
            if (line, message.id) != self._pending_message:
                return  # a "next-hand" that arrived after the next hand had begun
            self._tally.refused += 1
            self._tally.problems.append(f"{message.code}: {message.reason}")
            self._waiting_seats.clear()
            self._planned = -1
            self._plan()
        elif not isinstance(message, Done):
            self._tally.problems.append(type(message).__name__)

    def _apply(self, seat: Seat, update: TableUpdate) -> None:
        seat.version = update.version
        if update.hand is not msgspec.UNSET:
            seat.choices = update.hand.choices if update.hand is not None else ()
        for name, part in (("deal", update.deal), ("next_draw", update.next_draw)):
            if part is not msgspec.UNSET:
                seat.state[name] = msgspec.to_builtins(part)
        self._take_part(seat)
        if update.deal is not msgspec.UNSET:
            seat.cuts = update.deal is not None and update.deal.awaits_cut and update.deal.cutter == seat.number
        if update.table is not msgspec.UNSET:
            seat.phase, seat.pack_size, seat.least_cut = (
                update.table.phase,
                update.table.pack_size,
                update.table.least_cut,
            )
        if seat.number in self._waiting_seats and update.version > self._sent_version:
            self._waiting_seats.discard(seat.number)
            if not self._waiting_seats and self._tally.counts:
                self.moved = True
                self._tally.seconds.append(time.perf_counter() - self._sent)
        if not self._waiting_seats and all(other_seat.version == update.version for other_seat in self.seats):
            self._plan()

    def _take_part(self, seat: Seat) -> None:
        """Send the commitment and the secret that the fair-deal protocol asks for."""
        for message in seat.secrets.answers(seat.state) if seat.is_seated else ():
            seat.line.say(**message)

    # ------------------------------------------------------------------------------------------------------- acting

    def _plan(self) -> None:
        """Choose the seat that acts next, and schedule its action."""
        version = self.seats[0].version
        if version == self._planned:
            return
        self._planned = version
        if self._next is not None:
            self._next.cancel()
        phase = self.seats[0].phase
        if phase == "playing":
            self._schedule([seat for seat in self.seats if seat.choices], partial(self._move, version))
        elif phase == "cutting":
            self._schedule([seat for seat in self.seats if seat.cuts], partial(self._cut, version))
        elif phase in ("resting", "over"):
            action = partial(self._go_on, version) if phase == "resting" else self._rematch
            self._next = asyncio.get_running_loop().call_later(max(self._delay(), SETTLED), action)

    def _delay(self) -> float:
        return self._tally.pace * self._randomness.uniform(1 - SPREAD, 1 + SPREAD)

    def _schedule(self, candidates: list[Seat], action: Callable[[Seat], None]) -> None:
        """Schedule `action` for a random candidate, after its delay and within the server's message limit."""
        if candidates:
            seat = self._randomness.choice(candidates)
            delay = max(self._delay(), seat.free - time.perf_counter())
            self._next = asyncio.get_running_loop().call_later(delay, action, seat)

    def _send(self, seat: Seat, version: int, kind: str, **fields: object) -> None:
        """Send a message that makes the next version, and start to measure when all seats receive it."""
        self._waiting_seats, self._sent_version = {other_seat.number for other_seat in self.seats}, version
        self._sent = time.perf_counter()
        seat.free = self._sent + MESSAGE_INTERVAL
        self._pending_message = seat.line, seat.line.say(kind, version=version, **fields)

    def _move(self, version: int, seat: Seat) -> None:
        """Send a random move. Leaving the hand is chosen only if nothing else is legal, or hands would be too short."""
        staying = [choice for choice in seat.choices if choice.kind != LEAVE]
        self._send(seat, version, "move", move=self._randomness.choice(staying or list(seat.choices)).code)

    def _cut(self, version: int, seat: Seat) -> None:
        self._go_on(version)  # the server accepts no cut while a player still looks at the last hand
        lifted = self._randomness.randint(seat.least_cut, seat.pack_size - seat.least_cut)
        self._send(seat, version, "cut", cards=self._randomness.choice((0, lifted)))

    def _go_on(self, version: int) -> None:
        for seat in self.seats:
            seat.line.say("next-hand", version=version)

    def _rematch(self) -> None:
        self.seats[0].line.say("start-match")
