"""The line-based interface. It never redraws, so its output suits screen readers, pipes and files."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from truquero.bots.advice.advice_text import advice_lines
from truquero.bots.bot_registry import shown_name
from truquero.i18n import _
from truquero.i18n.wrapping import WIDTH, in_lines, sentence
from truquero.rules.aliases import as_code
from truquero.session import QueuedCall, Turn
from truquero.speech.hints import chances, hint
from truquero.speech.menu import MoveMenu
from truquero.speech.narration import GAP
from truquero.speech.situation import situation
from truquero.table import TableError, View, dealing
from truquero.table.signs import SIGN
from truquero.tui.learning_text import learning_lines, term_lines
from truquero.tui.score_counters import score_lines
from truquero.tui.table_commands import TableCommand, command_help, command_word, parse_command, sign_lines, sign_name
from truquero.tui.terminal_session import TerminalSession


class PlayerLeft(Exception):
    """The player leaves the table: q, end of input or Ctrl-C."""


class LineMode:
    """A player at the terminal, asked for each of the player's moves. Bots have all other seats."""

    def __init__(self, session: TerminalSession) -> None:
        self._session, self._text, self._match = session, session.text, session.match
        self._events_printed = 0  # number of events of this hand already printed
        self._warned: set[str] = set()  # problems outside the game that were already printed

    def play(self) -> None:
        """Play the whole match, or the rest of a resumed match."""
        self._warn()
        _say(self._text.opening())
        company = self._session.saved.company(self._match.rules.variant)
        for seat, bot in self._session.saved.bots.items():
            name = f"{company[seat].name} ({shown_name(bot)})" if seat in company else bot
            print(f"{_('Seat {seat}').format(seat=seat)}: {name}")
        if self._match.log:
            self._come_back()
        elif self._session.saved.ceremony:
            print(self._text.first_dealer(self._view(), self._match.deals.next_dealer()))
        while self._deal():
            self._play_hand()
        _say(["", *self._session.ending()])

    def leave(self) -> None:
        """Print the score and how to resume the match."""
        farewell = _("You leave the table. {score}. See you again!")
        _say(["", farewell.format(score=self._text.score(self._view()))])
        if self._match.log and not self._session.save_error:
            print(_("To continue the match: {command}").format(command="truquero play --resume"))

    def _view(self) -> View:
        return self._session.view()

    def _name(self, seat: int) -> str:
        return self._text.in_sentence(self._view(), seat)

    # ------------------------------------------------------------------------------------------------------ dealing

    def _come_back(self) -> None:
        """Resume the current hand: print what has happened in it, and play the rest."""
        self._open_hand()
        self._play_hand()

    def _deal(self) -> bool:
        if not self._session.deal(self._cut()):
            return False
        self._open_hand()
        self._look_at_cards()
        return True

    def _open_hand(self) -> None:
        log = self._match.log
        self._events_printed = 0
        print()
        _say(self._text.hand_opening(self._session.view_of_opening(), len(log), len(log[-1].hands)))
        self._tell()

    def _look_at_cards(self) -> None:
        """With partners, show the player's cards before the others move: now is the time to make a seña."""
        view = self._view()
        waits = view.seat in view.seats and view.seat not in view.may_act and self._match.exposed is None
        if not waits or len(view.seats) < 3 or None in view.cards:
            return
        _say(situation(self._text, view))
        message = _(
            "{name} speaks first. Before that you may make a seña (“{sign}”) or choose whom you watch (“{watch}”)."
        )
        words = {"sign": command_word(TableCommand.SIGN), "watch": command_word(TableCommand.WATCH)}
        _say([sentence(message.format(name=self._name(view.seats[0]), **words))])
        self._read(MoveMenu((), keep_silent=_("go on")))

    def _cut(self) -> int:
        """Return how many cards the seat to the dealer's left lifts; 0 without ceremony."""
        cutter = self._session.cutter
        if cutter is None:
            return 0
        if cutter == self._session.seat:
            return self._ask_cut(len(self._match.rules.pack))
        lifted = self._session.cut_of_bot()
        announcement = _("{name} cuts: {count} cards lifted.") if lifted else _("{name} knocks: no cut.")
        print("\n" + sentence(announcement.format(name=self._name(cutter), count=lifted)))
        return lifted

    def _ask_cut(self, cards: int) -> int:
        least, most = dealing.SMALLEST_PART, cards - dealing.SMALLEST_PART
        question = _("You cut. How many cards do you lift, {least} to {most}? (Enter = knock)")
        print()
        while True:
            answer = self._ask(question.format(least=least, most=most) + " ")
            if not answer:
                return 0
            if answer.isascii() and answer.isdigit() and len(answer) < 4:
                try:
                    self._match.deals.check_cut(int(answer))
                except TableError:
                    pass
                else:
                    return int(answer)
            print(_("Type a number from {least} to {most}, or nothing to knock.").format(least=least, most=most))

    # ------------------------------------------------------------------------------------------------------- moving

    def _play_hand(self) -> None:
        """Play the rest of the current hand, then handle claims."""
        while self._match.turn:
            self._step()
        if not any(event.kind in ("award", "void") for event in self._view().events):
            print(_("Nobody wins anything."))
        self._session.put_questions()
        self._tell()
        self._offer_challenges()
        self._session.report_result()

    def _step(self) -> None:
        """Make one move, of the player or of a bot, or let the player pass."""
        session = self._session
        step = session.put_questions()
        self._tell()
        if isinstance(step, QueuedCall):
            session.play(step.move)
        elif isinstance(step, Turn) and session.asks_player(step):
            self._play_or_pass()
        else:
            session.bots_move()
        self._tell()

    def _play_or_pass(self) -> None:
        move = self._choose(self._view())
        if move is not None:
            self._session.play(move)
            return
        self._session.pass_turn()
        if not self._session.bots_move():
            print(_("Nobody else speaks."))

    def _tell(self) -> None:
        """Print the events that are not printed yet."""
        view = self._view()
        _say(line for _kind, line in self._text.new_lines(view, self._events_printed))
        self._events_printed = len(view.events)
        self._warn()

    def _warn(self) -> None:
        for warning in self._session.warnings():
            if warning not in self._warned:
                self._warned.add(warning)
                _say([warning])

    # ------------------------------------------------------------------------------------------------------- asking

    def _choose(self, view: View) -> str | None:
        """Return the player's move, or None if the player passes to others who may act."""
        if self._match.exposed is None:
            _say(situation(self._text, view))
        return self._read(self._session.menu(view))

    def _offer_challenges(self) -> None:
        """Let the player claim a silent flor after the hand (pido flor)."""
        while (menu := self._session.challenges_menu(self._view())) is not None:
            print("\n" + _("Any silent flor?"))
            choice = self._read(menu)
            if choice is None:
                return
            self._session.play(choice)
            self._tell()

    def _read(self, menu: MoveMenu) -> str | None:
        _say(menu.lines(self._text.card))
        while True:
            typed = self._session.read_typed_move(menu, self._ask("> ", menu))
            if typed.move is not None and typed.move.startswith(SIGN):
                self._sign(typed.move.removeprefix(SIGN))
            elif typed.move is not None or typed.silent:
                return typed.move
            else:
                print(typed.message)

    def _ask(self, prompt: str, menu: MoveMenu | None = None) -> str:
        """Return a line that the player types. Commands that are not moves are executed here."""
        while True:
            answer = read_line(prompt)
            command = None if menu is not None and as_code(answer) in menu.codes else parse_command(answer)
            if command is None:
                return answer
            self._run_command(*command, menu)

    # ----------------------------------------------------------------------------------------------- other commands

    def _run_command(self, command: TableCommand, argument: str, menu: MoveMenu | None) -> None:
        view, rules = self._view(), self._match.rules
        if command is TableCommand.LEAVE:
            raise PlayerLeft
        if command is TableCommand.HELP:
            _say(self._text.help(view))
            _say(command_help(rules))
        elif command is TableCommand.TABLE:
            _say(situation(self._text, view) if view.state is not None else ())
            _say(menu.lines(self._text.card) if menu is not None else ())
        elif command is TableCommand.SCORE:
            names, points, _games = zip(*self._text.score_of_sides(view), strict=True)
            _say([self._text.score(view) + ".", *map(str, score_lines(rules, points, names))])
        elif command is TableCommand.HINT:
            _say(advice_lines(rules, view))
            _say(hint(rules, view))
            _say(self._text.cards_that_beat(view))
            _say(chances(rules, view))
        elif command is TableCommand.LEARN:
            _say(term_lines(rules, argument.replace("-", " ")) if argument else learning_lines(rules, view))
        elif self._match.players == 2:
            print(_("With two players there is no partner for señas."))
        elif command is TableCommand.SIGN:
            self._sign(argument)
        else:
            self._watch(argument)

    def _sign(self, typed: str) -> None:
        """Make a seña. If none is named or it is refused, list the señas."""
        rules = self._match.rules
        view = self._session.view()
        if not typed:
            _say(sign_lines(rules, view))
        elif refused := self._session.sign(sign_name(rules, view, typed)):
            print(sentence(refused) + ".")
            _say(sign_lines(rules, view))
        else:
            self._tell()

    def _watch(self, typed: str) -> None:
        """Watch another seat if one is given, and print which seat the player watches."""
        if typed:
            seat = typed.rpartition("-")[2]
            try:
                self._session.watch(int(seat) if seat.isascii() and seat.isdigit() else 0)
            except TableError as error:
                print(sentence(str(error)) + ".")
                return
        print(_("You are watching {name}.").format(name=self._name(self._view().watching)))


def _say(lines: Iterable[str]) -> None:
    """Print lines, wrapped between words."""
    for line in lines:
        if len(line) <= WIDTH:
            print(line)
        else:
            print("\n".join(in_lines(line.split(), " ", rest=GAP)))


def read_line(prompt: str) -> str:
    """Read a line from the terminal or a file."""
    if sys.stdin is None:  # closed by the parent process
        raise PlayerLeft
    try:
        answer = input(prompt).strip()
    except (EOFError, KeyboardInterrupt) as end:
        raise PlayerLeft from end
    if not sys.stdin.isatty():
        print(answer)  # echo it, so that output with input from a file reads like an interactive game
    return answer
