"""Who sits at the table: portraits, the card about a bot, the marks of the two sides, and one's own portrait."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.people import DESKTOP, PHONE, Invites
from tests.browser.test_accessibility import no_serious_problem
from truquero.variants.people import PEOPLE_BY_ID

SHOWN = "image => image.complete && image.naturalWidth > 0"


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_portrait_is_chosen_with_the_keyboard_and_partners_and_rivals_are_marked(
    invite: Invites, size: ViewportSize
) -> None:
    ana = invite("Ana", viewport=size)
    page, keys = ana.page, ana.page.keyboard
    ana.open_table("paulista", 4, starts_at_once=False)
    room = page.locator(".waiting-room")
    room.get_by_text("Your portrait").press("Enter")
    chosen = room.get_by_role("radio", checked=True)
    chosen.focus()
    before = chosen.get_attribute("value")
    keys.press("ArrowRight")
    expect(room.locator("summary img")).not_to_have_attribute("src", f"/portraits/{before}.svg")
    portrait = room.get_by_role("radio", checked=True).get_attribute("value")
    expect(room.locator(f"li.own img[src='/portraits/{portrait}.svg']")).to_be_visible()
    no_serious_problem(ana)
    ana.button("Begin").click()

    cloth = page.get_by_role("group", name="The cloth")
    expect(cloth.locator(".side-mark.own")).to_have_count(2)
    expect(cloth.locator(".side-mark.rival")).to_have_count(2)
    expect(cloth.get_by_text("your partner", exact=True)).to_have_count(1)
    expect(cloth.get_by_text("rival", exact=True).and_(cloth.locator(".visually-hidden"))).to_have_count(2)
    for image in cloth.locator(".who img").all():
        assert image.evaluate(SHOWN)
    about = cloth.get_by_role("button", name="About").first
    name = str(about.get_attribute("aria-label")).removeprefix("About ")
    [person] = [person for person in PEOPLE_BY_ID.values() if person.name == name]
    about.press("Enter")
    card = page.get_by_role("dialog", name=name)
    expect(card).to_contain_text("Level: ")
    expect(card).to_contain_text(person.manner)
    no_serious_problem(ana)
    keys.press("Escape")
    expect(card).to_be_hidden()
    expect(about).to_be_focused()


def test_a_phone_shows_portraits_and_the_levels_of_the_bots(invite: Invites) -> None:
    ana = invite("Ana", viewport={"width": 390, "height": 844})
    ana.open_table("argentino", 4)
    ana.offered()
    cloth = ana.page.get_by_role("group", name="The cloth")
    expect(cloth.get_by_text("app.", exact=True).filter(visible=True)).to_have_count(3)
    for picture in cloth.locator(".picture").all():
        portrait, badge = picture.bounding_box(), picture.locator(".badge").bounding_box()
        assert portrait is not None
        assert badge is not None
        assert badge["width"] <= portrait["width"] / 2
