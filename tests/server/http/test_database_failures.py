"""A database that is locked or does not answer: requests get a sentence and are asked to try again."""

from __future__ import annotations

import asyncio
import http.client
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tests.support.attacked_server import until_closed
from tests.support.served import PATIENCE, PageOf, Served, Visitor, open_socket, settings_in
from truquero.server.changes import TableSettings
from truquero.server.settings import SQLITE
from truquero.server.store import DatabaseUnavailable, JournalError, Store, store

OPEN = {"variant": "argentino", "players": 2, "bots": "azar"}
UNKNOWN_TABLE = "0" * 18
NOT_STORED = "it could not be stored: try again in a moment"
NO_ANSWER = "the database does not answer: try again in a moment"


def answer_to(served: Served, method: str, path: str, body: object = None, ana: Visitor | None = None) -> list[object]:
    """Return the status, the code, the reason and the header Retry-After of the answer to a request."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Accept-Language": "en"}
    if ana is not None:
        headers |= {"Cookie": ana.cookies, "X-CSRF-Token": ana.guest["token"]}
    with closing(connection):
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        problem = json.loads(answer.read())
        return [answer.status, problem["code"], problem["reason"], answer.headers["Retry-After"]]


def test_requests_that_cannot_be_stored_are_answered_503(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process holds the lock of the database."""
    monkeypatch.setattr(store, "BUSY", 0)
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            expected = [503, "closing", NOT_STORED, "10"]
            assert answer_to(served, "POST", "/api/tables", OPEN, ana) == expected
            assert answer_to(served, "PUT", "/api/guest", {"name": "Eva"}, ana) == expected
            assert answer_to(served, "GET", "/api/guest") == expected
            database.execute("ROLLBACK")
        assert ana.ask("/api/lobby")["yours"] == []
        assert ana.ask("/api/guest", {"name": "Eva"}, method="PUT")["name"] == "Eva"
        assert ana.open_table(**OPEN)


@contextmanager
def unreachable(served: Served, folder: Path) -> Iterator[None]:
    """Let the server open no connection to its database within the context."""
    database = served.services.store
    engine, database.engine = database.engine, stopped_postgres(folder)
    try:
        yield
    finally:
        database.engine = engine


def stopped_postgres(folder: Path) -> AsyncEngine:
    """Return an engine for a PostgreSQL server that should listen on a socket in a folder, and does not run."""
    return create_async_engine(f"postgresql+asyncpg://truquero@/postgres?host={folder}")


def test_requests_that_read_are_answered_503_while_the_database_does_not_answer(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        with unreachable(served, tmp_path):
            for path in ("/api/guest", "/api/lobby", f"/api/tables/{UNKNOWN_TABLE}/record"):
                assert answer_to(served, "GET", path, ana=ana) == [503, "closing", NO_ANSWER, "10"], path
        assert ana.ask("/api/guest")["name"] == "Ana"


def test_a_socket_to_a_table_that_cannot_be_read_is_logged_once_and_may_try_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        with unreachable(served, tmp_path), open_socket(served, UNKNOWN_TABLE, ana.cookies) as connection:
            assert until_closed(PageOf(connection)) == 1013
        logged = [record.getMessage() for record in caplog.records if record.name == "truquero.server"]
        assert logged == ["the database does not answer: [Errno 2] No such file or directory"]


def test_an_internal_error_that_closes_a_socket_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_table: str) -> None:
        raise RuntimeError

    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        monkeypatch.setattr(served.services.tables, "find", fail)
        with open_socket(served, UNKNOWN_TABLE, ana.cookies) as connection:
            assert until_closed(PageOf(connection)) == 4500
        [line] = [record.getMessage() for record in caplog.records if record.name == "truquero.server"]
        assert line.startswith(f"a socket to table '{UNKNOWN_TABLE}' failed: RuntimeError")


def test_every_method_of_the_store_says_that_the_database_does_not_answer(tmp_path: Path) -> None:
    settings = TableSettings("argentino", 2, {}, True, True, 0, 0, "azar")

    async def ask() -> None:
        database = Store(f"{SQLITE}{tmp_path / 'tables.sqlite3'}")
        database.engine = stopped_postgres(tmp_path)
        for work in (database.profile_of("ana"), database.table(UNKNOWN_TABLE), database.tables_of("ana", 1)):
            with pytest.raises(DatabaseUnavailable):
                await work
        with pytest.raises(DatabaseUnavailable):
            await database.waiting_tables(1)
        with pytest.raises(DatabaseUnavailable):
            await anext(database.changes_of(UNKNOWN_TABLE))
        for write in (
            database.add_guest("ana", "Ana"),
            database.change_profile("ana", name="Eva"),
            database.add_table(UNKNOWN_TABLE, "ana", settings),
        ):
            with pytest.raises(JournalError):
                await write
        await database.close()

    asyncio.run(ask())
