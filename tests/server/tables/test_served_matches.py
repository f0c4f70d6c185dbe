"""Served tables: whole matches, restarts, and frames without secret cards."""

from __future__ import annotations

import json
import re
import urllib.error
from pathlib import Path
from typing import Any

import pytest

from tests.support.served import Served, Visitor, settings_in
from truquero.cards import CARDS
from truquero.records.player_names import names_in
from truquero.records.verification import Verdict, proofs

CODES = re.compile(r'"(?:tapada-|descarta-)?((?:1[0-2]|[1-9])[ebcoEBCO])"')


@pytest.fixture
def served(tmp_path: Path) -> Any:
    with Served(settings_in(tmp_path)) as server:
        yield server


@pytest.mark.parametrize(("variant", "players"), [("paulista", 2), ("argentino", 4)])
def test_a_guest_plays_a_whole_match_against_bots(served: Served, variant: str, players: int) -> None:
    ana = Visitor(served, "Ana")
    target = {"target": "8"} if variant == "argentino" else {}
    table = ana.open_table(variant=variant, players=players, starts_at_once=True, bots="aprendiz", options=target)
    with ana.page(table, "es") as page:
        page.play(lambda: page.phase == "over")
        assert page.view["score"]["winners"]
        assert any(event["text"].startswith("Tú: ") for event in page.news)
    text = ana.ask(f"/api/tables/{table}/record")
    assert names_in(text)[1] == "Ana"
    replay_data = ana.ask("/api/replay", {"text": text})
    assert replay_data["names"]["1"] == "Ana"
    first = [replay_data["steps"][at] for at in replay_data["hand_starts"]]
    assert all(step["laid"] == [] and len(step["cards"]["1"]) == 3 for step in first)  # dealt, before any move
    assert any(event["text"].startswith("Ana: ") for step in replay_data["steps"] for event in step["news"])
    deal_proofs = proofs(text)
    assert deal_proofs
    assert {proof.verdict for proof in deal_proofs} == {Verdict.FAIR}


def test_a_match_continues_after_a_restart(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with Served(settings) as served:
        ana = Visitor(served, "Ana")
        table = ana.open_table(variant="argentino", players=2, starts_at_once=True, bots="aprendiz")
        with ana.page(table) as page:
            page.play(lambda: page.version > 12 and bool(page.choices))
            before = page.view
    with Served(settings) as again:
        ana.served = again
        with ana.page(table) as page:
            page.until(lambda: page.version >= before["version"])
            assert page.view["hand"]["cards"] == before["hand"]["cards"]
            assert page.view["hand"]["choices"] == before["hand"]["choices"]
            assert page.view["score"] == before["score"]
            page.play(lambda: page.version > before["version"] + 5)


def cards_in(frame: str) -> set[str]:
    return {code for code in CODES.findall(frame) if code in CARDS}


@pytest.mark.parametrize(("variant", "players"), [("argentino", 2), ("paulista", 4), ("belmez", 4)])
def test_no_frame_contains_a_secret_card(served: Served, variant: str, players: int) -> None:
    """Before a hand is over, the frames of a spectator contain only the cards on the table."""
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant=variant, players=players, starts_at_once=True, bots="aprendiz")
    with ana.page(table) as page, eva.page(table) as outside:
        page.play(lambda: page.version > 40 or page.phase == "over")  # two faltas may end the match sooner
        outside.until(lambda: outside.version >= page.version)
        for frame in outside.frames:
            message = json.loads(frame)
            if message["type"] != "update" or not message.get("hand"):
                continue
            hand = message["hand"]
            laid = {card["card"] for card in hand["laid"]} | {hand["turned"]}
            in_events = {card for event in message.get("news", ()) for card in event.get("cards", ())}
            moves = {event.get("move") for event in message.get("news", ())}
            assert cards_in(frame) <= laid | in_events | moves | {None}
            assert not hand.get("cards")
            assert not hand.get("choices")


def test_two_people_play_at_the_same_table(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2)
    with ana.page(table) as first, eva.page(table) as second:
        assert second.request("sit", seat=2)["type"] == "done"
        assert first.request("start-match")["type"] == "done"
        names = {seat_info["name"] for seat_info in first.view["seats"]}
        assert names == {"Ana", "Eva"}
        while first.version < 30 or first.version != second.version or not (first.choices or second.choices):
            acted = [page.act() for page in (first, second)]
            if not any(acted):
                min((first, second), key=lambda page: page.version).receive()
        own = [set(page.view["hand"].get("cards", ())) for page in (first, second)]
        assert not own[0] & own[1]


def test_a_record_is_replayed_in_steps(served: Served) -> None:
    ana = Visitor(served, "Ana")
    records = sorted(Path(__file__).parents[2].joinpath("records").rglob("*.truco"))
    assert records
    [text, *_more] = records
    replay_data = ana.ask("/api/replay", {"text": text.read_text(encoding="utf-8")})
    assert replay_data["steps"]
    assert replay_data["hand_starts"][0] == 0
    assert any(event["text"] for step in replay_data["steps"] for event in step["news"])
    with pytest.raises(urllib.error.HTTPError) as refused:
        ana.ask("/api/replay", {"text": "variant nowhere"})
    assert refused.value.code == 400
    refused.value.close()
