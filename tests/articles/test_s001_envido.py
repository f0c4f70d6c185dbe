"""Trucardo, S001 Envido: when it may be called and what a hand is worth."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.support.record_queries import awards, hand, last_is_illegal, score, turn
from truquero.cards import Card, cards
from truquero.variants import rules_of

TWO = ("7c 6c 4e", "1e 1b 5o")  # 33 against 5
FOUR = (*TWO, "12c 11o 4b", "3e 2o 6b")
CALLS = {"envido", "real-envido", "falta-envido"}


def trucardo(moves: str, *held: str, points: str = "", options: str = "", dealer: int | None = None) -> str:
    return hand(moves, *(held or TWO), variant="trucardo", score=points, options=options, dealer=dealer)


def open_to(moves: str, seat: int, *held: str) -> set[str]:
    return CALLS & set(turn(trucardo(moves, *held)).get(seat, []))


# ------------------------------------------------------------------------------------------------------------ window


def test_envido_in_the_first_turn_of_each() -> None:
    """«cada jugador puede cantar envido en su primer turno durante la mano»."""
    moves = ["1 4e", "2 5o", "3 4b"]
    for number, seat in enumerate((1, 2, 3, 4)):
        assert open_to(" ; ".join(moves[:number]), seat, *FOUR) == CALLS


def test_envido_before_the_first_card_of_the_caller() -> None:
    """«antes de … lanzar la primera carta»: not in the second round, and not out of turn."""
    assert open_to("1 7c ; 2 5o", 1) == set()
    last_is_illegal(trucardo("1 7c ; 2 5o\n1 envido"))
    last_is_illegal(trucardo("1 7c\n1 envido"))
    last_is_illegal(trucardo("\n2 envido"))
    last_is_illegal(trucardo("1 7c ; 2 truco\n1 envido"))


def test_envido_before_answering_a_truco() -> None:
    """«antes de realizar o responder una apuesta de truco»: over a pending truco, not once it is accepted."""
    assert open_to("1 truco", 2) == CALLS
    assert open_to("1 truco ; 2 quiero ; 1 7c", 2) == set()
    assert open_to("1 truco ; 2 quiero", 1) == set()
    assert open_to("1 truco ; 2 retruco", 1) == set()
    last_is_illegal(trucardo("1 truco ; 2 quiero ; 1 7c\n2 envido"))


def test_envido_over_a_truco_by_either_rival_who_has_not_played() -> None:
    assert open_to("1 truco", 2, *FOUR) == open_to("1 truco", 4, *FOUR) == CALLS
    assert open_to("1 4e ; 2 truco", 3, *FOUR) == CALLS
    assert open_to("1 4e ; 2 truco", 1, *FOUR) == set()


def test_envido_puts_the_truco_off() -> None:
    """«Una vez abierto el envido el lance de truco queda aplazado hasta resolver completamente el envido»."""
    assert turn(trucardo("1 envido"))[2] == [
        "envido",
        "falta-envido",
        "mazo",
        "no-quiero",
        "quiero",
        "real-envido",
    ]
    last_is_illegal(trucardo("1 envido\n2 truco"))
    last_is_illegal(trucardo("1 envido\n1 7c"))
    for answer in ("1 quiero", "1 no-quiero", "1 real-envido ; 2 no-quiero"):
        assert turn(trucardo(f"1 truco ; 2 envido ; {answer}"))[2] == ["mazo", "no-quiero", "quiero", "retruco"]


def test_envido_then_the_truco_is_answered() -> None:
    text = trucardo("1 truco ; 2 envido ; 1 quiero ; 2 quiero ; 1 7c ; 2 1e ; 2 1b ; 1 6c")
    assert awards(text) == [("envido", "A", 2), ("truco", "B", 2)]


def test_envido_once_a_hand() -> None:
    assert open_to("1 envido ; 2 no-quiero", 1) == set()
    assert open_to("1 envido ; 2 quiero ; 1 7c", 2) == set()


def test_envido_answered_by_any_rival_even_after_a_card() -> None:
    assert sorted(turn(trucardo("1 4e ; 2 envido", *FOUR))) == [1, 3]
    assert awards(trucardo("1 4e ; 2 envido ; 1 quiero", *FOUR)) == [("envido", "A", 2)]


def test_envido_not_called_pays_nothing() -> None:
    """«En caso de que no haya apuesta, el lance no se disputa»."""
    assert awards(trucardo("1 7c ; 2 1e ; 2 1b ; 1 6c")) == [("truco", "B", 1)]


def test_envido_of_a_seat_that_left_does_not_count() -> None:
    """Section 0: its points do not count in a later envido."""
    assert awards(trucardo("1 mazo ; 2 envido ; 3 quiero", *FOUR)) == [("envido", "B", 2)]
    assert awards(trucardo("1 4e ; 2 envido ; 3 quiero", *FOUR)) == [("envido", "A", 2)]


# ------------------------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("held", "value"),
    [
        ("7c 6c 4e", 33),
        ("2c 1c 7e", 23),
        ("7c 12c 5e", 27),
        ("12c 11c 7e", 20),
        ("10c 12c 7e", 20),
        ("10o 5o 7e", 25),
        ("7c 6e 4o", 7),
        ("12c 6e 11o", 6),
        ("12c 11e 10o", 0),
        ("10c 1e 12o", 1),
        ("7c 6c 5c", 33),
        ("12c 11c 10c", 20),
        ("2c 12c 11c", 22),
        ("3e 2e 1e", 25),
    ],
)
def test_envido_values(held: str, value: int) -> None:
    """Two of a suit: their indices and 20; three different: the highest; three of a suit: the two highest; «el valor
    de las figuras … es cero», the sota included (TR-1)."""
    assert rules_of("trucardo").points.envido(cards(held)) == value


def by_the_text(held: tuple[Card, ...]) -> int:
    """Return the envido points of three cards by the four sentences of the text."""
    index = {card: 0 if card.rank >= 10 else card.rank for card in held}
    pairs = [20 + index[card] + index[linked] for card, linked in combinations(held, 2) if card.suit == linked.suit]
    return max(pairs, default=max(index.values()))


def test_envido_every_hand() -> None:
    rules = rules_of("trucardo")
    values = {held: rules.points.envido(held) for held in combinations(rules.pack, 3)}
    assert all(value == by_the_text(held) for held, value in values.items())
    assert set(values.values()) == {*range(8), *range(20, 34)}


@pytest.mark.parametrize(
    ("mano_cards", "pie_cards", "side"),
    [
        ("7c 6c 4e", "7e 5e 4o", "A"),
        ("7e 5e 4o", "7c 6c 4e", "B"),
        ("7c 6e 4o", "12o 11o 2e", "B"),
        ("5c 6e 4o", "7o 12e 11c", "B"),
        ("10o 6o 4e", "7e 12e 11c", "B"),
    ],
)
def test_envido_the_higher_wins(mano_cards: str, pie_cards: str, side: str) -> None:
    """«cuál es el jugador que tiene una puntuación más elevada … suma dos tantos»."""
    assert awards(trucardo("1 envido ; 2 quiero", mano_cards, pie_cards)) == [("envido", side, 2)]


def test_envido_three_of_a_suit_count_two() -> None:
    """«se tendrá en cuenta el valor de las dos superiores»: 7 6 2 of copas are 33."""
    for mano_cards, side in (("7c 6c 2c", "A"), ("5c 6c 2c", "B"), ("7c 5c 4c", "A")):
        assert awards(trucardo("1 envido ; 2 quiero", mano_cards, "7e 5e 4o", options="flor=off")) == [
            ("envido", side, 2)
        ]


@pytest.mark.parametrize(("dealer", "side"), [(2, "A"), (1, "B")])
def test_envido_tie_goes_to_the_mano(dealer: int, side: str) -> None:
    """«En caso de empate en este lance, lo gana el jugador que sea mano»."""
    mano = 3 - dealer
    text = trucardo(f"{mano} envido ; {dealer} quiero", "7c 5c 4e", "7e 5e 4o", dealer=dealer)
    assert awards(text) == [("envido", side, 2)]
    called_by_the_pie = f"{mano} {'4e' if mano == 1 else '4o'} ; {dealer} envido ; {mano} quiero"
    assert awards(trucardo(called_by_the_pie, "7c 5c 4e", "7e 5e 4o", dealer=dealer)) == [("envido", side, 2)]


@pytest.mark.parametrize(("dealer", "side"), [(1, "B"), (2, "A"), (3, "B"), (4, "B")])
def test_envido_tie_between_pairs_goes_to_the_nearest_to_the_mano(dealer: int, side: str) -> None:
    """Seats 2 and 3 have 32: whichever comes first from the mano."""
    held = ("4c 12o 11b", "7e 5e 4o", "7c 5c 4e", "6o 12b 11e")
    mano = dealer % 4 + 1
    rival = mano % 4 + 1
    assert awards(trucardo(f"{mano} envido ; {rival} quiero", *held, dealer=dealer)) == [("envido", side, 2)]


def test_envido_is_written_at_once() -> None:
    """«los jugadores de inmediato indican su puntuación»."""
    assert score(trucardo("1 envido ; 2 quiero")) == (2, 0)
    assert score(trucardo("1 envido ; 2 no-quiero")) == (1, 0)
