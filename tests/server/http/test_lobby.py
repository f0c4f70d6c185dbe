"""The lobby finds tables that are not in memory, and guests with similar names get different ones."""

from __future__ import annotations

import json
import sqlite3
import urllib.error
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.served import Served, Visitor, settings_in
from truquero.server.app import TIDY
from truquero.server.guest_names import LONGEST_NAME
from truquero.server.tables.registry import IDLE


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


def test_tables_that_are_not_in_memory_are_listed(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with Served(settings) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        hers = ana.open_table(variant="paulista", players=2, starts_at_once=True, bots="azar")
        public = eva.open_table(variant="argentino", players=4, public=True, seconds=30, reserve=60)
        closed = eva.open_table(variant="belmez", players=4)
        served.advance(1)
        with ana.page(closed) as page:
            assert page.request("sit", seat=2)["type"] == "done"
        live = ana.ask("/api/lobby")
    with Served(settings) as again:
        ana.served = again
        lobby = ana.ask("/api/lobby")
        assert ids(lobby["yours"]) == ids(live["yours"]) == [closed, hers]  # the last one played comes first
        assert lobby["yours"][0]["player_names"] == ["Eva", "Ana"]
        assert [row["phase"] for row in lobby["yours"]] == ["gathering", "playing"]
        assert lobby["tables"] == live["tables"]
        [waiting] = lobby["tables"]
        assert (waiting["id"], waiting["empty_seats"], waiting["player_names"]) == (public, 3, ["Eva"])
        assert (waiting["seconds"], waiting["reserve"]) == (30, 60)
        assert not list(again.services.tables.in_memory)  # none of them was loaded
        with ana.page(closed) as page:
            assert page.request("stand")["type"] == "done"
            assert ids(ana.ask("/api/lobby")["yours"]) == [hers]


GONE = {"variant": "argentino", "players": 4, "options": {"old_rule": "on"}, "public": True, "spectators": True}
GONE |= {"seconds": 0, "reserve": 0, "bots": "azar"}


@pytest.mark.parametrize("settings", [{"variant": 7}, GONE], ids=["damaged", "a house rule that is gone"])
def test_a_damaged_table_does_not_hide_the_others(tmp_path: Path, settings: dict[str, Any]) -> None:
    server_settings = settings_in(tmp_path)
    with Served(server_settings) as served:
        ana = Visitor(served, "Ana")
        damaged, intact = (ana.open_table(variant="argentino", players=4, public=True) for _table in range(2))
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database, database:
        database.execute("UPDATE tables SET agreed = ? WHERE id = ?", (json.dumps(settings), damaged))
    with Served(server_settings) as again:
        ana.served = again
        assert ids(ana.ask("/api/lobby")["yours"]) == [intact]
        assert ids(Visitor(again, "Leo").ask("/api/lobby")["tables"]) == [intact]


def test_tables_that_wait_for_players_come_first(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana, eva, leo = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Leo")
        watched = ana.open_table(variant="paulista", players=2, starts_at_once=True, public=True, bots="azar")
        old, new = (eva.open_table(variant="paulista", players=2, public=True) for _table in range(2))
        played = ana.open_table(variant="paulista", players=2, starts_at_once=True, public=True, bots="azar")
        with ana.page(played):
            assert ids(leo.ask("/api/lobby")["tables"]) == [new, old, played]
        with ana.page(watched):
            assert ids(leo.ask("/api/lobby")["tables"]) == [new, old, watched]


def test_a_guest_who_has_left_a_table_may_open_another(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, tables_of_guest=2)) as served:
        ana = Visitor(served, "Ana")
        tables = [
            ana.open_table(variant="paulista", players=2, starts_at_once=True, bots="azar") for _table in range(2)
        ]
        with pytest.raises(urllib.error.HTTPError):
            ana.open_table(variant="paulista", players=2)
        with ana.page(tables[0]) as page:
            assert page.request("stand")["type"] == "done"
        assert ana.open_table(variant="paulista", players=2)


def test_the_limit_of_tables_also_applies_to_sitting_down(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, tables_of_guest=2)) as served:
        ana, leo, eva = Visitor(served, "Ana"), Visitor(served, "Leo"), Visitor(served, "Eva")
        first, second = (host.open_table(variant="paulista", players=4, public=True) for host in (leo, eva))
        ana.open_table(variant="paulista", players=2)
        with ana.page(first) as page, ana.page(second) as second_page:
            assert page.request("sit", seat=2)["type"] == "done"
            assert page.request("sit", seat=3)["type"] == "done"  # another seat at the same table
            refused = second_page.request("sit", seat=2)
            assert refused["code"] == "illegal"
            assert "2" in refused["reason"]
            assert page.request("stand")["type"] == "done"
            assert second_page.request("sit", seat=2)["type"] == "done"


def test_an_unloaded_table_is_loaded_again(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana, tables = Visitor(served, "Ana"), served.services.tables
        table = ana.open_table(variant="paulista", players=2)
        for _time in range(3):
            with ana.page(table) as page:
                assert page.view["you"]["seat"] == 1
                assert list(tables.in_memory)
            served.advance(IDLE)
            assert list(tables.in_memory)
            served.advance(TIDY)
            assert not list(tables.in_memory)
            assert ids(ana.ask("/api/lobby")["yours"]) == [table]


def test_the_second_guest_with_a_name_gets_a_number(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        long = "Wolfeschlegelsteinhausen"
        assert len(long) == LONGEST_NAME
        first, second, third = Visitor(served, "Ana"), Visitor(served, "ana"), Visitor(served, "Ana\ufe0f")
        table = first.open_table(variant="argentino", players=4)
        with first.page(table) as first_page, second.page(table) as second_page, third.page(table) as onlooker:
            onlooker.request("chat", words="hola")
            assert second_page.request("sit", seat=2)["type"] == "done"
            assert onlooker.request("chat", words="hola")["type"] == "done"
            lines = [json.loads(frame) for frame in onlooker.frames if '"type":"chat-line"' in frame]
            assert [line["name"] for line in lines] == ["Ana\ufe0f 3", "Ana\ufe0f 3"]
            second_page.request("return-to-seat")
            assert [seat_info["name"] for seat_info in second_page.view["seats"]][:2] == ["Ana", "ana 2"]
            for visitor in (first, second):
                visitor.ask("/api/guest", {"name": long}, method="PUT")
            first_page.until(lambda: first_page.view["seats"][1]["name"].startswith(long[:5]))
            assert [seat_info["name"] for seat_info in first_page.view["seats"]][:2] == [long, long[:-2] + " 2"]
        with second.page(table) as second_page:  # a returning guest keeps the name
            assert second_page.view["seats"][1]["name"] == long[:-2] + " 2"


def test_unknown_records_and_paths_are_refused_with_a_reason(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        for path, reason in (
            ("/api/tables/nada/record", "there is no such match"),
            ("/api/nada", "nothing at this addr"),
        ):
            with pytest.raises(urllib.error.HTTPError) as refused:
                Visitor(served).ask(path)
            assert refused.value.code == 404
            assert reason in json.load(refused.value)["reason"]
            refused.value.close()
