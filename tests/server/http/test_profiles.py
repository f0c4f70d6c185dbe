"""The portrait of a guest: its choice, and how others see it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.served import Served, Visitor, settings_in
from truquero.variants.people import PEOPLE_BY_ID, usual_portrait


@pytest.fixture
def served(tmp_path: Path) -> Any:
    with Served(settings_in(tmp_path)) as server:
        yield server


def put(visitor: Visitor, body: object) -> dict[str, Any]:
    answer: dict[str, Any] = visitor.ask("/api/guest", body, "PUT")
    return answer


def test_a_guest_has_a_usual_portrait_until_the_guest_chooses_one(served: Served) -> None:
    ana = Visitor(served, "Ana")
    guest = ana.ask("/api/guest")
    assert guest["portrait"] == usual_portrait(guest["id"])
    other = next(portrait for portrait in PEOPLE_BY_ID if portrait != guest["portrait"])
    assert put(ana, {"portrait": other})["name"] == "Ana"
    assert put(ana, {"name": "Ana María"})["portrait"] == other
    stored = ana.ask("/api/guest")
    assert (stored["name"], stored["portrait"]) == ("Ana María", other)


@pytest.mark.parametrize(
    ("body", "code"),
    [({"portrait": "nadie"}, "portrait"), ({"portrait": ""}, "portrait"), ({}, "profile"), ({"name": ""}, "name")],
)
def test_a_wrong_choice_is_refused_and_changes_nothing(served: Served, body: dict[str, str], code: str) -> None:
    ana = Visitor(served, "Ana")
    before = ana.ask("/api/guest")
    with pytest.raises(Exception, match="400") as refused:
        put(ana, body)
    assert json.loads(refused.value.read())["code"] == code  # type: ignore[attr-defined]
    assert ana.ask("/api/guest") == before


def test_others_see_the_portrait_at_the_seat_and_in_the_chat(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="argentino", players=4, bots="aprendiz")
    with ana.page(table) as page, eva.page(table) as other:
        seats = page.view["seats"]
        assert seats[0]["portrait"] == ana.ask("/api/guest")["portrait"]
        assert (seats[1]["kind"], seats[1]["portrait"]) == ("empty", "")
        put(ana, {"portrait": "luzia"})
        other.until(lambda: other.view["seats"][0].get("portrait") == "luzia")
        assert put(eva, {"portrait": "nelson"})["portrait"] == "nelson"
        other.request("chat", words="hola")
        assert page.request("place-bot", seat=3, bot="aprendiz")["type"] == "done"
        [line] = [json.loads(frame) for frame in page.frames if '"type":"chat-line"' in frame]
        assert (line["portrait"], line.get("seat")) == ("nelson", None)
        bot = page.view["seats"][2]
        person = PEOPLE_BY_ID[bot["portrait"]]
        assert (bot["name"], bot["bot"], bot["temper"]) == (person.name, "aprendiz", person.temper)
