"""A server with its usual limits in a process of its own, and an honest player who measures how fast it answers."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Origin

START_SECONDS = 60.0


class Guest:
    """Somebody with a cookie of the server."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))
        self.token = str(self.ask("/api/guest")["token"])

    def ask(self, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} | ({} if body is None else {"X-CSRF-Token": self.token})
        asked = urllib.request.Request(self._address + path, data, headers)
        with self._opener.open(asked, timeout=START_SECONDS) as answer:
            return json.loads(answer.read())

    @property
    def cookies(self) -> str:
        return "; ".join(f"{one.name}={one.value}" for one in self._jar)

    def open_table(self, **asked: object) -> str:
        usual = {"variant": "argentino", "players": 2, "bots": "azar", "public": True}
        return str(self.ask("/api/tables", usual | asked)["id"])


class Victim:
    """The server that is attacked."""

    def __init__(self, port: int, process: subprocess.Popen[str], log: Path) -> None:
        self.port, self._process, self._log = port, process, log
        self.address = f"http://127.0.0.1:{port}"

    @property
    def mebibytes(self) -> float:
        """What the process holds in memory (Linux)."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else 0.0

    @property
    def log_lines(self) -> int:
        return self._log.read_text().count("\n")

    def url(self, table: str) -> str:
        return f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"

    def line(self, guest: Guest, table: str, **about: Any) -> connect:
        """A WebSocket of a guest to a table."""
        headers = {"Cookie": guest.cookies}
        return connect(self.url(table), additional_headers=headers, origin=Origin(self.address), **about)


@contextmanager
def victim(open_files: int | None = None) -> Iterator[Victim]:
    """Start a server as a user would. `open_files` limits what it may have open."""
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
            assert port, log.read_text()
            yield Victim(int(port[1]), process, log)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()


async def answer_times(served: Victim, guest: Guest, table: str, seconds: float) -> list[float]:
    """Ask the table something every 50 ms and return how long each answer took, in milliseconds."""
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
            await asyncio.sleep(0.3)
    return times


def told(times: list[float]) -> str:
    if not times:
        return "no answer"
    return f"{len(times)} answers, median {median(times):.1f} ms, longest {max(times):.1f} ms"
