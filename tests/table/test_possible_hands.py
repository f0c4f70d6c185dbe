"""The hands that unknown cards may form: grouped hands give the same answers as a check of every single hand."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.support.counts import calls_of
from truquero import rules_of
from truquero.cards import CARDS, Card
from truquero.engine import Need
from truquero.engine.state import OF_CARDS
from truquero.rules.points import Points
from truquero.table.holdings import Holdings, MaybeCard, fits
from truquero.table.possible_hands import groups, kind_of

NEEDS = sorted(OF_CARDS)


def dealt(chance: Random, pack: tuple[Card, ...]) -> tuple[list[list[MaybeCard]], list[Card]]:
    """Return the hands of three places, with some cards unknown, and the cards that the unknown ones may be."""
    shuffled = chance.sample(pack, 9)
    hands = [[card if chance.random() < 0.4 else None for card in shuffled[at : at + 3]] for at in (0, 3, 6)]
    known = {card for hand in hands for card in hand}
    return hands, [card for card in pack if card not in known]


def all_hands(hand: list[MaybeCard], unseen: list[Card], points: Points, facts: list[Need]) -> list[tuple[Card, ...]]:
    known_cards = tuple(card for card in hand if card is not None)
    more = combinations(unseen, 3 - len(known_cards)) if len(known_cards) < 3 else [()]
    hands = [known_cards + rest for rest in more]
    return [cards for cards in hands if all(fits(need, points, cards) for need in facts)]


@pytest.mark.parametrize(("variant", "turned"), [("argentino", None), ("belmez", None), ("uruguayo", "7o")])
def test_grouped_hands_agree_with_every_single_hand(variant: str, turned: str | None) -> None:
    rules, chance = rules_of(variant, 2), Random(8)
    turned_card = None if turned is None else CARDS[turned]
    points = rules.points_for(turned_card)
    pack = tuple(card for card in rules.pack if card != turned_card)
    for _time in range(6):
        hands, unseen = dealt(chance, pack)
        holdings, facts = Holdings(points, hands, unseen), [[], [], []]  # type: Holdings, list[list[Need]]
        for place, hand in enumerate(hands):
            need = chance.choice(NEEDS)
            if None in hand and holdings.may(place, need):
                holdings.learn(place, need)
                facts[place].append(need)
            possible = all_hands(hand, unseen, points, facts[place])
            assert possible
            for other_need in NEEDS:
                assert holdings.may(place, other_need) == any(fits(other_need, points, cards) for cards in possible)
            assert holdings.values(place, "envido") == sorted({points.envido(cards) for cards in possible})
            flores = {points.flor(cards) for cards in possible}
            assert holdings.values(place, "flor") == sorted(-1 if value is None else value for value in flores)
            assert set(holdings.playable(place)) == {card for cards in possible for card in cards}


def counts(points: Points, size: int) -> dict[tuple[Card, ...], tuple[int, int, int]]:
    """Return the kind, the envido and the flor of each hand, computed hand by hand."""
    hands = combinations(CARDS.values(), size)
    return {
        hand: (kind_of(points, hand), points.envido(hand), -1 if (flor := points.flor(hand)) is None else flor)
        for hand in hands
    }


@pytest.mark.parametrize(("variant", "turned"), [("argentino", None), ("belmez", None), ("uruguayo", "12o")])
def test_every_hand_is_in_the_group_of_its_values(variant: str, turned: str | None) -> None:
    rules = rules_of(variant, 2)
    points = rules.points_for(None if turned is None else CARDS[turned])
    grouped = {
        number: (group.kind, group.envido, group.flor)
        for group in groups(points, 3)
        for number, sign in enumerate(reversed(f"{group.hands:b}"))
        if sign == "1"
    }
    assert [grouped[number] for number in range(len(grouped))] == list(counts(points, 3).values())


def test_hands_without_a_pieza_are_counted_once() -> None:
    """With a muestra there are many ways of counting, and a record may need all of them."""
    rules = rules_of("uruguayo", 2)
    groups.cache_clear()
    groups(Points(), 3)
    assert calls_of(lambda: groups(rules.points_for(CARDS["7o"]), 3)) < calls_of(lambda: counts(Points(), 3)) / 2


def test_a_need_agrees_with_the_rules() -> None:
    points = rules_of("belmez", 2).points
    plain, reserva, no_flor = ([CARDS[code] for code in text.split()] for text in ("1e 2e 3e", "5o 12b 4c", "1e 2b 3c"))
    assert fits(Need.FLOR, points, plain)
    assert fits(Need.FLOR, points, reserva)
    assert not fits(Need.FLOR, points, no_flor)
    assert [fits(Need.PLAIN_FLOR, points, hand) for hand in (plain, reserva, no_flor)] == [True, False, False]
    assert [fits(Need.NO_PLAIN_FLOR, points, hand) for hand in (plain, reserva, no_flor)] == [False, True, True]
    assert [fits(Need.RESERVA, points, hand) for hand in (plain, reserva, no_flor)] == [False, True, False]
    assert [fits(Need.NO_FLOR, points, hand) for hand in (plain, reserva, no_flor)] == [False, False, True]
