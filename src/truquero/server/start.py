"""The server started from the command line: it listens, opens the browser, and drains when it is told to end."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from truquero.language import _
from truquero.server.app import PAGE, create_app
from truquero.server.guard import in_one_line
from truquero.server.hall import Hall
from truquero.server.messages import MOST_BYTES
from truquero.server.process import make_room
from truquero.server.services import services_for
from truquero.server.settings import DATABASE, SettingError, Settings
from truquero.server.store import Store

DRAIN = 10  # seconds that open requests have to end
GOODBYE = 0.1  # seconds in which pages are told before their lines are closed
DEAF = 30_000  # milliseconds after which a line is cut that takes nothing of what is sent
TRIES = 20  # ports after the one that was asked for
EVERYWHERE = ("0.0.0.0", "::")
NEIGHBOUR = ("192.0.2.1", 9)  # an address that is nobody's


class StartError(Exception):
    """The server cannot start; the message says what to do."""


def serve(settings: Settings, *, browser: bool, any_port: bool, told: Callable[[str], None] = print) -> None:
    """Serve until told to end."""
    if not (PAGE / "index.html").is_file():
        raise StartError(_("the page is not built: run make setup"))
    asyncio.run(_try_database(settings))
    listening = _listen(settings.host, settings.port, any_port=any_port)
    address = _address(*listening.getsockname()[:2])
    services = services_for(settings)
    config = uvicorn.Config(
        create_app(settings, services),
        log_level="warning",
        ws_max_size=2 * MOST_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        # Messages are short, and what packs them takes as much memory for each page as all the rest.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=DRAIN,
        server_header=False,
        date_header=False,
    )
    logging.getLogger("uvicorn.error").addFilter(in_one_line)
    server = _Server(config, lambda: _ready(address, told, browser=browser), services.hall)
    make_room()
    asyncio.run(server.serve(sockets=[listening]))


class _Server(uvicorn.Server):
    """Tells when it listens; told to end, it takes no new tables and lets pages know first."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], hall: Hall) -> None:
        super().__init__(config)
        self._ready, self._hall = ready, hall

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()
            self._hall.warm_up()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hall.say_goodbye()
        await asyncio.sleep(GOODBYE)
        await super().shutdown(sockets)
        # By default it now dies of the signal that ended it. But it has done as it was told, and that is no failure.
        self._captured_signals = [one for one in self._captured_signals if one != signal.SIGTERM]


async def _try_database(settings: Settings) -> None:
    """Open the database once and bring it up to date, so that what is wrong with it is told in a line."""
    about = _("the database cannot be opened: {reason}; look at {variable}")
    try:
        store = Store(settings.database)
        try:
            await store.open()
        finally:
            await store.close()
    except ModuleNotFoundError as error:
        raise StartError(_('PostgreSQL needs more: pip install "truquero[postgres]"')) from error
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise StartError(about.format(reason=reason, variable=DATABASE)) from error


def _listen(host: str, port: int, *, any_port: bool) -> socket.socket:
    """A socket on the port, or on one of the next where any will do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason: str | None = None
    for number in range(port, port + (TRIES if any_port and port else 1)):
        # Told which protocol it is, the loop sends what is short at once: otherwise it waits up to 40 ms for more.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(
            socket, "TCP_USER_TIMEOUT"
        ):  # Linux: else one that never reads would be waited for when it is closed
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF)
        try:
            listening.bind((host, number))
        except OSError as error:
            listening.close()
            reason = error.strerror
            continue
        return listening
    about = _("cannot listen on {host}:{port}: {reason}; choose another with --port")
    raise StartError(about.format(host=host, port=port, reason=reason))


def _address(host: str, port: int) -> str:
    """Where the page is found. Where all may come it is the address that others reach too, for links to share."""
    shown = _in_the_network() if host in EVERYWHERE else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _in_the_network() -> str:
    """This machine's address for its neighbours; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(NEIGHBOUR)
        except OSError:  # it has no network
            return "127.0.0.1"
        return str(line.getsockname()[0])


def _ready(address: str, told: Callable[[str], None], *, browser: bool) -> None:
    told(_("The table is at {address} (Ctrl-C ends the server)").format(address=address))
    sys.stdout.flush()
    if browser:
        # Some browsers keep the one who opened them waiting.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


__all__ = ["SettingError", "StartError", "serve"]
