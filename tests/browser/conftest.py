"""Debian's Chromium, a server with the page that was built, and people who sit before it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import Invites, Person
from tests.environment import SeededRandomness
from tests.scripted import Scripted, preferring
from tests.served import Served, settings_in
from tools.needs import CHROMIUM
from truquero.server.environment import Environment

FLAGS = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
# Seconds. Bots move at once, the next hand begins when people say so, nobody is played for, and no page is too slow to
# take part in a deal.
CALM = {"pace": 0.0, "rest": 3600.0, "grace": 3600.0, "commit_wait": 3600.0, "reveal_wait": 3600.0}


# Not for the session: while Playwright runs no other test could start a loop of its own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=CHROMIUM.found(),
            chromium_sandbox=False,
            args=[*FLAGS, "--disable-component-update", "--disable-sync"],
        )
        yield found
        found.close()


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose time passes, which decides nothing here: its bots speak only when they have to, and want
    whatever is called, so they never act while a person does."""
    settings, environment = settings_in(tmp_path_factory.mktemp("served"), **CALM), SeededRandomness("browser")
    with Served(settings, Environment(randomness=environment), Scripted(preferring("quiero"))) as found:
        yield found


@pytest.fixture
def invite(browser: Browser, served: Served, request: pytest.FixtureRequest) -> Iterator[Invites]:
    """Somebody with a browser of their own. In the end none of them may have met with trouble. The cards are the same
    in every run of a test."""
    served.begin(request.node.nodeid)
    people: list[Person] = []

    def invited(name: str = "", address: str = "", **about: object) -> Person:
        people.append(Person(browser, address or served.address, name, **about))
        return people[-1]

    yield invited
    troubles = {person.name: person.troubles for person in people if person.troubles}
    for person in people:
        person.close()
    assert troubles == {}
