"""A bot that runs as a separate program: `exec:COMMAND`. It uses the bot protocol (`truquero bot-protocol`)."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import time
import weakref
from collections.abc import Sequence
from hashlib import sha256

from truquero.bots.bot import Bot
from truquero.bots.protocol import EXEC, messages
from truquero.bots.protocol.pipes import Program, ProgramFailure, printable
from truquero.i18n import _
from truquero.i18n.os_errors import reason
from truquero.rules.game import Rules
from truquero.session import timeout_move
from truquero.table import TableError, View

MOVE_SECONDS = 5.0  # time limit for a move
START_SECONDS = 10.0  # time limit to get ready: an interpreter on a busy machine starts slowly
SECONDS_VARIABLE = "TRUQUERO_BOT_SECONDS"
EXAMPLE = f'"{EXEC}python3 bot.py"'
READY = '{"type": "ready"}'


class BadCommand(TableError):
    """A command that names no program."""


def split_command(command: str) -> list[str]:
    """Return the words of a command, split as a shell would split them. No shell is started."""
    if os.name != "posix":
        raise BadCommand(_("programs play as bots on POSIX systems only"))
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        message = _("{command}: close the quotation mark")
        raise BadCommand(message.format(command=f"{EXEC}{command}")) from error
    if not arguments:
        raise BadCommand(_("{name}: write a command after it, such as {example}").format(name=EXEC, example=EXAMPLE))
    if shutil.which(arguments[0]) is None:
        message = _("{command}: there is no program {program} to start")
        raise BadCommand(message.format(command=f"{EXEC}{command}", program=arguments[0]))
    return arguments


def seconds_for_a_move() -> float:
    """Return the time limit for a move from the environment, or the default."""
    text = os.environ.get(SECONDS_VARIABLE, "")
    try:
        seconds = float(text) if text else MOVE_SECONDS
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        message = _("{variable}: {text} is not a number of seconds")
        raise TableError(message.format(variable=SECONDS_VARIABLE, text=repr(text)))
    return seconds


class ProcessBot(Bot):
    """A program in a seat.

    When it exits, exceeds its time or sends an invalid answer, it is stopped and `trouble` gives the reason. From then
    on the moves of the clock (`timeout_move`) are played for it, so the table never stalls.
    """

    def __init__(self, command: str, rules: Rules, seat: int, seed: str, *, seconds: float | None = None) -> None:
        arguments = split_command(command)
        self.name = ""  # the name that it reports
        self.ended_by_itself = False  # whether it exited after the end message
        self.question = b""  # the last question sent to it
        self.answers = 0  # number of its answers
        self.slowest = 0.0  # the longest time for an answer, in seconds
        self._command, self._rules, self._seat = command, rules, seat
        self._seconds = seconds_for_a_move() if seconds is None else seconds
        self._wishes: frozenset[str] = frozenset()  # the optional messages that it has asked for
        self._program: Program | None = None
        self._is_ready = False
        try:
            self._program = Program(arguments)
        except OSError as error:
            self._give_up(_("it cannot be started: {reason}").format(reason=reason(error)))
            return
        self._stop = weakref.finalize(self, self._program.stop)  # in case nobody closes it
        try:
            self._program.send(messages.line(messages.start(rules, seat, own_seed(seed))))
        except ProgramFailure as failure:
            self._give_up(str(failure))

    # ------------------------------------------------------------------------------------------------------ questions

    def choose(self, view: View) -> str:
        move = self._move(view, may_pass=False)
        return timeout_move(view) if move is None else move

    def speak_up(self, view: View) -> str | None:
        return self._move(view, may_pass=True)

    def _move(self, view: View, *, may_pass: bool) -> str | None:
        if self._program is None:
            return None
        return self._ask_for_move(messages.turn(view, self._rules, may_pass=may_pass), view.moves, may_pass=may_pass)

    def sign(self, view: View) -> str | None:
        moves = messages.sign_moves(self._rules, view)
        if not moves or not self._wants("signs"):
            return None
        return self._ask_for_move(messages.sign(view, self._rules), moves, may_pass=True)

    def watch(self, view: View) -> int:
        if not self._wants("watch"):
            return view.watching
        try:
            seat = _field(self._ask(messages.watch(view, self._rules)), "watch")
            if seat is None:
                return view.watching
            if type(seat) is not int or seat not in messages.other_seats(view):
                raise ProgramFailure(
                    _("its answer {answer} is not one of the seats that it was asked about").format(
                        answer=_as_text(seat)
                    )
                )
        except ProgramFailure as failure:
            self._give_up(str(failure))
            return view.watching
        return seat

    def claim(self, view: View) -> str | None:
        if not self._wants("claims"):
            return None
        return self._ask_for_move(messages.claim(view, self._rules), view.claims, may_pass=True)

    def hear_result(self, view: View) -> None:
        if not self._wants("results"):
            return
        try:
            self._ready().send(messages.line(messages.result(view, self._rules)))
        except ProgramFailure as failure:
            self._give_up(str(failure))

    def close(self) -> None:
        """End the program. Another thread may be waiting for its answer."""
        program, self._program = self._program, None
        if program is not None:
            self.ended_by_itself = program.stop(messages.line(messages.end()))
            self._stop.detach()

    # -------------------------------------------------------------------------------------------------------- answers

    def _ask_for_move(self, question: messages.Json, legal: Sequence[str], *, may_pass: bool) -> str | None:
        """Return the move that it chooses; None if it passes or fails."""
        try:
            move = _field(self._ask(question), "move")
            if move is None and may_pass:
                return None
            for legal_move in legal:
                if legal_move == move:
                    return legal_move
            raise ProgramFailure(
                _("its answer {answer} is not one of the moves that it was sent").format(answer=_as_text(move))
            )
        except ProgramFailure as failure:
            self._give_up(str(failure))
            return None

    def _wants(self, wish: str) -> bool:
        """Return whether it has asked for a kind of optional message."""
        if self._program is None:
            return False
        try:
            self._ready()
        except ProgramFailure as failure:
            self._give_up(str(failure))
            return False
        return wish in self._wishes

    def _ready(self) -> Program:
        """Return the program after reading its first line.

        The first call waits for that line, not the constructor, so that all programs of a table start in parallel.
        """
        program = self._program
        if program is None:
            raise ProgramFailure(_("it was stopped"))
        if self._is_ready:
            return program
        answer = _read(program.receive(max(self._seconds, START_SECONDS)))
        if answer.get("type") != "ready":
            message = _("its first line must be {ready}, not {answer}")
            raise ProgramFailure(message.format(ready=READY, answer=_as_text(answer)))
        self._is_ready = True
        self.name = printable(str(answer.get("name", "")).encode(errors="replace"))
        self._wishes = frozenset(wish for wish in messages.WISHES if answer.get(wish) is True)
        return program

    def _ask(self, question: messages.Json) -> messages.Json:
        """Send a question and return the answer."""
        program = self._ready()
        self.question, began = messages.line(question), time.monotonic()
        program.send(self.question)
        line = program.receive(self._seconds)
        self.answers += 1
        self.slowest = max(self.slowest, time.monotonic() - began)
        return _read(line)

    def _give_up(self, problem: str) -> None:
        """Stop the program for good, and set `trouble` to the reason."""
        last_line = ""
        program, self._program = self._program, None
        if program is not None:
            program.stop()
            self._stop.detach()
            last_line = program.last_error_line
        template = _("seat {seat}, {command}: {what}. From now on the clock plays for it.")
        self.trouble = template.format(seat=self._seat, command=f"{EXEC}{self._command}", what=problem)
        if last_line:
            self.trouble += " " + _("Its last words: {words}").format(words=last_line)


def own_seed(seed: str) -> str:
    """Return a digest of a seed for a program: deterministic, and not the seed from which cards are dealt."""
    return sha256(f"bot/{seed}".encode()).hexdigest()[:32]


def _read(line: bytes) -> messages.Json:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise ProgramFailure(_("its answer is not a JSON object: {line}").format(line=printable(line)))
    return answer


def _field(answer: messages.Json, name: str) -> object:
    if name not in answer:
        raise ProgramFailure(_("its answer has no {name}: {answer}").format(name=f'"{name}"', answer=_as_text(answer)))
    return answer[name]


def _as_text(answer: object) -> str:
    return printable(json.dumps(answer).encode())
