"""Private señas of a side on the page: agreed before the match, and invisible to the other side."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.people import Invites

NEW = "Private señas of your side (optional)"


def test_each_side_agrees_on_its_own_señas(invite: Invites) -> None:
    ana, eva = invite("Ana"), invite("Eva")
    ana.forgiven = re.compile("400")  # the code that is refused
    ana.visit("/new")
    ana.page.get_by_label("Game", exact=True).select_option("argentino")
    ana.page.get_by_role("radio", name="2", exact=True).check(force=True)
    expect(ana.page.get_by_label(NEW)).to_have_count(0)  # because there are no partners
    ana.page.get_by_role("radio", name="4", exact=True).check(force=True)
    ana.page.get_by_label(NEW).fill("guino=9e")
    ana.button("Open the table").click()
    expect(ana.page.get_by_role("alert")).to_contain_text("9e is not a card of this variant")
    ana.page.get_by_label(NEW).fill("Guiño=1e ceja=good-envido")
    ana.button("Open the table").click()
    expect(ana.page.get_by_text("Code of your side: guiño=1e ceja=good-envido")).to_be_visible()

    eva.visit(urlsplit(ana.page.url).path)
    eva.page.get_by_role("listitem").filter(has_text="Seat 2").get_by_role("button", name="Sit here").click()
    eva.page.locator("summary", has_text="Private señas").click()
    expect(eva.page.get_by_text("Without a code, your side makes the usual señas.")).to_be_visible()
    eva.page.locator("#own-signs").fill("tos=3")
    eva.button("Agree").click()
    expect(eva.page.get_by_text("Code of your side: tos=3")).to_be_visible()
    expect(ana.page.get_by_text("tos=3")).to_have_count(0)

    ana.button("Begin").click()

    def dealt() -> bool:
        for person in (ana, eva):
            if person.offered_now() == "cut":
                person.press("cut")
        return ana.cards.count() > 0 and eva.cards.count() > 0

    ana.wait(dealt, "no cards are dealt")
    for person, own, foreign in ((ana, "guiño", "tos"), (eva, "tos", "guiño")):
        person.page.get_by_role("tab", name="Señas").click()
        panel = person.page.get_by_role("tabpanel")
        expect(panel.get_by_role("button", name=own)).to_be_visible()
        expect(person.page.get_by_role("button", name=foreign)).to_have_count(0)


def test_a_refused_code_stays_in_its_field(invite: Invites) -> None:
    """On a phone, where the page is longer than the screen, the reason is visible too."""
    ana = invite("Ana", viewport={"width": 390, "height": 844})
    ana.open_table("argentino", players=4, starts_at_once=False)
    ana.page.locator("summary", has_text="Private señas").click()
    field = ana.page.locator("#own-signs")
    field.fill("tos=3 guino=9e")
    ana.button("Agree").click()
    expect(ana.page.get_by_text("9e is not a card of this variant")).to_be_in_viewport()
    expect(field).to_have_value("tos=3 guino=9e")
    field.fill("Tos=3 guino=1e")
    ana.button("Agree").click()
    expect(ana.page.get_by_text("Code of your side: tos=3 guino=1e")).to_be_visible()
    expect(field).to_have_value("tos=3 guino=1e")
