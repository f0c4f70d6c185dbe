"""S000 §2 and §15: points, chicos and the match; in what order points are written."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, finished, games, hand, illegal, last_is_illegal, result, score, turn

TWO = ("5b 7b 12c", "4e 6e 11o")  # A has the better envido; B can win the hand
B_WINS_HAND = "1 5b ; 2 6e ; 2 11o ; 1 7b"
A_TAKES_ONE = "1 truco ; 2 no-quiero"


def two(moves: str, score: str = "", games: str = "", options: str = "") -> str:
    return hand(moves, *TWO, score=score, games=games, options=options)


def test_s000_02_a_chico_is_thirty() -> None:
    """§2: "Sumar los 30 tantos (15 malos … y 15 buenos …) necesarios para ganar un chico"."""
    assert games(two(A_TAKES_ONE, "28-0")) == (0, 0)
    text = two(A_TAKES_ONE, "29-11")
    assert games(text) == (1, 0)
    assert score(text) == (0, 0)


def test_s000_15_malas_and_buenas_are_one_count() -> None:
    """§15: "Los primeros 15 se denominan malas y los siguientes, buenas"; the record counts them through."""
    assert score(two(A_TAKES_ONE, "14-0")) == (15, 0)


@pytest.mark.parametrize("text", ["30-0", "0-30", "31-2", "3", "1-2-3", "-1-2"])
def test_s000_02_a_record_cannot_start_with_a_won_chico(text: str) -> None:
    """§2: with 30 the chico is over."""
    assert illegal(two(A_TAKES_ONE, text)).line == 3


@pytest.mark.parametrize(
    ("before", "after", "winner"),
    [("", (1, 0), None), ("0-1", (1, 1), None), ("1-0", (2, 0), "A"), ("1-1", (2, 1), "A")],
)
def test_s000_02_two_chicos_win_the_match(before: str, after: tuple[int, int], winner: str | None) -> None:
    """§2: "La partida se gana cuando un equipo consigue dos chicos … el tercero y definitivo es el bueno"."""
    text = two(A_TAKES_ONE, "29-29", before)
    assert games(text) == after
    assert result(text)["winner"] == winner
    assert turn(text) == {}


def test_s000_02_chicos_1() -> None:
    """§2 option `chicos=1`: one chico is the match."""
    text = two(A_TAKES_ONE, "29-12", options="chicos=1")
    assert result(text)["winner"] == "A"
    assert games(text) == (1, 0)
    assert score(text) == (30, 12)


def test_s000_02_after_the_match_nothing_is_dealt() -> None:
    """§2: the match is over with the second chico; its score stays as it ended, uncapped."""
    text = two("1 truco ; 2 quiero ; 1 12c ; 2 4e ; 1 7b ; 2 6e", "29-12", "1-1")
    assert score(text) == (31, 12)
    last_is_illegal(f"{text}\ndeal 1")


def test_s000_02_a_new_chico_starts_at_nought_and_the_deal_goes_on() -> None:
    """§2: chicos follow each other; the dealer is the next seat also after a won chico."""
    text = two(f"{A_TAKES_ONE}\ndeal 1\ncards 1 {TWO[0]}\ncards 2 {TWO[1]}\n2 truco ; 1 no-quiero", "29-29")
    assert score(text) == (0, 1)
    assert games(text) == (1, 0)
    last_is_illegal(two(f"{A_TAKES_ONE}\ndeal 2", "29-29"))


@pytest.mark.parametrize(("target", "points"), [(15, "14-3"), (24, "23-23"), (1, "0-0")])
def test_s000_02_option_target(target: int, points: str) -> None:
    """Option `target`: the points of a chico."""
    assert games(two(A_TAKES_ONE, points, options=f"target={target}")) == (1, 0)
    assert games(two(A_TAKES_ONE, points)) == (0, 0)
    if target > 1:
        assert illegal(two(A_TAKES_ONE, f"{target}-0", options=f"target={target}")).line == 4


# ------------------------------------------------------------------------------------------------ order of writing


def test_s000_11_envido_is_written_before_the_truco() -> None:
    """§11: "siguiendo el orden flor-envido-truco": at 28-29 the envido wins the chico and nothing more is played."""
    text = two("1 envido ; 2 quiero", "28-29")
    assert games(text) == (1, 0)
    assert finished(text)
    last_is_illegal(f"{text}\n1 12c")


def test_s000_11_the_rest_of_the_hand_is_dropped() -> None:
    """The side that reaches the target wins at once: later points are not written."""
    text = two("1 truco ; 2 envido ; 1 quiero", "28-29")
    assert awards(text) == [("envido", "A", 2)]
    assert games(text) == (1, 0)
    assert turn(text) == {}


def test_s000_11_flor_is_written_before_the_truco() -> None:
    """§12: a pending truco waits for the flor, and is dropped when the flor wins the chico."""
    text = hand("1 truco ; 2 flor", TWO[0], "4e 6e 11e", score="29-27")
    assert games(text) == (0, 1)
    assert turn(text) == {}


def test_s000_14_refused_envido_and_truco_of_a_side_that_left() -> None:
    """§14: envido first, then the truco: the envido's point wins the chico, the truco's is dropped."""
    text = two("1 envido ; 2 mazo", "29-29")
    assert awards(text) == [("envido", "A", 1)]
    assert games(text) == (1, 0)


def test_s000_15_points_are_written_when_they_are_won() -> None:
    """An envido accepted is settled at once: the falta that follows would see it; here the score does."""
    text = two("1 envido ; 2 quiero\n= 2-0\n1 5b ; 2 6e\n= 2-0\n2 11o ; 1 7b\n= 2-1\n== envido A 2\n== truco B 1")
    assert score(text) == (2, 1)


# -------------------------------------------------------------------------------------------- finish_hand_before_win

FINISH = "finish_hand_before_win=on"


def test_s000_15_finish_hand_before_win_plays_on() -> None:
    """Option: at 29, having won the envido, the hand is still played out."""
    text = two("1 envido ; 2 quiero", "29-20", options=FINISH)
    assert games(text) == (0, 0)
    assert score(text) == (31, 20)
    assert list(turn(text)) == [1]


def test_s000_15_finish_hand_before_win_ends_with_the_hand() -> None:
    """Option: the chico is won when the hand is over."""
    text = two(f"1 envido ; 2 quiero ; {B_WINS_HAND}", "29-20", options=FINISH)
    assert games(text) == (1, 0)
    assert score(text) == (0, 0)


def test_s000_15_finish_hand_before_win_keeps_the_order() -> None:
    """Both reach 30 in one hand: the side that reached it first in the order of the lances has won."""
    text = two(f"1 envido ; 2 quiero ; {B_WINS_HAND}", "28-29", options=FINISH)
    assert awards(text) == [("envido", "A", 2), ("truco", "B", 1)]
    assert games(text) == (1, 0)
    last = two(f"1 envido ; 2 quiero ; {B_WINS_HAND}", "28-29", "1-1", options=FINISH)
    assert result(last)["winner"] == "A"
    assert score(last) == (30, 30)
