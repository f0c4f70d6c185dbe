"""Starting a game: styles, house rules in groups, championship tables and invitations."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.people import DESKTOP, PHONE, Invites

SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])

# A share sheet that fails, so that the page copies the link, and a clipboard that works without permission.
BROKEN_SHARING = """
    window.copied = [];
    Object.defineProperty(navigator, 'share', { value: async () => { throw new Error('no sheet'); } });
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { copied.push(text); } } });
"""


@SIZES
def test_play_now_has_a_large_button_for_each_style_and_remembers_the_last(invite: Invites, size: ViewportSize) -> None:
    ana = invite("Ana", viewport=size, locale="es-AR")
    page = ana.page
    ana.visit("/")
    styles = page.get_by_role("group", name="Jugar ahora: Truco argentino").get_by_role("button")
    expect(styles).to_have_count(3)
    expect(page.locator("[aria-current=true]").filter(has_text="Clásica")).to_be_visible()
    quick = styles.filter(has_text="2 jugadores · a 15 tantos · sin flor · envido dos veces como mucho")
    box = quick.bounding_box()
    assert box is not None
    assert box["height"] >= 56
    quick.click()
    expect(page.locator(".table-page")).to_be_visible()
    ana.visit("/")
    expect(page.locator("[aria-current=true]").filter(has_text="Rápida")).to_be_visible()
    ana.visit("/new")
    expect(page.get_by_role("radio", name=re.compile("^Rápida"))).to_be_checked()
    expect(page.get_by_role("radio", name="2", exact=True)).to_be_checked()


@SIZES
def test_house_rules_are_in_groups_without_those_that_make_no_difference(invite: Invites, size: ViewportSize) -> None:
    ana = invite("Ana", viewport=size)
    page = ana.page
    ana.visit("/new?variant=argentino")
    page.get_by_role("radio", name=re.compile("^By the book")).check()
    page.get_by_text("House rules", exact=True).click()
    groups = page.locator("details").get_by_role("heading")
    expect(groups).to_have_text(["Length of the match and pack", "Envido", "Flor", "Truco and tricks", "Conduct"])
    silent_flor = page.get_by_text("a silent flor may be challenged after the hand")
    expect(silent_flor).to_be_visible()
    page.get_by_role("checkbox", name="whether the flor is played").uncheck()
    expect(silent_flor).to_be_hidden()
    page.get_by_role("radio", name="6", exact=True).check(force=True)  # only its label is visible
    expect(groups.filter(has_text="Phases of the match")).to_be_visible()
    expect(page.get_by_role("radio", name=re.compile("^By the book"))).not_to_be_checked()


@SIZES
def test_a_championship_and_its_invitation(invite: Invites, size: ViewportSize) -> None:
    """The switch sets house rules and a clock. Whoever opens the link sees who invites, the game and one button."""
    ana, eva = invite("Ana", viewport=size), invite("Eva", viewport=size)
    ana.context.add_init_script(BROKEN_SHARING)
    page = ana.page
    ana.visit("/new?variant=asturiano")
    championship = page.get_by_role("checkbox", name="Championship table")
    championship.check()
    expect(page.get_by_text("In this game: illegal calls are refused")).to_be_visible()
    expect(page.get_by_label("Time for each move")).to_have_value("30")
    championship.uncheck()
    expect(page.get_by_label("Time for each move")).to_have_value("0")
    championship.check()
    ana.button("Open the table").click()
    expect(page.get_by_text("ambiguous words are proposals")).to_be_visible()
    ana.button("QR code").click()
    expect(page.get_by_role("img", name=f"QR code of the link {page.url}")).to_be_visible()
    ana.button("Share").click()
    expect(page.get_by_role("status").filter(has_text="Link copied.")).to_be_visible()
    assert page.evaluate("copied") == [page.url]

    eva.visit(page.url)
    expect(eva.page.get_by_role("heading", name="Ana invites you to play")).to_be_visible()
    expect(eva.page.get_by_text("Truque asturiano · 4 players · to 18 points")).to_be_visible()
    expect(eva.page.get_by_text("ambiguous words are proposals")).to_be_visible()
    eva.button("Sit down and play").click()
    expect(eva.button("Get up")).to_be_visible()
    expect(eva.page.get_by_role("heading", name="Ana invites you to play")).to_be_hidden()
