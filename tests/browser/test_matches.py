"""Whole matches against bots, played in the browser, and the actions that a finished match offers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.people import Invites, Person

TARGET = re.compile("^points of a game")
RESULT = re.compile("^You have (won!|lost)$")


def set_up(person: Person, variant: str, players: int, bots: str, target: str = "") -> None:
    """Open a table with the form of the page and begin the match, with the default target unless one is given."""
    page = person.page
    person.visit("/new")
    page.get_by_label("Game", exact=True).select_option(variant)
    page.get_by_role("radio", name=str(players), exact=True).check(force=True)  # only its label is visible
    page.get_by_label("Bots", exact=True).select_option(bots)
    if target:
        page.get_by_text("House rules", exact=True).click()
        page.get_by_role("spinbutton", name=TARGET).fill(target)
    person.button("Open the table").click()
    person.button("Begin").click()


@pytest.mark.parametrize(
    ("variant", "players", "target"), [("argentino", 4, 30), ("belmez", 4, 40), ("paulista", 2, 12)]
)
def test_a_whole_match_against_bots(invite: Invites, variant: str, players: int, target: int) -> None:
    """Play to the target, in all games of the match. Large bets keep the number of hands small."""
    ana = invite("Ana")
    set_up(ana, variant, players, bots="azar")
    ana.play_boldly()
    expect(ana.page.get_by_role("heading", name=RESULT)).to_be_visible()
    points = [int(text) for text in ana.page.locator("section strong").all_inner_texts()]
    assert max(points) >= target
    expect(ana.log).to_contain_text(re.compile(r"You have (won!|lost\.) "))  # for screen readers
    ana.settled(ana.page.get_by_role("link", name="Replay", exact=True)).click()
    watch(ana)  # also if a game has ended in the middle of a deal of duels


def test_a_finished_match_can_be_replayed_checked_downloaded_and_repeated(invite: Invites, tmp_path: Path) -> None:
    ana = invite("Ana")
    set_up(ana, "paulista", 2, bots="aprendiz", target="2")
    ana.play_to_the_end()
    table = ana.page.url
    ana.settled(ana.page.get_by_role("link", name="Replay", exact=True)).click()
    watch(ana)
    with ana.page.expect_download() as download:
        ana.button("Download .truco").click()
    record = tmp_path / "match.truco"
    download.value.save_as(record)

    ana.visit("/replay")
    ana.page.get_by_label("Text of the record").fill(record.read_text(encoding="utf-8"))
    ana.button("Watch it").click()
    watch(ana)

    ana.visit(table)
    ana.play_to_the_end()
    ana.settled(ana.button("Rematch")).click()
    expect(ana.page.get_by_role("heading", name=RESULT)).to_be_hidden()
    ana.play(lambda offer: offer == "card")
    ana.page.get_by_role("link", name="Match 1").click()  # the record stays
    watch(ana)


def watch(person: Person) -> None:
    """Step through a record, jump to its end, and verify every deal."""
    page = person.page
    step_text = page.get_by_text(re.compile(r"^Step \d+ of \d+$"))
    last = int(step_text.inner_text().split()[-1])
    expect(page.locator(".laid li")).to_have_count(0)  # the cards are dealt, and no player has moved
    page.keyboard.press("ArrowRight")
    person.button("Step forward").click()
    expect(step_text).to_have_text(f"Step 3 of {last}")
    page.keyboard.press("End")
    expect(step_text).to_have_text(f"Step {last} of {last}")
    page.get_by_role("combobox", name="Hand").select_option(index=0)
    expect(step_text).to_have_text(f"Step 1 of {last}")
    person.button("Check the deals").click()
    fair = re.compile(r"^(\d+) of \1 deals include numbers of players, and everything matches$")
    expect(page.get_by_text(fair)).to_be_visible()
