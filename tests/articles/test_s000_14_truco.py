"""S000 §14: truco, retruco and vale cuatro: their price, who may call, who answers."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, hand, in_turns, last_is_illegal, score, seats_that_may, turn

TWO = ("5b 7b 12c", "4e 6e 11o")
FOUR = ("4b 6c 11e", "5o 2e 12c", "10b 3o 6e", "7c 1o 4e")
CALLS = ("truco", "retruco", "vale-cuatro")


def two(moves: str, options: str = "") -> str:
    return hand(moves, *TWO, options=options)


def four(moves: str, options: str = "") -> str:
    return hand(moves, *FOUR, options=options)


def ladder(calls: int) -> str:
    """Return the moves of this many calls, each the direct answer to the call before. The last is pending."""
    return " ; ".join(in_turns(CALLS[:calls]))


@pytest.mark.parametrize(("calls", "points"), [(0, 1), (1, 2), (2, 3), (3, 4)])
@pytest.mark.parametrize("side", "AB")
def test_s000_14_accepted(calls: int, points: int, side: str) -> None:
    """§14: truco "aumentar su valor a 2 tantos", retruco "a 3 tantos", vale cuatro "a 4 tantos"."""
    bets = f"{ladder(calls)} ; {1 + calls % 2} quiero ; " if calls else ""
    cards = "1 12c ; 2 4e ; 1 7b ; 2 6e" if side == "A" else "1 5b ; 2 6e ; 2 11o ; 1 7b"
    assert awards(two(bets + cards)) == [("truco", side, points)]


@pytest.mark.parametrize(("calls", "points"), [(1, 1), (2, 2), (3, 3)])
def test_s000_14_refused(calls: int, points: int) -> None:
    """§14: "no quiero, con lo que se admite la derrota y la pérdida de 1 tanto"; then 2; then 3."""
    text = two(f"{ladder(calls)} ; {1 + calls % 2} no-quiero")
    assert awards(text) == [("truco", "A" if calls % 2 else "B", points)]
    assert turn(text) == {}


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        ("1 truco", ["mazo", "no-quiero", "quiero", "retruco"]),
        ("1 truco ; 2 quiero ; 1 12c ; 2 retruco", ["mazo", "no-quiero", "quiero", "vale-cuatro"]),
        ("1 truco ; 2 retruco ; 1 vale-cuatro", ["mazo", "no-quiero", "quiero"]),
    ],
)
def test_s000_14_the_answers(moves: str, answers: list[str]) -> None:
    """§14: "Las respuestas son quiero, para aceptar … o no quiero"; a raise contains the quiero."""
    [codes] = turn(two(moves)).values()
    assert [code for code in codes if "envido" not in code] == answers


@pytest.mark.parametrize(("answerer", "answer"), [(2, "quiero"), (4, "quiero"), (2, "retruco"), (4, "retruco")])
def test_s000_14_any_rival_answers_for_the_side(answerer: int, answer: str) -> None:
    """§14: "Cualquier jugador del bando contrario puede contestar y su respuesta obliga a todo su equipo"."""
    text = four(f"1 truco ; {answerer} {answer}")
    assert list(turn(text)) == ([1] if answer == "quiero" else [1, 3])
    for answer_again in ("2 no-quiero", "4 no-quiero"):
        last_is_illegal(f"{text}\n{answer_again}")


def test_s000_14_truco_at_any_moment_of_the_own_turn() -> None:
    """§14: "Un jugador puede cantar truco en cualquier momento, pero lo usual es … a partir de la segunda baza"."""
    played = ["1 4b", "2 5o", "3 6e", "4 4e", "3 10b", "4 7c", "1 6c", "2 2e", "2 12c", "3 3o", "4 1o"]
    for count in range(len(played)):
        text = four(" ; ".join(played[:count]))
        [seat] = turn(text)
        assert seats_that_may(text, "truco") == {seat}
        assert seat == int(played[count][0])


@pytest.mark.parametrize("seat", [2, 3, 4])
def test_s000_11_truco_in_turn_only(seat: int) -> None:
    """§11: "callando o hablando en su turno"; option `word=turn`."""
    last_is_illegal(four(f"{seat} truco"))


def test_s000_14_only_the_accepting_side_may_raise() -> None:
    """§14: "El equipo que ha contestado quiero al truco, puede decir retruco en cualquier momento"."""
    accepted = "1 truco ; 2 quiero"
    assert seats_that_may(four(accepted), "retruco") == set()
    last_is_illegal(four(f"{accepted}\n1 retruco"))
    assert seats_that_may(four(f"{accepted} ; 1 4b"), "retruco") == {2}
    assert seats_that_may(four(f"{accepted} ; 1 4b ; 2 5o"), "retruco") == set()
    assert seats_that_may(four(f"{accepted} ; 1 4b ; 2 5o ; 3 6e"), "retruco") == {4}


def test_s000_14_the_right_to_phrasegoes_to_and_fro() -> None:
    """§14: "Cuando un equipo a contestado quiero al retruco, puede aumentar la apuesta a 4 tantos"."""
    text = two("1 truco ; 2 quiero ; 1 12c ; 2 retruco ; 1 quiero ; 2 4e")
    assert seats_that_may(text, "vale-cuatro") == {1}
    last_is_illegal(two("1 truco ; 2 quiero ; 1 12c ; 2 retruco ; 1 quiero\n2 vale-cuatro"))
    assert awards(f"{text} ; 1 vale-cuatro ; 2 no-quiero") == [("truco", "A", 3)]


def test_s000_14_vale_cuatro_is_the_highest() -> None:
    """§14: "Vale cuatro es la apuesta más alta del truco. Ya no se puede seguir apostando"."""
    text = two("1 truco ; 2 retruco ; 1 vale-cuatro ; 2 quiero")
    for more in ("", " ; 1 12c", " ; 1 12c ; 2 4e"):
        assert not {code for codes in turn(text + more).values() for code in codes} & set(CALLS)


@pytest.mark.parametrize("moves", ["1 retruco", "1 vale-cuatro", "1 truco\n2 truco", "1 truco\n2 vale-cuatro"])
def test_s000_14_no_rung_is_left_out(moves: str) -> None:
    """§14: truco, then retruco, then vale cuatro."""
    last_is_illegal(two(moves))


@pytest.mark.parametrize("phrase", ["retruco", "quiero-retruco"])
def test_s000_14_quiero_retruco_in_one_breath(phrase: str) -> None:
    """§14: "debe aceptarse explícitamente con la palabra quiero y sólo después puede retrucarse"."""
    assert awards(two(f"1 truco ; 2 {phrase} ; 1 no-quiero")) == [("truco", "B", 2)]


@pytest.mark.parametrize("move", ["1 4b", "3 10b", "1 mazo", "3 mazo", "1 retruco", "3 quiero", "1 envido", "3 envido"])
def test_s000_14_the_calling_side_waits(move: str) -> None:
    """§14: while its call waits for an answer a side can do nothing, not even leave."""
    last_is_illegal(four(f"1 truco\n{move}"))


@pytest.mark.parametrize("move", ["2 5o", "2 mazo", "4 mazo"])
def test_s000_14_a_truco_must_be_answered(move: str) -> None:
    """§14: "Las respuestas son quiero … o no quiero"; with a partner still in nobody leaves instead."""
    last_is_illegal(four(f"1 truco\n{move}"))


def test_s000_14_the_word_returns_to_the_same_seat() -> None:
    """§11: after a call is settled the turn is where it was."""
    assert turn(four("1 4b ; 2 truco ; 3 quiero")) == {2: ["12c", "2e", "5o", "mazo"]}
    assert list(turn(four("1 4b ; 2 5o ; 3 truco ; 2 quiero"))) == [3]


# ------------------------------------------------------------------------------------------------------- word=any

ANY = "word=any"


def test_s000_14_word_any_lets_everybody_call() -> None:
    """§14: "Un jugador puede cantar truco en cualquier momento": `word=any`."""
    assert seats_that_may(four("", options=ANY), "truco") == {1, 2, 3, 4}
    on_turn = ["11e", "4b", "6c", "envido", "falta-envido", "mazo", "real-envido", "truco"]
    assert turn(four("", options=ANY)) == {1: on_turn, 2: ["truco"], 3: ["truco"], 4: ["truco"]}
    assert seats_that_may(four("1 4b ; 2 5o", options=ANY), "truco") == {1, 2, 3, 4}


def test_s000_14_word_any_is_answered_and_the_turn_stays() -> None:
    """`word=any`: a truco out of turn is answered by the rivals; then the turn is where it was."""
    text = four("1 4b ; 4 truco", options=ANY)
    assert list(turn(text)) == [1, 3]
    accepted = f"{text} ; 1 quiero"
    assert "5o" in turn(accepted)[2]
    assert seats_that_may(accepted, "retruco") == {1, 3}


def test_s000_14_word_any_raises_out_of_turn() -> None:
    """§14: the player who accepted "puede decir retruco en cualquier momento"."""
    text = four("1 truco ; 2 quiero", options=ANY)
    assert seats_that_may(text, "retruco") == {2, 4}
    assert awards(f"{text} ; 4 retruco ; 3 no-quiero") == [("truco", "B", 2)]


def test_s000_14_word_any_is_for_the_truco_alone() -> None:
    """`word=any`: envido, flor, cards and leaving keep their turn."""
    for move in ("2 envido", "2 5o", "3 mazo"):
        last_is_illegal(four(move, options=ANY))


def test_s000_14_word_any_only_with_nothing_pending() -> None:
    """`word=any`: a pending call is answered first."""
    for move in ("3 truco", "3 retruco", "1 4b"):
        last_is_illegal(four(f"1 envido\n{move}", options=ANY))


def test_s000_14_word_any_not_for_seats_that_left() -> None:
    """`word=any`: "any seat that has not thrown in"."""
    assert seats_that_may(four("1 mazo", options=ANY), "truco") == {2, 3, 4}


def test_s000_16_word_any_truco_out_of_turn_loses_the_own_envido() -> None:
    """§16: a player who says truco first "pierde la posibilidad de decir flor o envido"; the envido goes first."""
    text = four("3 truco", options=ANY)
    assert seats_that_may(text, "envido") == {2, 4}
    settled = f"{text} ; 2 envido ; 1 no-quiero ; 2 quiero"
    assert seats_that_may(settled, "envido") == set()
    assert score(settled) == (0, 1)
