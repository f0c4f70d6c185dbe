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


def where(players: int, cards: str, *against: str, partners: tuple[str, ...] = ()) -> EquitySituation:
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
    asked = where(2, cards, against)
    [world] = {world for world, _hands in sample_deals(asked, 1, "1")}
    one, other = world.hands(0), world.hands(1)
    every = [(frozenset(a), frozenset(b)) for a in one for b in other if not {*a} & {*b}]
    times = 60
    found = Counter((frozenset(a), frozenset(b)) for _world, (a, b) in sample_deals(asked, times * len(every), "feria"))
    assert found.keys() <= set(every)
    far = sum((found[deal] - times) ** 2 / times for deal in every)  # chi-squared
    freedom = len(every) - 1
    assert far < freedom + 5 * (2 * freedom) ** 0.5


def test_hands_that_take_all_cards_of_their_kind_are_found() -> None:
    """Eighteen cards are at least as high as a twelve, and six players hold them all."""
    kind = "worst>=12c"
    asked = where(6, kind, kind, partners=(kind,))
    for _world, hands in sample_deals(asked, 50, "1"):
        cards = {one for hand in hands for one in hand}
        assert len(cards) == 18
    assert len({frozenset(hands[0]) for _world, hands in sample_deals(asked, 50, "1")}) > 40


def test_what_nobody_could_draw_is_told_from_what_cannot_be() -> None:
    with pytest.raises(TableError, match="no deal fits"):
        equity(rules_of("argentino", 4), "worst>=7o", against="worst>=7o", samples=5)
    with pytest.raises(TableError, match="too few of the sampled deals"):  # there are four such flores, and five places
        equity(rules_of("argentino", 6), "1e 1b 1c", against="flor=38", partners="flor=38", samples=5)


def test_cards_of_free_places_are_any() -> None:
    asked = where(4, "worst>=7e")  # only three cards qualify
    seen = Counter(one for _world, hands in sample_deals(asked, 400, "1") for one in hands[1])
    assert len(seen) == 40 - 3
    assert all(
        len({*a} & {*b}) == 0 for _world, hands in sample_deals(asked, 400, "1") for a, b in combinations(hands, 2)
    )
