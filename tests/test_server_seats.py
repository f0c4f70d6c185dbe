"""Seats of served tables between deals and matches, and what only some at a table notice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.served import PageOf, Served, Visitor, settings_in
from truquero.notation import parse, replay
from truquero.server.room import thinking
from truquero.table.signs import SIGN
from truquero.variants import rules_of


@pytest.fixture
def served(tmp_path: Path) -> Any:
    with Served(settings_in(tmp_path)) as found:
        yield found


def play(pages: list[PageOf], until: Callable[[], bool]) -> None:
    """All do the first thing they may."""
    while not until():
        if not any(page.act() for page in pages):
            min(pages, key=lambda page: page.version).receive()


def heard_all(page: PageOf) -> int:
    """Read what has been sent to a page so far, and count it."""
    page.say("ping")
    while page.receive()["type"] != "pong":
        pass
    return len(page.frames)


def test_a_seña_is_no_message_to_who_does_not_see_it(served: Served) -> None:
    people = [Visitor(served, name) for name in ("Ana", "Eva", "Iván", "Olga", "Mirón")]
    table = people[0].open_table(variant="argentino", players=4)
    with ExitStack() as lines:
        pages = [lines.enter_context(one.page(table)) for one in people]
        ana, eva, ivan, olga, onlooker = pages
        for seat, page in enumerate((eva, ivan, olga), start=2):
            assert page.done("sit", seat=seat)["type"] == "done"
        assert ana.done("begin")["type"] == "done"
        while not any(page.choices for page in pages):
            if not any(page.cuts and page.act() for page in pages):
                min(pages, key=lambda page: page.version).receive()
        before = {page: heard_all(page) for page in pages}
        version = ana.version
        assert ivan.done("watch", seat=1)["type"] == "done"
        sign = f"{SIGN}{rules_of('argentino', 4).voices.signs[0].name}"
        assert ana.done("move", version=version, move=sign)["type"] == "done"
        ivan.until(lambda: any(one["kind"] == "sign" for one in ivan.news))
        for page in (eva, olga, onlooker):
            assert heard_all(page) == before[page] + 1  # only the answer to what was asked last
        assert ana.version == ivan.version == eva.version == version


def test_who_takes_a_bots_seat_in_the_middle_of_a_hand_comes_with_the_next_deal(served: Served) -> None:
    ana, eva, olga = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Olga")
    table = ana.open_table(variant="argentino", players=4, bots="azar", alone=True)
    with ana.page(table) as first, eva.page(table) as second, olga.page(table) as third:
        play([first], lambda: bool(first.choices))
        deal = first.seen["hand"]["deal"]
        told = second.done("sit", seat=3)
        assert told["type"] == "done"
        assert told["told"]
        first.until(lambda: first.seen["places"][2].get("next") == "Eva")
        assert second.seen["you"]["next"] == 3
        assert third.done("sit", seat=3)["code"] == "forbidden"
        assert third.done("sit", seat=4)["type"] == "done"
        assert third.done("sit", seat=2)["type"] == "done"  # another one instead
        assert third.done("stand")["type"] == "done"
        assert not second.seen["hand"].get("cards")
        play([first, second], lambda: bool(second.choices))
        assert [place["name"] for place in first.seen["places"]][2] == "Eva"
        assert second.seen["hand"]["deal"] > deal
        assert "Olga" not in str(first.seen["places"])


def test_whoever_has_played_begins_the_rematch_and_the_record_of_the_match_before_stays(served: Served) -> None:
    ana, eva, olga = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Olga")
    table = ana.open_table(variant="argentino", players=2, options={"target": "1"})
    with ana.page(table) as first, eva.page(table) as second, olga.page(table) as onlooker:
        assert second.done("sit", seat=2)["type"] == "done"
        assert second.done("begin")["code"] == "forbidden"  # the first one is the owner's to begin
        assert first.done("begin")["type"] == "done"
        play([first, second], lambda: first.phase == "over")
        finished = eva.ask(f"/api/tables/{table}/record")
        assert onlooker.done("begin")["code"] == "forbidden"
        assert second.done("begin")["type"] == "done"
        play([first, second], lambda: bool(first.choices or second.choices))
        assert eva.ask(f"/api/tables/{table}/record/1") == finished == eva.ask(f"/api/tables/{table}/record")
        assert replay(parse(finished)).match.over
        for path, status in ((f"{table}/record/2", 409), (f"{table}/record/3", 404), ("nada/record", 404)):
            with pytest.raises(HTTPError) as refused:
                ana.ask(f"/api/tables/{path}")
            refused.value.close()
            assert refused.value.code == status


@pytest.mark.parametrize("answer", ["99x", 5, None])
def test_a_bot_that_answers_nonsense_plays_as_a_clock_that_has_run_out(
    served: Served, monkeypatch: pytest.MonkeyPatch, answer: object
) -> None:
    monkeypatch.setattr(thinking, "think", lambda *_about: answer)
    ana = Visitor(served, "Ana")
    table = ana.open_table(variant="argentino", players=2, alone=True, bots="azar")
    with ana.page(table) as page:
        page.play(lambda: page.seen["score"]["points"] != [0, 0])
        assert max(page.seen["score"]["points"]) > 0


def test_a_thought_without_end_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def thinks(*_about: object) -> None:
        while True:
            pass

    monkeypatch.setattr(thinking, "LONGEST_THOUGHT", 0.05)
    monkeypatch.setattr(thinking, "think", thinks)
    with pytest.raises(TimeoutError):
        thinking.think_in_time()


def test_a_bot_is_not_called_like_somebody_at_the_table(served: Served) -> None:
    ana = Visitor(served, "jugador 2")
    table = ana.open_table(variant="argentino", players=2, alone=True)
    with ana.page(table) as page:
        assert [place["name"] for place in page.seen["places"]] == ["jugador 2", "Jugador 4"]
