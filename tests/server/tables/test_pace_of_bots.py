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


def is_result_before_cut_of(page: PageOf, seat: int) -> bool:
    """Return whether the page shows the result of a hand while the table waits for this seat to cut."""
    view, deal = page.view, page.view.get("deal") or {}
    return bool(view.get("hand")) and view["hand"]["over"] and bool(deal.get("awaits_cut")) and deal["cutter"] == seat


@pytest.mark.parametrize("seconds", [0, 30])
def test_the_result_of_a_hand_stays_until_a_person_alone_with_bots_continues(seconds: int, tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, rest=6.0), bot_pool=Scripted(preferring())) as served:
        ana = Visitor(served, "Ana")
        with ana.page(ana.open_table(variant="argentino", players=2, starts_at_once=True, seconds=seconds)) as page:
            page.play(lambda: is_result_before_cut_of(page, 2))
            served.advance(3600)
            page.request("hello")
            assert page.view["hand"]["over"]
            assert page.request("next-hand", version=page.version)["type"] == "done"
            page.until(lambda: not page.view["hand"]["over"])


def test_the_result_of_a_hand_ends_by_itself_if_several_people_play(tmp_path: Path) -> None:
    """Or a person who is slow to continue would keep the others waiting."""
    with Served(settings_in(tmp_path, rest=6.0), bot_pool=Scripted(preferring())) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="argentino", players=4)
        with ana.page(table) as first, eva.page(table) as second:
            assert second.request("sit", seat=3)["type"] == "done"
            assert first.request("start-match")["type"] == "done"
            while not any(is_result_before_cut_of(first, seat) for seat in (2, 4)):
                if not any(page.act() for page in (first, second)):
                    min(first, second, key=lambda page: page.version).receive()
            assert first.request("next-hand", version=first.version)["type"] == "done"
            served.advance(5.9)
            first.request("hello")
            assert first.view["hand"]["over"]
            served.advance(0.1)
            first.until(lambda: not first.view["hand"]["over"])
