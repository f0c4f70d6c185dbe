"""Databases of November 2026 (commit 79684ae) open with the code of today, and their matches play on to the end.

`databases/sqlite.sql` and `databases/postgresql.sql` have the same tables: every variant in the middle of a hand, draws
and deals in every step, rematches, bots in seats that people left, own señas, calls said together, and a table of a
still older server, whose deals have a salt instead of commitments. `databases/expected.json` describes each table as
the code of that time restored it.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from sqlalchemy.ext.asyncio import create_async_engine

from tests.support.postgres import postgres
from tests.support.served import PageOf, Served, open_socket, settings_in
from truquero.records import parse, record, replay
from truquero.records.verification import proofs_of_replay
from truquero.server.encoding import encode
from truquero.server.settings import SQLITE
from truquero.server.store import Store
from truquero.server.tables.state import TableState
from truquero.server.ws.messages import BetSizes, HandInfo, MoveOption, SignOption, TableEvent
from truquero.server.ws.page_view import PageView
from truquero.speech import narration
from truquero.speech.award_reasons import award_reason
from truquero.table.view import SPECTATOR

FOLDER = Path(__file__).parent / "databases"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text("utf-8"))


async def _load_into_postgresql(url: str) -> None:
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        raw = await connection.get_raw_connection()
        await raw.driver_connection.execute((FOLDER / "postgresql.sql").read_text("utf-8"))  # type: ignore[union-attr]
    await engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the URL of a database with the content of that time."""
    if request.param == "sqlite":
        path = tmp_path / "tables.sqlite3"
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript((FOLDER / "sqlite.sql").read_text("utf-8"))
        yield f"{SQLITE}{path}"
        return
    with postgres() as url:
        asyncio.run(_load_into_postgresql(url))
        yield url


def digest(*parts: bytes) -> str:
    return sha256(b"".join(parts)).hexdigest()[:16]


# The fields of messages that the code of that time did not have.
LATER_FIELDS: dict[type[Struct], frozenset[str]] = {
    HandInfo: frozenset({"worth", "open_bet", "marked", "points_explained"}),
    TableEvent: frozenset({"calls", "gesture", "meaning"}),
    MoveOption: frozenset({"ends_game", "breaks_rules"}),
    BetSizes: frozenset({"ends_game_from"}),
}


def values_of(part: object) -> object:
    """Return the values of that time in a part of a message, without the names of its fields, which may change."""
    if isinstance(part, SignOption):
        part = MoveOption(part.code, "other")  # which it was
    if isinstance(part, Struct):
        later = LATER_FIELDS.get(type(part), frozenset())
        part = tuple(getattr(part, field) for field in part.__struct_fields__ if field not in later)
    return [values_of(element) for element in part] if isinstance(part, tuple) else part


def described(state: TableState) -> dict[str, Any]:
    """Return the values of a table that `expected.json` stores. `pages` is a digest of what every seat sees."""
    match, seats = state.match, (SPECTATOR, *state.chairs)
    hands = [encode(values_of(PageView(state, seat, None).hand())) for seat in seats]
    news = [encode(values_of(PageView(state, seat, None).news(0))) for seat in seats]
    return {
        "variant": state.rules.variant,
        "players": state.rules.players,
        "phase": state.phase,
        "matches": state.matches,
        "version": state.version,
        "moment": state.match_version,
        "score": None if match is None else list(match.score),
        "record": None if match is None else digest(str(record(match)).encode()),
        "last_record": digest(str(state.last_record).encode()),
        "pages": digest(*hands, *news),
    }


@pytest.fixture
def _words_of_that_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name the lance of a refused call, as the code of that time did, and not the call."""
    monkeypatch.setattr(narration, "refusal_reason", lambda _rules, _events, lance: award_reason(lance, "refused"))


@pytest.mark.usefixtures("_words_of_that_time")
def test_older_tables_are_restored_as_they_were(database: str) -> None:
    async def run() -> None:
        store = Store(database)
        await store.open()
        for table, expected in EXPECTED.items():
            stored = await store.table(table)
            assert stored is not None
            state = TableState(stored.id, stored.settings, stored.owner)
            async for change in store.changes_of(table):
                state.apply(change)
            assert described(state) == expected, table
        await store.close()

    asyncio.run(run())


def play_to_the_end(served: Served, state: TableState) -> None:
    """Open the pages of all players, begin a match that has not begun, and play it to its end."""
    signer, guests = served.services.signer, [chair.guest for chair in state.chairs.values() if chair.guest]
    with ExitStack() as stack:
        pages: list[PageOf] = []
        for guest in guests:
            cookies = f"{signer.cookie_name}={signer.cookie(guest)}"
            connection = stack.enter_context(open_socket(served, state.id, cookies, max_queue=None))
            pages.append(PageOf(connection, state.id, served))
            stack.callback(pages[-1].close)
            pages[-1].request("hello", lang=None)
        if state.phase == "gathering":
            pages[guests.index(state.owner)].request("start-match")
        while True:
            for page in pages:
                page.catch_up()
            if pages[0].phase == "over":
                return
            if not any(page.act() for page in pages):
                served.step()


def test_older_matches_can_be_played_to_the_end(database: str, tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, database=database, bot_time=0.0)) as served:
        for table, expected in EXPECTED.items():
            state = _state_of(served, table)
            before = state.version
            play_to_the_end(served, state)
            assert (state.version > before) == (expected["phase"] != "over")
            assert state.record is not None
            result = replay(parse(state.record), after=lambda _statement, _match: None)
            assert (result.failures, result.match.over) == ([], True), table


def _state_of(served: Served, table: str) -> TableState:
    served_table = served.in_loop(served.services.tables.find(table))
    assert served_table is not None
    return served_table.state


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.truco")), ids=lambda path: str(path.stem))
def test_older_records_of_fair_deals_are_verified(path: Path) -> None:
    text = path.read_text("utf-8")
    dealt = []

    def after(statement: Any, match: Any) -> None:
        if statement.word == "deal":
            dealt.append((statement.line, match.log[-1]))

    match = replay(parse(text), after=after).match
    assert {proof.verdict.value for proof in proofs_of_replay(text, dealt, match.players)} == {"fair"}
