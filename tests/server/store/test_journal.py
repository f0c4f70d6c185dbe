"""The errors of the journal when it cannot commit a change."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, event

from tests.support.served import settings_in
from truquero.server.changes import SeatChanged, TableSettings
from truquero.server.store import JournalError, Store
from truquero.server.store.journal import OutcomeUnknown

AGREED = TableSettings("paulista", 2, {}, True, True, 0, 0, "azar")


async def kept(store: Store, version: int) -> Exception | None:
    """Write a change to the journal. Return the error, or None."""
    try:
        await store.journal.write("table", version, SeatChanged(version, f"guest {version}"))
    except JournalError as error:
        return error
    return None


def with_trouble(folder: Path, moment: str, times: int) -> list[type[Exception] | None]:
    """Write two changes while the database fails `times` times at `moment`. Return the error type of each, or None."""
    left = times

    def fails(*_about: object) -> None:
        nonlocal left
        if left:
            left -= 1
            raise ConnectionResetError("the database went away")

    async def run() -> list[type[Exception] | None]:
        nonlocal left
        store = Store(settings_in(folder).database)
        left = 0
        await store.open()
        await store.add_table("table", "ana", AGREED)
        event.listen(store.engine.sync_engine, moment, fails)
        left = times
        found = [await kept(store, 1), await kept(store, 2)]
        await store.close()
        return [None if error is None else type(error) for error in found]

    return asyncio.run(run())


def test_a_change_that_failed_before_the_commit_has_not_happened(tmp_path: Path) -> None:
    assert with_trouble(tmp_path, "before_cursor_execute", 2) == [JournalError, None]


def test_a_change_that_failed_in_the_commit_may_have_happened(tmp_path: Path) -> None:
    assert with_trouble(tmp_path, "commit", 2) == [OutcomeUnknown, None]


@pytest.mark.parametrize("moment", ["before_cursor_execute", "commit"])
def test_a_failed_write_is_retried(tmp_path: Path, moment: str) -> None:
    assert with_trouble(tmp_path, moment, 1) == [None, None]


def test_a_commit_whose_confirmation_is_lost_is_found_by_the_retry(tmp_path: Path) -> None:
    """The confirmation of the commit is lost, and the retry finds the change in the database."""
    lost = False

    def loses_the_answer(connection: Connection) -> None:
        nonlocal lost
        if not lost:
            lost = True
            connection.connection.commit()
            raise ConnectionResetError("the answer was lost")

    async def run() -> Exception | None:
        store = Store(settings_in(tmp_path).database)
        await store.open()
        await store.add_table("table", "ana", AGREED)
        event.listen(store.engine.sync_engine, "commit", loses_the_answer)
        found = await kept(store, 1)
        await store.close()
        return found

    assert asyncio.run(run()) is None
    assert lost
