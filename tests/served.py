"""A real server on loopback for tests, and pages that talk to it."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from queue import Empty, Queue
from secrets import token_hex
from typing import Any, Protocol, Self

import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tools.page_secrets import PageSecrets
from truquero.notation.chance import SECRET
from truquero.server.environment import Environment
from truquero.server.room.thinking import Thinkers
from truquero.server.services import Services, services_for
from truquero.server.settings import SQLITE, Settings
from truquero.server.start import config_of

PATIENCE = 20.0  # seconds


def settings_in(folder: Path, **others: Any) -> Settings:
    """A server that loses no time, and keeps its tables in a folder."""
    quick: dict[str, Any] = {"pace": 0.0, "courtesy": 0.0, "rest": 0.0, "grace": 0.3, "workers": 1}
    quick |= {
        "messages": (10_000, 1.0),
        "heavy_messages": (10_000, 1.0),
        "onlookers": (10_000, 1.0),
        "frames": (20_000, 1.0),
    }
    quick |= {"requests": (10_000, 1.0), "database": f"{SQLITE}{folder / 'tables.sqlite3'}", "secret": b"test"}
    return Settings(**(quick | others))


class Served:
    """A server in a thread of its own."""

    def __init__(
        self, settings: Settings, environment: Environment | None = None, thinkers: Thinkers | None = None
    ) -> None:
        self.services: Services = services_for(settings, environment, thinkers)
        self.listening = socket.create_server(("127.0.0.1", 0))
        # As the lines of the real server: what is short is sent at once, and does not wait 40 ms for more.
        self.listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port: int = self.listening.getsockname()[1]
        self._server = uvicorn.Server(config_of(settings, self.services))
        self._thread = threading.Thread(target=lambda: asyncio.run(self._server.serve([self.listening])))

    def __enter__(self) -> Self:
        self._thread.start()
        waited = threading.Event()
        while not self._server.started and self._thread.is_alive():
            waited.wait(0.02)
        assert self._server.started
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self.listening.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Serving(Protocol):
    """A server, wherever it runs."""

    @property
    def port(self) -> int: ...

    @property
    def address(self) -> str: ...


class Visitor:
    """Somebody with a browser: cookies, and the token that goes with them."""

    def __init__(self, served: Serving, name: str = "") -> None:
        self.served = served
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))
        self.guest = self.ask("/api/guest")
        if name:
            self.ask("/api/guest", {"name": name}, method="PUT")

    def ask(self, path: str, body: object = None, method: str | None = None, **headers: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        token = {"X-CSRF-Token": self.guest["token"]} if data is not None else {}
        asked = urllib.request.Request(
            self.served.address + path,
            data,
            {"Content-Type": "application/json", "Accept-Language": "en", **token, **headers},
            method=method,
        )
        with self._opener.open(asked, timeout=PATIENCE) as answer:
            text = answer.read().decode()
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else text

    @property
    def cookies(self) -> str:
        return "; ".join(f"{one.name}={one.value}" for one in self._jar)

    def open_table(self, **asked: Any) -> str:
        return str(self.ask("/api/tables", asked)["id"])

    @contextmanager
    def page(
        self, table: str, lang: str | None = None, origin: str = "", *, fair: bool = True, **headers: str
    ) -> Iterator[PageOf]:
        """A page that is open. Without `fair` it takes no part in fair deals."""
        url = f"ws://127.0.0.1:{self.served.port}/api/tables/{table}/socket"
        own = {"Cookie": self.cookies, **headers}
        from_page = Origin(origin or self.served.address)
        # What a test does not read must not keep the line from being closed.
        with connect(url, additional_headers=own, origin=from_page, max_queue=None) as line:
            page = PageOf(line, table if fair else "")
            page.done("hello", lang=lang)  # what is told before the answer is not all there is
            yield page


class PageOf:
    """A page: everything it was sent, and the table as it sees it.

    Its part in fair deals is done by a thread of its own, as a browser does it: also while a test looks elsewhere.
    """

    def __init__(self, line: ClientConnection, table: str = "") -> None:
        """Without a table the page takes no part in fair deals."""
        self.line = line
        self.seen: dict[str, Any] = {}
        self.frames: list[str] = []
        self.answers: dict[int, dict[str, Any]] = {}
        self.news: list[dict[str, Any]] = []
        self._number = 0
        self._speaking = threading.Lock()
        self._queue: Queue[str | ConnectionClosed] = Queue()
        self._secrets = PageSecrets(table, partial(token_hex, SECRET)) if table else None
        self._by_itself: set[int] = set()  # numbers of messages that no test has sent
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        known: dict[str, Any] = {}
        try:
            for frame in self.line:
                assert isinstance(frame, str)
                message = json.loads(frame)
                if message["type"] == "seen":
                    known |= message
                    self._take_part(known)
                if message.get("id") not in self._by_itself:
                    self._queue.put(frame)
            self.line.recv()  # closed in good order, which this tells
        except ConnectionClosed as closed:
            self._queue.put(closed)

    def _take_part(self, known: dict[str, Any]) -> None:
        for message in () if self._secrets is None else self._secrets.answers(known):
            with self._speaking:
                self._number += 1
                self._by_itself.add(self._number)
                self.line.send(json.dumps({**message, "id": self._number}))

    def say(self, kind: str, **more: Any) -> int:
        with self._speaking:
            self._number += 1
            self.line.send(json.dumps({"type": kind, "id": self._number, **more}))
            return self._number

    def skip_to(self, number: int) -> None:
        """The next message has a higher number than this."""
        with self._speaking:
            self._number = number

    def done(self, kind: str, **more: Any) -> dict[str, Any]:
        """Say something, and wait for the answer to it."""
        number = self.say(kind, **more)
        self.until(lambda: number in self.answers)
        return self.answers[number]

    def receive(self) -> dict[str, Any]:
        try:
            frame = self._queue.get(timeout=PATIENCE)
        except Empty:
            raise TimeoutError from None
        if isinstance(frame, ConnectionClosed):
            self._queue.put(frame)
            raise frame
        self.frames.append(frame)
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == "seen":
            self.seen |= message
            self.news += message.get("news", [])
        elif message["type"] in ("done", "refused"):
            self.answers[message["id"]] = message
        return message

    def until(self, met: Callable[[], bool]) -> None:
        while not met():
            self.receive()

    # ------------------------------------------------------------------------------------------------------- playing

    @property
    def version(self) -> int:
        return int(self.seen["version"])

    @property
    def phase(self) -> str:
        return str(self.seen["table"]["phase"])

    @property
    def choices(self) -> list[str]:
        hand = self.seen.get("hand")
        return [one["code"] for one in hand.get("choices", ())] if hand else []

    @property
    def cuts(self) -> bool:
        deal = self.seen.get("deal")
        return bool(deal and deal["waits"] and deal["cutter"] == self.seen["you"].get("seat"))

    def act(self) -> bool:
        """Do the first thing that may be done; False where there is nothing."""
        if self.cuts:
            self.done("cut", version=self.version, cards=0)
        elif self.choices:
            cards = [code for code in self.choices if code[:1].isdigit()]
            self.done("move", version=self.version, move=(cards or self.choices)[0])
        else:
            return False
        return True

    def play(self, until: Callable[[], bool]) -> None:
        while not until():
            if not self.act():
                self.receive()
