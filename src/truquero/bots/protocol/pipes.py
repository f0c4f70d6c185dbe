"""A subprocess that exchanges lines over standard input and output, with a timeout for every answer."""

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

LONGEST_LINE = 1 << 16  # maximum length of an answer, in bytes
LAST_WORDS = 1 << 12  # bytes stored from the end of its standard error
CHUNK = 1 << 16
GRACE = 0.5  # seconds for a program to exit after its end message, and again after each signal
KILL_SECONDS = 60.0  # timeout for a killed program to exit, which takes long only on a very busy machine
SHOWN = 160  # maximum characters of a line in an error message
GLANCE = 0.05  # polling interval in seconds: while waiting, check whether another thread has stopped the program


class Trouble(Exception):
    """The program cannot be used any more. The message gives the reason for the user."""


def shown(line: bytes) -> str:
    """Return a line of a program for an error message: without control characters, and shortened."""
    text = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in line.decode(errors="replace"))
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


class Program:
    """A running program.

    It has its own process group, so its child processes end with it, and a Ctrl-C at the table does not reach it. A
    thread may stop it while another thread waits for its answer; the waiting thread then gets `Trouble`.
    """

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._in, self._out, self._err = self._process.stdin, self._process.stdout, self._process.stderr
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        self._unsent = b""
        self._heard = b""  # standard output that was not yet received as a line
        self._said = b""  # the last bytes of its standard error
        self._talking = threading.Lock()
        self._is_stopped = False

    @property
    def last_words(self) -> str:
        """The last line that it has written to standard error."""
        lines = [line for line in self._said.splitlines() if line.strip()]
        return shown(lines[-1]) if lines else ""

    # ------------------------------------------------------------------------------------------------------ messages

    def send(self, line: bytes) -> None:
        """Send it a line. Bytes that do not fit into the pipe are sent while waiting for the answer."""
        with self._talking:
            self._check_running()
            self._send(line)

    def _send(self, line: bytes) -> None:
        self._pump(0)
        if self._heard:
            about = _("it wrote a line without being asked: {line}")
            raise Trouble(about.format(line=shown(self._heard.partition(b"\n")[0])))
        if not self._unsent:
            self._selector.register(self._in, selectors.EVENT_WRITE)
        self._unsent += line
        self._write()

    def receive(self, seconds: float) -> bytes:
        """Return its next line, without the newline. Raise `Trouble` after a timeout of `seconds`."""
        deadline = time.monotonic() + seconds
        while True:
            with self._talking:
                line = self._next_line()
                if line is not None:
                    return line
                left = deadline - time.monotonic()
                if left <= 0:
                    about = _("no answer within {seconds} s; flush the output after every line")
                    raise Trouble(about.format(seconds=f"{seconds:g}"))
                self._pump(min(left, GLANCE))

    def _next_line(self) -> bytes | None:
        """Return the next complete line that it has written, or None."""
        self._check_running()
        line, newline, rest = self._heard.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise Trouble(_("it wrote a line of more than {most} bytes").format(most=LONGEST_LINE))
        if newline:
            self._heard = rest
            return line
        if not self._is_open(self._out):
            raise Trouble(self._how_it_ended())
        return None

    def _check_running(self) -> None:
        if self._is_stopped:
            raise Trouble(_("it was stopped"))

    def _pump(self, seconds: float) -> None:
        """Read and write what the pipes allow, after waiting at most `seconds` for the first to be ready."""
        for key, _events in self._selector.select(seconds):
            if key.fileobj is self._in:
                self._write()
                continue
            try:
                found = os.read(key.fd, CHUNK)
            except BlockingIOError:  # select may report data where there is none
                continue
            if not found:
                self._selector.unregister(key.fileobj)
            elif key.fileobj is self._out:
                self._heard += found
            else:
                self._said = (self._said + found)[-LAST_WORDS:]

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in.fileno(), self._unsent) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # it has closed its input; reading shows whether it still writes
            self._unsent = b""
        if not self._unsent:
            self._selector.unregister(self._in)

    def _is_open(self, stream: object) -> bool:
        return any(key.fileobj is stream for key in self._selector.get_map().values())

    def _how_it_ended(self) -> str:
        """Return the reason why its standard output has ended."""
        try:
            status = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return _("it closed its standard output")
        told = _("it exited with status {status}") if status >= 0 else _("signal {status} ended it")
        ended = told.format(status=abs(status))
        if not self._heard:
            return ended
        return _("{ended}, in the middle of a line: {line}").format(ended=ended, line=shown(self._heard))

    # -------------------------------------------------------------------------------------------------------- ending

    def stop(self, farewell: bytes = b"") -> bool:
        """End it and all its child processes. Return whether it exited by itself after the farewell message."""
        self._is_stopped = True
        with self._talking:
            return not self._err.closed and self._end(farewell)

    def _end(self, farewell: bytes) -> bool:
        by_itself = False
        if farewell:
            with suppress(Trouble):
                self._send(farewell)
            by_itself = self._ends_soon()
        if not by_itself:
            self._signal(signal.SIGTERM)
            self._ends_soon()
        self._signal(signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(KILL_SECONDS)
        self._selector.close()
        for stream in (self._in, self._out, self._err):
            stream.close()
        return by_itself

    def _ends_soon(self) -> bool:
        """Return whether it exits within GRACE seconds. Its input is closed, and its remaining output is discarded."""
        deadline = time.monotonic() + GRACE
        if self._is_open(self._in):
            self._selector.unregister(self._in)
        self._unsent = b""
        self._in.close()
        while self._selector.get_map() and (left := deadline - time.monotonic()) > 0:
            self._pump(left)
            self._heard = b""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))
        return self._process.returncode is not None

    def _signal(self, number: int) -> None:
        # The process is gone, or it is a zombie, which some systems refuse to signal.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)
