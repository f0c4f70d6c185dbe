"""The commands of the table screen that are not moves: typing, señas, watching, hints, help, leaving."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rich.text import Text
from textual.screen import Screen
from textual.widgets import Input, Static

from truquero.bots.advice.advice_text import advice_lines
from truquero.i18n import _
from truquero.i18n.wrapping import quoted
from truquero.rulebook.appendix_sections import sign_gesture, sign_meaning
from truquero.rulebook.card_and_move_names import Names
from truquero.speech.hints import chances, hint
from truquero.table import View
from truquero.tui.learning_text import learning_lines, term_lines
from truquero.tui.screen_text import ScreenText
from truquero.tui.screens.dialogs import LeaveDialog, ListDialog, TextDialog
from truquero.tui.table_commands import TableCommand, sign_lines, sign_name
from truquero.tui.terminal_session import TerminalSession
from truquero.tui.widgets.match_log import MatchLog
from truquero.tui.widgets.other_seats import TURN_MARK, WATCHED_MARK

if TYPE_CHECKING:

    class Base(Screen[None]):
        """The members of the table screen that the mixin uses."""

        def tell(self, notice: str) -> None: ...

        def run_when_bots_idle(self, action: Callable[[], None]) -> None: ...

else:
    Base = object


class CommandActions(Base):
    """A mixin of the table screen: the keys and commands that are not moves."""

    session: TerminalSession
    text: ScreenText
    shown: View  # the view shown last

    def keys_line(self, *, typing: bool = False) -> Text:
        """Return the line that explains the keys that are not moves. Each can also be clicked."""
        enter = _("Enter")
        if typing:
            keys = [(enter, _("say it"), "say"), ("Esc", _("say nothing"), "quiet")]
        else:
            signs = [("s", _("señas"), "signs"), ("w", _("watch"), "watch")] if self.text.rules.players > 2 else []
            rest = [("h", _("hint"), "hint"), ("?", _("help"), "help"), ("q", _("leave"), "leave")]
            keys = [(enter, _("say it in words"), "talk"), *signs, *rest]
        line = Text(no_wrap=True)
        for key, label, action in keys:
            line.append(key, style="bold reverse").append(f" {label}   ")
            line.apply_meta({"@click": f"screen.{action}"}, len(line) - len(f"{key} {label}   "), len(line) - 2)
        return line

    def on_descendant_focus(self) -> None:
        self._tell_keys()

    def on_descendant_blur(self) -> None:
        self._tell_keys()

    def _tell_keys(self) -> None:
        """Update the help line and the placeholder: both depend on whether the input line has the focus."""
        line = self.query_one("#say", Input)
        example = quoted(self.text.rules.voices.phrase("truco"))
        line.placeholder = _("such as {example}").format(example=example) if line.has_focus else ""
        self.query_one("#keys", Static).update(self.keys_line(typing=line.has_focus), layout=False)

    # -------------------------------------------------------------------------------------------------------- talking

    def begin_typing(self, typed: str = "") -> None:
        """Put a text in the input line and move the focus there."""
        line = self.query_one("#say", Input)
        line.value = typed
        line.focus()
        line.cursor_position = len(typed)
        self.call_after_refresh(line.action_end)

    def action_talk(self) -> None:
        self.begin_typing()

    async def action_say(self) -> None:
        await self.query_one("#say", Input).action_submit()

    def action_quiet(self) -> None:
        self.query_one("#say", Input).clear()
        self.set_focus(None)

    def run_command(self, command: TableCommand, argument: str) -> None:
        """Execute a typed command that is not a move."""
        actions: dict[TableCommand, Callable[[], None]] = {
            TableCommand.HELP: self.action_help,
            TableCommand.HINT: self.action_hint,
            TableCommand.LEARN: self.action_help,
            TableCommand.LEAVE: self.action_leave,
            TableCommand.SIGN: self.action_signs,
            TableCommand.WATCH: self.action_watch,
        }
        if command is TableCommand.SIGN and argument:
            self.make_sign(sign_name(self.text.rules, self.shown, argument))
        elif command is TableCommand.WATCH and argument in self._seats_to_watch():
            self._watch_seat(argument)
        elif command is TableCommand.LEARN and argument:
            terms = term_lines(self.text.rules, argument.replace("-", " "))
            self.app.push_screen(TextDialog(_("Glossary"), terms, wide=True))
        elif command in actions:
            actions[command]()
        else:
            self.tell(self.text.score(self.shown))

    def action_scroll_log(self, pages: int) -> None:
        log = self.query_one(MatchLog)
        log.scroll_relative(y=pages * max(1, log.size.height - 1), animate=False)

    # ---------------------------------------------------------------------------------------------- señas and watching

    def action_signs(self) -> None:
        rules = self.text.rules
        signs, names = self.shown.signs(rules, self.shown.seat), Names(rules)
        if self.text.rules.players == 2:
            self.tell(_("With two players there is no partner for señas."))
        elif not signs:
            self.tell(next(sign_lines(rules, self.shown)))
        elif self.shown.state is None or not self.shown.may_act:
            self.tell(_("You can make señas only during a hand."))
        else:
            choices = [(sign.name, f"{sign_gesture(sign, names)} — {sign_meaning(sign, names)}") for sign in signs]
            self.app.push_screen(ListDialog(_("Señas"), choices), self._sign_chosen)

    def _sign_chosen(self, name: str | None) -> None:
        if name is not None:
            self.make_sign(name)

    def make_sign(self, name: str) -> None:
        """Make a seña: now, or after the bots if they are thinking."""

        def make() -> None:
            self.tell(self.session.sign(name))

        self.run_when_bots_idle(make)

    def action_watch(self) -> None:
        view = self.shown
        if view.players == 2:
            self.tell(_("With two players there is no partner for señas."))
            return
        choices = [
            (seat, " · ".join([self.text.name(view, int(seat)), *self.text.marks(view, int(seat))[:1]]))
            for seat in self._seats_to_watch()
        ]
        self.app.push_screen(ListDialog(_("Whom do you watch?"), choices, str(view.watching)), self._watch_seat)

    def _seats_to_watch(self) -> list[str]:
        view = self.shown
        return [str(seat) for seat in range(1, view.players + 1) if seat != view.seat and view.players > 2]

    def _watch_seat(self, seat: str | None) -> None:
        if seat is None:
            return
        name = self.text.name(self.shown, int(seat))
        self.run_when_bots_idle(lambda: self.session.watch(int(seat)))
        self.tell(_("You watch {name}: you will see that player's señas.").format(name=name))

    # -------------------------------------------------------------------------------------------------- hints and help

    def action_hint(self) -> None:
        view, rules = self.shown, self.text.rules
        if view.state is None or view.seat not in view.seats or not view.cards:
            self.tell(_("You hold no cards now."))
            return

        def later() -> Iterator[str]:
            yield from chances(rules, view)
            yield from advice_lines(rules, view)

        self.app.push_screen(TextDialog(_("What to do now"), hint(rules, view), later=later))

    def action_help(self) -> None:
        self.app.push_screen(TextDialog(_("Help"), self._help(), wide=True))

    def _help(self) -> Iterator[str]:
        yield _(
            "A move: press its key, click it, or press Enter and type what you would say at the table, such as "
            "“{example}”, or a card (7o)."
        ).format(example=self.text.rules.voices.phrase("truco"))
        yield _("{word} marks the seat whose turn it is; {watched} marks the seat that you watch.").format(
            word=TURN_MARK, watched=WATCHED_MARK
        )
        yield _(
            "s makes a seña, w chooses the seat that you watch, h advises what to do now, PageUp and "
            "PageDown scroll the log, q or Ctrl-C leaves; the match is saved."
        )
        yield ""
        for label, items, between in self.text.card_help(self.shown):
            yield f"{label} {between.join(items)}"
        yield from learning_lines(self.text.rules, self.shown)

    def action_leave(self) -> None:
        self.app.push_screen(LeaveDialog(), self._leave_confirmed)

    def _leave_confirmed(self, leaves: bool | None) -> None:
        if leaves:
            self.app.exit()
