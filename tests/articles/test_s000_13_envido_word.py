"""S000 §11, §13 and §18: who may open the envido, who answers it, and how long it is open."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, hand, last_is_illegal, score, turn

FOUR = ("4b 6c 11e", "5o 2e 12c", "10b 3o 6e", "7c 1o 4e")  # envido 6, 5, 6, 7; nobody has a flor
TWO = ("5b 7b 12c", "4e 6e 11o")
ENVIDO = {"envido", "real-envido", "falta-envido"}


def four(moves: str, options: str = "") -> str:
    return hand(moves, *FOUR, options=options)


def two(moves: str) -> str:
    return hand(moves, *TWO)


def openers(text: str) -> set[int]:
    """Return the seats that may call envido at the end of a record. Each may make all three calls or none."""
    calls_of_seats = {seat: ENVIDO & set(moves) for seat, moves in turn(text).items()}
    assert all(calls in (set(), ENVIDO) for calls in calls_of_seats.values())
    return {seat for seat, calls in calls_of_seats.items() if calls}


@pytest.mark.parametrize(
    ("moves", "seats"),
    [
        ("", {1}),
        ("1 4b", {2}),
        ("1 4b ; 2 5o", {3}),
        ("1 4b ; 2 5o ; 3 6e", {4}),
        ("1 4b ; 2 5o ; 3 6e ; 4 4e", set()),
        ("1 mazo", {2}),
        ("1 truco", {2, 4}),
        ("1 4b ; 2 truco", {3}),
        ("1 4b ; 2 5o ; 3 truco", {4}),
        ("1 4b ; 2 5o ; 3 6e ; 4 truco", set()),
    ],
)
def test_s000_18_envido_is_open_until_the_own_card(moves: str, seats: set[int]) -> None:
    """§18: "cada jugador en su turno tiene esas tres opciones hasta que juega una carta"."""
    assert openers(four(moves)) == seats


@pytest.mark.parametrize("moves", ["1 4b ; 2 5o ; 3 6e ; 4 4e", "1 4b ; 2 5o ; 3 6e ; 4 4e ; 3 3o"])
def test_s000_11_no_envido_after_a_silent_first_trick(moves: str) -> None:
    """§11: "No hay envido si todos los jugadores han descartado, callados, la primera carta"."""
    assert openers(four(moves)) == set()
    last_is_illegal(four("1 4b ; 2 5o ; 3 6e ; 4 4e\n3 envido"))


def test_s000_18_a_player_who_has_played_may_not_open() -> None:
    """§13: "No se puede echar envido después de jugada la primera carta"."""
    for seat in (1, 3):
        last_is_illegal(four(f"1 4b ; 2 truco ; 3 envido ; 4 no-quiero\n{seat} envido"))
    last_is_illegal(four("1 4b ; 2 truco\n1 envido"))


@pytest.mark.parametrize("answerer", [1, 3])
def test_s000_11_a_player_who_has_played_may_answer(answerer: int) -> None:
    """§11: "los otros tienen la posibilidad de responderle, aunque ya hayan jugado su primera carta"."""
    called = "1 4b ; 2 5o ; 3 6e ; 4 envido"
    everything = ["envido", "falta-envido", "no-quiero", "quiero", "real-envido"]
    assert turn(four(called)) == {1: everything, 3: everything}
    assert awards(four(f"{called} ; {answerer} quiero")) == [("envido", "B", 2)]
    assert awards(four(f"{called} ; {answerer} real-envido ; 2 quiero")) == [("envido", "B", 5)]


@pytest.mark.parametrize(("answerer", "answer", "side", "points"), [(2, "quiero", "B", 2), (4, "no-quiero", "A", 1)])
def test_s000_13_any_rival_answers_for_the_side(answerer: int, answer: str, side: str, points: int) -> None:
    """§13: "Tanto los envites como las respuestas comprometen a todo el bando"."""
    text = four(f"1 envido ; {answerer} {answer}")
    assert awards(text) == [("envido", side, points)]
    assert list(turn(text)) == [1]


@pytest.mark.parametrize("second", ["2 quiero", "4 quiero", "2 no-quiero", "4 envido"])
def test_s000_13_the_first_answer_binds(second: str) -> None:
    """§13: once a player has answered, the partner cannot answer again."""
    last_is_illegal(four(f"1 envido ; 4 no-quiero\n{second}"))


@pytest.mark.parametrize("move", ["1 envido", "3 quiero", "3 real-envido", "1 4b", "1 mazo", "3 mazo", "1 truco"])
def test_s000_16_the_calling_side_waits_for_the_answer(move: str) -> None:
    """§16 "envido envido: dicho por un mismo jugador vale por un envido simple": a player cannot raise his own call."""
    last_is_illegal(four(f"1 envido\n{move}"))


@pytest.mark.parametrize("move", ["2 mazo", "4 mazo", "2 5o", "2 truco"])
def test_s000_13_an_envido_must_be_answered(move: str) -> None:
    """§16: "En el envido, las proposiciones deben cerrarse, con las expresiones quiero o no quiero"."""
    last_is_illegal(four(f"1 envido\n{move}"))


@pytest.mark.parametrize(("answer", "points"), [("quiero", 2), ("no-quiero", 1)])
def test_s000_13_the_word_returns_to_the_same_seat(answer: str, points: int) -> None:
    """§11: "cada jugador debe respetarlo, callando o hablando en su turno"."""
    text = four(f"1 4b ; 2 envido ; 3 {answer}")
    assert turn(text) == {2: ["12c", "2e", "5o", "mazo", "truco"]}
    assert sum(score(text)) == points


@pytest.mark.parametrize("close", ["2 quiero", "4 no-quiero"])
def test_s000_13_one_envido_a_hand(close: str) -> None:
    """§13: "cualquiera de estas dos últimas voces cierra las apuestas de envido"."""
    assert openers(four(f"1 envido ; {close}")) == set()
    assert openers(four(f"1 envido ; {close} ; 1 4b")) == set()
    assert openers(four(f"1 envido ; {close} ; 1 truco")) == set()


@pytest.mark.parametrize("answerer", [2, 4])
def test_s000_13_closed_for_both_sides_once_the_truco_is_accepted(answerer: int) -> None:
    """§13: "No se puede echar envido … después de haber querido el truco"."""
    accepted = f"1 truco ; {answerer} quiero"
    for more in ("", " ; 1 4b", " ; 1 4b ; 2 5o", " ; 1 4b ; 2 5o ; 3 6e"):
        assert openers(four(accepted + more)) == set()


def test_s000_13_a_retruco_accepts_the_truco_and_closes_the_envido() -> None:
    """§13: answering retruco accepts the truco."""
    assert openers(four("1 truco ; 2 retruco")) == set()
    assert turn(two("1 truco ; 2 retruco")) == {1: ["mazo", "no-quiero", "quiero", "vale-cuatro"]}


def test_s000_13_envido_goes_before_the_truco() -> None:
    """§13: "después de terminado el envido, hay que contestar el truco anterior"."""
    envido_over_truco = "1 4b ; 2 truco ; 3 envido"
    assert list(turn(four(envido_over_truco))) == [2, 4]
    settled = four(f"{envido_over_truco} ; 2 quiero")
    assert awards(settled) == [("envido", "B", 2)]
    answers = ["no-quiero", "quiero", "retruco"]
    assert turn(settled) == {1: answers, 3: answers}
    refused = four(f"{envido_over_truco} ; 4 no-quiero ; 3 no-quiero")
    assert awards(refused) == [("envido", "A", 1), ("truco", "B", 1)]


@pytest.mark.parametrize("call", ["envido", "real-envido", "falta-envido"])
def test_s000_13_the_truco_caller_answers_the_envido(call: str) -> None:
    """§13: "Si un jugador grita truco antes de que … haya dicho envido, puede contestar al envido contrario"."""
    raises = [] if call == "falta-envido" else ["envido", "falta-envido", "real-envido"]
    assert turn(two(f"1 truco ; 2 {call}")) == {1: sorted([*raises, "mazo", "no-quiero", "quiero"])}


def test_s000_13_the_truco_caller_may_raise_the_envido() -> None:
    """§13: the right to answer holds all five answers."""
    text = two("1 truco ; 2 envido ; 1 real-envido ; 2 quiero")
    assert awards(text) == [("envido", "A", 5)]
    assert turn(text) == {2: ["mazo", "no-quiero", "quiero", "retruco"]}


def test_s000_13_the_pending_truco_is_played_at_its_price() -> None:
    """§13: the truco waits and keeps its value."""
    text = two("1 truco ; 2 envido ; 1 quiero ; 2 quiero ; 1 12c ; 2 4e ; 1 7b ; 2 6e")
    assert awards(text) == [("envido", "A", 2), ("truco", "A", 2)]


def test_s000_13_a_seat_that_left_neither_answers_nor_counts() -> None:
    """§14: a player who went to the deck has left the game; his points are not compared."""
    best_gone = ("4b 6c 11e", "7o 6o 12c", "10b 3o 6e", "4c 1o 5e")
    called = "1 4b ; 2 mazo ; 3 envido"
    assert list(turn(hand(called, *best_gone))) == [4]
    assert awards(hand(f"{called} ; 4 quiero", *best_gone)) == [("envido", "A", 2)]
