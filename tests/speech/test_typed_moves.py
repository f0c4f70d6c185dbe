"""Typed words are matched with the legal moves, using only what the player sees."""

from __future__ import annotations

import pytest

from tests.support.bot_tables import hand_of, play
from truquero import Match
from truquero.speech.menu import menu_of
from truquero.speech.typed_moves import TypedMove, read_typed_move

CARDS = {1: "4o 5c 6e", 2: "4c 5o 6b"}


def typed_by_seat_2(typed: str, *moves: str, flor: bool = False) -> TypedMove:
    """Return the result when seat 2 types words after these moves."""
    match: Match = play(hand_of("argentino", CARDS, flor=flor), *moves)
    view = match.view(2)
    return read_typed_move(menu_of(view.moves), typed, match.rules, view)


@pytest.mark.parametrize(
    ("call", "typed", "move", "queued"),
    [
        ("envido", "quiero", "quiero", ()),
        ("envido", "quiero y truco", "quiero", ("truco",)),
        ("envido", "quiero real envido", "real-envido", ()),
        ("truco", "quiero truco", "quiero", ()),
        ("truco", "quiero el truco", "quiero", ()),
        ("truco", "quiero retruco", "retruco", ()),
        ("falta-envido", "quiero falta envido", "quiero", ()),
        ("falta-envido", "quiero envido", "quiero", ()),
        ("falta-envido", "no quiero envido", "no-quiero", ()),
    ],
)
def test_words_with_one_legal_meaning_are_that_move(call: str, typed: str, move: str, queued: tuple[str, ...]) -> None:
    assert typed_by_seat_2(typed, f"1 {call}") == TypedMove(move, queued)


@pytest.mark.parametrize(
    ("call", "typed"),
    [
        ("falta-envido", "quiero real envido"),
        ("falta-envido", "quiero y real envido"),
        ("envido", "quiero retruco"),
        ("envido", "quiero truco"),
        ("envido", "quiero flor"),
        ("truco", "quiero vale cuatro"),
    ],
)
def test_an_answer_beside_an_impossible_call_is_no_answer(call: str, typed: str) -> None:
    typed_move = typed_by_seat_2(typed, f"1 {call}", flor=typed.endswith("flor"))
    message = f"“{typed}” is not possible now: choose from the list (? for help)."
    assert (typed_move.message, typed_move.problem, typed_move.codes) == (message, "untimely", ())


def test_unknown_words_differ_from_words_at_the_wrong_moment() -> None:
    assert typed_by_seat_2("asdf qwer", "1 envido").problem == "unknown"
    assert typed_by_seat_2("retruco", "1 envido").problem == "untimely"
    assert typed_by_seat_2("son buenas", "1 envido").problem == "untimely"
    assert not typed_by_seat_2("quiero", "1 envido").problem


def test_a_call_within_other_words_may_be_only_talk() -> None:
    assert typed_by_seat_2("ah, ahora real envido", "1 envido").codes == ("real-envido",)
    assert typed_by_seat_2("qué real envido más bonito tenía", "1 envido").embedded
    assert not typed_by_seat_2("¡Real envido!", "1 envido").embedded
    assert not typed_by_seat_2("quiero y truco", "1 envido").embedded


@pytest.mark.parametrize(
    ("call", "typed", "readings"),
    [
        ("truco", "quiero envido", "quiero / envido"),
        ("truco", "paso y quiero", "no quiero / quiero"),  # two answers to one question
        ("envido", "quiero envido", "quiero / envido"),
        ("truco", "envido o retruco", "envido / retruco"),
        ("truco", "envido o truco", "envido"),
        ("truco", "quiero más", "retruco"),
        ("envido", "no, real envido", "real envido / keep silent"),
    ],
)
def test_several_legal_readings_lead_to_a_question(call: str, typed: str, readings: str) -> None:
    typed_move = typed_by_seat_2(typed, f"1 {call}")
    assert (typed_move.message, typed_move.codes) == (f"Which of these? {readings}", ())
    for codes, reading in zip(typed_move.choices, readings.split(" / "), strict=True):
        chosen = typed_move.chosen(codes)
        assert chosen.codes == codes
        assert chosen.silent if reading == "keep silent" else " ".join(codes).replace("-", " ") == reading
    assert typed_move.chosen(("mazo",)) == typed_move, "only a reading can be chosen"


def test_two_answers_answer_a_double_challenge() -> None:
    assert typed_by_seat_2("paso y quiero", "1 truco", "2 envido", "1 envido") == TypedMove("no-quiero", ("quiero",))


def test_paso_with_a_partner_leads_to_a_question() -> None:
    """With a partner, "paso" may mean a pass or a refusal for the whole side. Alone it can only refuse."""
    hands = {**CARDS, 3: "4e 5b 12c", 4: "4b 5e 12o"}
    match = play(hand_of("argentino", hands, flor=False), "1 truco")
    view = match.view(2)
    question = read_typed_move(menu_of(view.moves), "paso", match.rules, view).message
    assert question == "Which of these? no quiero / keep silent"
    assert read_typed_move(menu_of(view.moves), "no quiero", match.rules, view) == TypedMove("no-quiero")
    assert typed_by_seat_2("paso", "1 truco") == TypedMove("no-quiero")


@pytest.mark.parametrize(
    "words", ["me callo", "¡Me callo!", "callar", "que hable mi compañero", "Fico na minha", "calle", "I keep silent"]
)
def test_words_of_silence_leave_the_answer_to_a_partner(words: str) -> None:
    """Silence can be said in the words of the button and of the question "Which of these?"."""
    match = play(hand_of("argentino", {**CARDS, 3: "4e 5b 12c", 4: "4b 5e 12o"}, flor=False), "1 truco")
    view = match.view(2)
    assert view.may_pass
    assert read_typed_move(menu_of(view.moves), words, match.rules, view) == TypedMove(silent=True)


def test_words_of_silence_are_refused_where_the_seat_must_answer() -> None:
    typed = typed_by_seat_2("me callo", "1 truco")
    assert (typed.problem, typed.silent, typed.move) == ("untimely", False, None)


def test_a_spoken_seña_is_made_during_a_hand() -> None:
    """S002, señas 1 and 10: "soplillos" and "la mordía" are spoken, and take no turn."""
    match = Match("navarrevisca", 4, seed=1, dealer=4)
    match.deal()
    for seat in (1, 3):
        view = match.view(seat)
        assert read_typed_move(menu_of(view.moves), "soplillos", match.rules, view) == TypedMove("sena-soplillos")
        assert read_typed_move(menu_of(view.moves), "¡la mordía!", match.rules, view) == TypedMove("sena-mordia")
