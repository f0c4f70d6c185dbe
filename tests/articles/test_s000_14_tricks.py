"""S000 §14: tricks, pardas, who leads and who wins the hand, under every tie policy."""

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

# For each trick the cards of seats 1 and 2 when A takes it, B takes it, or it is tied.
CARDS = (
    {"A": ("3e", "2o"), "B": ("2e", "3o"), "=": ("3e", "3o")},
    {"A": ("12b", "11c"), "B": ("11b", "12c"), "=": ("12b", "12c")},
    {"A": ("6e", "5o"), "B": ("5e", "6o"), "=": ("6e", "6o")},
)


def play(results: str, options: str = "", dealer: int = 2) -> str:
    """Return the record of tricks of two players with these results. After a parda the same seat leads."""
    pairs = [CARDS[number][result] for number, result in enumerate(results)]
    pairs += [CARDS[number]["A"] for number in range(len(results), 3)]
    moves, held = moves_of_tricks(pairs, results, 3 - dealer), map(" ".join, zip(*pairs, strict=True))
    return hand(" ; ".join(moves), *held, options=options, dealer=dealer)


STD = "AA:A BB:B ABA:A ABB:B BAA:A BAB:B AB=:A BA=:B A=:A B=:B =A:A =B:B ==A:A ==B:B ===:A"
NEXT = "AA:A BB:B ABA:A ABB:B BAA:A BAB:B AB=:A BA=:B A=A:A A=B:B A==:A B=A:A B=B:B B==:B =A:A =B:B ==A:A ==B:B ===:A"
LAST = (
    "AA:A BB:B ABA:A ABB:B BAA:A BAB:B AB=:A BA=:B A=A:A A=B:B A==:A B=A:A B=B:B B==:B "
    "=AA:A =AB:B =A=:A =BA:A =BB:B =B=:B ==A:A ==B:B ===:A"
)
ROWS = [
    (policy, *row.split(":")) for policy, rows in (("STD", STD), ("NEXT", NEXT), ("LAST", LAST)) for row in rows.split()
]


@pytest.mark.parametrize(("policy", "results", "winner"), ROWS)
def test_s000_14_tie_table(policy: str, results: str, winner: str) -> None:
    """§14: "Para ganar el truco hay que ganar dos de ellas; si en la primera se empata, hay que ganar la siguiente"."""
    text = play(results, f"tie_policy={policy}")
    assert tricks(text) == winners_of_tricks(results)
    assert awards(text) == [("truco", winner, 1)]
    assert finished(text)


@pytest.mark.parametrize(("policy", "results", "winner"), ROWS)
def test_s000_14_no_row_is_decided_before_its_last_trick(policy: str, results: str, winner: str) -> None:
    """§14: "no es necesario jugar la tercera": only where the rows end with the second trick."""
    before = play(results[:-1], f"tie_policy={policy}")
    assert not finished(before)
    assert awards(before) == []


def test_s000_14_std_is_the_rule() -> None:
    """AR-1: "si hay un empate, el truco lo gana el bando vencedor en la baza siguiente" is said of the first trick."""
    assert finished(play("A="))
    assert awards(play("B=")) == [("truco", "B", 1)]


def test_s000_14_the_third_trick_is_not_played() -> None:
    """§14: "tampoco es necesario hacerlo si un bando gana las dos primeras bazas"."""
    last_is_illegal(f"{play('AA')}\n1 6e")
    last_is_illegal(f"{play('=B')}\n2 5o")


@pytest.mark.parametrize(("dealer", "side"), [(2, "A"), (1, "B")])
@pytest.mark.parametrize("policy", ["STD", "NEXT", "LAST"])
def test_s000_14_three_pardas_go_to_the_mano(policy: str, dealer: int, side: str) -> None:
    """§14: "Si se empatan las tres bazas, gana el equipo del mano"."""
    assert awards(play("===", f"tie_policy={policy}", dealer)) == [("truco", side, 1)]


@pytest.mark.parametrize("dealer", [1, 2])
def test_s000_14_all_tied_none(dealer: int) -> None:
    """Option `all_tied=none`: nobody wins a hand of three pardas."""
    text = play("===", "all_tied=none", dealer)
    assert awards(text) == []
    assert finished(text)
    assert awards(play("==B", "all_tied=none", dealer)) == [("truco", "B", 1)]


def test_s000_14_three_pardas_pay_the_stake_to_the_mano() -> None:
    """§14: the hand is won for what it is worth."""
    text = hand("1 truco ; 2 quiero ; 1 3e ; 2 3o ; 1 12b ; 2 12c ; 1 6e ; 2 6o", "3e 12b 6e", "3o 12c 6o")
    assert awards(text) == [("truco", "A", 2)]


def no_parda(policy: str, moves: str) -> str:
    return hand(moves, "3e 12b 6e", "3o 12c 6o", options=f"tie_policy={policy}")


@pytest.mark.parametrize("policy", ["MANO-TRICK", "FIRST-PLAYED"])
def test_s000_14_policies_without_pardas(policy: str) -> None:
    """Options MANO-TRICK and FIRST-PLAYED: the mano leads and takes both tied tricks."""
    text = no_parda(policy, "1 3e ; 2 3o ; 1 12b ; 2 12c")
    assert tricks(text) == ["A", "A"]
    assert awards(text) == [("truco", "A", 1)]


@pytest.mark.parametrize(("policy", "second"), [("MANO-TRICK", "A"), ("FIRST-PLAYED", "B")])
def test_s000_14_mano_trick_and_first_played_differ_when_a_rival_leads(policy: str, second: str) -> None:
    """Options: the tied seat nearest to the mano, or the one that played first."""
    text = no_parda(policy, "1 6e ; 2 3o ; 2 12c ; 1 12b")
    assert tricks(text) == ["B", second]


FOUR = ("4b 12b 11e", "3o 2e 7c", "3b 6c 10e", "7b 3c 5e")


@pytest.mark.parametrize(("policy", "leader"), [("MANO-TRICK", 2), ("FIRST-PLAYED", 2)])
def test_s000_14_without_pardas_the_winner_of_the_tie_leads(policy: str, leader: int) -> None:
    """Options: 2 and 3 tie in a trick that 1, the mano, leads; 2 is nearer and played first."""
    text = hand("1 4b ; 2 3o ; 3 3b ; 4 7b", *FOUR, options=f"tie_policy={policy}")
    assert tricks(text) == ["B"]
    assert list(turn(text)) == [leader]


def test_s000_14_mano_trick_looks_at_every_tied_card() -> None:
    """MANO-TRICK: 4, 2 and 3 play threes in that order; 2 is the nearest to the mano, so B takes the trick."""
    held = ("4b 12b 11e", "6e 3e 7c", "4o 3o 10e", "1b 3c 5e")
    text = hand("1 4b ; 2 6e ; 3 4o ; 4 1b ; 4 3c ; 1 12b ; 2 3e ; 3 3o", *held, options="tie_policy=MANO-TRICK")
    assert tricks(text) == ["B", "B"]


def test_s000_14_mano_trick_when_the_nearest_played_first() -> None:
    """MANO-TRICK: 2, 3 and 4 play threes in that order after a trick of A; 2 takes it for B and leads."""
    held = ("12b 4b 11e", "6e 3e 7c", "2o 3o 10e", "1b 3c 5e")
    text = hand(
        "3 2o ; 4 5e ; 1 4b ; 2 6e ; 3 3o ; 4 3c ; 1 12b ; 2 3e", *held, dealer=2, options="tie_policy=MANO-TRICK"
    )
    assert tricks(text) == ["A", "A"]
    text = hand(
        "2 6e ; 3 2o ; 4 5e ; 1 4b ; 3 3o ; 4 3c ; 1 12b ; 2 3e", *held, dealer=1, options="tie_policy=MANO-TRICK"
    )
    assert tricks(text) == ["A", "B"]
    assert list(turn(text)) == [2]
    text = hand("1 12b ; 2 6e ; 3 10e ; 4 5e ; 1 4b ; 2 3e ; 3 3o ; 4 3c", *held, options="tie_policy=MANO-TRICK")
    assert tricks(text) == ["A", "B"]
    assert list(turn(text)) == [2]


def test_s000_14_first_played_with_three_equal() -> None:
    """FIRST-PLAYED: 4 leads a three; the threes of 2 and 3 come later."""
    held = ("4b 12b 11e", "6e 3e 7c", "4o 3o 10e", "1b 3c 5e")
    text = hand("1 4b ; 2 6e ; 3 4o ; 4 1b ; 4 3c ; 1 12b ; 2 3e ; 3 3o", *held, options="tie_policy=FIRST-PLAYED")
    assert tricks(text) == ["B", "B"]


# -------------------------------------------------------------------------------------------------------- the lead


def test_s000_14_the_mano_leads_first() -> None:
    """§14: "en la primera baza, juega la primera carta el mano"."""
    for dealer in range(1, 5):
        assert list(turn(hand("", *FOUR, dealer=dealer))) == [dealer % 4 + 1]


@pytest.mark.parametrize(
    ("moves", "leader"),
    [
        ("1 12b ; 2 7c ; 3 6c ; 4 5e", 1),
        ("1 4b ; 2 2e ; 3 6c ; 4 5e", 2),
        ("1 4b ; 2 7c ; 3 3b ; 4 5e", 3),
        ("1 4b ; 2 7c ; 3 6c ; 4 3c", 4),
        ("1 4b ; 2 7c ; 3 3b ; 4 5e ; 3 6c ; 4 3c ; 1 12b ; 2 2e", 4),
    ],
)
def test_s000_14_the_winner_of_a_trick_leads_the_next(moves: str, leader: int) -> None:
    """§14: "en la segunda y en la tercera, sale el que ha ganado la anterior"."""
    assert list(turn(hand(moves, *FOUR))) == [leader]


TIED = "1 4b ; 2 3o ; 3 3b ; 4 7b"


@pytest.mark.parametrize(("option", "leader"), [("same_leader", 1), ("first_tied", 2), ("tier", 3)])
def test_s000_14_tie_lead_after_the_first_trick(option: str, leader: int) -> None:
    """§14: "Si la primera resultó empatada vuelve a iniciar la segunda el mano"; option `tie_lead`."""
    text = hand(TIED, *FOUR, options=f"tie_lead={option}")
    assert tricks(text) == [None]
    assert list(turn(text)) == [leader]
    assert list(turn(hand(TIED, *FOUR))) == [1]


@pytest.mark.parametrize(("option", "leader"), [("same_leader", 1), ("first_tied", 1), ("tier", 2)])
def test_s000_14_tie_lead_with_three_equal(option: str, leader: int) -> None:
    """Option `tie_lead`: 1 lays a three, 2 makes the tie, 3 adds another."""
    held = ("3e 12b 11e", "3o 2e 7c", "3b 6c 10e", "7b 2c 5e")
    assert list(turn(hand("1 3e ; 2 3o ; 3 3b ; 4 7b", *held, options=f"tie_lead={option}"))) == [leader]


@pytest.mark.parametrize(("option", "leader"), [("same_leader", 1), ("first_tied", 2), ("tier", 3)])
def test_s000_14_tie_lead_ignores_lower_ties(option: str, leader: int) -> None:
    """Option `tie_lead`: only the highest cards tie."""
    held = ("4b 12b 11e", "3o 2e 7c", "3b 6c 10e", "4c 2c 5e")
    assert list(turn(hand("1 4b ; 2 3o ; 3 3b ; 4 4c", *held, options=f"tie_lead={option}"))) == [leader]


@pytest.mark.parametrize(("option", "leader"), [("same_leader", 2), ("first_tied", 4), ("tier", 1)])
def test_s000_14_tie_lead_after_the_second_trick(option: str, leader: int) -> None:
    """Option `tie_lead`: of a later trick, who led it, who first laid the tied card, who made the tie."""
    held = ("4b 12b 11e", "3o 6e 7c", "2b 6c 10e", "7b 12c 5e")
    moves = "1 4b ; 2 3o ; 3 2b ; 4 7b ; 2 6e ; 3 10e ; 4 12c ; 1 12b"
    assert list(turn(hand(moves, *held, options=f"tie_lead={option} tie_policy=NEXT"))) == [leader]


# ------------------------------------------------------------------------------------------------- equals, partners


def test_s000_14_equal_cards_of_partners_win() -> None:
    """§14: "Cuando más de uno juega la carta mayor, ganan si son del mismo bando"."""
    held = ("4b 12b 11e", "3o 2e 7c", "6b 6c 10e", "3c 2c 5e")
    text = hand("1 4b ; 2 3o ; 3 6b ; 4 3c", *held)
    assert tricks(text) == ["B"]
    assert list(turn(text)) == [2]


def test_s000_14_of_equal_partners_the_first_leads() -> None:
    """The next lead goes to whichever of the two partners played first: 4 before 2 in the second trick."""
    held = ("4b 6e 11e", "7c 3o 6o", "2b 6c 10e", "5b 3c 5e")
    text = hand("1 4b ; 2 7c ; 3 2b ; 4 5b ; 3 6c ; 4 3c ; 1 6e ; 2 3o", *held)
    assert tricks(text) == ["A", "B"]
    assert list(turn(text)) == [4]


def test_s000_14_equal_cards_of_both_sides_are_a_parda() -> None:
    """§14: "y si son contrarios, empatan (baza parda)", also when three are equal."""
    held = ("3e 12b 11e", "3o 2e 7c", "3b 6c 10e", "7b 2c 5e")
    assert tricks(hand("1 3e ; 2 3o ; 3 3b ; 4 7b", *held)) == [None]
    held = ("3e 12b 11e", "3o 2e 7c", "3b 6c 10e", "3c 2c 5e")
    assert tricks(hand("1 3e ; 2 3o ; 3 3b ; 4 3c", *held)) == [None]


def test_s000_14_a_higher_card_breaks_a_parda() -> None:
    """§14: "cada baza la gana la carta más alta"."""
    held = ("3e 12b 11e", "3o 2e 7c", "1b 6c 10e", "3c 2c 5e")
    assert tricks(hand("1 3e ; 2 3o ; 3 1b ; 4 3c", *held)) == ["A"]


def test_s000_14_any_card_may_be_played() -> None:
    """§14: "Cada jugador puede jugar una cualquiera de sus cartas"."""
    assert {"3o", "2e", "7c"} <= set(turn(hand("1 4b", *FOUR))[2])


def test_s000_14_a_card_that_was_played_is_gone() -> None:
    """§14: "Una vez que una carta está jugada ya no se puede retirar"."""
    text = hand("1 12b ; 2 7c ; 3 6c ; 4 5e", *FOUR)
    assert turn(text) == {1: ["11e", "4b", "mazo", "truco"]}
    last_is_illegal(f"{text}\n1 12b")


@pytest.mark.parametrize("move", ["2 3o", "3 3b", "1 3o", "1 5o"])
def test_s000_14_only_the_own_cards_in_turn(move: str) -> None:
    """§17: "Todo el juego del truco se realiza en sentido contrario al de las agujas del reloj"."""
    last_is_illegal(hand(move, *FOUR))


def test_s000_14_without_truco_the_hand_is_worth_one() -> None:
    """§14: "Si no se echa el truco, gana la mano el equipo que hace dos bazas, que se anota 1 tanto"."""
    text = hand("1 4b ; 2 3o ; 3 6c ; 4 5e ; 2 2e ; 3 10e ; 4 7b ; 1 12b", *FOUR)
    assert awards(text) == [("truco", "B", 1)]
    assert turn(text) == {}
