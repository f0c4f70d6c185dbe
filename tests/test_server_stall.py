"""Somebody keeps the table waiting: the host may put a bot in the seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.environment import ManualTime, SeededRandomness
from tests.served import PageOf, Served, Visitor, settings_in
from truquero.server.environment import Environment


@pytest.fixture
def time() -> ManualTime:
    return ManualTime()


@pytest.fixture
def pages(tmp_path: Path, time: ManualTime) -> Iterator[tuple[PageOf, PageOf]]:
    """Ana, who has opened the table, and Eva play against each other."""
    with Served(settings_in(tmp_path), Environment(time, SeededRandomness("stall"))) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="paulista", players=2, bots="azar")
        with ana.page(table) as first, eva.page(table) as second:
            assert second.done("sit", seat=2)["type"] == "done"
            assert first.done("begin")["type"] == "done"
            yield first, second


def can_act(page: PageOf) -> bool:
    return bool(page.choices or page.cuts)


def bring_to(page: PageOf, other: PageOf) -> None:
    """Play until the table waits for a page."""
    while True:
        for one in (page, other):
            one.catch_up()
        if can_act(page):
            return
        assert other.act()


def test_the_host_puts_a_bot_in_the_seat_of_who_keeps_all_waiting(
    pages: tuple[PageOf, PageOf], time: ManualTime
) -> None:
    host, guest = pages
    bring_to(guest, host)
    early = host.done("put-bot", seat=2, bot=None)
    assert (early["type"], early["code"]) == ("refused", "forbidden")
    assert "60 more seconds" in early["reason"]
    time.advance(59)
    assert "1 more second for" in host.done("put-bot", seat=2, bot=None)["reason"]
    time.advance(1)
    assert host.done("put-bot", seat=2, bot=None)["type"] == "done"
    assert host.seen["places"][1]["kind"] == "bot"
    guest.until(lambda: guest.seen["places"][1]["kind"] == "bot")


def test_nobody_is_put_out_whom_the_table_does_not_wait_for(pages: tuple[PageOf, PageOf], time: ManualTime) -> None:
    host, guest = pages
    bring_to(host, guest)
    time.advance(3600)
    assert "does not wait" in host.done("put-bot", seat=2, bot=None)["reason"]
    assert guest.done("put-bot", seat=1, bot=None)["code"] == "forbidden"  # he is not the host
    assert host.done("put-bot", seat=1, bot=None)["code"] == "forbidden"  # nor is it for oneself
