"""Fixtures of the browser tests: Debian's Chromium, a server with the built page, and simulated users."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import Invites, Person
from tests.support.environments import SeededRandomness
from tests.support.scripted_bots import Scripted, preferring
from tests.support.served import Served, settings_in
from tools.needs import CHROMIUM
from truquero.server.environment import Environment

FLAGS = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
# In seconds. Bots move at once, the next hand begins only when people continue, no bot takes over for a person, and no
# page is too slow to take part in a deal. No bot answers for its side while a person of that side may still answer.
CALM = {
    "bot_time": 0.0,
    "answer_seconds": 3600,
    "rest": 3600.0,
    "grace": 3600.0,
    "commit_wait": 3600.0,
    "reveal_wait": 3600.0,
}


# Not session scope: while Playwright runs, no other test could start its own event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=CHROMIUM.found(),
            chromium_sandbox=False,
            args=[*FLAGS, "--disable-component-update", "--disable-sync"],
        )
        yield running
        running.close()


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with real time, which affects no result here.

    Its bots speak only when they must and accept every call, so they never act at the same time as a person."""
    settings, environment = settings_in(tmp_path_factory.mktemp("served"), **CALM), SeededRandomness("browser")
    with Served(settings, Environment(randomness=environment), Scripted(preferring("quiero"))) as running:
        yield running


@pytest.fixture
def invite(browser: Browser, served: Served, request: pytest.FixtureRequest) -> Iterator[Invites]:
    """A function that creates people, each with their own browser context.

    At the end no page may have reported an error. The cards are the same in every run of a test."""
    served.begin(request.node.nodeid)
    people: list[Person] = []

    def create_person(name: str = "", address: str = "", **options: object) -> Person:
        people.append(Person(browser, address or served.address, name, **options))
        return people[-1]

    yield create_person
    problems = {person.name: person.problems for person in people if person.problems}
    for person in people:
        person.close()
    assert problems == {}
