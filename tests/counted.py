"""Counts the work that something takes. Unlike time it does not depend on the machine."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def _without_garbage() -> Iterator[None]:
    """What other tests have left is collected before, and not in the middle of what is counted."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def calls_of(work: Callable[[], object]) -> int:
    """How many functions of Python are called, and generators resumed."""
    count = 0

    def note(_frame: FrameType, event: str, _about: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    with _without_garbage():
        sys.setprofile(note)
        try:
            work()
        finally:
            sys.setprofile(before)
    return count


def instructions_of(work: Callable[[], object]) -> int:
    """How many instructions of Python are carried out."""
    count = 0

    def note(frame: FrameType, event: str, _about: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return note

    before = sys.gettrace()
    with _without_garbage():
        sys.settrace(note)
        try:
            work()
        finally:
            sys.settrace(before)
    return count
