"""Layout and input are stable: no control moves during play, a press meant for a previous control does not count, and
the focus never moves to a card or a bet by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Route, ViewportSize, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.people import GLANCE, HURRY, OFFERS, WORDS, Invites, Person

SIZES: dict[str, ViewportSize] = {
    "small phone": {"width": 320, "height": 568},
    "phone": {"width": 360, "height": 640},
    "large phone": {"width": 390, "height": 844},
    "phone on its side": {"width": 740, "height": 360},
    "tablet": {"width": 768, "height": 1024},
    "desktop": {"width": 1280, "height": 800},
}
NARROWEST = ("small phone", "phone on its side")
SETTLING = 300  # milliseconds
LANDED = """() => document.querySelector(".player-area .cards").getAnimations({ subtree: true }).length === 0"""
WAYS = ("pointer", "touch", "screen reader", "shortcut", "Enter", "Space")

# After every change records the positions of: the areas of the cards and of the moves, the input line, every card in
# the hand, and the two moves with a fixed position.
WATCH = """() => {
    window.places = {};
    const stage = document.querySelector(".stage");
    const note = (name, one) => {
        if (!one) return;
        let [left, top] = [0, 0];
        for (let at = one; at && at !== stage; at = at.offsetParent)
            [left, top] = [left + at.offsetLeft, top + at.offsetTop];
        (places[name] ??= new Set()).add([left, top, one.offsetWidth, one.offsetHeight].join(" "));
    };
    const look = () => {
        note("cards", stage.querySelector(".player-area .cards"));
        note("moves", stage.querySelector("[data-moves]"));
        note("talk", stage.querySelector("#talk"));
        note("pass", stage.querySelector(".move.pass"));
        note("leave", stage.querySelector(".move.leave"));
        for (const card of stage.querySelectorAll("ul button.held"))
            note(`card ${card.getAttribute("aria-keyshortcuts")}`, card);
        for (const move of stage.querySelectorAll(".move, .bet-size")) {
            const { bottom } = move.closest("[data-moves]").getBoundingClientRect();
            if (move.getBoundingClientRect().bottom > bottom + 1) note("outside", move);
        }
        requestAnimationFrame(() => {  // when the text has found its size
            for (const move of stage.querySelectorAll(".move, .bet"))
                if (move.scrollHeight > move.clientHeight + 1) (places["too long"] ??= new Set()).add(move.innerText);
        });
    };
    const all = { childList: true, subtree: true, characterData: true, attributes: true };
    new MutationObserver(look).observe(stage, all);
    look();
}"""
PLACES = "() => Object.fromEntries(Object.entries(places).map(([name, found]) => [name, [...found]]))"


def recorded_positions(person: Person) -> dict[str, list[str]]:
    return dict(person.page.evaluate(PLACES))


@pytest.mark.parametrize(
    ("variant", "players", "sizes"),
    [
        ("argentino", 4, SIZES),
        ("paulista", 2, SIZES),
        ("argentino", 8, NARROWEST),
        ("belmez", 4, NARROWEST),
        ("quesada", 2, NARROWEST),
    ],
)
def test_nothing_moves_while_hands_are_played(
    invite: Invites, variant: str, players: int, sizes: Iterable[str]
) -> None:
    """From the cut to the end of a hand, whatever moves are offered and whichever player speaks."""
    ana = invite("Maximiliana Etxeberria")
    options = {"covered_cards": "on", "target": "40"} if variant == "paulista" else {}
    ana.open_table(variant, players, options=options)
    for name in sizes:
        ana.offered()
        ana.resize(SIZES[name])
        ana.page.evaluate(WATCH)
        ana.play(lambda offer: offer == "go on")
        positions = recorded_positions(ana)
        moved = {element: places for element, places in positions.items() if len(places) > 1}
        assert moved == {}, f"{name}: {moved}"
        assert not positions.keys() & {"outside", "too long"}, f"{name}: {positions}"
        assert {"cards", "moves", "talk"} <= positions.keys(), name
        ana.press("go on")


# The longest calls, with the longest descriptions of their stakes.
LONGEST = [
    ("quiero y vale juego", "14 (for your rival 7) if your rival accepts, 9 if not"),
    ("contra flor al resto", "25 (para eles, 12) se aceitarem, 4 se não"),
    ("tres más, nueve", "11 (for your rival 12) if your rival accepts, 9 if not"),
]
SPILLS = """([words, stakes]) => new Promise(done => {
    const move = document.querySelector(".move:has(.stakes)");
    move.querySelector(".words").textContent = words;
    move.querySelector(".stakes").textContent = stakes;
    requestAnimationFrame(() => requestAnimationFrame(() => {
        const { top, bottom, left, right } = move.getBoundingClientRect();
        const texts = [...move.querySelectorAll(".words, .stakes")].map(one => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return range.getBoundingClientRect();
        });
        done(texts.some(one => one.top < top || one.bottom > bottom || one.left < left || one.right > right));
    }));
})"""


def test_the_longest_words_fit_into_a_move(invite: Invites) -> None:
    ana = invite("Ana")
    ana.open_table("argentino", 2)
    ana.play(lambda offer: offer == "call")
    for name, size in SIZES.items():
        ana.resize(size)
        spilling = [texts for texts in LONGEST if ana.page.evaluate(SPILLS, texts)]
        assert spilling == [], name


def press_by(person: Person, control: str, way: str) -> None:
    page = person.page
    located = page.locator(control).first
    if way == "pointer":
        located.click()
    elif way == "touch":
        located.tap()
    elif way == "screen reader":
        located.evaluate("one => one.click()")
    elif way == "shortcut":
        page.locator("[data-own]").focus()
        page.keyboard.press(str(located.get_attribute("aria-keyshortcuts")))
    else:
        located.focus()
        page.keyboard.press(way)


@pytest.mark.parametrize("control", ["call", "card", "go on", "cut"])
def test_a_press_just_after_a_control_appeared_does_not_count(invite: Invites, control: str) -> None:
    """The page ignores every kind of press until 300 ms have passed; then the same press counts."""
    ana = invite("Ana", has_touch=True)
    sent: list[str] = []
    ana.page.on("websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame))))
    path = ana.open_table("paulista", 2)
    ana.play(lambda offer: offer == control or (control == "card" and offer in WORDS and ana.cards.count() > 0))
    pressed_control = ana.page.locator(OFFERS[control]).first
    ana.page.clock.install()
    ana.page.clock.pause_at(ana.page.evaluate("() => Date.now()") / 1000 + 60)
    ana.visit(path)  # all controls appear again while the clock is paused
    if control == "cut" and ana.offered() == "go on":  # the page shows the last hand first
        ana.page.clock.run_for(SETTLING)
        ana.press("go on")
    expect(pressed_control).to_have_attribute("data-settling", "")
    message_type = {"call": '"move"', "card": '"move"', "go on": '"next-hand"', "cut": '"cut"'}[control]

    def messages_sent() -> int:
        return sum(f'"type":{message_type}' in frame for frame in sent)

    before = messages_sent()
    ana.page.clock.run_for(SETTLING - 1)
    for way in WAYS:
        if (control, way) == ("cut", "shortcut"):
            continue  # the cut has no shortcut
        pressed_control.evaluate("one => one.removeAttribute('data-ignored')")
        press_by(ana, OFFERS[control], way)
        expect(pressed_control).to_have_attribute("data-ignored", "")  # the press arrived and was ignored
    assert messages_sent() == before
    ana.page.clock.run_for(1)
    expect(pressed_control).not_to_have_attribute("data-settling", "")
    press_by(ana, OFFERS[control], "pointer")
    ana.wait(lambda: messages_sent() == before + 1, "the press counts now")


def test_a_press_on_a_moving_card_does_not_count(invite: Invites) -> None:
    """The page ignores presses on a dealt card while it moves to its position; afterwards the same press plays it."""
    ana = invite("Ana", reduced_motion="no-preference")
    sent: list[str] = []
    ana.page.on("websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame))))
    path = ana.open_table("paulista", 2)
    ana.play(lambda offer: offer in WORDS and ana.cards.count() > 0)
    animations = ana.context.new_cdp_session(ana.page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0})
    ana.page.clock.install()
    ana.page.clock.pause_at(ana.page.evaluate("() => Date.now()") / 1000 + 60)
    ana.visit(path)  # the animation of the deal starts again, and stays at its beginning
    card = ana.page.locator(OFFERS["card"]).first
    expect(card).to_have_attribute("data-settling", "")
    for _look in range(4):
        ana.page.clock.run_for(SETTLING)
        card.evaluate("one => one.removeAttribute('data-ignored')")
        card.evaluate("one => one.click()")
        expect(card).to_have_attribute("data-ignored", "")
    expect(card).to_have_attribute("data-settling", "")
    assert moves_in(sent) == []
    animations.send("Animation.setPlaybackRate", {"playbackRate": 1})
    ana.page.wait_for_function(LANDED, polling=GLANCE)
    ana.page.clock.run_for(SETTLING)
    expect(card).not_to_have_attribute("data-settling", "")
    press_by(ana, OFFERS["card"], "pointer")
    ana.wait(lambda: len(moves_in(sent)) == 1, "the press counts now")


@pytest.mark.parametrize("size", ["large phone", "desktop"])
def test_the_rematch_may_begin_300_ms_after_the_result_opened(invite: Invites, size: str) -> None:
    """Neither the entrance of the result nor the summary that arrives later makes its buttons wait longer."""
    ana = invite("Ana", viewport=SIZES[size])
    path = ana.open_table("paulista", 2, options={"target": "2"})
    ana.play_to_the_end()
    ana.page.emulate_media(reduced_motion="no-preference")
    reviews: list[Route] = []
    ana.page.route("**/summary/*", lambda route: reviews.append(route))
    animations = ana.context.new_cdp_session(ana.page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0})
    ana.page.clock.install()
    ana.page.clock.pause_at(ana.page.evaluate("() => Date.now()") / 1000 + 60)
    ana.visit(path)
    assert ana.offered() == "go on"
    ana.page.clock.run_for(SETTLING)
    ana.page.locator(OFFERS["go on"]).click()
    rematch = ana.button("Rematch")
    expect(rematch).to_have_attribute("data-settling", "")
    ana.page.clock.run_for(SETTLING - 1)
    ana.wait(lambda: len(reviews) > 0, "the page asks for the summary")
    reviews[0].continue_()
    expect(ana.page.locator("#match-review")).to_be_visible()
    expect(rematch).to_have_attribute("data-settling", "")
    ana.page.clock.run_for(1)
    expect(rematch).not_to_have_attribute("data-settling", "")
    rematch.click()
    expect(rematch).to_be_hidden()


FOCUSED = """() => {
    const one = document.activeElement;
    return { label: one.ariaLabel ?? "", tag: one.tagName, bets: one.matches(".held, .move, .bet") };
}"""


def test_the_focus_never_moves_to_a_card_or_a_bet_by_itself(invite: Invites) -> None:
    """When a pressed control disappears, the focus moves to the player's place or to the moves, which have a name.

    So a second press of Enter does nothing that the player did not choose."""
    ana = invite("Ana")
    ana.open_table("argentino", 2)
    keys = ana.page.keyboard
    sent: list[str] = []
    ana.page.on("websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame))))
    for _hand in range(3):
        while (offer := ana.offered()) != "go on":
            pressed_control = ana.settled(ana.page.locator(OFFERS[offer]).first)
            try:
                pressed_control.focus(timeout=HURRY)
            except TooLate:
                continue  # a call of the bot has withdrawn the offer
            version = len(moves_in(sent))
            keys.press("Enter")
            if offer == "cut":
                expect(pressed_control).to_be_hidden()
            ana.page.wait_for_function("() => !document.activeElement.matches('.held, .move, .bet')")
            focused: dict[str, Any] = ana.page.evaluate(FOCUSED)
            assert not focused["bets"], focused
            keys.press("Enter")
            ana.page.evaluate("0")  # by now the browser has reported the frames of both presses
            assert len(moves_in(sent)) <= version + 1
        ana.press("go on")


def moves_in(frames: list[str]) -> list[str]:
    return [frame for frame in frames if '"type":"move"' in frame]
