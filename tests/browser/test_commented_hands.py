"""The history of the game, and a commented hand move by move."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.people import DESKTOP, Invites
from truquero.records.comments import comments_in
from truquero.rulebook.commented_records import commented_record

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_commented_hand_is_reached_from_the_first_page(invite: Invites, size: ViewportSize) -> None:
    """Each step has its comment, which is visible above the controls. Nothing moves between the steps."""
    ana = invite("Ana", viewport=size)
    page = ana.page
    ana.visit("/")
    page.get_by_role("link", name="The history of truco").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The history of truco")
    page.get_by_role("link", name="Bélmez: second hand").click()
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("Bélmez: second hand")
    expect(page.get_by_text("Partida Comentada, 11–20.")).to_be_visible()
    comment = page.get_by_role("status").locator(".comment > :first-child")
    forward = page.get_by_role("button", name="Step forward")
    place = forward.bounding_box()
    for _line, text in list(comments_in(commented_record("belmez-2")))[2:6]:
        page.keyboard.press("ArrowRight")
        expect(comment).to_contain_text(text)
        expect(comment).to_be_in_viewport(ratio=1)
        assert forward.bounding_box() == place
    page.get_by_role("link", name="Truco de Bélmez: Full rule book").click()
    expect(page.get_by_role("link", name="Bélmez: first hand")).to_be_visible()


def test_the_comments_are_in_the_language_of_the_page(invite: Invites) -> None:
    page = (ana := invite("Ana", locale="pt")).page
    ana.visit("/commented-hands/belmez-1")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bélmez: primeira mão")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".comment > :first-child")).to_have_text(re.compile("^Só uma mão em cada quatro"))


def test_an_unknown_commented_hand_says_so(invite: Invites) -> None:
    ana = invite("Ana")
    ana.forgiven = re.compile("404")
    ana.visit("/commented-hands/nothing")
    expect(ana.page.get_by_text("there is no such commented hand")).to_be_visible()
