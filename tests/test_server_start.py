"""How a server starts, who may read what it keeps, and what it says of a table that it cannot read any more."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import stat
import threading
import urllib.error
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice
from pathlib import Path

import pytest
from sqlalchemy import text
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.hostile import until_closed
from tests.served import PATIENCE, PageOf, Served, Visitor, settings_in
from truquero.notation.folder import FOLDER_VARIABLE
from truquero.server import start
from truquero.server.hall import Hall
from truquero.server.settings import DATABASE, SECRET, Settings
from truquero.server.sockets import DAMAGED
from truquero.server.store import Store, claim

# ------------------------------------------------------------------------------------------------- started together


class _Slow(start._Server):
    """It has the database long before it listens."""

    looked_for = threading.Event()
    started_ones: list[_Slow]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.started_ones.append(self)
        assert await asyncio.to_thread(self.looked_for.wait, PATIENCE)
        await super().startup(sockets)


class _Note(start.AddressNote):
    async def found(self, _patience: float) -> str:
        _Slow.looked_for.set()
        return await super().found(PATIENCE)


def test_of_servers_started_together_one_serves_and_the_others_say_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").touch()
    note, told = tmp_path / "address", list[str]()
    note.write_text("http://of.one.that.was.killed/")
    _Slow.looked_for.clear()
    _Slow.started_ones = []
    for name, other in (("PAGE", tmp_path), ("_Server", _Slow), ("AddressNote", _Note), ("make_room", lambda: None)):
        monkeypatch.setattr(start, name, other)
    monkeypatch.setattr(Hall, "warm_up", lambda _hall: None)
    monkeypatch.setattr(claim, "PATIENCE", 0.2)
    settings = settings_in(tmp_path, port=0)
    with ThreadPoolExecutor(3) as pool:
        ends = [
            pool.submit(start.serve, settings, browser=False, any_port=True, told=told.append) for _server in range(3)
        ]
        try:
            assert len(list(islice(as_completed(ends, PATIENCE), 2))) == 2
            address = note.read_text()
        finally:
            for server in _Slow.started_ones:
                server.should_exit = True
    assert [end.result() for end in ends] == [None] * 3
    assert len(_Slow.started_ones) == 1
    assert sum(f"is open already, at {address};" in words for words in told) == 2
    assert sum(f"The table is at {address} " in words for words in told) == 1
    assert not note.exists()


def test_only_its_own_address_is_removed(tmp_path: Path) -> None:
    note = start.AddressNote(settings_in(tmp_path))
    note.write("http://127.0.0.1:8000/")
    (tmp_path / "address").write_text("http://127.0.0.1:8001/")  # of who has taken over
    note.clear_own()
    assert (tmp_path / "address").exists()


# ------------------------------------------------------------------------------------------------------ who may read


def modes(folder: Path, *ends: str) -> list[int]:
    return [stat.S_IMODE((folder / f"tables.sqlite3{end}").stat().st_mode) for end in ends]


async def _opened(database: str, folder: Path) -> list[int]:
    store = Store(database)
    await store.open()
    try:
        return modes(folder, "", "-wal", "-shm")
    finally:
        await store.close()


def test_what_is_kept_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    for variable in (DATABASE, SECRET):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv(FOLDER_VARIABLE, str(new))
    assert asyncio.run(_opened(Settings.read().database, new)) == [0o600] * 3
    assert stat.S_IMODE(new.stat().st_mode) == 0o700
    old.mkdir()
    old.chmod(0o755)
    (old / "tables.sqlite3").touch()
    (old / "tables.sqlite3").chmod(0o640)
    assert asyncio.run(_opened(settings_in(old).database, old)) == [0o640] * 3
    assert stat.S_IMODE(old.stat().st_mode) == 0o755


# ------------------------------------------------------------------------------------------------- damaged tables


async def _damage(database: str, table: str) -> None:
    """A card is laid that nobody holds."""
    store = Store(database)
    await store.open()
    async with store.engine.begin() as connection:
        last = "SELECT max(version) + 1 FROM changes WHERE table_id = :table"
        change = json.dumps({"kept": "moved", "seat": 1, "move": "1e, which nobody holds"})
        row = f"INSERT INTO changes (table_id, version, at, change) VALUES (:table, ({last}), 0, :change)"
        await connection.execute(text(row), {"table": table, "change": change})
    await store.close()


def test_a_table_that_cannot_be_played_back_is_told_and_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = settings_in(tmp_path)
    with Served(settings) as served:
        ana = Visitor(served)
        table = ana.open_table(variant="paulista", players=2, alone=True)
    asyncio.run(_damage(settings.database, table))
    with Served(settings) as served, caplog.at_level(logging.ERROR, "truquero.server"):
        ana.served = served
        url = f"ws://127.0.0.1:{served.port}/api/tables/{table}/socket"
        for _time in range(2):
            with connect(url, additional_headers={"Cookie": ana.cookies}, origin=Origin(served.address)) as line:
                assert until_closed(PageOf(line)) == DAMAGED
        with pytest.raises(urllib.error.HTTPError) as refused:
            ana.ask(f"/api/tables/{table}/record")
        assert refused.value.code == 410
        assert "cannot be read any more" in json.loads(refused.value.read())["reason"]
        refused.value.close()
    [line_logged] = [record.getMessage() for record in caplog.records if record.name == "truquero.server"]
    assert line_logged.startswith(f"table {table} cannot be played back: ")
    assert "nobody holds" not in line_logged
