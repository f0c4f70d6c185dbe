"""The finished matches of a guest, their summaries, statistics and export."""

from __future__ import annotations

import csv
import io
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.served import Served, Visitor, settings_in
from truquero.server.http import matches

SHORT: dict[str, Any] = {"variant": "argentino", "players": 2, "starts_at_once": True, "bots": "azar"}
SHORT |= {"options": {"target": "6", "chicos": "1"}}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(settings_in(tmp_path)) as server:
        yield server


def play_matches(visitor: Visitor, count: int = 1, **settings: Any) -> str:
    """Play some matches at a new table, and return its id."""
    table = visitor.open_table(**(SHORT | settings))
    with visitor.page(table) as page:
        for number in range(1, count + 1):
            if number > 1:
                assert page.request("start-match")["type"] == "done"
            page.play(lambda wanted=number: page.phase == "over" and page.view["table"]["match"] == wanted)  # type: ignore[misc]
    return table


def refused(visitor: Visitor, path: str) -> int:
    with pytest.raises(urllib.error.HTTPError) as error:
        visitor.ask(path)
    error.value.close()
    return error.value.code


def test_a_finished_match_is_listed_for_its_guests_only(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = play_matches(ana)
    [match] = ana.ask("/api/matches")["matches"]
    assert (match["table"], match["number"], match["variant"], match["seat"]) == (table, 1, "argentino", 1)
    own, other = map(int, match["score"].split("-"))
    assert max(own, other) == 6  # nobody counts points past the end
    assert match["won"] == (own > other)
    assert match["names"]["1"] == "Ana"
    assert "# seat 1 Ana" in ana.ask(f"/api/tables/{table}/record/1")
    assert eva.ask("/api/matches") == {"matches": [], "following": None}
    assert eva.ask("/api/statistics") == {"variants": []}


def test_the_summary_is_public_when_the_match_is_over(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(**SHORT)
    with ana.page(table) as page:
        page.play(lambda: page.phase == "playing")
        assert refused(ana, f"/api/tables/{table}/summary/1") == 409
        assert refused(ana, f"/api/tables/{table}/summary/2") == 404
        assert refused(ana, "/api/tables/none/summary/1") == 404
        page.play(lambda: page.phase == "over")
        final = page.view["score"]["points"]
    summary = eva.ask(f"/api/tables/{table}/summary/1")  # who knows the table may also read the record
    assert summary["scores"][-1]["points"] == final
    assert [side["name"] for side in summary["sides"]] == ["A", "B"]
    replay = eva.ask("/api/replay", {"text": ana.ask(f"/api/tables/{table}/record")})
    assert replay["summary"] == summary


def test_statistics_add_up_all_matches(served: Served) -> None:
    ana = Visitor(served, "Ana")
    play_matches(ana, count=3)
    play_matches(ana, variant="paulista", options={})
    argentino, paulista = ana.ask("/api/statistics")["variants"]
    assert (argentino["variant"], argentino["matches"], paulista["matches"]) == ("argentino", 3, 1)
    listed = [match for match in ana.ask("/api/matches")["matches"] if match["variant"] == "argentino"]
    assert argentino["won"] == sum(match["won"] for match in listed)
    scores = [match["score"] for match in listed]
    assert argentino["usual_count"] == max(map(scores.count, scores))
    assert scores.count(argentino["usual_score"]) == argentino["usual_count"]


def test_long_lists_have_pages(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MATCHES_OF_PAGE", 2)
    ana = Visitor(served, "Ana")
    play_matches(ana, count=3)
    first = ana.ask("/api/matches")
    assert [match["number"] for match in first["matches"]] == [3, 2]
    second = ana.ask(f"/api/matches?after={first['following']}")
    assert [match["number"] for match in second["matches"]] == [1]
    assert second["following"] is None
    for cursor in ("x", "1.2", "1.2.%27", "9" * 16 + ".1.a"):
        assert refused(ana, f"/api/matches?after={cursor}") == 400


@pytest.mark.parametrize("together", [1, 2, 500])
def test_matches_are_exported_as_json_and_csv(served: Served, monkeypatch: pytest.MonkeyPatch, together: int) -> None:
    monkeypatch.setattr(matches, "READ_TOGETHER", together)
    ana = Visitor(served, "=Ana")  # a spreadsheet would run this as a formula
    play_matches(ana, count=2)
    exported = ana.ask("/api/matches.json")
    assert exported["matches"] == ana.ask("/api/matches")["matches"]
    assert exported["statistics"] == ana.ask("/api/statistics")["variants"]
    rows = list(csv.DictReader(io.StringIO(ana.ask("/api/matches.csv").removeprefix("\ufeff"))))
    assert [row["score"] for row in rows] == [match["score"] for match in exported["matches"]]
    assert all(row["names"].startswith("'=Ana, ") for row in rows)
    total = exported["statistics"][0]["envido"]["called"]
    assert sum(int(row["envido_called"]) for row in rows) == total


def test_exports_are_limited(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, replays=(2, 60.0))) as served:
        ana = Visitor(served, "Ana")
        ana.ask("/api/matches.json")
        ana.ask("/api/matches.csv")
        assert refused(ana, "/api/matches.json") == 429


def test_a_guest_who_left_before_the_end_has_no_result(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(**SHORT | {"starts_at_once": False})
    with ana.page(table) as page, eva.page(table) as other:
        assert other.request("sit", seat=2)["type"] == "done"
        assert page.request("start-match")["type"] == "done"
        assert other.request("stand")["type"] == "done"
        page.play(lambda: page.phase == "over")
    assert len(ana.ask("/api/matches")["matches"]) == 1
    assert eva.ask("/api/matches")["matches"] == []
