"""When a player stalls the table, the host may put a bot in the seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.environments import ManualTime, SeededRandomness
from tests.support.served import PageOf, Served, Visitor, settings_in
from truquero.server.environment import Environment


@pytest.fixture
def time() -> ManualTime:
    return ManualTime()


@pytest.fixture
def pages(tmp_path: Path, time: ManualTime) -> Iterator[tuple[PageOf, PageOf]]:
    """Yield the pages of Ana, the host, and Eva, who play against each other."""
    with Served(settings_in(tmp_path), Environment(time, SeededRandomness("stall"))) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="paulista", players=2, bots="azar")
        with ana.page(table) as first, eva.page(table) as second:
            assert second.request("sit", seat=2)["type"] == "done"
            assert first.request("start-match")["type"] == "done"
            yield first, second


def can_act(page: PageOf) -> bool:
    return bool(page.choices or page.must_cut)


def bring_to(page: PageOf, other: PageOf) -> None:
    """Play until it is the turn of a page."""
    while True:
        for each_page in (page, other):
            each_page.catch_up()
        if can_act(page):
            return
        assert other.act()


def test_the_host_replaces_a_stalling_player_with_a_bot(pages: tuple[PageOf, PageOf], time: ManualTime) -> None:
    host, guest = pages
    bring_to(guest, host)
    early = host.request("place-bot", seat=2, bot=None)
    assert (early["type"], early["code"]) == ("refused", "forbidden")
    assert "60 more seconds" in early["reason"]
    time.advance(59)
    assert "1 more second for" in host.request("place-bot", seat=2, bot=None)["reason"]
    time.advance(1)
    assert host.request("place-bot", seat=2, bot=None)["type"] == "done"
    assert host.view["seats"][1]["kind"] == "bot"
    guest.until(lambda: guest.view["seats"][1]["kind"] == "bot")


def test_only_a_player_whom_the_table_waits_for_can_be_replaced(pages: tuple[PageOf, PageOf], time: ManualTime) -> None:
    host, guest = pages
    bring_to(host, guest)
    time.advance(3600)
    assert "is not waiting" in host.request("place-bot", seat=2, bot=None)["reason"]
    assert guest.request("place-bot", seat=1, bot=None)["code"] == "forbidden"  # the guest is not the host
    assert host.request("place-bot", seat=1, bot=None)["code"] == "forbidden"  # the host cannot do it to the own seat


def stall(pages: tuple[PageOf, PageOf], time: ManualTime, bot: str | None = None) -> None:
    """Let the guest stall the table until the host puts a bot in the seat."""
    host, guest = pages
    bring_to(guest, host)
    time.advance(60)
    assert host.request("place-bot", seat=2, bot=bot)["type"] == "done"


def test_the_host_may_choose_the_bot(pages: tuple[PageOf, PageOf], time: ManualTime) -> None:
    stall(pages, time, "aprendiz")
    assert pages[0].view["seats"][1]["bot"] == "aprendiz"


def test_a_replaced_player_returns_if_the_host_allows_it(pages: tuple[PageOf, PageOf], time: ManualTime) -> None:
    host, guest = pages
    stall(pages, time)
    refused = guest.request("sit", seat=2)
    assert (refused["type"], refused["code"]) == ("refused", "illegal")
    assert "when the host allows it" in refused["reason"]
    assert guest.request("place-bot", seat=2, bot=None)["type"] == "refused"  # only the host may
    assert host.view["seats"][1]["replaced"]
    assert host.request("place-bot", seat=2, bot=None)["type"] == "done"
    assert not host.view["seats"][1].get("replaced")
    assert guest.request("sit", seat=2)["type"] == "done"


def test_a_replaced_player_returns_when_the_match_is_over(pages: tuple[PageOf, PageOf], time: ManualTime) -> None:
    host, guest = pages
    stall(pages, time)
    host.play(lambda: host.phase == "over")
    assert guest.request("sit", seat=2)["type"] == "done"
    assert host.request("start-match")["type"] == "done"
    assert guest.request("sit", seat=2)["type"] == "done"  # in the next match the guest plays as before


def test_a_replaced_player_is_still_refused_after_a_restart(tmp_path: Path) -> None:
    settings, time = settings_in(tmp_path), ManualTime()
    with Served(settings, Environment(time, SeededRandomness("before"))) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="paulista", players=2, bots="azar")
        with ana.page(table) as host, eva.page(table) as guest:
            guest.request("sit", seat=2)
            host.request("start-match")
            stall((host, guest), time)
    with Served(settings) as again:
        ana.served = eva.served = again
        with ana.page(table) as host, eva.page(table) as guest:
            assert "when the host allows it" in guest.request("sit", seat=2)["reason"]
            assert host.request("place-bot", seat=2, bot=None)["type"] == "done"
            assert guest.request("sit", seat=2)["type"] == "done"


def test_the_host_may_cancel_the_reservation_of_a_bots_seat(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana, eva, leo = (Visitor(served, name) for name in ("Ana", "Eva", "Leo"))
        table = ana.open_table(variant="paulista", players=4, bots="azar")
        with ana.page(table) as host, eva.page(table) as guest, leo.page(table) as late:
            assert guest.request("sit", seat=2)["type"] == "done"
            assert host.request("start-match")["type"] == "done"
            host.until(lambda: host.phase == "playing")
            assert host.request("place-bot", seat=3, bot="aprendiz")["code"] == "forbidden"  # Eva plays with this bot
            assert late.request("sit", seat=3)["type"] == "done"
            host.until(lambda: host.view["seats"][2]["reserved_for"] == "Leo")
            assert host.request("place-bot", seat=3, bot="azar")["type"] == "done"
            late.until(lambda: not late.view["seats"][2].get("reserved_for"))
            assert [seat_info["kind"] for seat_info in host.view["seats"]] == ["person", "person", "bot", "bot"]
