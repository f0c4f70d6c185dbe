"""How a command ends before its time: told to, or because nobody takes what it writes."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from truquero.language import _
from truquero.language.system import reason

TOLD_TO_END = ("SIGTERM", "SIGHUP")  # by whoever started it, or because its terminal was closed
NOT_TAKEN = (errno.EPIPE, errno.ENOSPC, errno.EFBIG, errno.EIO)  # what was written


@contextmanager
def ending_tidily() -> Iterator[None]:
    """A signal to end leaves whatever is going on as an exception does: otherwise programs at a table would stay."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in TOLD_TO_END if hasattr(signal, name)]
    usual = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in usual:
        signal.signal(number, _leave)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


def _leave(number: int, _frame: object) -> None:
    sys.exit(128 + number)


@contextmanager
def writing_all() -> Iterator[None]:
    """Whatever was printed is put out before the end. A reader such as `head` that has had enough is a good end; a disk
    that is full is told."""
    try:
        try:
            yield
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except OSError as error:
        if error.errno not in NOT_TAKEN:
            raise
        _write_nowhere()
        if isinstance(error, BrokenPipeError):
            sys.exit(0)
        about = _("what it prints cannot be written: {reason}").format(reason=reason(error))
        print(f"truquero: {about}", file=sys.stderr)
        sys.exit(1)


def _write_nowhere() -> None:
    """Otherwise Python would try again as it ends, and complain."""
    with suppress(OSError):  # where standard output is no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
