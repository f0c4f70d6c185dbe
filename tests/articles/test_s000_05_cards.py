"""S000 §5 to §10: the pack, the order of the cards in the truco and their value in envido and flor."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.support.record_queries import awards, check_ranking, hand, illegal, taker
from truquero.cards import CARDS, Card
from truquero.variants import rules_of

RULES = rules_of("argentino")
ORDER = (
    "1e / 1b / 7e / 7o / 3e 3b 3o 3c / 2e 2b 2o 2c / 1o 1c / 12e 12b 12o 12c / 11e 11b 11o 11c / 10e 10b 10o 10c / "
    "7b 7c / 6e 6b 6o 6c / 5e 5b 5o 5c / 4e 4b 4o 4c"
)
PLACE = {name: place for place, tier in enumerate(ORDER.split(" / ")) for name in tier.split()}
HANDS = list(combinations(RULES.pack, 3))


def index(card: Card) -> int:
    """§6: "las cartas negras valen 0; las cartas restantes tienen el valor que señala su índice"."""
    return 0 if card.rank in (10, 11, 12) else card.rank


def envido_by_the_book(held: tuple[Card, ...]) -> int:
    suits = {suit: sorted(index(card) for card in held if card.suit == suit) for suit in "eboc"}
    linked = [20 + sum(values[-2:]) for values in suits.values() if len(values) > 1]
    return linked[0] if linked else max(index(card) for card in held)


def test_s000_08_forty_cards_without_eights_and_nines() -> None:
    """§8: "El truco se juega con la baraja española de 40 cartas"."""
    assert set(RULES.pack) == {f"{rank}{suit}" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12) for suit in "ebco"}
    assert len(RULES.pack) == 40


@pytest.mark.parametrize("absent", ["8e", "9o", "13c", "0b"])
def test_s000_08_other_cards_are_bad_input(absent: str) -> None:
    """§8: "la baraja española de 40 cartas"."""
    assert illegal(hand("1 4e", f"4e 5c {absent}", "3o 2c 1b")).line == 4


@pytest.mark.parametrize("led", PLACE)
def test_s000_05_every_pair_of_cards(led: str) -> None:
    """§5: "De mayor a menor: as de espadas, as de bastos, siete de espadas, siete de oros, treses, doses…"."""
    for answer in PLACE:
        if answer == led:
            continue
        higher, equal = PLACE[led] < PLACE[answer], PLACE[led] == PLACE[answer]
        assert taker(led, answer) == (None if equal else "A" if higher else "B"), f"{led} {answer}"


def test_s000_05_fourteen_ranks() -> None:
    """§9: "Las demás cartas se ordenan del modo siguiente, sin importar el palo"."""
    strengths = RULES.ranking.strengths()
    assert len(set(strengths.values())) == 14
    check_ranking(strengths, {card: -PLACE[card] for card in RULES.pack})


@pytest.mark.parametrize(("brava", "below"), [("1e", "1b"), ("1b", "7e"), ("7e", "7o"), ("7o", "3c")])
def test_s000_09_bravas(brava: str, below: str) -> None:
    """§9: "cuatro cartas especiales que se conocen como cartas bravas y son las superiores de toda la baraja"."""
    assert taker(brava, below) == "A"
    assert taker(below, brava) == "B"


@pytest.mark.parametrize(("first", "second"), [("1o", "1c"), ("7c", "7b"), ("12e", "12o"), ("4b", "4c")])
def test_s000_09_falsos_and_suits_do_not_matter(first: str, second: str) -> None:
    """§9: "Los ases y los sietes que no son bravos se llaman falsos"; their suit does not matter."""
    assert taker(first, second) is None
    assert taker(second, first) is None


@pytest.mark.parametrize("card", RULES.pack)
def test_s000_06_figures_are_worth_nothing_and_the_others_their_index(card: Card) -> None:
    """§6: "las cartas negras valen 0; las cartas restantes tienen el valor en puntos que señala su índice"."""
    figures = [CARDS[f"12{suit}"] for suit in "eboc" if suit != card.suit][:2]
    assert RULES.points.envido([card, *figures]) == index(card)


def test_s000_07_envido_of_all_hands() -> None:
    """§7: "sólo si se tienen dos cartas del mismo palo se añaden 20 puntos al valor absoluto de esas dos cartas"."""
    assert len(HANDS) == 9880
    for held in HANDS:
        assert RULES.points.envido(held) == envido_by_the_book(held), held


def test_s000_13_envido_goes_from_0_to_33() -> None:
    """§13: "el envido más alto vale 33 tantos … mientras que el menor … vale 0 puntos"."""
    assert {RULES.points.envido(held) for held in HANDS} == {*range(8), *range(20, 34)}


def test_s000_07_flor_of_all_hands() -> None:
    """§7: "El valor de la flor es la suma del valor absoluto de las cartas más 20 puntos"."""
    for held in HANDS:
        is_flor = len({card.suit for card in held}) == 1
        assert RULES.points.flor(held) == (20 + sum(map(index, held)) if is_flor else None), held


def test_s000_12_flor_goes_from_20_to_38() -> None:
    """§12: "La mayor es la formada por el cinco, el seis y el siete … 38; la menor … sólo vale 20 puntos"."""
    flores = [value for held in HANDS if (value := RULES.points.flor(held)) is not None]
    assert len(flores) == 480
    assert (min(flores), max(flores)) == (20, 38)


@pytest.mark.parametrize(
    ("held", "value"),
    [
        ("7o 6o 4b", 33),
        ("12e 11b 10c", 0),
        ("12e 11e 10c", 20),
        ("12e 11e 7c", 20),
        ("7e 12e 6c", 27),
        ("1e 12b 11o", 1),
        ("7o 6b 5e", 7),
        ("4c 5c 6c", 31),
        ("10c 11c 12c", 20),
        ("7b 1b 12b", 28),
    ],
)
def test_s000_13_worked_values(held: str, value: int) -> None:
    """§13: "si dos de las figuras son del mismo palo, la mano vale entonces 20 puntos"."""
    assert RULES.points.envido([CARDS[name] for name in held.split()]) == value


@pytest.mark.parametrize(("held", "value"), [("5b 6b 7b", 38), ("10o 11o 12o", 20), ("1c 2c 11c", 23)])
def test_s000_12_worked_flores(held: str, value: int) -> None:
    """§12: "Para conocer el valor de la flor se suman 20 puntos a los índices de las cartas"."""
    assert RULES.points.flor([CARDS[name] for name in held.split()]) == value


def test_s000_13_a_silent_flor_counts_its_two_highest() -> None:
    """§13: "el valor de su envido sería de 20 puntos más el valor de sus dos cartas más altas"."""
    silent, rival = "5c 6c 7c", "6o 7o 1b"
    assert awards(hand("1 envido ; 2 quiero", silent, rival)) == [("envido", "A", 2)]
    assert awards(hand("1 envido ; 2 quiero", "4c 6c 7c", "6o 7o 1b")) == [("envido", "A", 2)]
    assert awards(hand("1 envido ; 2 quiero", "4c 5c 7c", "6o 7o 1b")) == [("envido", "B", 2)]
