"""A real server on the loopback interface for tests, and clients that connect to it."""

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

from tests.support.environments import ManualTime, SeededRandomness, TimeControl, environment_of
from tests.support.scripted_bots import Counted, InLoop
from tools.page_secrets import PageSecrets
from truquero.records.fair_deals import SECRET
from truquero.server.assembly import create_services
from truquero.server.environment import Environment
from truquero.server.page_protocol import PROTOCOL
from truquero.server.services import Services
from truquero.server.settings import SQLITE, Settings
from truquero.server.start import config_of
from truquero.server.tables.bot_pool import BotPool

Result = TypeVar("Result")
PATIENCE = 300.0  # seconds of real time after which a test counts as hanging
LONGEST = 3600.0  # seconds of server time after which a wait for a message fails
NEVER = (1_000_000, 1.0)  # a limit that no test reaches
SHORTEST_THOUGHT, GRACE = 0.5, 20.0  # seconds of server time; a bot takes longer for every move

_starts: Counter[str] = Counter()  # starts of servers, by their database
_numbers = count()  # for pages of servers in other processes


def settings_in(folder: Path, **overrides: Any) -> Settings:
    """Return settings of a server that stores its tables in a folder, without limits unless a test sets them."""
    usual: dict[str, Any] = {
        "rest": 0.0,
        "grace": GRACE,
        "workers": 1,
        "secret": b"test",
    }
    usual |= dict.fromkeys(
        ("messages", "heavy_messages", "onlookers", "requests", "frames", "new_tables", "renames"), NEVER
    )
    usual |= {"database": f"{SQLITE}{folder / 'tables.sqlite3'}"}
    return Settings(**(usual | overrides))


class Served:
    """A server in its own thread.

    Its time stands still unless the test advances it or waits for a message (`PageOf.receive`) that comes only later.
    So bots, clocks and people act in the same order in every run. Random numbers repeat too, and the bots run in the
    server's event loop.
    """

    def __init__(
        self, settings: Settings, environment: Environment | None = None, bot_pool: BotPool | None = None
    ) -> None:
        _starts[settings.database] += 1  # so that a second server on a database generates other ids
        environment = environment or environment_of(f"server {_starts[settings.database]}")[0]
        self._bot_pool = Counted(bot_pool or InLoop(settings.secret))
        self.services: Services = create_services(settings, environment, self._bot_pool)
        self.listener = socket.create_server(("127.0.0.1", 0))
        # As in the real server, send short messages at once instead of waiting up to 40 ms for more data.
        self.listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port: int = self.listener.getsockname()[1]
        config = config_of(settings, self.services)
        config.ws_ping_interval = None  # a page that gets little time on a busy machine is not cut off
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._loop: asyncio.AbstractEventLoop | None = None
        self.pages: list[PageOf] = []  # the open pages
        self.page_numbers = count()  # seeds of the pages' secrets, which repeat in every run

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._server.serve([self.listener])

    def __enter__(self) -> Self:
        self._thread.start()
        pause = threading.Event()
        while not self._server.started and self._thread.is_alive():
            pause.wait(0.01)
        assert self._server.started
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self.listener.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def begin(self, seed: str) -> None:
        """Reset the random numbers, for a test that shares the server with others."""
        randomness = self.services.environment.randomness
        assert isinstance(randomness, SeededRandomness)
        randomness.begin(seed)

    # ---------------------------------------------------------------------------------------------------------- time

    @property
    def time(self) -> ManualTime | None:
        """The manual clock, or None if the server uses real time."""
        source = self.services.environment.time
        return source if isinstance(source, ManualTime) else None

    def settle(self) -> None:
        """Wait until the server and the pages can do nothing more before time passes or the test acts."""
        for page in self.pages:
            page.flush()
        self.in_loop(self._control.settle())
        while sum(page.answer_draws() for page in self.pages):  # `sum`, not `any`: every page must take part
            self.in_loop(self._control.settle())

    def advance(self, seconds: float) -> None:
        """Advance the time. Everything due in between happens at its time, with all its consequences."""
        self.settle()
        self.in_loop(self._control.advance(seconds))
        self.settle()

    def step(self) -> float:
        """Advance to the next time at which something is due, and return the seconds passed."""
        return self.in_loop(self._control.step())

    @property
    def _control(self) -> TimeControl:
        assert self.time is not None, "this server has the time of the machine, which nobody moves"
        return TimeControl(self.time, lambda: self.services.tables.in_memory, self._bot_pool)

    def in_loop(self, work: Coroutine[Any, Any, Result]) -> Result:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)


class Serving(Protocol):
    """A server in this process or in another."""

    @property
    def port(self) -> int: ...

    @property
    def address(self) -> str: ...


def open_socket(served: Serving, table: str, cookies: str, origin: str = "", **options: Any) -> ClientConnection:
    """Open a WebSocket to a table.

    Its timeouts are long and only fail a test that hangs: a server whose bots run in its event loop may be silent for
    longer than the usual timeouts allow."""
    connection: ClientConnection = connect(
        f"ws://127.0.0.1:{served.port}/api/tables/{table}/socket",
        additional_headers={"Cookie": cookies, **options.pop("headers", {})},
        origin=Origin(origin or served.address),
        open_timeout=PATIENCE,
        ping_interval=None,
        **options,
    )
    return connection


class Visitor:
    """An HTTP client with cookies and their CSRF token."""

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
        request = urllib.request.Request(
            self.served.address + path,
            data,
            {"Content-Type": "application/json", "Accept-Language": "en", **token, **headers},
            method=method,
        )
        with self._opener.open(request, timeout=PATIENCE) as answer:
            text = answer.read().decode()
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else text

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    def choose_portrait(self, portrait: str) -> None:
        """Choose a portrait. The usual one depends on the guest's random id, and bots sit in the place of others."""
        self.ask("/api/guest", {"portrait": portrait}, method="PUT")

    def open_table(self, **settings: Any) -> str:
        return str(self.ask("/api/tables", settings)["id"])

    @contextmanager
    def page(
        self, table: str, lang: str | None = None, origin: str = "", *, fair: bool = True, **headers: str
    ) -> Iterator[PageOf]:
        """Open a page at a table. Without `fair` it takes no part in the fair-deal protocol."""
        # The queue is unlimited, so that unread messages do not prevent the connection from closing.
        with open_socket(self.served, table, self.cookies, origin, headers=headers, max_queue=None) as connection:
            served = self.served if isinstance(self.served, Served) else None
            page = PageOf(connection, table if fair else "", served)
            try:
                page.request("hello", lang=lang)  # messages before the answer do not contain the whole state
                yield page
            finally:
                page.close()


class PageOf:
    """The client of a page: all messages that it received, and its view of the table.

    It takes part in the fair-deal protocol without the test, as a browser does: in its own thread, or, if the test
    controls the server's time, whenever time is about to pass.
    """

    def __init__(self, connection: ClientConnection, table: str = "", served: Served | None = None) -> None:
        """Without a table the page takes no part in the fair-deal protocol."""
        self.connection = connection
        self._served = served if served is not None and served.time is not None else None
        self.view: dict[str, Any] = {}
        self.frames: list[str] = []
        self.answers: dict[int, dict[str, Any]] = {}
        self.news: list[dict[str, Any]] = []
        self._number = 0
        self._send_lock = threading.Lock()
        self._queue: Queue[str | ConnectionClosed] = Queue()
        numbers = _numbers if self._served is None else self._served.page_numbers
        chance = Random(f"page {next(numbers)}")
        self._secrets = PageSecrets(table, lambda: chance.randbytes(SECRET).hex()) if table else None
        self._own_message_ids: set[int] = set()  # ids of messages that the page sent without the test
        self._latest_state: dict[str, Any] = {}  # the latest state of the table, which the test may not have read yet
        self._is_closed = False
        self._is_flushed = True  # whether the server has read all messages of the page
        if self._served is None:
            threading.Thread(target=self._listen, daemon=True).start()
        else:
            self._served.pages.append(self)

    def _listen(self) -> None:
        while not self._is_closed:
            self._receive_frame(None)

    def _receive_frame(self, timeout: float | None) -> bool:
        """Receive a message and take part in the fair-deal protocol. Return False if there is no message."""
        if self._is_closed:
            return False
        try:
            frame = self.connection.recv(timeout)
        except TimeoutError:
            return False
        except ConnectionClosed as closed:
            self._is_closed = True
            self._queue.put(closed)
            return False
        assert isinstance(frame, str)
        message = json.loads(frame)
        if message["type"] == "update":
            self._latest_state |= message
            self._answer_draws()
        if message.get("id") not in self._own_message_ids:
            self._queue.put(frame)
        return True

    def _answer_draws(self) -> None:
        for message in () if self._secrets is None else self._secrets.answers(self._latest_state):
            with self._send_lock, suppress(ConnectionClosed):
                self._number += 1
                self._own_message_ids.add(self._number)
                self._send({**message, "id": self._number})

    def answer_draws(self) -> bool:
        """Receive all messages sent so far. Return whether the page has sent protocol messages without the test."""
        before = len(self._own_message_ids)
        self._ping()  # everything sent before its answer has then arrived
        while self._receive_frame(0):
            pass
        return len(self._own_message_ids) > before

    def send(self, kind: str, **more: Any) -> int:
        if kind == "hello":
            more.setdefault("protocol", PROTOCOL)
        with self._send_lock:
            self._number += 1
            self._send({"type": kind, "id": self._number, **more})
            return self._number

    def _send(self, message: dict[str, Any]) -> None:
        self.connection.send(json.dumps(message))
        self._is_flushed = False

    def flush(self) -> None:
        """Wait until the server has read all messages of the page; a sent message may still be in transit."""
        if not self._is_flushed:
            self._ping()

    def _ping(self) -> None:
        with suppress(ConnectionClosed):
            assert self.connection.ping(ack_on_close=True).wait(PATIENCE)
        self._is_flushed = True

    def skip_to(self, number: int) -> None:
        """Make the next message have a higher id than this."""
        with self._send_lock:
            self._number = number

    def request(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a message and return its answer."""
        number = self.send(kind, **more)
        self.until(lambda: number in self.answers)
        return self.answers[number]

    def receive(self) -> dict[str, Any]:
        """Wait for a message and return it. If the server has a manual clock, advance it until a message comes."""
        frame = self._next_of_thread() if self._served is None else self._next_frame(self._served)
        if isinstance(frame, ConnectionClosed):
            self._queue.put(frame)
            raise frame
        self.frames.append(frame)
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == "update":
            self.view |= message
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
        """Stop taking part in the protocol. The code that opened the connection closes it."""
        if self._served is not None:
            self._served.pages.remove(self)

    def catch_up(self) -> None:
        """Read all messages that the server has sent or can send before time passes."""
        if self._served is not None:
            self._served.settle()
        self.send("ping")
        while self.receive()["type"] != "pong":
            pass

    def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            self.receive()

    # ------------------------------------------------------------------------------------------------------- playing

    @property
    def version(self) -> int:
        return int(self.view["version"])

    @property
    def phase(self) -> str:
        return str(self.view["table"]["phase"])

    @property
    def choices(self) -> list[str]:
        hand = self.view.get("hand")
        return [choice["code"] for choice in hand.get("choices", ())] if hand else []

    @property
    def must_cut(self) -> bool:
        deal = self.view.get("deal")
        return bool(deal and deal["awaits_cut"] and deal["cutter"] == self.view["you"].get("seat"))

    def act(self) -> bool:
        """Cut, or make the first legal move, preferring cards. Return False if there is nothing to do."""
        if self.must_cut:
            self.request("cut", version=self.version, cards=0)
        elif self.choices:
            cards = [code for code in self.choices if code[:1].isdigit()]
            self.request("move", version=self.version, move=(cards or self.choices)[0])
        else:
            return False
        return True

    def play(self, condition: Callable[[], bool]) -> None:
        while not condition():
            if not self.act():
                self.receive()
