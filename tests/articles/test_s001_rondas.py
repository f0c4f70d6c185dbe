"""Trucardo, S001 Truco: three rounds, ties, who leads, and the round that is not played."""

from __future__ import annotations

import pytest

from tests.support.record_queries import (
    awards,
    finished,
    hand,
    last_is_illegal,
    moves_of_tricks,
    tricks,
    turn,
    winners_of_tricks,
)

# Seat 1 leads. Its cards against those of seat 2 make every kind of round.
WIN, TIE, LOSE = ("3e", "4b"), ("2e", "2b"), ("4o", "3b")
MORE = {"A": [WIN, ("1e", "5b"), ("7e", "5o")], "B": [LOSE, ("5c", "1b"), ("6o", "7o")], "=": [TIE, ("12e", "12o")]}
MORE["="].append(("11c", "11b"))


def record_of_tricks(row: str, options: str = "", before: str = "") -> str:
    """Return the record of a hand whose rounds have these winners, such as `A=` or `=B`. It may not be over yet."""
    pairs = [MORE[result][row[:number].count(result)] for number, result in enumerate(row)]
    unplayed = [pair for pairs_of in MORE.values() for pair in pairs_of if pair not in pairs]
    rounds = pairs + unplayed[: 3 - len(pairs)]
    moves = ([before] if before else []) + moves_of_tricks(rounds, row)
    held = map(" ".join, zip(*rounds, strict=True))
    return hand(" ; ".join(moves), *held, variant="trucardo", options=f"flor=off {options}".strip())


DECIDED = {
    "AA": "A",
    "BB": "B",
    "ABA": "A",
    "ABB": "B",
    "BAA": "A",
    "BAB": "B",
    "A=": "A",
    "B=": "B",
    "=A": "A",
    "=B": "B",
    "AB=": "A",
    "BA=": "B",
    "==A": "A",
    "==B": "B",
    "===": "A",
}


@pytest.mark.parametrize(("row", "winner"), DECIDED.items())
def test_rounds_decide_the_winner(row: str, winner: str) -> None:
    """«Para ganar el truco hay que llevarse dos de esas tres rondas … gana la pareja que antes haya conseguido la suya
    … En el caso excepcional de que las tres sean empate, gana la pareja que tiene la mano»."""
    text = record_of_tricks(row)
    assert tricks(text) == winners_of_tricks(row)
    assert (awards(text), finished(text), turn(text)) == ([("truco", winner, 1)], True, {})


@pytest.mark.parametrize("row", ["", "A", "B", "=", "AB", "BA", "=="])
def test_rounds_the_hand_goes_on(row: str) -> None:
    """«son tres las rondas a jugar por mano»."""
    text = record_of_tricks(row)
    assert (awards(text), finished(text)) == ([], False)
    assert turn(text)


@pytest.mark.parametrize("row", ["AA", "BB", "A=", "B=", "=A", "=B"])
def test_an_irrelevant_third_round_is_not_played(row: str) -> None:
    """«esta última ronda no llega a disputarse (porque una pareja ya ha ganado las dos primeras …, o bien ha ganado
    una y empatado la otra)»."""
    text = record_of_tricks(row)
    last_card = text.splitlines()[4].split()[-1]
    last_is_illegal(f"{text}\n1 {last_card}")


@pytest.mark.parametrize("dealer", [1, 2])
def test_three_ties_go_to_the_mano_whoever_that_is(dealer: int) -> None:
    """«gana la pareja que tiene la mano»."""
    mano = 3 - dealer
    order = [mano, dealer]
    moves = [f"{seat} {('3e 2e 12c', '3b 2b 12o')[seat - 1].split()[number]}" for number in range(3) for seat in order]
    text = hand(" ; ".join(moves), "3e 2e 12c", "3b 2b 12o", variant="trucardo", dealer=dealer)
    assert awards(text) == [("truco", "AB"[mano - 1], 1)]


@pytest.mark.parametrize(("row", "leader"), [("A", 1), ("B", 2), ("AB", 2), ("BA", 1)])
def test_the_winner_of_a_round_leads_the_next(row: str, leader: int) -> None:
    """«El jugador que gane una ronda es quien dará comienzo a la siguiente lanzando carta»."""
    assert list(turn(record_of_tricks(row))) == [leader]


@pytest.mark.parametrize("row", ["=", "=="])
def test_after_a_tie_the_mano_leads_again(row: str) -> None:
    """TR-7: the text is silent; whoever led the tied round leads."""
    assert list(turn(record_of_tricks(row))) == [1]


@pytest.mark.parametrize(("lead", "seat"), [("same_leader", 1), ("first_tied", 2), ("tier", 3)])
def test_option_tie_lead(lead: str, seat: int) -> None:
    held = ("6e 2e 7o", "3b 2b 1o", "3e 4e 7b", "2o 6o 4b")
    text = hand("1 6e ; 2 3b ; 3 3e ; 4 2o", *held, variant="trucardo", options=f"tie_lead={lead}")
    assert (tricks(text), list(turn(text))) == ([None], [seat])


def test_turns_go_round_the_table() -> None:
    """«Cada jugador lanzará en su turno una carta a la mesa»."""
    held = ("6e 2e 7o", "3b 2b 1o", "12e 4e 7b", "2o 6o 4b")
    moves = ["1 6e", "2 3b", "3 12e", "4 2o"]
    for number, seat in enumerate((1, 2, 3, 4, 2)):
        assert list(turn(hand(" ; ".join(moves[:number]), *held, variant="trucardo"))) == [seat]
    last_is_illegal(hand("1 6e\n3 12e", *held, variant="trucardo"))
    last_is_illegal(hand("1 6e ; 2 3b\n2 2b", *held, variant="trucardo"))


def test_equal_cards_of_partners_are_no_tie() -> None:
    """«Si los dos adversarios tienen carta de igual valor … se empata»: only adversaries tie."""
    held = ("6e 2e 7o", "3b 2b 1o", "12e 4e 7b", "3o 6o 4b")
    text = hand("1 6e ; 2 3b ; 3 12e ; 4 3o", *held, variant="trucardo")
    assert (tricks(text), list(turn(text))) == (["B"], [2])


def test_a_tie_between_pairs_needs_the_best_of_both() -> None:
    held = ("3e 2e 7o", "6b 2b 1o", "12e 4e 7b", "3o 6o 4b")
    assert tricks(hand("1 3e ; 2 6b ; 3 12e ; 4 3o", *held, variant="trucardo")) == [None]


# ------------------------------------------------------------------------------------------------------------ options

POLICIES = {
    "STD": {"A=": "A", "=B": "B"},
    "NEXT": {"A=B": "B", "A==": "A", "=B": "B"},
    "LAST": {"A=B": "B", "A==": "A", "=BA": "A", "=B=": "B"},
}


@pytest.mark.parametrize(
    ("policy", "row", "winner"), [(policy, *case) for policy, cases in POLICIES.items() for case in cases.items()]
)
def test_option_tie_policy(policy: str, row: str, winner: str) -> None:
    text = record_of_tricks(row, f"tie_policy={policy}")
    assert tricks(text) == winners_of_tricks(row)
    assert awards(text) == [("truco", winner, 1)]


@pytest.mark.parametrize("policy", ["MANO-TRICK", "FIRST-PLAYED"])
def test_option_tie_policy_without_ties(policy: str) -> None:
    held = ("3e 2e 12c", "3b 2b 12o")
    text = hand("1 3e ; 2 3b ; 1 2e ; 2 2b", *held, variant="trucardo", options=f"tie_policy={policy}")
    assert (tricks(text), awards(text)) == (["A", "A"], [("truco", "A", 1)])


def test_option_tie_policy_mano_trick_is_not_first_played() -> None:
    held, moves = ("6e 2e 12c", "3b 2b 12o"), "1 6e ; 2 3b ; 2 2b ; 1 2e"
    assert tricks(hand(moves, *held, variant="trucardo", options="tie_policy=MANO-TRICK")) == ["B", "A"]
    assert tricks(hand(moves, *held, variant="trucardo", options="tie_policy=FIRST-PLAYED")) == ["B", "B"]


@pytest.mark.parametrize(
    ("before", "stake"), [("", 1), ("1 truco ; 2 quiero", 2), ("1 truco ; 2 retruco ; 1 quiero", 3)]
)
def test_option_all_tied(before: str, stake: int) -> None:
    assert awards(record_of_tricks("===", "all_tied=mano", before)) == [("truco", "A", stake)]
    assert awards(record_of_tricks("===", "all_tied=none", before)) == []
    assert finished(record_of_tricks("===", "all_tied=none", before))
