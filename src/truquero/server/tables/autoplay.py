"""The automatic events of a table: bots move, clocks run out, and the next hand begins."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Protocol

from truquero.engine.state import answered
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
from truquero.server.tables.bot_pool import Answer, BotPool, Question
from truquero.server.tables.clocks import Clocks
from truquero.server.tables.fairness import Fairness
from truquero.server.tables.state import TableState
from truquero.session import order_of_asking as to_ask
from truquero.session import timeout_move
from truquero.table import TableError, View, dealing

log = logging.getLogger("truquero.server")

CUT = 16  # random bytes for the cut of a bot
# Seconds that a bot waits for people who may interrupt but need not act:
BREAK_IN = 4.0  # before it answers a call: this is their last chance to sing a flor
SPEAK_UP = 1.5  # before it plays: they may call out of turn, but also later


class Line(Protocol):
    """The part of a table that `Course` uses. Automatic changes wait in the same queue as requests of the pages."""

    state: TableState
    broken: bool

    @property
    def guests(self) -> set[str]:
        """The guests with an open page."""

    async def do(self, deed: Callable[[], Awaitable[None]]) -> None: ...

    async def change(self, *changes: Change) -> None: ...


@dataclass
class Waiting:
    """The signals of people and bots since the last change of the match; they expire with the next one."""

    moment: int = -1
    silent: set[int] = field(default_factory=set)  # seats that have passed
    ready: set[str] = field(default_factory=set)  # guests who ask for the next hand
    more_ready: asyncio.Event = field(default_factory=asyncio.Event)
    asked: dict[tuple[int, Question], asyncio.Task[Answer]] = field(default_factory=dict)  # questions to bots, by seat


class Autoplay:
    """The scheduler of the automatic events of a table. Call `schedule_next` after every change."""

    def __init__(self, room: Line, bot_pool: BotPool, settings: Settings, environment: Environment) -> None:
        # A weak reference avoids a cycle: the table owns this object and must be freed as soon as it is closed.
        self._room: Line = weakref.proxy(room)
        self._bot_pool, self._settings = bot_pool, settings
        self._time, self._randomness = environment.time, environment.randomness
        self._state = room.state
        self._next: asyncio.Task[None] | None = None  # makes the next automatic change unless somebody acts first
        self._going: object = None  # the facts that `_next` depends on, as they were when it started
        self._waiting = Waiting()
        self._looked: tuple[int, int, int] | None = None  # the trick for which `_look_round` is done
        self.clocks = Clocks(room.state, settings, environment.time)
        self.fairness = Fairness(room.state, settings, environment)
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True  # queued work still runs, but nothing new is scheduled
        for task in (self._next, *self._waiting.asked.values()):
            if task is not None:
                task.cancel()
        self._next = None  # a cancelled task keeps its frame, and so this table, in memory

    # ------------------------------------------------------------------------------------------------ the next event

    def schedule_next(self) -> None:
        """Schedule the next automatic event after a change, or after somebody has connected or left. Schedule nothing
        while no player is connected: the table waits for them."""
        state, played = self._state, bool(self._players_here)
        self.clocks.update(self._room.guests, played=played)
        if self._waiting.moment != state.moment:
            self._waiting.more_ready.set()  # end the old wait
            self._waiting = Waiting(state.moment)
        people = {chair.guest for chair in state.chairs.values() if self._is_here(chair.guest)}
        bots = [self._bot_of(seat) for seat in state.chairs]
        going = (state.moment, people, bots, set(self._waiting.silent), played, self._room.broken)
        if self._next is not None and not self._next.done():
            if going == self._going:  # restarting on every chat line or look would keep the bots from playing
                return
            self._next.cancel()
        self._going = going
        idle = state.match is None and not state.called
        if self._room.broken or self._stopped or idle or not played:
            return
        self._next = asyncio.create_task(self._later(state.moment))
        self._next.add_done_callback(self._log_failure)

    @property
    def _players_here(self) -> set[str]:
        """The connected guests who have a seat or take one with the next deal."""
        seated = {chair.guest for chair in self._state.chairs.values()}
        coming = {one.guest for one in self._state.coming.values()}
        return {guest for guest in self._room.guests if guest in seated | coming}

    def _log_failure(self, task: asyncio.Task[None]) -> None:
        """Log internal errors that stall a table."""
        error = None if task.cancelled() else task.exception()
        if error is not None and not self._room.broken:
            log.error("table %s does not go on by itself: %s", self._state.id, error_location(error))

    async def _later(self, moment: int) -> None:
        """Wait for the next automatic event and make its changes."""
        if self._state.called:
            await self._draw_dealer(moment)
            return
        match = self._state.playing
        if match.over:
            if self._state.coming:
                await self._if_still(moment, self._arrivals)
            return
        breath = self._state.breath
        if breath is not None:
            await self._if_still(moment, breath)
        elif match.turn:
            await self._look_round(moment)
            if self._state.moment != moment:
                return
            if self._able(bots=True):
                await asyncio.gather(self._bots(moment), self._people(moment))
            else:
                await self._people(moment)
        else:
            await self._between(moment)

    async def _if_still(self, moment: int, *wanted: Change | Callable[[], list[Change]]) -> None:
        """Make changes unless the match has changed since `moment`. A callable returns changes that depend on the
        seating at the time when they are made."""

        async def deed() -> None:
            if self._state.moment != moment or self._room.broken:
                return
            changes = [change for one in wanted for change in (one() if callable(one) else [one])]
            if all(map(self._is_still_asked, changes)):
                await self._room.change(*changes)

        await self._room.do(deed)

    # ---------------------------------------------------------------------------------------------------------- bots

    def _is_still_asked(self, change: Change) -> bool:
        """Return whether a change is still valid. A bot's move is not if the player has come back meanwhile."""
        return not isinstance(change, MoveMade) or change.by != "bot" or self._bot_of(change.seat) is not None

    def _bot_of(self, seat: int) -> str | None:
        chair = self._state.chairs[seat]
        return chair.bot or (self._state.agreed.bots if chair.away else None)

    async def _ask(self, moment: int, seat: int, question: Question) -> Answer:
        """Return a bot's answer to a question. The computation is shielded and reused: otherwise people who connect and
        leave could keep a bot from ever moving."""
        state, bot, asked = self._state, self._bot_of(seat), self._waiting.asked
        assert bot is not None
        if (seat, question) not in asked:
            view = state.playing.view(seat)
            thought = self._bot_pool.ask(state.id, moment, state.agreed, bot, seat, question, view)
            asked[seat, question] = asyncio.create_task(thought)
        return await asyncio.shield(asked[seat, question])

    async def hint(self, view: View, lang: str | None) -> str | None:
        return await self._bot_pool.hint(self._state.agreed, view, lang)

    async def _look_round(self, moment: int) -> None:
        """Let the bots choose whom they watch, and perhaps make a seña, at the start of a trick."""
        match = self._state.playing
        hand = match.hand
        assert hand is not None
        trick = (len(match.log), len(match.log[-1].hands), len(hand.state.won))
        if match.players == 2 or match.exposed is not None or self._looked == trick:
            return
        changes: list[Change] = []
        for seat in hand.seats:
            if self._bot_of(seat) is None:
                continue
            watched = await self._ask(moment, seat, "watch")
            if not self._is_asked(moment, seat):
                return
            sign = await self._ask(moment, seat, "sign")
            if not self._is_asked(moment, seat):
                return
            if isinstance(watched, int) and watched != match.signs.watched_by(seat):
                changes.append(WatchChanged(seat, watched))
            made = {event.move for event in match.events if event.kind == "sign" and event.seat == seat}
            if isinstance(sign, str) and sign not in made:
                changes.append(MoveMade(seat, sign, "bot"))
        if changes:
            with suppress(TableError):  # an illegal look or seña of a bot must not stop the table
                await self._if_still(moment, *changes)
        self._looked = trick

    async def _bots(self, moment: int) -> None:
        """Ask the bots in order and make the first move. The last bot must choose if the hand waits for no person."""
        bots, people = self._able(bots=True), self._awaited()
        for seat in bots:
            if not self._is_asked(moment, seat):
                return
            must = seat == bots[-1] and not people
            move = await self._ask(moment, seat, "choose" if must else "speak_up")
            if isinstance(move, str):
                courtesy = self._settings.courtesy if self._leaves_answer_to(seat) else 0.0
                time_to_speak = max(self._settings.pace, self._time_to_break_in(), courtesy)
                await self._time.sleep(self.clocks.left(time_to_speak))
                await self._if_still(moment, MoveMade(seat, move, "bot"), partial(self.charges_for_interruption, seat))
                return

    def _is_asked(self, moment: int, seat: int) -> bool:
        """Return whether a bot still plays this seat at this moment. A change counts here before it is stored; the next
        `schedule_next` then asks the bots again."""
        return self._state.moment == moment and self._bot_of(seat) is not None

    def _leaves_answer_to(self, bot: int) -> list[int]:
        """Return the people whom a bot lets answer first: those of its side who must answer too and have not passed.
        `asked` is public, so the wait reveals no cards."""
        match, hand = self._state.playing, self._state.playing.hand
        if hand is None or bot not in match.must_act:
            return []
        side = [
            seat for seat in match.must_act if hand.side(seat) == hand.side(bot) and seat not in self._waiting.silent
        ]
        return [seat for seat in side if self._state.chairs[seat].is_person]

    def time_to_answer(self, seat: int) -> int | None:
        """Return the milliseconds that bots still leave the answer to a person; None if no bot waits."""
        match = self._state.match
        if match is None or not match.turn:
            return None
        bots = [bot for bot in match.must_act if self._bot_of(bot) is not None]
        waits = any(seat in self._leaves_answer_to(bot) for bot in bots)
        return int(self.clocks.left(self._settings.courtesy) * 1000) or None if waits else None

    def _time_to_break_in(self) -> float:
        """Return the seconds that a bot waits for people who may interrupt. Only public information counts, or the
        delay would reveal cards. A pass does not shorten it: only a seat that can act can pass."""
        match, hand = self._state.playing, self._state.playing.hand
        assert hand is not None
        able = set(hand.may_act()) - set(match.must_act)
        if all(self._bot_of(seat) is not None for seat in able):
            return 0.0
        return SPEAK_UP if answered(hand.state) is None else BREAK_IN

    # -------------------------------------------------------------------------------------------------------- people

    def _is_here(self, guest: str | None) -> bool:
        return guest in self._room.guests

    def _able(self, *, bots: bool) -> list[int]:
        """Return the seats of bots, or of people, that can act and have not passed, in the order of asking."""
        able = (seat for seat in to_ask(self._state.playing) if seat not in self._waiting.silent)
        return [seat for seat in able if (self._bot_of(seat) is not None) is bots]

    def _awaited(self) -> list[int]:
        """Return the people that the hand waits for: not optional interrupters, as waiting would reveal who can act."""
        asked = self._state.playing.must_act
        return [seat for seat in self._able(bots=False) if seat in asked]

    async def _people(self, moment: int) -> None:
        """Wait for the awaited player who has the most time left. Then play for that player, or let a bot do so."""
        awaited = self._awaited()
        if not awaited:
            return
        seat = max(reversed(awaited), key=self.clocks.wait_left)
        patience = self.clocks.wait_left(seat)
        if patience == inf:
            return
        await self._time.sleep(patience)
        if self._state.chairs[seat].guest in self.clocks.absent_since:
            await self._if_still(moment, lambda: self._replace_absent(seat))
        else:
            await self._if_still(moment, lambda: self._timed_out(seat) if self._bot_of(seat) is None else [])

    def _replace_absent(self, seat: int) -> list[Change]:
        """Return the change that lets a bot play for a player, unless the player is connected again."""
        if self._state.chairs[seat].guest not in self.clocks.absent_since:
            return []
        return [AwayChanged(seat, True, self.clocks.charge(seat))]

    def _timed_out(self, seat: int) -> list[Change]:
        """Return the changes of a timeout: the default move, which costs the whole reserve, and a bot for the seat."""
        move = timeout_move(self._state.playing.view(seat))
        by: By = "clock"
        return [MoveMade(seat, move, by, self.clocks.reserve(seat)), AwayChanged(seat, True)]

    # ------------------------------------------------------------------------------------------------- between hands

    async def _draw_dealer(self, moment: int) -> None:
        """Draw the first dealer: wait for the pages to commit, then to reveal, and begin the match."""
        if self._state.drawing is None:
            await self.fairness.committed(self._room.guests, self.clocks.left)
            await self._if_still(moment, self.fairness.drawn)
        else:
            await self.fairness.revealed(self.clocks.left)
            await self._if_still(moment, self.fairness.begun)

    async def _between(self, moment: int) -> None:
        """Handle the time after a hand: bots may challenge, people look at the result, and the next hand begins."""
        state, match = self._state, self._state.playing
        for seat in match.claims():
            if self._is_asked(moment, seat):
                challenge = await self._ask(moment, seat, "claim")
                if isinstance(challenge, str):
                    await self._if_still(moment, MoveMade(seat, challenge, "bot"))
                    return
        if state.asks_for_secrets is not None:
            await self.fairness.revealed(self.clocks.left)
            await self._if_still(moment, self.fairness.dealt)
            return
        if state.needs_deal and not state.is_dealing:
            await self.fairness.committed(self._room.guests, self.clocks.left)
            await self._if_still(moment, self._arrivals)
            await self._if_still(moment, self.fairness.sealed)
            return
        await self._rest()
        if not state.needs_deal:
            await self._if_still(moment, DuelBegun())
            return
        assert state.sealing is not None
        cutter = state.chairs[state.sealing.cutter]
        if not cutter.is_person:
            await self._if_still(moment, lambda: [] if cutter.is_person else self._cut_of_bot())
            return
        gone = self.clocks.absent_since.get(cutter.guest or "")
        if gone is not None:
            await self._time.sleep(self.clocks.left(self._settings.grace, gone))
        elif state.agreed.seconds:
            await self._time.sleep(self.clocks.left(self.clocks.time_to_cut))
        else:  # a connected cutter without a clock has no time limit
            return
        await self._if_still(moment, partial(self.fairness.cut, 0))

    def _arrivals(self) -> list[Change]:
        """Return the changes that seat the guests who wait for a bot's seat; those who have left lose the claim."""
        coming = self._state.coming.values()
        return [
            SeatChanged(one.seat, one.guest, one.name) if self._is_here(one.guest) else SeatReserved(one.seat)
            for one in coming
        ]

    def _cut_of_bot(self) -> list[Change]:
        cards = len(self._state.rules.pack)
        chance = self._randomness.token(CUT)
        return self.fairness.cut(dealing.random_cut(cards, chance) if self._randomness.below(2) else 0)

    async def _rest(self) -> None:
        """Pause after a hand until all people ask for the next one or the time for it is over."""
        if self._state.playing.log:
            await self._until_ready(set(self._state.chairs))

    async def wait_for_claims(self, cutter: int) -> None:
        """Wait until everybody who may challenge, except the cutter, has had the time to do so."""
        state, match = self._state, self._state.match
        claims = () if match is None else [seat for seat in match.claims() if match.view(seat).challenges(match.rules)]
        able = [state.chairs[seat] for seat in claims if seat != cutter]
        # A guest who sat down after the deal may not challenge, so do not wait for that seat.
        await self._until_ready([one.seat for one in able if one.guest and state.eyes_of(one.guest) == one.seat])

    async def _until_ready(self, seats: Collection[int]) -> None:
        waiting = self._waiting
        chairs = [self._state.chairs[seat] for seat in seats]
        people = {chair.guest for chair in chairs if chair.is_person and self._is_here(chair.guest)}

        async def ready() -> None:
            while self._waiting is waiting and people - waiting.ready:
                waiting.more_ready.clear()
                await waiting.more_ready.wait()

        await wait_at_most(self._time, self.clocks.left(self._settings.rest), ready())

    # --------------------------------------------------------------------------------------------------------- passing

    def charges_for_interruption(self, seat: int) -> list[Change]:
        """Return the changes that charge the awaited players for their time when another seat interrupts."""
        asked = self._state.playing.must_act
        thought = [one for one in self._awaited() if seat not in asked]
        return [AwayChanged(one, False, spent) for one in thought if (spent := self.clocks.cost(one))]

    def pass_turn(self, seat: int) -> bool:
        """Let a seat pass, and return whether it may. It may not if no other seat must act, or all would wait for one
        another. `asked` is public, so the result reveals no cards."""
        asked = self._state.playing.must_act
        is_left = any(one != seat and one not in self._waiting.silent for one in asked)
        if is_left:
            self._waiting.silent.add(seat)
        return is_left

    def mark_ready(self, guest: str) -> None:
        """Record that a guest asks for the next hand."""
        self._waiting.ready.add(guest)
        self._waiting.more_ready.set()
