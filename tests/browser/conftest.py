"""Debian's Chromium, a server with the page that was built, and people who sit before it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import Invites, Person
from tests.served import Served, settings_in
from tools.needs import CHROMIUM

FLAGS = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
SLOW = {"rest": 60.0, "grace": 60.0}  # seconds: the next hand begins when people say so, and nobody is played for


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
    with Served(settings_in(tmp_path_factory.mktemp("served"), **SLOW)) as found:
        yield found


@pytest.fixture
def invite(browser: Browser, served: Served) -> Iterator[Invites]:
    """Somebody with a browser of their own. In the end none of them may have met with trouble."""
    people: list[Person] = []

    def invited(name: str = "", address: str = "", **about: object) -> Person:
        people.append(Person(browser, address or served.address, name, **about))
        return people[-1]

    yield invited
    troubles = {person.name: person.troubles for person in people if person.troubles}
    for person in people:
        person.close()
    assert troubles == {}
