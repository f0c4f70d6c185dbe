"""The page with the keyboard only and with a screen reader."""

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
MOST_TABS = 60  # presses of Tab after which a control counts as unreachable

# The focused element and whether it has a visible focus mark, or null if nothing has the focus.
FOCUS = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const outlined = ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
    const marked = [one, one.nextElementSibling, one.closest("label")].some(
        seen => seen && outlined(getComputedStyle(seen)));
    return { name: one.ariaLabel ?? one.innerText?.trim() ?? "", tag: one.tagName, marked };
}"""


def focus(person: Person) -> dict[str, Any]:
    focused = person.page.evaluate(FOCUS)
    assert focused, "nothing on the page has the focus"
    return dict(focused)


def tab_to(person: Person, name: str, tag: str = "BUTTON") -> None:
    """Press Tab until the named control has the focus, and check that the focus is always visible."""
    for _step in range(MOST_TABS):
        person.page.keyboard.press("Tab")
        focused = person.page.evaluate(FOCUS)
        if focused is None:
            continue  # at the end of the page the focus goes to the browser for a moment
        assert focused["marked"], f"the focus on {focused} is not visible"
        if focused["tag"] == tag and str(focused["name"]).startswith(name):
            return
    raise AssertionError(f"Tab does not reach {name}")


def test_a_hand_is_played_with_the_keyboard_only(invite: Invites) -> None:
    """From the first page, with keys alone. The focus is never lost, even when a pressed control disappears, and the
    log announces what happens."""
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
    assert focus(ana)["name"] in ("Continue", "To the cut")
    expect(ana.log.get_by_role("paragraph").last).to_be_attached()
    expect(ana.page.get_by_role("tabpanel", name="Log")).to_contain_text(": ")  # other players may have ended the hand
    settle(ana)
    keys.press("g")
    expect(ana.page.locator("button[aria-keyshortcuts=g]")).to_be_hidden()
    focus(ana)


def test_the_focus_stays_in_place_in_the_waiting_room(invite: Invites) -> None:
    """When a pressed button disappears, the focus stays at its seat. It also stays in the selection of bots."""
    ana, eva = invite("Ana"), invite("Eva")
    path = ana.open_table("argentino", 4, starts_at_once=False)
    eva.visit(path)
    sit_or_get_up(eva, "Sit here", 2)
    sit_or_get_up(eva, "Get up", 2)
    bots = ana.page.get_by_label("Bot in seat 3")
    bots.focus()
    names = [str(option.inner_text()) for option in bots.locator("option").all()]
    for name in names[1:4]:
        ana.page.keyboard.press("ArrowDown")
        expect(bots.locator("option:checked")).to_have_text(name)
        expect(ana.page.locator("main [aria-disabled=true]")).to_have_count(0)  # the server has placed the bot
        expect(bots).to_be_focused()
    begin = ana.button("Begin")
    begin.focus()
    ana.page.keyboard.press("Enter")
    expect(begin).to_be_hidden()
    ana.offered()
    focus(ana)


def sit_or_get_up(person: Person, name: str, seat: int) -> None:
    """Sit down or get up with the keyboard, and check that the focus stays at the same seat."""
    row = person.page.get_by_role("listitem").filter(has_text=f"Seat {seat}")
    pressed = row.get_by_role("button", name=name)
    pressed.focus()
    person.page.keyboard.press("Enter")
    expect(pressed).to_be_hidden()
    expect(row).to_be_focused()
    assert focus(person)["marked"]


def test_the_focus_stays_in_place_in_the_panels(invite: Invites) -> None:
    """The focus stays on a pressed control that remains, and at the same seat if the control disappears."""
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
        ana.wait_until_rendered()
        expect(pressed).to_be_focused()
    ana.page.get_by_role("tab", name="Seats").click()
    sit_or_get_up(ana, "Get up", 1)


def settle(person: Person) -> None:
    """Wait until the page accepts presses on all controls."""
    expect(person.page.locator("[data-settling]")).to_have_count(0)


def press_key(person: Person, offer: str) -> None:
    """Choose an offer with the keyboard: by its shortcut, or with Tab and Enter."""
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
            label = first.inner_text(timeout=HURRY).splitlines()[0]
        except TooLate:
            return  # another player has spoken meanwhile
        try:
            tab_to(person, label)
        except AssertionError:
            expect(person.page.get_by_role("button", name=label)).to_be_hidden()  # another player spoke during the tabs
        else:
            keys.press("Enter")


def test_screen_readers_hear_everything_at_the_table(invite: Invites) -> None:
    """A live region announces every call and card, and after a reload the state of the table. A text input accepts
    moves."""
    ana = invite("Ana")
    ana.open_table("argentino", 2)
    ana.play(lambda offer: offer == "card")
    ana.page.reload()
    summary = re.compile(r"^You \d+, Rival \d+\. Your cards: .+\. Your turn: .+")
    expect(ana.log.get_by_role("paragraph")).to_have_text([summary])
    card = ana.cards.first
    name = str(card.get_attribute("aria-label")).removeprefix("Play ")
    ana.settled(card).press("Enter")
    expect(ana.log).to_contain_text(f" {name}")
    expect(ana.log).to_have_attribute("aria-live", "polite")
    expect(ana.page.get_by_role("textbox", name="Talk at the table")).to_be_visible()


@pytest.mark.parametrize(
    "page",
    [
        "/",
        "/new",
        "/lobby",
        "/matches",
        "/variants/paulista",
        "/replay",
        "/history",
        "/commented-hands/belmez-1",
        "/learn/argentino",
    ],
)
def test_axe_finds_no_serious_problem(invite: Invites, page: str) -> None:
    ana = invite("Ana")
    ana.visit(page)
    expect(ana.page.locator("main :is(form, article, ul:not(.laid), h2, .empty)").first).to_be_visible()
    if page.startswith("/variants/"):
        ana.picture("rule-book")
    no_serious_problem(ana)


def test_axe_finds_no_serious_problem_at_the_table(invite: Invites) -> None:
    """During play, at the end of a hand and of the match, and in its replay."""
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
    ana.settled(ana.page.get_by_role("link", name="Replay", exact=True)).click()
    expect(ana.page.get_by_role("slider")).to_be_visible()
    ana.page.get_by_role("slider").fill("6")
    ana.picture("replay")
    no_serious_problem(ana)


def no_serious_problem(person: Person) -> None:
    """Check all rules of axe in the light colour scheme, and those about contrast in the dark one."""
    page = person.page
    page.evaluate(AXE.read_text(encoding="utf-8"))
    serious: list[str] = []
    for scheme, rules in (("light", None), ("dark", ["color-contrast"])):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
        problems = page.evaluate(AXE_RUN, options)
        serious += [
            f"{scheme}: {problem['id']} {[node['html'][:160] for node in problem['nodes']]}"
            for problem in problems
            if problem["impact"] in ("serious", "critical")
        ]
    page.emulate_media(color_scheme="light")
    assert serious == [], json.dumps(serious, indent=1)
