"""Clean exits when a signal terminates a command or its output cannot be written."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from truquero.i18n import _
from truquero.i18n.os_errors import reason

TERMINATION_SIGNALS = ("SIGTERM", "SIGHUP")  # sent by the parent process, or when the terminal is closed
OUTPUT_ERRORS = (errno.EPIPE, errno.ENOSPC, errno.EFBIG, errno.EIO)  # errors of writing the output


@contextmanager
def exiting_on_signals() -> Iterator[None]:
    """Turn termination signals into SystemExit. Otherwise the processes of external bots would keep running."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in TERMINATION_SIGNALS if hasattr(signal, name)]
    unhandled = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in unhandled:
        signal.signal(number, _exit)
    try:
        yield
    finally:
        for number in unhandled:
            signal.signal(number, signal.SIG_DFL)


def _exit(number: int, _frame: object) -> None:
    sys.exit(128 + number)


@contextmanager
def flushing_output() -> Iterator[None]:
    """Flush standard output at the end.

    A broken pipe, as with `head`, ends the command with status 0. Other write errors, such as a full disk, are
    reported and end it with status 1.
    """
    try:
        try:
            yield
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except OSError as error:
        if error.errno not in OUTPUT_ERRORS:
            raise
        _discard_output()
        if isinstance(error, BrokenPipeError):
            sys.exit(0)
        message = _("cannot write the output: {reason}").format(reason=reason(error))
        print(f"truquero: {message}", file=sys.stderr)
        sys.exit(1)


def _discard_output() -> None:
    """Redirect standard output to the null device, or Python would flush again at exit and report the error."""
    with suppress(OSError):  # standard output may have no file descriptor
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, sys.stdout.fileno())
        os.close(null_device)
