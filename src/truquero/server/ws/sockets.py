"""The WebSocket between a page and its table."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from operator import itemgetter
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from truquero.i18n import SOURCE_LANGUAGE, _, speaking
from truquero.server.changes import MoveMade, SignsAgreed, WatchChanged
from truquero.server.encoding import encode
from truquero.server.limits.networks import network_of
from truquero.server.limits.rates import TokenBucket
from truquero.server.logs import error_location
from truquero.server.page_protocol import PROTOCOL, outdated_text
from truquero.server.services import Services
from truquero.server.settings import Settings
from truquero.server.store import DatabaseUnavailable
from truquero.server.tables.registry import DamagedTable
from truquero.server.tables.served_table import ServedTable
from truquero.server.tables.state import is_covert
from truquero.server.ws.broadcast import Page
from truquero.server.ws.messages import Closing, Refused
from truquero.server.ws.page_messages import (
    MOST_BYTES,
    AgreeSigns,
    Chat,
    Cut,
    Hello,
    Hint,
    Move,
    PageMessage,
    Pass,
    Sit,
    Talk,
    Watch,
)
from truquero.server.ws.table_pages import pages_of

log = logging.getLogger("truquero.server")

MOST_UNREAD = 200  # messages that wait for a page; a page with more is dropped
LARGEST_NUMBER = 2**53  # of a message: JavaScript counts exactly up to here
MOST_FAULTS = 20  # in a row; a page with more is dropped
LONGEST_LOGGED = 100  # characters of a client's text
FAULTS_LOGGED = (5, 60.0)  # log lines about one page, in so many seconds: nobody can fill the disk
# Close codes of WebSockets. After 4400 to 4499, except `BUSY`, a page does not connect again by itself.
POLICY_VIOLATION, GONE, TRY_AGAIN = 1008, 1001, 1013
NOT_FOUND, TOO_MANY_PAGES, DAMAGED, OUTDATED, BUSY = 4404, 4409, 4410, 4426, 4429
JOINING = (Hello, Sit)  # messages of an onlooker who connects or sits down
ANSWERED_LATER = (Cut, Hint)  # answered later, so it is not yet known whether they are refused
HEAVY = (Chat, Hello, Hint, Talk)  # sent to the whole table, or slow to answer
Socket = WebSocket[Any, Any, Any]
Injected = NamedDependency[Services]
_decode = msgspec.json.Decoder(PageMessage, strict=True).decode
_serial_numbers = itertools.count()


class SocketPage:
    """A connected page, with the queue of messages to send to it."""

    def __init__(self, socket: Socket, guest: str, table: str, services: Services) -> None:
        self.guest, self.address = guest, _address_of(socket)
        self.table = table
        self.lang: str | None = None
        self.serial_number = next(_serial_numbers)
        settings, now = services.settings, services.environment.time.now
        self._message_limit = TokenBucket(settings.messages, now)
        self._heavy_message_limit = TokenBucket(settings.heavy_messages, now)
        self._services = services
        self.last_number = 0  # the number of its last message
        self.faults = 0
        self.is_counted = True  # whether the metrics count the current message
        self.dropped = asyncio.Event()
        self.close_code, self.close_reason = GONE, ""
        self._logged = TokenBucket(FAULTS_LOGGED, now)
        self._socket = socket
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNREAD)

    def send(self, message: bytes) -> None:
        try:
            self._outgoing.put_nowait(message)
        except asyncio.QueueFull:
            self._log("reads its messages too slowly")
            self.drop(POLICY_VIOLATION)

    async def deliver(self) -> None:
        while True:
            await self._socket.send_text((await self._outgoing.get()).decode())

    def drop(self, code: int = GONE, reason: str = "") -> None:
        """Close the connection with this code, and a reason of at most 123 bytes."""
        if not self.dropped.is_set():
            self.close_code, self.close_reason = code, reason
            self.dropped.set()

    def drop_as_extra(self) -> None:
        """Close the connection, because the guest has too many pages at the table. The page says so and stays closed:
        if it connected again, the pages of the guest would close each other for ever."""
        with speaking(self.lang or SOURCE_LANGUAGE):
            reason = _("This page was closed because the table is open in too many others. Reload it to go on here.")
        self.drop(TOO_MANY_PAGES, reason)

    def drop_as_outdated(self, lang: str | None) -> None:
        """Close the connection, because the page was loaded before an update of the server and does not understand its
        messages. It shows the reason and does not connect again."""
        with speaking(lang or SOURCE_LANGUAGE):
            self.drop(OUTDATED, outdated_text())

    def may_send(self) -> bool:
        """Count a message. Return False if the page, or all pages of its guest together, have sent too many."""
        return self._message_limit.take() and self._services.messages.take(self.guest)

    def may_send_heavy(self) -> bool:
        """Count a message of the `HEAVY` types, as `may_send` does for all messages."""
        return self._heavy_message_limit.take() and self._services.heavy_messages.take(self.guest)

    def refused(self, code: str) -> None:
        if self.is_counted:
            self._services.metrics.refused_messages.labels(code).inc()

    def fault(self, code: str) -> None:
        """Count a message that an unmodified page never sends, and drop a page that sends too many in a row."""
        self.faults += 1
        self._log(f"was refused: {code}")
        if self.faults > MOST_FAULTS:
            self.drop(POLICY_VIOLATION)

    def _log(self, text: str) -> None:
        if self._logged.take():
            log.warning("table %s: a page of guest %s %s", self.table, self.guest, text)


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: FromPath[str], services: Injected) -> None:
    """Handle the WebSocket of a page: check its cookie, its origin and the limit of its address, then serve it."""
    guest = services.signer.guest_of(socket.cookies)
    origin, host = socket.headers.get("origin"), socket.headers.get("host")
    if guest is None or not services.origins.allows(origin, host):
        shown_origin = repr(origin)[:LONGEST_LOGGED]
        log.warning("a socket was refused: origin %s, guest %s", shown_origin, "known" if guest else "unknown")
        services.metrics.refused_requests.labels("guest" if guest is None else "origin").inc()
        await socket.close(code=POLICY_VIOLATION)
        return
    address = _address_of(socket)
    if not services.sockets.take(address):
        services.metrics.refused_requests.labels("connection").inc()
        await socket.close(code=BUSY)
        return
    try:
        await socket.accept()
        await _connect_to_table(socket, table, guest, services)
    except DatabaseUnavailable:  # the page connects again
        await socket.close(code=TRY_AGAIN)
    except WebSocketDisconnect:
        raise
    except Exception as error:
        log.error("a socket to table %s failed: %s", repr(table)[:LONGEST_LOGGED], error_location(error))
        raise
    finally:
        services.sockets.give_back(address)


def _address_of(socket: Socket) -> str:
    """Return the IP address of a client; "" if it is unknown."""
    return socket.client.host if socket.client else ""


async def _connect_to_table(socket: Socket, table: str, guest: str, services: Services) -> None:
    """Connect an accepted WebSocket to the table. Close it if there is no such table, the guest may not enter, or the
    table is full."""
    tables = services.tables
    await tables.load_profile(guest)
    try:
        served = None if tables.draining else await tables.find(table)  # no other task runs until the page arrives
    except DamagedTable:
        await socket.close(code=DAMAGED)
        return
    if served is None or not served.may_enter(guest):
        await socket.close(code=NOT_FOUND if not tables.draining else GONE)
        return
    if not _admits(served, guest, services.settings):
        services.metrics.refused_requests.labels("full").inc()
        await socket.close(code=BUSY)
        return
    await _serve(socket, SocketPage(socket, guest, table, services), served, services)


def _admits(served: ServedTable, guest: str, settings: Settings) -> bool:
    """Return whether a table admits one more page of a guest.

    Players and the owner of the table are always admitted. If a guest has too many pages, the oldest is dropped, for it
    may have lost its network.
    """
    own_pages = [page for page in pages_of(served) if page.guest == guest]
    if len(own_pages) >= settings.pages_of_guest:
        _oldest(own_pages).drop_as_extra()
        return True
    if served.state.seat_of(guest) is not None or served.state.owner == guest:
        return True
    if len(pages_of(served)) < settings.pages_at_table:
        return True
    # At a full table, drop the oldest page of the onlooker with the most pages, unless each onlooker has only one.
    count = Counter(page.guest for page in pages_of(served) if served.state.seat_of(page.guest) is None)
    greedy, most = max(count.items(), key=itemgetter(1), default=("", 0))
    if most > 1:
        _oldest(page for page in pages_of(served) if page.guest == greedy).drop_as_extra()
    return most > 1


def _oldest(pages: Iterable[Page]) -> Page:
    return min(pages, key=lambda page: page.serial_number)


async def _serve(socket: Socket, page: SocketPage, served: ServedTable, services: Services) -> None:
    coroutines = (page.deliver(), _listen(socket, page, served, services), page.dropped.wait())
    tasks: list[asyncio.Task[Any]] = [asyncio.create_task(coroutine) for coroutine in coroutines]
    pages_of(served).connect(page)
    services.metrics.pages.inc()
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        services.metrics.pages.dec()
        _disconnect(page, served, services)
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            # A client that disconnects while a message is sent is no error.
            if isinstance(outcome, Exception) and not isinstance(outcome, (WebSocketDisconnect, OSError)):
                log.error("the connection of a page to table %s failed: %s", served.state.id, error_location(outcome))
    with suppress(RuntimeError, WebSocketDisconnect, OSError):  # the socket may be closed already
        await socket.close(code=page.close_code, reason=page.close_reason)


def _disconnect(page: SocketPage, served: ServedTable, services: Services) -> None:
    """Remove a page from its table.

    Publish the absence of its guest in the queue of the table: at once, it could show a change that is not stored.
    """
    pages = pages_of(served)
    pages.disconnect(page)
    if not services.tables.draining:
        served.do_later(pages.publish_presence)


async def _listen(socket: Socket, page: SocketPage, served: ServedTable, services: Services) -> None:
    try:
        while not page.dropped.is_set():
            await _handle(await socket.receive_data(mode="text"), page, served, services)
    except WebSocketDisconnect:
        return


async def _handle(data: str, page: SocketPage, served: ServedTable, services: Services) -> None:
    """Decode a message and pass it to the handlers of the table. Answer an invalid message with a refusal."""
    started = time.perf_counter()
    page.is_counted = True
    with speaking(page.lang or SOURCE_LANGUAGE):
        message = _read(data, page, served, services)
    if isinstance(message, Refused):
        page.refused(message.code)
        page.fault(message.code)
        page.send(encode(message))
        return
    page.is_counted = not _asks_for_covert_change(message)
    if page.is_counted:
        services.metrics.messages.labels(type(message).__name__).inc()
    if served.broken:
        page.send(encode(Closing(1)))
        page.drop()
        return
    if isinstance(message, Hello) and message.protocol != PROTOCOL:
        services.metrics.refused_requests.labels("outdated").inc()
        page.drop_as_outdated(message.lang)
        return
    faults = page.faults
    await pages_of(served).handlers.receive(page, message)
    if page.faults == faults and not isinstance(message, ANSWERED_LATER):
        page.faults = 0
    if page.is_counted:
        services.metrics.seconds.observe(time.perf_counter() - started)


def _asks_for_covert_change(message: PageMessage) -> bool:
    """Return whether only some players may notice what a message asks for. The metrics must not count such messages:
    they would reveal them to everybody else. Spoken words may be a seña, and a pass shows that a seat could interrupt.
    """
    match message:
        case Talk() | Pass():
            return True
        case Watch():
            return is_covert(WatchChanged(0, message.seat))
        case AgreeSigns():
            return is_covert(SignsAgreed("", message.signs))
        case Move():
            return is_covert(MoveMade(0, message.move))
        case _:
            return False


class _Numbered(msgspec.Struct):
    id: int = 0


def _number_of(data: str) -> int:
    """Return the number of a message that is not decoded any further; 0 if it has none."""
    try:
        return max(0, min(LARGEST_NUMBER, _decode_number(data).id))
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return 0


_decode_number = msgspec.json.Decoder(_Numbered).decode


def _read(data: str, page: SocketPage, served: ServedTable, services: Services) -> PageMessage | Refused:
    """Decode a message. Return a refusal if it is not valid or if a rate limit is exceeded."""
    if len(data) > MOST_BYTES:
        return Refused(0, "malformed", _("the message is too long"))
    if not page.may_send():
        return Refused(_number_of(data), "flood", _("too many messages: slow down"))
    try:
        message: PageMessage = _decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        problem = _("the message cannot be read: {reason}")
        return Refused(0, "malformed", problem.format(reason=error))
    if message.id > LARGEST_NUMBER:
        return Refused(0, "malformed", _("the number of the message is too large"))
    if message.id <= page.last_number:
        return Refused(message.id, "late", _("a message with this number has already arrived"))
    page.last_number = message.id
    if served.state.seat_of(page.guest) is None and not _may_send_as_onlooker(message, page, services):
        return Refused(message.id, "flood", _("too many messages: slow down"))
    if isinstance(message, HEAVY) and not page.may_send_heavy():
        return Refused(message.id, "flood", _("too many messages: slow down"))
    return message


def _may_send_as_onlooker(message: PageMessage, page: SocketPage, services: Services) -> bool:
    """Count a message of an onlooker. All onlookers of a table share a limit, so that they cannot block the messages of
    the players. Only those of the same address share that of joining, so that they cannot keep others out."""
    if isinstance(message, JOINING):
        return services.joining.take(f"{page.table} {network_of(page.address)}")
    return services.onlookers.take(page.table)
