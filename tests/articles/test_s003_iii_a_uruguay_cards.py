"""Uruguay, S003 III.a: the muestra, the piezas and the alcahuete; what cards are worth, what a flor is."""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise

import pytest

from tests.support.record_queries import awards, check_ranking, envido_points, hand, heights_in, illegal, tricks, turn
from truquero.cards import CARDS, SPANISH_40, Card, cards
from truquero.rules.points import Points
from truquero.table import Match
from truquero.table.dealing import shuffled
from truquero.variants import rules_of

uruguayo = partial(hand, variant="uruguayo")
PIEZAS = {2: 30, 4: 29, 5: 28, 11: 27, 10: 27}  # the highest first; «la carta de mayor valor es la de 30 puntos (el 2)»
BELOW = [3, 2, 1, 12, 11, 10, 7, 6, 5, 4]
MATADORES = ["1e", "1b", "7e", "7o"]


def values_of(turned: str) -> dict[str, int]:
    """The piezas of a hand, the highest first, with their points; the king where the muestra is one of them."""
    rank, suit = int(turned[:-1]), turned[-1]
    return {f"{12 if pieza == rank else pieza}{suit}": points for pieza, points in PIEZAS.items()}


def points(turned: str) -> Points:
    return rules_of("uruguayo", 2).points_for(CARDS[turned])


def index(card: Card) -> int:
    return card.rank if card.rank <= 7 else 0


# ------------------------------------------------------------------------------------------------------ the muestra


@pytest.mark.parametrize("players", [2, 4, 6])
def test_s003_iii_a_uruguay_the_muestra_is_the_card_after_the_deal(players: int) -> None:
    """«se elige un palo ganador para cada mano»: the next card is turned, and everybody sees it."""
    match = Match("uruguayo", players, seed="muestra", dealer=1)
    match.deal(seed="m")
    order = shuffled(SPANISH_40, "m")
    assert {match.view(seat).turned for seat in range(1, players + 1)} == {order[3 * players]}
    held = [card for seat in range(1, players + 1) for card in match.view(seat).cards]
    assert order[3 * players] not in held


def test_s003_iii_a_uruguay_the_muestra_is_nobodys_card() -> None:
    head = "variant uruguayo\nplayers 2\ndeal 2\n"
    assert illegal(head + "turned 2o\ncards 1 2o 1e 4c\n").line == 5
    assert illegal(head + "cards 1 2o 1e 4c\nturned 2o\n").line == 5


# ---------------------------------------------------------------------------------------------------------- ranking


@pytest.mark.parametrize("turned", SPANISH_40)
def test_s003_iii_a_uruguay_order_of_all_cards(turned: Card) -> None:
    """Piezas 2 > 4 > 5 > 11 > 10, then «el as de espadas, el de bastos, etc. como en los otros trucos»."""
    order = [[entry] for entry in (*values_of(turned), *MATADORES, *BELOW)]
    pack = [card for card in SPANISH_40 if card != turned]
    check_ranking(rules_of("uruguayo", 2).ranking.strengths(turned), heights_in(order, pack))


STEPS = [
    "2o",
    "4o",
    "5o",
    "11o",
    "10o",
    "1e",
    "1b",
    "7e",
    "7o",
    "3c",
    "2c",
    "1c",
    "12c",
    "11c",
    "10c",
    "7c",
    "6c",
    "5c",
    "4c",
]


@pytest.mark.parametrize(("high", "low"), list(pairwise(STEPS)))
def test_s003_iii_a_uruguay_each_step_takes_a_trick(high: str, low: str) -> None:
    """With a six of oros turned, each card beats the one below it, whoever leads."""
    first, second = f"{low} 6b 6e", f"{high} 5b 5e"
    text = uruguayo(f"1 {low}", first, second, turned="6o")
    assert tricks(f"{text} ; 2 {high}") == ["B"]
    assert tricks(uruguayo(f"1 {high} ; 2 {low}", second, first, turned="6o")) == ["A"]


@pytest.mark.parametrize(
    ("turned", "beats", "loses_to"),
    [("2o", "4o", ""), ("4o", "5o", "2o"), ("5o", "11o", "4o"), ("11o", "10o", "5o"), ("10o", "1e", "11o")],
)
def test_s003_iii_a_uruguay_the_alcahuete_has_the_rank_of_the_turned_pieza(
    turned: str, beats: str, loses_to: str
) -> None:
    held = "12o 7c 4b"
    text = uruguayo(f"1 12o ; 2 {beats}", held, f"{beats} 3c 6e", turned=turned)
    assert tricks(text) == ["A"]
    if loses_to:
        assert tricks(uruguayo(f"1 12o ; 2 {loses_to}", held, f"{loses_to} 3c 6e", turned=turned)) == ["B"]


@pytest.mark.parametrize("turned", ["1o", "3o", "6o", "7o", "12c", "2c"])
def test_s003_iii_a_uruguay_otherwise_the_king_is_a_king(turned: str) -> None:
    """It loses to a false ace and takes nothing but what a king takes; a two of another suit does not make it one."""
    held = ("12o 7c 4b", "1c 3c 6e")
    assert tricks(uruguayo("1 12o ; 2 1c", *held, turned=turned)) == ["B"]
    assert points(turned).worth[CARDS["12o"]] == 0


@pytest.mark.parametrize(("matador", "turned"), [("1e", "6e"), ("1b", "6b"), ("7e", "6e"), ("7o", "6o")])
def test_s003_iii_a_uruguay_a_matador_of_the_muestra_stays_a_matador(matador: str, turned: str) -> None:
    """It loses to the lowest pieza, beats every three, and in the envido counts its own index."""
    suit = turned[-1]
    held = (f"{matador} 4c 12c", f"10{suit} 3c 5{'b' if suit == 'e' else 'e'}")
    assert tricks(uruguayo(f"1 {matador} ; 2 10{suit}", *held, turned=turned)) == ["B"]
    assert tricks(uruguayo(f"1 {matador} ; 2 3c", *held, turned=turned)) == ["A"]
    assert points(turned).worth[CARDS[matador]] == int(matador[0])


def test_s003_iii_a_uruguay_a_two_of_another_suit_is_an_ordinary_two() -> None:
    held = ("2c 7c 4e", "3b 6b 5e")
    assert tricks(uruguayo("1 2c ; 2 3b", *held, turned="6o")) == ["B"]
    assert tricks(uruguayo("1 2c ; 2 3b", *held, turned="6c")) == ["A"]


# ----------------------------------------------------------------------------------------------------------- values


def envido_of(hand_: tuple[Card, ...], turned: str) -> int:
    """As the article and its completion count: a pieza and the best other index; otherwise as Argentina."""
    piezas = [worth for code, worth in values_of(turned).items() if code in hand_]
    rest = [index(card) for card in hand_ if card not in values_of(turned)]
    if piezas:
        return max(piezas) + max(rest)
    pairs = [20 + index(card) + index(linked) for card, linked in combinations(hand_, 2) if card.suit == linked.suit]
    return max([*pairs, *rest])


def flor_of(hand_: tuple[Card, ...], turned: str) -> int | None:
    """The highest pieza whole, the units of the others and the indices; without a pieza twenty and the indices."""
    piezas = sorted((worth for code, worth in values_of(turned).items() if code in hand_), reverse=True)
    rest = [card for card in hand_ if card not in values_of(turned)]
    if len({card.suit for card in rest}) > 1:
        return None
    indices = sum(map(index, rest))
    return piezas[0] + sum(worth % 10 for worth in piezas[1:]) + indices if piezas else 20 + indices


@pytest.mark.parametrize("turned", ["7o", "2o", "4c", "5e", "11b", "10o", "12c"])
def test_s003_iii_a_uruguay_values_of_many_hands(turned: str) -> None:
    counted = points(turned)
    hands = list(combinations([card for card in SPANISH_40 if card != turned], 3))[::5]
    for held in hands:
        flor = flor_of(held, turned)
        assert counted.flor(held) == flor, held
        if flor is None:
            assert counted.envido(held) == envido_of(held, turned), held


@pytest.mark.parametrize(
    ("held", "turned", "value"),
    [
        ("2o 7e 4c", "7o", 37),
        ("4o 7e 6c", "7o", 36),
        ("5o 7e 6c", "7o", 35),
        ("11o 7e 6c", "7o", 34),
        ("10o 7e 6c", "7o", 34),
        ("2o 12e 11c", "7o", 30),
        ("12o 7e 6c", "2o", 37),
        ("12o 7e 6c", "10o", 34),
        ("12o 7e 6c", "6o", 7),
        ("7c 6c 4e", "7o", 33),
        ("2c 4e 5b", "7o", 5),
        ("12c 11c 1e", "7o", 20),
        ("12c 11e 10b", "7o", 0),
    ],
)
def test_s003_iii_a_uruguay_envido_values(held: str, turned: str, value: int) -> None:
    assert points(turned).envido(cards(held)) == value
    rival = "3b 2e 4b"
    text = uruguayo("1 envido ; 2 quiero ; 1 mazo", held, rival, turned=turned)
    assert envido_points(text)[1] == value


@pytest.mark.parametrize(
    ("held", "turned", "value"),
    [
        ("2o 4o 5o", "7o", 47),
        ("2o 7b 6b", "7o", 43),
        ("7c 6c 5c", "7o", 38),
        ("12c 11c 10c", "7o", 20),
        ("2o 4o 7e", "7o", 46),
        ("11o 10o 1e", "7o", 35),
        ("12o 4o 5o", "2o", 47),
        ("12o 11o 1o", "10o", 35),
        ("12o 7b 6b", "4o", 42),
        ("10o 3o 1o", "7o", 31),
    ],
)
def test_s003_iii_a_uruguay_flor_values(held: str, turned: str, value: int) -> None:
    """«flor (que puede formarse en Uruguay también con piezas, y no sólo con 3 cartas del mismo palo)»."""
    assert points(turned).flor(cards(held)) == value
    assert turn(uruguayo("", held, "3b 2e 4c", turned=turned)) == {1: ["flor"]}


@pytest.mark.parametrize(
    ("held", "turned"),
    [
        ("2o 7b 6c", "7o"),  # one pieza and two suits
        ("7b 6b 5c", "7o"),
        ("12o 7b 6b", "7o"),  # an ordinary king
        ("12o 2o 6b", "7o"),
        ("2c 4c 6b", "7o"),  # piezas of another suit are none
    ],
)
def test_s003_iii_a_uruguay_hands_that_are_no_flor(held: str, turned: str) -> None:
    assert points(turned).flor(cards(held)) is None
    assert "flor" not in turn(uruguayo("", held, "3b 2e 4e", turned=turned))[1]


def test_s003_iii_a_uruguay_highest_and_lowest() -> None:
    """Envido up to 37, flor without piezas 20 to 38, with them up to 47."""
    counted = points("7c")
    hands = list(combinations([card for card in SPANISH_40 if card != "7c"], 3))
    flores = [value for held in hands if (value := counted.flor(held)) is not None]
    envidos = [counted.envido(held) for held in hands if counted.flor(held) is None]
    assert (min(envidos), max(envidos)) == (0, 37)
    assert (min(flores), max(flores)) == (20, 47)


def test_s003_iii_a_uruguay_an_envido_tie_is_the_manos() -> None:
    """«como el empate entre envidos en Bélmez»: perico and perica count the same."""
    held = ("11o 7e 4c", "10o 7b 6c")
    text = "{0} envido ; {1} quiero ; {0} mazo"
    assert awards(uruguayo(text.format(1, 2), *held, turned="6o"))[0] == ("envido", "A", 2)
    assert awards(uruguayo(text.format(2, 1), *held, turned="6o", dealer=1))[0] == ("envido", "B", 2)
