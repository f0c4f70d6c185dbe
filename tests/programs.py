"""Programs that play as bots, for tests: written on the spot, each with a way of its own."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

from truquero import Match
from truquero.bots import Azar, Sitting
from truquero.bots.process import ProcessBot

PATIENT = 120.0  # seconds for programs that do answer, however busy the machine is
IMPATIENT = 0.3

# A program that plays the last of its moves; what it does otherwise stands where `{}` is.
PLAYER = """
import json, os, signal, sys, time

def say(answer):
    sys.stdout.write(json.dumps(answer) + "\\n")
    sys.stdout.flush()

turns = 0
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "end":
        break
    turns += kind == "turn"
{}
    if kind == "start":
        say({{"type": "ready", "name": "prueba"}})
    elif kind == "turn":
        say({{"move": message["moves"][-1]}})
"""


def program(folder: Path, deed: str) -> str:
    """The command of a program that does something on each line it hears."""
    path = folder / "program.py"
    path.write_text(PLAYER.format("\n".join(f"    {one}" for one in dedent(deed).strip().splitlines())))
    return f"{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}"


def asks_for(*wishes: str) -> str:
    """What a program does that wants more than questions for a move."""
    answer = {"type": "ready", **dict.fromkeys(wishes, True)}
    return f"if kind == 'start':\n    say({answer})\n    continue\n"


def played(bot: ProcessBot, match: Match) -> None:
    """The whole match, the program against players who move at random."""
    seats = range(1, match.players + 1)
    with Sitting(match, {seat: bot if seat == 1 else Azar(seat) for seat in seats}) as sitting:
        sitting.play()
    assert match.over


def is_running(pid: int) -> bool:
    """Whether a process is there, and is no corpse that waits for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends_soon(pid: int) -> bool:
    return comes_soon(lambda: not is_running(pid))


def comes_soon(met: Callable[[], bool]) -> bool:
    """Wait until a condition holds; False where it does not however long a busy machine takes."""
    deadline = time.monotonic() + PATIENT
    while not met():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
