"""A page that was loaded before an update of the server is refused, and its visitor is asked to reload it."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.error import HTTPError

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.served import Served, Visitor, settings_in
from truquero.i18n import LANGUAGES, speaking
from truquero.server.page_protocol import PROTOCOL, PROTOCOL_HEADER, outdated_text
from truquero.server.ws.sockets import OUTDATED

LONGEST_REASON = 123  # bytes of the reason for closing a WebSocket


@pytest.mark.parametrize("language", [{"lang": "en"}, {}], ids=["in English", "without texts"])
@pytest.mark.parametrize("number", [{}, {"protocol": PROTOCOL - 1}, {"protocol": PROTOCOL + 1}], ids=str)
def test_an_outdated_page_is_asked_to_reload_and_gets_nothing_else(
    tmp_path: Path, number: dict[str, int], language: dict[str, str]
) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        with ana.page(ana.open_table(variant="paulista", players=2)) as page:
            page.connection.send(json.dumps({"type": "hello", "id": 100, **language, **number}))
            received = len(page.frames)
            with pytest.raises(ConnectionClosed) as closed:
                page.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == OUTDATED
    assert "Reload it" in closed.value.rcvd.reason
    assert len(page.frames) == received


def test_a_request_of_an_outdated_page_is_refused(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        with pytest.raises(HTTPError) as refused:
            ana.ask("/api/lobby", **{PROTOCOL_HEADER: str(PROTOCOL - 1)})
        problem = json.loads(refused.value.read())
        assert (refused.value.code, problem["code"]) == (409, "outdated")
        assert "Reload it" in problem["reason"]
        assert ana.ask("/api/lobby", **{PROTOCOL_HEADER: str(PROTOCOL)}) == ana.ask(
            "/api/lobby"
        )  # the header is optional


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_fits_in_the_closing_frame(language: str) -> None:
    with speaking(language):
        assert len(outdated_text().encode()) <= LONGEST_REASON
