"""Counts of calls and instructions. Unlike times, they do not depend on the machine."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def _garbage_collector_off() -> Iterator[None]:
    """Disable the garbage collector, so that the calls of finalizers of other tests are not counted."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def calls_of(work: Callable[[], object]) -> int:
    """Return the number of calls of Python functions, including resumed generators."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    previous = sys.getprofile()
    with _garbage_collector_off():
        sys.setprofile(note)
        try:
            work()
        finally:
            sys.setprofile(previous)
    return count


def instructions_of(work: Callable[[], object]) -> int:
    """Return the number of executed bytecode instructions."""
    count = 0

    def note(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return note

    previous = sys.gettrace()
    with _garbage_collector_off():
        sys.settrace(note)
        try:
            work()
        finally:
            sys.settrace(previous)
    return count
