"""Simulated users of a browser. They read the page, press its controls, and record every error of the page."""

from __future__ import annotations

import io
import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from PIL import Image
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, ViewportSize, expect
from playwright.sync_api import TimeoutError as TooLate

PATIENCE = 300_000  # milliseconds after which a test counts as hanging
HURRY = 2_000  # milliseconds: timeout of a click, after which the offers are read again
GLANCE = 20  # milliseconds between two looks at the page
MOST_PRESSES = 1_000  # limit for a match, which takes one or two hundred
PICTURES = "TRUQUERO_PICTURES"  # the environment variable with the folder for screenshots
COLOURS = 256
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 640}
TABLET: ViewportSize = {"width": 768, "height": 1024}

expect.set_options(timeout=PATIENCE)

# Selectors of the controls that the table may offer, the most urgent first. They do not depend on the language.
OFFERS = {
    "over": ".overlay-area a[href^='/replay/']",
    "go on": "button[aria-keyshortcuts=g]",
    "cut": "section:has(#cut-size) button.primary",
    "call": "button[aria-keyshortcuts=t]:not(:disabled)",
    "card": ".held[aria-disabled=false]",
    "answer": "button[aria-keyshortcuts=s]:not(:disabled)",
    "other": "[role=group] :is(.move, .bet):not(:disabled)",
    "refusal": "button[aria-keyshortcuts=n]:not(:disabled)",  # never found first: "answer" is offered with it
}
WORDS = ("call", "card", "answer", "other")  # offers to a person who may play or speak
OFFERED = """offers => Object.keys(offers).find(name => document.querySelector(offers[name])?.checkVisibility())"""

# Whether the page accepts presses on all moves: it ignores presses just after a control has appeared.
SETTLED = """() => !document.querySelector("[data-moves] [data-settling]")"""

# The index of the legal bet with the highest stake that the page shows, or -1 if there is no bet.
BETS = ".move.call:not(:disabled, [data-settling])"
BOLDEST = """bets => {
    const brings = one => Number(/\\d+/.exec(one.querySelector(".stakes")?.innerText)?.[0] ?? 0);
    return bets.map(brings).reduce((best, one, at, all) => best < 0 || one > all[best] ? at : best, -1);
}"""

# Whether accepting the call stakes more than `most` points, which could end a match that has just begun.
RECKLESS = """([answer, most]) =>
    Number(/\\d+/.exec(document.querySelector(answer)?.querySelector(".stakes")?.innerText)?.[0] ?? 0) > most"""
MODEST = 8  # points

# Random numbers of the page that repeat in every run, so that its secrets for fair deals do too. They continue after a
# reload.
REPEATED = """(seed => {
    let state = seed;
    const next = () => (state = (state * 1103515245 + 12345) % 2147483648) >> 16;
    crypto.getRandomValues = array => {
        try { state = Number(sessionStorage.getItem("chance") ?? seed); } catch {}
        array.forEach((_, at) => { array[at] = next(); });
        try { sessionStorage.setItem("chance", String(state)); } catch {}
        return array;
    };
})"""

RESIZED = """([width, height]) => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
    done(innerWidth === width && innerHeight === height))))"""
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

VIOLATIONS = """addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    console.error(`content security policy: ${violatedDirective} ${blockedURI}`))"""


# Let the timers of 8 seconds and more, after which the page gives up a silent connection, take a thousand times as
# long. Otherwise a page that gets little time on a busy machine reconnects in the middle of a test.
PATIENT_CONNECTION = """(() => {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (run, delay = 0, ...rest) => setTimeout(run, delay < 8000 ? delay : 1000 * delay, ...rest);
})()"""

# Bet the whole game without a question, unless the test asks for it.
UNASKED = """try { localStorage["truquero.confirm-game"] ??= "off" } catch {}"""

BLOCKED = "Service Worker registration blocked by Playwright"  # expected: the tests block service workers


class Invites(Protocol):
    def __call__(self, name: str = "", address: str = "", **options: Any) -> Person: ...


class Person:
    """A user with their own cookies and one page. Motion is reduced by default, which saves time."""

    def __init__(self, browser: Browser, address: str, name: str = "", **options: Any) -> None:
        self.name, self._address = name, address
        self.problems: list[str] = []
        self.forgiven: re.Pattern[str] | None = None  # errors that the test causes itself, such as a lost network
        defaults = {"locale": "en", "viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "block"}
        self.context = browser.new_context(base_url=address, **(defaults | options))
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(VIOLATIONS)
        self.context.add_init_script(PATIENT_CONNECTION)
        self.context.add_init_script(UNASKED)
        self.context.add_init_script(f"{REPEATED}({sum(map(ord, name)) + 1})")
        self.page: Page = self.context.new_page()
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self._record_problem(f"uncaught: {error}"))
        self.page.on("request", self._on_request)
        self.page.on("response", self._on_response)

    def close(self) -> None:
        self.context.close()

    # ------------------------------------------------------------------------------------------------------ trouble

    def _record_problem(self, problem: str) -> None:
        if self.forgiven is None or not self.forgiven.search(problem):
            self.problems.append(problem)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != BLOCKED:
            self._record_problem(f"console: {message.text} ({message.location['url']})")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((self._address, "data:", "blob:")):
            self._record_problem(f"a request to another host: {request.url}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self._record_problem(f"{response.status}: {response.url}")

    # ------------------------------------------------------------------------------------------------------- looking

    def picture(self, name: str) -> None:
        """Save a screenshot if a folder for them is set. A reduced palette makes the file small."""
        folder = os.environ.get(PICTURES)
        if folder:
            self.page.mouse.move(0, 0)  # a control under the pointer would look pressed
            self.page.evaluate("() => scrollTo(0, 0)")
            screenshot = Image.open(io.BytesIO(self.page.screenshot(animations="disabled")))
            reduced = screenshot.convert("RGB").quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
            reduced.save(Path(folder, f"{name}.png"), optimize=True)

    # ------------------------------------------------------------------------------------------------------- tables

    def visit(self, path: str) -> None:
        """Go to a page. Before the first page set the person's name, if any."""
        if self.name and self.page.url == "about:blank":
            self._ask("PUT", "/api/guest", {"name": self.name})
        self.page.goto(path)

    def _ask(self, method: str, path: str, body: object) -> Any:
        """Send a request to the server as the page would, and return the answer."""
        requests = self.context.request
        token = requests.get("/api/guest").json()["token"]
        return requests.fetch(path, method=method, data=body, headers={"X-CSRF-Token": token}).json()

    def open_table(self, variant: str, players: int, **settings: object) -> str:
        """Open a table with fast bots by a direct request, go to its page and return its path."""
        request = {"variant": variant, "players": players, "bots": "aprendiz", "starts_at_once": True, **settings}
        path = f"/tables/{self._ask('POST', '/api/tables', request)['id']}"
        self.visit(path)
        return path

    def control_clock(self) -> None:
        """Let the test move the time of the next pages with `page.clock`."""
        self.page.clock.install()
        self.context.add_init_script(PATIENT_CONNECTION)  # again, because the clock replaces the timers

    # ------------------------------------------------------------------------------------------------------ playing

    @property
    def cards(self) -> Locator:
        return self.page.get_by_role("list", name="Your cards").get_by_role("button")

    @property
    def moves(self) -> Locator:
        return self.page.get_by_role("group", name="Your calls").get_by_role("button")

    @property
    def log(self) -> Locator:
        """The live region, which a screen reader reads aloud."""
        return self.page.get_by_role("log")

    def button(self, name: str | re.Pattern[str], exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def offered(self) -> str:
        """Wait until the table offers something, and return the name of the most urgent offer."""
        return str(self.page.wait_for_function(OFFERED, arg=OFFERS, polling=GLANCE).json_value())

    def offered_now(self) -> str | None:
        offer = self.page.evaluate(OFFERED, OFFERS)
        return None if offer is None else str(offer)

    def wait(self, condition: Callable[[], bool], description: str) -> None:
        """Wait for a condition that no single element of the page shows. `about` describes it in the error."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not condition():
            assert time.monotonic() < deadline, description
            self.page.wait_for_timeout(GLANCE)

    def settled(self, control: Locator) -> Locator:
        """Return a locator that matches the control once it accepts presses.

        The page ignores presses just after a control has appeared or changed.
        """
        return control.and_(self.page.locator(":not([data-settling])"))

    def resize(self, size: ViewportSize) -> None:
        """Change the size of the window, and wait until the page has a new layout."""
        self.page.set_viewport_size(size)
        self.page.wait_for_function(RESIZED, arg=[size["width"], size["height"]])

    def wait_until_rendered(self) -> None:
        """Wait until the page has rendered its current state."""
        self.page.evaluate(DRAWN)

    def press(self, offer: str) -> None:
        """Press an offered control, unless the table withdraws the offer first."""
        control = self.page.locator(OFFERS[offer]).first
        for _look in range(PATIENCE // HURRY):
            try:
                self.page.wait_for_function(SETTLED, polling=GLANCE)  # a waiting click would poll less often
                self.settled(control).click(timeout=HURRY)
                break
            except TooLate:
                if not control.is_visible():
                    return
        if offer == "cut":
            expect(control).to_be_hidden()

    def play(self, condition: Callable[[str], bool]) -> str:
        """Press each most urgent offer until `condition` accepts an offer, and return that offer.

        Refuse large stakes, so that the match does not end.
        """
        for _press in range(MOST_PRESSES):
            if condition(offer := self.offered()):
                return offer
            assert offer != "over", "the match ended before that"
            self.press("refusal" if self.page.evaluate(RECKLESS, [OFFERS["answer"], MODEST]) else offer)
        raise AssertionError("it is never offered")

    def play_to_the_end(self) -> None:
        for _press in range(MOST_PRESSES):
            if (offer := self.offered()) == "over":
                return
            self.press(offer)
        raise AssertionError("the match does not end")

    def play_boldly(self) -> None:
        """Play to the end of the match in few hands: make the largest bet, and accept every call."""
        for _press in range(MOST_PRESSES):
            if (offer := self.offered()) == "over":
                return
            if offer in WORDS:
                self.page.wait_for_function(SETTLED, polling=GLANCE)
            bets = self.page.locator(BETS)
            boldest = bets.evaluate_all(BOLDEST) if offer in WORDS else -1
            if boldest < 0:
                self.press("answer" if self.page.locator(OFFERS["answer"]).is_visible() else offer)
                continue
            with suppress(TooLate):  # the table has withdrawn the bet meanwhile
                bets.nth(boldest).click(timeout=HURRY)
        raise AssertionError("the match does not end")
