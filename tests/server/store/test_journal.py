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

SETTINGS = TableSettings("paulista", 2, {}, True, True, 0, 0, "azar")


async def write(store: Store, version: int) -> Exception | None:
    """Write a change to the journal. Return the error, or None."""
    try:
        await store.journal.write("table", version, SeatChanged(version, f"guest {version}"))
    except JournalError as error:
        return error
    return None


def write_with_failures(folder: Path, moment: str, times: int) -> list[type[Exception] | None]:
    """Write two changes while the database fails `times` times at `moment`. Return the error type of each, or None."""
    remaining = times

    def fail(*_arguments: object) -> None:
        nonlocal remaining
        if remaining:
            remaining -= 1
            raise ConnectionResetError("the database went away")

    async def run() -> list[type[Exception] | None]:
        nonlocal remaining
        store = Store(settings_in(folder).database)
        remaining = 0
        await store.open()
        await store.add_table("table", "ana", SETTINGS)
        event.listen(store.engine.sync_engine, moment, fail)
        remaining = times
        errors = [await write(store, 1), await write(store, 2)]
        await store.close()
        return [None if error is None else type(error) for error in errors]

    return asyncio.run(run())


def test_a_change_that_failed_before_the_commit_has_not_happened(tmp_path: Path) -> None:
    assert write_with_failures(tmp_path, "before_cursor_execute", 2) == [JournalError, None]


def test_a_change_that_failed_in_the_commit_may_have_happened(tmp_path: Path) -> None:
    assert write_with_failures(tmp_path, "commit", 2) == [OutcomeUnknown, None]


@pytest.mark.parametrize("moment", ["before_cursor_execute", "commit"])
def test_a_failed_write_is_retried(tmp_path: Path, moment: str) -> None:
    assert write_with_failures(tmp_path, moment, 1) == [None, None]


def test_a_commit_whose_confirmation_is_lost_is_found_by_the_retry(tmp_path: Path) -> None:
    """The confirmation of the commit is lost, and the retry finds the change in the database."""
    lost = False

    def lose_confirmation(connection: Connection) -> None:
        nonlocal lost
        if not lost:
            lost = True
            connection.connection.commit()
            raise ConnectionResetError("the answer was lost")

    async def run() -> Exception | None:
        store = Store(settings_in(tmp_path).database)
        await store.open()
        await store.add_table("table", "ana", SETTINGS)
        event.listen(store.engine.sync_engine, "commit", lose_confirmation)
        error = await write(store, 1)
        await store.close()
        return error

    assert asyncio.run(run()) is None
    assert lost
