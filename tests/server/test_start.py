"""The start of a server, the file permissions of its data, and the errors about tables that it cannot load."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import stat
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import text

from tests.support.attacked_server import until_closed
from tests.support.served import PATIENCE, PageOf, Served, Visitor, open_socket, settings_in
from truquero.i18n import speaking
from truquero.records.data_folder import FOLDER_VARIABLE
from truquero.server import start
from truquero.server.changes import MatchBegun, TableSettings
from truquero.server.settings import DATABASE, SECRET, SettingError, Settings, database_url
from truquero.server.store import JournalError, Store, lease
from truquero.server.store.journal import Journal, _Failure
from truquero.server.store.lease import WriteLease
from truquero.server.tables.registry import TableRegistry
from truquero.server.ws.sockets import DAMAGED

SETTINGS = TableSettings("paulista", 2, {}, True, True, 0, 0, "azar")

# ---------------------------------------------------------------------------------------------- simultaneous starts


class _Slow(start._Server):
    """A server that holds the database long before it listens."""

    second_start = threading.Event()
    started_servers: list[_Slow]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.started_servers.append(self)
        assert await asyncio.to_thread(self.second_start.wait, PATIENCE)
        await super().startup(sockets)


class _Note(start.AddressNote):
    async def other_server(self, _patience: float) -> str:
        _Slow.second_start.set()
        return await super().other_server(PATIENCE)


def test_one_of_several_servers_serves_and_the_others_report_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").touch()
    note, output = tmp_path / "tables.sqlite3.address", list[str]()
    note.write_text("http://127.0.0.1:9/")  # of a killed server
    _Slow.second_start.clear()
    _Slow.started_servers = []
    for name, replacement in (
        ("PAGE", tmp_path),
        ("_Server", _Slow),
        ("AddressNote", _Note),
        ("prepare_process", lambda: None),
    ):
        monkeypatch.setattr(start, name, replacement)
    monkeypatch.setattr(TableRegistry, "warm_up", lambda _tables: None)
    monkeypatch.setattr(lease, "PATIENCE", 0.2)
    settings = settings_in(tmp_path, port=0)
    filters = [list(logging.getLogger(name).filters) for name in ("asyncio", "uvicorn.error")]
    with ThreadPoolExecutor(3) as pool:
        ends = [pool.submit(start.serve, settings, browser=False, output=output.append) for _server in range(3)]
        try:
            assert len(list(islice(as_completed(ends, PATIENCE), 2))) == 2
            address = note.read_text()
        finally:
            for server in _Slow.started_servers:
                server.should_exit = True
    assert [end.result() for end in ends] == [None] * 3
    assert len(_Slow.started_servers) == 1
    assert sum(f"is already open at {address};" in line for line in output) == 2
    assert sum(f"The table is at {address} " in line for line in output) == 1
    assert not note.exists()
    assert filters == [logging.getLogger(name).filters for name in ("asyncio", "uvicorn.error")]


def test_a_configured_port_is_used_or_the_start_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    assert Settings.read().any_port
    assert not Settings.read(port=8000).any_port
    monkeypatch.setenv("TRUQUERO_PORT", "8000")
    assert not Settings.read().any_port
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with pytest.raises(start.StartError, match=f"127.0.0.1:{port}"):
            start._listen("127.0.0.1", port, any_port=False)
        with start._listen("127.0.0.1", port, any_port=True) as listener:
            assert listener.getsockname()[1] > port


def test_a_server_removes_only_its_own_address(tmp_path: Path) -> None:
    note = start.AddressNote(settings_in(tmp_path))
    note.write("http://127.0.0.1:8000/")
    (tmp_path / "tables.sqlite3.address").write_text("http://127.0.0.1:8001/")  # of the server that has taken over
    note.clear_own()
    assert (tmp_path / "tables.sqlite3.address").exists()


@pytest.mark.parametrize("exists", [True, False])
def test_a_symbolic_link_in_the_place_of_the_address_is_replaced(tmp_path: Path, exists: bool) -> None:
    """The file behind it is neither overwritten nor created, and the link is not read."""
    target, place = tmp_path / "precious", tmp_path / "tables.sqlite3.address"
    if exists:
        target.write_text("http://127.0.0.1:8000/")
    place.symlink_to(target)
    note = start.AddressNote(settings_in(tmp_path))
    assert note._read() == ""
    note.write("http://127.0.0.1:8001/")
    assert not place.is_symlink()
    assert note._read() == "http://127.0.0.1:8001/"
    assert target.exists() == exists
    assert not exists or target.read_text() == "http://127.0.0.1:8000/"
    assert {path.name for path in tmp_path.iterdir()} <= {"precious", place.name}


def test_an_address_that_cannot_be_written_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "tables.sqlite3.address").mkdir()
    note = start.AddressNote(settings_in(tmp_path))
    note.write("http://127.0.0.1:8000/")
    note.clear_own()
    assert [path.name for path in tmp_path.iterdir()] == ["tables.sqlite3.address"]
    assert "the file with the address of the server cannot be written" in caplog.text


# -------------------------------------------------------------------------------------------------- file permissions


def modes(folder: Path, *ends: str) -> list[int]:
    return [stat.S_IMODE((folder / f"tables.sqlite3{end}").stat().st_mode) for end in ends]


async def _modes_of_open_database(database: str, folder: Path) -> list[int]:
    store = Store(database)
    await store.open()
    try:
        return modes(folder, "", "-wal", "-shm")
    finally:
        await store.close()


def test_only_the_owner_can_read_stored_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    for variable in (DATABASE, SECRET):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv(FOLDER_VARIABLE, str(new))
    assert asyncio.run(_modes_of_open_database(Settings.read().database, new)) == [0o600] * 3
    assert stat.S_IMODE(new.stat().st_mode) == 0o700
    old.mkdir()
    old.chmod(0o755)
    (old / "tables.sqlite3").touch()
    (old / "tables.sqlite3").chmod(0o640)
    assert asyncio.run(_modes_of_open_database(settings_in(old).database, old)) == [0o640] * 3
    assert stat.S_IMODE(old.stat().st_mode) == 0o755


# ------------------------------------------------------------------------------------------------- damaged tables


async def _damage(database: str, table: str) -> None:
    """Store a move with a card that nobody holds."""
    store = Store(database)
    await store.open()
    async with store.engine.begin() as connection:
        last = "SELECT max(version) + 1 FROM changes WHERE table_id = :table"
        change = json.dumps({"kept": "moved", "seat": 1, "move": "1e, which nobody holds"})
        row = f"INSERT INTO changes (table_id, version, at, change) VALUES (:table, ({last}), 0, :change)"
        await connection.execute(text(row), {"table": table, "change": change})
    await store.close()


def test_a_damaged_table_is_reported_and_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings = settings_in(tmp_path)
    with Served(settings) as served:
        ana = Visitor(served)
        table = ana.open_table(variant="paulista", players=2, starts_at_once=True)
    asyncio.run(_damage(settings.database, table))
    with Served(settings) as served, caplog.at_level(logging.ERROR, "truquero.server"):
        ana.served = served
        for _time in range(2):
            with open_socket(served, table, ana.cookies) as connection:
                assert until_closed(PageOf(connection)) == DAMAGED
        with pytest.raises(urllib.error.HTTPError) as refused:
            ana.ask(f"/api/tables/{table}/record")
        assert refused.value.code == 410
        assert "cannot be read" in json.loads(refused.value.read())["reason"]
        refused.value.close()
    [line_logged] = [record.getMessage() for record in caplog.records if record.name == "truquero.server"]
    assert line_logged.startswith(f"table {table} cannot be restored: ")
    assert "nobody holds" not in line_logged


# ----------------------------------------------------------------------------------------------------------- database


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgres://u:p%40@h/x", "postgresql+asyncpg://u:p%40@h/x"),
        ("postgresql://u@h:5433/x?sslmode=require", "postgresql+asyncpg://u@h:5433/x?ssl=require"),
        ("postgresql+asyncpg://u@/x?host=/run/pg", "postgresql+asyncpg://u@/x?host=%2Frun%2Fpg"),
        ("sqlite:////srv/tables.sqlite3", "sqlite+aiosqlite:////srv/tables.sqlite3"),
    ],
)
def test_common_forms_of_database_urls_are_accepted(url: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATABASE, url)
    assert database_url() == expected


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("postgresql://u@h:abc/x", "write postgresql://USER"),
        ("mysql://u@h/x", "write postgresql://USER"),
        ("nothing", "write postgresql://USER"),
        ("postgresql://u@h:99999/x", "write postgresql://USER"),
        ("postgresql://u@h/x?channel_binding=require&sslmode=require", "channel_binding cannot be set there"),
    ],
)
def test_invalid_database_urls_are_refused(url: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATABASE, url)
    with speaking("en"), pytest.raises(SettingError, match=message):
        database_url()


async def _fill(store: Store) -> None:
    for version in range(1, 1000):
        await store.journal.write("full", version, MatchBegun(64 * "f"))
        assert await store.is_available()


async def _fill_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(settings_in(folder).database)
    await store.open()
    await store.add_table("full", "ana", SETTINGS)
    connection = await store.journal._lease.connection()
    assert await store.is_available()
    async with connection.begin():
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        await connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    with monkeypatch.context() as limited:
        limited.setattr(WriteLease, "lose", AsyncMock())  # a new SQLite connection would reset the limit
        with pytest.raises(JournalError):
            await _fill(store)
    assert not await store.is_available()
    assert store.journal.failed_writes == 1
    await store.close()


def test_a_full_disk_is_logged_and_makes_the_server_unavailable(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(_fill_disk(tmp_path, monkeypatch))
    assert "a change could not be stored: database or disk is full" in caplog.text
    assert "ffff" not in caplog.text


async def _lose_confirmation(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(settings_in(folder).database)
    await store.open()
    await store.add_table("lost", "ana", SETTINGS)
    journal, attempts = store.journal, list[object]()
    original = Journal._try

    async def lose_confirmation(self: Journal, batch: Any) -> _Failure | None:
        attempts.append(batch)
        failure = await original(self, batch)
        return _Failure(OSError("no answer"), is_unknown=True) if len(attempts) == 1 else failure

    monkeypatch.setattr(Journal, "_try", lose_confirmation)
    await journal.write("lost", 1, MatchBegun("ff"))
    with pytest.raises(JournalError):
        await journal.write("lost", 1, MatchBegun("00"))
    assert [change async for change in store.changes_of("lost")] == [MatchBegun("ff")]
    await store.close()


def test_a_change_stored_without_confirmation_counts_as_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(_lose_confirmation(tmp_path, monkeypatch))


def test_head_requests_are_answered_without_a_body(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        for path in ("/", "/healthz", "/readyz", "/metrics", "/variants/belmez"):
            request = urllib.request.Request(served.address + path, method="HEAD")
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                assert (answer.status, answer.read()) == (200, b"")


def test_a_server_at_a_symbolic_link_finds_the_address(tmp_path: Path) -> None:
    """The address is found like the lock, so a second server can report where the first one runs."""
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    (real / "tables.sqlite3").touch()
    link.mkdir()
    (link / "tables.sqlite3").symlink_to(real / "tables.sqlite3")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        start.AddressNote(settings_in(real)).write(address)
        assert asyncio.run(start.AddressNote(settings_in(link)).other_server(PATIENCE)) == address


def test_the_address_of_a_killed_server_is_not_reported(tmp_path: Path) -> None:
    note = start.AddressNote(settings_in(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        note.write(f"http://127.0.0.1:{listener.getsockname()[1]}/")
    assert asyncio.run(note.other_server(0.0)) == ""
    note.write("no address")
    assert asyncio.run(note.other_server(0.0)) == ""
