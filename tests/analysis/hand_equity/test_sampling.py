"""Sampled deals: all deals that match the known facts are equally likely, and few samples are rejected."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from truquero.analysis import equity
from truquero.analysis.hand_equity.equity_situation import EquityQuery, EquitySituation, situation_of
from truquero.analysis.hand_equity.sampling import sample_deals
from truquero.table import TableError
from truquero.variants import rules_of


def situation_for(players: int, cards: str, *against: str, partners: tuple[str, ...] = ()) -> EquitySituation:
    return situation_of(rules_of("argentino", players), EquityQuery(cards=cards, against=against, partners=partners))


@pytest.mark.parametrize(
    ("cards", "against"),
    [
        ("worst>=7o", "worst>=3c no-1e"),  # four candidates, and seven of which at least two are gone
        ("worst>=7o", "worst>=3c"),
        ("1e worst>=3c", "worst>=7o"),
        ("worst>=7o", "flor>=37"),  # only some combinations of its cards
        ("worst>=7o", "flor worst>=1o"),
        ("worst>=7o", "envido>=31 best>=3c"),
    ],
)
def test_every_deal_is_equally_likely(cards: str, against: str) -> None:
    situation = situation_for(2, cards, against)
    [world] = {world for world, _hands in sample_deals(situation, 1, "1")}
    own_hands, rival_hands = world.hands(0), world.hands(1)
    possible_deals = [
        (frozenset(own), frozenset(rival)) for own in own_hands for rival in rival_hands if not {*own} & {*rival}
    ]
    times = 60
    counts = Counter(
        (frozenset(own), frozenset(rival))
        for _world, (own, rival) in sample_deals(situation, times * len(possible_deals), "feria")
    )
    assert counts.keys() <= set(possible_deals)
    chi_squared = sum((counts[deal] - times) ** 2 / times for deal in possible_deals)  # chi-squared
    degrees = len(possible_deals) - 1
    assert chi_squared < degrees + 5 * (2 * degrees) ** 0.5


def test_hands_that_take_all_cards_of_their_kind_are_found() -> None:
    """Eighteen cards are at least as high as a twelve, and six players hold them all."""
    kind = "worst>=12c"
    situation = situation_for(6, kind, kind, partners=(kind,))
    for _world, hands in sample_deals(situation, 50, "1"):
        cards = {card for hand in hands for card in hand}
        assert len(cards) == 18
    assert len({frozenset(hands[0]) for _world, hands in sample_deals(situation, 50, "1")}) > 40


def test_impossible_and_very_rare_deals_have_different_errors() -> None:
    with pytest.raises(TableError, match="no deal fits"):
        equity(rules_of("argentino", 4), "worst>=7o", against="worst>=7o", samples=5)
    with pytest.raises(TableError, match="too few of the sampled deals"):  # there are four such flores, and five places
        equity(rules_of("argentino", 6), "1e 1b 1c", against="flor=38", partners="flor=38", samples=5)


def test_places_without_a_range_may_hold_any_card() -> None:
    situation = situation_for(4, "worst>=7e")  # only three cards qualify
    counts = Counter(card for _world, hands in sample_deals(situation, 400, "1") for card in hands[1])
    assert len(counts) == 40 - 3
    assert all(
        len({*first} & {*second}) == 0
        for _world, hands in sample_deals(situation, 400, "1")
        for first, second in combinations(hands, 2)
    )
