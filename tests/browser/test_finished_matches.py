"""The end of a match, and the page with the visitor's matches, at the size of a phone and of a desktop."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.people import DESKTOP, PHONE, Invites
from tests.browser.test_accessibility import no_serious_problem
from tests.browser.test_matches import RESULT

FITS = "() => document.documentElement.scrollWidth <= innerWidth"
SHORT = {"target": "6", "chicos": "1"}


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_finished_match_is_summarized_listed_and_exported(
    invite: Invites, size: ViewportSize, tmp_path: Path
) -> None:
    ana = invite("Ana", viewport=size)
    page = ana.page
    ana.visit("/matches")
    expect(page.get_by_text("You have not finished a match yet.")).to_be_visible()
    expect(page.get_by_role("link", name="Choose a truco")).to_have_attribute("href", "/")
    table = ana.open_table("argentino", 2, options=SHORT)
    ana.play_to_the_end()

    expect(page.get_by_role("heading", name=RESULT)).to_be_in_viewport()
    expect(ana.button("Rematch")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Replay", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("region", name="The deciding hand")).to_contain_text(re.compile(r"\+\d+ for"))
    review = page.get_by_role("region", name="The match in short")
    rows = review.get_by_role("table", name="The score, hand by hand").get_by_role("row")
    final = rows.last.get_by_role("cell").all_inner_texts()
    assert "6" in final  # and nobody counts points past the end
    expect(review.locator("polyline")).to_have_count(2)
    dashes = [line.get_attribute("stroke-dasharray") for line in review.locator("polyline").all()]
    assert len(set(dashes)) == 2  # the sides do not differ by colour alone
    assert page.evaluate(FITS)

    page.locator(".overlay-area").get_by_role("link", name="Matches").click()
    row = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Truco argentino")).first
    expect(row).to_contain_text("–".join(final))
    expect(page.get_by_text(re.compile("^[01] of 1 match$"))).to_be_visible()
    assert page.evaluate(FITS)
    no_serious_problem(ana)
    for kind in ("JSON", "CSV"):
        with page.expect_download() as download:
            page.get_by_role("link", name=kind, exact=True).click()
        download.value.save_as(tmp_path / kind)
    exported = json.loads((tmp_path / "JSON").read_text("utf-8"))
    assert [match["table"] for match in exported["matches"]] == [table.removeprefix("/tables/")]
    assert len((tmp_path / "CSV").read_text("utf-8-sig").splitlines()) == 2

    row.get_by_role("link", name=re.compile("^Replay")).click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.get_by_text("The match in short").click()
    expect(page.get_by_role("table", name="The score, hand by hand")).to_be_attached()
    ana.visit("/")
    expect(page.get_by_role("group", name=re.compile("^Play now: "))).to_be_visible()
    expect(page.get_by_text("First time here?")).to_be_hidden()  # only beginners need the lesson


def test_a_saved_record_is_watched_from_your_matches(invite: Invites) -> None:
    ana = invite("Ana")
    ana.visit("/matches")
    ana.page.get_by_text("Watch a saved match").click()
    ana.page.get_by_label("Text of the record").fill("variant argentino\nplayers 2\ndeal 2\ncards 1 1e 7e 4c\n")
    ana.button("Watch it").click()
    expect(ana.page).to_have_url(re.compile("/replay#r="))
    expect(ana.page.get_by_role("slider")).to_be_visible()
