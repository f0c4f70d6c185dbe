"""Comparison of the messages that players received with the contents of the database."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from truquero.server.changes import MoveMade
from truquero.server.encoding import encode
from truquero.server.store import Store
from truquero.server.tables.state import TableState, is_covert
from truquero.server.ws.page_view import PageView, deal_of, score_of
from truquero.table.signs import SIGN
from truquero.table.view import SPECTATOR

if TYPE_CHECKING:
    from tools.killing.people import Person


class Ledger:
    """Replays the stored changes of the tables, and compares each version with the messages that players received."""

    def __init__(self, database: str) -> None:
        self._store = Store(database)  # only read, so it is not opened
        self._tables: dict[str, TableState] = {}
        self.moves = self.frames = self.changes = 0

    async def close(self) -> None:
        await self._store.close()

    async def check(self, people: Iterable[Person], opened: Iterable[str]) -> None:
        """Check that every acknowledged move is stored, and that every message agrees with the stored changes.

        Call it while no server runs.
        """
        frames: dict[tuple[str, int], list[tuple[int, dict[str, Any]]]] = defaultdict(list)
        moves: dict[tuple[str, int], tuple[int, str]] = {}
        asides: dict[tuple[str, int], list[tuple[int, str]]] = defaultdict(list)  # señas, which make no new version
        for person in people:
            for frame in person.frames:
                frames[person.table, frame["version"]].append((person.seat, frame))
            for version, move in person.moves:
                if move.startswith(SIGN):
                    asides[person.table, version].append((person.seat, move))
                else:
                    moves[person.table, version] = (person.seat, move)
            person.frames.clear()
            person.moves.clear()
        for table in {person.table for person in people}:
            await self._play_back(table, frames, moves, asides)
        assert not moves, f"acknowledged and lost: {moves}"
        assert not any(asides.values()), f"acknowledged and lost: {dict(asides)}"
        assert not frames, f"shown and lost: {sorted(frames)}"
        for table in opened:
            assert await self._store.table(table) is not None, f"the table {table} was opened and lost"

    async def _play_back(
        self, table: str, frames: dict[Any, Any], moves: dict[Any, Any], asides: dict[Any, list[tuple[int, str]]]
    ) -> None:
        stored = await self._store.table(table)
        assert stored is not None
        state = self._tables.setdefault(table, TableState(stored.id, stored.settings, stored.owner))
        self._compare(state, frames.pop((table, state.version), ()))  # sent again after the last check
        already_checked, rows = state.changes, 0
        async for change in self._store.changes_of(table):
            rows += 1
            if rows <= already_checked:
                continue
            state.apply(change)
            self.changes += 1
            if is_covert(change):
                sign = (change.seat, change.move) if isinstance(change, MoveMade) else None
                if sign in asides[table, state.version]:
                    asides[table, state.version].remove(sign)
                    self.moves += 1
                continue
            acknowledged = moves.pop((table, state.version), None)
            if acknowledged is not None:
                assert isinstance(change, MoveMade)
                assert (change.seat, change.move) == acknowledged
                self.moves += 1
            self._compare(state, frames.pop((table, state.version), ()))
        assert rows == state.changes, f"{table}: {rows} changes are kept, {state.changes} were"

    def _compare(self, state: TableState, frames: Iterable[tuple[int, dict[str, Any]]]) -> None:
        for seat, frame in frames:
            is_seated = state.chairs[seat].guest is not None
            view = PageView(state, seat if is_seated and frame["you"].get("seat") == seat else SPECTATOR, None)
            for part, expected in (
                ("hand", view.hand()),
                ("score", score_of(state)),
                ("deal", deal_of(state.shown_draw)),
            ):
                assert json.loads(encode(expected)) == frame.get(part), f"{state.id} at {state.version}: {part}"
            self.frames += 1
