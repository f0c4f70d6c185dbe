"""A killed server loses nothing that it has acknowledged, and two servers never write to one database.

`python -m tools.kill --rounds 100` runs the same check for longer.
"""

from __future__ import annotations

import asyncio
import fcntl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.support.postgres import postgres
from tests.support.served import settings_in
from tools import kill
from truquero.server import start
from truquero.server.changes import CardsDealt, Change, DealSealed, MatchBegun, MoveMade, SeatChanged, TableSettings
from truquero.server.settings import SQLITE
from truquero.server.store import DatabaseInUse, JournalError, ListedTable, Store, lease
from truquero.server.store.store import migrations
from truquero.server.tables.state import TableState

KILLS = 2
SETTINGS = TableSettings("paulista", 2, {}, True, True, 0, 0, "azar")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "PATIENCE", 0.2)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of a database of either kind. Earlier tests have written to the one of PostgreSQL."""
    if request.param == "sqlite":
        return f"{SQLITE}{tmp_path / 'tables.sqlite3'}"
    return str(request.getfixturevalue("cluster"))


def test_no_acknowledged_move_is_lost(database: str, tmp_path: Path) -> None:
    counts = asyncio.run(kill.run(database, tmp_path, KILLS, seed=6))
    assert counts.kills >= KILLS
    assert counts.moves > KILLS
    assert counts.frames > counts.moves
    assert counts.records
    assert "Traceback" not in (tmp_path / "server.log").read_text()


async def _open_twice(database: str) -> None:
    first, second = Store(database), Store(database)
    await first.open()
    try:
        with pytest.raises(DatabaseInUse):
            await second.open()
    finally:
        await first.close()
    await second.open()
    await second.close()


@pytest.mark.usefixtures("impatient")
def test_a_second_server_does_not_write_to_the_same_database(database: str) -> None:
    asyncio.run(_open_twice(database))


@pytest.mark.usefixtures("impatient")
def test_a_second_server_reports_that_the_database_is_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").touch()
    monkeypatch.setattr(start, "PAGE", tmp_path)
    settings = settings_in(tmp_path)
    with (tmp_path / "tables.sqlite3.lock").open("wb") as lock_file:
        fcntl.flock(lock_file, fcntl.LOCK_EX)
        with pytest.raises(start.StartError, match="another server is using it; check DATABASE_URL"):
            start.serve(settings, browser=False)


async def _interrupt_migration(database: str) -> None:
    def interrupt(_connection: object, _cursor: object, statement: str, *_rest: Any) -> None:
        if "CREATE TABLE changes" in statement:
            raise InterruptedError

    store = Store(database)
    event.listen(store.engine.sync_engine, "after_cursor_execute", interrupt)
    with pytest.raises(InterruptedError):
        await store.open()
    await store.close()
    second_store = Store(database)
    await second_store.open()
    await second_store.add_guest("ana", "Ana")
    assert await second_store.profile_of("ana") == ("Ana", "")
    await second_store.close()


def test_an_interrupted_migration_is_rolled_back(tmp_path: Path) -> None:
    asyncio.run(_interrupt_migration(f"{SQLITE}{tmp_path / 'tables.sqlite3'}"))


# ------------------------------------------------------------------------------------------------- lists of tables


async def _apply_and_store(store: Store, table: str, state: TableState, *applied: Change) -> None:
    """Apply changes and write them to the journal, as the writer of a table does."""
    for change in applied:
        before = state.summary
        state.apply(change)
        after = state.summary
        await store.journal.write(table, state.changes, change, None if after == before else after)


async def _open_table(store: Store, table: str, owner: str, *people: str) -> TableState:
    state = TableState(table, SETTINGS, owner)
    await store.add_table(table, owner, SETTINGS)
    await _apply_and_store(
        store, table, state, *(SeatChanged(seat, guest, guest) for seat, guest in enumerate(people, 1))
    )
    return state


async def _lists_of(store: Store, guest: str) -> tuple[list[ListedTable], list[ListedTable]]:
    return await store.tables_of(guest, 9), [table for table in await store.waiting_tables(99) if table.id == "waits"]


async def _compare_lists(database: str) -> None:
    """Check the lists of tables, and again after a migration from a schema without lists."""
    store = Store(database)
    await store.open()
    for guest in ("ana l", "eva l"):
        await store.add_guest(guest, guest.title())
    await _open_table(store, "waits", "eva l", "eva l")
    over = await _open_table(store, "over", "eva l", "eva l", "ana l")
    await _apply_and_store(store, "over", over, MatchBegun("ff"))
    while not over.current_match.over:
        turn = over.current_match.turn
        deal = (DealSealed("00"), CardsDealt(0, "00"))
        await _apply_and_store(
            store, "over", over, *(deal if not turn else [MoveMade(seat, turn[seat][-1]) for seat in [*turn][:1]])
        )
    played = await _open_table(store, "played", "ana l", "eva l", "ana l")
    await _apply_and_store(store, "played", played, SeatChanged(2), SeatChanged(2, bot="azar"), MatchBegun("ff"))
    own, waiting = before = await _lists_of(store, "ana l")
    assert [(table.id, table.phase) for table in own] == [("played", "playing"), ("over", "over")]
    assert [table.names for table in own] == [("Eva L",), ("Eva L", "Ana L")]
    assert [(table.names, table.empty) for table in waiting] == [(("Eva L",), 1)]
    async with store.engine.begin() as connection:
        await connection.run_sync(lambda migrated: command.downgrade(migrations(migrated), "0001"))
    await store.close()
    second_store = Store(database)
    await second_store.open()
    assert await _lists_of(second_store, "ana l") == before
    await second_store.close()


def test_lists_of_tables_are_the_same_after_a_migration(database: str) -> None:
    asyncio.run(_compare_lists(database))


# ----------------------------------------------------------------------------------------- lost database connections


async def _close_connections(database: str) -> None:
    """Close all connections to the database, as a restart of PostgreSQL does."""
    engine = create_async_engine(database)
    async with engine.connect() as connection:
        query = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        await connection.execute(text(f"{query} AND datname = current_database()"))
    await engine.dispose()


async def _write_after_reconnect(database: str) -> None:
    store = Store(database)
    await store.open()
    await store.add_table("cut off", "ana", SETTINGS)
    await store.journal.write("cut off", 1, SeatChanged(1, "ana", "Ana"))
    await _close_connections(database)
    await store.journal.write("cut off", 2, MatchBegun("ff"))
    with pytest.raises(JournalError):
        await store.journal.write("cut off", 2, MatchBegun("00"))
    assert [change async for change in store.changes_of("cut off")] == [SeatChanged(1, "ana", "Ana"), MatchBegun("ff")]
    await store.close()


def test_the_journal_reconnects_to_a_database_that_comes_back(cluster: str) -> None:
    asyncio.run(_write_after_reconnect(cluster))


async def _lose_lock(database: str) -> None:
    first, second = Store(database), Store(database)
    await first.open()
    await first.add_table("taken", "ana", SETTINGS)
    await _close_connections(database)
    await second.open()
    with pytest.raises(JournalError):
        await first.journal.write("taken", 1, MatchBegun("ff"))
    await second.journal.write("taken", 1, MatchBegun("00"))
    await first.close()
    await second.close()


def test_a_server_that_has_lost_its_lock_cannot_write(cluster: str) -> None:
    asyncio.run(_lose_lock(cluster))
