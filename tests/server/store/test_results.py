"""Results of matches in both databases: they are stored with the last move and deleted with the guest."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import delete, select

from tests.support.environments import environment_of
from tests.support.postgres import postgres
from truquero.analysis.match_summary import BetCount, SeatStatistics
from truquero.server.changes import MoveMade, TableSettings
from truquero.server.match_results import MatchResult
from truquero.server.settings import SQLITE
from truquero.server.store import ResultKey, Store
from truquero.server.store.schema import guests, results

SETTINGS = TableSettings("argentino", 2, {}, True, True, 0, 0, "azar")
BETS = SeatStatistics(BetCount(3, 2, 1), BetCount(5, 4, 2))
WON = MatchResult("ana", 1, "argentino", 2, 1, True, "30-24", {1: "Ana", 2: "Ñusta"}, BETS)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"{SQLITE}{tmp_path / 'tables.sqlite3'}"
        return
    with postgres() as url:
        yield url


async def opened(database: str) -> Store:
    """Return a store with a table and two guests."""
    store = Store(database, environment_of("results")[0].time)
    await store.open()
    for guest in ("ana", "eva"):
        await store.add_guest(guest, guest)
    await store.add_table("table", "ana", SETTINGS)
    return store


async def end_match(store: Store, version: int, *match_results: MatchResult) -> None:
    await store.journal.write("table", version, MoveMade(1, "mazo"), None, match_results)


def test_results_are_found_by_page_and_added_up(database: str) -> None:
    async def run() -> None:
        store = await opened(database)
        lost = replace(WON, guest="eva", seat=2, won=False, score="24-30")
        await end_match(store, 1, WON, lost)
        for number in (2, 3):
            await end_match(store, number, replace(WON, number=number, won=False, score="9-30"))
        await end_match(store, 4, replace(WON, number=4, variant="paulista"))
        stored = await store.results_of("ana", 10)
        assert [entry.result.number for entry in stored] == [4, 3, 2, 1]
        assert stored[-1].result == WON
        assert (await store.results_of("eva", 10))[0].result == lost
        key = ResultKey(stored[1].at, stored[1].table, stored[1].result.number)
        assert await store.results_of("ana", 1, key) == stored[2:3]
        argentino, paulista = await store.totals_of("ana")
        assert (argentino.matches, argentino.won, argentino.usual_score, argentino.usual_count) == (3, 1, "9-30", 2)
        assert argentino.bets == SeatStatistics(BetCount(9, 6, 3), BetCount(15, 12, 6))
        assert (paulista.variant, paulista.matches) == ("paulista", 1)
        await store.close()

    asyncio.run(run())


def test_results_are_deleted_with_the_guest(database: str) -> None:
    async def run() -> None:
        store = await opened(database)
        await end_match(store, 1, WON, replace(WON, guest="eva"))
        async with store.engine.begin() as connection:
            await connection.execute(delete(guests).where(guests.c.id == "ana"))
            assert (await connection.scalars(select(results.c.guest))).all() == ["eva"]
        await store.close()

    asyncio.run(run())


def test_a_guest_whom_the_database_does_not_know_does_not_stop_the_match(database: str) -> None:
    async def run() -> None:
        store = await opened(database)
        await end_match(store, 1, replace(WON, guest="forgotten"), WON)
        assert [len(await store.results_of(guest, 5)) for guest in ("forgotten", "ana")] == [0, 1]
        assert [change async for change in store.changes_of("table")] == [MoveMade(1, "mazo")]
        await store.close()

    asyncio.run(run())
