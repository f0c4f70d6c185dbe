"""The pace of a table: the countdown of an answer, what the page does by itself, and how it tells the own turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.people import DESKTOP, OFFERS, PHONE, Invites, Person
from tests.support.scripted_bots import Scripted, preferring
from tests.support.served import Served, settings_in
from truquero.server.tables.bot_pool import BotAnswer
from truquero.session import QuestionKind
from truquero.table import View

NOTIFICATIONS = """
    window.asked = 0; window.notified = [];
    window.Notification = class {
        static permission = "default";
        static requestPermission() {
            window.asked += 1;
            this.permission = "granted";
            return Promise.resolve("granted");
        }
        constructor(title, { body }) { window.notified.push(`${title}: ${body}`); }
        close() {}
    };
    window.hides = false;
    Object.defineProperty(document, "visibilityState", { get: () => window.hides ? "hidden" : "visible" });
"""


def rivals_call_truco(seat: int, question: QuestionKind, view: View) -> BotAnswer:
    if seat in (2, 4) and question == "choose" and "truco" in view.moves:
        return "truco"
    return preferring("quiero")(seat, question, view)


@pytest.fixture
def stopped(tmp_path: Path) -> Iterator[Served]:
    """A server whose time only the test advances. Rivals call truco as soon as they may."""
    with Served(settings_in(tmp_path, bot_time=0.0, answer_seconds=60), bot_pool=Scripted(rivals_call_truco)) as served:
        yield served


def stop_clock(person: Person) -> None:
    person.page.clock.pause_at(person.page.evaluate("() => Date.now()") / 1000 + 0.5)


def seconds_shown(person: Person) -> int:
    return int(person.page.locator(".name-plate .countdown").inner_text())


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_partner_waits_until_the_countdown_at_the_seat_ends(
    viewport: ViewportSize, invite: Invites, stopped: Served
) -> None:
    ana = invite("Ana", stopped.address, viewport=viewport)
    ana.control_clock()
    ana.open_table("argentino", 4, options={"flor": "off"})
    ring = ana.page.locator(".name-plate .countdown")
    ana.play(lambda _offer: ring.is_visible())
    expect(ana.log.get_by_text(re.compile("a partner may answer in \\d+ s"))).to_have_count(1)
    stop_clock(ana)
    shown = seconds_shown(ana)
    ana.page.clock.run_for(20_000)
    expect(ring).to_have_text(str(shown - 20))
    stopped.advance(59)
    expect(ana.page.locator(OFFERS["answer"])).to_be_visible()
    stopped.advance(1)
    expect(ring).to_be_hidden()
    expect(ana.log.get_by_text(re.compile("quiero", re.IGNORECASE)).last).to_be_attached()


def test_the_page_cuts_and_goes_on_for_a_player_who_prefers_it(invite: Invites) -> None:
    ana = invite("Ana")
    ana.control_clock()
    ana.visit("/")
    ana.button(re.compile("^Settings")).click()
    ana.page.get_by_label("Always cut for me").check()
    ana.page.get_by_label("Go on to the next hand by itself").check()
    ana.open_table("paulista", 2)

    leave = ana.page.locator("button[aria-keyshortcuts=m]:not(:disabled)")
    for hand in (1, 2, 3):  # the player cuts before one of two hands
        result = ana.page.get_by_role("region", name=f"Hand {hand}", exact=True)
        expect(ana.settled(leave)).to_be_visible()
        stop_clock(ana)  # before the hand ends, so that the page goes on only when the test says so
        ana.settled(leave).click()
        expect(result).to_be_visible()
        ana.page.clock.run_for(5_000)
        expect(result).to_be_hidden()
        ana.page.clock.resume()


def test_the_cut_shows_no_hash_and_leads_to_the_proof(invite: Invites) -> None:
    ana = invite("Ana", viewport=PHONE)
    ana.open_table("paulista", 2)
    ana.play(lambda offer: offer == "cut")
    cut = ana.page.get_by_role("region", name="Cut the pack")
    expect(cut).not_to_contain_text(re.compile("[0-9a-f]{8}"))
    ana.settled(cut.get_by_role("button", name="Why nobody can choose the cards")).click()
    expect(ana.page.get_by_role("tabpanel", name="Fair deal")).to_contain_text(re.compile("[0-9a-f]{64}"))


def test_the_own_turn_is_told_in_the_title_and_by_a_notification_if_the_player_looks_elsewhere(invite: Invites) -> None:
    ana = invite("Ana")
    ana.context.add_init_script(NOTIFICATIONS)
    ana.visit("/")
    assert ana.page.evaluate("asked") == 0
    ana.button(re.compile("^Settings")).click()
    ana.page.get_by_label("Notify me of my turn while I look elsewhere").check()
    assert ana.page.evaluate("asked") == 1
    ana.context.add_init_script("Notification.permission = 'granted'")
    ana.open_table("paulista", 2)
    ana.play(lambda offer: offer == "card")
    expect(ana.page).to_have_title(re.compile("^● Your turn · "))
    assert ana.page.evaluate("notified") == []
    ana.page.evaluate("hides = true")
    ana.press("card")
    ana.page.wait_for_function("() => notified.length > 0")
    assert "Your turn" in ana.page.evaluate("notified[0]")


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_pace_is_chosen_for_a_new_table_and_changed_at_the_table(viewport: ViewportSize, invite: Invites) -> None:
    ana = invite("Ana", viewport=viewport)
    ana.visit("/new?variant=argentino")
    ana.page.get_by_role("radio", name="4", exact=True).check(force=True)
    ana.page.get_by_label("Pace of the bots").select_option("Calm")
    waits = ana.page.get_by_label("How long a bot waits for its partner’s answer")
    waits.select_option("20 seconds")
    ana.button("Open the table").click()
    expect(ana.button("Begin")).to_be_visible()
    expect(ana.page.get_by_label("Pace of the bots")).to_have_value("calm")
    expect(waits).to_have_value("20")
    waits.select_option("40 seconds")
    ana.page.reload()
    expect(waits).to_have_value("40")
