"""Replies of the table: they cover no card, no seat and no move, and leave when the player acts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import CALM
from tests.browser.people import Invites, Person
from tests.support.scripted_bots import Scripted, preferring
from tests.support.served import Served, settings_in

SIZES: dict[str, ViewportSize] = {
    "small phone": {"width": 320, "height": 568},
    "phone": {"width": 390, "height": 844},
    "phone on its side": {"width": 740, "height": 360},
    "desktop": {"width": 1280, "height": 800},
}

# The elements of the table that a reply covers.
COVERED = """() => {
    const shown = document.querySelectorAll(".replies :is(.answer, .refusal)");
    const replies = [...shown].map(reply => reply.getBoundingClientRect());
    const parts = ".pack, .laid > li, .name-plate, .seat .cards, .held, .move, #talk, .bet-place";
    return [...document.querySelectorAll(parts)].filter(part => {
        const box = part.getBoundingClientRect();
        return box.width > 0 && replies.some(reply =>
            box.left < reply.right && reply.left < box.right && box.top < reply.bottom && reply.top < box.bottom);
    }).map(part => part.className);
}"""


def _covered_by_replies(person: Person) -> list[str]:
    person.wait_until_rendered()
    return list(person.page.evaluate(COVERED))


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_a_hint_covers_no_part_of_the_table(invite: Invites, size: ViewportSize) -> None:
    ana = invite("Ana", viewport=size, has_touch=True)
    ana.open_table("paulista", 4, options={"target": "40"})
    for _hand in range(2):
        ana.play(lambda offer: offer == "card")
        ana.button("What should I do now?").click()
        expect(ana.page.locator(".answer")).to_be_visible()
        assert _covered_by_replies(ana) == []
        ana.play(lambda offer: offer == "go on")
        ana.press("go on")


@pytest.fixture
def hurried(tmp_path: Path) -> Iterator[Served]:
    """A server whose next hand begins before the player has read the summary of the last one."""
    settings = settings_in(tmp_path, **{**CALM, "rest": 0.0})
    with Served(settings, bot_pool=Scripted(preferring("quiero"))) as server:
        yield server


def test_the_result_of_the_last_hand_covers_nothing_and_leaves_with_the_first_card(
    invite: Invites, hurried: Served
) -> None:
    ana = invite("Ana", hurried.address, viewport=SIZES["phone"], has_touch=True)
    ana.open_table("paulista", 4, options={"target": "40"})
    result = ana.page.locator(".answer", has_text="Show")
    ana.play(lambda offer: offer == "go on" or result.is_visible())
    expect(result).to_be_visible(timeout=20_000)
    ana.play(lambda offer: offer == "card")
    assert _covered_by_replies(ana) == []
    ana.press("card")
    expect(result).to_have_count(0)
