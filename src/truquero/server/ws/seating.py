"""The handlers for seats: sitting down, leaving, placing bots and their pace, agreeing on señas, starting a match."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from math import ceil
from typing import Any

from msgspec import structs

from truquero.bots import ROSTER
from truquero.i18n import _, n_
from truquero.server.changes import (
    AwayChanged,
    Change,
    GuestReadmitted,
    PaceChanged,
    SeatChanged,
    SeatReserved,
    SignsAgreed,
)
from truquero.server.tables.chairs import Chair
from truquero.server.tables.option_limits import broken_answer_limit
from truquero.server.tables.refusal import Refusal
from truquero.server.tables.seat_changes import bot_seated, start_match
from truquero.server.tables.served_table import ServedTable
from truquero.server.tables.state import TableState
from truquero.server.ws.broadcast import Page
from truquero.server.ws.page_messages import (
    LONGEST_CODE,
    AgreeSigns,
    FromPage,
    PlaceBot,
    ReturnToSeat,
    SetPace,
    Sit,
    Stand,
    StartMatch,
)
from truquero.table.sign_codes import codes_of, side_named, write_code

Handler = Callable[[Page, Any], Coroutine[Any, Any, str]]  # the handler of a message; it returns a text for the page


class SeatHandlers:
    """The message handlers for the seats of a table. `handlers` maps message types to them."""

    def __init__(self, table: ServedTable) -> None:
        self._table = table

    @property
    def handlers(self) -> dict[type[FromPage], Handler]:
        return {
            Sit: self._sit,
            Stand: self._stand,
            ReturnToSeat: self._return_to_seat,
            PlaceBot: self._place_bot,
            AgreeSigns: self._agree,
            SetPace: self._set_pace,
            StartMatch: self._start_match,
        }

    def _check_host(self, page: Page) -> None:
        """Raise Refusal if the guest of a page is not the host."""
        if not self._table.is_host(page.guest):
            raise Refusal("forbidden", _("only the host of the table may do that"))

    def _check_seat(self, seat: int) -> int:
        """Return the seat if the table has it; otherwise raise Refusal."""
        if seat not in self._table.state.chairs:
            raise Refusal("malformed", _("there is no such seat"))
        return seat

    async def _sit(self, page: Page, message: Sit) -> str:
        state = self._table.state
        chair = state.chairs[self._check_seat(message.seat)]
        if state.seat_of(page.guest) == message.seat:
            return await self._return_to_seat(page, ReturnToSeat(message.id))
        if chair.guest is not None:
            raise Refusal("forbidden", _("that seat is taken"))
        reservation = state.reservations.get(message.seat)
        if reservation is not None and reservation.guest != page.guest:
            raise Refusal("forbidden", _("somebody else takes that seat with the next deal"))
        if state.is_playing and state.seat_of(page.guest) is not None:
            raise Refusal("forbidden", _("keep your seat: a match is being played"))
        if state.is_playing and page.guest in state.replaced and not self._table.is_host(page.guest):
            reason = _(
                "a bot took your seat because you kept the table waiting: you may sit down when the host allows it"
            )
            raise Refusal("illegal", reason)
        old_seat = state.seat_of(page.guest)
        if (
            old_seat is None
            and state.reserved_seat(page.guest) is None
            and (reason := self._table.directory.too_many_tables(page.guest))
        ):
            raise Refusal("illegal", reason)
        if not state.may_sit(page.guest, message.seat):
            return await self._reserve(page, message.seat)
        leaving: list[Change] = [] if old_seat is None else [SeatChanged(old_seat)]
        await self._table.change(*leaving, self._table.guest_seated(message.seat, page.guest))
        return ""

    async def _reserve(self, page: Page, seat: int) -> str:
        """Reserve a bot's seat for a guest: the bot plays the current cards, the guest comes with the next deal."""
        await self._table.change(SeatReserved(seat, page.guest, self._table.names(page.guest)))
        return _("You take that seat with the next deal.")

    async def _stand(self, page: Page, _message: Stand) -> str:
        reserved_seat = self._table.state.reserved_seat(page.guest)
        if reserved_seat is not None:
            await self._table.change(SeatReserved(reserved_seat))
            return ""
        seat, state = seat_of(self._table.state, page.guest), self._table.state
        is_playing = state.is_playing
        await self._table.change(bot_seated(state, seat, state.settings.bots) if is_playing else SeatChanged(seat))
        return ""

    async def _return_to_seat(self, page: Page, _message: ReturnToSeat) -> str:
        seat = seat_of(self._table.state, page.guest)
        if self._table.state.chairs[seat].away:
            await self._table.change(AwayChanged(seat, False))
        return ""

    async def _place_bot(self, page: Page, message: PlaceBot) -> str:
        self._check_host(page)
        state = self._table.state
        chair = state.chairs[self._check_seat(message.seat)]
        is_playing = state.is_playing
        if message.bot is not None and message.bot not in ROSTER:
            raise Refusal("malformed", _("there is no such bot"))
        if is_playing and chair.guest is not None:
            return await self._replace(page, chair, message.bot or state.settings.bots)
        if chair.guest is not None:
            self._check_may_empty(page.guest, chair)
        if message.bot is None and is_playing:
            return await self._readmit(chair.seat)
        is_reserved = is_playing and chair.seat in state.reservations
        arriving = {reservation.guest for reservation in state.reservations.values() if reservation.seat != chair.seat}
        other_guests = ({other_chair.guest for other_chair in state.chairs.values()} | arriving) - {None, page.guest}
        if is_playing and other_guests and not is_reserved:
            raise Refusal("forbidden", _("others are playing with this bot"))
        if is_playing and other_guests:
            await self._table.change(SeatReserved(chair.seat))
            return _("The bot keeps the seat.")
        await self._table.change(
            SeatChanged(chair.seat) if message.bot is None else bot_seated(state, chair.seat, message.bot)
        )
        return ""

    async def _readmit(self, seat: int) -> str:
        """Let the player who was replaced in this seat for stalling sit down again."""
        if seat not in self._table.state.replaced.values():
            raise Refusal("forbidden", _("that seat cannot be empty: a match is being played"))
        await self._table.change(GuestReadmitted(seat))
        return _("The replaced player may sit down there again.")

    async def _replace(self, page: Page, chair: Chair, bot: str) -> str:
        """Put a bot in the seat of a player who keeps the table waiting.

        The player may watch, but may sit down in this match only if the host readmits the player. Otherwise the same
        player could stall every deal.
        """
        if chair.guest == page.guest:
            raise Refusal("forbidden", _("that seat is taken"))
        seconds_left = self._table.autoplay.clocks.until_stall(chair.seat)
        if seconds_left is None:
            raise Refusal("forbidden", _("the table is not waiting for this player"))
        if seconds_left:
            seconds = ceil(seconds_left)
            reason = n_(
                "the table waits {seconds} more second for this player; then a bot may take the seat",
                "the table waits {seconds} more seconds for this player; then a bot may take the seat",
                seconds,
            )
            raise Refusal("forbidden", reason.format(seconds=seconds))
        await self._table.change(structs.replace(bot_seated(self._table.state, chair.seat, bot), stalled=True))
        return ""

    def _check_may_empty(self, host: str, chair: Chair) -> None:
        """Raise Refusal if the host may not empty the seat of a guest."""
        if chair.seat in self._table.seats_to_empty(host):
            return
        if chair.guest in (self._table.state.owner, host):
            raise Refusal("forbidden", _("that seat is taken"))
        raise Refusal("forbidden", _("only the person who opened the table may free the seat of somebody present"))

    async def _agree(self, page: Page, message: AgreeSigns) -> str:
        """Set the señas that the guest's side agrees on (S000 §16)."""
        seat, state = seat_of(self._table.state, page.guest), self._table.state
        if state.match is not None and not state.match.over:
            raise Refusal("late", _("señas can change only before a match: this match has begun"))
        if len(message.signs) > LONGEST_CODE:
            raise Refusal("malformed", _("the request is too long"))
        side = side_named(seat)
        code = codes_of(state.rules, {side: message.signs})
        await self._table.change(SignsAgreed(side, "".join(map(write_code, code.values()))))
        return ""

    async def _set_pace(self, page: Page, message: SetPace) -> str:
        self._check_host(page)
        if reason := broken_answer_limit(message.answer_seconds):
            raise Refusal("malformed", reason)
        await self._table.change(PaceChanged(message.answer_seconds, message.speed))
        return ""

    async def _start_match(self, page: Page, _message: StartMatch) -> str:
        state = self._table.state
        if state.match is None:
            self._check_host(page)
        elif page.guest != state.owner:
            seat_of(self._table.state, page.guest)  # every seated player may start a rematch
        if state.is_playing:
            raise Refusal("late", _("the match has already begun"))
        if all(chair.guest is None for chair in state.chairs.values()):
            raise Refusal("forbidden", _("at least one person must sit at the table"))
        await self._table.change(*start_match(state))
        return ""


def seat_of(state: TableState, guest: str) -> int:
    """Return the seat of a guest; raise Refusal if the guest has none."""
    seat = state.seat_of(guest)
    if seat is None:
        raise Refusal("forbidden", _("you are a spectator: sit down first"))
    return seat
