"""The settings of a server, from environment variables and defaults: its address, its database and its limits."""

from __future__ import annotations

import os
import re
import secrets
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from tempfile import mkstemp
from typing import Self
from urllib.parse import urlsplit

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from truquero.i18n import _
from truquero.i18n.os_errors import reason
from truquero.records.data_folder import FOLDER_VARIABLE, data_folder
from truquero.session import ANSWER_SECONDS

DATABASE, SECRET, ORIGINS = "DATABASE_URL", "TRUQUERO_SECRET", "TRUQUERO_ORIGINS"
PROXIES = "TRUQUERO_PROXIES"
THIS_MACHINE = frozenset({"127.0.0.1", "::1"})
SQLITE = "sqlite+aiosqlite:///"
POSTGRES = "postgresql+asyncpg"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "sqlite+aiosqlite": "sqlite+aiosqlite"}
DRIVERS |= dict.fromkeys(("postgres", "postgresql", POSTGRES), POSTGRES)
POSTGRES_QUERY = frozenset({"ssl", "host", "port"})
USUAL_PORTS = {"http": 80, "https": 443}
LAST_PORT = 65535
USUAL_PORT = 8000
NAME = re.compile(r"[\w.-]+|[0-9a-f:.]+")  # a host name or an IP address
SHORTEST_SECRET = 16  # characters
_SECRET_BYTES = 32


class SettingError(ValueError):
    """A setting is wrong; the message says how to correct it."""


@dataclass(frozen=True)
class Settings:
    """The settings of a server.

    `origins` are the origins, beside the server's own, whose pages may use it, for example that of a proxy. `proxies`
    are the IP addresses of trusted proxies: the server believes the client address that they forward. A rate limit is a
    pair: a number of actions, and the seconds in which they are allowed.
    """

    database: str
    secret: bytes
    host: str = "127.0.0.1"
    port: int = USUAL_PORT
    any_port: bool = True  # if the port is in use, try the next ones
    origins: frozenset[str] = frozenset()
    proxies: frozenset[str] = frozenset()
    bot_time: float = 1.0  # factor of the time that bots take for their moves
    answer_seconds: int = ANSWER_SECONDS  # for which bots leave the answer to people, unless a new table chooses
    rest: float = 6.0  # seconds for which a hand's result waits for several people; a person alone has no limit
    grace: float = 20.0  # seconds that a table waits for a player who has lost the network
    stall: float = 60.0  # seconds that a table waits for a player before the host may put a bot in the seat
    commit_wait: float = 1.5  # seconds that a draw waits for commitments of open pages
    reveal_wait: float = 4.0  # seconds that a draw waits for secrets: a player may be reloading the page
    # messages of one page; all pages of a guest together may send `PAGES_FACTOR` times as many
    messages: tuple[int, float] = (40, 10.0)
    heavy_messages: tuple[int, float] = (12, 10.0)  # of those, messages to the whole table or slow to answer
    onlookers: tuple[int, float] = (200, 10.0)  # of all onlookers of a table, and of those of an address who join it
    requests: tuple[int, float] = (300, 60.0)  # of one guest, or of all clients of an address without a guest
    new_tables: tuple[int, float] = (120, 600.0)  # of one address: everybody in a club of 60 may open two at once
    renames: tuple[int, float] = (120, 60.0)  # of one address; each is a transaction of its own
    connections: int = 10_000  # open at the same time; fewer if the process may open fewer files
    connections_of_address: int = 512  # or of one IPv6 network
    frames: tuple[int, float] = (120, 10.0)  # of one WebSocket, of every type
    header_seconds: float = 10.0  # from the connection, or the last response, to the end of a request's header
    body_seconds: float = 30.0
    unread_seconds: float = 20.0  # timeout of a client that reads nothing although data wait for it
    reading_seconds: float = 60.0  # timeout of a client that reads, but does not catch up
    replays: tuple[int, float] = (12, 60.0)  # of one guest, or of all clients of an address without a guest
    pages_at_table: int = 64
    pages_of_guest: int = 8  # at one table
    tables_of_guest: int = 20
    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))  # bots' processes

    @classmethod
    def read(cls, **overrides: object) -> Self:
        """Return the settings of the environment. Values in `overrides` that are not None replace them."""
        values: dict[str, object] = {"database": database_url(), "secret": _secret()}
        for name, variable in (("host", "TRUQUERO_HOST"), ("port", "TRUQUERO_PORT")):
            text = os.environ.get(variable)
            if text:
                values[name] = _port(text) if name == "port" else text
        values["origins"] = frozenset(map(_origin, os.environ.get(ORIGINS, "").replace(",", " ").split()))
        values["proxies"] = _proxies(os.environ.get(PROXIES), bool(values["origins"]))
        values.update((name, value) for name, value in overrides.items() if value is not None)
        values["any_port"] = "port" not in values
        return cls(**values)  # type: ignore[arg-type]


def database_url() -> str:
    """Return the URL of the database: that of `DATABASE_URL`, or a SQLite file in the user's data folder."""
    text = os.environ.get(DATABASE, "")
    if not text:
        return f"{SQLITE}{data_folder() / 'tables.sqlite3'}"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # ValueError: the port is no number
        url = None
    port = 0 if url is None else url.port or 0
    if url is None or url.drivername not in DRIVERS or url.database in (None, "", ":memory:") or port > LAST_PORT:
        message = _("{variable}: write postgresql://USER:PASSWORD@HOST/NAME or sqlite:///FILE")
        raise SettingError(message.format(variable=DATABASE))
    if DRIVERS[url.drivername] == POSTGRES:
        url = _for_postgres(url)
    return url.set(drivername=DRIVERS[url.drivername]).render_as_string(hide_password=False)


def _for_postgres(url: URL) -> URL:
    """Return the URL with the parameter names of our driver. Hosting providers write URLs for another driver."""
    query = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    unknown = query.keys() - POSTGRES_QUERY
    if unknown:
        message = _("{variable}: {names} cannot be set there, only {known}")
        known = ", ".join(sorted(POSTGRES_QUERY - {"ssl"} | {"sslmode"}))
        raise SettingError(message.format(variable=DATABASE, names=", ".join(sorted(unknown)), known=known))
    return url.set(query=query)


def _origin(text: str) -> str:
    """Return an origin as browsers write it: in lower case, without the default port, and without a path."""
    try:
        parts = urlsplit(text.lower())
        port, host = parts.port, (parts.hostname or "").encode("idna").decode()  # browsers send names in ASCII
    except ValueError:
        parts, port, host = urlsplit(""), None, ""
    has_more = parts.username or parts.query or parts.fragment or parts.path not in ("", "/")
    if parts.scheme not in USUAL_PORTS or not NAME.fullmatch(host) or has_more:
        message = _("{variable}: {text} is not the address of a page: write https://NAME")
        raise SettingError(message.format(variable=ORIGINS, text=text))
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, USUAL_PORTS[parts.scheme]) else "")


def _proxies(text: str | None, has_origins: bool) -> frozenset[str]:
    """Return the trusted proxies. Without the setting, origins imply a proxy, which is usually on this machine."""
    if text is None:
        return THIS_MACHINE if has_origins else frozenset()
    addresses = frozenset(text.replace(",", " ").split())
    for address in addresses:
        try:
            ip_address(address)
        except ValueError:
            message = _(
                "{variable}: {text} is not an IP address: write the addresses of your proxies, separated by commas"
            )
            raise SettingError(message.format(variable=PROXIES, text=address[:50])) from None
    return addresses


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > LAST_PORT:
        raise SettingError(_("{text} is not a port: write a number from 0 to 65535").format(text=text[:20]))
    return int(text)


def _secret() -> bytes:
    """Return the key that signs cookies: that of the environment, or a random key that is stored in the data folder."""
    text = os.environ.get(SECRET, "")
    if text and len(text) < SHORTEST_SECRET:
        message = _("{variable}: write at least {least} characters that nobody can guess")
        raise SettingError(message.format(variable=SECRET, least=SHORTEST_SECRET))
    if text:
        return text.encode()
    path: Path = data_folder() / "secret"
    try:
        return _stored_secret(path) or _new_secret(path)
    except OSError as error:
        message = _("{path}: cannot write files there: {reason}; set {variable} to a writable folder")
        message = message.format(path=path.parent, reason=reason(error), variable=FOLDER_VARIABLE)
        raise SettingError(message) from error


def _stored_secret(path: Path) -> bytes:
    """Return the stored key; empty if the file is missing or holds no valid key."""
    try:
        key = bytes.fromhex(path.read_text().strip())
    except (FileNotFoundError, ValueError):
        return b""
    return key if len(key) >= _SECRET_BYTES else b""


def _new_secret(path: Path) -> bytes:
    """Store a new key atomically and return it. A partial key, left by a server that was killed, could be guessed."""
    key = secrets.token_bytes(_SECRET_BYTES)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, draft = mkstemp(dir=path.parent, prefix="secret")  # readable by its owner only
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(key.hex())
            file.flush()
            os.fsync(descriptor)
        if path.exists() and not _stored_secret(path):
            path.unlink()
        try:
            path.hardlink_to(draft)
        except FileExistsError:  # another server was quicker
            return _stored_secret(path)
    finally:
        Path(draft).unlink()
    return key
