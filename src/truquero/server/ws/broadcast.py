"""The connected pages of a table. Each gets only what its guest may see."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec import structs

from truquero.server.changes import Change, MatchBegun, MoveMade, SeatChanged, SignsAgreed, WatchChanged
from truquero.server.encoding import encode
from truquero.server.tables.refusal import Refusal
from truquero.server.tables.served_table import ServedTable
from truquero.server.tables.state import is_covert
from truquero.server.ws.messages import Closing, DealInfo, Done, Refused, SeatInfo, TableUpdate, ToPage, You
from truquero.server.ws.page_view import PageView, seat_info_of, you_of
from truquero.server.ws.shared_parts import SharedParts
from truquero.table.sign_codes import side_named

# Refusal codes that an honest page never gets. An honest page may be late, or ask for an illegal move; both have other
# codes.
FAULTS = ("forbidden", "malformed")
RECONNECT_AFTER = 2  # seconds


class Page(Protocol):
    """A connected page."""

    guest: str
    address: str  # the IP address of its client
    lang: str | None
    serial_number: int  # of the connection: a later page has a higher number

    def send(self, message: bytes) -> None:
        """Queue a message without waiting. A page that does not read is disconnected."""

    def drop(self) -> None:
        """Close the connection. The page connects again."""

    def drop_as_extra(self) -> None:
        """Close the connection for good, because the guest has too many pages at the table."""

    def refused(self, code: str) -> None:
        """Record that a request of the page was refused."""

    def fault(self, code: str) -> None:
        """Record a request that an honest page never sends."""


class Broadcaster:
    """The connected pages of a table, and the messages that the table sends to them."""

    def __init__(self, table: ServedTable) -> None:
        # A weak reference avoids a cycle: the table owns this object and must be freed as soon as it is closed.
        self._table: ServedTable = weakref.proxy(table)
        self._pages: set[Page] = set()
        self._greeted: set[Page] = set()  # pages that have received the whole table
        self._parts = SharedParts(table.state)

    def __iter__(self) -> Iterator[Page]:
        return iter(tuple(self._pages))

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def guests(self) -> set[str]:
        """The guests with an open page."""
        return {page.guest for page in self._pages}

    def connect(self, page: Page) -> None:
        """Add a page."""
        self._pages.add(page)
        self._table.connected()

    def disconnect(self, page: Page) -> None:
        """Remove a page."""
        self._pages.discard(page)
        self._table.disconnected(page.guest)

    def drop_all(self) -> None:
        """Disconnect all pages."""
        for page in self:
            page.drop()

    def say_goodbye(self) -> None:
        """Ask all pages to reconnect in a moment, because the server shuts down."""
        for page in self:
            self.answer(page, Closing(RECONNECT_AFTER))

    # ------------------------------------------------------------------------------------------------------- updates

    def publish(self, change: Change, since: int) -> None:
        """Send a stored change to the pages that may notice it. They know the first `since` events of the hand."""
        if isinstance(change, SignsAgreed):
            self._publish_to_side(change.side)
        elif isinstance(change, MoveMade | WatchChanged) and is_covert(change):
            self._publish_covertly(change.seat, since)
        else:
            self._publish_to(self._pages, since)
        if isinstance(change, SeatChanged | MatchBegun):
            self._drop_strangers()

    def publish_presence(self, but: Page | None = None) -> None:
        """Send who is connected to all pages except `but`. Presence is not stored."""
        self._publish_to(self._pages - {but}, since=self._table.state.event_count)

    def greet(self, page: Page) -> None:
        """Send the whole table to a page. From now on it receives the updates."""
        parts = self._parts.all(self._seats())
        self._greeted = (self._greeted | {page}) & self._pages
        self._send({page} & self._greeted, 0, parts, whole=True)

    def _publish_to(self, pages: set[Page], since: int) -> None:
        """Send the parts that have changed, and the events after the first `since`."""
        parts = self._parts.changed(self._seats())
        self._greeted &= self._pages
        self._send(pages & self._greeted, since, parts, whole=False)

    def _publish_covertly(self, seat: int, since: int) -> None:
        """Send a look or a seña to the player who made it and to those who saw it. Others receive no message."""
        self._greeted &= self._pages
        state = self._table.state
        viewed = {page: state.viewed_seat(page.guest) for page in self._greeted}
        noticed = {viewer for viewer in set(viewed.values()) if PageView(state, viewer, None).news(since)}
        pages = {page for page, viewer in viewed.items() if viewer in noticed or state.seat_of(page.guest) == seat}
        self._send(pages, since, {}, whole=False)

    def _publish_to_side(self, side: str) -> None:
        """Send the code of a side to its players only. Others do not even learn that there is one."""
        self._greeted &= self._pages
        state = self._table.state
        seats = {page: state.seat_of(page.guest) for page in self._greeted}
        pages = {page for page, seat in seats.items() if seat is not None and side_named(seat) == side}
        self._send(pages, state.event_count, {}, whole=False)

    def _send(self, pages: Iterable[Page], since: int, parts: dict[str, object], *, whole: bool) -> None:
        """Send the view to pages. Encode it once for all pages with the same view, language and `You`."""
        table, state = self._table, self._table.state
        encoded: dict[tuple[int, str | None, You], bytes] = {}
        for page in pages:
            may_watch, viewer = table.may_watch(page.guest), state.viewed_seat(page.guest)
            host, may_empty = table.is_host(page.guest), table.seats_to_empty(page.guest)
            you = you_of(state, page.guest, host=host, may_empty=may_empty, may_watch=may_watch)
            key = (viewer, page.lang, you)
            if key not in encoded:
                view = PageView(state, viewer, page.lang)
                news, hand = (view.news(since), view.hand()) if may_watch else ((), None)
                visible_parts = parts if may_watch else _without_seeds(parts)
                encoded[key] = encode(TableUpdate(state.version, whole, news=news, hand=hand, you=you, **visible_parts))  # type: ignore[arg-type]
            page.send(encoded[key])

    def _seats(self) -> tuple[SeatInfo, ...]:
        table, guests, autoplay = self._table, self.guests, self._table.autoplay
        return tuple(
            seat_info_of(
                table.state,
                chair,
                is_connected=chair.guest in guests,
                clock=autoplay.clocks.time_left(chair.seat),
                answer_time=autoplay.time_to_answer(chair.seat),
            )
            for chair in table.state.chairs.values()
        )

    def _drop_strangers(self) -> None:
        """Disconnect the pages of guests who may neither watch nor sit down."""
        for page in self:
            if not self._table.may_enter(page.guest):
                page.drop()

    # ------------------------------------------------------------------------------------------------------- answers

    def answer(self, page: Page, message: ToPage) -> None:
        """Send a message to one page."""
        page.send(encode(message))

    def done(self, page: Page, number: int, text: str = "") -> None:
        """Answer that the message of this number was carried out."""
        self.answer(page, Done(number, self._table.state.version, text))

    def refuse(self, page: Page, number: int, refusal: Refusal) -> None:
        """Answer that the message of this number was refused."""
        page.refused(refusal.code)
        if refusal.code in FAULTS:
            page.fault(refusal.code)
        version = 0 if self._table.broken else self._table.state.version
        self.answer(page, Refused(number, refusal.code, str(refusal), version, refusal.choices))  # type: ignore[arg-type]


def _without_seeds(parts: dict[str, object]) -> dict[str, object]:
    """Return the parts without seeds, which would reveal the cards of hands that this page may not see.

    The part `deal` is the current deal, `previous_deal` the deal before it.
    """
    deal = parts.get("deal")
    sealed = {"deal": structs.replace(deal, seed=None)} if isinstance(deal, DealInfo) else {}
    return {**parts, **sealed, **({"previous_deal": None} if "previous_deal" in parts else {})}
