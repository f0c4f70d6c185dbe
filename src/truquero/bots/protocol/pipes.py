"""Subprocesses that exchange lines over standard input and output, with a timeout for every answer."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from truquero.i18n import _

LONGEST_LINE_BYTES = 1 << 16  # of an answer
STDERR_BYTES = 1 << 12  # stored from the end of the standard error
CHUNK_BYTES = 1 << 16
GRACE_SECONDS = 0.5  # for a program to exit after its end message, and again after each signal
KILL_SECONDS = 60.0  # timeout for a killed program to exit, which takes long only on a very busy machine
LONGEST_SHOWN = 160  # maximum characters of a line in an error message
POLL_SECONDS = 0.05  # while waiting, check so often whether another thread has stopped the program


class ProgramFailure(Exception):
    """The program cannot be used any more. The message gives the reason for the user."""


def printable(line: bytes) -> str:
    """Return a line of a program for an error message: without control characters, and shortened."""
    text = "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for character in line.decode(errors="replace")
    )
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


class Program:
    """A running program.

    It has its own process group, so its child processes end with it, and a Ctrl-C at the table does not reach it. A
    thread may stop it while another thread waits for its answer; the waiting thread then gets `ProgramFailure`.
    """

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin, self._stdout, self._stderr = self._process.stdin, self._process.stdout, self._process.stderr
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._unsent = b""
        self._received = b""  # standard output not yet returned as a line
        self._stderr_end = b""  # the last bytes of the standard error
        self._lock = threading.Lock()
        self._is_stopped = False

    @property
    def last_error_line(self) -> str:
        """The last line that the program has written to standard error."""
        lines = [line for line in self._stderr_end.splitlines() if line.strip()]
        return printable(lines[-1]) if lines else ""

    # ------------------------------------------------------------------------------------------------------ messages

    def send(self, line: bytes) -> None:
        """Send the program a line. Bytes that do not fit into the pipe are sent while waiting for the answer."""
        with self._lock:
            self._check_running()
            self._send(line)

    def _send(self, line: bytes) -> None:
        self._pump(0)
        if self._received:
            message = _("it wrote a line without being asked: {line}")
            raise ProgramFailure(message.format(line=printable(self._received.partition(b"\n")[0])))
        if not self._unsent:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._unsent += line
        self._write()

    def receive(self, seconds: float) -> bytes:
        """Return the next line of the program without its newline. Raise `ProgramFailure` after this many seconds."""
        deadline = time.monotonic() + seconds
        while True:
            with self._lock:
                line = self._next_line()
                if line is not None:
                    return line
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    message = _("no answer within {seconds} s; flush the output after every line")
                    raise ProgramFailure(message.format(seconds=f"{seconds:g}"))
                self._pump(min(remaining, POLL_SECONDS))

    def _next_line(self) -> bytes | None:
        """Return the next complete line of the program, or None."""
        self._check_running()
        line, newline, rest = self._received.partition(b"\n")
        if len(line) > LONGEST_LINE_BYTES:
            raise ProgramFailure(_("it wrote a line of more than {most} bytes").format(most=LONGEST_LINE_BYTES))
        if newline:
            self._received = rest
            return line
        if not self._is_open(self._stdout):
            raise ProgramFailure(self._reason_of_end())
        return None

    def _check_running(self) -> None:
        if self._is_stopped:
            raise ProgramFailure(_("it was stopped"))

    def _pump(self, seconds: float) -> None:
        """Read and write what the pipes allow, after waiting at most `seconds` for the first to be ready."""
        for key, _events in self._selector.select(seconds):
            if key.fileobj is self._stdin:
                self._write()
                continue
            try:
                data = os.read(key.fd, CHUNK_BYTES)
            except BlockingIOError:  # select may report data where there is none
                continue
            if not data:
                self._selector.unregister(key.fileobj)
            elif key.fileobj is self._stdout:
                self._received += data
            else:
                self._stderr_end = (self._stderr_end + data)[-STDERR_BYTES:]

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._stdin.fileno(), self._unsent) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # the program has closed its input; reading shows whether it still writes
            self._unsent = b""
        if not self._unsent:
            self._selector.unregister(self._stdin)

    def _is_open(self, stream: object) -> bool:
        return any(key.fileobj is stream for key in self._selector.get_map().values())

    def _reason_of_end(self) -> str:
        """Return why the standard output of the program has ended."""
        try:
            status = self._process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return _("it closed its standard output")
        template = _("it exited with status {status}") if status >= 0 else _("signal {status} ended it")
        reason = template.format(status=abs(status))
        if not self._received:
            return reason
        return _("{ended}, in the middle of a line: {line}").format(ended=reason, line=printable(self._received))

    # -------------------------------------------------------------------------------------------------------- ending

    def stop(self, farewell: bytes = b"") -> bool:
        """End the program and its child processes. Return whether it exited by itself after the farewell message."""
        self._is_stopped = True
        with self._lock:
            return not self._stderr.closed and self._end(farewell)

    def _end(self, farewell: bytes) -> bool:
        by_itself = False
        if farewell:
            with suppress(ProgramFailure):
                self._send(farewell)
            by_itself = self._ends_soon()
        if not by_itself:
            self._signal(signal.SIGTERM)
            self._ends_soon()
        self._signal(signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(KILL_SECONDS)
        self._selector.close()
        for stream in (self._stdin, self._stdout, self._stderr):
            stream.close()
        return by_itself

    def _ends_soon(self) -> bool:
        """Close the input of the program and discard its remaining output. Return whether it exits in GRACE_SECONDS."""
        deadline = time.monotonic() + GRACE_SECONDS
        if self._is_open(self._stdin):
            self._selector.unregister(self._stdin)
        self._unsent = b""
        self._stdin.close()
        while self._selector.get_map() and (remaining := deadline - time.monotonic()) > 0:
            self._pump(remaining)
            self._received = b""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))
        return self._process.returncode is not None

    def _signal(self, number: int) -> None:
        # The process is gone, or it is a zombie, which some systems refuse to signal.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)
