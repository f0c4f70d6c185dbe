"""A table has a speed of its bots, and a time that they leave to people. The host may change both."""

from __future__ import annotations

from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.support.scripted_bots import Scripted, preferring
from tests.support.served import PageOf, Served, Visitor, settings_in


def test_a_new_table_chooses_the_speed_of_bots_and_their_patience(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, answer_seconds=9)) as served:
        ana = Visitor(served, "Ana")
        assert ana.ask("/api/family")["answer_seconds"] == 9
        chosen = ana.open_table(variant="argentino", players=4, answer_seconds=20, speed="calm")
        with ana.page(chosen) as page:
            assert (page.view["table"]["answer_seconds"], page.view["table"]["speed"]) == (20, "calm")
        with ana.page(ana.open_table(variant="argentino", players=4)) as page:
            assert (page.view["table"]["answer_seconds"], page.view["table"]["speed"]) == (9, "normal")


@pytest.mark.parametrize("wrong", [{"answer_seconds": 2}, {"answer_seconds": 121}, {"speed": "hasty"}])
def test_other_values_are_refused(wrong: dict[str, object], tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        with pytest.raises(HTTPError) as refused:
            Visitor(served, "Ana").open_table(variant="argentino", **wrong)
        with refused.value as answer:
            assert answer.code == 400


def pace_of(page: PageOf) -> tuple[int, str]:
    table = page.view["table"]
    return table["answer_seconds"], table["speed"]


def test_the_host_changes_the_pace_at_any_time(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="argentino", players=4)
        with ana.page(table) as host, eva.page(table) as guest:
            assert guest.request("set-pace", answer_seconds=5, speed="fast")["code"] == "forbidden"
            assert host.request("set-pace", answer_seconds=500, speed="fast")["code"] == "malformed"
            assert host.request("start-match")["type"] == "done"
            assert host.request("set-pace", answer_seconds=30, speed="calm")["type"] == "done"
            guest.request("hello")
            assert pace_of(host) == pace_of(guest) == (30, "calm")
    with Served(settings_in(tmp_path)) as ana.served, ana.page(table) as host:
        assert pace_of(host) == (30, "calm")  # it is stored


def test_a_new_pace_applies_to_the_turn_in_progress(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path), bot_pool=Scripted(preferring())) as served:
        ana = Visitor(served, "Ana")
        with ana.page(ana.open_table(variant="paulista", players=2, starts_at_once=True, speed="calm")) as page:
            [table] = served.services.tables.in_memory
            page.play(lambda: bool(page.view.get("hand")) and page.view["hand"]["must_act"] == [2])
            page.request("set-pace", answer_seconds=8, speed="fast")
            before = table.state.version
            served.advance(table.autoplay.session.thinking_time("fast"))
            assert table.state.version == before + 1
