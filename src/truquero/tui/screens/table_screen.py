"""The table screen: it shows the match and runs it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import ceil
from time import monotonic
from typing import ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, Static

from truquero.i18n import _, n_
from truquero.i18n.wrapping import in_lines, sentence
from truquero.rules.aliases import as_code
from truquero.rules.game import HandType
from truquero.session import QueuedCall, Turn
from truquero.speech.menu import MoveMenu
from truquero.table import TableError, View, dealing
from truquero.table.signs import SIGN
from truquero.tui.pace import READING_TIME, Pace
from truquero.tui.screen_text import ScreenText, shortened
from truquero.tui.screens.command_actions import CommandActions
from truquero.tui.screens.dialogs import CutDialog, HandResult
from truquero.tui.table_commands import parse_command
from truquero.tui.terminal_session import TerminalSession
from truquero.tui.widgets.match_log import MatchLog
from truquero.tui.widgets.move_buttons import MoveButtons, MoveChoice, move_choices
from truquero.tui.widgets.other_seats import OtherSeats
from truquero.tui.widgets.own_cards import OwnCards
from truquero.tui.widgets.score_panel import ScorePanel
from truquero.tui.widgets.window_size import TooSmall, room_in

TICK = 0.25  # seconds between two looks at the countdown of an answer
GROWING = ("notice", "order")  # texts whose number of lines changes
SLOW = 0.4  # seconds before a notice says that a bot is thinking
Result = TypeVar("Result")


class TableScreen(CommandActions, Screen[None]):
    """A match from the deal to the last point. `pace` says how long bots take."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "signs", show=False),
        Binding("w", "watch", show=False),
        Binding("h", "hint", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("q", "leave", show=False),
        Binding("enter,space", "talk", show=False),
        Binding("escape", "quiet", show=False),
        Binding("pageup", "scroll_log(-1)", show=False),
        Binding("pagedown", "scroll_log(1)", show=False),
    ]

    class Over(Message):
        """The match is over and the player has closed its result."""

    def __init__(self, session: TerminalSession, text: ScreenText, pace: Pace) -> None:
        super().__init__()
        self.session, self.text, self._pace, self._pause = session, text, pace, pace.pause
        self.shown = session.view()  # the view shown last; while bots think, the match itself must not be read
        self._drawn: tuple[View, dict[str, str]] | None = None
        self._written: dict[str, str] = {}
        self._warned: set[str] = set()
        self._choices: dict[str, MoveChoice] = {}  # by their key
        self._before: dict[str, str | None] = {}  # the move of each key in the previous question
        self._changed = 0.0  # the time at which the current choices appeared
        self.menu: MoveMenu | None = None
        self._answer_due: asyncio.Future[str | None] | None = None
        self._busy = False  # bots are thinking in a thread that owns the match
        self._waiting_actions: list[Callable[[], None]] = []  # actions of the player to run when the bots are done

    def compose(self) -> ComposeResult:
        yield Static("", id="title", markup=False)
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield OtherSeats(self.text)
                yield Static("", id="stakes", markup=False)
                yield OwnCards(self.text)
                yield MoveButtons()
            with Vertical(id="right"):
                yield ScorePanel(self.text)
                yield MatchLog(self.text)
                yield Static("", id="order", markup=False)
        yield Static("", id="notice", markup=False)
        with Horizontal(id="line"):
            yield Static("> ", id="prompt")
            yield Input(id="say", compact=True, select_on_focus=False)
        yield Static(self.keys_line(), id="keys")
        yield TooSmall()

    def on_mount(self) -> None:
        self._arrange()
        self.run_worker(self._match(), exclusive=True)

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Use the room of a large window: larger cards, a wider log, and the order of the cards below it."""
        room = room_in(*self.size)
        self.query_one("#right").styles.width = room.right
        self.query_one(OwnCards).resize_cards(room.cards)
        self.query_one(OtherSeats).limit_cards(room.cards)
        self.query_one("#order").display = room.shows_order
        self._write("title", self._title_of(self.shown))

    @property
    def keys(self) -> dict[str, MoveChoice]:
        """The player's choices by key; empty while the player is not asked."""
        return dict(self._choices) if self._answer_due is not None and not self._answer_due.done() else {}

    # ------------------------------------------------------------------------------------------------------ display

    def _show(self) -> View:
        """Update all widgets from the player's view, and return the view."""
        view, keys = self.session.view(), {choice.move: key for key, choice in self._choices.items() if choice.move}
        if self._drawn != (view, keys):
            self._drawn = (view, keys)
            self.shown = view
            self._write("title", self._title_of(view))
            self._write("stakes", "\n".join(self.text.at_stake(view)))
            self._write("order", "\n".join(self._order_of_cards()))
            self.query_one(OtherSeats).show(view)
            self.query_one(OwnCards).show(view, keys)
            self.query_one(ScorePanel).show(view)
            self.query_one(MatchLog).tell(view)
        return view

    def _write(self, widget_id: str, text: str) -> None:
        """Update a text only if it has changed, because a new layout of the screen is slow."""
        if self._written.get(widget_id) != text:
            self._written[widget_id] = text
            self.query_one(f"#{widget_id}", Static).update(text, layout=widget_id in GROWING)

    def _order_of_cards(self) -> Iterator[str]:
        """Yield the order of the cards and their codes, for windows that show them all the time."""
        width = room_in(*self.size).right - 4  # without the margins, and with room for a separator at the end
        for label, items, between in self.text.card_help(self.shown):
            yield from in_lines(items, between, f"{label} ", "  ", width=width)

    def _title_of(self, view: View) -> str:
        rules, deals = self.text.rules, len(self.session.match.log)
        parts = [rules.title]
        if rules.duels is not None and view.hand_type == HandType.DUEL.value:
            parts.append(rules.duels.name.capitalize())
        if deals:
            parts.append(_("Deal {number}").format(number=deals))
        return shortened(" · ".join(parts), max(1, self.size.width - 2))

    def tell(self, notice: str) -> None:
        """Show a notice until the next one. Show each problem outside the game once, also in the log."""
        for warning in self.session.warnings():
            if warning not in self._warned:
                self._warned.add(warning)
                self.query_one(MatchLog).note(warning, "bold")
                notice = warning
        self._write("notice", notice)

    # ----------------------------------------------------------------------------------------------- the whole match

    async def _match(self) -> None:
        match = self.session.match
        log = self.query_one(MatchLog)
        for line in [*self.text.opening()][:-1]:
            log.note(line)
        if match.log:  # resumed in the middle of a hand or after it
            self._open_hand()
            if not match.in_hand:
                await self._end_hand()
        elif self.session.saved.ceremony:
            log.note(self.text.first_dealer(self.session.view(), match.deals.next_dealer()))
        while match.in_hand or await self._deal():
            while match.turn:
                await self._step()
            await self._end_hand()
        self._show()
        await self.app.push_screen_wait(HandResult(self.text.rules.title, list(self.session.ending())))
        self.post_message(self.Over())

    async def _deal(self) -> bool:
        cutter = self.session.cutter
        cut = 0
        if cutter == self.session.seat and not self._pace.cuts:
            cut = await self._ask_cut()
        elif cutter is not None:
            cut = self.session.cut_of_bot()
            announcement = _("{name} cuts: {count} cards lifted.") if cut else _("{name} knocks: no cut.")
            name = self.text.in_sentence(self.session.view(), cutter)
            self.query_one(MatchLog).note(sentence(announcement.format(name=name, count=cut)))
        if not self.session.deal(cut):
            return False
        self._open_hand()
        await self._wait(self._pause)
        return True

    def _open_hand(self) -> None:
        match = self.session.match
        self.tell("")
        self.query_one(MatchLog).open_hand(self.session.view_of_opening(), len(match.log), len(match.log[-1].hands))
        self._show()

    async def _ask_cut(self) -> int:
        cards = len(self.text.rules.pack)
        limits = {"least": dealing.SMALLEST_PART, "most": cards - dealing.SMALLEST_PART}
        question = _("You cut. How many cards do you lift, {least} to {most}? (Enter = knock)")
        problem = _("Type a number from {least} to {most}, or nothing to knock.")

        def allowed(cut: int) -> bool:
            with suppress(TableError):
                dealing.check_cut(cards, cut)
                return True
            return False

        return (
            await self.app.push_screen_wait(CutDialog(question.format(**limits), problem.format(**limits), allowed))
            or 0
        )

    async def _step(self) -> None:
        """Make one move, of the player or of a bot, or let the player pass."""
        session = self.session
        step = await self._bots(session.put_questions)
        view = self._show()
        if isinstance(step, QueuedCall):
            session.play(step.move)
            return
        asks_player = isinstance(step, Turn) and session.asks_player(step)
        if asks_player:
            move = await self._ask(session.menu(view))
            if move is not None:
                session.play(move)
                self.tell("")
                self._show()
                return
            session.pass_turn()
        await self._wait(self._pace.wait_before(session.thinking_time(self._pace.speed)))
        if await self._bots(session.bots_move):
            await self._moved()
        elif asks_player:
            self.tell(_("Nobody else speaks."))

    async def _end_hand(self) -> None:
        session = self.session
        await self._bots(session.put_questions)
        while menu := session.challenges_menu(self._show()):
            self.tell(_("Any silent flor?"))
            claim = await self._ask(menu)
            if claim is None:
                break
            session.play(claim)
        await self._bots(session.report_result)
        self.tell("")
        view = self._show()
        title, results = self.text.score_in_short(view), self.text.results(view)
        closes_after = READING_TIME if self._pace.goes_on and not self.session.match.over else None
        await self.app.push_screen_wait(HandResult(title, results, unseen=self._pause / 2, closes_after=closes_after))

    # --------------------------------------------------------------------------------------------------------- bots

    async def _bots(self, think: Callable[[], Result]) -> Result:
        """Run a call of the bots in a thread, so that the screen responds. Then run the queued actions."""
        self._busy = True
        task = asyncio.create_task(asyncio.to_thread(think))
        try:
            done, _pending = await asyncio.wait({task}, timeout=SLOW)
            if not done:
                self.tell(self._thinking())
            result = await task
        finally:
            self._busy = False
        if not done:
            self.tell("")
        while self._waiting_actions:
            self._waiting_actions.pop(0)()
        return result

    def _thinking(self) -> str:
        view = self.shown
        seats = [seat for seat in view.must_act if seat != self.session.seat]
        if len(seats) != 1:
            return _("The others are thinking …")
        return _("{name} is thinking …").format(name=self.text.name(view, seats[0]))

    async def _moved(self) -> None:
        """Show the move of a bot, and wait a moment."""
        self.tell("")
        self._show()
        await self._wait(self._pause)

    async def _wait(self, seconds: float) -> None:
        if seconds:
            await asyncio.sleep(seconds)

    def run_when_bots_idle(self, action: Callable[[], None]) -> None:
        """Run an action that is not a move of the hand: now, or after the bots if they are thinking."""
        if self._busy:
            self._waiting_actions.append(action)
        else:
            action()
            self._show()

    # ------------------------------------------------------------------------------------------------------- asking

    async def _ask(self, menu: MoveMenu) -> str | None:
        """Return the move that the player chooses, or None if the player passes."""
        view = self.session.view()
        state = view.state
        lance = state.declaring.lance if state is not None and state.declaring is not None else "envido"
        choices = move_choices(menu, view.points(self.text.rules, lance) if menu.declared else None)
        self.menu, self._choices = menu, {choice.key: choice for choice in choices}
        if menu.declared:
            self.tell(next(menu.lines()).strip())
        self._answer_due = asyncio.get_running_loop().create_future()
        timer = self._start_countdown()
        self._changed = monotonic()
        self._show()
        await self.query_one(MoveButtons).show(choices)
        move = await self._answer_due
        if timer is not None:
            timer.stop()
            self.tell("")
        self._before = {key: choice.move for key, choice in self._choices.items()}
        self._answer_due, self.menu, self._choices = None, None, {}
        await self.query_one(MoveButtons).show(())
        return move

    def _start_countdown(self) -> Timer | None:
        """Let the player's partner answer when the time is over. Return None if there is no limit."""
        if not self._pace.answer_seconds or not self.session.is_left_to_player:
            return None
        end = monotonic() + self.session.time_for_partners(self._pace.answer_seconds)

        def tick() -> None:
            seconds = ceil(end - monotonic())
            if seconds <= 0:
                self._answer(None)
            else:
                text = n_(
                    "Your partner answers in {seconds} second.", "Your partner answers in {seconds} seconds.", seconds
                )
                self.tell(text.format(seconds=seconds))

        tick()
        return self.set_interval(TICK, tick)

    def _answer(self, move: str | None) -> None:
        if self._answer_due is not None and not self._answer_due.done():
            self._answer_due.set_result(move)

    def _choose(self, choice: MoveChoice) -> None:
        if choice.typed:
            self.begin_typing(choice.typed)
        else:
            self._answer(choice.move)

    def on_key(self, event: events.Key) -> None:
        key = event.character or ""
        if key in self._choices:
            event.stop()
            if self._key_has_just_changed(key):
                self.tell(_("The choices have just changed: press again."))
            else:
                self._choose(self._choices[key])
        elif key.isdigit() and self.menu is not None and self.menu.declared:
            event.stop()
            self.begin_typing(key)

    def _choices_have_just_changed(self) -> bool:
        """Return whether the choices appeared a moment ago.

        A press may then have been meant for the previous choices, and no move can be undone.
        """
        return monotonic() - self._changed < self._pause / 2

    def _key_has_just_changed(self, key: str) -> bool:
        """Return whether the meaning of a key has just changed."""
        before = self._before.get(key)
        return self._choices_have_just_changed() and before is not None and before != self._choices[key].move

    def on_move_buttons_chosen(self, event: MoveButtons.Chosen) -> None:
        if self._choices_have_just_changed():
            self.tell(_("The choices have just changed: press again."))
        else:
            self._choose(event.choice)

    def on_own_cards_laid(self, event: OwnCards.Laid) -> None:
        if self._choices_have_just_changed():
            self.tell(_("The choices have just changed: press again."))
        else:
            self._answer(event.move)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        typed = event.value.strip()
        event.input.clear()
        self.set_focus(None)
        if not typed:
            return
        command = None if self.menu is not None and as_code(typed) in self.menu.codes else parse_command(typed)
        if command is not None:
            self.run_command(*command)
        elif self.menu is None:
            self.tell(_("It is not your turn now."))
        else:
            reading = self.session.read_typed_move(self.menu, typed)
            self.tell(reading.message)
            if reading.move is not None and reading.move.startswith(SIGN):
                self.make_sign(reading.move.removeprefix(SIGN))
            elif reading.move is not None or reading.silent:
                self._answer(reading.move)
            else:
                self.begin_typing(typed)  # so that the player can correct it instead of typing it again
