"""S000 §12: more than two flores at the table, in what order they speak and how they are counted."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, hand, last_is_illegal, turn

FLOR = {1: "1o 6o 10o", 2: "7e 4e 3e", 3: "5c 6c 12c", 4: "2b 1b 11b"}  # 27, 34, 31, 23
PLAIN = {1: "1o 6o 10b", 2: "7e 4e 3b", 3: "5c 6c 12o", 4: "2b 1b 11e"}


def table(holders: str, moves: str, options: str = "", score: str = "") -> str:
    """Return the record of a hand of four players, in which these seats hold a flor."""
    held = [FLOR[seat] if str(seat) in holders else PLAIN[seat] for seat in range(1, 5)]
    return hand(moves, *held, options=options, score=score)


@pytest.mark.parametrize(("holders", "moves"), [("13", "1 flor ; 3 flor"), ("24", "1 1o ; 2 flor ; 4 flor")])
def test_s000_12_two_flores_of_one_side_pay_three_each(holders: str, moves: str) -> None:
    """AR-5: 3 for each flor of a side alone, or with `flor_per_card=off` 3 once."""
    side = "A" if holders == "13" else "B"
    assert awards(table(holders, moves)) == [("flor", side, 6)]
    assert awards(table(holders, moves, options="flor_per_card=off")) == [("flor", side, 3)]


def test_s000_12_a_partner_sings_too() -> None:
    """§12: "Cuando un jugador canta flor, los otros jugadores que la tienen la cantan en su turno"."""
    assert turn(table("13", "1 flor")) == {3: ["flor"]}


@pytest.mark.parametrize(
    ("holders", "moves", "speaker"),
    [
        ("1234", "1 flor", 2),
        ("134", "1 flor", 3),
        ("14", "1 flor", 4),
        ("1234", "1 flor ; 2 flor", 3),
        ("1234", "1 flor ; 2 flor ; 3 flor", 4),
        ("124", "1 flor ; 2 flor", 4),
        ("234", "1 1o ; 2 flor", 3),
        ("234", "1 1o ; 2 flor ; 3 flor", 4),
        ("34", "1 1o ; 2 7e ; 3 flor", 4),
    ],
)
def test_s000_12_they_speak_counter_clockwise(holders: str, moves: str, speaker: int) -> None:
    """§12: "en su turno en sentido contrario a las agujas del reloj"."""
    assert list(turn(table(holders, moves))) == [speaker]


def test_s000_12_the_side_that_sang_first_speaks_once_more() -> None:
    """§12.1: after all have sung, any of the side that sang first lets it stand; raising needs a flor."""
    assert turn(table("12", "1 flor ; 2 flor")) == {
        1: ["contraflor", "contraflor-al-resto", "quiero"],
        3: ["quiero"],
    }
    assert turn(table("123", "1 flor ; 2 flor ; 3 flor")) == {
        1: ["contraflor", "contraflor-al-resto", "quiero"],
        3: ["contraflor", "contraflor-al-resto", "quiero"],
    }


@pytest.mark.parametrize("holders", ["12", "123", "124", "1234"])
def test_s000_12_unraised_the_better_flor_takes_three(holders: str) -> None:
    """§12.1: "el equipo con la mejor flor ganará 3 tantos"."""
    sung = " ; ".join(f"{seat} flor" for seat in holders)
    assert awards(table(holders, f"{sung} ; 1 quiero")) == [("flor", "B", 3)]


@pytest.mark.parametrize(("holders", "points"), [("12", 6), ("123", 9), ("124", 9), ("1234", 12)])
def test_s000_12_a_contraflor_is_three_for_each_flor(holders: str, points: int) -> None:
    """§12.4: "Al decir contraflor se apuestan 6 tantos (o 9 si hubiera tres flores) al que tenga mejor flor"."""
    sung = " ; ".join(f"{seat} flor" for seat in holders)
    assert awards(table(holders, f"{sung} ; 1 contraflor ; 2 quiero")) == [("flor", "B", points)]


@pytest.mark.parametrize(("holders", "points"), [("12", 6), ("123", 9), ("124", 9), ("1234", 12)])
def test_s000_12_flores_still_to_be_sung_count_in_a_contraflor(holders: str, points: int) -> None:
    """§12.4: "6 tantos (o 9 si hubiera tres flores)", also when the third had no time to sing."""
    assert awards(table(holders, "1 flor ; 2 contraflor ; 3 quiero")) == [("flor", "B", points)]


@pytest.mark.parametrize(("holders", "points"), [("12", 26), ("123", 29), ("1234", 32)])
def test_s000_12_al_resto_counts_every_flor(holders: str, points: int) -> None:
    """§12.5: "además de 3 por cada flor cantada"."""
    text = table(holders, "1 flor ; 2 contraflor-al-resto ; 1 quiero", score="10-2")
    assert awards(text) == [("flor", "B", points)]


@pytest.mark.parametrize(
    "moves", ["1 flor ; 2 contraflor ; 1 quiero", "1 flor ; 2 flor ; 4 flor ; 1 contraflor ; 4 quiero"]
)
def test_s000_12_a_partners_flor_can_win(moves: str) -> None:
    """§12: "a menos que otro jugador posterior del mismo bando mejore el punto cantado"."""
    held = ("7o 5o 10o", "1e 4e 3e", "5c 6c 12o", "2b 7b 6b")  # 32, 28, none, 35
    assert awards(hand(moves, *held)) == [("flor", "B", 9)]


def test_s000_12_a_flor_that_passed_is_neither_asked_nor_counted() -> None:
    """§12: "El canto debe realizarse antes de acabar la primera baza"; AR-6: before the own card."""
    sung = "1 6o ; 2 flor"
    assert list(turn(table("123", sung))) == [3]
    assert awards(table("123", f"{sung} ; 3 contraflor ; 2 quiero")) == [("flor", "B", 6)]
    assert awards(table("12", sung)) == [("flor", "B", 3)]


def test_s000_12_a_flor_that_left_is_neither_asked_nor_counted() -> None:
    """§14: a player who went to the deck has left the game."""
    assert awards(table("12", "1 mazo ; 2 flor")) == [("flor", "B", 3)]


@pytest.mark.parametrize("answerer", [1, 3])
def test_s000_12_any_seat_of_the_challenged_side_answers(answerer: int) -> None:
    """§13: "las respuestas comprometen a todo el bando": a player without a flor may answer a contraflor too."""
    answers = {1: ["contraflor-al-resto", "no-quiero", "quiero"], 3: ["no-quiero", "quiero"]}
    assert turn(table("12", "1 flor ; 2 contraflor")) == answers
    assert awards(table("12", f"1 flor ; 2 contraflor ; {answerer} no-quiero")) == [("flor", "B", 3)]


def test_s000_12_al_resto_needs_a_flor() -> None:
    """§12.5: "Se canta la flor propia y, a la vez, se eleva la apuesta"."""
    last_is_illegal(table("12", "1 flor ; 2 contraflor\n3 contraflor-al-resto"))
    text = table("123", "1 flor ; 2 contraflor ; 3 contraflor-al-resto ; 4 no-quiero")
    assert awards(text) == [("flor", "A", 6)]


@pytest.mark.parametrize("seat", [3, 4])
def test_s000_12_an_achico_ends_the_flor_for_all(seat: int) -> None:
    """§12.2: "Con este paso termina el juego sobre flor"."""
    text = table(f"12{seat}", "1 flor ; 2 con-flor-me-achico")
    assert awards(text) == [("flor", "A", 3)]
    assert list(turn(text)) == [1]
    later = "1 1o ; 2 7e" if seat == 3 else "1 1o ; 2 7e ; 3 5c"
    last_is_illegal(table(f"12{seat}", f"1 flor ; 2 con-flor-me-achico ; {later}\n{seat} flor"))


def test_s000_12_equal_flores_of_four_go_to_the_nearer_to_the_mano() -> None:
    """§13: "gana el que se encuentra primero en esa ronda"; the same holds for the flor."""
    held = ("1o 6o 10b", "7e 4e 3e", "6c 5c 3c", "2b 1b 11e")  # seats 2 and 3: 34
    assert awards(hand("1 1o ; 2 flor ; 3 flor ; 2 quiero", *held)) == [("flor", "B", 3)]
    assert awards(hand("3 flor ; 2 flor ; 3 quiero", *held, dealer=2)) == [("flor", "A", 3)]


# ------------------------------------------------------------------------------------------------ declared by hand


def declared(declarations: str, holders: str = "12", bet: str = "2 contraflor ; 1 quiero") -> str:
    return table(holders, f"1 flor ; {bet} ; {declarations}", options="declare=manual")


@pytest.mark.parametrize(
    ("declarations", "side"),
    [("1 27 ; 2 34", "B"), ("1 27 ; 2 son-buenas", "A"), ("1 27 ; 2 35", "A"), ("1 38 ; 2 son-buenas", "B")],
)
def test_s000_12_flores_are_declared_from_the_mano(declarations: str, side: str) -> None:
    """§12: "Por turno a partir del mano, cada jugador declara el valor de su flor"; a wrong declaration loses (§13)."""
    assert awards(declared(declarations)) == [("flor", side, 6)]


def test_s000_12_flor_against_flor_is_declared_too() -> None:
    """§12: "Cuando … ninguno de los bandos ha respondido con flor me achico, debe procederse a su resolución"."""
    text = declared("1 27 ; 2 34 ; 3 son-buenas", "123", "2 flor ; 3 flor ; 1 quiero")
    assert awards(text) == [("flor", "B", 3)]


def test_s000_12_a_flor_counted_in_the_bet_is_declared_too() -> None:
    """§12: "cada jugador declara el valor de su flor": three flores are bet, so three are declared."""
    text = declared("1 27 ; 2 34", "123")
    assert list(turn(text)) == [3]
    assert awards(f"{text} ; 3 son-buenas") == [("flor", "B", 9)]


def test_s000_12_only_flores_can_be_declared() -> None:
    """§12: a flor is worth 20 to 38; "puede decir que las cartas del contrario son buenas"."""
    open_bet = table("12", "1 flor ; 2 contraflor ; 1 quiero", options="declare=manual")
    assert turn(open_bet) == {1: [str(value) for value in range(20, 39)]}
    assert turn(f"{open_bet} ; 1 34") == {2: ["35", "36", "37", "38", "son-buenas"]}


@pytest.mark.parametrize("moves", ["1 flor ; 2 con-flor-me-achico", "1 flor ; 2 contraflor ; 1 no-quiero"])
def test_s000_12_nothing_is_declared_after_an_achico(moves: str) -> None:
    """§12: the declaration comes only when "ninguno de los bandos ha respondido con flor me achico"."""
    assert list(turn(table("12", moves, options="declare=manual"))) == [1]
