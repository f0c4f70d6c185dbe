"""The sum that explains the points of a hand is the value that the rules give it, in every variant."""

from __future__ import annotations

import re
from itertools import combinations, islice
from random import Random

import pytest

from tests.support.bot_tables import hand_of
from truquero import VARIANTS, Match
from truquero.i18n import speaking
from truquero.rulebook.card_sections import example_turned
from truquero.rules.lances import lance_name
from truquero.speech.explained_points import explained_points

HANDS = 400  # of each variant
POINTS_IN_LINE = re.compile(r"^(\w+) (\d+): ([\d +]*)")


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_the_cards_that_count_give_the_value_of_the_rules(variant: str) -> None:
    rules = VARIANTS[variant].rules()
    turned = example_turned(rules)
    points = rules.points_for(turned)
    hands = list(combinations([card for card in rules.pack if card != turned], 3))
    for hand in islice(Random(variant).sample(hands, len(hands)), HANDS):
        counted = points.envido_cards(hand)
        linked = 20 if len(counted) > 1 else 0
        assert sum(points.worth[card] for card in counted) + linked == points.envido(hand), hand


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_each_line_states_the_points_of_the_view_and_their_sum(variant: str) -> None:
    match = Match(variant, seed=variant)
    for _deal in range(40):
        if not match.deal():
            break
        view = match.view(1)
        with speaking("en"):
            for line in explained_points(match.rules, view):
                found = POINTS_IN_LINE.match(line)
                assert found is not None, line
                lance, value, terms = found.groups()
                [code] = [code for code in ("envido", "flor") if lance_name(code) == lance]
                assert int(value) == view.points(match.rules, code)
                assert not terms.strip() or sum(map(int, terms.split("+"))) == int(value)
        while match.turn:
            match.play(*match.moves()[-1])


@pytest.mark.parametrize(
    ("cards", "lines"),
    [
        ("7e 12e 4c", ["envido 27: 7 + 0 + 20, two cards of one suit"]),
        ("7e 12o 4c", ["envido 7: no two cards of one suit, so the highest counts alone"]),
        (
            "7e 6e 5e",  # the flor may stay silent, and then the envido counts its two best cards
            ["flor 38: 7 + 6 + 5 + 20, three cards of one suit", "envido 33: 7 + 6 + 20, two cards of one suit"],
        ),
    ],
)
def test_points_are_explained_as_a_sum(cards: str, lines: list[str]) -> None:
    match = hand_of("argentino", {1: cards, 2: "1b 2o 10c"}, flor=True)
    with speaking("en"):
        assert list(explained_points(match.rules, match.view(1))) == lines


def test_a_pieza_counts_with_every_card() -> None:
    match = Match.from_cards("uruguayo", {1: "2o 7e 4c", 2: "1b 3e 10c"}, turned="6o")
    with speaking("en"):
        assert list(explained_points(match.rules, match.view(1))) == [
            "envido 37: 10 + 7 + 20, a pieza counts with every card"
        ]
