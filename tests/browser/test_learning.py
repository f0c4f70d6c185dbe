"""What a player can look up at the table, one tap away: cards, points, calls, words and advice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.people import DESKTOP, PHONE, Invites
from tests.support.chosen_deals import choose_deals


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_player_looks_things_up_at_the_table(
    invite: Invites, monkeypatch: pytest.MonkeyPatch, size: ViewportSize
) -> None:
    choose_deals(monkeypatch, {1: "7o 6o 2b", 2: "4e 5c 12b"})
    ana = invite("Ana", viewport=size)
    ana.open_table("argentino", 2, options={"flor": "off"})
    ana.play(lambda offer: offer in ("card", "call"))
    opener = ana.button("Truco argentino: Learn") if size == PHONE else ana.page.get_by_role("tab", name="Learn")
    opener.click()
    panel = ana.page.get_by_role("tabpanel", name="Learn")
    expect(panel.get_by_text("envido 33: 7 + 6 + 20, two cards of one suit")).to_be_visible()
    expect(panel.get_by_role("listitem").filter(has_text="(in your hand)")).to_have_count(3)
    possible = panel.locator("dt").filter(has=ana.page.get_by_text("now", exact=True))
    expect(possible.filter(has_text="truco")).to_be_visible()
    panel.get_by_role("searchbox", name="Search for a word").fill("PARDA")
    expect(panel.get_by_text("parda, empardar")).to_be_visible()
    expect(panel.get_by_role("listitem")).to_have_count(0)
    panel.get_by_role("searchbox").fill("nothing like it")
    expect(panel.get_by_role("status")).to_have_text("There is no such word.")
    if size == PHONE:
        ana.button("Close").click()
    ana.button("What should I do now?").click()
    expect(ana.page.get_by_text(re.compile("^“envido”: you win the envido in "))).to_be_visible()
