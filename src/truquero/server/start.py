"""Start of a server from the command line: it listens, opens the browser, and shuts down gracefully."""

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
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from truquero.i18n import _
from truquero.records.data_folder import data_folder
from truquero.server.app import create_app
from truquero.server.assembly import create_services
from truquero.server.http.page_files import PAGE
from truquero.server.http.protocol import GuardedHttp
from truquero.server.limits.connections import Connections
from truquero.server.logs import LimitedLog, drop_traceback
from truquero.server.process import prepare_process
from truquero.server.public_address import PublicAddress, address_of, public_address_of
from truquero.server.services import Services
from truquero.server.settings import DATABASE, LAST_PORT, SQLITE, SettingError, Settings
from truquero.server.store import DatabaseInUse, lease
from truquero.server.ws.page_messages import MOST_BYTES
from truquero.server.ws.protocol import GuardedWebSocket

DRAIN = 10  # seconds for open requests to end
GOODBYE = 0.1  # seconds to notify pages before their connections are closed
UNACKNOWLEDGED = 30_000  # milliseconds without an acknowledgement of sent data after which a connection is closed
LINES_LOGGED = (5, 60.0)  # log lines of one kind, in so many seconds: nobody can fill the disk
CONNECT = 1.0  # seconds for another server to accept a connection
LONGEST_ADDRESS = 500  # bytes of the file with the address
TRIES = 20  # ports to try, from the configured one on

log = logging.getLogger("truquero.server")


class StartError(Exception):
    """The server cannot start; the message says what to do."""


def serve(settings: Settings, *, browser: bool, output: Callable[[str], None] = print) -> None:
    """Run a server until it is stopped. If another server uses the database, only report its address. `output` prints
    messages for the user."""
    if not (PAGE / "index.html").is_file():
        raise StartError(
            _(
                "the page is not built: run make setup while the npm registry is in reach, or install truquero "
                "again with TRUQUERO_PAGE=required to see the error; without the page, truquero play plays in the "
                "terminal"
            )
        )
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    asyncio.run(_serve(settings, output, browser=browser))


async def _serve(settings: Settings, output: Callable[[str], None], *, browser: bool) -> None:
    """Open the database and then listen. The database stays locked, so if several servers start together, only the
    holder of the lock takes the port."""
    prepare_process()
    note = AddressNote(settings)
    try:
        services = await _open_services(settings)
    except DatabaseInUse as error:
        address = await note.other_server(lease.PATIENCE)
        if not address:
            raise _database_error(error) from error
        message = _("The table is already open at {address}; to start it with other settings, end that server first")
        _show(message, address, output, browser=browser)
        return
    try:
        note.clear()  # a server that was killed may have left the file
        listener = _listen(settings.host, settings.port, any_port=settings.any_port)
    except BaseException:
        await services.store.close()
        raise
    host, port = listener.getsockname()[:2]
    address = f"{address_of(host, port)}/"
    services.public_address = public_address_of(host, port, settings.origins)
    ready = _("The table is at {address} (Ctrl-C ends the server)")

    def show() -> None:
        note.write(address)
        _show(ready, address, output, browser=browser)
        _print_public_address(services.public_address, output)

    with limited_logs(services.environment.time.now):
        await _Server(config_of(settings, services), show, services, note).serve(sockets=[listener])


def config_of(settings: Settings, services: Services) -> uvicorn.Config:
    """Return the configuration of uvicorn."""
    return guarded_config(
        create_app(settings, services),
        services.connections,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=",".join(settings.proxies),
        log_config=None,  # uvicorn uses our log format
        ws_max_size=2 * MOST_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        # Messages are short, and the compressor of a page needs as much memory as all the rest of it.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=DRAIN,
        server_header=False,
        date_header=False,
    )


def guarded_config(app: Any, connections: Connections, **options: Any) -> uvicorn.Config:
    """Return uvicorn's configuration with the guarded protocols."""
    return uvicorn.Config(
        app,
        http=partial(GuardedHttp, connections),  # type: ignore[arg-type]
        ws=partial(GuardedWebSocket, connections),  # type: ignore[arg-type]
        limit_concurrency=connections.limit + 1,  # uvicorn includes the connection of the request itself
        **options,
    )


@contextmanager
def limited_logs(now: Callable[[], float]) -> Iterator[None]:
    """Limit the rate of log lines within the context, for loggers that write a line for each failed connection or
    request."""
    limited = LimitedLog(LINES_LOGGED, now)
    loggers = [logging.getLogger(name) for name in ("asyncio", "uvicorn.error", "truquero.server")]
    uvicorn_log = logging.getLogger("uvicorn.error")
    uvicorn_log.addFilter(drop_traceback)
    for logger in loggers:
        logger.addFilter(limited)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(limited)
        uvicorn_log.removeFilter(drop_traceback)


class AddressNote:
    """The file with the address of the running server, so that a second server on the same database can report it. Only
    the holder of the database lock writes or removes the file."""

    def __init__(self, settings: Settings) -> None:
        if settings.database.startswith(SQLITE):
            # Beside the resolved file, like its lock, so that a server that opens the database by a link finds it.
            self._path = Path(f"{Path(make_url(settings.database).database or '').resolve()}.address")
        else:
            self._path = data_folder() / f"{sha256(settings.database.encode()).hexdigest()[:12]}.address"
        self._own = ""

    async def other_server(self, patience: float) -> str:
        """Return the address of the other server; "" if no server answers at the address in the file within so many
        seconds. The other server may be about to write the file, and a killed server may have left an old one."""
        deadline = time.monotonic() + patience
        while True:
            address = self._read()
            if address and await _answers(address):
                return address
            if time.monotonic() >= deadline:
                return ""
            await asyncio.sleep(0.1)

    def write(self, address: str) -> None:
        """Replace the file by a new one. Writing into the present one would overwrite the file behind a symbolic link,
        which others who may write to the folder could have put there."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor, draft = mkstemp(dir=self._path.parent, prefix=self._path.name)
            try:
                with os.fdopen(descriptor, "w") as file:
                    file.write(address)
                Path(draft).replace(self._path)
            except BaseException:
                Path(draft).unlink()
                raise
        except OSError as error:  # the server works without the file
            log.warning("the file with the address of the server cannot be written: %s", error)
        else:
            self._own = address

    def clear(self) -> None:
        with suppress(OSError):  # `write` fails for the same reason, and reports it
            self._path.unlink(missing_ok=True)

    def clear_own(self) -> None:
        """Remove the file if this server wrote it. Another server may have replaced it, after this server lost the
        lock of the database."""
        if self._own and self._read() == self._own:
            self.clear()

    def _read(self) -> str:
        """Return the text of the file; "" if there is none. A symbolic link counts as none, and a pipe as empty."""
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # Windows has neither
        try:
            with os.fdopen(os.open(self._path, flags), "rb") as file:
                return file.read(LONGEST_ADDRESS).decode()
        except (OSError, ValueError):
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
    """uvicorn's server. It calls `ready` when it listens. Before it shuts down it refuses new tables and notifies the
    pages."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], services: Services, note: AddressNote
    ) -> None:
        super().__init__(config)
        self._ready, self._services, self._note = ready, services, note

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()
            self._services.tables.warm_up()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._services.say_goodbye()
        await asyncio.sleep(GOODBYE)
        self._note.clear_own()  # while the database is locked, so that no other server has written yet
        await super().shutdown(sockets)
        # uvicorn raises the captured signals again, which would end the process with a failure. A shutdown on SIGTERM
        # is no failure.
        self._captured_signals = [number for number in self._captured_signals if number != signal.SIGTERM]


async def _open_services(settings: Settings) -> Services:
    """Return the services of a server, with the database open and migrated.

    Raise DatabaseInUse if another server has it, or StartError if it cannot be opened.
    """
    try:
        services = create_services(settings)
        try:
            await services.store.open()
        except BaseException:
            await services.store.close()
            raise
    except DatabaseInUse:
        raise
    except ModuleNotFoundError as error:
        raise StartError(_('PostgreSQL needs another package: pip install "truquero[postgres]"')) from error
    except (SQLAlchemyError, OSError, ValueError) as error:
        raise _database_error(error) from error
    return services


def _database_error(error: Exception) -> StartError:
    message = _("cannot open the database: {reason}; check {variable}")
    reason = str(getattr(error, "orig", None) or error).splitlines()[0]
    return StartError(message.format(reason=reason, variable=DATABASE))


def _listen(host: str, port: int, *, any_port: bool) -> socket.socket:
    """Return a socket that listens on the port, or with `any_port` on one of the next. Raise StartError if none is
    free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for number in range(port, min(port + (TRIES if any_port and port else 1), LAST_PORT + 1)):
        # asyncio sets TCP_NODELAY only if the protocol is explicit. Without it short messages wait up to 40 ms.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # on Windows it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; else closing waits for a client that never reads
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED)
        try:
            listener.bind((host, number))
            listener.listen()  # only now no other process can take the port
        except (OSError, TypeError) as error:  # TypeError: the host is no valid name
            listener.close()
            reason = getattr(error, "strerror", None) or str(error)
            continue
        return listener
    message = _("cannot listen on {host}:{port}: {reason}; choose others with --host and --port")
    raise StartError(message.format(host=host, port=port, reason=reason))


def _print_public_address(public: PublicAddress, output: Callable[[str], None]) -> None:
    """Print whether other people can open the page, and how."""
    if public.audience == "network":
        output(_("Friends can join at {address}").format(address=f"{public.address}/"))
    elif public.command:
        message = _("Only this machine can open it; to let friends in your network join: {command}")
        output(message.format(command=public.command))
    sys.stdout.flush()


def _show(message: str, address: str, output: Callable[[str], None], *, browser: bool) -> None:
    output(message.format(address=address))
    sys.stdout.flush()
    if browser:
        # With some browsers `webbrowser.open` blocks.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


__all__ = ["SettingError", "StartError", "serve"]
