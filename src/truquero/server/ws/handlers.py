"""The handlers for messages of pages. Each message becomes changes, an answer in words, or a refusal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import Any

from truquero.cards import CARDS
from truquero.i18n import SOURCE_LANGUAGE, _, speaking
from truquero.records.fair_deals import DrawKey
from truquero.rules.expressions import NOTHING
from truquero.server.changes import AwayChanged, Change, MoveMade, WatchChanged
from truquero.server.guest_names import clean_text
from truquero.server.limits.queues import QueueFull
from truquero.server.logs import error_location
from truquero.server.store.journal import JournalError, OutcomeUnknown
from truquero.server.tables.refusal import Refusal
from truquero.server.tables.served_table import ServedTable
from truquero.server.ws.broadcast import Broadcaster, Page
from truquero.server.ws.messages import ChatLine, Pong
from truquero.server.ws.page_messages import (
    LONGEST_TALK,
    Chat,
    Commit,
    Cut,
    FromPage,
    Hello,
    Hint,
    Move,
    NextHand,
    Pass,
    Ping,
    Reveal,
    Talk,
    Watch,
)
from truquero.server.ws.seating import Handler, SeatHandlers, seat_of
from truquero.server.ws.table_talk import read_talk
from truquero.table import IllegalMove, TableError, View
from truquero.table.dealing import check_cut
from truquero.table.signs import SIGN

log = logging.getLogger("truquero.server")

MOST_ALIKE = 3  # times that a seat may make the same seña in a trick: its partner may not have looked
MOST_CHAT = 50  # last lines, which are sent to pages that connect later


class MessageHandlers:
    """The message handlers of one table."""

    def __init__(self, table: ServedTable, pages: Broadcaster) -> None:
        self._table, self._pages = table, pages
        self._chat: list[ChatLine] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._handlers: dict[type[FromPage], Handler] = {
            Move: self._move,
            Talk: self._talk,
            Pass: self._pass,
            Watch: self._watch,
            Cut: self._cut,
            Commit: self._commit,
            Reveal: self._reveal,
            NextHand: self._next_hand,
            Chat: self._send_chat,
            **SeatHandlers(table).handlers,
        }

    async def receive(self, page: Page, message: FromPage) -> None:
        """Handle a message and answer it."""
        if isinstance(message, Ping):
            self._pages.answer(page, Pong(message.id))
        elif isinstance(message, Hint):
            self._start_task(page, message, self._answer_hint(page, message))
        elif isinstance(message, Cut):
            self._start_task(page, message, self._cut_in_time(page, message))
        elif isinstance(message, Hello):
            page.lang = message.lang
            with suppress(JournalError):  # the page was disconnected, and connects again
                await self._table.do(partial(self._greet, page, message))
        else:
            await self._handle_in_queue(page, message)

    async def _handle_in_queue(self, page: Page, message: FromPage) -> None:
        try:
            await self._table.do(partial(self._carry_out, page, message))
        except JournalError as error:
            self._refuse_unstored(page, message, error)

    def _start_task(self, page: Page, message: FromPage, work: Coroutine[Any, Any, None]) -> None:
        """Start slow work in a task of its own, so that the page can send other messages meanwhile."""
        task = asyncio.create_task(self._await_work(page, message, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _await_work(self, page: Page, message: FromPage, work: Coroutine[Any, Any, None]) -> None:
        """Wait for the work of a request. Log an internal error and answer the page all the same."""
        try:
            await work
        except Exception as error:
            log.error("table %s: a %s failed: %s", self._table.state.id, type(message).__name__, error_location(error))
            with speaking(page.lang or SOURCE_LANGUAGE):
                self._pages.refuse(page, message.id, Refusal("closing", _("something went wrong: try again")))

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._handlers.clear()  # the bound methods form a cycle that would keep the table in memory

    async def _cut_in_time(self, page: Page, message: Cut) -> None:
        """Cut after the players who may still challenge have had their time.

        Otherwise a cutter who has kept a flor silent could cut at once and avoid the challenge.
        """
        cutter = self._table.state.seat_of(page.guest)
        if cutter is not None:
            await self._table.autoplay.wait_for_challenges(cutter)
        await self._handle_in_queue(page, message)

    def _refuse_unstored(self, page: Page, message: FromPage, error: JournalError) -> None:
        with speaking(page.lang or SOURCE_LANGUAGE):
            if isinstance(error, OutcomeUnknown):
                reason = _(
                    "the connection to the database was lost: check whether the action was done before you try again"
                )
                refusal = Refusal("unknown", reason)
            else:
                refusal = Refusal("closing", _("it could not be stored: try again in a moment"))
        self._pages.refuse(page, message.id, refusal)

    async def _greet(self, page: Page, message: Hello) -> None:
        await self._table.update_profile(page.guest)
        self._pages.greet(page)
        self._pages.publish_presence(but=page)
        for line in self._chat:
            self._pages.answer(page, line)
        self._pages.done(page, message.id)

    async def _carry_out(self, page: Page, message: FromPage) -> None:
        try:
            with speaking(page.lang or SOURCE_LANGUAGE):
                answer = await self._handlers[type(message)](page, message)
        except Refusal as refusal:
            self._pages.refuse(page, message.id, refusal)
        except TableError as error:
            self._pages.refuse(page, message.id, _illegal(error, page.lang))
        except JournalError as error:
            self._refuse_unstored(page, message, error)
        else:
            self._pages.done(page, message.id, answer)

    # ------------------------------------------------------------------------------------------------------- playing

    def _playing_seat(self, page: Page) -> int:
        """Return the seat of a guest who plays in this deal. Refuse a guest who sat down after the deal."""
        seat = seat_of(self._table.state, page.guest)
        if self._table.state.viewed_seat(page.guest) != seat:
            raise Refusal("late", _("you play from the next deal on"))
        return seat

    def _check_version(self, version: int) -> None:
        """Refuse a message that the page sent before it saw the last change of the match."""
        state = self._table.state
        if state.match is None:
            raise Refusal("late", _("no match is being played"))
        if not state.match_version <= version <= state.version:
            raise Refusal("late", _("the table has changed meanwhile: look again"))

    async def _move(self, page: Page, message: Move) -> str:
        seat = self._playing_seat(page)
        self._check_version(message.version)
        await self._make_move(seat, message.move)
        return ""

    async def _make_move(self, seat: int, move: str, then: tuple[str, ...] = ()) -> None:
        view = self._table.state.current_match.view(seat)
        if None in view.cards and move.rpartition("-")[2] in CARDS:
            # The engine accepts the names of unseen cards, because records use them. But trying one name after another
            # would reveal the cards.
            raise IllegalMove(seat, move, _("you may not look at these cards: name them by their place"), view.moves)
        if move.startswith(SIGN):
            self._check_sign(seat, move)
        autoplay, takes_turn = self._table.autoplay, bool(view.moves) and not move.startswith(SIGN)
        spent = autoplay.clocks.cost(seat) if takes_turn else 0
        charges = autoplay.charges_for_interruption(seat) if takes_turn else []
        returns: list[Change] = [AwayChanged(seat, False)] if self._table.state.chairs[seat].away else []
        await self._table.change(MoveMade(seat, move, spent=spent, then=then), *returns, *charges)

    def _check_sign(self, seat: int, move: str) -> None:
        """Refuse a seña that the page does not offer or that the seat repeats too often in a trick.

        Otherwise partners could use señas as a hidden channel for messages.
        """
        match = self._table.state.current_match
        if move not in match.signs.moves_of(seat):
            raise Refusal("illegal", _("this table has no such seña"))
        events_of_trick = takewhile(lambda event: event.kind != "trick", reversed(match.events))
        repetitions = sum((event.kind, event.seat, event.move) == ("sign", seat, move) for event in events_of_trick)
        if repetitions >= MOST_ALIKE:
            raise Refusal("illegal", _("you have made this seña too often in this trick"))

    async def _talk(self, page: Page, message: Talk) -> str:
        seat = self._playing_seat(page)
        self._check_version(message.version)
        if len(message.words) > LONGEST_TALK:
            raise Refusal("malformed", _("the request is too long"))
        move, *queued = read_talk(self._table.state.current_match, seat, message)
        if move == NOTHING:
            self._keep_silent(seat)
        else:
            await self._make_move(seat, move, tuple(queued))
        return ""

    async def _pass(self, page: Page, message: Pass) -> str:
        seat = self._playing_seat(page)
        self._check_version(message.version)
        self._keep_silent(seat)
        return ""

    def _keep_silent(self, seat: int) -> None:
        """Let the other players who may speak go first."""
        may_pass, autoplay = self._table.state.current_match.view(seat).may_pass, self._table.autoplay
        was_waited_for = autoplay.time_to_answer(seat) is not None
        if not may_pass or not autoplay.session.pass_turn(seat):
            raise Refusal("illegal", _("it is your turn to speak"))
        if was_waited_for:  # the wait was public; that a seat can interrupt is not
            self._pages.publish_presence()

    async def _watch(self, page: Page, message: Watch) -> str:
        seat = seat_of(self._table.state, page.guest)
        if self._table.state.match is None:
            raise Refusal("late", _("no match is being played"))
        await self._table.change(WatchChanged(seat, message.seat))
        return ""

    async def _cut(self, page: Page, message: Cut) -> str:
        seat, state = seat_of(self._table.state, page.guest), self._table.state
        self._check_version(message.version)
        if state.awaited_cutter != seat:
            raise Refusal("forbidden", _("only the player before the dealer cuts"))
        check_cut(len(state.rules.pack), message.cards)
        await self._table.change(*self._table.autoplay.fairness.pack_cut(message.cards))
        return ""

    async def _commit(self, page: Page, message: Commit) -> str:
        draw_key = DrawKey(self._table.state.public_id, message.match, message.deal)
        self._table.autoplay.fairness.commit(page.guest, draw_key, message.commitment)
        return ""

    async def _reveal(self, page: Page, message: Reveal) -> str:
        draw_key = DrawKey(self._table.state.public_id, message.match, message.deal)
        self._table.autoplay.fairness.reveal(page.guest, draw_key, message.secret)
        return ""

    async def _next_hand(self, page: Page, message: NextHand) -> str:
        self._check_version(message.version)
        self._table.autoplay.mark_ready(page.guest)
        return ""

    async def _answer_hint(self, page: Page, message: Hint) -> None:
        """Answer with a hint on the worth of the guest's cards. It is slow, so the table does not wait for it."""
        views: list[View] = []

        async def take_view() -> None:
            with speaking(page.lang or SOURCE_LANGUAGE):  # the writer task runs this in its own context
                seat, match = self._playing_seat(page), self._table.state.match
                if match is None or match.hand is None:
                    raise Refusal("late", _("no match is being played"))
            views.append(match.view(seat))

        try:
            await self._table.do(take_view)
        except Refusal as refusal:
            self._pages.refuse(page, message.id, refusal)
            return
        except JournalError as error:
            self._refuse_unstored(page, message, error)
            return
        try:
            text = await self._table.autoplay.hint(page.guest, page.address, views[0], page.lang)
        except QueueFull:
            with speaking(page.lang or SOURCE_LANGUAGE):
                reason = _("many hints are being computed: try again in a moment")
                self._pages.refuse(page, message.id, Refusal("flood", reason))
            return
        if text is None:
            with speaking(page.lang or SOURCE_LANGUAGE):
                self._pages.refuse(page, message.id, Refusal("closing", _("something went wrong: try again")))
        else:
            self._pages.done(page, message.id, text)

    # ---------------------------------------------------------------------------------------------------------- chat

    async def _send_chat(self, page: Page, message: Chat) -> str:
        words = clean_text(message.words)
        if not words or len(words) > LONGEST_TALK:
            raise Refusal("malformed", _("write up to {most} letters").format(most=LONGEST_TALK))
        state = self._table.state
        alias, name, portrait = (of(page.guest) for of in (state.alias, self._table.names, self._table.portrait_of))
        line = ChatLine(alias, name, state.seat_of(page.guest), words, portrait)
        self._chat = [*self._chat, line][-MOST_CHAT:]
        for recipient in self._pages:
            self._pages.answer(recipient, line)
        return ""


def _illegal(error: TableError, lang: str | None) -> Refusal:
    """Return the refusal for an error of the engine, in the language of the page."""
    with speaking(lang or SOURCE_LANGUAGE):
        return Refusal("illegal", str(error) or _("that is not possible now"))
