"""A server in a process of its own for those who mean it ill, and a table at which honest people play on."""

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

from tests.served import NEVER, PATIENCE, PageOf, Serving, Visitor, settings_in
from truquero.server import start

ROOT = Path(__file__).parent.parent
START = "import sys, pathlib; from tests.hostile import serve; serve(pathlib.Path(sys.argv[1]))"
SECRET = "nobody will guess this"
# The limits are the usual ones, but for requests: here all come from one address.
USUAL: dict[str, Any] = {"messages": (40, 10.0), "heavy_messages": (12, 10.0), "onlookers": (200, 10.0)}
CARD = re.compile(r"\b(?:1[0-2]|[1-9])[ebcoEBCO]\b")
NAMES = re.compile(r"(?:guest|table) [\w-]+")  # they are drawn, and may look like anything


def serve(folder: Path) -> None:
    """This runs in the process. Honest people play on between the attacks, as fast as they can: that is no flood. Every
    line of the log is looked at, so none is left out."""
    settings = settings_in(
        folder, **USUAL | {"messages": NEVER}, secret=SECRET.encode(), pace=0.0, grace=PATIENCE, port=0
    )
    start.LINES_LOGGED = (1_000_000, 1.0)
    start.serve(settings, browser=False)


class Besieged:
    """The server, and what it has written to its log."""

    def __init__(self, port: int, log: Path) -> None:
        self.port, self._log = port, log
        self._read = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self._log.read_text()

    def has_logged(self, words: str) -> bool:
        """Whether a line with these words was written after the last that was found; that may take a moment."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            lines = self.log[self._read :].splitlines(keepends=True)
            for count, line in enumerate(lines, 1):
                if words in line:
                    self._read += sum(map(len, lines[:count]))
                    return True
            time.sleep(0.01)
        return False

    def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """A request as it stands: nothing in its path is made right."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            line.request(method, path, body or None, named)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()


@contextmanager
def besieged(folder: Path) -> Iterator[Besieged]:
    """In the end its log holds no card, no secret, and nothing that went wrong within."""
    log = folder / "server.log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", START, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True
        )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        port = re.search(r":(\d+)/", said)
        assert port, log.read_text()
        yield Besieged(int(port[1]), log)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    written = log.read_text()
    assert SECRET not in written
    assert "Traceback" not in written
    assert CARD.findall(NAMES.sub("", written)) == []


class AtTable:
    """Ana, who plays against a bot, and what she sees."""

    def __init__(self, ana: Visitor, table: str, page: PageOf) -> None:
        self.ana, self.table, self.page = ana, table, page

    def goes_on(self) -> None:
        """Nothing has happened to her: she moves, and is answered."""
        page, acted = self.page, 0
        while acted < 2:
            if page.phase == "over":  # azar may have staked all it had
                page.done("begin")
            elif page.act():
                acted += 1
            else:
                page.receive()
        refused = [answer for answer in page.answers.values() if answer.get("code", "late") != "late"]
        assert refused == [], refused


@contextmanager
def at_table(served: Serving, **asked: Any) -> Iterator[AtTable]:
    ana = Visitor(served, "Ana")
    table = ana.open_table(**{"variant": "argentino", "players": 2, "alone": True, "bots": "azar"} | asked)
    with ana.page(table) as page:
        page.until(lambda: page.cuts or bool(page.choices))  # until then the table goes on by itself
        yield AtTable(ana, table, page)


def until_closed(page: PageOf) -> int | None:
    """The code with which the server closes the line of a page."""
    from websockets.exceptions import ConnectionClosed

    try:
        while True:
            page.receive()
    except ConnectionClosed:
        return page.line.close_code
