"""Pages receive only the parts that have changed. Together they equal the full state that a new page receives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.support.served import PageOf, Served, Visitor, settings_in
from truquero.server.encoding import encode
from truquero.server.ws.page_view import event_message
from truquero.table import Event
from truquero.variants import rules_of

PARTS = ("hand", "score", "seats", "table", "you", "deal", "previous_deal")
STEPS = 40


def known_state(page: PageOf) -> dict[str, Any]:
    """Return everything that a page knows after it has read all its messages."""
    page.request("return-to-seat")
    return {name: page.view.get(name) for name in ("version", *PARTS)}


def check(patient: PageOf, newcomer: PageOf) -> None:
    """Check that a page with all the updates knows the same as a page that asks for the full state."""
    while True:
        newcomer.request("hello", lang="es")
        from_updates, whole = known_state(patient), {name: newcomer.view.get(name) for name in ("version", *PARTS)}
        if from_updates["version"] == whole["version"]:  # otherwise something has happened in between
            assert from_updates == whole
            return


def test_the_message_of_an_event_has_all_fields_except_seen_by() -> None:
    sign = Event("sign", 1, "seña-ancho", seen_by=frozenset({1, 3}))
    message = json.loads(encode(event_message(rules_of("argentino", 4), sign, "Seat 1 signals")))
    expected = {
        **sign._asdict(),
        "cards": [],
        "words": "",
        "calls": "",
        "text": "Seat 1 signals",
        "gesture": "",
        "meaning": "",
    }
    del expected["seen_by"]
    assert list(message.items()) == list(expected.items())


def test_updates_add_up_to_the_whole_table(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana, bea = Visitor(served, "Ana"), Visitor(served, "Bea")
        table = ana.open_table(variant="argentino", players=2)
        with ana.page(table, "es") as patient, ana.page(table, "es") as newcomer:
            with bea.page(table, "pt") as other:
                check(patient, newcomer)
                other.request("sit", seat=2)
                check(patient, newcomer)
                patient.request("start-match")
                play(patient, newcomer, other)
            patient.until(lambda: not patient.view["seats"][1]["connected"])
            check(patient, newcomer)
    updates = [message for message in map(json.loads, patient.frames) if message["type"] == "update"]
    assert sum("table" not in message for message in updates) > len(updates) / 2  # because it seldom changes


def play(patient: PageOf, newcomer: PageOf, other: PageOf) -> None:
    """Play `STEPS` steps and compare the pages before each."""
    for _step in range(STEPS):
        check(patient, newcomer)
        other.request("return-to-seat")
        if not patient.act() and not other.act():
            patient.receive()
