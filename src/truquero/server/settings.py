"""Where the server listens, where it keeps its tables, and its limits: from the environment, with usual values."""

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

from truquero.language import _
from truquero.language.system import reason
from truquero.notation.folder import FOLDER_VARIABLE, data_folder
from truquero.server.reach import USUAL_PORT

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
NAME = re.compile(r"[\w.-]+|[0-9a-f:.]+")  # of a machine, or its number
SHORTEST_SECRET = 16  # letters
_SECRET_BYTES = 32


class SettingError(ValueError):
    """A setting is wrong; the message says what would be right."""


@dataclass(frozen=True)
class Settings:
    """`origins` are the addresses, beside the server's own, whose pages may talk to it (a proxy in front, say).
    `proxies` are the IP addresses of such proxies: what they say of a client's address is believed."""

    database: str
    secret: bytes
    host: str = "127.0.0.1"
    port: int = USUAL_PORT
    any_port: bool = True  # or one of the next, where nobody has asked for this one
    origins: frozenset[str] = frozenset()
    proxies: frozenset[str] = frozenset()
    pace: float = 0.7  # seconds that a bot's move is left to be seen, where people look on
    courtesy: float = 8.0  # seconds that a bot leaves an answer to people of its side
    rest: float = 6.0  # seconds after a hand before the next one begins by itself
    grace: float = 20.0  # seconds that somebody who lost the network is waited for
    stall: float = 60.0  # seconds that a table waits for somebody before the host may put a bot in the seat
    commit_wait: float = 1.5  # seconds that a draw waits for commitments of pages that are open
    reveal_wait: float = 4.0  # seconds that a draw waits for secrets: someone may be loading the page again
    messages: tuple[int, float] = (40, 10.0)  # of one page, in so many seconds; `services` says how many of all of one
    heavy_messages: tuple[int, float] = (12, 10.0)  # of those, what everybody hears or takes long to find out
    onlookers: tuple[int, float] = (200, 10.0)  # messages of all who look on at a table
    requests: tuple[int, float] = (300, 60.0)  # of one guest, or of all strangers from one address
    connections: int = 10_000  # open at the same time; fewer where the process may open fewer files
    connections_of_address: int = 512  # or of one IPv6 network
    frames: tuple[int, float] = (120, 10.0)  # of one WebSocket, in so many seconds, of every kind
    header_seconds: float = 10.0  # from the connection, or the last response, to the end of a request's header
    body_seconds: float = 30.0
    unread_seconds: float = 20.0  # in which a client reads nothing of what waits for it
    reading_seconds: float = 60.0  # in which a client reads what waits for it, however slow its line is
    replays: tuple[int, float] = (12, 60.0)  # records that one guest, or all strangers from one address, may replay
    pages_at_table: int = 64
    pages_of_guest: int = 8  # at one table
    tables_of_guest: int = 20
    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))  # that think for the bots

    @classmethod
    def read(cls, **given: object) -> Self:
        """The settings of the environment; what is `given` comes before it."""
        found: dict[str, object] = {"database": database_url(), "secret": _secret()}
        for name, variable in (("host", "TRUQUERO_HOST"), ("port", "TRUQUERO_PORT")):
            text = os.environ.get(variable)
            if text:
                found[name] = _port(text) if name == "port" else text
        found["origins"] = frozenset(map(_origin, os.environ.get(ORIGINS, "").replace(",", " ").split()))
        found["proxies"] = _proxies(os.environ.get(PROXIES), bool(found["origins"]))
        found.update((name, value) for name, value in given.items() if value is not None)
        found["any_port"] = "port" not in found
        return cls(**found)  # type: ignore[arg-type]


def database_url() -> str:
    """The database of `DATABASE_URL`, or a file of SQLite in the user's data folder."""
    given = os.environ.get(DATABASE, "")
    if not given:
        return f"{SQLITE}{data_folder() / 'tables.sqlite3'}"
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):  # of the port
        url = None
    port = 0 if url is None else url.port or 0
    if url is None or url.drivername not in DRIVERS or url.database in (None, "", ":memory:") or port > LAST_PORT:
        about = _("{variable}: write postgresql://USER:PASSWORD@HOST/NAME or sqlite:///FILE")
        raise SettingError(about.format(variable=DATABASE))
    if DRIVERS[url.drivername] == POSTGRES:
        url = _for_postgres(url)
    return url.set(drivername=DRIVERS[url.drivername]).render_as_string(hide_password=False)


def _for_postgres(url: URL) -> URL:
    """As our driver calls things: those who lend a PostgreSQL write addresses for another."""
    query = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    unknown = query.keys() - POSTGRES_QUERY
    if unknown:
        about = _("{variable}: {names} cannot be set there, only {known}")
        known = ", ".join(sorted(POSTGRES_QUERY - {"ssl"} | {"sslmode"}))
        raise SettingError(about.format(variable=DATABASE, names=", ".join(sorted(unknown)), known=known))
    return url.set(query=query)


def _origin(text: str) -> str:
    """As browsers write it: in small letters, with a port only where it is not the usual one, and nothing behind it."""
    try:
        parts = urlsplit(text.lower())
        port, host = parts.port, (parts.hostname or "").encode("idna").decode()  # the letters of all are few
    except ValueError:
        parts, port, host = urlsplit(""), None, ""
    more = parts.username or parts.query or parts.fragment or parts.path not in ("", "/")
    if parts.scheme not in USUAL_PORTS or not NAME.fullmatch(host) or more:
        about = _("{variable}: {text} is no address of a page: write https://NAME")
        raise SettingError(about.format(variable=ORIGINS, text=text))
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, USUAL_PORTS[parts.scheme]) else "")


def _proxies(text: str | None, has_origins: bool) -> frozenset[str]:
    """Return the trusted proxies. Where other origins are set a proxy is in front, usually on this machine."""
    if text is None:
        return THIS_MACHINE if has_origins else frozenset()
    found = frozenset(text.replace(",", " ").split())
    for address in found:
        try:
            ip_address(address)
        except ValueError:
            about = _("{variable}: {text} is no IP address: write the addresses of your proxies, separated by commas")
            raise SettingError(about.format(variable=PROXIES, text=address[:50])) from None
    return found


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > LAST_PORT:
        raise SettingError(_("{text} is no port: write a number from 0 to 65535").format(text=text[:20]))
    return int(text)


def _secret() -> bytes:
    """The key that cookies are signed with: that of the environment, or one that is made once and kept."""
    given = os.environ.get(SECRET, "")
    if given and len(given) < SHORTEST_SECRET:
        about = _("{variable}: write at least {least} letters that nobody can guess")
        raise SettingError(about.format(variable=SECRET, least=SHORTEST_SECRET))
    if given:
        return given.encode()
    path: Path = data_folder() / "secret"
    try:
        return _kept_secret(path) or _new_secret(path)
    except OSError as error:
        about = _("{path}: nothing can be kept there: {reason}; set {variable} to a folder where it can")
        told = about.format(path=path.parent, reason=reason(error), variable=FOLDER_VARIABLE)
        raise SettingError(told) from error


def _kept_secret(path: Path) -> bytes:
    """Nothing where it is not there, or is none."""
    try:
        found = bytes.fromhex(path.read_text().strip())
    except (FileNotFoundError, ValueError):
        return b""
    return found if len(found) >= _SECRET_BYTES else b""


def _new_secret(path: Path) -> bytes:
    """It is there whole or not at all: half a key, left by a server that was killed, would be one to guess."""
    made = secrets.token_bytes(_SECRET_BYTES)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    number, draft = mkstemp(dir=path.parent, prefix="secret")  # nobody else may read it
    try:
        with os.fdopen(number, "w") as file:
            file.write(made.hex())
            file.flush()
            os.fsync(number)
        if path.exists() and not _kept_secret(path):
            path.unlink()
        try:
            path.hardlink_to(draft)
        except FileExistsError:  # another server was quicker
            return _kept_secret(path)
    finally:
        Path(draft).unlink()
    return made
