"""The profile of a guest, when two pages of the guest change it at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.environments import environment_of
from tests.support.served import settings_in
from truquero.server.assembly import create_services
from truquero.server.tables.guest_profiles import GuestProfile


def test_changes_at_the_same_time_do_not_undo_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment, _time = environment_of("profiles")

    async def run() -> None:
        services = create_services(settings_in(tmp_path), environment)
        store, tables = services.store, services.tables
        await store.open()
        await store.add_guest("ana", "Ana")
        store_change, name_is_stored, goes_on = store.change_profile, asyncio.Event(), asyncio.Event()

        async def change_slowly(guest: str, **values: str) -> bool:
            stored = await store_change(guest, **values)
            if "name" in values:
                name_is_stored.set()
                await goes_on.wait()
            return stored

        monkeypatch.setattr(store, "change_profile", change_slowly)
        try:
            renaming = asyncio.create_task(tables.change_profile("ana", name="Ana María"))
            await name_is_stored.wait()
            await tables.change_profile("ana", portrait="luzia")
            goes_on.set()
            await renaming
            assert tables.profile_of("ana") == GuestProfile("Ana María", "luzia") == (await store.profile_of("ana"))
        finally:
            await tables.close()
            await store.close()

    asyncio.run(run())
