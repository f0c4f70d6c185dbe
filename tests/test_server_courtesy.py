"""A bot leaves an answer to the people of its side for a while. How long tells of nobody's cards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.environment import ManualTime, TimeControl, environment_of
from tests.looking import Looking, guest_in
from tests.scripted import Counted, Scripted
from tests.seated import hand_of, play
from tests.served import settings_in
from truquero.server.room.kept import Agreed, Moved, Seated
from truquero.server.room.state import TableState
from truquero.server.room.table import TableRoom
from truquero.server.room.thinking import Question
from truquero.server.store import Store
from truquero.table import View

PACE, COURTESY = 0.75, 8.0
CARDS = {1: "1e 7o 4c", 2: "1b 6c 5o", 3: "5c 6e 10b", 4: "4o 5b 11e"}
OTHER_CARDS = {1: "1e 7o 4c", 2: "4b 4e 5o", 3: "5c 6e 10b", 4: "3o 3b 2e"}


def eager(_seat: int, question: Question, view: View) -> str | None:
    """A bot that answers as soon as it is asked."""
    wanted = ("quiero", *view.moves)
    return next(move for move in wanted if move in view.moves) if question in ("choose", "speak_up") else None


def at_a_table(
    folder: Path,
    people: tuple[int, ...],
    do: Callable[[TableRoom, ManualTime, TimeControl], Awaitable[None]],
    cards: dict[int, str] = CARDS,
) -> None:
    """Seat 1 has called truco, and seats 2 and 4 are asked."""

    async def main() -> None:
        environment, time = environment_of("courtesy")
        settings = settings_in(folder, pace=PACE, courtesy=COURTESY, grace=1_000.0)
        store, thinkers = Store(settings.database), Counted(Scripted(eager))
        await store.open()
        agreed = Agreed("argentino", 4, {"flor": "off"}, True, True, 0, 0, "azar")
        await store.add_table("courtesy", "ana", agreed)
        match = play(hand_of("argentino", cards, flor=False), "1 truco")
        assert match.asked == (2, 4)
        state = TableState("courtesy", agreed, "ana", match=match)
        for seat in CARDS:
            state.apply(Seated(seat, guest_in(seat)) if seat in people else Seated(seat, bot="azar"))
        room = TableRoom(state, store.journal, thinkers, settings, environment)
        room.pages.update(Looking(guest_in(seat)) for seat in people)
        try:
            room.course.go_on()
            control = TimeControl(time, lambda: [room], thinkers)
            await control.settle()
            await do(room, time, control)
        finally:
            await room.close()
            await store.close()

    asyncio.run(main())


def answers(room: TableRoom) -> list[tuple[int, str]]:
    return room.state.playing.log[0].hands[0].moves[1:]


@pytest.mark.parametrize("cards", [CARDS, OTHER_CARDS], ids=["some cards", "others"])
def test_a_bot_waits_for_a_person_of_its_side(cards: dict[int, str], tmp_path: Path) -> None:
    async def wait(room: TableRoom, time: ManualTime, control: TimeControl) -> None:
        assert time.sleepers == [COURTESY]
        assert [room.course.time_to_answer(seat) for seat in CARDS] == [None, None, None, 8000]
        await control.advance(COURTESY - 0.5)
        assert room.course.time_to_answer(4) == 500
        assert answers(room) == []
        await control.advance(0.5)
        assert room.course.time_to_answer(4) is None
        assert answers(room) == [(2, "quiero")]

    at_a_table(tmp_path, (4,), wait, cards)


def test_it_speaks_when_the_person_leaves_the_word(tmp_path: Path) -> None:
    async def keep_silent(room: TableRoom, time: ManualTime, control: TimeControl) -> None:
        assert time.sleepers == [COURTESY]
        assert room.course.leave_word(4)
        room.course.go_on()
        await control.settle()
        assert time.sleepers == [PACE]
        assert room.course.time_to_answer(4) is None
        await control.advance(PACE)
        assert answers(room) == [(2, "quiero")]

    at_a_table(tmp_path, (4,), keep_silent)


def test_the_persons_word_counts(tmp_path: Path) -> None:
    async def speak(room: TableRoom, time: ManualTime, control: TimeControl) -> None:
        assert time.sleepers == [COURTESY]
        await room.do(lambda: room.change(Moved(4, "no-quiero")))
        assert answers(room) == [(4, "no-quiero")]
        assert room.course.time_to_answer(4) is None
        await control.advance(COURTESY)
        assert answers(room) == [(4, "no-quiero")]

    at_a_table(tmp_path, (4,), speak)


def test_people_of_the_other_side_are_not_waited_for(tmp_path: Path) -> None:
    async def wait(room: TableRoom, time: ManualTime, control: TimeControl) -> None:
        assert time.sleepers == [PACE]
        assert [room.course.time_to_answer(seat) for seat in CARDS] == [None] * 4

    at_a_table(tmp_path, (1, 3), wait)
