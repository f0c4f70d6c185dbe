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

PARTS = ("hand", "score", "places", "table", "you", "deal", "last")
STEPS = 40


def known(page: PageOf) -> dict[str, Any]:
    """Return everything that a page knows after it has read all its messages."""
    page.done("back")
    return {name: page.seen.get(name) for name in ("version", *PARTS)}


def check(patient: PageOf, comer: PageOf) -> None:
    """Check that a page with all the updates knows the same as a page that asks for the full state."""
    while True:
        comer.done("hello", lang="es")
        heard, whole = known(patient), {name: comer.seen.get(name) for name in ("version", *PARTS)}
        if heard["version"] == whole["version"]:  # otherwise something has happened in between
            assert heard == whole
            return


def test_the_message_of_an_event_has_all_fields_except_seen_by() -> None:
    sign = Event("sign", 1, "seña-ancho", seen_by=frozenset({1, 3}))
    message = json.loads(encode(event_message(rules_of("argentino", 4), sign, "Seat 1 signals")))
    expected = {**sign._asdict(), "cards": [], "words": "", "text": "Seat 1 signals"}
    del expected["seen_by"]
    assert list(message.items()) == list(expected.items())


def test_updates_add_up_to_the_whole_table(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana, bea = Visitor(served, "Ana"), Visitor(served, "Bea")
        table = ana.open_table(variant="argentino", players=2)
        with ana.page(table, "es") as patient, ana.page(table, "es") as comer:
            with bea.page(table, "pt") as other:
                check(patient, comer)
                other.done("sit", seat=2)
                check(patient, comer)
                patient.done("begin")
                play(patient, comer, other)
            patient.until(lambda: not patient.seen["places"][1]["here"])
            check(patient, comer)
    told = [message for message in map(json.loads, patient.frames) if message["type"] == "seen"]
    assert sum("table" not in message for message in told) > len(told) / 2  # because it seldom changes


def play(patient: PageOf, comer: PageOf, other: PageOf) -> None:
    """Play `STEPS` steps and compare the pages before each."""
    for _step in range(STEPS):
        check(patient, comer)
        other.done("back")
        if not patient.act() and not other.act():
            patient.receive()
