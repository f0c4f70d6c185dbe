"""People at served tables: who sits where, what they say in one breath, and what happens when they go."""

from __future__ import annotations

import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.served import PageOf, Served, Visitor, settings_in
from truquero.server.room import thinking


@pytest.fixture
def served(tmp_path: Path) -> Any:
    with Served(settings_in(tmp_path)) as found:
        yield found


def begin(first: PageOf, second: PageOf) -> None:
    """Two people sit down, and the first cards are dealt."""
    assert second.done("sit", seat=2)["type"] == "done"
    assert first.done("begin")["type"] == "done"
    both = (first, second)
    while not any(page.choices for page in both):
        if not any(page.cuts and page.act() for page in both):
            min(both, key=lambda page: page.version).receive()


def test_calls_of_one_breath_are_made_when_their_time_comes(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="argentino", players=2)
    with ana.page(table) as first, eva.page(table) as second:
        begin(first, second)
        mano, other = (first, second) if first.choices else (second, first)
        assert mano.done("talk", version=mano.version, words="envido, truco")["type"] == "done"
        other.until(lambda: "no-quiero" in other.choices)
        assert other.done("move", version=other.version, move="no-quiero")["type"] == "done"
        other.until(lambda: "retruco" in other.choices)
        calls = [one["move"] for one in other.news if one["kind"] == "move"]
        assert calls == ["envido", "no-quiero", "truco"]


def test_nobody_plays_with_two_hands_of_one_deal(served: Served) -> None:
    """Whoever has seen the cards of a seat does not sit down in another before the next deal."""
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="argentino", players=4, alone=True, bots="azar")
    with ana.page(table) as first, eva.page(table) as second:
        first.until(lambda: bool(first.choices) or first.cuts)
        while not first.choices:
            first.act()
            first.receive()
        assert second.done("sit", seat=2)["type"] == "done"
        assert second.done("stand")["type"] == "done"
        refused = second.done("sit", seat=3)
        assert (refused["type"], refused["code"]) == ("refused", "forbidden")
        assert second.done("sit", seat=2)["type"] == "done"
        assert second.seen["you"]["seat"] == 2


def test_who_gets_up_leaves_the_seat_to_a_bot_with_a_name_of_its_own(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="argentino", players=4, alone=True, bots="azar")
    with ana.page(table) as first, eva.page(table) as second:
        assert second.done("sit", seat=4)["type"] == "done"
        assert second.done("stand")["type"] == "done"
        second.until(lambda: second.seen["you"].get("seat") is None)
        names = [place["name"] for place in second.seen["places"]]
        assert len(set(names)) == 4
        assert first.seen["you"]["seat"] == 1


def test_a_table_that_all_have_left_waits_for_them(served: Served) -> None:
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="argentino", players=4, alone=True, bots="azar")
    with ana.page(table) as page:
        page.play(lambda: page.version > 12 and bool(page.choices))
        page.act()
    time.sleep(0.8)  # longer than the server waits for somebody who has lost the network
    with ana.page(table) as page:
        version = page.version
        assert not any(place["away"] for place in page.seen["places"])
    time.sleep(0.3)
    with ana.page(table) as page:
        assert page.version <= version + 8  # what the bots did while it was open, and nothing of a whole match


def test_others_are_told_who_comes_and_goes(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2)

    def is_here(page: PageOf) -> bool:
        return bool(page.seen["places"][1].get("here"))

    with ana.page(table) as first:
        with eva.page(table) as second:
            assert second.done("sit", seat=2)["type"] == "done"
            first.until(lambda: is_here(first))
        first.until(lambda: not is_here(first))
        with eva.page(table):
            first.until(lambda: is_here(first))


def test_a_cutter_with_a_clock_is_not_waited_for_for_ever(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2, seconds=1, reserve=0)
    with ana.page(table) as first, eva.page(table) as second:
        assert second.done("sit", seat=2)["type"] == "done"
        assert first.done("begin")["type"] == "done"
        first.until(lambda: bool(first.seen.get("hand")))


def test_another_name_is_told_at_the_table(served: Served) -> None:
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="paulista", players=2)
    with ana.page(table) as page:
        assert page.seen["places"][0]["name"] == "Ana"
        ana.ask("/api/guest", {"name": "Anna Mª"}, method="PUT")
        page.until(lambda: page.seen["places"][0]["name"] == "Anna Mª")


def test_the_seed_of_the_last_deal_is_told_also_to_who_comes_later(served: Served) -> None:
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="paulista", players=2, alone=True, bots="azar")
    with ana.page(table) as page:
        page.play(lambda: bool(page.seen["deal"]) and page.seen["deal"]["number"] == 2)
    with ana.page(table) as page:
        last = page.seen["last"]
        assert last["number"] == page.seen["deal"]["number"] - 1 >= 1
        assert sha256(last["seed"].encode()).hexdigest() == last["sealed"]


def test_a_bot_that_fails_plays_as_a_clock_that_has_run_out(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_about: object) -> str:
        raise RuntimeError("the 1e")

    monkeypatch.setattr(thinking, "think", broken)
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="argentino", players=2, alone=True, bots="azar")
    with ana.page(table) as page:
        page.play(lambda: page.seen["score"]["points"] != [0, 0])
    assert "azar could not answer" in caplog.text
    assert "1e" not in caplog.text
