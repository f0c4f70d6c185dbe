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
AGREED = TableSettings("paulista", 2, {}, True, True, 0, 0, "azar")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with postgres() as found:
        yield found


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
    told = asyncio.run(kill.run(database, tmp_path, KILLS, seed=6))
    assert told.kills >= KILLS
    assert told.moves > KILLS
    assert told.frames > told.moves
    assert told.records
    assert "Traceback" not in (tmp_path / "server.log").read_text()


async def _second_of(database: str) -> None:
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
    asyncio.run(_second_of(database))


@pytest.mark.usefixtures("impatient")
def test_a_second_server_reports_that_the_database_is_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").touch()
    monkeypatch.setattr(start, "PAGE", tmp_path)
    settings = settings_in(tmp_path)
    with (tmp_path / "tables.sqlite3.lock").open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(start.StartError, match="another server is using it; check DATABASE_URL"):
            start.serve(settings, browser=False)


async def _half_migrated(database: str) -> None:
    def killed(_connection: object, _cursor: object, statement: str, *_rest: Any) -> None:
        if "CREATE TABLE changes" in statement:
            raise InterruptedError

    store = Store(database)
    event.listen(store.engine.sync_engine, "after_cursor_execute", killed)
    with pytest.raises(InterruptedError):
        await store.open()
    await store.close()
    again = Store(database)
    await again.open()
    await again.add_guest("ana", "Ana")
    assert await again.name_of("ana") == "Ana"
    await again.close()


def test_an_interrupted_migration_is_rolled_back(tmp_path: Path) -> None:
    asyncio.run(_half_migrated(f"{SQLITE}{tmp_path / 'tables.sqlite3'}"))


# ------------------------------------------------------------------------------------------------- lists of tables


async def _keep(store: Store, table: str, state: TableState, *made: Change) -> None:
    """Apply changes and write them to the journal, as the writer of a table does."""
    for change in made:
        stood = state.summary
        state.apply(change)
        stand = state.summary
        await store.journal.write(table, state.changes, change, None if stand == stood else stand)


async def _play(store: Store, table: str, owner: str, *people: str) -> TableState:
    state = TableState(table, AGREED, owner)
    await store.add_table(table, owner, AGREED)
    await _keep(store, table, state, *(SeatChanged(seat, guest, guest) for seat, guest in enumerate(people, 1)))
    return state


async def _listed(store: Store, guest: str) -> tuple[list[ListedTable], list[ListedTable]]:
    return await store.tables_of(guest, 9), [one for one in await store.waiting_tables(99) if one.id == "waits"]


async def _found_again(database: str) -> None:
    """Check the lists of tables, and again after a migration from a schema without lists."""
    store = Store(database)
    await store.open()
    for guest in ("ana l", "eva l"):
        await store.add_guest(guest, guest.title())
    await _play(store, "waits", "eva l", "eva l")
    over = await _play(store, "over", "eva l", "eva l", "ana l")
    await _keep(store, "over", over, MatchBegun("ff"))
    while not over.playing.over:
        turn = over.playing.turn
        deal = (DealSealed("00"), CardsDealt(0, "00"))
        await _keep(
            store, "over", over, *(deal if not turn else [MoveMade(seat, turn[seat][-1]) for seat in [*turn][:1]])
        )
    played = await _play(store, "played", "ana l", "eva l", "ana l")
    await _keep(store, "played", played, SeatChanged(2), SeatChanged(2, bot="azar"), MatchBegun("ff"))
    hers, waiting = before = await _listed(store, "ana l")
    assert [(one.id, one.phase) for one in hers] == [("played", "playing"), ("over", "over")]
    assert [one.names for one in hers] == [("Eva L",), ("Eva L", "Ana L")]
    assert [(one.names, one.empty) for one in waiting] == [(("Eva L",), 1)]
    async with store.engine.begin() as connection:
        await connection.run_sync(lambda old: command.downgrade(migrations(old), "0001"))
    await store.close()
    again = Store(database)
    await again.open()
    assert await _listed(again, "ana l") == before
    await again.close()


def test_lists_of_tables_are_the_same_after_a_migration(database: str) -> None:
    asyncio.run(_found_again(database))


# ----------------------------------------------------------------------------------------- lost database connections


async def _cut_off(database: str) -> None:
    """Close all connections to the database, as a restart of PostgreSQL does."""
    engine = create_async_engine(database)
    async with engine.connect() as connection:
        others = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        await connection.execute(text(f"{others} AND datname = current_database()"))
    await engine.dispose()


async def _back_again(database: str) -> None:
    store = Store(database)
    await store.open()
    await store.add_table("cut off", "ana", AGREED)
    await store.journal.write("cut off", 1, SeatChanged(1, "ana", "Ana"))
    await _cut_off(database)
    await store.journal.write("cut off", 2, MatchBegun("ff"))
    with pytest.raises(JournalError):
        await store.journal.write("cut off", 2, MatchBegun("00"))
    assert [change async for change in store.changes_of("cut off")] == [SeatChanged(1, "ana", "Ana"), MatchBegun("ff")]
    await store.close()


def test_the_journal_reconnects_to_a_database_that_comes_back(cluster: str) -> None:
    asyncio.run(_back_again(cluster))


async def _taken_over(database: str) -> None:
    first, second = Store(database), Store(database)
    await first.open()
    await first.add_table("taken", "ana", AGREED)
    await _cut_off(database)
    await second.open()
    with pytest.raises(JournalError):
        await first.journal.write("taken", 1, MatchBegun("ff"))
    await second.journal.write("taken", 1, MatchBegun("00"))
    await first.close()
    await second.close()


def test_a_server_that_has_lost_its_lock_cannot_write(cluster: str) -> None:
    asyncio.run(_taken_over(cluster))
