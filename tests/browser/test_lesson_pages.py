"""A lesson in the browser: played to its end on a phone, and with the keyboard, with a reload in the middle."""

from __future__ import annotations

import re

from playwright.sync_api import ViewportSize, expect

from tests.browser.people import DESKTOP, Invites, Person
from tests.browser.test_accessibility import no_serious_problem
from tests.browser.test_sizes import fits
from truquero.cards import CARDS
from truquero.server.http.lesson_bodies import LessonDeal, LessonDecision, LessonStep
from truquero.server.http.lessons import lesson_in_steps

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALLEST: ViewportSize = {"width": 320, "height": 568}
LONG = 20_000  # milliseconds in which the others make all their moves
HANDS = lesson_in_steps("argentino", "en").hands


def decisions(deal: LessonDeal) -> list[tuple[LessonStep, LessonDecision]]:
    return [(step, step.decision) for step in deal.steps if step.decision is not None]


def tap(learner: Person, deal: LessonDeal, step: LessonStep, move: str) -> None:
    """Make a move by a tap on its card or its words."""
    if move in CARDS:
        name = CARDS[move].name(french=deal.table.french)
        learner.page.locator(".own-hand").get_by_role("button", name=re.compile(f"{name}$")).click()
    else:
        [words] = [choice.words for choice in step.hand.choices if choice.code == move]
        learner.page.locator(".words", has_text=re.compile(f"^{words}$")).click()


def play(learner: Person, deal: LessonDeal) -> None:
    """Play a hand as the teacher says."""
    learner.page.get_by_role("button", name="Deal the cards").click()
    for step, decision in decisions(deal):
        learner.page.clock.run_for(LONG)
        expect(learner.page.get_by_role("region", name="Teacher")).to_contain_text(decision.ask)
        tap(learner, deal, step, decision.move)
    learner.page.clock.run_for(LONG)
    expect(learner.page.get_by_role("region", name="Teacher")).to_contain_text(deal.end)


def learner_at(invite: Invites, viewport: ViewportSize) -> Person:
    learner = invite(viewport=viewport)
    learner.page.clock.install()
    learner.visit("/learn/argentino")
    return learner


def test_a_lesson_is_learned_on_a_phone_and_goes_on_after_a_reload(invite: Invites) -> None:
    learner = learner_at(invite, PHONE)
    page, heading = learner.page, learner.page.get_by_role("heading", level=2)
    expect(heading).to_have_text(f"Hand 1 of {len(HANDS)}: {HANDS[0].title}")
    fits(learner)
    for number, deal in enumerate(HANDS, 1):
        play(learner, deal)
        if number == 4:
            fits(learner)
            page.reload()
            expect(heading).to_contain_text("Hand 5 of")
        else:
            page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Play against the apprentice").click()
    page.wait_for_url("**/tables/*")


def test_a_hand_fits_the_smallest_phone_and_shows_the_order_of_the_cards(invite: Invites) -> None:
    learner = learner_at(invite, SMALLEST)
    page = learner.page
    page.get_by_role("button", name="Deal the cards").click()
    page.clock.run_for(LONG)
    expect(page.get_by_role("region", name="Teacher")).to_contain_text(decisions(HANDS[0])[0][1].ask)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.get_by_role("button", name="Order of the cards").click()
    held = page.get_by_role("dialog").get_by_text("in your hand")
    expect(held).to_have_count(3)
    fits(learner)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Order of the cards")).to_be_focused()


def test_a_wrong_move_is_explained_and_keys_make_moves(invite: Invites) -> None:
    learner = learner_at(invite, DESKTOP)
    learner.visit("/")
    learner.page.get_by_role("link", name="Learn: Truco argentino").first.press("Enter")
    page, keys = learner.page, learner.page.keyboard
    teacher = page.get_by_role("region", name="Teacher")
    first, *_others = (decision for _step, decision in decisions(HANDS[0]))
    page.get_by_role("button", name="Deal the cards").press("Enter")
    expect(teacher).to_contain_text(first.ask)
    score = page.get_by_role("region", name=re.compile("^Score, to "))
    expect(score.locator("strong")).to_have_text(["0", "0"])
    expect(score.locator(".half, .games")).to_have_count(0)  # no lesson has explained them yet
    keys.press("3")
    expect(teacher).to_contain_text(first.replies["4c"])
    no_serious_problem(learner)
    for key, (_step, decision) in zip("132", decisions(HANDS[0]), strict=True):
        expect(teacher).to_contain_text(decision.ask)
        page.locator(f".held[data-key='{key}']").press("Enter")
        if key == "1":
            expect(page.get_by_role("group", name="Your place")).to_be_focused()  # not lost with the card
        page.clock.run_for(LONG)
    page.get_by_role("button", name="Go on").press("Enter")
    expect(page.get_by_role("heading", level=2)).to_contain_text("Hand 2 of")
    expect(page.locator("#hand-title")).to_be_focused()


def test_a_beginner_is_shown_the_lesson_until_it_is_finished(invite: Invites) -> None:
    learner = learner_at(invite, PHONE)
    page = learner.page
    learner.visit("/")
    hint, start = page.get_by_text("First time here?"), page.get_by_role("link", name="Start the lesson")
    expect(hint).to_be_visible()
    page.evaluate(f"localStorage['truquero.lessons'] = JSON.stringify({{ argentino: {len(HANDS) - 1} }})")
    learner.visit("/")
    expect(start).to_have_attribute("href", re.compile("^/learn/"))
    learner.visit("/learn/argentino")
    play(learner, HANDS[-1])
    learner.visit("/")
    expect(page.get_by_role("group", name=re.compile("^Play now: "))).to_be_visible()
    expect(hint).to_be_hidden()
