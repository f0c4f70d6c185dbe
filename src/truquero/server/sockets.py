"""The line of one page to its table."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections import Counter
from contextlib import suppress
from operator import itemgetter
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from truquero.language import WRITTEN, _, speaking
from truquero.server.guard import Bucket, where
from truquero.server.hall import DamagedTable
from truquero.server.messages import (
    MOST_BYTES,
    Chat,
    Closing,
    Cut,
    Hello,
    Hint,
    Move,
    Refused,
    Said,
    Sit,
    Talk,
    Watch,
    encode,
)
from truquero.server.room.table import TableRoom
from truquero.server.services import Services
from truquero.server.settings import Settings
from truquero.table.signs import SIGN

log = logging.getLogger("truquero.server")

MOST_UNREAD = 200  # messages: a page that has not read so many is dropped
LARGEST_NUMBER = 2**53  # of a message: pages know no larger ones
MOST_FAULTS = 20  # in a row, after which a page is dropped
LONGEST_LOGGED = 100  # letters of what a stranger wrote
FAULTS_LOGGED = (5, 60.0)  # of one page, in so many seconds: nobody fills the disk
POLICY, GONE, NOT_FOUND, DAMAGED, BUSY = 1008, 1001, 4404, 4410, 4429  # codes of a socket that is closed
COMING = (Hello, Sit)  # nobody is kept from a table by those who look on there
LATER = (Cut, Hint)  # they are answered when it is time
HEAVY = (Chat, Hello, Hint, Talk)  # what takes everybody's attention, or long to find out
Socket = WebSocket[Any, Any, Any]
Injected = NamedDependency[Services]
_decode = msgspec.json.Decoder(Said, strict=True).decode
_count = itertools.count()


class SocketPage:
    """A page, and what waits to be sent to it."""

    def __init__(self, socket: Socket, guest: str, table: str, services: Services) -> None:
        self.guest = guest
        self.table = table
        self.lang: str | None = None
        self.age = next(_count)  # the smallest is the oldest
        settings, now = services.settings, services.environment.time.now
        self._own, self._own_heavy = Bucket(settings.messages, now), Bucket(settings.heavy_messages, now)
        self._services = services
        self.last = 0  # the number of its last message
        self.faults = 0
        self.is_counted = True  # what it is saying
        self.dropped = asyncio.Event()
        self.code = GONE
        self._logged = Bucket(FAULTS_LOGGED, now)
        self._socket = socket
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNREAD)

    def send(self, message: bytes) -> None:
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self._log("does not read what it is told")
            self.drop(POLICY)

    async def deliver(self) -> None:
        while True:
            await self._socket.send_text((await self._waiting.get()).decode())

    def drop(self, code: int = GONE) -> None:
        """Its line is closed, and it may come back."""
        if not self.dropped.is_set():
            self.code = code
            self.dropped.set()

    def may_say(self) -> bool:
        """Whether one more message is heard: neither its own nor those of all pages of its guest are too many."""
        return self._own.take() and self._services.messages.take(self.guest)

    def may_weigh(self) -> bool:
        """The same of what everybody hears, or takes long to find out."""
        return self._own_heavy.take() and self._services.heavy_messages.take(self.guest)

    def refused(self, code: str) -> None:
        if self.is_counted:
            self._services.metrics.refused.labels(code).inc()

    def fault(self, code: str) -> None:
        """It asked for what an honest page does not ask for; who goes on and on is dropped."""
        self.faults += 1
        self._log(f"was refused: {code}")
        if self.faults > MOST_FAULTS:
            self.drop(POLICY)

    def _log(self, what: str) -> None:
        if self._logged.take():
            log.warning("table %s: a page of guest %s %s", self.table, self.guest, what)


@websocket("/api/tables/{table:str}/socket")
async def line(socket: Socket, table: FromPath[str], services: Injected) -> None:
    """Everything a page says to a table, and hears of it."""
    guest = services.signer.guest_of(socket.cookies)
    origin, host = socket.headers.get("origin"), socket.headers.get("host")
    if guest is None or not services.own.has_sent(origin, host):
        shown = repr(origin)[:LONGEST_LOGGED]
        log.warning("a socket was refused: origin %s, guest %s", shown, "known" if guest else "unknown")
        services.metrics.turned.labels("guest" if guest is None else "origin").inc()
        await socket.close(code=POLICY)
        return
    address = socket.client.host if socket.client else ""
    if not services.sockets.take(address):
        services.metrics.turned.labels("connection").inc()
        await socket.close(code=BUSY)
        return
    try:
        await _come_to_table(socket, table, guest, services)
    finally:
        services.sockets.give_back(address)


async def _come_to_table(socket: Socket, table: str, guest: str, services: Services) -> None:
    """Open the line of a guest to a table, if there is such a table and it lets him in."""
    hall = services.hall
    await hall.meet(guest)
    await socket.accept()
    try:
        room = None if hall.draining else await hall.find(table)  # and it arrives there before anything else happens
    except DamagedTable:
        await socket.close(code=DAMAGED)
        return
    if room is None or not room.may_come(guest):
        await socket.close(code=NOT_FOUND if not hall.draining else GONE)
        return
    if not _make_room(room, guest, services.settings):
        services.metrics.turned.labels("full").inc()
        await socket.close(code=BUSY)
        return
    await _serve(socket, SocketPage(socket, guest, table, services), room, services)


def _make_room(room: TableRoom, guest: str, settings: Settings) -> bool:
    """Whether one more page may come. Who has a seat always may, and each has so many: the oldest goes, for it may be
    one whose network was lost."""
    own = [page for page in room.pages if page.guest == guest]
    if len(own) >= settings.pages_of_guest:
        min(own, key=lambda page: page.age).drop(BUSY)
        return True
    if room.state.seat_of(guest) is not None or room.state.owner == guest:
        return True
    if len(room.pages) < settings.pages_at_table:
        return True
    # Of a full table whoever has most pages gives one up, unless everybody has one only.
    count = Counter(page.guest for page in room.pages if room.state.seat_of(page.guest) is None)
    greedy, most = max(count.items(), key=itemgetter(1), default=("", 0))
    if most > 1:
        min((page for page in room.pages if page.guest == greedy), key=lambda page: page.age).drop(BUSY)
    return most > 1


async def _serve(socket: Socket, page: SocketPage, room: TableRoom, services: Services) -> None:
    works = (page.deliver(), _listen(socket, page, room, services), page.dropped.wait())
    tasks: list[asyncio.Task[Any]] = [asyncio.create_task(work) for work in works]
    services.hall.arrive(room, page)
    services.metrics.pages.inc()
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        services.metrics.pages.dec()
        services.hall.depart(room, page)
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            # Who goes while something is being sent has only gone.
            if isinstance(ended, Exception) and not isinstance(ended, (WebSocketDisconnect, OSError)):
                log.error("the line of a page to table %s broke: %s", room.state.id, where(ended))
    with suppress(RuntimeError, WebSocketDisconnect, OSError):  # it may be closed already
        await socket.close(code=page.code)


async def _listen(socket: Socket, page: SocketPage, room: TableRoom, services: Services) -> None:
    try:
        while not page.dropped.is_set():
            await _hear(await socket.receive_data(mode="text"), page, room, services)
    except WebSocketDisconnect:
        return


async def _hear(data: str, page: SocketPage, room: TableRoom, services: Services) -> None:
    """One message: read strictly, numbered, and not too many of them."""
    started = time.perf_counter()
    page.is_counted = True
    with speaking(page.lang or WRITTEN):
        message = _read(data, page, room, services)
    if isinstance(message, Refused):
        page.refused(message.code)
        page.fault(message.code)
        page.send(encode(message))
        return
    page.is_counted = not _is_aside(message)
    if page.is_counted:
        services.metrics.messages.labels(type(message).__name__).inc()
    if room.broken:
        page.send(encode(Closing(1)))
        page.drop()
        return
    faults = page.faults
    await services.hall.desk(room.state.id).receive(page, message)
    if page.faults == faults and not isinstance(message, LATER):
        page.faults = 0
    if page.is_counted:
        services.metrics.seconds.observe(time.perf_counter() - started)


def _is_aside(message: Said) -> bool:
    """A look or a seña: those who do not see it cannot tell from what is counted that there was one."""
    return isinstance(message, Watch) or (isinstance(message, Move) and message.move.startswith(SIGN))


class _Numbered(msgspec.Struct):
    id: int = 0


def _number_of(data: str) -> int:
    """Of a message that is not read any further; 0 where it has none."""
    try:
        return max(0, min(LARGEST_NUMBER, _decode_number(data).id))
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return 0


_decode_number = msgspec.json.Decoder(_Numbered).decode


def _read(data: str, page: SocketPage, room: TableRoom, services: Services) -> Said | Refused:
    """The message, or why it is not even looked at. Those who look on share what the table hears of them, so that they
    cannot keep the players from being heard."""
    if len(data) > MOST_BYTES:
        return Refused(0, "malformed", _("the message is too long"))
    if not page.may_say():
        return Refused(_number_of(data), "flood", _("too many messages: slow down"))
    try:
        message: Said = _decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        told = _("the message cannot be read: {reason}")
        return Refused(0, "malformed", told.format(reason=error))
    if message.id > LARGEST_NUMBER:
        return Refused(0, "malformed", _("the number of the message is too large"))
    if message.id <= page.last:
        return Refused(message.id, "late", _("a message of this number was there already"))
    page.last = message.id
    looks_on = room.state.seat_of(page.guest) is None and not isinstance(message, COMING)
    if looks_on and not services.onlookers.take(room.state.id):
        return Refused(message.id, "flood", _("too many messages: slow down"))
    if isinstance(message, HEAVY) and not page.may_weigh():
        return Refused(message.id, "flood", _("too many messages: slow down"))
    return message
