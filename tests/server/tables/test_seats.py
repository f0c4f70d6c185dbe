"""Seats of served tables between deals and matches, and changes that only some people at a table notice."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.scripted_bots import Scripted, preferring
from tests.support.served import GRACE, SHORTEST_THOUGHT, PageOf, Served, Visitor, settings_in
from truquero.records import parse, replay
from truquero.server import worker_process
from truquero.server.tables import bot_pool
from truquero.table import Match, TableError
from truquero.table.signs import SIGN
from truquero.variants import rules_of


@pytest.fixture
def served(tmp_path: Path) -> Any:
    with Served(settings_in(tmp_path)) as server:
        yield server


def play(pages: list[PageOf], condition: Callable[[], bool]) -> None:
    """Let every page make its first possible move until the condition holds."""
    while not condition():
        if not any(page.act() for page in pages):
            min(pages, key=lambda page: page.version).receive()


def frames_received(page: PageOf) -> int:
    """Read all pending messages of a page, and return the number of its frames."""
    page.catch_up()
    return len(page.frames)


def test_only_players_who_see_a_seña_receive_a_message(served: Served) -> None:
    people = [Visitor(served, name) for name in ("Ana", "Eva", "Iván", "Olga", "Mirón")]
    table = people[0].open_table(variant="argentino", players=4)
    with ExitStack() as stack:
        pages = [stack.enter_context(visitor.page(table)) for visitor in people]
        ana, eva, ivan, olga, onlooker = pages
        for seat, page in enumerate((eva, ivan, olga), start=2):
            assert page.request("sit", seat=seat)["type"] == "done"
        assert ana.request("start-match")["type"] == "done"
        while not any(page.choices for page in pages):
            if not any(page.must_cut and page.act() for page in pages):
                min(pages, key=lambda page: page.version).receive()
        before = {page: frames_received(page) for page in pages}
        version = ana.version
        assert ivan.request("watch", seat=1)["type"] == "done"
        sign = f"{SIGN}{rules_of('argentino', 4).voices.signs[0].name}"
        assert ana.request("move", version=version, move=sign)["type"] == "done"
        ivan.until(lambda: any(event["kind"] == "sign" for event in ivan.news))
        for page in (eva, olga, onlooker):
            assert frames_received(page) == before[page] + 1  # only the answer to the last request
        assert ana.version == ivan.version == eva.version == version


def test_a_guest_takes_a_bots_seat_with_the_next_deal(served: Served) -> None:
    ana, eva, olga = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Olga")
    table = ana.open_table(variant="argentino", players=4, bots="azar", starts_at_once=True)
    with ana.page(table) as first, eva.page(table) as second, olga.page(table) as third:
        play([first], lambda: bool(first.choices))
        deal = first.view["hand"]["deal"]
        answer = second.request("sit", seat=3)
        assert answer["type"] == "done"
        assert answer["text"]
        first.until(lambda: first.view["seats"][2].get("reserved_for") == "Eva")
        assert second.view["you"]["reserved_seat"] == 3
        assert third.request("sit", seat=3)["code"] == "forbidden"
        assert third.request("sit", seat=4)["type"] == "done"
        assert third.request("sit", seat=2)["type"] == "done"  # another seat instead
        assert third.request("stand")["type"] == "done"
        assert not second.view["hand"].get("cards")
        play([first, second], lambda: bool(second.choices))
        assert [seat_info["name"] for seat_info in first.view["seats"]][2] == "Eva"
        assert second.view["hand"]["deal"] > deal
        assert "Olga" not in str(first.view["seats"])


def test_any_player_starts_a_rematch_and_the_previous_record_stays(served: Served) -> None:
    ana, eva, olga = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Olga")
    table = ana.open_table(variant="argentino", players=2, options={"target": "1"})
    with ana.page(table) as first, eva.page(table) as second, olga.page(table) as onlooker:
        assert second.request("sit", seat=2)["type"] == "done"
        assert second.request("start-match")["code"] == "forbidden"  # only the owner begins the first match
        assert first.request("start-match")["type"] == "done"
        play([first, second], lambda: first.phase == "over")
        finished = eva.ask(f"/api/tables/{table}/record")
        assert onlooker.request("start-match")["code"] == "forbidden"
        assert second.request("start-match")["type"] == "done"
        play([first, second], lambda: bool(first.choices or second.choices))
        assert eva.ask(f"/api/tables/{table}/record/1") == finished == eva.ask(f"/api/tables/{table}/record")
        assert replay(parse(finished)).match.over
        for path, status in ((f"{table}/record/2", 409), (f"{table}/record/3", 404), ("nada/record", 404)):
            with pytest.raises(HTTPError) as refused:
                ana.ask(f"/api/tables/{path}")
            refused.value.close()
            assert refused.value.code == status


@pytest.mark.parametrize("answer", ["99x", 5, None])
def test_an_invalid_answer_of_a_bot_becomes_the_timeout_move(
    served: Served, monkeypatch: pytest.MonkeyPatch, answer: object
) -> None:
    monkeypatch.setattr(bot_pool, "ask_new_bot", lambda *_arguments: answer)
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="argentino", players=2, starts_at_once=True, bots="azar")
    with ana.page(table) as page:
        page.play(lambda: page.view["score"]["points"] != [0, 0])
        assert max(page.view["score"]["points"]) > 0


def test_endless_work_is_interrupted_by_a_timeout() -> None:
    def never_ends(*_arguments: object) -> None:
        while True:
            pass

    with pytest.raises(TimeoutError):
        worker_process.run_with_timeout(0.05, never_ends)


def test_the_owner_frees_any_other_seat_but_not_during_a_match(served: Served) -> None:
    ana, eva, leo = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Leo")
    table = ana.open_table(variant="paulista", players=2, options={"target": "1"})
    with ana.page(table) as owner, eva.page(table) as guest, leo.page(table) as friend:
        assert guest.request("sit", seat=2)["type"] == "done"
        assert friend.request("sit", seat=2)["code"] == "forbidden"
        assert friend.request("place-bot", seat=2, bot=None)["code"] == "forbidden"
        assert guest.request("place-bot", seat=1, bot=None)["code"] == "forbidden"
        assert owner.request("place-bot", seat=1, bot=None)["code"] == "forbidden"  # the owner gets up instead
        assert owner.request("place-bot", seat=2, bot=None)["type"] == "done"
        guest.until(lambda: guest.view["you"]["seat"] is None)
        assert friend.request("sit", seat=2)["type"] == "done"
        assert owner.request("place-bot", seat=2, bot="azar")["type"] == "done"
        friend.until(lambda: friend.view["you"]["seat"] is None)
        assert guest.request("sit", seat=2)["type"] == "done"
        assert owner.request("start-match")["type"] == "done"
        assert owner.request("place-bot", seat=2, bot="azar")["code"] == "forbidden"
        play([owner, guest], lambda: owner.phase == "over")
        assert owner.request("place-bot", seat=2, bot=None)["type"] == "done"
        guest.until(lambda: guest.view["you"]["seat"] is None)
        assert friend.request("sit", seat=2)["type"] == "done"
        assert friend.request("start-match")["type"] == "done"


def test_another_host_frees_only_the_seats_of_guests_who_have_left(served: Served) -> None:
    ana, eva, leo = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Leo")
    table = ana.open_table(variant="paulista", players=4)
    with eva.page(table) as host:
        assert host.request("sit", seat=2)["type"] == "done"
        with leo.page(table) as guest:
            assert guest.request("sit", seat=3)["type"] == "done"
            assert host.request("place-bot", seat=3, bot=None)["code"] == "forbidden"
        host.until(lambda: not host.view["seats"][2]["connected"])
        assert host.request("place-bot", seat=3, bot=None)["code"] == "forbidden"  # he may only be reloading the page
        served.advance(GRACE)
        assert host.request("place-bot", seat=3, bot=None)["type"] == "done"


def test_a_page_knows_which_seats_its_guest_may_empty(served: Served) -> None:
    """These are the seats for which the server accepts it: it says so again when the grace period of a player ends."""
    ana, eva, leo = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Leo")
    table = ana.open_table(variant="paulista", players=4)

    def may_empty(page: PageOf) -> list[int]:
        page.catch_up()
        allowed = page.view["you"]["may_empty"]
        assert isinstance(allowed, list)
        return allowed

    with eva.page(table) as substitute:
        assert substitute.request("sit", seat=2)["type"] == "done"
        with leo.page(table) as guest, ana.page(table) as owner:
            assert guest.request("sit", seat=3)["type"] == "done"
            assert [may_empty(page) for page in (owner, substitute, guest)] == [[2, 3], [], []]
            owner.connection.close()
            substitute.until(lambda: bool(substitute.view["you"]["host"]))
            served.advance(GRACE)
            assert may_empty(substitute) == []  # neither the seat of the owner nor that of a guest who is present
        served.advance(GRACE - 1)
        assert may_empty(substitute) == []
        served.advance(1)
        assert may_empty(substitute) == [3]
        assert substitute.request("start-match")["type"] == "done"
        assert may_empty(substitute) == []


def test_an_absent_guest_keeps_the_seat_after_a_restart(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with Served(settings) as served:
        ana, eva, leo = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Leo")
        table = ana.open_table(variant="paulista", players=4)
        for seat, visitor in ((2, eva), (3, leo)):
            with visitor.page(table) as page:
                assert page.request("sit", seat=seat)["type"] == "done"
    with Served(settings) as again:
        eva.served = again
        with eva.page(table) as host:
            assert host.view["you"]["host"]
            assert host.request("place-bot", seat=3, bot=None)["code"] == "forbidden"


def test_the_owner_of_a_table_keeps_the_seat(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2)
    with eva.page(table) as page:
        assert page.request("sit", seat=2)["type"] == "done"
        assert page.view["you"]["host"]
        assert page.request("place-bot", seat=1, bot="azar")["code"] == "forbidden"


def test_the_record_of_a_match_names_its_players(served: Served) -> None:
    ana, leo, eva = Visitor(served, "Ana"), Visitor(served, "Leo"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2, options={"target": "1"})
    with ana.page(table) as first:
        with leo.page(table) as second:
            assert second.request("sit", seat=2)["type"] == "done"
            assert first.request("start-match")["type"] == "done"
            play([first, second], lambda: first.phase == second.phase == "over")
            assert second.request("stand")["type"] == "done"
        with eva.page(table) as third:
            assert third.request("sit", seat=2)["type"] == "done"
            assert "# seat 2 Leo" in ana.ask(f"/api/tables/{table}/record/1")
            assert first.request("start-match")["type"] == "done"
    assert "# seat 2 Leo" in ana.ask(f"/api/tables/{table}/record/1")


def test_a_bot_gets_a_name_that_no_guest_has(served: Served) -> None:
    ana = Visitor(served, "xuacu")
    ana.choose_portrait("luzia")
    table = ana.open_table(variant="asturiano", players=2, starts_at_once=True)
    with ana.page(table) as page:
        assert [seat_info["name"] for seat_info in page.view["seats"]] == ["xuacu", "Xuacu 2"]


def cards_in(page: PageOf, since: int) -> set[str]:
    """Return the cards of the hand that a page has received after its first `since` frames."""
    updates = [json.loads(frame) for frame in page.frames[since:] if '"type":"update"' in frame]
    return {card for update in updates for card in (update.get("hand") or {}).get("cards", ()) if card}


def test_a_guest_who_sits_down_after_a_hand_sees_no_cards_and_cannot_challenge(served: Served) -> None:
    """Otherwise a guest could see every bot's cards by moving from seat to seat before the next deal."""
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="argentino", players=4, bots="azar")
    with ana.page(table) as first, eva.page(table) as second:
        assert second.request("sit", seat=3)["type"] == "done"
        assert first.request("start-match")["type"] == "done"

        def waits_for_eva(page: PageOf) -> bool:
            return bool(page.phase == "cutting" and page.view["deal"]["cutter"] == 3 and page.view.get("hand"))

        play([first, second], lambda: waits_for_eva(first) or waits_for_eva(second))
        first.until(lambda: waits_for_eva(first))
        since = len(first.frames)
        for seat in (2, 4):
            assert first.request("stand")["type"] == "done"
            assert first.request("sit", seat=seat)["type"] == "done"
            refused = first.request("move", version=first.version, move="pido-flor-1")
            assert refused["code"] == "late"
            assert first.request("hint")["code"] == "late"
        assert not cards_in(first, since)
        assert first.request("stand")["type"] == "done"
        assert first.request("sit", seat=1)["type"] == "done"
        first.request("hello")
        assert first.view["you"]["seat"] == 1
        play([first, second], lambda: bool(first.choices))
        assert cards_in(first, since)


def test_a_seña_does_not_use_the_reserve(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path), bot_pool=Scripted(preferring())) as served:
        ana = Visitor(served, "Ana")
        table = ana.open_table(variant="argentino", players=4, bots="azar", starts_at_once=True, seconds=1, reserve=60)
        with ana.page(table) as page:
            page.play(lambda: bool(page.choices) and page.view["hand"]["must_act"] == [1])
            version = page.version
            served.advance(1.5)  # longer than the second for the move
            sign = page.view["hand"]["signs"][0]["code"]
            for _time in range(3):
                assert page.request("move", version=version, move=sign)["type"] == "done"
            refused = page.request("move", version=version, move=sign)  # the limit of señas is reached
            assert refused["code"] == "illegal"
            assert page.request("move", version=version, move="sena-tengo-el-3")["code"] == "illegal"
            page.request("hello")
            assert page.view["seats"][0]["clock"] == 59_500


def test_the_clock_of_the_next_player_starts_with_the_full_time(served: Served) -> None:
    """The player who moves next has the full time, however much the previous player has used."""
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2, seconds=30)
    with ana.page(table) as first, eva.page(table) as second:
        assert second.request("sit", seat=2)["type"] == "done"
        assert first.request("start-match")["type"] == "done"
        play([first, second], lambda: bool(first.choices or second.choices))
        mano, other = (first, second) if first.choices else (second, first)
        served.advance(12)
        assert mano.act()
        other.until(lambda: bool(other.choices))
        assert other.view["seats"][other.view["you"]["seat"] - 1]["clock"] == 30_000


def test_no_clock_runs_while_no_page_is_open(served: Served) -> None:
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="paulista", players=2, starts_at_once=True, bots="azar", seconds=2)
    with ana.page(table) as page:
        page.play(lambda: bool(page.choices))
    served.advance(300)
    with ana.page(table) as page:
        own_seat = page.view["seats"][0]
        assert not own_seat["away"]
        assert own_seat["clock"] == 2000


def test_a_guest_who_takes_over_a_seat_has_a_full_reserve(served: Served) -> None:
    ana, eva, olga = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Olga")
    table = ana.open_table(variant="paulista", players=2, seconds=1, reserve=1, bots="azar")
    with ana.page(table) as first, eva.page(table) as second, olga.page(table) as third:
        assert second.request("sit", seat=2)["type"] == "done"
        assert first.request("start-match")["type"] == "done"
        # Eva does nothing until her time is up; Ana always moves.
        play([first], lambda: bool(first.view["seats"][1]["away"]))
        second.until(lambda: bool(second.view["seats"][1]["away"]))
        assert second.request("stand")["type"] == "done"
        assert third.request("sit", seat=2)["type"] == "done"
        play([first, third], lambda: first.view["seats"][1]["name"] == "Olga")
        assert first.view["seats"][1]["clock"] >= 1000


def test_repeated_reconnecting_does_not_stop_the_bots(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="argentino", players=4, bots="azar")
        with ana.page(table) as first:
            with eva.page(table) as second:
                assert second.request("sit", seat=3)["type"] == "done"
            assert first.request("start-match")["type"] == "done"
            version = first.version
            for _time in range(100):
                if any(event["kind"] == "move" and event["seat"] in (2, 4) for event in first.news):
                    break
                with eva.page(table) as second:
                    second.act()
                if first.must_cut or first.choices:
                    first.act()
                served.advance(SHORTEST_THOUGHT / 5)  # each step is shorter than a bot's pause
                first.request("hello")
            else:
                raise AssertionError("the bots do not play")
            assert first.version > version


def test_without_spectators_a_player_who_gets_up_sees_no_hand_and_may_return(served: Served) -> None:
    ana, eva, leo = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Leo")
    table = ana.open_table(variant="paulista", players=2, spectators=False)
    with ana.page(table) as first, eva.page(table) as second:
        assert second.request("sit", seat=2)["type"] == "done"
        assert first.request("start-match")["type"] == "done"
        play([first, second], lambda: bool(first.view.get("hand")) and bool(second.view.get("hand")))
        second.request("hello")
        cards = second.view["hand"]["cards"]
        assert second.request("stand")["type"] == "done"
        assert not second.view["hand"]
        with leo.page(table) as third:  # a guest who may sit down with the next deal is let in, but sees no hand
            assert not third.view["hand"]
            assert third.view["you"]["may_watch"] is False
            assert second.request("sit", seat=2)["type"] == "done"
            assert second.view["hand"]["cards"] == cards
        with pytest.raises(ConnectionClosed), leo.page(table):  # nobody can sit down there any more
            pass


def test_the_reserve_is_used_while_the_page_is_closed(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="paulista", players=2, seconds=1, reserve=60, bots="azar")
    with ana.page(table) as first:
        with eva.page(table) as second:
            assert second.request("sit", seat=2)["type"] == "done"
            assert first.request("start-match")["type"] == "done"
            play([first, second], lambda: bool(second.choices))
            served.advance(2)
        first.until(lambda: bool(first.view["seats"][1]["away"]))
        with eva.page(table) as second:
            assert second.request("return-to-seat")["type"] == "done"
            assert second.view["seats"][1]["clock"] < 60_000  # including the second for a move, if it is her turn


def test_time_beyond_the_time_for_a_move_is_taken_from_the_reserve(served: Served) -> None:
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="paulista", players=2, seconds=1, reserve=60, starts_at_once=True, bots="azar")
    with ana.page(table) as page:
        page.play(lambda: bool(page.choices))
        served.advance(3)
        page.act()
        page.request("hello")
        assert page.view["seats"][0]["clock"] == 58_000


def test_an_interrupted_player_is_charged_for_the_time_used(served: Served) -> None:
    ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
    table = ana.open_table(variant="argentino", players=2, options={"word": "any"}, seconds=1, reserve=60)
    with ana.page(table) as first, eva.page(table) as second:
        assert second.request("sit", seat=2)["type"] == "done"
        assert first.request("start-match")["type"] == "done"
        pages = {1: first, 2: second}
        while not (first.choices and second.choices and first.version == second.version):
            if not any(page.must_cut and page.act() for page in pages.values()):
                min(pages.values(), key=lambda page: page.version).receive()
        [thinking] = first.view["hand"]["must_act"]
        served.advance(2.5)
        other = pages[3 - thinking]
        assert other.request("move", version=other.version, move="truco")["type"] == "done"
        other.request("hello")
        assert other.view["seats"][thinking - 1]["clock"] == 59_500  # 58.5 s of reserve, and a second to answer
        assert other.view["seats"][2 - thinking]["clock"] == 60_000  # this clock did not run


def test_a_cut_waits_for_players_who_may_still_challenge(tmp_path: Path) -> None:
    """Otherwise the cutter could cut at once and hide a silent flor without risk (S000 §12 Pedir flor)."""
    with Served(settings_in(tmp_path, rest=20.0)) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="argentino", players=2)
        with ana.page(table) as first, eva.page(table) as second:
            assert second.request("sit", seat=2)["type"] == "done"
            assert first.request("start-match")["type"] == "done"
            pages = [first, second]

            def cutter() -> PageOf | None:
                """Return the page that must cut while the other page may challenge."""
                for page, other in ((first, second), (second, first)):
                    if page.must_cut and (other.view.get("hand") or {}).get("challenges"):
                        return page
                return None

            play(pages, lambda: cutter() is not None)
            cutter_page = cutter()
            assert cutter_page is not None
            other = second if cutter_page is first else first
            other.until(lambda: other.version == cutter_page.version)
            number = cutter_page.send("cut", version=cutter_page.version, cards=0)
            code = other.view["hand"]["challenges"][0]["code"]
            assert other.request("move", version=other.version, move=code)["type"] == "done"
            cutter_page.until(lambda: number in cutter_page.answers)
            assert cutter_page.answers[number]["code"] == "late"  # the state has changed, so the player cuts again
            assert cutter_page.act()


@pytest.mark.parametrize(("kind", "message"), [("pass", {}), ("talk", {"words": "me callo"})])
def test_two_partners_cannot_both_pass(kind: str, message: dict[str, str], served: Served) -> None:
    """If both could leave the answer to the other, the table would wait forever."""
    people = [Visitor(served, name) for name in ("Ana", "Eva", "Iván", "Olga")]
    table = people[0].open_table(variant="argentino", players=4)
    with ExitStack() as stack:
        pages = [stack.enter_context(answer.page(table)) for answer in people]
        for seat, page in enumerate(pages[1:], start=2):
            assert page.request("sit", seat=seat)["type"] == "done"
        assert pages[0].request("start-match")["type"] == "done"
        while not any("envido" in page.choices for page in pages):
            if not any(page.must_cut and page.act() for page in pages):
                min(pages, key=lambda page: page.version).receive()
        caller = next(page for page in pages if "envido" in page.choices)
        assert caller.request("move", version=caller.version, move="envido")["type"] == "done"
        rivals = [page for page in pages if page not in (caller, pages[(pages.index(caller) + 2) % 4])]
        for page in rivals:
            page.until(lambda page=page: "quiero" in page.choices)  # type: ignore[misc]
        answers = [page.request(kind, version=page.version, **message) for page in rivals]
        assert [answer["type"] for answer in answers] == ["done", "refused"]
        assert answers[1]["code"] == "illegal"
        assert rivals[1].request("move", version=rivals[1].version, move="no-quiero")["type"] == "done"


def test_a_bystander_can_only_say_words_of_the_game() -> None:
    """A bystander who meddles in a duel must say a word of the game."""
    match = Match("argentino", 6, seed=1, score=(10, 10), illegal_calls="penalty")
    while match.deal() and len(match.hand.seats if match.hand else ()) == 6:
        while match.turn:
            seat = next(iter(match.turn))
            match.play(seat, match.turn[seat][-1])
    assert match.hand is not None
    outside = next(seat for seat in range(1, 7) if seat not in match.hand.seats)
    for move in ("xyz\ndeal 5", "", "truco\n", "TRUCO"):
        with pytest.raises(TableError):
            match.play(outside, move)
    match.play(outside, "truco")
