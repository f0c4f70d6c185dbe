"""One box for words: calls are made, other words go to the chat, and what is unclear or large is asked about first."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.people import DESKTOP, PHONE, Invites, Person
from tests.support.chosen_deals import choose_deals

ASKED = """try { localStorage.setItem("truquero.confirm-game", "on") } catch {}"""
# What must not move while a question takes the place of the moves.
PLACES = """() => ["#talk", "[data-moves]", ".player-area .cards"].map(selector => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x, y, width, height];
})"""


def say(person: Person, words: str) -> None:
    talk = person.page.get_by_role("textbox", name="Talk at the table")
    talk.fill(words)
    talk.press("Enter")


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_words_are_calls_or_chat_and_a_bet_of_the_game_is_asked_about(invite: Invites, viewport: ViewportSize) -> None:
    ana = invite("Ana", viewport=viewport)
    ana.context.add_init_script(ASKED)
    sent: list[str] = []
    ana.page.on("websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame))))
    ana.open_table("argentino", 2, options={"flor": "on"})
    page = ana.page
    talk = page.get_by_role("textbox", name="Talk at the table")
    bet = ana.moves.filter(has_text=re.compile("^falta envido", re.IGNORECASE))
    flor = ana.moves.filter(has_text=re.compile("^flor", re.IGNORECASE))
    ana.play(lambda _offer: bet.is_visible() and not flor.is_visible())
    places = page.evaluate(PLACES)

    def chat() -> list[str]:
        messages = (json.loads(frame) for frame in sent if '"type":"chat"' in frame)
        return [message["words"] for message in messages]

    whole_game = page.get_by_role("group", name="This is for the whole game. Are you sure?")
    ana.settled(bet).click()
    expect(whole_game).to_be_visible()
    expect(page.locator("[data-moves]")).to_be_focused()  # no answer has the focus by itself
    assert page.evaluate(PLACES) == places
    page.keyboard.press("Escape")
    expect(bet).to_be_visible()

    say(ana, "Good evening!")
    expect(talk).to_have_value("")
    expect(talk).to_have_attribute("placeholder", "Said in the chat")
    assert chat() == ["Good evening!"]

    say(ana, "flor")
    no_flor = page.get_by_role("group", name="“flor” cannot be said now: you hold no flor")
    expect(no_flor).to_be_visible()
    expect(talk).to_have_value("flor")
    assert chat() == ["Good evening!"]  # nothing is sent unless the player says so
    ana.settled(no_flor.get_by_role("button", name="Say it in the chat")).click()
    expect(talk).to_have_value("")
    expect(no_flor).to_be_hidden()
    assert chat() == ["Good evening!", "flor"]

    say(ana, "qué truco más bonito sería")
    unclear = page.get_by_role("group", name="Is this a call?")
    expect(unclear.get_by_role("button", name=re.compile("^truco"))).to_be_visible()
    assert page.evaluate(PLACES) == places
    ana.settled(unclear.get_by_role("button", name="Never mind")).click()

    say(ana, "falta envido")
    typed = page.get_by_role("group", name="This is for the whole game.")
    typed.get_by_label("Do not ask again").check()
    ana.settled(typed.get_by_role("button", name=re.compile("^falta envido"))).click()
    expect(ana.log).to_contain_text(re.compile("You: .*falta envido", re.IGNORECASE))
    expect(talk).to_have_value("")


def test_a_championship_table_proposes_no_lie_and_asks_before_a_challenge(
    invite: Invites, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent_flor = {1: "4b 5o 6e", 2: "1c 2c 3c"}  # of the bot, which only speaks when it must
    choose_deals(monkeypatch, {1: "7o 6o 2b"}, silent_flor)
    ana = invite("Ana", viewport=PHONE)
    page = ana.page
    ana.open_table("argentino", 2, options={"flor": "on", "declare": "manual", "illegal_calls": "penalty"})
    envido = ana.moves.filter(has_text=re.compile("^envido", re.IGNORECASE))
    ana.play(lambda _offer: envido.is_visible())
    expect(ana.moves.filter(has_text=re.compile("^flor", re.IGNORECASE))).to_be_visible()  # legal, but punished
    talk = page.get_by_role("textbox", name="Talk at the table")
    expect(talk).to_have_attribute("placeholder", re.compile("Say: “(?!flor)"))
    ana.settled(envido).click()
    points = page.get_by_role("group", name="Your points")
    expect(points.get_by_role("option").first).to_have_text("33")
    expect(talk).to_have_attribute("placeholder", "Say: “33”")
    expect(page.get_by_text("envido accepted: 2", exact=True)).to_be_visible()
    ana.settled(points.get_by_role("button", name="Declare 33")).click()

    challenge = page.locator(".challenge")
    ana.play(lambda offer: offer == "go on" and challenge.first.is_visible())
    question = page.get_by_role("group", name="If you are wrong, the other side gets the points. Are you sure?")
    ana.settled(challenge.first).click()
    ana.settled(question.get_by_role("button", name="Never mind")).click()
    expect(question).to_be_hidden()
    ana.settled(challenge.first).click()
    ana.settled(question.get_by_role("button", name=re.compile("pido flor", re.IGNORECASE))).click()
    expect(challenge).to_be_hidden()
