"""The server started from the command line: it listens, opens the browser, and drains when it is told to end."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from truquero.language import _
from truquero.notation.folder import data_folder
from truquero.server.answers import Reach
from truquero.server.app import PAGE, create_app
from truquero.server.connections import LimitedLog, guarded_config
from truquero.server.guard import in_one_line
from truquero.server.messages import MOST_BYTES
from truquero.server.process import make_room
from truquero.server.reach import address_of, reach_at
from truquero.server.services import Services, services_for
from truquero.server.settings import DATABASE, LAST_PORT, SQLITE, SettingError, Settings
from truquero.server.store import InUse, claim

DRAIN = 10  # seconds that open requests have to end
GOODBYE = 0.1  # seconds in which pages are told before their lines are closed
DEAF = 30_000  # milliseconds after which a line is cut that takes nothing of what is sent
LINES_LOGGED = (5, 60.0)  # of one kind, in so many seconds: nobody fills the disk
CONNECT = 1.0  # seconds for another server to answer
TRIES = 20  # ports after the one that was asked for


class StartError(Exception):
    """The server cannot start; the message says what to do."""


def serve(settings: Settings, *, browser: bool, told: Callable[[str], None] = print) -> None:
    """Serve until told to end; where another server has the database, say where that is."""
    if not (PAGE / "index.html").is_file():
        raise StartError(
            _(
                "the page is not built: run make setup with the npm registry in reach, or install truquero again with "
                "TRUQUERO_PAGE=required to see what fails; truquero play plays in the terminal without the page"
            )
        )
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    asyncio.run(_serve(settings, told, browser=browser))


async def _serve(settings: Settings, told: Callable[[str], None], *, browser: bool) -> None:
    """The database comes first, and stays locked: of servers that are started together one listens, and no other has
    taken its port."""
    make_room()
    note = AddressNote(settings)
    try:
        services = await _with_database(settings)
    except InUse as error:
        address = await note.found(claim.PATIENCE)
        if not address:
            raise _no_database(error) from error
        already = _("The table is open already, at {address}; to start it otherwise end that server first")
        _show(already, address, told, browser=browser)
        return
    try:
        note.clear()  # a server that was killed may have left it
        listening = _listen(settings.host, settings.port, any_port=settings.any_port)
    except BaseException:
        await services.store.close()
        raise
    host, port = listening.getsockname()[:2]
    address = f"{address_of(host, port)}/"
    services.reach = reach_at(host, port, settings.origins)
    ready = _("The table is at {address} (Ctrl-C ends the server)")

    def show() -> None:
        note.write(address)
        _show(ready, address, told, browser=browser)
        _tell_reach(services.reach, told)

    with limited_logs(services.environment.time.now):
        await _Server(config_of(settings, services), show, services, note).serve(sockets=[listening])


def config_of(settings: Settings, services: Services) -> uvicorn.Config:
    """Return how uvicorn is run."""
    return guarded_config(
        create_app(settings, services),
        services.connections,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=",".join(settings.proxies),
        log_config=None,  # its lines are written as ours
        ws_max_size=2 * MOST_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        # Messages are short, and what packs them takes as much memory for each page as all the rest.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=DRAIN,
        server_header=False,
        date_header=False,
    )


@contextmanager
def limited_logs(now: Callable[[], float]) -> Iterator[None]:
    """While a server runs, limit the loggers that write a line for each connection or request that goes wrong."""
    limited = LimitedLog(LINES_LOGGED, now)
    loggers = [logging.getLogger(name) for name in ("asyncio", "uvicorn.error", "truquero.server")]
    uvicorn_log = logging.getLogger("uvicorn.error")
    uvicorn_log.addFilter(in_one_line)
    for logger in loggers:
        logger.addFilter(limited)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(limited)
        uvicorn_log.removeFilter(in_one_line)


class AddressNote:
    """A file in which a server says on which address it is, so that who starts another one finds it. Only who holds the
    lock of the database writes or removes it."""

    def __init__(self, settings: Settings) -> None:
        if settings.database.startswith(SQLITE):
            # Beside the file itself, like its lock: whoever comes by a link finds it.
            self._path = Path(f"{Path(make_url(settings.database).database or '').resolve()}.address")
        else:
            self._path = data_folder() / f"{sha256(settings.database.encode()).hexdigest()[:12]}.address"
        self._own = ""

    async def found(self, patience: float) -> str:
        """Return the address of the other server, which may be about to write it; nothing if none answers at the
        address in the file within so many seconds. A server that was killed may have left its own there."""
        until = time.monotonic() + patience
        while True:
            address = self._read()
            if address and await _answers(address):
                return address
            if time.monotonic() >= until:
                return ""
            await asyncio.sleep(0.1)

    def write(self, address: str) -> None:
        with suppress(OSError):  # where nothing can be written, nobody is told
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._path.write_text(address)
            self._own = address

    def clear(self) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def clear_own(self) -> None:
        """Another server may have taken over a database that this one has lost."""
        if self._own and self._read() == self._own:
            self.clear()

    def _read(self) -> str:
        try:
            return self._path.read_text()
        except OSError:
            return ""


async def _answers(address: str) -> bool:
    """Return whether something listens at an address."""
    try:
        parts = urlsplit(address)
        async with asyncio.timeout(CONNECT):
            _reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    except (OSError, ValueError):
        return False
    writer.close()
    return True


class _Server(uvicorn.Server):
    """Tells when it listens; told to end, it takes no new tables and lets pages know first."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], services: Services, note: AddressNote
    ) -> None:
        super().__init__(config)
        self._ready, self._services, self._note = ready, services, note

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()
            self._services.hall.warm_up()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._services.say_goodbye()
        await asyncio.sleep(GOODBYE)
        self._note.clear_own()  # while the database is still locked: the next server writes its own
        await super().shutdown(sockets)
        # By default it now dies of the signal that ended it. But it has done as it was told, and that is no failure.
        self._captured_signals = [one for one in self._captured_signals if one != signal.SIGTERM]


async def _with_database(settings: Settings) -> Services:
    """What a server needs, with its database open and up to date; what is wrong with that is told in a line."""
    try:
        services = services_for(settings)
        try:
            await services.store.open()
        except BaseException:
            await services.store.close()
            raise
    except InUse:
        raise
    except ModuleNotFoundError as error:
        raise StartError(_('PostgreSQL needs more: pip install "truquero[postgres]"')) from error
    except (SQLAlchemyError, OSError, ValueError) as error:
        raise _no_database(error) from error
    return services


def _no_database(error: Exception) -> StartError:
    about = _("the database cannot be opened: {reason}; look at {variable}")
    reason = str(getattr(error, "orig", None) or error).splitlines()[0]
    return StartError(about.format(reason=reason, variable=DATABASE))


def _listen(host: str, port: int, *, any_port: bool) -> socket.socket:
    """A socket on the port, or on one of the next where any will do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for number in range(port, min(port + (TRIES if any_port and port else 1), LAST_PORT + 1)):
        # Told which protocol it is, the loop sends what is short at once: otherwise it waits up to 40 ms for more.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # elsewhere it would let two servers have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; one that never reads would be waited for when it is closed
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF)
        try:
            listening.bind((host, number))
            listening.listen()  # only now no other can have it
        except (OSError, TypeError) as error:  # the second where it is no name at all
            listening.close()
            reason = getattr(error, "strerror", None) or str(error)
            continue
        return listening
    about = _("cannot listen on {host}:{port}: {reason}; choose others with --host and --port")
    raise StartError(about.format(host=host, port=port, reason=reason))


def _tell_reach(reach: Reach, told: Callable[[str], None]) -> None:
    """Whether a friend can come, and how."""
    if reach.who == "network":
        told(_("Friends can come by {address}").format(address=f"{reach.address}/"))
    elif reach.command:
        about = _("Only this machine can open it; so that friends in your network can too: {command}")
        told(about.format(command=reach.command))
    sys.stdout.flush()


def _show(about: str, address: str, told: Callable[[str], None], *, browser: bool) -> None:
    told(about.format(address=address))
    sys.stdout.flush()
    if browser:
        # Some browsers keep the one who opened them waiting.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


__all__ = ["SettingError", "StartError", "serve"]
