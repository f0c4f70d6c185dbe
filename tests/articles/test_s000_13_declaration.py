"""S000 §13: the declaration of the envido: from the mano, ties to the mano, and the price of a wrong word."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, hand, last_is_illegal, shown_cards, turn

TWO = ("5b 7b 12c", "4e 6e 11o")  # 32 and 30
MANUAL = "declare=manual"
NUMBERS = [*range(8), *range(20, 34)]
FOUR = ("4b 5b 12c", "6o 3o 1e", "7c 2c 10b", "5e 6e 11o")  # 29, 29, 29, 31


def above(value: int) -> list[str]:
    return sorted(str(number) for number in NUMBERS if number > value)


def manual(moves: str, options: str = MANUAL) -> str:
    return hand(f"1 envido ; 2 quiero ; {moves}", *TWO, options=options)


@pytest.mark.parametrize(
    ("dealer", "side"),
    [(4, "A"), (1, "B"), (2, "A"), (3, "B")],
)
def test_s000_13_all_equal_the_mano_wins(dealer: int, side: str) -> None:
    """§13: "en caso de igualdad gana el mano"."""
    equal = ("4b 5b 12c", "6o 3o 1e", "7c 2c 10b", "5e 4e 11o")
    mano = dealer % 4 + 1
    rival = mano % 4 + 1
    text = hand(f"{mano} envido ; {rival} quiero", *equal, dealer=dealer)
    assert awards(text) == [("envido", side, 2)]


@pytest.mark.parametrize(
    ("held", "dealer", "side"),
    [
        (("4b 2c 12e", "6o 3o 1e", "7c 2b 10b", "5e 4e 11o"), 4, "B"),  # 2 and 4
        (("4b 2c 12e", "6o 3o 1e", "7b 2b 10c", "5e 3b 11o"), 4, "B"),  # 2 before 3
        (("4b 2c 12e", "6o 4c 1e", "7b 2b 10c", "5e 4e 11o"), 4, "A"),  # 3 before 4
        (("4b 5b 12e", "6o 4c 1e", "7b 2c 10c", "5e 4e 11o"), 4, "A"),  # 1 before 4
        (("4b 5b 12e", "6o 4c 1e", "7b 2c 10c", "5e 4e 11o"), 3, "B"),  # 4, the mano, before 1
        (("4b 2c 12e", "6o 3o 1e", "7b 2b 10c", "5e 3b 11o"), 2, "A"),  # 3, the mano, before 2
        (("4b 5b 12e", "6o 3o 1e", "7c 2b 10b", "5e 3b 11o"), 1, "B"),  # 2, the mano, before 1
        (("4b 5b 12e", "6o 3o 1e", "7c 2b 10b", "5e 3b 11o"), 2, "A"),  # mano 3: 1 before 2
    ],
)
def test_s000_13_of_two_equals_the_nearer_to_the_mano(held: tuple[str, ...], dealer: int, side: str) -> None:
    """§13: "entre dos jugadores que tienen los mismos puntos … gana el que se encuentra primero en esa ronda"."""
    mano = dealer % 4 + 1
    text = hand(f"{mano} envido ; {mano % 4 + 1} quiero", *held, dealer=dealer)
    assert awards(text) == [("envido", side, 2)]


@pytest.mark.parametrize(("dealer", "side"), [(2, "A"), (1, "B")])
def test_s000_13_two_players_equal(dealer: int, side: str) -> None:
    """§17: "en caso de empate gana el mano"."""
    text = hand(f"{3 - dealer} envido ; {dealer} quiero", "7o 1o 5e", "6c 2c 12b", dealer=dealer)
    assert awards(text) == [("envido", side, 2)]


def test_s000_13_the_caller_need_not_win() -> None:
    """§13: "El envido ganador es el que tiene mayor valor en puntos"."""
    assert awards(hand("1 envido ; 4 quiero", *FOUR)) == [("envido", "B", 2)]


def test_s000_13_points_can_be_declared_only_where_the_players_declare() -> None:
    """§13 `declare`: as a rule the engine declares."""
    last_is_illegal(hand("1 envido ; 2 quiero\n1 32", *TWO))
    last_is_illegal(hand("1 32", *TWO, options=MANUAL))


def test_s000_13_declaration_starts_with_the_mano() -> None:
    """§13: "Concluidos los envites, los jugadores anuncian el valor de su jugada"."""
    assert turn(hand("1 envido ; 2 quiero", *TWO, options=MANUAL)) == {1: sorted(map(str, NUMBERS))}
    called_by_the_pie = "1 12c ; 2 envido ; 1 quiero"
    assert list(turn(hand(called_by_the_pie, *TWO, options=MANUAL))) == [1]


def test_s000_13_a_later_word_must_be_better_or_son_buenas() -> None:
    """§13: "Cuando un jugador tiene una jugada peor que otra declarada … basta que diga son buenas"."""
    assert turn(manual("1 32")) == {2: ["33", "son-buenas"]}
    assert turn(manual("1 25")) == {2: sorted([*above(25), "son-buenas"])}
    last_is_illegal(hand("1 envido ; 2 quiero ; 1 32\n2 30", *TWO, options=MANUAL))
    last_is_illegal(hand("1 envido ; 2 quiero ; 1 32\n2 32", *TWO, options=MANUAL))


def test_s000_13_son_buenas_concedes() -> None:
    """§13: "basta que diga son buenas"."""
    text = manual("1 32 ; 2 son-buenas")
    assert awards(text) == [("envido", "A", 2)]
    assert turn(text) == {1: ["12c", "5b", "7b", "mazo", "truco"]}


def test_s000_13_a_better_declaration_wins() -> None:
    """§13: "El envido ganador es el que tiene mayor valor en puntos"."""
    text = hand("1 real-envido ; 2 quiero ; 1 30 ; 2 32", *reversed(TWO), options=MANUAL)
    assert awards(text) == [("envido", "B", 3)]


@pytest.mark.parametrize(
    ("declarations", "side"),
    [
        ("1 33 ; 2 son-buenas", "B"),
        ("1 20 ; 2 son-buenas", "B"),
        ("1 32 ; 2 33", "A"),
        ("1 5 ; 2 31", "A"),
        ("1 7 ; 2 30", "B"),
    ],
)
def test_s000_13_a_wrong_declaration_loses(declarations: str, side: str) -> None:
    """§13: "Si se hubiera equivocado al cantar el valor ganaría el equipo contrario, aunque tuviera … inferior"."""
    assert awards(manual(declarations)) == [("envido", side, 2)]


def test_s000_13_four_declare_in_turn_from_the_mano() -> None:
    """§13: from the mano, counter-clockwise, each once."""
    called = "2 envido ; 3 quiero"
    order = ["2 29", "3 son-buenas", "4 31", "1 son-buenas"]
    for spoken, next_seat in zip(range(4), (2, 3, 4, 1), strict=True):
        moves = " ; ".join([called, *order[:spoken]])
        assert list(turn(hand(moves, *FOUR, options=MANUAL, dealer=1))) == [next_seat]
    text = hand(" ; ".join([called, *order]), *FOUR, options=MANUAL, dealer=1)
    assert awards(text) == [("envido", "B", 2)]


def test_s000_13_seats_that_left_declare_nothing() -> None:
    """§14: a player who went to the deck has left the game."""
    text = hand("1 mazo ; 2 envido ; 3 quiero ; 2 29", *FOUR, options=MANUAL)
    assert list(turn(text)) == [3]
    assert list(turn(f"{text} ; 3 son-buenas")) == [4]


def test_s000_13_a_pending_truco_is_answered_after_the_declaration() -> None:
    """§13: "después de terminado el envido, hay que contestar el truco anterior"."""
    text = hand("1 truco ; 2 envido ; 1 quiero ; 1 32 ; 2 son-buenas", *TWO, options=MANUAL)
    assert turn(text) == {2: ["mazo", "no-quiero", "quiero", "retruco"]}


@pytest.mark.parametrize(
    ("points", "side", "value"), [("1 32 ; 2 son-buenas", "A", 19), ("1 33 ; 2 son-buenas", "B", 19)]
)
def test_s000_13_a_declared_falta(points: str, side: str, value: int) -> None:
    """§13: the falta is declared like any other envido."""
    text = hand(f"1 falta-envido ; 2 quiero ; {points}", *TWO, options=MANUAL, score="11-4")
    assert awards(text) == [("envido", side, value)]


def test_s000_13_the_winner_shows_the_cards_at_the_end() -> None:
    """§13: "El ganador del envido debe mostrar sus cartas antes de anotarse los puntos"."""
    envido = hand("1 envido ; 2 quiero", *TWO)
    assert shown_cards(envido) == {}
    assert shown_cards(f"{envido} ; 1 truco ; 2 no-quiero") == {1: ("5b", "7b", "12c")}


def test_s000_13_the_winner_shows_the_cards_also_after_declaring_them() -> None:
    """§13: "El ganador del envido debe mostrar sus cartas antes de anotarse los puntos"."""
    assert shown_cards(f"{manual('1 32 ; 2 son-buenas')} ; 1 truco ; 2 no-quiero") == {1: ("5b", "7b", "12c")}


def test_s000_13_nobody_shows_cards_of_a_refused_envido() -> None:
    """§13: "se cierra el envido sin que nadie deba declarar el envido que tiene"."""
    assert shown_cards(hand("1 envido ; 2 no-quiero ; 1 truco ; 2 no-quiero", *TWO)) == {}
