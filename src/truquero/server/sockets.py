"""The line of one page to its table."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from truquero.language import _
from truquero.server.guard import Bucket, is_own
from truquero.server.guests import COOKIE
from truquero.server.messages import MOST_BYTES, Closing, Hello, Refused, Said, encode
from truquero.server.room.table import TableRoom
from truquero.server.services import Services

log = logging.getLogger("truquero.server")

MOST_UNREAD = 200  # messages: a page that has not read so many is dropped
MOST_FAULTS = 20  # refusals for form or number in a row, after which a page is dropped
POLICY, TOO_BIG, GONE, NOT_FOUND, BUSY = 1008, 1009, 1001, 4404, 4429  # codes of a socket that is closed
Socket = WebSocket[Any, Any, Any]
Injected = NamedDependency[Services]
_decode = msgspec.json.Decoder(Said, strict=True).decode


class SocketPage:
    """A page, and what waits to be sent to it."""

    def __init__(self, socket: Socket, guest: str, limit: tuple[int, float]) -> None:
        self.guest, self.lang = guest, None  # type: str, str | None
        self.bucket = Bucket(limit)
        self.last = 0  # the number of its last message
        self.faults = 0
        self.dropped = asyncio.Event()
        self._socket = socket
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNREAD)

    def send(self, message: bytes) -> None:
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped.set()

    async def deliver(self) -> None:
        while True:
            await self._socket.send_text((await self._waiting.get()).decode())


@websocket("/api/tables/{table:str}/socket")
async def line(socket: Socket, table: FromPath[str], services: Injected) -> None:
    """Everything a page says to a table, and hears of it."""
    hall, settings = services.hall, services.settings
    guest = services.signer.guest_of(socket.cookies.get(COOKIE))
    origin, host = socket.headers.get("origin"), socket.headers.get("host")
    if guest is None or not is_own(origin, host, settings.origins):
        log.warning("a socket was refused: origin %r, guest %s", origin, "known" if guest else "unknown")
        await socket.close(code=POLICY)
        return
    await services.meet(guest)
    room = None if hall.draining else await hall.find(table)
    if room is None or not _may_look(room, guest):
        await socket.accept()
        await socket.close(code=NOT_FOUND if not hall.draining else GONE)
        return
    if len(room.pages) >= settings.pages_at_table:
        await socket.accept()
        await socket.close(code=BUSY)
        return
    await socket.accept()
    page = SocketPage(socket, guest, settings.messages)
    await _serve(socket, page, room, services)


def _may_look(room: TableRoom, guest: str) -> bool:
    """Whoever sits there or may still sit down, and those who look on where that is allowed."""
    state = room.state
    free = state.match is None and any(chair.is_empty or chair.bot for chair in state.chairs.values())
    return state.agreed.spectators or state.owner == guest or state.seat_of(guest) is not None or free


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
            if isinstance(ended, Exception) and not isinstance(ended, WebSocketDisconnect):
                log.error("the line of a page to table %s broke", room.state.id, exc_info=ended)
    with suppress(RuntimeError, WebSocketDisconnect):  # it may be closed already
        await socket.close(code=POLICY if page.dropped.is_set() else GONE)


async def _listen(socket: Socket, page: SocketPage, room: TableRoom, services: Services) -> None:
    try:
        while True:
            data = await socket.receive_data(mode="text")
            await _hear(data, page, room, services)
            if page.faults > MOST_FAULTS:
                log.warning("a page was dropped at table %s after %d faults", room.state.id, page.faults)
                page.dropped.set()
                return
    except WebSocketDisconnect:
        return


async def _hear(data: str | bytes, page: SocketPage, room: TableRoom, services: Services) -> None:
    """One message: read strictly, numbered, and not too many of them."""
    started = time.perf_counter()
    fault = _fault(data, page)
    if fault is not None:
        page.faults += 1
        services.metrics.refused.labels(fault.code).inc()
        page.send(encode(fault))
        return
    message = _decode(data)
    page.last, page.faults = message.id, 0
    services.metrics.messages.labels(type(message).__name__).inc()
    if not isinstance(message, Hello) and room.broken:
        page.send(encode(Closing(1)))
        page.dropped.set()
        return
    await services.hall.desk(room.state.id).receive(page, message)
    services.metrics.seconds.observe(time.perf_counter() - started)


def _fault(data: str | bytes, page: SocketPage) -> Refused | None:
    if len(data) > MOST_BYTES:
        return Refused(0, "malformed", _("the message is too long"))
    if not page.bucket.take():
        return Refused(0, "flood", _("too many messages: slow down"))
    try:
        message = _decode(data)
    except msgspec.MsgspecError as error:
        return Refused(0, "malformed", str(error))
    if message.id <= page.last:
        return Refused(message.id, "late", _("a message of this number was there already"))
    return None
