"""The cloth: the open bet, señas, the pack, marks on cards, won points, and what visitors choose about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, ViewportSize, expect

from tests.browser.people import DESKTOP, Invites, Person
from tests.support.chosen_deals import choose_deals
from tests.support.scripted_bots import Scripted
from tests.support.served import Served, settings_in
from truquero.cards import CARDS
from truquero.server.tables.bot_pool import BotAnswer
from truquero.session import QuestionKind, timeout_move
from truquero.table import View

SMALL: ViewportSize = {"width": 360, "height": 640}
PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
HANDS = {1: "4c 5b 6o", 2: "1o 2c 12e", 3: "1e 10c 11b", 4: "4e 6b 12c"}


def _script(seat: int, question: QuestionKind, view: View) -> BotAnswer:
    """Let seat 3 signal the ace of swords and seat 4 call truco as soon as it can."""
    if question == "sign":
        return "sena-as-de-espadas" if seat == 3 and "1e" in view.cards else None
    if question != "choose":
        return None
    wanted = ["truco"] if seat == 4 else ["quiero"]
    moves = [move for move in wanted if move in view.moves] or [move for move in view.moves if move in CARDS]
    return (moves or [timeout_move(view)])[0]


@pytest.fixture
def stopped(tmp_path: Path) -> Iterator[Served]:
    with Served(settings_in(tmp_path, bot_time=0.0, answer_seconds=3600.0), bot_pool=Scripted(_script)) as server:
        yield server


def _box(control: Locator) -> FloatRect:
    found = control.bounding_box()
    assert found is not None
    return found


def _overlap(first: Locator, second: Locator) -> bool:
    one, other = _box(first), _box(second)
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def _open_argentino(invite: Invites, stopped: Served, monkeypatch: pytest.MonkeyPatch, size: ViewportSize) -> Person:
    choose_deals(monkeypatch, HANDS)
    ana = invite("Ana", stopped.address, viewport=size, has_touch=size is PHONE)
    ana.open_table("argentino", 4, options={"flor": "off"})
    return ana


@pytest.mark.parametrize("size", [SMALL, PHONE, DESKTOP], ids=["small", "phone", "desktop"])
def test_the_open_bet_is_large_on_the_cloth_with_its_points_and_who_answers(
    invite: Invites, stopped: Served, monkeypatch: pytest.MonkeyPatch, size: ViewportSize
) -> None:
    ana = _open_argentino(invite, stopped, monkeypatch, size)
    bet, own_seat = ana.page.locator(".open-bet"), ana.page.locator(".name-plate.own")
    ana.play(lambda _offer: bet.is_visible())
    expect(bet).to_contain_text("truco")
    expect(bet.locator(".accepted")).to_have_text("2")
    expect(bet.locator(".refused")).to_contain_text("1")
    expect(bet).to_contain_text("You answer")
    expect(ana.log).to_contain_text("truco: 2 if accepted, 1 if not. You answer.")
    expect(ana.page.get_by_role("group", name="The cloth")).to_match_aria_snapshot(
        "- text: /truco. 2 if accepted, 1 if not. You answer/"
    )
    expect(ana.page.get_by_role("list", name="Your cards on the cloth")).to_be_attached()
    assert _box(bet.locator(".accepted"))["height"] >= 22
    assert not _overlap(bet, own_seat)
    assert not any(_overlap(bubble, bet.locator(".points")) for bubble in ana.page.locator(".bubble").all())
    ana.press("answer")
    expect(bet).to_have_count(0)
    expect(ana.page.get_by_text("The hand is worth 2")).to_be_visible()


@SIZES
def test_senas_are_shown_at_the_seat_for_a_glance_and_made_with_one_tap(
    invite: Invites, stopped: Served, monkeypatch: pytest.MonkeyPatch, size: ViewportSize
) -> None:
    choose_deals(monkeypatch, {**HANDS, 1: "1b 4c 5b"})
    ana = invite("Ana", stopped.address, viewport=size)
    ana.control_clock()
    ana.open_table("argentino", 4, options={"flor": "off"})
    glance = ana.page.locator(".glance")
    ana.play(lambda _offer: glance.count() > 0)
    expect(glance).to_contain_text("ace of swords")
    expect(glance.locator("img")).to_have_attribute("src", "/gestures/eyebrows.svg")
    expect(ana.log).to_contain_text("raise the eyebrows): ace of swords")
    ana.page.clock.run_for(3000)
    expect(glance).to_have_count(0)

    señas = ana.page.get_by_role("list", name="Make a seña").get_by_role("button")
    expect(señas.first).to_have_accessible_name(re.compile("ace of batons, matches your cards"))
    ana.settled(señas.first).click()
    expect(glance).to_contain_text("ace of batons")
    ana.page.get_by_label("Watch a player").select_option("2")
    expect(ana.page.locator(".eye")).to_have_count(1)


@SIZES
def test_the_pack_lies_beside_the_dealer_and_top_cards_are_marked(
    invite: Invites, stopped: Served, monkeypatch: pytest.MonkeyPatch, size: ViewportSize
) -> None:
    choose_deals(monkeypatch, {1: "1b 7e 5b"})
    ana = invite("Ana", stopped.address, viewport=size)
    ana.open_table("argentino", 2, options={"flor": "off"})
    ana.play(lambda offer: offer == "card")
    own_marks = ana.page.locator(".own-hand .mark")
    expect(own_marks).to_have_count(2)
    assert [mark.get_attribute("data-place") for mark in own_marks.all()] == ["2", "3"]
    pack, cloth = _box(ana.page.locator(".pack")), _box(ana.page.locator(".seating"))
    dealer_is_own = ana.page.locator(".name-plate.own abbr", has_text="D").count() > 0
    assert (pack["y"] > cloth["y"] + cloth["height"] / 2) == dealer_is_own

    ana.button("Settings").click()
    ana.page.get_by_label("Mark the top cards").uncheck()
    ana.page.get_by_label("Large numbers").check()
    ana.page.get_by_label("Straw").check()
    ana.page.get_by_label("Blue", exact=True).check()
    ana.page.keyboard.press("Escape")
    expect(own_marks).to_have_count(0)
    expect(ana.page.locator(".own-hand img").first).to_have_attribute("src", re.compile("spanish-large"))
    expect(ana.page.locator(".pack img").first).to_have_attribute("src", "/cards/back-straw.svg")
    expect(ana.page.locator("html")).to_have_attribute("data-cloth", "blue")
    ana.page.reload()  # the choices are kept
    expect(ana.page.locator(".pack img").first).to_have_attribute("src", "/cards/back-straw.svg")


def test_the_cloth_keeps_the_shape_of_a_table_on_a_wide_screen(invite: Invites) -> None:
    ana = invite("Ana", viewport={"width": 2400, "height": 800})
    ana.open_table("argentino", 4)
    ana.play(lambda offer: offer == "card")
    cloth = _box(ana.page.locator(".seating"))
    assert 1.5 < cloth["width"] / cloth["height"] < 2


def test_won_points_are_marked_in_the_score(invite: Invites) -> None:
    ana = invite("Ana")
    ana.open_table("paulista", 2)
    ana.control_clock()
    ana.page.reload()
    ana.play(lambda offer: offer == "go on")
    gained = ana.page.locator(".gained .plus")
    expect(gained).to_have_text(re.compile(r"\+\d"))
    ana.page.clock.run_for(3000)
    expect(gained).to_have_count(0)
