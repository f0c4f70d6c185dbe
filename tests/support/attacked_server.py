"""A server in its own process for tests of attacks, and a table at which an honest player continues to play."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.served import NEVER, PATIENCE, PageOf, Serving, Visitor, settings_in
from truquero.server import start

ROOT = Path(__file__).parents[2]
START = "import sys, pathlib; from tests.support.attacked_server import serve; serve(pathlib.Path(sys.argv[1]))"
SECRET = "nobody will guess this"
# The limits are the usual ones, except that of requests: here all requests come from one address.
USUAL: dict[str, Any] = {"messages": (40, 10.0), "heavy_messages": (12, 10.0), "onlookers": (200, 10.0)}
CARD = re.compile(r"\b(?:1[0-2]|[1-9])[ebcoEBCO]\b")
NAMES = re.compile(r"(?:guest|table) [\w-]+")  # these ids are random and may look like cards


def serve(folder: Path) -> None:
    """Run the server, in its own process.

    Messages are not limited, because the honest player plays between the attacks as fast as possible. The limit of the
    log is lifted too, because tests check every line of it."""
    settings = settings_in(
        folder, **USUAL | {"messages": NEVER}, secret=SECRET.encode(), bot_time=0.0, grace=PATIENCE, port=0
    )
    start.LINES_LOGGED = (1_000_000, 1.0)
    start.serve(settings, browser=False)


class AttackedServer:
    """The server under attack, and its log."""

    def __init__(self, port: int, log: Path) -> None:
        self.port, self._log = port, log
        self._read = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self._log.read_text()

    def has_logged(self, text: str) -> bool:
        """Wait for a log line with these words after the last line found. Return whether it was written in time."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            lines = self.log[self._read :].splitlines(keepends=True)
            for count, line in enumerate(lines, 1):
                if text in line:
                    self._read += sum(map(len, lines[:count]))
                    return True
            time.sleep(0.01)
        return False

    def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """Send a request without normalising its path. Return the status and the body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            header_fields = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body or None, header_fields)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


@contextmanager
def attacked_server(folder: Path) -> Iterator[AttackedServer]:
    """Start a server. At the end check that its log contains no card, no secret and no traceback."""
    log = folder / "server.log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", START, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True
        )
    try:
        assert process.stdout is not None
        first_line = process.stdout.readline()
        port = re.search(r":(\d+)/", first_line)
        assert port, log.read_text()
        yield AttackedServer(int(port[1]), log)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    log_text = log.read_text()
    assert SECRET not in log_text
    assert "Traceback" not in log_text
    assert CARD.findall(NAMES.sub("", log_text)) == []


class AtTable:
    """Ana, an honest player against a bot, with her table and page."""

    def __init__(self, ana: Visitor, table: str, page: PageOf) -> None:
        self.ana, self.table, self.page = ana, table, page

    def check_play(self) -> None:
        """Check that Ana can still play: she acts twice, and no action is refused except as late."""
        page, acted = self.page, 0
        while acted < 2:
            if page.phase == "over":  # azar may bet the whole game
                page.request("start-match")
            elif page.act():
                acted += 1
            else:
                page.receive()
        refused = [answer for answer in page.answers.values() if answer.get("code", "late") != "late"]
        assert refused == [], refused


@contextmanager
def at_table(served: Serving, **settings: Any) -> Iterator[AtTable]:
    ana = Visitor(served, "Ana")
    table = ana.open_table(**{"variant": "argentino", "players": 2, "starts_at_once": True, "bots": "azar"} | settings)
    with ana.page(table) as page:
        page.until(lambda: page.must_cut or bool(page.choices))  # before that the table acts without Ana
        yield AtTable(ana, table, page)


def until_closed(page: PageOf) -> int | None:
    """Wait until the server closes the connection of a page, and return the close code."""
    from websockets.exceptions import ConnectionClosed

    try:
        while True:
            page.receive()
    except ConnectionClosed:
        return page.connection.close_code
