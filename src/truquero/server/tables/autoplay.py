"""The automatic events of a table: bots move, clocks run out, and the next hand begins.

The session of the match decides what happens next. `Autoplay` carries out its steps: it asks bots, waits, and makes the
changes in the queue of the table.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Protocol

from truquero.server.changes import (
    AwayChanged,
    By,
    Change,
    DuelBegun,
    MoveMade,
    SeatChanged,
    SeatReserved,
    WatchChanged,
)
from truquero.server.environment import Environment, wait_at_most
from truquero.server.logs import error_location
from truquero.server.settings import Settings
from truquero.server.tables.bot_pool import BotAnswer, BotPool
from truquero.server.tables.clocks import Clocks
from truquero.server.tables.fairness import Fairness
from truquero.server.tables.state import TableState
from truquero.session import (
    BetweenHands,
    BotQuestion,
    MatchOver,
    QueuedCall,
    Session,
    Turn,
    last_awaited,
    timeout_move,
)
from truquero.table import TableError, View, dealing

log = logging.getLogger("truquero.server")

CUT_BYTES = 16  # random bytes for the cut of a bot


class TableQueue(Protocol):
    """The part of a table that `Autoplay` uses. Automatic changes wait in the same queue as requests of the pages."""

    state: TableState
    broken: bool

    @property
    def guests(self) -> set[str]:
        """The guests with an open page."""

    async def do(self, action: Callable[[], Awaitable[None]]) -> None: ...

    async def change(self, *changes: Change) -> None: ...

    def guest_seated(self, seat: int, guest: str) -> SeatChanged: ...


@dataclass
class SinceChange:
    """What bots have answered and people have asked for since the last change of the match."""

    match_version: int = -1  # `TableState.match_version` when this was created
    ready: set[str] = field(default_factory=set)  # guests who ask for the next hand
    more_ready: asyncio.Event = field(default_factory=asyncio.Event)
    answers: dict[BotQuestion, asyncio.Task[BotAnswer]] = field(default_factory=dict)


class Autoplay:
    """The scheduler of the automatic events of a table. Call `schedule_next` after every change."""

    def __init__(self, table: TableQueue, bot_pool: BotPool, settings: Settings, environment: Environment) -> None:
        # A weak reference avoids a cycle: the table owns this object and must be freed as soon as it is closed.
        self._table: TableQueue = weakref.proxy(table)
        self._bot_pool, self._settings = bot_pool, settings
        self._time, self._randomness = environment.time, environment.randomness
        self._state = table.state
        self._next: asyncio.Task[None] | None = None  # makes the next automatic change unless somebody acts first
        self._basis: object = None  # the facts that `_next` depends on, as they were when it started
        self._since_change = SinceChange()
        self._session: Session | None = None  # of the match that was played last
        self.clocks = Clocks(table.state, settings, environment.time)
        self.fairness = Fairness(table.state, settings, environment)
        self._stopped = False

    def stop(self) -> None:
        """Cancel the next event and the questions to bots, and schedule no more."""
        self._stopped = True  # queued work still runs, but nothing new is scheduled
        for task in (self._next, *self._since_change.answers.values()):
            if task is not None:
                task.cancel()
        self._next = None  # a cancelled task keeps its frame, and so this table, in memory

    # ------------------------------------------------------------------------------------------------ the next event

    def schedule_next(self) -> None:
        """Schedule the next automatic event after a change, or after somebody has connected or left. Schedule nothing
        while no player is connected: the table waits for them."""
        state, running = self._state, bool(self._connected_players)
        self.clocks.update(self._table.guests, running=running)
        if self._since_change.match_version != state.match_version:
            self._since_change.more_ready.set()  # end the old wait
            self._since_change = SinceChange(state.match_version)
        people = {chair.guest for chair in state.chairs.values() if self._is_connected(chair.guest)}
        bots = [state.bot_of(seat) for seat in state.chairs]
        passed = frozenset() if state.match is None else self.session.passed
        basis = (state.match_version, people, bots, passed, running, self._table.broken, state.settings)
        if self._next is not None and not self._next.done():
            if basis == self._basis:  # restarting on every chat line or look would keep the bots from playing
                return
            self._next.cancel()
        self._basis = basis
        idle = state.match is None and not state.is_match_called
        if self._table.broken or self._stopped or idle or not running:
            return
        self._next = asyncio.create_task(self._carry_out_next_step(state.match_version))
        self._next.add_done_callback(self._log_failure)

    @property
    def session(self) -> Session:
        """The session of the current match."""
        match = self._state.current_match
        if self._session is None or self._session.match is not match:
            self._session = Session(match, self._state.is_bot, self._state.queued_calls, seed=self._state.id)
        return self._session

    @property
    def _connected_players(self) -> set[str]:
        """The connected guests who have a seat or take one with the next deal."""
        seated = {chair.guest for chair in self._state.chairs.values()}
        arriving = {reservation.guest for reservation in self._state.reservations.values()}
        return {guest for guest in self._table.guests if guest in seated | arriving}

    def _log_failure(self, task: asyncio.Task[None]) -> None:
        """Log internal errors that stall a table."""
        error = None if task.cancelled() else task.exception()
        if error is not None and not self._table.broken:
            log.error("table %s has stalled: %s", self._state.id, error_location(error))

    async def _carry_out_next_step(self, match_version: int) -> None:
        """Wait for the next automatic event and make its changes."""
        if self._state.is_match_called:
            await self._draw_dealer(match_version)
            return
        step = self.session.next_step()
        while isinstance(step, BotQuestion):
            await self._ask_and_apply(match_version, step)
            if self._state.match_version != match_version:
                return
            step = self.session.next_step()
        match step:
            case QueuedCall(seat=seat, move=move):
                await self._change_if_current(match_version, MoveMade(seat, move))
            case Turn():
                await asyncio.gather(
                    self._move_for_bots(match_version, step), self._wait_for_people(match_version, step.awaited)
                )
            case BetweenHands():
                await self._between_hands(match_version)
            case MatchOver() if self._state.reservations:
                await self._change_if_current(match_version, self._arrivals)

    async def _change_if_current(self, match_version: int, *entries: Change | Callable[[], list[Change]]) -> None:
        """Make changes unless the match has moved on since `match_version`. A callable returns changes that depend on
        the seating at the time when they are made."""

        async def action() -> None:
            if self._state.match_version != match_version or self._table.broken:
                return
            changes = [change for entry in entries for change in (entry() if callable(entry) else [entry])]
            if all(map(self._is_still_valid, changes)):
                await self._table.change(*changes)

        await self._table.do(action)

    # ---------------------------------------------------------------------------------------------------------- bots

    def _is_still_valid(self, change: Change) -> bool:
        """Return whether a change is still valid. A bot's move is not if the player has come back meanwhile."""
        return not isinstance(change, MoveMade) or change.by != "bot" or self._state.is_bot(change.seat)

    def _may_answer(self, match_version: int, seat: int) -> bool:
        """Return whether a bot still plays this seat at this moment. A change counts here before it is stored; the next
        `schedule_next` then asks the bots again."""
        return self._state.match_version == match_version and self._state.is_bot(seat)

    async def _ask(self, match_version: int, question: BotQuestion) -> BotAnswer:
        """Return a bot's answer to a question. The computation is shielded and reused: otherwise people who connect and
        leave could keep a bot from ever moving."""
        state, seat, answers = self._state, question.seat, self._since_change.answers
        bot = state.tempered_bot_of(seat)
        assert bot is not None
        if question not in answers:
            view = state.current_match.view(seat)
            answer = self._bot_pool.ask(state.id, match_version, state.settings, bot, seat, question.kind, view)
            answers[question] = asyncio.create_task(answer)
        return await asyncio.shield(answers[question])

    async def _ask_and_apply(self, match_version: int, question: BotQuestion) -> None:
        """Ask a bot a question that takes no turn, and make the change that it answers with."""
        answer = await self._ask(match_version, question)
        if self._may_answer(match_version, question.seat):
            with suppress(TableError):  # an illegal look or seña of a bot must not stop the table
                await self._change_if_current(match_version, partial(self._changes_for, question, answer))

    def _changes_for(self, question: BotQuestion, answer: BotAnswer) -> list[Change]:
        """Note the answer to a question that takes no turn, and return the changes that it makes."""
        seat, session = question.seat, self.session
        session.note_answer(question)
        match question.kind, answer:
            case "watch", int(whom) if whom != session.match.signs.watched_by(seat):
                return [WatchChanged(seat, whom)]
            case "sign", str(sign) if session.may_sign(seat, sign):
                return [MoveMade(seat, sign, "bot")]
            case "claim", str(claim):
                return [MoveMade(seat, claim, "bot")]
            case _:
                return []

    async def _move_for_bots(self, match_version: int, turn: Turn) -> None:
        """Ask the bots for a move. If none of them moves, let one answer for its side when the people of that side have
        had their time."""
        await self._ask_for_move(match_version, turn)
        session = self.session
        if self._state.match_version != match_version or not session.leaves_answer_to_people:
            return
        await self._time.sleep(self.clocks.remaining(self._time_for_partners()))
        if self._state.match_version != match_version:
            return
        session.end_time_for_partners()
        step = session.next_step()
        if isinstance(step, Turn):
            await self._ask_for_move(match_version, step)

    async def _ask_for_move(self, match_version: int, turn: Turn) -> None:
        """Ask the bots in order, and make the first move that one of them wants to make."""
        for question in turn.questions:
            seat = question.seat
            if not self._may_answer(match_version, seat):
                return
            move = await self._ask(match_version, question)
            if isinstance(move, str):
                await self._time.sleep(self.clocks.remaining(self._delay_of_bot(seat)))
                await self._change_if_current(
                    match_version, MoveMade(seat, move, "bot"), partial(self.charges_for_interruption, seat)
                )
                return

    def _delay_of_bot(self, seat: int) -> float:
        """Return the seconds from the start of the turn to the move of a bot."""
        settings = self._state.settings
        thinking = self.session.thinking_time(settings.speed) * self._settings.bot_time
        return self.session.delay(seat, thinking=thinking, for_partners=settings.answer_seconds)

    async def hint(self, guest: str, address: str, view: View, lang: str | None) -> str | None:
        """Return a hint for a guest at this address in a language, or None. Raise QueueFull if too many hints wait."""
        return await self._bot_pool.hint(guest, address, self._state.settings, view, lang)

    def time_to_answer(self, seat: int) -> int | None:
        """Return the milliseconds that bots still leave the answer to a person; None if no bot waits."""
        match = self._state.match
        if match is None or not match.turn or not self.session.is_left_to(seat):
            return None
        return int(self.clocks.remaining(self._time_for_partners()) * 1000) or None

    def _time_for_partners(self) -> float:
        """Return the seconds for which bots let people of their side answer the question of this turn."""
        return self.session.time_for_partners(self._state.settings.answer_seconds)

    # -------------------------------------------------------------------------------------------------------- people

    def _is_connected(self, guest: str | None) -> bool:
        return guest in self._table.guests

    async def _wait_for_people(self, match_version: int, awaited: Sequence[int]) -> None:
        """Wait for the awaited player who has the most time left. Then play for that player, or let a bot do so."""
        if not awaited:
            return
        seat = last_awaited(awaited, self.clocks.wait_left)
        seconds = self.clocks.wait_left(seat)
        if seconds == inf:
            return
        await self._time.sleep(seconds)
        is_absent = self._state.chairs[seat].guest in self.clocks.absent_since
        await self._change_if_current(
            match_version, partial(self._replace_absent if is_absent else self._time_out, seat)
        )

    def _replace_absent(self, seat: int) -> list[Change]:
        """Return the change that lets a bot play for a player, unless the player is connected again."""
        if self._state.chairs[seat].guest not in self.clocks.absent_since:
            return []
        return [AwayChanged(seat, True, self.clocks.charge(seat))]

    def _time_out(self, seat: int) -> list[Change]:
        """Return the changes of a timeout: the default move, which costs the whole reserve, and a bot for the seat."""
        if self._state.is_bot(seat):
            return []
        move = timeout_move(self._state.current_match.view(seat))
        by: By = "clock"
        return [MoveMade(seat, move, by, self.clocks.reserve(seat)), AwayChanged(seat, True)]

    def charges_for_interruption(self, seat: int) -> list[Change]:
        """Return the changes that charge the awaited players for their time when another seat interrupts."""
        if seat in self._state.current_match.must_act:
            return []
        costs = {awaited_seat: self.clocks.cost(awaited_seat) for awaited_seat in self.session.awaited}
        # These players are not away; the change only stores the time that they have used.
        return [AwayChanged(awaited_seat, False, cost) for awaited_seat, cost in costs.items() if cost]

    # ------------------------------------------------------------------------------------------------- between hands

    async def _draw_dealer(self, match_version: int) -> None:
        """Draw the first dealer: wait for the pages to commit, then to reveal, and begin the match."""
        if self._state.dealer_draw is None:
            await self.fairness.wait_for_commitments(self._table.guests, self.clocks.remaining)
            await self._change_if_current(match_version, self.fairness.dealer_draw_sealed)
        else:
            await self.fairness.wait_for_secrets(self.clocks.remaining)
            await self._change_if_current(match_version, self.fairness.match_begun)

    async def _between_hands(self, match_version: int) -> None:
        """Prepare the next hand: people look at the result, their pages commit to secrets, and the cutter cuts."""
        state = self._state
        if state.draw_awaiting_secrets is not None:
            await self.fairness.wait_for_secrets(self.clocks.remaining)
            await self._change_if_current(match_version, self.fairness.cards_dealt)
            return
        if state.needs_deal and not state.is_dealing:
            await self.fairness.wait_for_commitments(self._table.guests, self.clocks.remaining)
            await self._change_if_current(match_version, self._arrivals)
            await self._change_if_current(match_version, self.fairness.deal_sealed)
            return
        if state.current_match.log:  # a pause to look at the result, until all people ask for the next hand
            await self._until_ready(set(state.chairs), self._longest_rest)
        if state.needs_deal:
            await self._cut(match_version)
        else:
            await self._change_if_current(match_version, DuelBegun())

    @property
    def _longest_rest(self) -> float:
        """The most seconds between two hands. A person who keeps nobody else waiting has no limit, except before their
        own cut, which waits for them anyway and has a clock at some tables."""
        rest, chairs = self._settings.rest, self._state.chairs
        people = [seat for seat, chair in chairs.items() if chair.is_person]
        keeps_others_waiting = len(people) != 1 or self._state.awaited_cutter in people
        return rest if keeps_others_waiting or not rest else inf

    async def _cut(self, match_version: int) -> None:
        """Cut for a bot; for a person, wait as long as the clocks allow and then knock."""
        state = self._state
        assert state.deal_draw is not None
        cutter = state.chairs[state.deal_draw.cutter]
        if not cutter.is_person:
            await self._change_if_current(match_version, lambda: [] if cutter.is_person else self._cut_of_bot())
            return
        absent_since = self.clocks.absent_since.get(cutter.guest or "")
        if absent_since is not None:
            await self._time.sleep(self.clocks.remaining(self._settings.grace, absent_since))
        elif state.settings.seconds:
            await self._time.sleep(self.clocks.remaining(self.clocks.time_to_cut))
        else:  # a connected cutter without a clock has no time limit
            return
        await self._change_if_current(match_version, partial(self.fairness.pack_cut, 0))

    def _arrivals(self) -> list[Change]:
        """Return the changes that seat the guests who wait for a bot's seat; those who have left lose the claim."""
        changes: list[Change] = []
        for seat, reservation in self._state.reservations.items():
            if reservation.guest is not None and self._is_connected(reservation.guest):
                changes.append(self._table.guest_seated(seat, reservation.guest))
            else:
                changes.append(SeatReserved(seat))  # without a guest: the seat is no longer reserved
        return changes

    def _cut_of_bot(self) -> list[Change]:
        cards = len(self._state.rules.pack)
        chance = self._randomness.token(CUT_BYTES)
        return self.fairness.pack_cut(dealing.random_cut(cards, chance) if self._randomness.below(2) else 0)

    async def wait_for_challenges(self, cutter: int) -> None:
        """Wait until everybody who may challenge, except the cutter, has had the time to do so."""
        state, match = self._state, self._state.match
        claims = () if match is None else [seat for seat in match.claims() if match.view(seat).challenges(match.rules)]
        guests = {seat: state.chairs[seat].guest for seat in claims if seat != cutter}
        # A guest who sat down after the deal may not challenge, so do not wait for that seat.
        seats = [seat for seat, guest in guests.items() if guest and state.viewed_seat(guest) == seat]
        await self._until_ready(seats, self._settings.rest)

    async def _until_ready(self, seats: Collection[int], longest: float) -> None:
        """Wait until the people in these seats ask for the next hand, at most `longest` seconds of the turn."""
        since = self._since_change
        chairs = [self._state.chairs[seat] for seat in seats]
        people = {chair.guest for chair in chairs if chair.is_person and self._is_connected(chair.guest)}

        async def ready() -> None:
            while self._since_change is since and people - since.ready:
                since.more_ready.clear()
                await since.more_ready.wait()

        await wait_at_most(self._time, self.clocks.remaining(longest), ready())

    def mark_ready(self, guest: str) -> None:
        """Record that a guest asks for the next hand."""
        self._since_change.ready.add(guest)
        self._since_change.more_ready.set()
