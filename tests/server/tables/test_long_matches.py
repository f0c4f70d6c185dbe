"""Long matches and many rematches take a bounded amount of memory."""

from __future__ import annotations

import asyncio
import tracemalloc
import urllib.error
from pathlib import Path

import pytest

from tests.support.environments import environment_of
from tests.support.served import Served, Visitor, settings_in
from truquero.engine import memo
from truquero.rules.game import Rules
from truquero.server.assembly import create_services
from truquero.server.changes import (
    CardsDealt,
    DealerDrawSealed,
    DealSealed,
    DuelBegun,
    MatchBegun,
    MatchCalled,
    MoveMade,
    PackCut,
    SeatChanged,
    TableSettings,
)
from truquero.server.http.bodies import NewTable
from truquero.server.http.new_table import settings_of
from truquero.server.store import Store
from truquero.server.tables.option_limits import MOST_POINTS
from truquero.server.tables.registry import InvalidTable
from truquero.server.tables.state import TableState

MOST_BYTES = 20 * 2**20  # of one table
SECRET = "ab" * 32  # as long as the secrets of pages


def with_people(variant: str, players: int, **options: str) -> TableState:
    """Return the state of a match with a person in every seat."""
    state = TableState("long", TableSettings(variant, players, options, True, True, 0, 0, "azar"), "ana")
    for seat in state.chairs:
        state.apply(SeatChanged(seat, f"guest {seat}", f"Guest {seat}"))
    for change in (MatchCalled(), DealerDrawSealed(SECRET), MatchBegun()):
        state.apply(change)
    return state


def play_deal(state: TableState) -> None:
    """Play a deal in which everybody plays cards and nobody bets.

    Its strings are new objects, like strings that are parsed from messages, so that the memory of each is counted.
    """
    number = len(state.current_match.log)
    state.apply(DealSealed(f"{number:064x}", {seat: f"{number:063x}{seat}" for seat in state.chairs}))
    state.apply(PackCut(3))
    state.apply(CardsDealt(secrets={seat: f"{seat}{number:063x}" for seat in state.chairs}))
    while not state.needs_deal and not state.current_match.over:
        if not state.current_match.turn:
            state.apply(DuelBegun())
            continue
        seat, moves = next(iter(state.current_match.turn.items()))
        cards = [move for move in moves if move[0].isdigit()]
        state.apply(MoveMade(seat, "".join([*(cards or moves)[0]])))


def rules_of_new_table(variant: str, players: int, **options: str) -> Rules:
    """Return the rules of a table that a guest may open on a server."""
    return settings_of(NewTable(variant, players=players, options=options)).rules


def most_deals(rules: Rules) -> int:
    """Return the number of deals if every deal is worth one point and every game is won by one point."""
    sides = 3 if rules.players == 3 else 2
    return sides * rules.match.target * (sides * (rules.match.games_to_win - 1) + 1)


@pytest.mark.parametrize(
    ("variant", "players", "options"),
    [
        ("valenciano", 4, {"target": "6", "camas": "100"}),
        ("valenciano", 2, {"target": "200", "camas": "3"}),
        ("quesada", 6, {"target": "200"}),
        ("belmez", 4, {"target": "200"}),
        ("argentino", 8, {"target": "200", "flor": "off"}),
    ],
)
def test_the_longest_match_stays_below_the_memory_limit(variant: str, players: int, options: dict[str, str]) -> None:
    rules_of_new_table(variant, players, **options)
    state, deals = with_people(variant, players, **options), 60
    for _deal in range(5):
        play_deal(state)
    tracemalloc.start()
    try:
        for _deal in range(deals):
            play_deal(state)
        snapshot = tracemalloc.take_snapshot()
    finally:
        tracemalloc.stop()
    shared = tracemalloc.Filter(inclusive=False, filename_pattern=memo.__file__)  # shared by all tables, and bounded
    size = sum(statistic.size for statistic in snapshot.filter_traces([shared]).statistics("filename"))
    assert len(state.current_match.log) == deals + 5
    assert size / deals * most_deals(state.rules) < MOST_BYTES


@pytest.mark.parametrize(("target", "camas", "too_many"), [(200, 3, 4), (24, 25, 26), (6, 100, 0), (7, 85, 86)])
def test_the_product_of_games_and_points_is_limited(target: int, camas: int, too_many: int) -> None:
    assert rules_of_new_table("valenciano", 2, target=str(target), camas=str(camas)).match.games_to_win == camas
    if too_many:
        assert target * too_many > MOST_POINTS
        message = f"{too_many} games to {target} points are too long: .* at most {MOST_POINTS} points in all"
        with pytest.raises(InvalidTable, match=message):
            rules_of_new_table("valenciano", 2, target=str(target), camas=str(too_many))


def test_a_table_that_is_older_than_the_limit_continues(tmp_path: Path) -> None:
    settings = TableSettings("valenciano", 2, {"target": "200", "camas": "100"}, True, True, 0, 0, "azar")

    async def run() -> None:
        services = create_services(settings_in(tmp_path), environment_of("before")[0])
        await services.store.open()
        await services.store.add_table("before", "ana", settings)
        served_table = await services.tables.find("before")
        assert served_table is not None
        await served_table.do(
            lambda: served_table.change(SeatChanged(1, "ana", "Ana"), SeatChanged(2, bot="azar"), MatchCalled())
        )
        assert served_table.state.is_playing
        _listed, own = await services.tables.lobby("ana")
        assert [row.id for row in own] == ["before"]
        await services.tables.close()
        await services.store.close()

    asyncio.run(run())


def test_records_of_old_matches_are_restored_from_the_changes(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, replays=(2, 60.0))) as served:
        ana = Visitor(served, "Ana")
        table = ana.open_table(variant="paulista", players=2, starts_at_once=True, bots="azar", options={"target": "1"})
        records = []
        with ana.page(table) as page:
            for match in range(4):
                page.play(lambda: page.phase == "over")
                records.append(ana.ask(f"/api/tables/{table}/record"))
                if match < 3:
                    assert page.request("start-match")["type"] == "done"
        assert len(set(records)) == 4
        [served_table] = served.services.tables.in_memory
        texts = [value for value in vars(served_table.state).values() if isinstance(value, str | list)]
        assert sum(len(text) > 100 for text in texts) == 1  # only one record is in memory beside the match
        restored = [ana.ask(f"/api/tables/{table}/record/{number}") for number in (4, 3, 2, 1)]
        assert restored == records[::-1]
        with pytest.raises(urllib.error.HTTPError) as refused:
            ana.ask(f"/api/tables/{table}/record/1")  # the third slow request within a minute
        assert refused.value.code == 429
        refused.value.close()


def test_changes_are_read_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("truquero.server.store.store.READ_TOGETHER", 2)
    changes = [SeatChanged(seat, f"guest {seat}") for seat in (1, 2, 3, 4, 1)]

    async def run(count: int) -> None:
        store = Store(settings_in(tmp_path / str(count)).database)
        await store.open()
        await store.add_table("some", "ana", TableSettings("paulista", 4, {}, True, True, 0, 0, "azar"))
        for version, change in enumerate(changes[:count], 1):
            await store.journal.write("some", version, change)
        assert [change async for change in store.changes_of("some")] == changes[:count]
        await store.close()

    for count in (0, 1, 2, 4, 5):
        asyncio.run(run(count))
