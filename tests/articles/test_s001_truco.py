"""Trucardo, S001 Truco: truco, retruco, vale cuatro, and throwing in. Seat 2 has the better cards."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, hand, in_turns, last_is_illegal, score, seats_that_may, turn

WEAK, STRONG = "7c 6c 4e", "1e 1b 5o"
FOUR_HANDS = (WEAK, STRONG, "12c 11o 4b", "3e 2o 6b")
LADDER = ["truco", "retruco", "vale-cuatro"]
B_WINS = "1 7c ; 2 1e ; 2 1b ; 1 6c"


def trucardo(moves: str, *held: str, points: str = "", options: str = "", dealer: int | None = None) -> str:
    return hand(moves, *(held or (WEAK, STRONG)), variant="trucardo", score=points, options=options, dealer=dealer)


def swapped(move: str) -> str:
    """Return the same move made by the rival seat."""
    seat, call = move.split()
    return f"{3 - int(seat)} {call}"


def truco_calls(moves: str, seat: int, *held: str) -> set[str]:
    return set(LADDER) & set(turn(trucardo(moves, *held)).get(seat, []))


def test_no_call_pays_one() -> None:
    """«Quien gane el truco gana un tanto para el recuento global»."""
    assert awards(trucardo(B_WINS)) == [("truco", "B", 1)]


@pytest.mark.parametrize(("steps", "stake"), [(1, 2), (2, 3), (3, 4)])
def test_truco_accepted_pays_its_rung(steps: int, stake: int) -> None:
    """«quien gane el truco se llevará dos tantos … 3 puntos … 4 puntos»."""
    answering = 2 if steps % 2 else 1
    text = trucardo(" ; ".join([*in_turns(LADDER[:steps]), f"{answering} quiero", B_WINS]))
    assert awards(text) == [("truco", "B", stake)]


@pytest.mark.parametrize(("steps", "stake"), [(1, 1), (2, 2), (3, 3)])
def test_truco_refused_pays_the_caller_the_rung_before(steps: int, stake: int) -> None:
    """«quien lo cantó se llevará un punto … quienes lo cantaron ganarán dos puntos … quien propuso vale 4 … 3»."""
    refusing, side = (2, "A") if steps % 2 else (1, "B")
    text = trucardo(" ; ".join([*in_turns(LADDER[:steps]), f"{refusing} no-quiero"]))
    assert (awards(text), turn(text)) == ([("truco", side, stake)], {})


@pytest.mark.parametrize(("steps", "raises"), [(1, {"retruco"}), (2, {"vale-cuatro"}), (3, set())])
def test_truco_answers_in_the_second_round(steps: int, raises: set[str]) -> None:
    """«A su vez, y como última réplica posible … vale 4»; the envido belongs to the first round."""
    moves = " ; ".join(["1 7c ; 2 1e", *map(swapped, in_turns(LADDER[:steps]))])
    [answers] = turn(trucardo(moves)).values()
    assert set(answers) == {"quiero", "no-quiero", "mazo"} | raises


def test_truco_any_player_may_propose() -> None:
    """«cualquier jugador puede proponer truco a los rivales», each on his turn."""
    for number, seat in enumerate((1, 2, 3, 4)):
        moves = ["1 4e", "2 5o", "3 4b", "4 6b"][:number]
        assert "truco" in turn(trucardo(" ; ".join(moves), *FOUR_HANDS))[seat]


MOVES_BEFORE = [
    "",
    "1 7c",
    "1 7c ; 2 5o",
    "1 7c ; 2 5o ; 1 6c",
    "1 7c ; 2 5o ; 1 6c ; 2 1e",
    "1 7c ; 2 5o ; 1 6c ; 2 1e ; 2 1b",
]


@pytest.mark.parametrize("before", MOVES_BEFORE)
def test_truco_may_be_called_in_every_trick(before: str) -> None:
    """«Durante la fase de truco»: leading or following, to the last card."""
    text = trucardo(before)
    [(seat, moves)] = turn(text).items()
    assert "truco" in moves
    joined = f"{text} ; " if before else text
    assert awards(f"{joined}{seat} truco ; {3 - seat} no-quiero") == [("truco", "AB"[seat - 1], 1)]


def test_retruco_only_by_the_side_that_received_the_truco() -> None:
    """«Quien recibe la apuesta de truco puede a su vez cantar retruco»."""
    assert truco_calls("1 truco ; 2 quiero", 1) == set()
    assert truco_calls("1 truco ; 2 quiero ; 1 7c", 2) == {"retruco"}
    assert truco_calls("1 truco ; 2 retruco ; 1 quiero", 1) == {"vale-cuatro"}
    assert truco_calls("1 truco ; 2 retruco ; 1 quiero ; 1 7c", 2) == set()
    last_is_illegal(trucardo("1 truco ; 2 quiero\n1 retruco"))
    last_is_illegal(trucardo("1 truco\n1 retruco"))


def test_retruco_at_any_moment() -> None:
    """«en cualquier momento»: at once, or rounds later on one's turn."""
    later = trucardo("1 truco ; 2 quiero ; 1 7c ; 2 1e ; 2 retruco ; 1 quiero ; 2 1b ; 1 vale-cuatro ; 2 no-quiero")
    assert awards(later) == [("truco", "A", 3)]
    assert awards(trucardo("1 truco ; 2 quiero ; 1 7c ; 2 retruco ; 1 no-quiero")) == [("truco", "B", 2)]


def test_retruco_later_after_an_accepted_one() -> None:
    moves = "1 truco ; 2 quiero ; 1 7c ; 2 retruco ; 1 quiero ; 2 1e ; 2 1b ; 1 vale-cuatro ; 2 quiero ; 1 6c"
    assert awards(trucardo(moves)) == [("truco", "B", 4)]


def test_vale_cuatro_is_the_last() -> None:
    """«como última réplica posible»."""
    moves = "1 truco ; 2 retruco ; 1 vale-cuatro"
    assert truco_calls(moves, 2) == set()
    assert truco_calls(f"{moves} ; 2 quiero", 1) == set()
    assert truco_calls(f"{moves} ; 2 quiero ; 1 7c", 2) == set()


def test_truco_calls_are_made_in_order() -> None:
    assert truco_calls("", 1) == {"truco"}
    last_is_illegal(trucardo("\n1 retruco"))
    last_is_illegal(trucardo("\n1 vale-cuatro"))
    last_is_illegal(trucardo("1 truco\n2 vale-cuatro"))


def test_truco_waits_for_its_answer() -> None:
    assert sorted(turn(trucardo("1 truco", *FOUR_HANDS))) == [2, 4]
    for move in ("1 7c", "1 mazo", "3 mazo", "3 truco", "2 1e"):
        last_is_illegal(trucardo(f"1 truco\n{move}", *FOUR_HANDS))


def test_truco_after_the_answer_the_turn_returns() -> None:
    assert list(turn(trucardo("1 truco ; 4 quiero", *FOUR_HANDS))) == [1]
    assert list(turn(trucardo("1 4e ; 2 truco ; 3 quiero", *FOUR_HANDS))) == [2]


def test_truco_either_partner_answers_and_binds() -> None:
    for seat in (2, 4):
        assert awards(trucardo(f"1 truco ; {seat} no-quiero", *FOUR_HANDS)) == [("truco", "A", 1)]
        assert sorted(turn(trucardo(f"1 truco ; {seat} retruco", *FOUR_HANDS))) == [1, 3]


@pytest.mark.parametrize(
    ("phrase", "code"),
    [("vale-4", "vale-cuatro"), ("quiero-vale-cuatro", "vale-cuatro"), ("Vale-Cuatro", "vale-cuatro")],
)
def test_vale_cuatro_has_other_spellings(phrase: str, code: str) -> None:
    """«vale 4»."""
    base = "1 truco ; 2 retruco ; 1"
    assert turn(trucardo(f"{base} {phrase}")) == turn(trucardo(f"{base} {code}"))


def test_option_word_any() -> None:
    """«cualquier jugador … en cualquier momento», taken literally: the truco out of turn, and nothing else."""
    text = trucardo("", *FOUR_HANDS, options="word=any")
    assert seats_that_may(text, "truco") == {1, 2, 3, 4}
    assert turn(text)[4] == ["truco"]
    assert sorted(turn(trucardo("", *FOUR_HANDS))) == [1]
    assert seats_that_may(trucardo("4 truco ; 1 quiero", *FOUR_HANDS, options="word=any"), "retruco") == {1, 3}
    assert awards(trucardo("4 truco ; 1 no-quiero", *FOUR_HANDS, options="word=any")) == [("truco", "B", 1)]


# -------------------------------------------------------------------------------------------------------------- mazo


@pytest.mark.parametrize(
    ("before", "stake"),
    [
        ("", 1),
        ("1 truco ; 2 quiero", 2),
        ("1 truco ; 2 retruco ; 1 quiero", 3),
        ("1 truco ; 2 retruco ; 1 vale-cuatro ; 2 quiero", 4),
    ],
)
def test_mazo_pays_the_stake_in_force(before: str, stake: int) -> None:
    """«tiene la opción de irse al mazo»; TR-6: it costs what the hand is worth."""
    moves = " ; ".join(filter(None, [before, "1 mazo"]))
    assert awards(trucardo(moves)) == [("truco", "B", stake)]


@pytest.mark.parametrize(
    ("before", "seat", "side", "stake"),
    [("1 truco", 2, "A", 1), ("1 truco ; 2 retruco", 1, "B", 2), ("1 truco ; 2 retruco ; 1 vale-cuatro", 2, "A", 3)],
)
def test_mazo_under_a_call_is_a_refusal(before: str, seat: int, side: str, stake: int) -> None:
    """TR-6."""
    assert awards(trucardo(f"{before} ; {seat} mazo")) == [("truco", side, stake)]


def test_mazo_only_by_the_seat_on_turn() -> None:
    """«el jugador a quien corresponde jugar una carta»."""
    last_is_illegal(trucardo("\n2 mazo"))
    last_is_illegal(trucardo("1 7c\n1 mazo"))
    assert "mazo" in turn(trucardo("1 7c"))[2]


def test_mazo_of_one_partner_leaves_the_other_in() -> None:
    text = trucardo("1 mazo", *FOUR_HANDS)
    assert (awards(text), list(turn(text))) == ([], [2])
    moves = "1 mazo ; 2 5o ; 3 12c ; 4 6b ; 3 mazo"
    assert awards(trucardo(moves, *FOUR_HANDS)) == [("truco", "B", 1)]
    last_is_illegal(trucardo("1 truco\n2 mazo", *FOUR_HANDS))


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        ("1 envido ; 2 mazo", (2, 0)),
        ("1 envido ; 2 real-envido ; 1 mazo", (0, 3)),
        ("1 truco ; 2 envido ; 1 mazo", (0, 2)),
    ],
)
def test_mazo_under_an_envido_refuses_it_and_gives_up_the_hand(moves: str, points: tuple[int, int]) -> None:
    """Section 0: the pending call counts as refused, and the stake in force is paid."""
    assert score(trucardo(moves)) == points
