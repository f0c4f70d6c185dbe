"""The fair-deal panel names the people whose secrets went into a deal, also after a reload."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.people import GLANCE, PATIENCE, Invites, Person
from tests.browser.test_several_people import begin


def judgement(kind: str) -> re.Pattern[str]:
    """Return a pattern for the text of the panel.

    It mentions neither a cut, which the draw for the first dealer does not have, nor cards that it has not checked."""
    fits = "The number of your browser is included, and everything is as shown before."
    unchecked = "This page does not check whether .* The replay checks it after the match."
    return re.compile(f"^{fits} Nobody could choose the seed of this {kind}. {unchecked}$")


def panel(person: Person) -> Locator:
    person.page.get_by_role("tab", name="Fair deal").click()
    return person.page.get_by_role("tabpanel")


def test_the_panel_names_both_people_of_a_deal(invite: Invites) -> None:
    ana, eva = invite("Ana"), invite("Eva")
    path = begin(ana, eva)
    deal_panel = panel(ana)
    chances = deal_panel.locator("dl.revealed")
    expect(deal_panel.get_by_role("heading", name="First dealer")).to_be_visible()  # this draw is already revealed
    expect(chances).to_contain_text("the server, Ana (you), Eva")
    expect(deal_panel.locator(".good")).to_have_text(judgement("draw"))
    eva.page.reload()  # before the cut; the secret must not be lost
    expect(deal_panel.get_by_role("heading", name="Deal 1")).to_be_visible()
    people = (ana, eva)
    for _look in range(PATIENCE // GLANCE):  # each iteration waits at least GLANCE, so all wait at least PATIENCE
        if deal_panel.get_by_role("heading", name="Deal 2").is_visible():
            break
        for person in people:
            offer = person.offered_now()
            if offer is not None:
                person.press("refusal" if person.page.locator("button[aria-keyshortcuts=n]").is_visible() else offer)
        ana.page.wait_for_timeout(GLANCE)
    expect(deal_panel.get_by_role("heading", name="Deal 1")).to_be_visible()
    expect(chances).to_contain_text("the server, Ana (you), Eva")
    expect(deal_panel.locator(".good")).to_have_text(judgement("deal"))
    of_eva = panel(eva)
    expect(of_eva.locator("dl.revealed")).to_contain_text("the server, Ana, Eva (you)")
    expect(of_eva.locator(".good")).to_have_text(judgement("deal"))
    expect(ana.page.get_by_text(re.compile("The server has changed a deal"))).to_be_hidden()
    assert path in ana.page.url
