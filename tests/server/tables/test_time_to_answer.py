"""A bot gives the people of its side time to answer first. The length of the wait reveals nobody's cards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.bot_tables import hand_of, play, think_little
from tests.support.environments import ManualTime, TimeControl, environment_of
from tests.support.scripted_bots import Counted, InLoop, Scripted, preferring
from tests.support.served import settings_in
from tests.support.served_tables import serve_table
from tests.support.silent_page import SilentPage, guest_in
from truquero.server.changes import MoveMade, SeatChanged, TableSettings
from truquero.server.settings import Settings
from truquero.server.store import Store
from truquero.server.tables.bot_pool import BotPool
from truquero.server.tables.served_table import ServedTable
from truquero.server.tables.state import TableState
from truquero.server.ws.handlers import MessageHandlers
from truquero.server.ws.page_messages import Hello, Pass
from truquero.server.ws.table_pages import pages_of
from truquero.session import SPEEDS, QuestionKind, Speed
from truquero.table import View

ANSWER_TIME, GRACE = 8.0, 1_000.0
CARDS = {1: "1e 7o 4c", 2: "1b 6c 5o", 3: "5c 6e 10b", 4: "4o 5b 11e"}
SIX_HANDS = {**CARDS, 5: "2c 2o 7b", 6: "4e 6o 10c"}
OTHER_CARDS = {1: "1e 7o 4c", 2: "4b 4e 5o", 3: "5c 6e 10b", 4: "3o 3b 2e"}


def eager(_seat: int, question: QuestionKind, view: View) -> str | None:
    """Answer as soon as the bot is asked, with "quiero" if possible."""
    preferred = ("quiero", *view.moves)
    return next(move for move in preferred if move in view.moves) if question in ("choose", "speak_up") else None


def at_a_table(
    folder: Path,
    people: tuple[int, ...],
    do: Callable[[ServedTable, ManualTime, TimeControl], Awaitable[None]],
    cards: dict[int, str] = CARDS,
    *,
    connected: tuple[int, ...] | None = None,
    bots: BotPool | None = None,
    bot: str = "azar",
    clock: tuple[int, int] = (0, 0),
    answer_seconds: int = 8,
    speed: Speed = "normal",
) -> None:
    """Run `do` at a table where seat 1 has called truco and the other side must answer.

    `people` are the seats of people; the others are bots named `bot`, which `bots` runs, by default as eager ones.
    `connected` are the seats with an open page, by default all people. `clock` has the seconds of a move and of the
    reserve.
    """

    async def main() -> None:
        environment, time = environment_of("courtesy")
        settings = settings_in(folder, grace=GRACE)
        store, bot_pool = Store(settings.database), Counted(bots or Scripted(eager))
        await store.open()
        options = {"flor": "off"}
        table_settings = TableSettings(
            "argentino", len(cards), options, True, True, *clock, bot, answer_seconds=answer_seconds, speed=speed
        )
        await store.add_table("courtesy", "ana", table_settings)
        match = play(hand_of("argentino", cards, flor=False), "1 truco")
        assert match.must_act == tuple(seat for seat in cards if seat % 2 == 0)
        state = TableState("courtesy", table_settings, "ana", match=match)
        for seat in cards:
            state.apply(SeatChanged(seat, guest_in(seat)) if seat in people else SeatChanged(seat, bot=bot))
        state.seen_seats = {guest_in(seat): seat for seat in people}
        guests = map(guest_in, people if connected is None else connected)
        table = serve_table(state, store, bot_pool, settings, environment, guests)
        try:
            table.autoplay.schedule_next()
            control = TimeControl(time, lambda: [table], bot_pool)
            await control.settle()
            await do(table, time, control)
        finally:
            await table.close()
            await store.close()

    asyncio.run(main())


def answers(table: ServedTable) -> list[tuple[int, str]]:
    return table.state.current_match.log[0].hands[0].moves[1:]


def thinking(table: ServedTable) -> float:
    return table.autoplay.session.thinking_time("normal")


@pytest.mark.parametrize("cards", [CARDS, OTHER_CARDS], ids=["some cards", "others"])
def test_a_bot_waits_for_a_person_of_its_side(cards: dict[int, str], tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        assert time.sleepers == [ANSWER_TIME]
        assert [table.autoplay.time_to_answer(seat) for seat in CARDS] == [None, None, None, 8000]
        await control.advance(ANSWER_TIME - 0.5)
        assert table.autoplay.time_to_answer(4) == 500
        assert answers(table) == []
        await control.advance(0.5)
        assert table.autoplay.time_to_answer(4) is None
        assert answers(table) == [(2, "quiero")]

    at_a_table(tmp_path, (4,), wait, cards)


@pytest.mark.parametrize("seconds", [3, 30])
def test_a_table_chooses_how_long_bots_wait(seconds: int, tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        assert table.autoplay.time_to_answer(4) == seconds * 1000
        await control.advance(seconds - 0.5)
        assert answers(table) == []
        await control.advance(0.5)
        assert answers(table) == [(2, "quiero")]

    at_a_table(tmp_path, (4,), wait, answer_seconds=seconds)


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("cards", [CARDS, OTHER_CARDS], ids=["some cards", "others"])
def test_a_table_chooses_how_fast_bots_play(speed: Speed, cards: dict[int, str], tmp_path: Path) -> None:
    """The time of their answer depends on the speed, not on their cards."""

    async def wait(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        assert time.sleepers == [{"calm": 4.0, "normal": 2.25, "fast": 0.875}[speed]]

    at_a_table(tmp_path, (1, 3), wait, cards, speed=speed)


def test_a_bot_answers_when_the_person_passes(tmp_path: Path) -> None:
    async def pass_for_seat(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        assert time.sleepers == [ANSWER_TIME]
        assert table.autoplay.session.pass_turn(4)
        table.autoplay.schedule_next()
        await control.settle()
        assert time.sleepers == [thinking(table)]
        assert table.autoplay.time_to_answer(4) is None
        await control.advance(thinking(table))
        assert answers(table) == [(2, "quiero")]

    at_a_table(tmp_path, (4,), pass_for_seat)


def test_the_answer_of_the_person_counts(tmp_path: Path) -> None:
    async def speak(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        assert time.sleepers == [ANSWER_TIME]
        await table.do(lambda: table.change(MoveMade(4, "no-quiero")))
        assert answers(table) == [(4, "no-quiero")]
        assert table.autoplay.time_to_answer(4) is None
        await control.advance(ANSWER_TIME)
        assert answers(table) == [(4, "no-quiero")]

    at_a_table(tmp_path, (4,), speak)


def test_a_bot_does_not_wait_for_people_of_the_other_side(tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        assert time.sleepers == [thinking(table)]
        assert [table.autoplay.time_to_answer(seat) for seat in CARDS] == [None] * 4

    at_a_table(tmp_path, (1, 3), wait)


def test_people_have_eight_seconds_to_answer_unless_the_table_chooses() -> None:
    assert Settings("", b"").answer_seconds == 8


# ------------------------------------------------------------------------------------ bots that prefer to stay silent


@pytest.mark.parametrize("bot", ["azar", "jugador"])
def test_a_silent_bot_answers_when_the_person_has_had_the_time(
    bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_little(monkeypatch)

    async def wait(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        assert time.sleepers == [ANSWER_TIME]
        assert table.autoplay.time_to_answer(4) == 8000
        await control.advance(ANSWER_TIME - 0.5)
        assert answers(table) == []
        await control.advance(0.5)
        assert [seat for seat, _move in answers(table)][:1] == [2]

    at_a_table(tmp_path, (4,), wait, OTHER_CARDS, bots=InLoop(b"silent"), bot=bot)


def test_the_bot_that_is_asked_last_answers_for_its_side(tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        await control.advance(ANSWER_TIME - 0.5)
        assert answers(table) == []
        await control.advance(0.5)
        assert answers(table) == [(6, "quiero")]

    at_a_table(tmp_path, (4,), wait, SIX_HANDS, bots=Scripted(preferring("quiero")))


def test_the_person_may_still_answer_while_the_bot_thinks(tmp_path: Path) -> None:
    async def speak(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        await control.advance(ANSWER_TIME - 0.5)
        await table.do(lambda: table.change(MoveMade(4, "no-quiero")))
        await control.advance(1)
        assert answers(table)[0] == (4, "no-quiero")

    at_a_table(tmp_path, (4,), speak, bots=Scripted(preferring("quiero")))


def test_a_page_that_reconnects_neither_delays_nor_repeats_the_answer(tmp_path: Path) -> None:
    async def reconnect(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        await control.advance(ANSWER_TIME - 1)
        table.autoplay.schedule_next()
        await control.settle()
        assert time.sleepers == [1]
        await control.advance(1)
        assert answers(table) == [(2, "quiero")]

    at_a_table(tmp_path, (4,), reconnect, bots=Scripted(preferring("quiero")))


@pytest.mark.parametrize(
    ("seconds", "answer"), [(6, (4, "no-quiero")), (30, (2, "quiero"))], ids=["shorter clock", "longer clock"]
)
def test_the_clock_of_the_person_runs_all_the_same(seconds: int, answer: tuple[int, str], tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        first = min(seconds, ANSWER_TIME)
        await control.advance(first - 0.5)
        assert answers(table) == []
        await control.advance(0.5)
        assert answers(table)[:1] == [answer]

    at_a_table(tmp_path, (4,), wait, bots=Scripted(preferring("quiero")), clock=(seconds, 0))


def test_without_a_bot_on_the_side_the_person_is_awaited_for_ever(tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        await control.advance(10 * ANSWER_TIME)
        assert answers(table) == []

    at_a_table(tmp_path, (2, 4), wait, bots=Scripted(preferring("quiero")))


# ----------------------------------------------------------------------------------------------- two people on one side


async def pass_turn(table: ServedTable, seat: int) -> None:
    """Pass for a seat, as its page would."""

    async def action() -> None:
        assert table.autoplay.session.pass_turn(seat)

    await table.do(action)


def test_a_pass_does_not_shorten_the_time_of_a_partner(tmp_path: Path) -> None:
    async def pass_for_seat(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        await control.advance(3)
        await pass_turn(table, 4)
        await control.settle()
        assert [table.autoplay.time_to_answer(seat) for seat in SIX_HANDS] == [None] * 5 + [5000]
        assert time.sleepers == [ANSWER_TIME - 3]
        await control.advance(ANSWER_TIME - 3.5)
        assert answers(table) == []
        await control.advance(0.5)
        assert answers(table) == [(2, "quiero")]

    at_a_table(tmp_path, (4, 6), pass_for_seat, SIX_HANDS)


def test_a_bot_answers_for_an_absent_player_whose_partner_passes(tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        await pass_turn(table, 2)
        await control.settle()
        await control.advance(GRACE - 1)
        assert answers(table) == []
        assert not table.state.chairs[4].away
        await control.advance(1)
        assert table.state.chairs[4].away
        await control.advance(thinking(table))
        assert answers(table)[:1] == [(4, "quiero")]

    at_a_table(tmp_path, (2, 4), wait, connected=(2,))


def test_a_connected_partner_is_waited_for_while_another_is_absent(tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        await control.advance(2 * GRACE)
        assert answers(table) == []
        await table.do(lambda: table.change(MoveMade(2, "no-quiero")))
        assert answers(table) == [(2, "no-quiero")]

    at_a_table(tmp_path, (2, 4), wait, connected=(2,))


# ---------------------------------------------------------------------------------------------------- messages to pages


def messages_to(page: SilentPage) -> list[dict[str, Any]]:
    """Return the messages that a page has received since the last call."""
    messages = [json.loads(message) for message in page.sent]
    page.sent.clear()
    return messages


async def greeted(table: ServedTable, handlers: MessageHandlers) -> dict[int, SilentPage]:
    pages = {
        seat: page
        for page in pages_of(table)
        if isinstance(page, SilentPage)
        for seat in [table.state.seat_of(page.guest)]
    }
    for page in pages.values():
        await handlers.receive(page, Hello(1))
    for page in pages.values():
        messages_to(page)
    return {seat: page for seat, page in pages.items() if seat is not None}


@pytest.mark.parametrize("cards", [SIX_HANDS, {**SIX_HANDS, 4: "3o 3b 2e"}], ids=["some cards", "others"])
def test_a_pass_that_ends_a_countdown_is_sent_to_all_pages(cards: dict[int, str], tmp_path: Path) -> None:
    """The countdown of that seat is no longer shown, and nothing else changes."""

    async def pass_for_seat(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        handlers = pages_of(table).handlers
        pages, version = await greeted(table, handlers), table.state.version
        await control.advance(3)
        await handlers.receive(pages[4], Pass(2, version))
        assert table.state.version == version
        for seat, page in pages.items():
            [update, *rest] = messages_to(page)
            assert [message["type"] for message in rest] == (["done"] if seat == 4 else [])
            assert (update["version"], update.get("news", [])) == (version, [])
            assert [seat_info.get("answer_time") for seat_info in update["seats"]] == [None] * 5 + [5000]

    at_a_table(tmp_path, (1, 4, 6), pass_for_seat, cards)


def test_a_pass_that_changes_no_countdown_is_not_sent_to_other_pages(tmp_path: Path) -> None:
    """Without a bot on that side no countdown is shown."""

    async def pass_for_seat(table: ServedTable, time: ManualTime, control: TimeControl) -> None:
        handlers = pages_of(table).handlers
        pages = await greeted(table, handlers)
        await handlers.receive(pages[4], Pass(2, table.state.version))
        assert {seat: [message["type"] for message in messages_to(page)] for seat, page in pages.items()} == {
            1: [],
            2: [],
            4: ["done"],
        }

    at_a_table(tmp_path, (1, 2, 4), pass_for_seat)
