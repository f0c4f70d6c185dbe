"""The index finds tables without a scan, and tables leave memory when they are unloaded."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import weakref
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event

from tests.support.environments import TimeControl, environment_of
from tests.support.scripted_bots import Counted, InLoop
from tests.support.served import settings_in
from tests.support.silent_page import SilentPage
from truquero.server.assembly import create_services
from truquero.server.changes import MatchBegun, SeatChanged, SeatReserved, TableSettings
from truquero.server.encoding import encode
from truquero.server.http.bodies import NewTable
from truquero.server.http.new_table import open_table
from truquero.server.services import Services
from truquero.server.tables import registry
from truquero.server.tables.index import TableIndex
from truquero.server.tables.registry import IDLE, MOST_IN_LOBBY, TableRegistry
from truquero.server.tables.served_table import ServedTable
from truquero.server.tables.state import TableState
from truquero.server.ws.table_pages import pages_of

GUESTS = tuple("abcdef")


def with_services(folder: Path, work: Callable[[Services], Awaitable[None]]) -> None:
    environment, _time = environment_of("hall")

    async def run() -> None:
        services = create_services(settings_in(folder), environment)
        await services.store.open()
        try:
            await work(services)
        finally:
            await services.tables.close()
            await services.store.close()

    asyncio.run(run())


def settings_of_table(*, public: bool = True, spectators: bool = True) -> TableSettings:
    return TableSettings("paulista", 2, {}, public, spectators, 0, 0, "azar")


class IndexedTable:
    """The part of a table that the index reads."""

    def __init__(self, table: str, random: Random) -> None:
        self.state = TableState(
            table, settings_of_table(public=random.random() < 0.8, spectators=random.random() < 0.7), "a"
        )
        self.guests: set[str] = set()

    def change(self, random: Random) -> None:
        kind, seat = random.randrange(5), random.choice((1, 2))
        if kind == 0:
            self.state.apply(SeatChanged(seat, random.choice((None, *GUESTS))))
        elif kind == 1:
            self.state.apply(SeatChanged(seat, bot="azar"))
        elif kind == 2:
            self.state.apply(SeatReserved(seat, random.choice((None, *GUESTS)), "name"))
        elif kind == 3 and self.state.match is None and not any(chair.is_empty for chair in self.state.chairs.values()):
            self.state.apply(MatchBegun("seed"))
        else:
            self.guests ^= {"a guest"}


def people(table: IndexedTable) -> set[str | None]:
    arriving = {reservation.guest for reservation in table.state.reservations.values()}
    return {chair.guest for chair in table.state.chairs.values()} | arriving


def waits(table: IndexedTable) -> bool:
    chairs = table.state.chairs.values()
    is_listed = table.state.settings.public and table.state.phase != "over"
    return is_listed and any(chair.is_empty for chair in chairs) and any(chair.guest is not None for chair in chairs)


def can_be_watched(table: IndexedTable) -> bool:
    is_listed = table.state.settings.public and table.state.phase != "over" and table.state.settings.spectators
    return is_listed and bool(table.guests) and not waits(table)


@pytest.mark.parametrize("seed", range(20))
def test_the_index_gives_the_same_result_as_a_scan(seed: int) -> None:
    random, index = Random(seed), TableIndex()
    tables: dict[str, Any] = {}  # stand-ins for served tables
    for step in range(300):
        if not tables or random.random() < 0.1:
            tables[f"table {step}"] = IndexedTable(f"table {step}", random)
        chosen = random.choice(list(tables))
        if random.random() < 0.05:
            index.remove(tables.pop(chosen))
        else:
            tables[chosen].change(random)
            index.update(tables[chosen])
        indexed = [table for table in tables.values() if table.state.id in index._guests]
        for guest in GUESTS:
            assert set(index.of_guest(guest)) == {table for table in indexed if guest in people(table)}
        waiting = index.waiting(1000)
        assert set(waiting) == {table for table in indexed if waits(table)}
        connected = [bool(table.guests) for table in waiting]
        assert connected == sorted(connected, reverse=True)
        assert set(index.watchable(1000)) == {table for table in indexed if can_be_watched(table)}
        assert index.waiting(3) == waiting[:3]


def test_the_lobby_and_a_new_table_read_few_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The count of tables that are asked for a guest's seat stays small, however many tables there are."""
    calls = 0
    seat_of = TableState.seat_of

    def count_call(state: TableState, guest: str) -> int | None:
        nonlocal calls
        calls += 1
        return seat_of(state, guest)

    async def work(services: Services) -> None:
        nonlocal calls
        tables = services.tables
        for number in range(300):
            await open_table(tables, f"guest {number}", NewTable(variant="paulista", players=2, public=True))
        monkeypatch.setattr(TableState, "seat_of", count_call)
        listed, own = await tables.lobby("guest 7")
        assert len(listed) == MOST_IN_LOBBY
        assert len(own) == 1
        assert calls <= 2 * MOST_IN_LOBBY
        calls = 0
        await open_table(tables, "guest 7", NewTable(variant="paulista", players=2))
        assert calls <= 10

    with_services(tmp_path, work)


def steps_of_lobby(folder: Path, tables: int) -> int:
    """Return the number of virtual-machine steps that SQLite takes for Ana's lobby.

    The database has `tables` tables of each kind: her own in every phase, those where she sits, and public ones that
    everybody has left.
    """
    steps, queries = 0, list[tuple[str, Any]]()

    def count() -> None:
        nonlocal steps
        steps += 1

    def record_query(_connection: object, _cursor: object, statement: str, parameters: Any, *_rest: object) -> None:
        queries.append((statement, parameters))

    async def work(services: Services) -> None:
        now = int(services.environment.time.wall() * 1000)
        settings_json = encode(settings_of_table()).decode()
        rows = {
            f"{owner} {phase} {number}": (owner, settings_json, 0, True, phase, 1, now - number, False)
            for owner in ("ana", "eva", "leo")
            for phase in ("gathering", "playing", "over")
            for number in range(tables)
        }
        with closing(sqlite3.connect(folder / "tables.sqlite3")) as database, database:
            database.executemany(
                "INSERT INTO tables (id, owner, agreed, since, public, phase, empty, at, waits)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [(table, *row) for table, row in rows.items()],
            )
            database.executemany(
                "INSERT INTO seats (table_id, seat, guest, phase, at) VALUES (?, 1, 'ana', ?, ?)",
                [(table, row[4], row[6]) for table, row in rows.items() if row[0] != "leo"],
            )
        event.listen(services.store.engine.sync_engine, "before_cursor_execute", record_query)
        _listed, own = await services.tables.lobby("ana")
        assert len(own) == MOST_IN_LOBBY
        with closing(sqlite3.connect(folder / "tables.sqlite3")) as database:
            database.set_progress_handler(count, 1)
            for statement, parameters in queries:
                database.execute(statement, parameters).fetchall()

    folder.mkdir()
    with_services(folder, work)
    assert len(queries) >= 2
    return steps


def test_the_lobby_reads_few_rows_of_the_database(tmp_path: Path) -> None:
    """The steps hardly grow with the tables of any phase or owner. An index scan would take ten times as many."""
    few, many = (steps_of_lobby(tmp_path / str(tables), tables) for tables in (200, 2000))
    assert many < 1.2 * few


async def unload_idle(tables: TableRegistry, advance: Callable[[float], None]) -> None:
    advance(IDLE + 1)
    await tables.unload_idle()


def test_other_tasks_run_while_idle_tables_are_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search looks at a few tables at a time, and at each only once."""
    counts, stretch = [0], 5
    guests_of_table = ServedTable.guests
    assert isinstance(guests_of_table, property)

    def counted_guests(table: ServedTable) -> set[str]:
        counts[-1] += 1
        return set(guests_of_table.__get__(table))

    async def work(services: Services) -> None:
        for number in range(4 * stretch):
            await open_table(services.tables, f"guest {number}", NewTable(variant="paulista", players=2))
        monkeypatch.setattr(registry, "AT_A_STRETCH", stretch)
        monkeypatch.setattr(ServedTable, "guests", property(counted_guests))
        search = asyncio.create_task(services.tables.unload_idle())
        while not search.done():
            counts.append(0)
            await asyncio.sleep(0)
        monkeypatch.undo()

    with_services(tmp_path, work)
    assert sum(counts) == 4 * stretch
    assert max(counts) <= stretch


@pytest.mark.parametrize("starts_at_once", [False, True], ids=["gathering", "playing"])
def test_an_unloaded_table_is_freed_at_once(tmp_path: Path, starts_at_once: bool) -> None:
    """The table is freed without the garbage collector, which runs seldom."""
    environment, time = environment_of("leaves")

    async def run() -> None:
        bot_pool = Counted(InLoop(b"leaves"))
        services = create_services(settings_in(tmp_path), environment, bot_pool)
        await services.store.open()
        tables = services.tables
        control = TimeControl(time, lambda: tables.in_memory, bot_pool)
        table = await open_table(
            tables, "ana", NewTable(variant="argentino", players=2, starts_at_once=starts_at_once, bots="azar")
        )
        served_table = await tables.find(table)
        assert served_table is not None
        page = SilentPage("ana")
        pages_of(served_table).connect(page)
        await control.settle()
        pages_of(served_table).disconnect(page)
        await control.settle()
        references: tuple[weakref.ref[ServedTable], weakref.ref[TableState]] = (
            weakref.ref(served_table),
            weakref.ref(served_table.state),
        )
        del served_table, page
        gc.collect()
        gc.disable()
        try:
            await unload_idle(tables, time.advance)
            assert not list(tables.in_memory)
            await control.settle()
            assert [reference() for reference in references] == [None, None]
        finally:
            gc.enable()
            await tables.close()
            await services.store.close()

    asyncio.run(run())
