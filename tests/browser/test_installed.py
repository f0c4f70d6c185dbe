"""The installed page, which a service worker caches on the device."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.people import Invites

LOST = re.compile("ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|ServiceWorker")


def test_the_page_opens_without_network_and_says_so(invite: Invites) -> None:
    ana = invite("Ana", service_workers="allow")
    ana.visit("/")
    ana.page.evaluate("() => navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)")
    ana.page.reload()  # from here on the service worker answers from its cache
    ana.page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    ana.forgiven = LOST
    ana.context.set_offline(True)
    ana.page.reload()
    expect(ana.page.get_by_text("The server cannot be reached")).to_be_visible()
    ana.button("Try again").click()
    expect(ana.page.get_by_text("The server cannot be reached")).to_be_visible()
    ana.context.set_offline(False)  # the page gets an event about it
    expect(ana.page.get_by_role("button", name=re.compile("^Play now")).first).to_be_visible()
