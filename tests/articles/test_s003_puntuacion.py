"""Bélmez, S003 Puntuación: Tabla I and Tabla II, over every card and every hand there is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from tests.support.record_queries import check_ranking
from truquero.cards import Card, cards
from truquero.table import Match
from truquero.table.hand_opening import begin_deal, begin_hand
from truquero.variants import rules_of

RULES = rules_of("belmez", 2)
PACK = RULES.pack
HANDS = list(combinations(PACK, 3))
PIEZAS = {"5o": 11, "12b": 10, "11b": 9, "10o": 8}
TABLE_II = (
    "5o", "12b", "11b", "10o", "1e", "1b", "7e", "7o", "3e 3b 3o 3c", "2e 2b 2o 2c", "1o 1c", "7b 7c",
    "6e 6b 6o 6c", "5e 5b 5c", "4e 4b 4o 4c",
)  # fmt: skip
HEIGHT = {card: -row for row, tier in enumerate(TABLE_II) for card in cards(tier)}


def worth(card: Card) -> int:
    """Return the value of a card in Tabla I: 11 to 8 for the piezas, the index for all other cards; an ace is 1."""
    return PIEZAS.get(card, card.rank)


def is_flor(hand: tuple[Card, ...]) -> bool:
    """Return whether a hand is a flor. Vocabulario: «3 cartas del mismo palo (o su equivalente en comodines)»."""
    return len({card.suit for card in hand if card not in PIEZAS}) <= 1


def envite(hand: tuple[Card, ...]) -> int:
    """Return twenty and the two best cards that are linked, where a pieza is linked with any card."""
    if {"5o", "12b"} <= set(hand):
        return 20 + sum(map(worth, hand))
    best = 0
    for card, linked in combinations(hand, 2):
        if card in PIEZAS or linked in PIEZAS or card.suit == linked.suit:
            best = max(best, 20 + worth(card) + worth(linked))
    return best or max(map(worth, hand))


def envite_of(text: str) -> int:
    return RULES.points.envido(cards(text))


def flor_of(text: str) -> int | None:
    return RULES.points.flor(cards(text))


# ----------------------------------------------------------------------------------------------------------- Tabla I


def test_s003_tabla_i_every_hand() -> None:
    """All 4495 hands, against the count written out here."""
    assert len(HANDS) == 4495
    assert [hand for hand in HANDS if RULES.points.envido(hand) != envite(hand)] == []


def test_s003_tabla_i_without_flor_thirty_eight_at_most() -> None:
    values = {RULES.points.envido(hand) for hand in HANDS if not is_flor(hand)}
    assert max(values) == 38
    assert {hand for hand in HANDS if not is_flor(hand) and RULES.points.envido(hand) == 38} == {
        hand for hand in HANDS if "5o" in hand and not is_flor(hand) and any(card.rank == 7 for card in hand)
    }


def test_s003_tabla_i_unlinked_hands_are_their_highest_card() -> None:
    """«Si no existe ligao … la máxima puntuación de envido es la de la carta de mayor valor numérico»."""
    unlinked = [hand for hand in HANDS if len({card.suit for card in hand}) == 3 and not set(PIEZAS) & set(hand)]
    assert all(RULES.points.envido(hand) == max(card.rank for card in hand) for hand in unlinked)
    assert {RULES.points.envido(hand) for hand in unlinked} == set(range(1, 8))


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("7c 5c 1e", 32),  # the example of the article: 20 + 7 + 5
        ("5e 6c 3o", 6),
        ("1o 7o 1b", 28),  # move 5
        ("2e 6e 1c", 28),  # move 8
        ("10o 4e 2b", 32),  # move 1: the sota and the 4
        ("11b 4b 3e", 33),  # move 7: the caballo and the 4
        ("4b 5b 7o", 29),
        ("5o 7c 1e", 38),  # the anecdote
        ("12b 7e 2o", 37),
        ("7c 6b 5e", 7),
        ("1e 1c 1b", 1),
        ("7e 6e 5c", 33),
        ("1e 2e 7b", 23),
        ("10o 1c 1e", 29),
    ],
)
def test_s003_envites_examples(hand: str, points: int) -> None:
    """«Si existe ligao se otorgan 20 puntos extra, que se suman al valor nominal de las dos cartas ligadas»."""
    assert envite_of(hand) == points
    assert envite_of(" ".join(reversed(hand.split()))) == points


@pytest.mark.parametrize(("pieza", "alone"), [("5o", 31), ("12b", 30), ("11b", 29), ("10o", 28)])
def test_s003_envites_a_pieza_links_with_any_card(pieza: str, alone: int) -> None:
    """«actúan como comodín … 31 puntos: 5 de oros; 30: gallo; 29: caballo; 28: sota»."""
    for linked, third in (("7e", "6c"), ("4c", "3e"), ("2e", "1c")):
        assert envite_of(f"{pieza} {linked} {third}") == alone + int(linked[0])


def test_s003_envites_reserva() -> None:
    """«acumularían 50 puntos de envido»; with two cards only, «la mayor puntuación … suman 41 tantos»."""
    assert envite_of("5o 12b 11b") == 50
    assert envite_of("5o 12b 1c") == 42
    two = rules_of("belmez", 2, reserva_envite="two").points
    assert {two.envido(hand) for hand in HANDS if {"5o", "12b"} <= set(hand)} == {41}
    assert max(two.envido(hand) for hand in HANDS) == 41


def test_s003_envites_two_piezas_are_no_reserva() -> None:
    """Only the 5 of oros with the gallo counts three cards."""
    assert envite_of("5o 11b 10o") == 40
    assert envite_of("12b 11b 10o") == 39


# ------------------------------------------------------------------------------------------------------------ flores


def test_s003_flores_every_hand() -> None:
    """603 of the 4495 hands are a flor, and each is 20 and its three cards."""
    values = {hand: RULES.points.flor(hand) for hand in HANDS}
    assert {hand for hand, points in values.items() if points is not None} == {hand for hand in HANDS if is_flor(hand)}
    assert sum(points is not None for points in values.values()) == 603
    assert all(values[hand] == 20 + sum(map(worth, hand)) for hand in HANDS if is_flor(hand))


def test_s003_flores_values_from_26_to_50() -> None:
    values = Counter(value for hand in HANDS if (value := RULES.points.flor(hand)) is not None)
    assert set(values) == set(range(26, 51))
    assert (values[26], values[50]) == (4, 1)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("6b 7b 5o", 44),  # move 11
        ("2o 10o 12b", 40),  # move 18 prints 43, which its own rule does not give
        ("5o 12b 11b", 50),  # «50 para flor»
        ("1c 2c 3c", 26),
        ("7e 6e 5e", 38),
        ("5o 7o 6o", 44),
        ("5o 12b 4e", 45),
        ("10o 11b 4e", 41),
        ("10o 7c 6c", 41),
        ("12b 3b 2b", 35),
        ("12b 3c 2c", 35),
    ],
)
def test_s003_flores_examples(hand: str, points: int) -> None:
    """«no se suma al final el valor de la menor carta, sino de las 2 menores»."""
    assert flor_of(hand) == points


@pytest.mark.parametrize("hand", ["7c 6c 5e", "10o 7c 6b", "5o 1o 2b", "12b 7b 6e", "1e 1c 1b", "5o 7c 1e"])
def test_s003_flores_hands_that_are_none(hand: str) -> None:
    assert flor_of(hand) is None


# ---------------------------------------------------------------------------------------------------------- Tabla II


def test_s003_tabla_ii_every_card() -> None:
    """31 cards in 15 ranks; the 7 of copas and of bastos, which the print leaves out, below the false aces."""
    assert sorted(HEIGHT) == sorted(PACK)
    check_ranking(RULES.ranking.strengths(), HEIGHT)


def first_trick(led: Card, answer: Card) -> int | None:
    match = Match(RULES, seed="", dealer=2)
    begin_deal(match, 2)
    rest = [card for card in PACK if card not in (led, answer)]
    begin_hand(match, {1: (led, *rest[:2]), 2: (answer, *rest[2:4])})
    match.play(1, led)
    match.play(2, answer)
    assert match.hand is not None
    return match.hand.tricks[0].side


def test_s003_tabla_ii_every_pair_of_cards_on_the_table() -> None:
    """All 930 first tricks that two players can lay."""
    for led, answer in permutations(PACK, 2):
        above, below = HEIGHT[led] > HEIGHT[answer], HEIGHT[led] < HEIGHT[answer]
        assert first_trick(led, answer) == (0 if above else 1 if below else None), (led, answer)


def test_s003_pierdetrucoh_loses_to_any_two() -> None:
    """Vocabulario: the as de oros, «por la profusión con que el jugador se atreve a jugarse el Truco con él»."""
    strengths = RULES.ranking.strengths()
    ace = strengths[cards("1o")[0]]
    assert sum(strength > ace for strength in strengths.values()) == 16
    assert ace == strengths[cards("1c")[0]]
