"""Errors on the first page and on the replay page."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

from playwright.sync_api import Route, expect

from tests.browser.people import Invites

RECORDS = Path(__file__).parents[1] / "records"
FAILED = re.compile(r"\b500\b|\b400\b")


# Counts the replay responses that the page has read completely.
COUNT_READINGS = """{
    window.readings = 0;
    const note = async (response, read) => {
        const found = await read;
        if (response.url.endsWith("/api/replay")) setTimeout(() => { readings += 1; });
        return found;
    };
    for (const name of ["json", "text"]) {
        const reads = Response.prototype[name];
        Response.prototype[name] = function () { return note(this, reads.call(this)); };
    }
}"""


def fragment(text: str) -> str:
    """Return the fragment of a link that contains a record."""
    packing = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packing.compress(text.encode()) + packing.flush()
    return "#r=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def test_home_shows_the_games_and_an_error_if_the_lobby_fails(invite: Invites) -> None:
    ana = invite("Ana")
    ana.forgiven = FAILED
    ana.page.route(
        "**/api/lobby", lambda route: route.fulfill(status=500, json={"code": "failed", "reason": "no lobby"})
    )
    ana.visit("/")
    expect(ana.page.get_by_role("button", name=re.compile("^Play now")).first).to_be_visible()
    expect(ana.page.get_by_role("status").filter(has_text="no lobby")).to_be_visible()
    expect(ana.page.get_by_text("No open tables")).to_be_hidden()


def test_an_invalid_browser_language_hides_no_game(invite: Invites) -> None:
    ana = invite("Ana")
    ana.context.add_init_script("Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] })")
    ana.visit("/")
    expect(ana.page.get_by_role("button", name=re.compile("^(Play now|Jugar ahora)")).first).to_be_visible()


def test_a_damaged_link_shows_an_error_instead_of_the_last_replay(invite: Invites) -> None:
    ana = invite("Ana")
    ana.forgiven = FAILED
    page = ana.page
    good = fragment((RECORDS / "valenciano/peus.truco").read_text(encoding="utf-8"))
    ana.visit(f"/replay{good}")
    for bad, error in (("#r=AAAA", "cut short or damaged"), (fragment("variant nothing\n"), "nothing")):
        expect(page.get_by_role("slider")).to_be_visible()
        page.evaluate("hash => { location.hash = hash; }", bad)
        expect(page.get_by_role("alert")).to_contain_text(error)
        expect(page.get_by_role("slider")).to_be_hidden()
        page.evaluate("hash => { location.hash = hash; }", good)


def test_the_last_of_two_records_is_shown_even_if_the_first_arrives_later(invite: Invites) -> None:
    ana = invite("Ana")
    page, held_back = ana.page, list[Route]()
    ana.context.add_init_script(COUNT_READINGS)
    page.route("**/api/replay", lambda route: route.continue_() if held_back else held_back.append(route))
    first, last = (
        (RECORDS / name).read_text(encoding="utf-8")
        for name in ("valenciano/peus.truco", "paulista/doze-refused.truco")
    )
    ana.visit(f"/replay{fragment(first)}")
    ana.wait(lambda: len(held_back) == 1, "the page requests the first record")
    page.evaluate("hash => { location.hash = hash; }", fragment(last))
    title = page.get_by_role("heading", level=1)
    expect(page.get_by_role("slider")).to_be_visible()
    shown_title = title.inner_text()
    with page.expect_response("**/api/replay"):
        held_back[0].continue_()
    page.wait_for_function("() => readings === 2")
    ana.wait_until_rendered()
    expect(title).to_have_text(shown_title)
