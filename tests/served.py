"""A real server on loopback for tests, and pages that talk to it."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import urllib.request
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from itertools import count
from pathlib import Path
from queue import Empty, Queue
from random import Random
from typing import Any, Protocol, Self, TypeVar

import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.environment import ManualTime, SeededRandomness, TimeControl, environment_of
from tests.scripted import Counted, InLoop
from tools.page_secrets import PageSecrets
from truquero.notation.chance import SECRET
from truquero.server.environment import Environment
from truquero.server.room.thinking import Thinkers
from truquero.server.services import Services, services_for
from truquero.server.settings import SQLITE, Settings
from truquero.server.start import config_of

Result = TypeVar("Result")
PATIENCE = 120.0  # seconds of the machine after which a test is taken to hang
LONGEST = 3600.0  # seconds of the server's time in which nothing that a test waits for has happened
NEVER = (1_000_000, 1.0)  # a limit that nobody reaches
PACE, GRACE = 0.7, 20.0  # seconds, of the server's time

_starts: Counter[str] = Counter()  # of servers, by their database
_numbers = count()  # for pages of servers in other processes


def settings_in(folder: Path, **others: Any) -> Settings:
    """A server that keeps its tables in a folder, and has no limits unless a test sets them."""
    usual: dict[str, Any] = {
        "pace": PACE,
        "courtesy": 0.0,
        "rest": 0.0,
        "grace": GRACE,
        "workers": 1,
        "secret": b"test",
    }
    usual |= dict.fromkeys(("messages", "heavy_messages", "onlookers", "requests", "frames"), NEVER)
    usual |= {"database": f"{SQLITE}{folder / 'tables.sqlite3'}"}
    return Settings(**(usual | others))


class Served:
    """A server in a thread of its own.

    Its time stands still unless the test moves it, or waits for a message (`PageOf.receive`) that only comes later: so
    bots, clocks and people act in the same order in every run. Random numbers repeat too, and the bots think in the
    server's event loop.
    """

    def __init__(
        self, settings: Settings, environment: Environment | None = None, thinkers: Thinkers | None = None
    ) -> None:
        _starts[settings.database] += 1  # a second server of a database draws other ids
        environment = environment or environment_of(f"server {_starts[settings.database]}")[0]
        self._thinkers = Counted(thinkers or InLoop(settings.secret))
        self.services: Services = services_for(settings, environment, self._thinkers)
        self.listening = socket.create_server(("127.0.0.1", 0))
        # As the lines of the real server: what is short is sent at once, and does not wait 40 ms for more.
        self.listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port: int = self.listening.getsockname()[1]
        self._server = uvicorn.Server(config_of(settings, self.services))
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._loop: asyncio.AbstractEventLoop | None = None
        self.pages: list[PageOf] = []  # those that are open
        self.page_numbers = count()  # their secrets repeat in every run

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._server.serve([self.listening])

    def __enter__(self) -> Self:
        self._thread.start()
        waited = threading.Event()
        while not self._server.started and self._thread.is_alive():
            waited.wait(0.01)
        assert self._server.started
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self.listening.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def begin(self, seed: str) -> None:
        """Begin anew with the random numbers, for a test that shares the server with others."""
        randomness = self.services.environment.randomness
        assert isinstance(randomness, SeededRandomness)
        randomness.begin(seed)

    # ---------------------------------------------------------------------------------------------------------- time

    @property
    def time(self) -> ManualTime | None:
        """The time to be moved; None where it is the machine's."""
        source = self.services.environment.time
        return source if isinstance(source, ManualTime) else None

    def settle(self) -> None:
        """Wait until the server and the pages have done all they can do without time passing or the test."""
        for page in self.pages:
            page.flush()
        self._in_loop(self._control.settle())
        while sum(page.take_part() for page in self.pages):  # all of them
            self._in_loop(self._control.settle())

    def advance(self, seconds: float) -> None:
        """Let time pass. Whatever is due on the way happens at its moment, with all that follows from it."""
        self.settle()
        self._in_loop(self._control.advance(seconds))
        self.settle()

    def step(self) -> float:
        """Move on to the next moment at which something happens by itself, and return how many seconds that took."""
        return self._in_loop(self._control.step())

    @property
    def _control(self) -> TimeControl:
        assert self.time is not None, "this server has the time of the machine, which nobody moves"
        return TimeControl(self.time, lambda: self.services.hall.rooms, self._thinkers)

    def _in_loop(self, work: Coroutine[Any, Any, Result]) -> Result:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)


class Serving(Protocol):
    """A server, wherever it runs."""

    @property
    def port(self) -> int: ...

    @property
    def address(self) -> str: ...


def open_line(served: Serving, table: str, cookies: str, origin: str = "", **about: Any) -> ClientConnection:
    """A WebSocket to a table. Its timeouts only fail a test that hangs: a server whose bots think in its event loop may
    be silent for longer than the usual ones allow."""
    line: ClientConnection = connect(
        f"ws://127.0.0.1:{served.port}/api/tables/{table}/socket",
        additional_headers={"Cookie": cookies, **about.pop("headers", {})},
        origin=Origin(origin or served.address),
        open_timeout=PATIENCE,
        ping_interval=None,
        **about,
    )
    return line


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
        # What a test does not read must not keep the line from being closed.
        with open_line(self.served, table, self.cookies, origin, headers=headers, max_queue=None) as line:
            served = self.served if isinstance(self.served, Served) else None
            page = PageOf(line, table if fair else "", served)
            try:
                page.done("hello", lang=lang)  # what is told before the answer is not all there is
                yield page
            finally:
                page.close()


class PageOf:
    """A page: everything it was sent, and the table as it sees it.

    Its part in fair deals is done without the test, as a browser does it: by a thread of its own, or, where the test
    moves the server's time, whenever time is about to pass.
    """

    def __init__(self, line: ClientConnection, table: str = "", served: Served | None = None) -> None:
        """Without a table the page takes no part in fair deals."""
        self.line = line
        self._served = served if served is not None and served.time is not None else None
        self.seen: dict[str, Any] = {}
        self.frames: list[str] = []
        self.answers: dict[int, dict[str, Any]] = {}
        self.news: list[dict[str, Any]] = []
        self._number = 0
        self._speaking = threading.Lock()
        self._queue: Queue[str | ConnectionClosed] = Queue()
        numbers = _numbers if self._served is None else self._served.page_numbers
        chance = Random(f"page {next(numbers)}")
        self._secrets = PageSecrets(table, lambda: chance.randbytes(SECRET).hex()) if table else None
        self._by_itself: set[int] = set()  # numbers of messages that no test has sent
        self._known: dict[str, Any] = {}  # the table as it is told, also where no test has looked at it
        self._is_closed = False
        self._is_flushed = True  # the server has read what the page has said
        if self._served is None:
            threading.Thread(target=self._listen, daemon=True).start()
        else:
            self._served.pages.append(self)

    def _listen(self) -> None:
        while not self._is_closed:
            self._take_in(None)

    def _take_in(self, timeout: float | None) -> bool:
        """Take in a message of the server, and do the page's part in fair deals; False where there is none."""
        if self._is_closed:
            return False
        try:
            frame = self.line.recv(timeout)
        except TimeoutError:
            return False
        except ConnectionClosed as closed:
            self._is_closed = True
            self._queue.put(closed)
            return False
        assert isinstance(frame, str)
        message = json.loads(frame)
        if message["type"] == "seen":
            self._known |= message
            self._take_part()
        if message.get("id") not in self._by_itself:
            self._queue.put(frame)
        return True

    def _take_part(self) -> None:
        for message in () if self._secrets is None else self._secrets.answers(self._known):
            with self._speaking, suppress(ConnectionClosed):
                self._number += 1
                self._by_itself.add(self._number)
                self._send({**message, "id": self._number})

    def take_part(self) -> bool:
        """Take in what the server has told so far; whether the page has said anything by itself."""
        before = len(self._by_itself)
        self._ping()  # what was sent before the answer to this is here
        while self._take_in(0):
            pass
        return len(self._by_itself) > before

    def say(self, kind: str, **more: Any) -> int:
        with self._speaking:
            self._number += 1
            self._send({"type": kind, "id": self._number, **more})
            return self._number

    def _send(self, message: dict[str, Any]) -> None:
        self.line.send(json.dumps(message))
        self._is_flushed = False

    def flush(self) -> None:
        """Wait until the server has read what the page has said. A message may be on its way although it was sent."""
        if not self._is_flushed:
            self._ping()

    def _ping(self) -> None:
        with suppress(ConnectionClosed):
            assert self.line.ping(ack_on_close=True).wait(PATIENCE)
        self._is_flushed = True

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
        """Wait for a message. Where the server's time stands still it is moved on until one comes."""
        frame = self._next_of_thread() if self._served is None else self._next_frame(self._served)
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

    def _next_of_thread(self) -> str | ConnectionClosed:
        try:
            return self._queue.get(timeout=PATIENCE)
        except Empty:
            raise TimeoutError from None

    def _next_frame(self, served: Served) -> str | ConnectionClosed:
        passed = 0.0
        while passed < LONGEST:
            if self._queue.empty():
                served.settle()
            if not self._queue.empty():
                return self._queue.get()
            passed += served.step()
        raise AssertionError("nothing more is told to this page, however long it waits")

    def close(self) -> None:
        """Take no more part in anything. The line is closed by whoever opened it."""
        if self._served is not None:
            self._served.pages.remove(self)

    def catch_up(self) -> None:
        """Read all that the server has told so far, and can tell without time passing."""
        if self._served is not None:
            self._served.settle()
        self.say("ping")
        while self.receive()["type"] != "pong":
            pass

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
