"""Features that only some tables have: covered cards, duels, declared points, señas, a clock, typed words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.people import OFFERS, PHONE, WORDS, Invites, Person
from tests.support.chosen_deals import choose_deals
from tests.support.scripted_bots import Scripted, preferring
from tests.support.served import Served, settings_in
from truquero.session.session import BEFORE_PLAY


@pytest.fixture
def stopped(tmp_path: Path) -> Iterator[Served]:
    """A server whose time only the test advances."""
    with Served(settings_in(tmp_path, bot_time=0.0), bot_pool=Scripted(preferring("quiero"))) as server:
        yield server


def test_a_card_is_laid_face_down(invite: Invites) -> None:
    """If the house rules allow it, from the second trick on. No other person sees which card it was."""
    ana, luz = invite("Ana"), invite("Luz")
    path = ana.open_table("paulista", 2, options={"covered_cards": "on"})
    cover = ana.button("Face down")
    ana.play(lambda offer: offer in ("card", "call") and cover.is_visible())
    ana.settled(cover).click()
    card = ana.cards.first
    expect(card).to_have_attribute("aria-label", re.compile(" face down$"))
    expect(card.locator("img")).to_have_count(2)  # its face and a small back
    expect(card.locator("img").first).not_to_have_attribute("src", re.compile("back"))
    name = str(card.get_attribute("aria-label"))
    hidden = name.removeprefix("Play ").removesuffix(" face down")
    luz.visit(path)
    expect(luz.page.get_by_text("You are watching.")).to_be_visible()
    ana.settled(card).click()
    expect(ana.page.get_by_role("log")).to_contain_text("face down")
    expect(luz.page.get_by_role("log")).to_contain_text("face down")
    assert luz.page.get_by_role("img", name=hidden, exact=True).count() == 0


def test_a_duel_is_named(invite: Invites) -> None:
    """On the table and in the log, also when it is over. The page marks the players who do not take part."""
    ana = invite("Ana")
    ana.open_table("belmez", 4)
    ana.play(lambda offer: offer == "go on")
    expect(ana.page.get_by_role("tab", name="Señas")).to_have_count(0)  # the source of this game names none
    duel = re.compile(r"^Cortao 1: \S+ against \S+\.$")
    expect(ana.page.get_by_role("region", name="Hand 1.1")).to_contain_text(re.compile(duel.pattern[1:-1]))
    expect(ana.page.get_by_role("tabpanel", name="Log").get_by_text(duel)).to_be_visible()
    expect(ana.page.get_by_title("sits this hand out")).to_have_count(2)


def test_points_are_chosen_and_declared(invite: Invites, monkeypatch: pytest.MonkeyPatch) -> None:
    """If points are declared manually, the page offers the legal values."""
    choose_deals(monkeypatch, {1: "7o 6o 2b", 2: "4e 5c 12b"})  # no player has a flor
    ana = invite("Ana")
    ana.open_table("argentino", 2, options={"declare": "manual"})
    envido = ana.page.locator("button[aria-keyshortcuts=e]:not(:disabled)")
    points = ana.page.get_by_role("combobox", name="Your points")
    ana.play(lambda _offer: envido.is_visible())
    ana.settled(envido).click()
    ana.play(lambda _offer: points.is_visible())
    declared = points.locator("option:checked").inner_text()
    ana.settled(ana.page.get_by_role("group", name="Your points").locator(".bet")).click()
    expect(ana.page.get_by_role("tabpanel")).to_contain_text(re.compile(f"You: .*{declared}"))


def test_a_player_makes_a_seña_and_watches_another(invite: Invites) -> None:
    ana = invite("Ana")
    ana.open_table("argentino", 4)
    ana.play(lambda offer: offer == "card")
    ana.page.get_by_role("tab", name="Señas").click()
    panel = ana.page.get_by_role("tabpanel")
    partner = panel.get_by_role("button", name=re.compile("partner"))
    rival = panel.get_by_role("button", name=re.compile("rival")).first
    rival.click()
    expect(rival).to_have_attribute("aria-pressed", "true")
    expect(partner).to_have_attribute("aria-pressed", "false")
    panel.get_by_role("list").first.get_by_role("button").first.click()
    expect(panel.get_by_role("list").last).to_contain_text("You")
    expect(ana.log.get_by_role("paragraph").last).to_contain_text("seña")  # the legal moves are not announced again


LISTEN = """() => {
    window.heard = [];
    const hear = ({ addedNodes }) => addedNodes.forEach(line => heard.push(line.textContent));
    const log = document.querySelector("[role=log]");
    new MutationObserver(changes => changes.forEach(hear)).observe(log, { childList: true });
}"""


def test_a_clock_runs_out(invite: Invites, stopped: Served) -> None:
    """When the time is over, a bot plays for the person, and the page says so."""
    ana = invite("Ana", stopped.address)
    ana.open_table("paulista", 2, seconds=5)
    ana.play(lambda offer: offer == "card")
    expect(ana.page.get_by_title("time left").first).to_have_text(re.compile(r"0:0\d"))
    ana.page.evaluate(LISTEN)
    stopped.advance(5)
    expect(ana.page.get_by_text("A bot plays for you.").first).to_be_visible()
    ana.page.wait_for_function("() => heard.includes('A bot plays for you.')")  # for screen readers


def test_the_page_says_who_may_interrupt_and_the_bots_play_on(invite: Invites, stopped: Served) -> None:
    ana = invite("Ana", stopped.address)
    ana.open_table("argentino", 2, options={"word": "any"})
    turn = ana.page.locator(".turn strong")
    before_the_bot = re.compile(r"You may speak before \S+")
    while ana.offered() == "cut":
        ana.press("cut")
    if turn.inner_text() == "Your turn":
        ana.press("card")
    expect(turn).to_have_text(before_the_bot)
    laid = ana.page.locator(".laid li")
    before = laid.count()
    stopped.advance(BEFORE_PLAY)
    expect(laid).to_have_count(before + 1)  # the bot's card


def test_an_optional_interrupter_is_not_hurried(invite: Invites, stopped: Served) -> None:
    """Only the clock of the player whom the table waits for runs. The other player gets no warning about time."""
    ana, eva = invite("Ana", stopped.address), invite("Eva", stopped.address)
    for person in (ana, eva):
        person.control_clock()
    path = ana.open_table("argentino", 2, starts_at_once=False, seconds=15, reserve=11, options={"word": "any"})
    eva.visit(path)
    eva.button("Sit here").click()
    expect(ana.page.get_by_text("Eva", exact=True)).to_be_visible()
    ana.button("Begin").click()

    def both_may_speak() -> bool:
        for person in (ana, eva):
            if person.offered_now() == "cut":
                person.press("cut")
        return ana.offered_now() in WORDS and eva.offered_now() in WORDS

    ana.wait(both_may_speak, "both may speak")
    may_wait = ana if ana.page.locator(".turn strong").inner_text() == "You may speak before Eva" else eva
    may_wait.page.clock.run_for(3_000)  # if the reserve ran, eight seconds of it would be left
    expect(may_wait.log).to_contain_text("You may speak before")
    expect(may_wait.log).not_to_contain_text("seconds left")


def test_typed_words_make_a_move(invite: Invites) -> None:
    """The page lists the legal calls on request, and makes the call that is typed."""
    ana = invite("Ana")
    ana.open_table("argentino", 2)
    ana.play(lambda offer: offer == "call")
    words = ana.page.locator(OFFERS["call"]).inner_text().splitlines()[0]
    talk = ana.page.get_by_role("textbox", name="Talk at the table")
    may_say = re.compile(f"You can say:.*{words}", re.IGNORECASE | re.DOTALL)
    reply = ana.page.get_by_role("status").filter(has_text=may_say)
    talk.fill("?")
    talk.press("Enter")
    expect(talk).to_have_value("")
    expect(reply).to_be_visible()
    talk.fill(f"{words}, amigo")
    talk.press("Enter")
    log_line = re.compile(f"You: .*{words}", re.IGNORECASE)
    expect(ana.page.get_by_role("tabpanel", name="Log")).to_contain_text(log_line)
    expect(talk).to_be_focused()


def press_keep_silent(person: Person) -> None:
    person.settled(person.page.locator("button[aria-keyshortcuts=p]")).click()


def say_keep_silent(person: Person) -> None:
    talk = person.page.get_by_role("textbox", name="Talk at the table")
    talk.fill("keep silent")
    talk.press("Enter")


@pytest.mark.parametrize("keep_silent", [press_keep_silent, say_keep_silent])
def test_a_bot_leaves_the_answer_to_its_partner_and_the_page_shows_the_time(
    keep_silent: Callable[[Person], None], invite: Invites, tmp_path: Path
) -> None:
    """The time appears beside the moves and at the seat, without changing the height of the name plate.

    It is announced once, with the words for silence, and disappears when the player keeps silent."""
    with Served(settings_in(tmp_path, bot_time=0.0, rest=60.0, grace=60.0, answer_seconds=600)) as patient:
        ana = invite("Ana", patient.address, viewport=PHONE)
        ana.open_table("argentino", 4)
        beside_moves, at_seat = ana.page.locator(".turn .countdown"), ana.page.locator(".name-plate .countdown")
        ana.play(lambda _offer: beside_moves.is_visible())
        expect(beside_moves).to_have_text(re.compile(r"a partner may answer in \d+ s"))
        expect(at_seat).to_have_text(re.compile(r"\d+"))
        expect(ana.log.get_by_text("a partner may answer")).to_have_count(1)
        expect(ana.log.get_by_text("Keep silent (let the others speak); a partner may answer")).to_have_count(1)
        plate = ana.page.locator(".name-plate", has=ana.page.get_by_text("You", exact=True))
        height = "one => one.offsetHeight"
        with_time = plate.evaluate(height)
        keep_silent(ana)
        expect(beside_moves).to_be_hidden()
        expect(at_seat).to_be_hidden()
        assert plate.evaluate(height) == with_time
