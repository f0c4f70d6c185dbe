"""Programs that play as bots, for tests. Each test generates a program with the behaviour it needs."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

from truquero import Match
from truquero.bots import Azar, MatchRunner
from truquero.bots.protocol.process_bot import ProcessBot

PATIENT = 120.0  # seconds: long enough for programs that answer, even on a busy machine
IMPATIENT = 0.3

# A program that plays the last of its legal moves. The code at `{}` changes its behaviour.
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


def program(folder: Path, code: str) -> str:
    """Write a program that runs the code `deed` for each message, and return its command line."""
    path = folder / "program.py"
    path.write_text(PLAYER.format("\n".join(f"    {line}" for line in dedent(code).strip().splitlines())))
    return f"{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}"


def asks_for(*wishes: str) -> str:
    """Return the code of a program that asks for more messages than requests for a move."""
    answer = {"type": "ready", **dict.fromkeys(wishes, True)}
    return f"if kind == 'start':\n    say({answer})\n    continue\n"


def play_to_the_end(bot: ProcessBot, match: Match) -> None:
    """Play a whole match: the program in seat 1 against random players."""
    seats = range(1, match.players + 1)
    with MatchRunner(match, {seat: bot if seat == 1 else Azar(seat) for seat in seats}) as runner:
        runner.play()
    assert match.over


def is_running(pid: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends_soon(pid: int) -> bool:
    return comes_soon(lambda: not is_running(pid))


def comes_soon(condition: Callable[[], bool]) -> bool:
    """Wait until a condition holds. Return False if it does not within a long timeout."""
    deadline = time.monotonic() + PATIENT
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
