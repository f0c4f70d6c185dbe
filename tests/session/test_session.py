"""A session says what happens next: which questions are put to bots, who is waited for, and for how long."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Collection
from typing import Any

import pytest

from tests.support.bot_tables import hand_of, play
from truquero import Match
from truquero.cards import CARDS
from truquero.session import (
    BetweenHands,
    BotQuestion,
    MatchOver,
    QuestionKind,
    QueuedCall,
    Session,
    Turn,
    last_awaited,
    timeout_move,
)
from truquero.session.session import BEFORE_ANSWER, BEFORE_PLAY, DECISION_SECONDS
from truquero.table.order_of_asking import order_of_asking

WEAK = {1: "4o 5c 6e", 2: "4c 5o 6b", 3: "4e 5b 12c", 4: "4b 5e 12o"}
SILENT_FLOR = {1: "4o 5o 6o", 2: "4c 5c 12b", 3: "4e 5b 12c", 4: "4b 5e 12o"}  # of seat 1
RESERVA = {1: "2o 10o 4b", 2: "1e 1c 5b", 3: "1b 7o 4e", 4: "5o 7e 11o", 5: "4c 7b 4o", 6: "5c 3c 2c"}  # of seat 4


def session_of(match: Match, bots: Collection[int]) -> Session:
    return Session(match, lambda seat: seat in bots)


def answer_questions(session: Session) -> list[tuple[int, QuestionKind]]:
    """Answer the questions that take no turn, without any change of the match. Return their seats and kinds."""
    questions = []
    while isinstance(step := session.next_step(), BotQuestion):
        questions.append((step.seat, step.kind))
        session.note_answer(step)
    return questions


def turn_of(session: Session) -> Turn:
    """Return the turn that follows the questions at the start of a trick."""
    answer_questions(session)
    step = session.next_step()
    assert isinstance(step, Turn)
    return step


def asks(*seats: int) -> tuple[BotQuestion, ...]:
    """Return the questions to seats of which the last must choose."""
    *earlier, last = seats
    return (*(BotQuestion(seat, "speak_up") for seat in earlier), BotQuestion(last, "choose"))


def truco_answered_by_2_and_4() -> Match:
    return play(hand_of("argentino", WEAK, flor=False), "1 truco")


# ----------------------------------------------------------------------------------------------- the order of asking


def test_of_a_side_that_answers_the_mano_is_asked_first_and_the_pie_last() -> None:
    session = session_of(truco_answered_by_2_and_4(), bots=(1, 2, 3, 4))
    assert turn_of(session) == Turn(asks(2, 4), awaited=())


def test_the_order_starts_with_the_mano_of_the_hand() -> None:
    match = Match("argentino", 6, seed="order", dealer=2, flor=False)
    match.deal()
    match.play(3, "truco")
    assert order_of_asking(match) == [4, 6, 2]


def test_seats_that_may_interrupt_are_asked_before_the_seat_whose_turn_it_is() -> None:
    match = play(hand_of("argentino", WEAK, flor=False, word="any"), "1 4o")
    assert len(match.turn) > 1
    order = order_of_asking(match)
    assert order[-1] == 2
    assert sorted(order) == sorted(match.turn)


FORCED: list[tuple[str, dict[str, Any]]] = [
    ("trucardo", {}),
    ("uruguayo", {"turned": "12o"}),
    ("argentino", {"flor_forced": "on"}),
]


@pytest.mark.parametrize(("variant", "options"), FORCED)
def test_the_order_reveals_no_flor(variant: str, options: dict[str, Any]) -> None:
    """Seat 4 must sing a flor, or may only answer. In both cases seat 2 is asked first and may leave it to seat 4."""
    other_hands = {1: "4o 5c 6e", 2: "1c 10e 7b", 3: "4e 12b 3c"}
    for cards_of_4 in ("2b 5b 6b", "2b 5b 6c"):
        match = play(hand_of(variant, {**other_hands, 4: cards_of_4}, **options), "1 envido")
        assert order_of_asking(match) == [2, 4]


# ------------------------------------------------------------------------------------------- answers about the flor

FLORES = {1: "4o 5o 6o", 2: "1c 5c 11c", 3: "4e 5b 12c", 4: "4b 5e 12o"}  # of seats 1 and 2


def contraflor_answered_by_1(cards: dict[int, str] = FLORES) -> Match:
    return play(hand_of("argentino", cards, flor=True), "1 flor", "2 contraflor")


def test_only_the_bot_that_has_sung_is_asked_about_the_flor() -> None:
    match = contraflor_answered_by_1()
    assert turn_of(session_of(match, bots=(1, 2, 3, 4))) == Turn(asks(1), awaited=())
    assert "quiero" in match.turn[3]  # every member of the side may answer


def test_a_bot_that_has_not_sung_is_not_asked_even_if_it_holds_a_flor() -> None:
    match = contraflor_answered_by_1({**FLORES, 3: "4e 6e 12e"})
    assert turn_of(session_of(match, bots=(1, 2, 3, 4))) == Turn(asks(1), awaited=())


def test_a_bot_answers_for_its_flor_without_waiting_for_a_person_who_has_none() -> None:
    session = session_of(contraflor_answered_by_1(), bots=(1, 2, 4))
    assert turn_of(session) == Turn(asks(1), awaited=())
    assert session.people_answering_before(1) == []
    assert session.match.view(3).may_pass


def test_a_person_who_alone_has_sung_cannot_leave_the_answer_to_a_partner() -> None:
    match = contraflor_answered_by_1()
    session = session_of(match, bots=(2, 3, 4))
    assert turn_of(session) == Turn((), awaited=(1,))
    assert not match.view(1).may_pass
    assert not session.pass_turn(1)
    assert not session.is_left_to(1)
    session.end_time_for_partners()
    assert turn_of(session) == Turn((), awaited=(1,))


def test_partners_who_have_both_sung_may_leave_the_answer_to_each_other() -> None:
    match = hand_of("argentino", {**FLORES, 3: "4e 6e 12e"}, flor=True)
    match = play(match, "1 flor", "2 flor", "3 flor", "1 contraflor")
    assert match.must_act == (2, 4)
    assert turn_of(session_of(match, bots=(1, 2, 3, 4))) == Turn(asks(2), awaited=())
    match = play(match, "2 contraflor-al-resto")
    session = session_of(match, bots=(2, 3, 4))
    assert match.view(1).may_pass
    assert session.pass_turn(1)
    assert turn_of(session) == Turn(asks(3), awaited=())


# ------------------------------------------------------------------------------------------------- people and passing


def test_no_bot_is_forced_to_move_while_a_person_must_act() -> None:
    session = session_of(truco_answered_by_2_and_4(), bots=(1, 3, 4))
    assert turn_of(session) == Turn((BotQuestion(4, "speak_up"),), awaited=(2,))


def test_a_bot_that_left_the_turn_to_a_person_is_not_asked_again() -> None:
    session = session_of(truco_answered_by_2_and_4(), bots=(1, 3, 4))
    session.note_answer(*turn_of(session).questions)
    assert turn_of(session) == Turn((), awaited=(2,))


def test_when_the_person_passes_the_last_bot_must_choose() -> None:
    session = session_of(truco_answered_by_2_and_4(), bots=(1, 3, 4))
    session.note_answer(*turn_of(session).questions)
    assert session.pass_turn(2)
    assert session.passed == {2}
    assert turn_of(session) == Turn((BotQuestion(4, "choose"),), awaited=())


def test_not_everybody_of_a_side_may_pass() -> None:
    session = session_of(truco_answered_by_2_and_4(), bots=(1, 3))
    assert session.pass_turn(2)
    assert not session.pass_turn(4)
    assert turn_of(session) == Turn((), awaited=(4,))


def test_a_person_cannot_pass_if_nobody_else_must_act() -> None:
    session = session_of(hand_of("argentino", WEAK, flor=False), bots=(2, 3, 4))
    assert not session.pass_turn(1)
    assert turn_of(session) == Turn((), awaited=(1,))


@pytest.mark.parametrize("seat", [1, 3, 4, 5])
def test_only_a_person_who_may_act_passes(seat: int) -> None:
    """Seats 1 and 3 do not answer the truco, a bot plays seat 4, and there is no seat 5."""
    session = session_of(truco_answered_by_2_and_4(), bots=(4,))
    assert not session.pass_turn(seat)
    assert session.passed == frozenset()
    assert session.pass_turn(2)
    assert turn_of(session) == Turn((BotQuestion(4, "choose"),), awaited=())


def test_a_pass_expires_with_the_next_move() -> None:
    match = truco_answered_by_2_and_4()
    session = session_of(match, bots=(1, 3, 4))
    session.pass_turn(2)
    play(match, "4 quiero", "1 4o")
    assert session.passed == frozenset()
    assert session.awaited == (2,)


@pytest.mark.parametrize("way", [copy.deepcopy, lambda session: pickle.loads(pickle.dumps(session))])
def test_a_copied_session_keeps_its_passes(way: Callable[[Session], Session]) -> None:
    session = Session(truco_answered_by_2_and_4(), {1, 3}.__contains__)
    assert session.pass_turn(2)
    twin = way(session)
    assert twin.passed == session.passed == frozenset({2})
    assert twin.match == session.match
    assert twin.match is not session.match
    twin.match.play(4, "no-quiero")
    assert (twin.passed, session.passed) == (frozenset(), frozenset({2}))


def test_a_seña_ends_no_pass() -> None:
    match = truco_answered_by_2_and_4()
    session = session_of(match, bots=(1, 3, 4))
    session.pass_turn(2)
    match.play(2, "sena-tres")
    assert session.passed == {2}


def test_an_optional_interrupter_is_not_waited_for() -> None:
    """S003 Flor: a reservá may be sung while the others speak, and nobody has to sing it."""
    match = play(hand_of("quesada", RESERVA), "1 envido-10", "6 flor")
    assert match.turn[4] == ["flor"]
    everybody = session_of(match, bots=range(1, 7))
    assert turn_of(everybody) == Turn(asks(4, 1, 3, 5), awaited=())
    without_4 = session_of(match, bots=(1, 2, 3, 5, 6))
    assert turn_of(without_4) == Turn(asks(1, 3, 5), awaited=())


def test_a_bot_may_replace_a_person_during_a_turn() -> None:
    bots = {1, 3, 4}
    session = session_of(truco_answered_by_2_and_4(), bots)
    assert turn_of(session).awaited == (2,)
    bots.add(2)
    assert turn_of(session) == Turn(asks(2, 4), awaited=())


# --------------------------------------------------------------------------------------------------- start of a trick


def test_every_bot_chooses_whom_it_watches_before_the_first_seña() -> None:
    session = session_of(hand_of("argentino", WEAK, flor=False), bots=(1, 3, 4))
    watch, sign = [(seat, "watch") for seat in (1, 3, 4)], [(seat, "sign") for seat in (1, 3, 4)]
    assert answer_questions(session) == watch + sign


def test_the_questions_of_a_trick_are_put_once_in_each_trick() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    session = session_of(match, bots=(4,))
    assert len(answer_questions(session)) == 2
    play(match, "1 4o", "2 4c", "3 4e")
    assert answer_questions(session) == []
    play(match, "4 4b")
    assert len(answer_questions(session)) == 2


def test_a_session_that_begins_within_a_trick_puts_no_questions_until_the_next() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    match.play(1, "sena-tres")
    assert answer_questions(session_of(match, bots=(1, 2, 3, 4))) == []
    assert len(answer_questions(session_of(match, bots=(2, 3, 4)))) == 6  # only a person has made a seña
    match.play(1, "4o")
    assert answer_questions(session_of(match, bots=(2, 3, 4))) == []


def test_a_bot_that_replaces_a_person_within_a_trick_is_asked_from_the_next_on() -> None:
    bots: set[int] = {2}
    match = hand_of("argentino", WEAK, flor=False)
    session = session_of(match, bots)
    answer_questions(session)
    bots.add(3)
    assert answer_questions(session) == []


def test_two_players_make_no_señas() -> None:
    match = Match("argentino", 2, seed=1)
    match.deal()
    assert answer_questions(session_of(match, bots=(1, 2))) == []


def test_only_the_seats_of_the_hand_make_señas() -> None:
    match = Match("belmez", 4, seed="duels")
    match.deal()
    assert match.hand is not None
    assert len(match.hand.seats) == 2
    questions = answer_questions(session_of(match, bots=(1, 2, 3, 4)))
    assert {seat for seat, _kind in questions} == set(match.hand.seats)


def test_no_seña_is_made_before_an_exposed_card_is_decided_on() -> None:
    match = Match("argentino", 4, seed="exposed", dealer=4)
    match.deal(exposed=2)
    session = session_of(match, bots=(1, 2, 3, 4))
    assert session.next_step() == Turn((BotQuestion(2, "choose"),), awaited=())
    match.play(2, "acepta-carta")
    assert isinstance(session.next_step(), BotQuestion)


def test_the_same_seña_is_not_made_twice_in_a_hand() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    session = session_of(match, bots=(1, 2, 3, 4))
    assert session.may_sign(1, "sena-tres")
    match.play(1, "sena-tres")
    assert not session.may_sign(1, "sena-tres")
    assert session.may_sign(3, "sena-tres")


# -------------------------------------------------------------------------------------------------------- queued calls


def test_a_queued_call_is_made_before_anybody_is_asked() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    session = session_of(match, bots=(2, 3, 4))
    answer_questions(session)
    match.play(1, "envido")
    session.queued_calls.note_move(1, "envido", ("truco",))
    assert isinstance(session.next_step(), Turn)  # the envido is answered first
    match.play(2, "no-quiero")
    assert session.next_step() == QueuedCall(1, "truco")


# ------------------------------------------------------------------------------------------------------- after a hand


def played_hand() -> Match:
    """Return a match after a hand in which seat 1 may have kept silent about a flor."""
    match = hand_of("argentino", SILENT_FLOR)
    while match.turn:
        seat, moves = next(iter(match.turn.items()))
        match.play(seat, next(move for move in moves if move in CARDS))
    return match


def test_each_bot_is_asked_once_for_a_claim() -> None:
    match = played_hand()
    session = session_of(match, bots=(1, 2, 4))
    able = [seat for seat in match.claims() if seat in (1, 2, 4)]
    assert answer_questions(session) == [(seat, "claim") for seat in able]
    assert session.next_step() == BetweenHands()


def test_a_seat_is_not_asked_for_a_claim_that_its_partner_has_made() -> None:
    match = played_hand()
    session = session_of(match, bots=(2, 4))
    question = session.next_step()
    assert question == BotQuestion(2, "claim")
    session.note_answer(BotQuestion(2, "claim"))
    for claim in match.claims()[2]:
        match.play(2, claim)
    assert session.next_step() == BetweenHands()


def test_nothing_is_due_before_the_first_deal_and_after_the_match() -> None:
    match = Match("gauderio", 4, seed=5)
    session = session_of(match, bots=(1, 2, 3, 4))
    assert session.next_step() == BetweenHands()
    while match.deal():
        while match.turn:
            seat = next(seat for seat in match.must_act if seat in match.turn)
            match.play(seat, timeout_move(match.view(seat)))
    assert session.next_step() == MatchOver()


# --------------------------------------------------------------------------------------------------------------- time


def test_the_person_with_the_most_time_left_is_waited_for() -> None:
    assert last_awaited((1, 3, 5), {1: 2.0, 3: 9.0, 5: 4.0}.__getitem__) == 3
    assert last_awaited((1, 3, 5), {1: 2.0, 3: 9.0, 5: 9.0}.__getitem__) == 5


def test_a_bot_lets_people_of_its_side_answer_first() -> None:
    session = session_of(truco_answered_by_2_and_4(), bots=(1, 2, 3))
    assert session.people_answering_before(2) == [4]
    assert [session.is_left_to(seat) for seat in WEAK] == [False, False, False, True]
    assert session.delay(2, thinking=1.0, for_partners=8.0) == 8.0
    session.pass_turn(4)
    assert not session.is_left_to(4)
    assert session.delay(2, thinking=1.0, for_partners=8.0) == 1.0


def test_a_bot_leaves_more_time_for_the_decision_whether_to_play_the_hand() -> None:
    match = Match("paulista", seed="1", dealer=4, score=(11, 4))
    match.deal()
    session = session_of(match, bots=(2, 3, 4))
    assert session.is_left_to(1)
    assert session.delay(3, thinking=1.0, for_partners=8.0) == DECISION_SECONDS
    assert session.delay(3, thinking=1.0, for_partners=45.0) == 45.0
    match.play(1, "quiero")
    assert session.time_for_partners(8.0) == 8.0


def test_when_the_time_for_partners_is_over_the_last_bot_must_choose() -> None:
    session = session_of(truco_answered_by_2_and_4(), bots=(1, 3, 4))
    session.note_answer(*turn_of(session).questions)
    assert session.leaves_answer_to_people
    session.end_time_for_partners()
    assert not session.leaves_answer_to_people
    assert not session.is_left_to(2)
    assert session.delay(4, thinking=1.0, for_partners=8.0) == 1.0
    assert turn_of(session) == Turn((BotQuestion(4, "choose"),), awaited=())
    session.match.play(4, "quiero")
    session.match.play(1, "4o")
    assert session.match.must_act == (2,)
    assert turn_of(session).awaited == (2,)


def test_people_without_a_bot_on_their_side_have_no_time_limit() -> None:
    session = session_of(truco_answered_by_2_and_4(), bots=(1, 3))
    assert not session.leaves_answer_to_people
    session.end_time_for_partners()
    assert turn_of(session) == Turn((), awaited=(2, 4))


def test_a_bot_does_not_wait_for_people_of_the_other_side() -> None:
    session = session_of(truco_answered_by_2_and_4(), bots=(2, 4))
    assert session.people_answering_before(2) == []
    assert session.delay(2, thinking=1.0, for_partners=8.0) == 1.0


def test_a_bot_leaves_time_to_people_who_may_interrupt() -> None:
    match = hand_of("argentino", WEAK, flor=False, word="any")
    assert session_of(match, bots=(1, 2, 3, 4)).delay(1, thinking=0.0, for_partners=8.0) == 0.0
    assert session_of(match, bots=(1, 2, 3)).delay(1, thinking=0.0, for_partners=8.0) == BEFORE_PLAY
    after_flor = play(hand_of("quesada", RESERVA), "1 envido-10", "6 flor")
    assert session_of(after_flor, bots=(1, 2, 3, 5, 6)).delay(1, thinking=0.0, for_partners=8.0) == BEFORE_ANSWER


@pytest.mark.parametrize("seat_4", ["5o 7e 11o", "5o 7e 3b"], ids=["with a reservá", "without"])
def test_the_delay_does_not_depend_on_who_can_interrupt(seat_4: str) -> None:
    match = play(hand_of("quesada", {**RESERVA, 1: "2o 10o 4o", 4: seat_4, 5: "4c 7b 6e"}), "1 flor", "6 flor")
    assert (4 in match.turn) is (seat_4 == "5o 7e 11o")
    assert session_of(match, bots=(1, 2, 3, 5, 6)).delay(1, thinking=0.0, for_partners=8.0) == BEFORE_ANSWER
