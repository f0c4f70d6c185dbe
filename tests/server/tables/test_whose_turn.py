"""The seats that a table waits for reveal nobody's cards (S003 Flor: a reservá may be shown, but need not be)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.bot_tables import hand_of, play
from tests.support.environments import TimeControl, environment_of
from tests.support.scripted_bots import Counted, InLoop, Script, Scripted, preferring
from tests.support.served import settings_in
from tests.support.served_tables import serve_table
from tests.support.silent_page import guest_in
from truquero.server.changes import AwayChanged, SeatChanged, TableSettings
from truquero.server.store import Store
from truquero.server.tables.served_table import ServedTable
from truquero.server.tables.state import TableState
from truquero.session.session import BEFORE_ANSWER, BEFORE_PLAY
from truquero.table import Match

OTHER_CARDS = {1: "2o 10o 4o", 2: "1e 1c 5b", 3: "1b 7o 4e", 5: "4c 7b 6e", 6: "5c 3c 2c"}
SEAT_4 = {"with a reservá": "5o 7e 11o", "without": "5o 7e 3b"}


def asked_for_chica(seat_4: str) -> Match:
    """Return a match where seat 1 must say chica or al resto, and seat 4 may show a reservá if it has one."""
    match = play(hand_of("quesada", {**OTHER_CARDS, 4: seat_4}), "1 flor", "6 flor")
    assert match.view(1).moves == ("chica", "al-resto")
    assert (4 in match.turn) is (seat_4 == SEAT_4["with a reservá"])
    return match


async def at_a_table(
    match: Match,
    folder: Path,
    people: tuple[int, ...],
    do: Callable[[ServedTable, TimeControl], Awaitable[None]],
    clock: tuple[int, int] = (0, 0),
    variant: str = "quesada",
    connected: tuple[int, ...] = (4,),
    script: Script | None = None,
    **options: str,
) -> None:
    settings, (environment, time) = settings_in(folder), environment_of("word")
    store = Store(settings.database, time)
    bot_pool = Counted(InLoop(settings.secret) if script is None else Scripted(script))
    await store.open()
    table_settings = TableSettings(variant, match.players, options, True, True, *clock, "azar")
    await store.add_table("word", "ana", table_settings)
    state = TableState("word", table_settings, "ana", match=match)
    for seat in range(1, match.players + 1):
        state.apply(SeatChanged(seat, guest_in(seat)) if seat in people else SeatChanged(seat, bot="azar"))
    table = serve_table(state, store, bot_pool, settings, environment, map(guest_in, connected))
    try:
        await do(table, TimeControl(time, lambda: [table], bot_pool))
    finally:
        await table.close()
        await store.close()


@pytest.mark.parametrize("seat_4", SEAT_4.values(), ids=SEAT_4)
def test_the_right_to_pass_does_not_reveal_a_reserva(seat_4: str, tmp_path: Path) -> None:
    async def try_to_pass(table: ServedTable, _time: TimeControl) -> None:
        assert not table.autoplay.session.pass_turn(1)
        assert table.autoplay.session.pass_turn(4)

    match = asked_for_chica(seat_4)
    assert not match.view(1).may_pass
    asyncio.run(at_a_table(match, tmp_path, (1, 4), try_to_pass))


@pytest.mark.parametrize("seat_4", SEAT_4.values(), ids=SEAT_4)
def test_the_delay_of_a_bot_does_not_reveal_a_reserva(seat_4: str, tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: TimeControl) -> None:
        began = table.state.match_version
        table.autoplay.schedule_next()
        await time.advance(BEFORE_ANSWER - 0.1)
        assert table.state.match_version == began  # there is still time to interrupt
        await time.advance(0.1)
        seats = [seat for seat, _move in table.state.current_match.log[0].hands[0].moves]
        assert seats[:3] == [1, 6, 1]

    asyncio.run(at_a_table(asked_for_chica(seat_4), tmp_path, (4,), wait))


def test_a_move_costs_only_the_players_own_time_and_at_most_the_reserve(tmp_path: Path) -> None:
    async def think(table: ServedTable, time: TimeControl) -> None:
        table.autoplay.schedule_next()
        await time.advance(1.25)
        assert table.autoplay.clocks.cost(1) == 250
        assert table.autoplay.clocks.cost(4) == 0  # a seat that may only interrupt is not waited for
        table.state.spent["guest 1"] = 1000  # the reserve is used up; a partner's clock may still run
        assert table.autoplay.clocks.cost(1) == 0

    match = asked_for_chica(SEAT_4["with a reservá"])
    asyncio.run(at_a_table(match, tmp_path, (1, 4), think, clock=(1, 1)))


def test_a_seat_that_must_look_before_it_can_interrupt_is_not_waited_for() -> None:
    cards = {1: "2o 10o 4b", 2: "1e 1c 5b", 3: "1b 7o 4e", 4: "5o 7e 11o", 5: "4c 7b 4o", 6: "5c 3c 2c"}
    match = play(hand_of("quesada", cards, blind_calls="on"), "1 envido-10", "6 mira", "6 flor")
    assert match.turn[4] == ["mira"]  # after looking it may show a reservá
    assert match.must_act == (1, 3, 5)


def test_the_player_with_the_most_time_is_waited_for_and_charged_once(tmp_path: Path) -> None:
    """Seats 1, 3 and 5 may say güena. The reserve of seat 5 is used up."""
    cards = {1: "2o 10o 4b", 2: "1e 1c 5b", 3: "1b 7o 4e", 4: "5o 7e 11o", 5: "4c 7b 4o", 6: "5c 3c 2c"}
    match = play(hand_of("quesada", cards), "1 envido-10", "6 flor")
    assert match.must_act == (1, 3, 5)

    async def wait(table: ServedTable, time: TimeControl) -> None:
        table.state.spent["guest 5"] = 60_000
        began = table.state.match_version
        table.autoplay.schedule_next()
        await time.advance(1.5)
        assert table.state.match_version == began  # the expired clock of seat 5 does not refuse for the side
        table.autoplay.clocks.absent_since["guest 1"] = 0.0
        [away] = table.autoplay._replace_absent(1)
        assert isinstance(away, AwayChanged)
        assert away.spent == 500
        table.state.apply(away)
        assert table.autoplay.clocks.cost(1) == 0

    asyncio.run(at_a_table(match, tmp_path, (1, 3, 4, 5), wait, clock=(1, 60)))


def test_a_player_who_passes_twice_is_not_waited_for_twice(tmp_path: Path) -> None:
    """A bot partner sings its flor between the two passes, and must answer after the second."""
    cards = {1: "1e 7e 3b", 2: "2o 4o 6o", 3: "5c 6e 10b", 4: "4c 5b 11e"}
    match = play(hand_of("argentino", cards), "1 truco")

    async def pass_and_wait(table: ServedTable, time: TimeControl) -> None:
        async def pass_once() -> None:
            table.autoplay.session.pass_turn(4)

        table.autoplay.schedule_next()
        while match.turn:
            await table.do(pass_once)
            await time.step()
        assert match.log[0].hands[0].moves == [(1, "truco"), (2, "flor"), (2, "no-quiero")]

    script = preferring("flor", "no-quiero")
    asyncio.run(at_a_table(match, tmp_path, (4,), pass_and_wait, (5, 20), "argentino", script=script))


def test_a_player_who_must_sing_a_flor_on_turn_cannot_pass(tmp_path: Path) -> None:
    """Where every seat may call at any time, the other seats would have to act instead."""
    cards = {1: "2o 10o 4o", 2: "1e 1c 5b"}
    match = hand_of("uruguayo", cards, turned="12c", word="any")
    assert match.view(1).moves == ("flor",)
    assert not match.view(1).may_pass


# ------------------------------------------------------------------------------------------ word=any: truco at any time

PLAIN = {1: "1e 7o 4c", 2: "1b 6c 5o"}


def calls_at_any_time(cards: dict[int, str]) -> Match:
    match = hand_of("argentino", cards, word="any")
    assert set(match.turn) == set(cards)  # every seat may speak, and only seat 1 must
    assert match.must_act == (1,)
    assert match.view(2).may_pass
    return match


async def has_moved(table: ServedTable, time: TimeControl) -> tuple[int, str]:
    """Wait for the first move of the hand, and return it."""
    table.autoplay.schedule_next()
    moves = table.state.current_match.log[0].hands[0].moves
    await time.until(lambda: bool(moves))
    return moves[0]


def test_with_calls_at_any_time_a_timeout_moves_for_the_seat_on_turn(tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: TimeControl) -> None:
        table.state.spent["guest 1"] = 2000
        assert table.autoplay.clocks.time_left(2) == 3000  # this clock does not run
        seat, _move = await has_moved(table, time)
        assert seat == 1
        await table.settled()
        assert [chair.away for chair in table.state.chairs.values()] == [True, False]
        assert table.state.spent_by(2) == 0

    match = calls_at_any_time(PLAIN)
    asyncio.run(at_a_table(match, tmp_path, (1, 2), wait, (1, 3), "argentino", (1, 2), word="any"))


def test_with_calls_at_any_time_a_bot_moves_without_waiting_for_a_pass(tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: TimeControl) -> None:
        assert (await has_moved(table, time))[0] == 1

    match = calls_at_any_time(PLAIN)
    asyncio.run(at_a_table(match, tmp_path, (2,), wait, variant="argentino", connected=(2,), word="any"))


def test_with_calls_at_any_time_a_pass_does_not_shorten_the_delay_of_a_bot(tmp_path: Path) -> None:
    """A shorter wait after a pass would reveal which seats can pass."""

    async def pass_and_wait(table: ServedTable, time: TimeControl) -> None:
        async def pass_once() -> None:
            assert table.autoplay.session.pass_turn(2)

        table.autoplay.schedule_next()
        await time.advance(BEFORE_PLAY / 2)
        await table.do(pass_once)
        await time.advance(BEFORE_PLAY / 2 - 0.1)
        assert table.state.current_match.log[0].hands[0].moves == []
        await time.advance(0.1)
        assert table.state.current_match.log[0].hands[0].moves

    match = calls_at_any_time(PLAIN)
    asyncio.run(at_a_table(match, tmp_path, (2,), pass_and_wait, variant="argentino", connected=(2,), word="any"))


def test_with_calls_at_any_time_a_bot_replaces_an_absent_player(tmp_path: Path) -> None:
    async def wait(table: ServedTable, time: TimeControl) -> None:
        assert (await has_moved(table, time))[0] == 1
        assert table.state.chairs[1].away

    match = calls_at_any_time(PLAIN)
    asyncio.run(at_a_table(match, tmp_path, (1, 2), wait, variant="argentino", connected=(2,), word="any"))
