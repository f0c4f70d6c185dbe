"""A page that was loaded before an update of the server."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.people import Invites
from tests.browser.proxy import CuttableProxy
from tests.support.served import Served
from truquero.server.page_protocol import PROTOCOL, PROTOCOL_HEADER

OLDER = PROTOCOL - 1
SEND_OLDER_NUMBER = f"""
    (() => {{
        const {{ send }} = WebSocket.prototype;
        WebSocket.prototype.send = function (data) {{
            send.call(this, data.replace('"protocol":{PROTOCOL}', '"protocol":{OLDER}'));
        }};
    }})()
"""
UPDATED = "Truquero has been updated since this page was loaded. Reload it to go on here."


def test_an_outdated_page_at_a_table_asks_to_be_reloaded(invite: Invites, served: Served) -> None:
    with CuttableProxy(served.port) as proxy:
        ana = invite("Ana", proxy.address)
        ana.open_table("argentino", 2)
        expect(ana.page.locator(".table-page")).to_be_visible()
        ana.page.evaluate(SEND_OLDER_NUMBER)  # as if the server was updated now
        ana.forgiven = re.compile("ERR_")
        proxy.cut()
        proxy.restore()
        expect(ana.page.get_by_text(UPDATED)).to_be_visible()
        ana.page.reload()
        expect(ana.page.locator(".table-page")).to_be_visible()
        expect(ana.page.get_by_text(UPDATED)).to_have_count(0)


def test_an_outdated_page_that_opens_a_table_asks_to_be_reloaded(invite: Invites) -> None:
    ana = invite("Ana")
    ana.context.add_init_script(SEND_OLDER_NUMBER)
    ana.open_table("argentino", 2)
    expect(ana.page.get_by_role("alert")).to_contain_text(UPDATED)


def test_an_outdated_page_in_the_lobby_asks_to_be_reloaded(invite: Invites) -> None:
    ana = invite("Ana")
    ana.forgiven = re.compile("409")
    ana.visit("/")
    header = {PROTOCOL_HEADER.lower(): str(OLDER)}
    ana.page.route("**/api/lobby", lambda route: route.continue_(headers={**route.request.headers, **header}))
    ana.page.get_by_role("link", name="Tables").first.click()
    expect(ana.page.get_by_text(UPDATED)).to_be_visible()
