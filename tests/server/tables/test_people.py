"""People at served tables: seats, calls combined in one message, and what happens when people leave."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.bot_tables import hand_of, play
from tests.support.served import GRACE, PATIENCE, SHORTEST_THOUGHT, PageOf, Served, Visitor, settings_in
from truquero.records.fair_deals import DrawKey, seal, table_code
from truquero.server.changes import TableSettings
from truquero.server.guests import GuestSigner
from truquero.server.store.journal import JournalError
from truquero.server.tables import bot_pool
from truquero.server.tables.bot_pool import hint_text
from truquero.server.tables.state import TableState
from truquero.server.ws.page_view import PageView


@pytest.fixture
def served(tmp_path: Path) -> Any:
    with Served(settings_in(tmp_path)) as server:
        yield server


def begin(first: PageOf, second: PageOf) -> None:
    """Seat two people and wait until the first cards are dealt."""
    assert second.request("sit", seat=2)["type"] == "done"
    assert first.request("start-match")["type"] == "done"
    both = (first, second)
    while not any(page.choices for page in both):
        if not any(page.must_cut and page.act() for page in both):
            min(both, key=lambda page: page.version).receive()


def test_calls_said_together_are_made_when_they_become_legal(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="argentino", players=2)
    with ana.page(table) as first, eva.page(table) as second:
        begin(first, second)
        mano, other = (first, second) if first.choices else (second, first)
        assert mano.request("talk", version=mano.version, words="envido, truco")["type"] == "done"
        other.until(lambda: "no-quiero" in other.choices)
        assert other.request("move", version=other.version, move="no-quiero")["type"] == "done"
        other.until(lambda: "retruco" in other.choices)
        calls = [event["move"] for event in other.news if event["kind"] == "move"]
        assert calls == ["envido", "no-quiero", "truco"]


def test_nobody_takes_over_cards_that_are_dealt(served: Served) -> None:
    """A player who gets up may return to the same seat only, until the next deal. A stranger may take none."""
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="argentino", players=4, bots="azar")
    with ana.page(table) as first, eva.page(table) as second:
        begin(first, second)
        assert second.request("stand")["type"] == "done"
        names = [seat_info["name"] for seat_info in second.view["seats"]]
        assert len(set(names)) == 4  # the bot that took the seat has an unused name
        assert second.request("sit", seat=3)["type"] == "done"
        assert (second.view["you"]["seat"], second.view["you"]["reserved_seat"]) == (None, 3)  # from the next deal
        assert not second.view["hand"].get("cards")
        assert second.request("sit", seat=2)["type"] == "done"
        assert second.view["you"]["seat"] == 2
        with Visitor(served, "Luz").page(table) as third:
            assert third.request("sit", seat=4)["type"] == "done"
            assert third.view["you"]["seat"] is None


def test_repeated_looks_stop_neither_the_clock_nor_the_bots(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        table = ana.open_table(variant="argentino", players=4, starts_at_once=True, bots="azar", seconds=2)
        with ana.page(table) as page:
            page.play(lambda: bool(page.view.get("hand")))
            for watched in (2, 4) * 100:
                if any(seat_info["away"] for seat_info in page.view["seats"]):
                    break
                page.request("watch", seat=watched)
                served.advance(SHORTEST_THOUGHT / 5)  # each step is shorter than a bot's pause
                page.catch_up()
            else:
                raise AssertionError("the clock does not run")


def test_guests_who_may_not_watch_are_disconnected_when_the_match_begins(served: Served) -> None:
    ana, eva, luz = (Visitor(served, name) for name in ("Ana", "Eva", "Luz"))
    table = ana.open_table(variant="paulista", players=2, spectators=False)
    with ana.page(table) as first, eva.page(table) as second, luz.page(table) as third:
        assert second.request("sit", seat=2)["type"] == "done"
        assert first.request("start-match")["type"] == "done"
        with pytest.raises(ConnectionClosed):
            third.until(lambda: False)


def test_a_change_that_cannot_be_stored_is_neither_shown_nor_acknowledged(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change that was not stored is neither shown nor acknowledged, nor are requests that were queued behind it."""
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="argentino", players=4)
    journal, [served_table] = served.services.store.journal, served.services.tables.in_memory
    write = journal.write

    is_writing, may_fail = threading.Event(), threading.Event()

    async def fail(*_arguments: object) -> None:
        is_writing.set()
        assert await asyncio.to_thread(may_fail.wait, PATIENCE)
        raise JournalError

    with ana.page(table) as first, eva.page(table) as second:
        version = first.version
        monkeypatch.setattr(journal, "write", fail)
        begin_number = first.send("start-match")
        assert is_writing.wait(PATIENCE)
        sit_number = second.send("sit", seat=2)
        while served_table._queue.empty():  # until it is queued behind the first request
            assert second.connection.ping(ack_on_close=True).wait(PATIENCE)
        may_fail.set()
        for page, number in ((first, begin_number), (second, sit_number)):
            with suppress(ConnectionClosed):
                page.until(lambda page=page, number=number: number in page.answers)  # type: ignore[misc]
            assert page.answers.get(number, {"type": "refused"})["type"] == "refused"
            assert page.version == version
    monkeypatch.setattr(journal, "write", write)
    with ana.page(table) as first, eva.page(table) as second:
        assert second.request("sit", seat=2)["type"] == "done"
        assert first.request("start-match")["type"] == "done"


def test_a_table_waits_while_no_page_is_open(served: Served) -> None:
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="argentino", players=4, starts_at_once=True, bots="azar")
    [served_table] = served.services.tables.in_memory
    with ana.page(table) as page:
        page.play(lambda: page.version > 12 and bool(page.choices))
        page.act()
    served.settle()
    assert not served_table.guests
    version = served_table.state.version
    served.advance(2 * GRACE)
    assert served_table.state.version == version
    assert not any(chair.away for chair in served_table.state.chairs.values())


def test_pages_show_who_is_connected(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2)

    def is_connected(page: PageOf) -> bool:
        return bool(page.view["seats"][1].get("connected"))

    with ana.page(table) as first:
        with eva.page(table) as second:
            assert second.request("sit", seat=2)["type"] == "done"
            first.until(lambda: is_connected(first))
        first.until(lambda: not is_connected(first))
        with eva.page(table):
            first.until(lambda: is_connected(first))


def test_the_time_of_a_cutter_is_limited_by_the_clock(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2, seconds=1, reserve=0)
    with ana.page(table) as first, eva.page(table) as second:
        assert second.request("sit", seat=2)["type"] == "done"
        assert first.request("start-match")["type"] == "done"
        first.until(lambda: bool(first.view["deal"] and first.view["deal"]["awaits_cut"]))
        cutter = first.view["seats"][first.view["deal"]["cutter"] - 1]
        assert cutter["clock"] == 1000 * (served.services.settings.rest + 1)
        first.until(lambda: bool(first.view.get("hand")))


def test_a_new_name_is_shown_at_the_table(served: Served) -> None:
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="paulista", players=2)
    with ana.page(table) as page:
        assert page.view["seats"][0]["name"] == "Ana"
        ana.ask("/api/guest", {"name": "Anna Mª"}, method="PUT")
        page.until(lambda: page.view["seats"][0]["name"] == "Anna Mª")


def test_a_page_that_connects_later_gets_the_seed_of_the_last_deal(served: Served) -> None:
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="paulista", players=2, starts_at_once=True, bots="azar")
    with ana.page(table) as page:
        page.play(lambda: bool(page.view["deal"]) and page.view["deal"]["number"] == 2)
    with ana.page(table) as page:
        last = page.view["previous_deal"]
        assert last["number"] == page.view["deal"]["number"] - 1 >= 1
        draw = DrawKey(table_code(table), last["match"], last["number"])
        assert seal(draw, last["seed"]) == last["sealed"]


def test_a_bot_that_fails_makes_the_timeout_move(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object) -> str:
        raise RuntimeError("the 1e")

    monkeypatch.setattr(bot_pool, "ask_new_bot", fail)
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="argentino", players=2, starts_at_once=True, bots="azar")
    with ana.page(table) as page:
        page.play(lambda: page.view["score"]["points"] != [0, 0])
    assert "azar could not answer" in caplog.text
    assert "the 1e" not in caplog.text


def test_an_illegal_move_changes_nothing_for_a_player_who_was_away(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="argentino", players=2)
        with ana.page(table) as first, eva.page(table) as second:
            begin(first, second)
            mano, other = (ana, second) if first.choices else (eva, first)
            away = first if mano is ana else second
            away.connection.close()
            seat = 1 if mano is ana else 2
            other.until(lambda: bool(other.view["seats"][seat - 1]["away"]))
            with mano.page(table) as back:
                version = back.version
                assert back.request("move", version=version, move="99x")["type"] == "refused"
                assert back.version == version
                assert back.view["seats"][seat - 1]["away"]
                assert back.request("return-to-seat")["type"] == "done"
                back.until(lambda: not back.view["seats"][seat - 1]["away"])


def test_a_hint_is_computed_from_the_players_own_cards(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2)
    with ana.page(table, "es") as first, eva.page(table, "es") as second:
        begin(first, second)
        [served_table] = served.services.tables.in_memory
        for seat, page in ((1, first), (2, second)):
            expected = hint_text(served_table.state.settings, served_table.state.current_match.view(seat), "es")
            assert page.request("hint")["text"] == expected


def test_another_player_becomes_host_when_the_owner_leaves(served: Served) -> None:
    ana, eva, leo = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Leo")
    table = ana.open_table(variant="paulista", players=4, public=True, bots="azar")
    with eva.page(table) as first, leo.page(table) as second:
        with ana.page(table) as owner:
            assert first.request("sit", seat=2)["type"] == "done"
            assert second.request("sit", seat=3)["type"] == "done"
            assert first.request("start-match")["code"] == "forbidden"
            assert owner.request("stand")["type"] == "done"
        first.until(lambda: bool(first.view["you"]["host"]))
        assert second.request("start-match")["code"] == "forbidden"
        assert first.request("place-bot", seat=1, bot="aprendiz")["type"] == "done"
        assert first.request("start-match")["type"] == "done"
        assert (
            first.request("place-bot", seat=1, bot="azar")["code"] == "forbidden"
        )  # another person plays with this bot


def test_names_that_look_the_same_get_a_number(served: Served) -> None:
    first, second = Visitor(served, "José"), Visitor(served, "Jose\u0301")
    table = first.open_table(variant="paulista", players=2)
    with second.page(table) as page:
        assert page.request("sit", seat=2)["type"] == "done"
        assert [seat_info["name"] for seat_info in page.view["seats"]] == ["José", "José 2"]


def test_two_servers_on_one_machine_use_different_cookies() -> None:
    first, second = GuestSigner(b"one"), GuestSigner(b"other")
    assert first.cookie_name != second.cookie_name
    assert first.guest_of({second.cookie_name: second.cookie("ana"), first.cookie_name: first.cookie("eva")}) == "eva"


def test_chat_lines_identify_their_author_whatever_the_name(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2)
    with ana.page(table) as first, eva.page(table) as second:
        second.request("chat", words="hola")
        eva.ask("/api/guest", {"name": "Otra"}, method="PUT")
        second.request("chat", words="adiós")
        second.request("sit", seat=2)
        first.request("hello")
        lines = [json.loads(frame) for frame in second.frames if '"type":"chat-line"' in frame]
        assert [line["name"] for line in lines] == ["Eva", "Otra"]
        [author] = {line["alias"] for line in lines}
        assert author == first.view["seats"][1]["alias"] != first.view["seats"][0]["alias"]
        assert eva.guest["id"] not in author


def test_a_page_shows_the_points_of_its_own_cards() -> None:
    match = play(hand_of("argentino", {1: "7o 5o 2b", 2: "6e 4e 12c"}, declare="manual"), "1 envido", "2 quiero")
    settings = TableSettings("argentino", 2, {"declare": "manual"}, True, True, 0, 0, "azar")
    hand = PageView(TableState("points", settings, "ana", match=match), 1, "es").hand()
    assert hand is not None
    assert hand.points_to_declare == 32


def test_a_match_needs_at_least_one_person(served: Served) -> None:
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="paulista", players=2)
    with ana.page(table) as page:
        assert page.request("stand")["type"] == "done"
        assert page.request("start-match")["code"] == "forbidden"


def test_unseen_cards_cannot_be_found_by_trying_their_names(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2, options={"blind_calls": "on", "covered_cards": "on"})
    with ana.page(table) as first, eva.page(table) as second:
        begin(first, second)
        page = first if first.choices else second
        [served_table] = served.services.tables.in_memory
        hand = served_table.state.current_match.hand
        assert hand is not None
        for card in (*hand.held(page.view["you"]["seat"]), "3b", "2e"):
            for move in (card, f"tapada-{card}"):
                assert page.request("move", version=page.version, move=move)["code"] == "illegal"


def test_a_guest_who_may_not_watch_gets_no_seed(served: Served) -> None:
    ana, leo = Visitor(served, "Ana"), Visitor(served, "Leo")
    table = ana.open_table(variant="paulista", players=2, starts_at_once=True, bots="azar", spectators=False)
    with ana.page(table) as page, leo.page(table) as page_of_leo:
        page.play(lambda: bool(page.view["previous_deal"]) and bool(page.view["previous_deal"].get("seed")))
        page_of_leo.request("hello")
        assert page.view["previous_deal"]["seed"] not in "".join(page_of_leo.frames)
        assert not any(re.search('"seed":"', frame) for frame in page_of_leo.frames)


def test_a_reserved_seat_cannot_be_taken_by_another_guest(served: Served) -> None:
    ana, eva, leo = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Leo")
    table = ana.open_table(variant="paulista", players=2, starts_at_once=True, bots="azar")
    with ana.page(table) as first, eva.page(table) as second, leo.page(table) as third:
        first.play(lambda: bool(first.choices))
        assert second.request("sit", seat=2)["text"]
        assert third.request("sit", seat=2)["code"] == "forbidden"


def test_a_reserved_seat_is_taken_even_if_all_others_have_left(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2, starts_at_once=True, bots="azar")
    with ana.page(table) as first, eva.page(table) as second:
        first.play(lambda: bool(first.choices))
        assert second.request("sit", seat=2)["text"]
        assert first.request("stand")["type"] == "done"
        second.until(lambda: second.view["you"]["seat"] == 2)
        second.play(lambda: bool(second.choices))


def test_a_table_waits_while_only_onlookers_are_connected(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2, starts_at_once=True, bots="azar")
    with eva.page(table) as onlooker:
        with ana.page(table) as page:
            page.play(lambda: bool(page.choices))
        onlooker.until(lambda: not onlooker.view["seats"][0]["connected"])
        served.advance(2 * GRACE)
        onlooker.request("hello")
        assert not onlooker.view["seats"][0]["away"]
