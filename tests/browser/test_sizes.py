"""The page on a phone, a tablet and a desktop."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.people import DESKTOP, OFFERS, PHONE, TABLET, Invites, Person

LEAST = 44  # pixels: the minimum size of a touch target

# Controls that are too small. Exceptions: links within a sentence may be as small as its text, the label of a checkbox
# can be pressed too, and the places of the map, which lie close together, are also in the list below it.
SMALL = """least => [...document.querySelectorAll("button, select, summary, textarea, a, input")].filter(target => {
    if (!target.checkVisibility({ opacityProperty: true }) || target.matches(".skip, .place")) return false;
    if (target.matches("p a, li a, dd a, h2 a, h3 a, nav.contents a") && !target.matches(".button")) return false;
    const isLabelled = target.matches("[type=checkbox], [type=radio], [type=range]");
    const pressed = isLabelled ? (target.closest("label") ?? target) : target;
    const { width, height } = pressed.getBoundingClientRect();
    return Math.round(height) < least || Math.round(width) < least;
}).map(target => target.outerHTML.slice(0, 160))"""
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
# Names that overlap cards, and elements that extend beyond the edge of the cloth.
COVERED = """() => {
    const box = node => node.getBoundingClientRect();
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const cloth = document.querySelector(".seating"), within = box(cloth);
    const plates = [...cloth.querySelectorAll(".name-plate")], cards = [...cloth.querySelectorAll(".laid li")];
    return [
        ...plates.filter(plate => cards.some(card => meet(box(plate), box(card)))),
        ...[...plates, ...cards].filter(node => box(node).left < within.left || box(node).right > within.right),
    ].map(node => node.innerText);
}"""
# Whether an element is visible: neither cut off nor covered by another.
ON_TOP = """node => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
LANDSCAPE: ViewportSize = {"width": 740, "height": 360}
SMALLEST: ViewportSize = {"width": 320, "height": 568}


def fits(person: Person) -> None:
    """Check that nothing is cut off at the side and no control is too small for a finger."""
    assert person.page.evaluate(WIDER) <= 0, person.page.url
    assert person.page.evaluate(SMALL, LEAST) == [], person.page.url


def talk_is_visible(person: Person) -> bool:
    """Check that the input line is inside the window, however many moves are shown above it. Return True."""
    talk = person.page.locator("#talk").bounding_box()
    assert talk is not None
    assert talk["y"] + talk["height"] <= person.page.viewport_size["height"]  # type: ignore[index]
    return True


def can_all_be_pressed(person: Person) -> None:
    """Check that every visible control can be pressed: it can be scrolled to, and nothing covers it."""
    pressable = person.page.locator(
        "main button:not(:disabled), main a.button, main summary, main select:not(:disabled)"
    )
    for control in pressable.all():
        if control.is_visible():
            control.click(trial=True)


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
def test_everything_fits_and_can_be_reached(invite: Invites, size: ViewportSize) -> None:
    ana = invite("Maximiliana Etxeberria", viewport=size, has_touch=size is not DESKTOP)
    ana.visit("/")
    expect(ana.page.locator("article").first).to_be_visible()
    fits(ana)
    if size is DESKTOP:
        ana.picture("home-desktop")
    ana.visit("/new?variant=argentino")
    expect(ana.page.locator("#new-variant")).to_be_visible()
    fits(ana)

    ana.open_table("argentino", 4)
    ana.play(lambda offer: talk_is_visible(ana) and offer == "card" and ana.page.locator(".laid li").count() > 1)
    fits(ana)
    if size is not PHONE:
        ana.picture("table-tablet" if size is TABLET else "table-desktop")
    can_all_be_pressed(ana)
    ana.play(lambda offer: talk_is_visible(ana) and offer == "go on")
    fits(ana)
    ana.button("Settings").click()
    fits(ana)


def test_nothing_is_covered_on_the_smallest_phones(invite: Invites) -> None:
    """Tables of three and of eight players, at the end of a hand, when all cards lie on the cloth."""
    ana = invite("Maximiliana Etxeberria", viewport=SMALLEST, has_touch=True)
    for players in (3, 8):
        ana.open_table("argentino", players)
        ana.play(lambda offer: offer == "go on")
        for size in (PHONE, SMALLEST):
            ana.resize(size)
            fits(ana)
            assert ana.page.evaluate(COVERED) == []


@pytest.mark.parametrize(("variant", "players"), [("argentino", 6), ("belmez", 4)])
def test_cards_and_replies_are_visible_on_a_phone_in_landscape(invite: Invites, variant: str, players: int) -> None:
    ana = invite("Maximiliana Etxeberria", viewport=LANDSCAPE, has_touch=True)
    ana.open_table(variant, players)
    ana.play(lambda offer: offer == "card")
    fits(ana)
    for element in (ana.cards.first, ana.page.locator(".move").first):
        box = element.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= LANDSCAPE["height"]
    can_all_be_pressed(ana)
    ana.page.locator(".stage").evaluate("stage => stage.scrollTo(0, stage.scrollHeight)")
    ana.page.locator("#talk").fill("?")
    ana.page.keyboard.press("Enter")
    reply = ana.page.get_by_role("status").filter(has_text="You can say:")
    expect(reply).to_be_visible()
    assert reply.evaluate(ON_TOP)


@pytest.mark.parametrize("language", ["pt", "ca"])
def test_the_button_to_lay_face_down_fits_beside_the_cards_of_a_phone(invite: Invites, language: str) -> None:
    ana = invite("Ana", locale=language, viewport=PHONE, has_touch=True)
    ana.open_table("paulista", 2, options={"covered_cards": "on"})
    cover = ana.page.locator("button.face-down")
    ana.play(lambda offer: offer in ("card", "call") and cover.is_visible())
    for size in (PHONE, SMALLEST):
        ana.resize(size)
        fits(ana)
        texts, button = cover.locator(".words"), cover.bounding_box()
        assert button is not None
        assert button["x"] + button["width"] <= size["width"]
        assert texts.evaluate("text => text.scrollWidth - text.clientWidth") <= 0


# The names of the piles of cards on the cloth of which one covers a card of another.
OVERLAPPING = """() => {
    const piles = [...document.querySelectorAll(".seating .laid")].map(pile =>
        [pile.ariaLabel, [...pile.querySelectorAll("li")].map(card => card.getBoundingClientRect())]);
    const meet = (one, other) => Math.min(one.right, other.right) > Math.max(one.left, other.left) + 1
        && Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top) + 1;
    return piles.flatMap(([name, cards], at) => piles.slice(at + 1)
        .filter(([, others]) => cards.some(card => others.some(other => meet(card, other))))
        .map(([other]) => `${name} and ${other}`));
}"""
LAID = ".seating .laid li"


def test_after_three_tricks_no_card_covers_that_of_another_seat(invite: Invites) -> None:
    ana = invite("Ana", viewport=TABLET)
    ana.open_table("argentino", 4, options={"flor": "off"})
    laid = ana.page.locator(LAID)
    while ana.play(lambda offer: offer in ("call", "card", "go on")) != "go on" or laid.count() < 11:
        may_lay = ana.page.locator(OFFERS["card"]).first.is_visible()  # rather than call, which may end the hand
        ana.press("card" if may_lay else ana.offered())
    for size in (TABLET, ViewportSize(width=1024, height=768), ViewportSize(width=390, height=844), PHONE, DESKTOP):
        ana.resize(size)
        ana.wait_until_rendered()
        assert ana.page.evaluate(OVERLAPPING) == [], size
