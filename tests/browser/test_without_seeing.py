"""The page for those who use no mouse, and for those who do not see it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tests.browser.people import HURRY, OFFERS, Invites, Person

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
AXE_RUN = """async options => {
    // The colours may still be changing, one within another.
    const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    do await drawn(); while (document.getAnimations().some(({ playState }) => playState === "running"));
    return (await axe.run(options)).violations;
}"""
MOST_TABS = 60  # that anything may be away on a page

# Whether the keyboard is somewhere on the page, and can be seen to be there.
FOCUS = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const outlined = ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
    const marked = [one, one.nextElementSibling, one.closest("label")].some(
        seen => seen && outlined(getComputedStyle(seen)));
    return { name: one.ariaLabel ?? one.innerText?.trim() ?? "", tag: one.tagName, marked };
}"""


def focus(person: Person) -> dict[str, Any]:
    found = person.page.evaluate(FOCUS)
    assert found, "the keyboard is nowhere on the page"
    return dict(found)


def tab_to(person: Person, name: str, tag: str = "BUTTON") -> None:
    """Go there as far as the tabulator key leads, and see on the way where one is."""
    for _step in range(MOST_TABS):
        person.page.keyboard.press("Tab")
        found = person.page.evaluate(FOCUS)
        if found is None:
            continue  # the end of the page: the browser has it for a moment
        assert found["marked"], f"it cannot be seen that the keyboard is at {found}"
        if found["tag"] == tag and str(found["name"]).startswith(name):
            return
    raise AssertionError(f"{name} cannot be reached with the keyboard")


def test_a_hand_is_played_with_the_keyboard_only(invite: Invites) -> None:
    """From the first page, with keys alone. The keyboard is always somewhere, also when what it pressed is gone, and
    what happens is said."""
    ana = invite()
    keys = ana.page.keyboard
    ana.visit("/")
    expect(ana.page.locator("article").first).to_be_visible()
    tab_to(ana, "Play now: Truco argentino")
    keys.press("Enter")
    expect(ana.page.get_by_role("group", name="The cloth")).to_be_visible()
    while (offer := ana.offered()) != "go on":
        press_key(ana, offer)
        focus(ana)
    assert focus(ana)["name"] in ("Go on", "To the cut")
    expect(ana.log.get_by_role("paragraph").last).to_be_attached()
    expect(ana.page.get_by_role("tabpanel", name="Log")).to_contain_text(": ")  # the others may have ended it
    settle(ana)
    keys.press("g")
    expect(ana.page.locator("button[aria-keyshortcuts=g]")).to_be_hidden()
    focus(ana)


def test_the_keyboard_keeps_its_place_while_the_table_is_laid(invite: Invites) -> None:
    """What was pressed goes away: the keyboard stays with its seat, and in the box of bots all the time."""
    ana, eva = invite("Ana"), invite("Eva")
    path = ana.open_table("argentino", 4, alone=False)
    eva.visit(path)
    sit_or_get_up(eva, "Sit here", 2)
    sit_or_get_up(eva, "Get up", 2)
    bots = ana.page.get_by_label("Who takes seat 3")
    bots.focus()
    names = [str(option.inner_text()) for option in bots.locator("option").all()]
    for name in names[1:4]:
        ana.page.keyboard.press("ArrowDown")
        expect(ana.page.get_by_text(f"{name.capitalize()} 3", exact=True)).to_be_visible()
        expect(bots).to_be_focused()
    begin = ana.button("Begin")
    begin.focus()
    ana.page.keyboard.press("Enter")
    expect(begin).to_be_hidden()
    ana.offered()
    focus(ana)


def sit_or_get_up(person: Person, name: str, seat: int) -> None:
    """With the keyboard, which is then at the same seat."""
    row = person.page.get_by_role("listitem").filter(has_text=f"Seat {seat}")
    pressed = row.get_by_role("button", name=name)
    pressed.focus()
    person.page.keyboard.press("Enter")
    expect(pressed).to_be_hidden()
    expect(row).to_be_focused()
    assert focus(person)["marked"]


def test_the_keyboard_keeps_its_place_in_the_panels(invite: Invites) -> None:
    """At what was pressed where it stays, in the same seat where it goes away."""
    ana = invite("Ana")
    ana.open_table("argentino", 4)
    ana.play(lambda offer: offer == "card")
    ana.page.get_by_role("tab", name="Señas").click()
    panel = ana.page.get_by_role("tabpanel")
    rival = panel.get_by_role("button", name=re.compile("rival")).first
    for pressed, done in ((rival, rival), (panel.locator("li button").first, panel.get_by_text(re.compile("^You")))):
        pressed.focus()
        ana.page.keyboard.press("Enter")
        expect(done.first).to_be_visible()
        ana.drawn()
        expect(pressed).to_be_focused()
    ana.page.get_by_role("tab", name="Seats").click()
    sit_or_get_up(ana, "Get up", 1)


def settle(person: Person) -> None:
    """Wait until presses on all that is offered count."""
    expect(person.page.locator("[data-settling]")).to_have_count(0)


def press_key(person: Person, offer: str) -> None:
    """Do what is offered: by the key that the page names for it, or by going there."""
    keys = person.page.keyboard
    settle(person)
    if offer == "cut":
        assert focus(person)["name"].startswith("Cut at")
        keys.press("Enter")
        expect(person.page.locator("#cut-size")).to_be_hidden()
    elif offer == "card":
        tab_to(person, "Play ")
        keys.press("Enter")
    elif offer == "answer":
        keys.press("s")
    else:
        first = person.page.locator(OFFERS["call"]) if offer == "call" else person.moves.first
        try:
            said = first.inner_text(timeout=HURRY).splitlines()[0]
        except TooLate:
            return  # a partner has spoken meanwhile
        try:
            tab_to(person, said)
        except AssertionError:
            expect(person.page.get_by_role("button", name=said)).to_be_hidden()  # or speaks while one goes there
        else:
            keys.press("Enter")


def test_the_table_is_told_to_those_who_do_not_see_it(invite: Invites) -> None:
    """A live region says every call and every card, and to who comes back where the table stands; there is a form to
    act."""
    ana = invite("Ana")
    ana.open_table("argentino", 2)
    ana.play(lambda offer: offer == "card")
    ana.page.reload()
    stands = re.compile(r"^You \d+, Rival \d+\. Your cards: .+\. Your turn: .+")
    expect(ana.log.get_by_role("paragraph")).to_have_text([stands])
    card = ana.cards.first
    name = str(card.get_attribute("aria-label")).removeprefix("Play ")
    ana.settled(card).press("Enter")
    expect(ana.log).to_contain_text(f" {name}")
    expect(ana.log).to_have_attribute("aria-live", "polite")
    expect(ana.page.get_by_role("textbox", name="Talk at the table")).to_be_visible()


@pytest.mark.parametrize("page", ["/", "/new", "/lobby", "/variants/paulista", "/replay"])
def test_axe_finds_no_serious_problem(invite: Invites, page: str) -> None:
    ana = invite("Ana")
    ana.visit(page)
    expect(ana.page.locator("main :is(form, article, ul, h2)").first).to_be_visible()
    if page.startswith("/variants/"):
        ana.picture("rule-book")
    no_serious_problem(ana)


def test_axe_finds_no_serious_problem_at_the_table(invite: Invites) -> None:
    """While cards are played, at the end of the hand and of the match, and in its replay."""
    ana = invite("Ana")
    ana.open_table("paulista", 4, options={"target": "1"})
    ana.play(lambda offer: offer == "card")
    no_serious_problem(ana)
    ana.page.emulate_media(color_scheme="dark")
    ana.picture("table-dark")
    ana.play(lambda offer: offer == "go on")
    ana.picture("hand-end-dark")
    no_serious_problem(ana)
    ana.play_to_the_end()
    no_serious_problem(ana)
    ana.settled(ana.page.get_by_role("link", name="Watch it again")).click()
    expect(ana.page.get_by_role("slider")).to_be_visible()
    ana.page.get_by_role("slider").fill("6")
    ana.picture("replay")
    no_serious_problem(ana)


def no_serious_problem(person: Person) -> None:
    """By day all rules of axe; by night those that look at colours."""
    page = person.page
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = []
    for scheme, rules in (("light", None), ("dark", ["color-contrast"])):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
        problems = page.evaluate(AXE_RUN, options)
        found += [
            f"{scheme}: {one['id']} {[node['html'][:160] for node in one['nodes']]}"
            for one in problems
            if one["impact"] in ("serious", "critical")
        ]
    page.emulate_media(color_scheme="light")
    assert found == [], json.dumps(found, indent=1)
