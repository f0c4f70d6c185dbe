"""S000 §14 Irse a baraja o al mazo: one player or a whole side leaves the hand."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, finished, hand, last_is_illegal, tricks, turn

TWO = ("5b 7b 12c", "4e 6e 11o")
FOUR = ("4b 6c 11e", "5o 2e 12c", "10b 3o 6e", "7c 1o 4e")
BONUS = "mazo_first_trick_bonus=1"


def two(moves: str, options: str = "") -> str:
    return hand(moves, *TWO, options=options)


def four(moves: str, options: str = "") -> str:
    return hand(moves, *FOUR, options=options)


@pytest.mark.parametrize(
    ("moves", "side", "points"),
    [
        ("1 mazo", "B", 1),
        ("1 12c ; 2 mazo", "A", 1),
        ("1 12c ; 2 4e ; 1 mazo", "B", 1),
        ("1 truco ; 2 quiero ; 1 mazo", "B", 2),
        ("1 truco ; 2 quiero ; 1 12c ; 2 mazo", "A", 2),
        ("1 truco ; 2 retruco ; 1 quiero ; 1 mazo", "B", 3),
        ("1 truco ; 2 retruco ; 1 vale-cuatro ; 2 quiero ; 1 12c ; 2 mazo", "A", 4),
    ],
)
def test_s000_14_leaving_pays_the_stake_in_force(moves: str, side: str, points: int) -> None:
    """§14: "no se ha gritado o cantado truco, el otro bando cobra 1 tanto"; otherwise what was accepted."""
    text = two(moves)
    assert awards(text) == [("truco", side, points)]
    assert finished(text)
    assert turn(text) == {}


@pytest.mark.parametrize(
    ("moves", "side", "points"),
    [
        ("1 truco ; 2 mazo", "A", 1),
        ("1 truco ; 2 retruco ; 1 mazo", "B", 2),
        ("1 truco ; 2 retruco ; 1 vale-cuatro ; 2 mazo", "A", 3),
    ],
)
def test_s000_14_leaving_refuses_a_pending_truco(moves: str, side: str, points: int) -> None:
    """§14: to leave instead of answering is "no quiero"."""
    assert awards(two(moves)) == [("truco", side, points)]


@pytest.mark.parametrize(("calls", "points"), [("1 envido", 1), ("1 real-envido", 1), ("1 falta-envido", 1)])
def test_s000_14_leaving_refuses_a_pending_envido(calls: str, points: int) -> None:
    """§14: the envido counts as not accepted, and the hand is lost too."""
    assert awards(two(f"{calls} ; 2 mazo")) == [("envido", "A", points), ("truco", "A", 1)]


def test_s000_14_leaving_refuses_a_raised_envido() -> None:
    """§13: "gana los tantos queridos hasta ese momento"."""
    text = two("1 envido ; 2 real-envido ; 1 mazo")
    assert awards(text) == [("envido", "B", 2), ("truco", "B", 1)]


def test_s000_14_leaving_refuses_envido_and_truco() -> None:
    """§13: the truco caller leaves over the envido: both are lost, the truco at what was accepted."""
    text = two("1 truco ; 2 envido ; 1 mazo")
    assert awards(text) == [("envido", "B", 1), ("truco", "B", 1)]


def test_s000_14_the_partner_plays_on() -> None:
    """§14: "Si en un bando un jugador se va a baraja y el otro no, éste queda solo en el juego"."""
    text = four("1 mazo")
    assert awards(text) == []
    assert list(turn(text)) == [2]
    won = four("1 mazo ; 2 5o ; 3 3o ; 4 4e ; 3 10b ; 4 7c ; 2 2e ; 2 12c ; 3 6e ; 4 1o")
    assert tricks(won) == ["A", "B", "B"]


@pytest.mark.parametrize(
    ("moves", "taker", "leader"),
    [
        ("1 11e ; 2 mazo ; 3 6e ; 4 7c", "A", 1),
        ("1 4b ; 2 mazo ; 3 6e ; 4 7c", "B", 4),
        ("1 4b ; 2 12c ; 3 mazo ; 4 4e", "B", 2),
        ("1 4b ; 2 5o ; 3 3o ; 4 mazo", "A", 3),
    ],
)
def test_s000_14_the_trick_goes_on_without_players_who_left(moves: str, taker: str, leader: int) -> None:
    """§14: the others lay their cards, each once."""
    text = four(moves)
    assert tricks(text) == [taker]
    assert list(turn(text)) == [leader]


def test_s000_14_one_alone_can_win() -> None:
    """§14: "defendiendo con sus cartas la suerte del equipo"."""
    held = ("4b 6c 11e", "5o 2e 12c", "1e 1b 6e", "7c 1o 4e")
    text = hand("1 mazo ; 2 5o ; 3 1e ; 4 4e ; 3 1b ; 4 7c ; 2 2e", *held)
    assert awards(text) == [("truco", "A", 1)]


@pytest.mark.parametrize(
    ("moves", "side", "points"),
    [
        ("1 mazo ; 2 5o ; 3 mazo", "B", 1),
        ("1 4b ; 2 mazo ; 3 3o ; 4 mazo", "A", 1),
        ("1 mazo ; 2 truco ; 3 quiero ; 2 5o ; 3 mazo", "B", 2),
        ("1 mazo ; 2 truco ; 3 mazo", "B", 1),
    ],
)
def test_s000_14_a_side_is_out_when_all_have_left(moves: str, side: str, points: int) -> None:
    """§14: "Si los dos jugadores de un bando se van a baraja … el otro bando cobra 1 tanto"."""
    text = four(moves)
    assert awards(text) == [("truco", side, points)]
    assert finished(text)


def test_s000_14_a_player_who_left_takes_no_further_part() -> None:
    """§14: "retirarse del juego": he plays and answers nothing."""
    assert list(turn(four("1 mazo ; 2 truco"))) == [3]
    last_is_illegal(four("1 mazo\n1 4b"))
    last_is_illegal(four("1 mazo ; 2 truco\n1 quiero"))
    last_is_illegal(four("1 mazo ; 2 5o ; 3 3o ; 4 4e\n1 6c"))


def test_s000_14_the_next_leads_when_the_leader_has_left() -> None:
    """§14: if the seat that should lead is out, the next one counter-clockwise leads."""
    assert list(turn(four("1 4b ; 2 2e ; 3 6e ; 4 4e ; 2 mazo"))) == [3]
    assert list(turn(four("1 4b ; 2 5o ; 3 3o ; 4 7c ; 3 mazo"))) == [4]


def test_s000_14_a_parda_is_led_again_by_the_next_when_the_mano_has_left() -> None:
    """§14: the mano leads after a parda; if he is out the next one does."""
    held = ("4b 6c 11e", "3c 2e 12c", "10b 3o 6e", "7c 1o 4e")
    text = hand("1 mazo ; 2 3c ; 3 3o ; 4 4e", *held)
    assert tricks(text) == [None]
    assert list(turn(text)) == [2]


def test_s000_14_three_pardas_still_go_to_the_mano_who_left() -> None:
    """§14: "Si se empatan las tres bazas, gana el equipo del mano", whether he is still in or not."""
    held = ("4b 6c 11e", "3c 2e 12c", "2b 3o 12o", "5c 4o 4e")
    text = hand("1 mazo ; 2 3c ; 3 3o ; 4 4e ; 2 2e ; 3 2b ; 4 4o ; 2 12c ; 3 12o ; 4 5c", *held)
    assert tricks(text) == [None, None, None]
    assert awards(text) == [("truco", "A", 1)]


@pytest.mark.parametrize("seat", [2, 3, 4])
def test_s000_14_leaving_in_turn_only(seat: int) -> None:
    """§11: "cada jugador debe respetarlo, callando o hablando en su turno"."""
    last_is_illegal(four(f"{seat} mazo"))


@pytest.mark.parametrize("phrase", ["a-la-baraja", "baraja", "me-voy-al-mazo", "mazo"])
def test_s000_04_irse_a_baraja_o_al_mazo(phrase: str) -> None:
    """§4: "Irse a baraja ó Irse al mazo"."""
    assert awards(two(f"1 {phrase}")) == [("truco", "B", 1)]


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        ("1 mazo", 2),
        ("1 12c ; 2 mazo", 2),
        ("1 12c ; 2 4e ; 1 mazo", 1),
        ("1 truco ; 2 mazo", 1),
        ("1 truco ; 2 quiero ; 1 mazo", 2),
        ("1 envido ; 2 mazo", 2),
        ("1 envido ; 2 no-quiero ; 1 mazo", 1),
    ],
)
def test_s000_14_mazo_first_trick_bonus(moves: str, points: int) -> None:
    """AR-8: `mazo_first_trick_bonus=1` adds a point for the envido that nobody could play any more."""
    leaver = int(moves.split(" ; ")[-1][0])
    paid = [award for award in awards(two(moves, options=BONUS)) if award[1] == "AB"[2 - leaver]]
    assert sum(award[2] for award in paid) == points


def test_s000_14_no_bonus_as_a_rule() -> None:
    """§14: "el otro bando cobra 1 tanto"."""
    assert awards(two("1 mazo")) == [("truco", "B", 1)]


def test_s000_14_the_bonus_comes_when_the_whole_side_is_out() -> None:
    """AR-8: the first of two partners to leave costs nothing."""
    text = four("1 mazo ; 2 5o ; 3 mazo", options=BONUS)
    assert sum(award[2] for award in awards(text)) == 2
    assert awards(four("1 mazo ; 2 5o", options=BONUS)) == []
