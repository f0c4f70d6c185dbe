"""No bot answers for a side while a person of that side is asked: in every game, and whatever the cards."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.table.test_view_leaks import TABLES
from truquero import Match, rules_of
from truquero.session import BotQuestion, Session, Turn

PERSON, ANSWER_SECONDS, MATCHES, MOVES = 1, 8.0, 2, 60


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_bots_leave_every_answer_to_the_person_of_their_side(
    variant: str, players: int, options: dict[str, Any]
) -> None:
    stream, rules = random.Random(f"{variant}{players}"), rules_of(variant, players, **options)
    for number in range(MATCHES):
        match = Match(rules, seed=number)
        session, moves = Session(match, lambda seat: seat != PERSON), 0
        while moves < MOVES and match.deal():
            while match.turn and moves < MOVES:
                check_turn(session)
                match.play(*stream.choice(match.moves()))
                moves += 1


def check_turn(session: Session) -> None:
    """Check the times and the questions of a turn: before the person answers, after a pass, and after the time."""
    match, hand = session.match, session.match.hand
    assert hand is not None
    while isinstance(step := session.next_step(), BotQuestion):
        session.note_answer(step)
    if PERSON not in match.speakers or not isinstance(step, Turn):
        return
    assert PERSON in step.awaited
    assert all(question.kind == "speak_up" for question in step.questions)  # no bot has to move
    partners = [seat for seat in match.speakers if seat != PERSON and hand.side(seat) == hand.side(PERSON)]
    assert session.is_left_to(PERSON) is bool(partners)
    for seat in partners:
        expected = session.time_for_partners(ANSWER_SECONDS)
        assert session.delay(seat, thinking=1.0, for_partners=ANSWER_SECONDS) == expected
    if partners:
        session.end_time_for_partners()
        turn = session.next_step()
        assert isinstance(turn, Turn)
        assert turn.questions[-1].kind == "choose"
        assert all(session.delay(seat, thinking=1.0, for_partners=ANSWER_SECONDS) < ANSWER_SECONDS for seat in partners)
