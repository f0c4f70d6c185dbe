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
from tests.support.silent_page import Looking
from truquero.server.assembly import create_services
from truquero.server.changes import MatchBegun, SeatChanged, SeatReserved, TableSettings
from truquero.server.http.answers import NewTable
from truquero.server.services import Services
from truquero.server.tables.index import TableIndex
from truquero.server.tables.registry import IDLE, MOST_IN_LOBBY, Tables
from truquero.server.tables.served_table import Page, ServedTable
from truquero.server.tables.state import TableState
from truquero.server.ws.messages import encode

GUESTS = tuple("abcdef")


def in_hall(folder: Path, work: Callable[[Services], Awaitable[None]]) -> None:
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


def agreed(*, public: bool = True, spectators: bool = True) -> TableSettings:
    return TableSettings("paulista", 2, {}, public, spectators, 0, 0, "azar")


class Room:
    """The part of a table that the index reads."""

    def __init__(self, table: str, chance: Random) -> None:
        self.state = TableState(table, agreed(public=chance.random() < 0.8, spectators=chance.random() < 0.7), "a")
        self.pages: set[str] = set()

    def change(self, chance: Random) -> None:
        kind, seat = chance.randrange(5), chance.choice((1, 2))
        if kind == 0:
            self.state.apply(SeatChanged(seat, chance.choice((None, *GUESTS))))
        elif kind == 1:
            self.state.apply(SeatChanged(seat, bot="azar"))
        elif kind == 2:
            self.state.apply(SeatReserved(seat, chance.choice((None, *GUESTS)), "name"))
        elif kind == 3 and self.state.match is None and not any(one.is_empty for one in self.state.chairs.values()):
            self.state.apply(MatchBegun("seed"))
        else:
            self.pages ^= {"page"}


def people(room: Room) -> set[str | None]:
    return {chair.guest for chair in room.state.chairs.values()} | {one.guest for one in room.state.coming.values()}


def waits(room: Room) -> bool:
    chairs = room.state.chairs.values()
    shown = room.state.agreed.public and room.state.phase != "over"
    return shown and any(chair.is_empty for chair in chairs) and any(chair.guest is not None for chair in chairs)


def can_be_watched(room: Room) -> bool:
    shown = room.state.agreed.public and room.state.phase != "over" and room.state.agreed.spectators
    return shown and bool(room.pages) and not waits(room)


@pytest.mark.parametrize("seed", range(20))
def test_the_index_finds_what_a_look_at_all_tables_finds(seed: int) -> None:
    chance, index = Random(seed), TableIndex()
    rooms: dict[str, Any] = {}  # stand-ins for rooms
    for step in range(300):
        if not rooms or chance.random() < 0.1:
            rooms[f"table {step}"] = Room(f"table {step}", chance)
        table = chance.choice(list(rooms))
        if chance.random() < 0.05:
            index.remove(rooms.pop(table))
        else:
            rooms[table].change(chance)
            index.update(rooms[table])
        known = [room for room in rooms.values() if room.state.id in index._guests]
        for guest in GUESTS:
            assert set(index.of_guest(guest)) == {room for room in known if guest in people(room)}
        waiting = index.waiting(1000)
        assert set(waiting) == {room for room in known if waits(room)}
        assert [bool(room.pages) for room in waiting] == sorted((bool(room.pages) for room in waiting), reverse=True)
        assert set(index.watchable(1000)) == {room for room in known if can_be_watched(room)}
        assert index.waiting(3) == waiting[:3]


def test_the_lobby_and_a_new_table_look_at_few_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The count of tables that are asked for a guest's seat stays small, however many tables there are."""
    looked = 0
    chairs = TableState.seat_of

    def counted(state: TableState, guest: str) -> int | None:
        nonlocal looked
        looked += 1
        return chairs(state, guest)

    async def work(services: Services) -> None:
        nonlocal looked
        hall = services.tables
        for number in range(300):
            await hall.new(f"guest {number}", NewTable(variant="paulista", players=2, public=True))
        monkeypatch.setattr(TableState, "seat_of", counted)
        shown, own = await hall.lobby("guest 7")
        assert len(shown) == MOST_IN_LOBBY
        assert len(own) == 1
        assert looked <= 2 * MOST_IN_LOBBY
        looked = 0
        await hall.new("guest 7", NewTable(variant="paulista", players=2))
        assert looked <= 10

    in_hall(tmp_path, work)


def steps_of_lobby(folder: Path, tables: int) -> int:
    """Return the number of steps that SQLite takes for Ana's lobby.

    The database has `tables` tables of each kind: her own in every phase, those where she sits, and public ones that
    everybody has left.
    """
    steps, asked = 0, list[tuple[str, Any]]()

    def count() -> None:
        nonlocal steps
        steps += 1

    def keep(_connection: object, _cursor: object, statement: str, parameters: Any, *_rest: object) -> None:
        asked.append((statement, parameters))

    async def work(services: Services) -> None:
        now = int(services.environment.time.wall() * 1000)
        written = encode(agreed()).decode()
        rows = {
            f"{owner} {phase} {number}": (owner, written, 0, True, phase, 1, now - number, False)
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
        event.listen(services.store.engine.sync_engine, "before_cursor_execute", keep)
        _shown, own = await services.tables.lobby("ana")
        assert len(own) == MOST_IN_LOBBY
        with closing(sqlite3.connect(folder / "tables.sqlite3")) as database:
            database.set_progress_handler(count, 1)
            for statement, parameters in asked:
                database.execute(statement, parameters).fetchall()

    folder.mkdir()
    in_hall(folder, work)
    assert len(asked) >= 2
    return steps


def test_the_lobby_reads_few_rows_of_the_database(tmp_path: Path) -> None:
    """The steps hardly grow with the tables of any phase or owner. An index scan would take ten times as many."""
    few, many = (steps_of_lobby(tmp_path / str(tables), tables) for tables in (200, 2000))
    assert many < 1.2 * few


async def put_away(hall: Tables, time: Callable[[float], None]) -> None:
    time(IDLE + 1)
    await hall.tidy()


@pytest.mark.parametrize("alone", [False, True], ids=["gathering", "playing"])
def test_a_table_that_is_put_away_leaves_the_memory_at_once(tmp_path: Path, alone: bool) -> None:
    """The table is freed without the garbage collector, which runs seldom."""
    environment, time = environment_of("leaves")

    async def run() -> None:
        bot_pool = Counted(InLoop(b"leaves"))
        services = create_services(settings_in(tmp_path), environment, bot_pool)
        await services.store.open()
        hall = services.tables
        control = TimeControl(time, lambda: hall.rooms, bot_pool)
        table = await hall.new("ana", NewTable(variant="argentino", players=2, alone=alone, bots="azar"))
        room = await hall.find(table)
        assert room is not None
        page: Page = Looking("ana")
        hall.arrive(room, page)
        await control.settle()
        hall.depart(room, page)
        await control.settle()
        kept: tuple[weakref.ref[ServedTable], weakref.ref[TableState]] = weakref.ref(room), weakref.ref(room.state)
        del room, page
        gc.collect()
        gc.disable()
        try:
            await put_away(hall, time.advance)
            assert not list(hall.rooms)
            await control.settle()
            assert [one() for one in kept] == [None, None]
        finally:
            gc.enable()
            await hall.close()
            await services.store.close()

    asyncio.run(run())
