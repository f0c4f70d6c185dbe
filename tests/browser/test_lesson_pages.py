"""A lesson in the browser: played to its end on a phone, and with the keyboard, with a reload in the middle."""

from __future__ import annotations

import re

from playwright.sync_api import ViewportSize, expect

from tests.browser.people import Invites, Person
from tests.browser.test_accessibility import no_serious_problem
from tests.browser.test_sizes import fits
from truquero.cards import CARDS
from truquero.i18n import speaking
from truquero.lessons import Decision, LessonHand, lesson_of
from truquero.speech.menu import menu_of

PHONE: ViewportSize = {"width": 390, "height": 844}


def answer(learner: Person, hand: LessonHand, decision: Decision) -> None:
    """Make the right move by a tap, after the teacher has asked for it."""
    expect(learner.page.get_by_role("region", name="Teacher")).to_contain_text(str(decision.ask))
    if decision.move in CARDS:
        name = CARDS[decision.move].name(french=hand.rules.french_names)
        learner.page.locator(".own-hand").get_by_role("button", name=re.compile(f"{name}$")).click()
    else:
        words = menu_of([decision.move], phrase_of=hand.rules.voices.phrase).words
        said = words.get(decision.move, decision.move.replace("-", " "))
        learner.page.locator(".words", has_text=re.compile(f"^{said}$", re.IGNORECASE)).click()


def play(learner: Person, hand: LessonHand) -> None:
    learner.page.get_by_role("button", name="Deal the cards").click()
    for decision in hand.decisions:
        answer(learner, hand, decision)
        learner.page.clock.run_for(20_000)  # the others move
    expect(learner.page.get_by_text(str(hand.end))).to_be_visible()


def learner_at(invite: Invites, viewport: ViewportSize) -> Person:
    learner = invite(viewport=viewport)
    learner.page.clock.install()
    learner.visit("/learn/argentino")
    return learner


def test_a_lesson_is_learned_on_a_phone_and_goes_on_after_a_reload(invite: Invites) -> None:
    learner, hands = learner_at(invite, PHONE), lesson_of("argentino").hands
    page = learner.page
    with speaking("en"):
        expect(page.get_by_role("heading", level=2)).to_have_text(f"Hand 1 of {len(hands)}: {hands[0].title}")
        fits(learner)
        for number, hand in enumerate(hands, 1):
            play(learner, hand)
            if number == len(hands) // 2:
                fits(learner)
                page.reload()
                expect(page.get_by_role("heading", level=2)).to_contain_text(f"Hand {number + 1} of")
            else:
                page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Play against the aprendiz").click()
    page.wait_for_url("**/tables/*")


def test_a_wrong_move_is_explained_and_keys_make_moves(invite: Invites) -> None:
    learner = learner_at(invite, {"width": 1280, "height": 800})
    page, keys = learner.page, learner.page.keyboard
    first, second, third = lesson_of("argentino").hands[0].decisions
    with speaking("en"):
        page.get_by_role("button", name="Deal the cards").press("Enter")
        teacher = page.get_by_role("region", name="Teacher")
        expect(teacher).to_contain_text(str(first.ask))
        keys.press("3")
        expect(teacher).to_contain_text(str(first.replies["4c"]))
        no_serious_problem(learner)
        for key, decision in (("1", first), ("3", second), ("2", third)):
            expect(teacher).to_contain_text(str(decision.ask))
            keys.press(key)
            page.clock.run_for(20_000)
        page.get_by_role("button", name="Go on").press("Enter")
        expect(page.get_by_role("heading", level=2)).to_contain_text("Hand 2 of")
        assert page.evaluate("document.activeElement.id") == "hand-title"
