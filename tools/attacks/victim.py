"""A server with its usual limits in its own process, and an honest player who measures its response times."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Origin

START_SECONDS = 60.0
EXTRA_SECONDS = 300.0  # seconds that an attack may take beyond its planned duration
MESSAGE_INTERVAL = 0.35  # seconds between two messages of a guest; the server refuses more than 40 in ten seconds

ATTACKER_ADDRESS = "127.0.0.2"  # limits per address then do not affect the honest player (Linux)

Attack = Callable[["Victim", float], Coroutine[Any, Any, None]]


class Guest:
    """A client with a cookie of the server."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))
        self.token = str(self.ask("/api/guest")["token"])

    def ask(self, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} | ({} if body is None else {"X-CSRF-Token": self.token})
        request = urllib.request.Request(self._address + path, data, headers)
        with self._opener.open(request, timeout=START_SECONDS) as answer:
            return json.loads(answer.read())

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    def open_table(self, **settings: object) -> str:
        usual = {"variant": "argentino", "players": 2, "bots": "azar", "public": True}
        return str(self.ask("/api/tables", usual | settings)["id"])


class Target:
    """A server on this machine, as its clients reach it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.address = f"http://127.0.0.1:{port}"

    def url(self, table: str) -> str:
        return f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"

    def line(self, guest: Guest, table: str, **connect_options: Any) -> connect:
        """Return a WebSocket connection of a guest to a table."""
        headers = {"Cookie": guest.cookies}
        return connect(self.url(table), additional_headers=headers, origin=Origin(self.address), **connect_options)


class Victim(Target):
    """The server that is attacked, with its use of memory, CPU and log."""

    def __init__(self, port: int, process: subprocess.Popen[str], log: Path) -> None:
        super().__init__(port)
        self.process, self._log = process, log

    @property
    def mebibytes(self) -> float:
        """The resident memory of the process (Linux)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        size = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(size[1]) / 1024 if size else 0.0

    @property
    def processor_seconds(self) -> float:
        """The CPU time of the process so far (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def log_lines(self) -> int:
        return self._log.read_text().count("\n")


@contextmanager
def victim(open_files: int | None = None) -> Iterator[Victim]:
    """Start a server as a user would. `open_files` limits the number of its open files."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "server.log")
        command = [sys.executable, "-m", "truquero", "serve", "--no-browser", "--port", "0"]
        limit = None if open_files is None else f'ulimit -n {open_files}; exec "$@"'
        with log.open("w") as errors:
            process = subprocess.Popen(
                command if limit is None else ["bash", "-c", limit, "bash", *command],
                env=os.environ | {"TRUQUERO_DATA": folder, "TRUQUERO_LANG": "en"},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert process.stdout is not None
        try:
            port = re.search(r":(\d+)/", process.stdout.readline())
            if port is None:
                sys.exit(f"the server does not start: {' '.join(log.read_text().splitlines()[-1:])}")
            yield Victim(int(port[1]), process, log)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()


def connect_from_elsewhere(
    served: Target, address: str = ATTACKER_ADDRESS, receive_buffer: int | None = None, timeout: float = START_SECONDS
) -> socket.socket:
    """Connect from an address other than the honest player's. `receive_buffer` is the size of the buffer in bytes."""
    line = socket.socket()
    try:
        line.settimeout(timeout)
        if receive_buffer is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        line.bind((address, 0))
        line.connect(("127.0.0.1", served.port))
    except OSError:
        line.close()
        raise
    return line


async def answer_times(served: Victim, guest: Guest, table: str, seconds: float) -> list[float]:
    """Send pings for some seconds, each a moment after the last answer. Return all response times in milliseconds."""
    times: list[float] = []
    until = time.monotonic() + seconds
    async with served.line(guest, table, max_queue=None) as line:
        number = 0
        while time.monotonic() < until:
            number += 1
            began = time.perf_counter()
            await line.send(json.dumps({"type": "ping", "id": number}))
            while json.loads(await line.recv()).get("id") != number:
                pass
            times.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(MESSAGE_INTERVAL)
    return times


def summary(times: list[float]) -> str:
    if not times:
        return "no answer"
    return f"{len(times)} answers, median {median(times):.1f} ms, longest {max(times):.1f} ms"


def run(attack: Attack, help_text: str | None, seconds: float) -> None:
    """Run an attack as a command, on a new server. `help_text` describes it, `seconds` its default duration."""
    parser = argparse.ArgumentParser(description=help_text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=seconds, help=f"how long it lasts (default: {seconds:g})")
    options = parser.parse_args()

    async def attacked(served: Victim) -> None:
        async with asyncio.timeout(options.seconds + EXTRA_SECONDS):
            await attack(served, options.seconds)

    with victim() as served:
        asyncio.run(attacked(served))
