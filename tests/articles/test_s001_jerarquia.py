"""Trucardo, S001 Jerarquía de cartas: the traditional order and the same turned over."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from tests.support.record_queries import awards, hand, taker, tricks
from truquero.variants import rules_of

TIERS = [
    ("1e",),
    ("1b",),
    ("7e",),
    ("7o",),
    ("3e", "3b", "3o", "3c"),
    ("2e", "2b", "2o", "2c"),
    ("1c", "1o"),
    ("12e", "12b", "12o", "12c"),
    ("11e", "11b", "11o", "11c"),
    ("10e", "10b", "10o", "10c"),
    ("7c", "7b"),
    ("6e", "6b", "6o", "6c"),
    ("5e", "5b", "5o", "5c"),
    ("4e", "4b", "4o", "4c"),
]
PACK = [card for tier in TIERS for card in tier]
STEPS = list(pairwise(TIERS))
EQUALS = [pair for tier in TIERS for pair in combinations(tier, 2)]


def taker_in(led: str, answer: str, order: str) -> str | None:
    return taker(led, answer, variant="trucardo", options=f"ranking={order} flor=off")


@pytest.mark.parametrize(("higher", "lower"), STEPS, ids=lambda tier: tier[0])
def test_traditional_each_rung_beats_the_next(higher: tuple[str, ...], lower: tuple[str, ...]) -> None:
    """«El As de Espadas, El As de Bastos, El Siete de Espadas, El Siete de Oros, Los Treses …»"""
    for high in higher:
        for low in lower:
            assert (taker_in(high, low, "tradicional"), taker_in(low, high, "tradicional")) == ("A", "B")


@pytest.mark.parametrize(("higher", "lower"), STEPS, ids=lambda tier: tier[0])
def test_alternative_each_rung_loses_to_the_next(higher: tuple[str, ...], lower: tuple[str, ...]) -> None:
    """«el orden de valor inverso … Los cuatros las cartas de mayor valor y el As de Espadas la carta de menor»."""
    for high in higher:
        for low in lower:
            assert (taker_in(high, low, "inversa"), taker_in(low, high, "inversa")) == ("B", "A")


@pytest.mark.parametrize("order", ["tradicional", "inversa"])
@pytest.mark.parametrize(("first", "second"), EQUALS, ids=lambda name: str(name))
def test_cards_of_a_rung_tie(first: str, second: str, order: str) -> None:
    """«Los Ases Falsos (As de Copas y As de Oros)», «Los Sietes Falsos (Siete de Copas y Siete de Bastos)» …"""
    assert taker_in(first, second, order) is None


def test_the_orders_are_whole_and_each_others_reverse() -> None:
    usual = rules_of("trucardo").ranking.strengths()
    turned = rules_of("trucardo", ranking="inversa").ranking.strengths()
    assert set(usual) == set(turned) == set(PACK)
    for place, tier in enumerate(TIERS):
        assert {usual[card] for card in rules_of("trucardo").pack if card in tier} == {13 - place}
        assert {turned[card] for card in rules_of("trucardo").pack if card in tier} == {place}


def test_the_traditional_order_is_usual() -> None:
    held = ("1e 2b 6o", "4c 3b 7o")
    assert tricks(hand("1 1e ; 2 4c", *held, variant="trucardo")) == ["A"]
    assert tricks(hand("1 1e ; 2 4c", *held, variant="trucardo", options="ranking=inversa")) == ["B"]


def test_the_alternative_changes_no_envido() -> None:
    """The order is that of the rounds; an envido is counted by indices: 7 and 6 of copas are 33."""
    held = ("7c 6c 4e", "1e 2e 5o")
    for order in ("tradicional", "inversa"):
        text = hand("2 envido ; 1 quiero", *held, variant="trucardo", dealer=1, options=f"ranking={order}")
        assert awards(text) == [("envido", "A", 2)]


def test_the_alternative_changes_no_flor() -> None:
    held = ("7c 6c 5c", "1e 2e 4e")
    for order in ("tradicional", "inversa"):
        text = hand("1 flor ; 2 contraflor ; 1 quiero", *held, variant="trucardo", options=f"ranking={order}")
        assert awards(text) == [("flor", "A", 6)]
