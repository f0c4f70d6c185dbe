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
    hands = [[one if chance.random() < 0.4 else None for one in shuffled[at : at + 3]] for at in (0, 3, 6)]
    known = {one for hand in hands for one in hand}
    return hands, [one for one in pack if one not in known]


def all_hands(hand: list[MaybeCard], unseen: list[Card], points: Points, facts: list[Need]) -> list[tuple[Card, ...]]:
    known = tuple(one for one in hand if one is not None)
    more = combinations(unseen, 3 - len(known)) if len(known) < 3 else [()]
    hands = [known + some for some in more]
    return [one for one in hands if all(fits(need, points, one) for need in facts)]


@pytest.mark.parametrize(("variant", "turned"), [("argentino", None), ("belmez", None), ("uruguayo", "7o")])
def test_sorted_hands_answer_as_every_single_hand_does(variant: str, turned: str | None) -> None:
    rules, chance = rules_of(variant, 2), Random(8)
    card = next((one for one in rules.pack if one == turned), None)
    points = rules.points_for(card)
    pack = tuple(one for one in rules.pack if one != card)
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
            for asked in NEEDS:
                assert holdings.may(place, asked) == any(fits(asked, points, one) for one in possible)
            assert holdings.values(place, "envido") == sorted({points.envido(one) for one in possible})
            flores = {points.flor(one) for one in possible}
            assert holdings.values(place, "flor") == sorted(-1 if value is None else value for value in flores)
            assert set(holdings.playable(place)) == {one for some in possible for one in some}


def counts(points: Points, size: int) -> dict[tuple[Card, ...], tuple[int, int, int]]:
    """Return the kind, the envido and the flor of each hand, computed hand by hand."""
    hands = combinations(CARDS.values(), size)
    return {
        hand: (kind_of(points, hand), points.envido(hand), -1 if (flor := points.flor(hand)) is None else flor)
        for hand in hands
    }


@pytest.mark.parametrize(("variant", "turned"), [("argentino", None), ("belmez", None), ("uruguayo", "12o")])
def test_every_hand_is_in_the_group_of_what_it_counts(variant: str, turned: str | None) -> None:
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


def test_a_need_is_what_the_rules_say_of_cards() -> None:
    points = rules_of("belmez", 2).points
    plain, reserva, none = ([CARDS[code] for code in text.split()] for text in ("1e 2e 3e", "5o 12b 4c", "1e 2b 3c"))
    assert fits(Need.FLOR, points, plain)
    assert fits(Need.FLOR, points, reserva)
    assert not fits(Need.FLOR, points, none)
    assert [fits(Need.PLAIN_FLOR, points, one) for one in (plain, reserva, none)] == [True, False, False]
    assert [fits(Need.NO_PLAIN_FLOR, points, one) for one in (plain, reserva, none)] == [False, True, True]
    assert [fits(Need.RESERVA, points, one) for one in (plain, reserva, none)] == [False, True, False]
    assert [fits(Need.NO_FLOR, points, one) for one in (plain, reserva, none)] == [False, False, True]
