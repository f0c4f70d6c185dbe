"""Several people at one table, each in their own browser context."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.people import OFFERS, WORDS, Invites, Person
from tests.browser.proxy import CuttableProxy
from tests.support.scripted_bots import Scripted, preferring
from tests.support.served import GRACE, Served, settings_in

# Chromium's error for a broken connection depends on whether it was open or still opening.
BROKEN = re.compile("WebSocket connection|net::ERR_")


def begin(ana: Person, eva: Person, variant: str = "paulista") -> str:
    """Let Ana open a table, Eva sit down by its link, and the match begin. Return the path of the table."""
    path = ana.open_table(variant, 2, starts_at_once=False)
    link = ana.page.get_by_label("Invite with this link").input_value()
    assert link.endswith(path)
    eva.visit(path)
    eva.button("Sit here").click()
    expect(ana.page.get_by_text("Eva", exact=True)).to_be_visible()
    expect(ana.log).to_contain_text("Eva sits down (Seat 2).")  # for screen readers
    expect(eva.log).to_contain_text("You sit down (Seat 2).")
    ana.button("Begin").click()
    return path


def visible_state(person: Person) -> dict[str, list[Any]]:
    """Return the cards on the cloth by player, the score, and the calls and cards of this hand from the log."""
    script = """() => ({
        laid: [...document.querySelectorAll(".laid")].map(
            list => [list.ariaLabel, ...[...list.querySelectorAll("img")].map(card => card.alt)]),
        score: [...document.querySelectorAll("[aria-label^='Score'] strong")].map(points => points.innerText).sort(),
        lines: [...(document.querySelector("[role=tabpanel] ol")?.querySelectorAll("li") ?? [])].map(
            line => line.innerText),
    })"""
    state = dict(person.page.evaluate(script))
    for cards in state["laid"]:
        cards[0] = cards[0].replace("Your cards on the cloth", f"Cards of {person.name}")
    state["laid"].sort()
    lines = [line.replace("You: ", f"{person.name}: ") for line in state["lines"]]
    return {**state, "lines": [line for line in lines if re.match(r"(Ana|Eva): ", line)]}


def wait_for_same_view(first: Person, second: Person) -> None:
    first.wait(lambda: visible_state(first) == visible_state(second), "two people at one table see two tables")


def press_an_offer(*people: Person) -> None:
    """Let the first person with an offer press it. They play cards and call nothing, so that the match does not end."""
    for person in people:
        offer = person.offered_now()
        assert offer != "over", "the match ended before that"
        if offer == "call":
            offer = "card" if person.page.locator(OFFERS["card"]).first.is_visible() else None
        if offer is not None:
            person.press(offer)
            return


def somebody_moves(*people: Person) -> None:
    """Let one person play a card, and wait until the first person's log shows it."""
    before = visible_state(people[0])["lines"]

    def moved() -> bool:
        press_an_offer(*people)
        return bool(visible_state(people[0])["lines"] != before)

    people[0].wait(moved, "somebody moves")


def test_a_reload_or_a_lost_network_loses_no_move(invite: Invites, served: Served) -> None:
    with CuttableProxy(served.port) as proxy:
        ana, eva = invite("Ana", proxy.address), invite("Eva")
        begin(ana, eva)
        somebody_moves(ana, eva)
        eva.page.reload()
        wait_for_same_view(ana, eva)

        ana.forgiven = eva.forgiven = BROKEN
        eva.wait(lambda: play_until_asked(ana, eva), "it is Eva's turn")
        proxy.cut()
        expect(ana.page.get_by_text("The connection broke")).to_be_visible()
        somebody_moves(eva)
        proxy.restore()
        expect(ana.page.get_by_text("The connection broke")).to_be_hidden()
        wait_for_same_view(ana, eva)

        ana.wait(lambda: play_until_asked(eva, ana), "it is Ana's turn")
        eva.context.set_offline(True)
        expect(eva.page.get_by_text("You have no network")).to_be_visible()
        somebody_moves(ana)
        eva.context.set_offline(False)
        expect(eva.page.get_by_text("You have no network")).to_be_hidden()
        wait_for_same_view(ana, eva)
        somebody_moves(ana, eva)
        wait_for_same_view(ana, eva)


def test_a_spectator_sees_no_hidden_card(invite: Invites) -> None:
    ana, luz = invite("Ana"), invite("Luz")
    received: list[str] = []
    luz.page.on("websocket", lambda line: line.on("framereceived", lambda frame: received.append(str(frame))))
    path = ana.open_table("argentino", 2)
    ana.play(lambda offer: offer == "card")
    luz.visit(path)
    expect(luz.page.get_by_text("You are watching.")).to_be_visible()
    held = [str(card.get_attribute("alt")) for card in ana.cards.get_by_role("img").all()]
    assert len(held) == 3
    wait_for_same_view(ana, luz)
    sides = luz.page.get_by_role("region", name=re.compile("^Score"))
    expect(sides).to_contain_text("Ana")  # a spectator sees names, not "us"
    faces = luz.page.get_by_role("img").evaluate_all("cards => cards.map(card => card.alt)")
    assert not set(held) & set(faces)
    assert received
    assert not any(json.loads(frame).get("hand", {}).get("cards") for frame in received if '"type":"update"' in frame)
    assert luz.offered_now() is None

    closed = ana.open_table("argentino", 2, spectators=False)
    ana.play(lambda offer: offer == "card")
    luz.visit("/lobby")  # so that no more messages of the first table arrive
    received.clear()
    luz.visit(closed)
    expect(luz.page.get_by_text("Only players see the hand at this table.")).to_be_visible()
    assert all(json.loads(frame)["hand"] is None for frame in received if '"type":"update"' in frame)
    luz.button("Seats").click()
    expect(luz.page.get_by_role("button", name="Sit here")).to_be_visible()


def test_the_owner_of_a_table_frees_the_seat_of_a_guest(invite: Invites) -> None:
    ana, eva = invite("Ana"), invite("Eva")
    eva.visit(ana.open_table("paulista", 2, starts_at_once=False))
    eva.button("Sit here").click()
    ana.button("Empty the seat").click()
    expect(eva.button("Sit here")).to_be_visible()
    expect(eva.button("Get up")).to_have_count(0)
    expect(ana.button("Empty the seat")).to_have_count(0)


def test_another_host_may_not_empty_the_seat_of_somebody_present(invite: Invites) -> None:
    ana, eva, leo = invite("Ana"), invite("Eva"), invite("Leo")
    table = ana.open_table("paulista", 4, starts_at_once=False)
    for person in (eva, leo):
        person.visit(table)
        person.button("Sit here").first.click()
        expect(person.button("Get up")).to_be_visible()
    expect(ana.button("Empty the seat")).to_have_count(2)
    ana.visit("/lobby")
    expect(leo.button("Begin")).to_be_visible()  # Leo has seat 2 and Eva seat 3, so he is the host now
    expect(leo.button("Empty the seat")).to_have_count(0)


def test_a_bots_seat_is_taken_with_the_next_deal(invite: Invites) -> None:
    ana, luz = invite("Ana"), invite("Luz")
    path = ana.open_table("argentino", 4)
    ana.play(lambda offer: offer == "card")
    luz.visit(path)
    luz.page.get_by_role("tab", name="Seats").click()
    luz.button("Sit here").first.click()
    coming = luz.page.get_by_text("You sit down with the next deal (Seat 3).")
    expect(coming).to_have_count(2)  # one visible, one for screen readers
    expect(coming.first).to_be_visible()
    expect(ana.page.get_by_text("then Luz")).to_be_visible()
    expect(ana.log).to_contain_text("Luz sits down with the next deal (Seat 3).")
    assert luz.cards.count() == 0
    ana.play(lambda offer: offer == "go on")
    for person in (ana, luz):
        assert person.offered() == "go on"
        person.press("go on")
    ana.wait(lambda: luz.cards.count() == 3 or cut_if_asked(ana, luz), "Luz has cards")


def cut_if_asked(*people: Person) -> bool:
    """Let the cutter cut. Always return False, so that the caller keeps waiting."""
    for person in people:
        if person.offered_now() == "cut":
            person.press("cut")
    return False


def test_a_bot_plays_for_a_person_who_leaves_and_gives_the_seat_back(invite: Invites, tmp_path: Path) -> None:
    settings = settings_in(tmp_path, bot_time=0.0, rest=3600.0)
    with Served(settings, bot_pool=Scripted(preferring("quiero"))) as served:
        ana, eva = invite("Ana", served.address), invite("Eva", served.address)
        path = begin(ana, eva)
        ana.wait(lambda: play_until_asked(ana, eva), "it is Eva's turn")
        eva.visit("/lobby")
        [served_table] = served.services.tables.in_memory
        ana.wait(lambda: len(served_table.guests) == 1, "Eva has gone")
        served.advance(GRACE)
        expect(ana.page.get_by_text("a bot plays", exact=True)).to_be_visible()
        expect(ana.log).to_contain_text("A bot plays for Eva.")
        ana.play(lambda offer: offer == "go on")  # the bot plays Eva's cards
        eva.visit(path)
        expect(ana.page.get_by_text("a bot plays", exact=True)).to_be_hidden()
        expect(ana.log).to_contain_text("Eva plays on.")


def play_until_asked(first: Person, player: Person) -> bool:
    """Return whether it is the turn of `player`. If not, let one person press an offer."""
    if player.offered_now() in WORDS:
        return True
    press_an_offer(first, player)
    return False


def test_people_chat_and_can_mute_each_other(invite: Invites) -> None:
    ana, eva = invite("Ana"), invite("Eva")
    begin(ana, eva)
    for person in (ana, eva):
        person.page.get_by_role("tab", name="Chat").click()
    lines = ana.page.get_by_role("tabpanel").get_by_role("listitem")
    eva.button("Good evening!").click()
    expect(lines).to_have_text(["Eva Good evening!"])
    eva.page.get_by_label("Talk at the table").fill("mine are better")
    eva.page.keyboard.press("Enter")
    expect(lines).to_have_text(["Eva Good evening!", "Eva mine are better"])
    ana.page.get_by_text("Mute players").click()
    ana.page.get_by_label("Mute Eva").check()
    expect(lines.filter(has_text="Eva")).to_have_count(0)
    eva.button("What luck!").click()
    expect(eva.page.get_by_role("tabpanel").get_by_text("Eva What luck!")).to_be_visible()
    ana.button("Well played!").click()  # messages arrive in order, so an unmuted line of Eva would be here by now
    expect(lines.filter(has_text="Ana Well played!")).to_be_visible()
    expect(lines.filter(has_text="Eva")).to_have_count(0)
