"""The value of cards in one hand: in the tricks, in the envido and in the flor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from truquero.analysis.hand_equity.chance import NONE
from truquero.cards import Card
from truquero.rules.game import Rules
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.rules.lances import plays_envido
from truquero.rules.points import Points


@dataclass(frozen=True)
class CardValues:
    """The value of cards with a given turned card, or none."""

    rules: Rules
    points: Points
    strengths: Mapping[Card, int]

    @cached_property
    def sorts(self) -> Mapping[Card, int]:
        """The number of each card's sort, the same for all turned cards.

        For points a card is its suit and its worth, a pieza only its worth. Each card of a reservá is its own sort.
        """
        numbers, points = _sorts(self.rules), self.points
        single = frozenset[Card]().union(*points.reservas)
        piezas = dict(points.piezas)
        sort_numbers: dict[Card, int] = {}
        for card in self.rules.pack:
            sort = card if card in single else piezas.get(card, (card.suit, points.worth[card]))
            sort_numbers[card] = numbers.setdefault(sort, len(numbers))
        return sort_numbers

    def envido(self, hand: Sequence[Card]) -> int:
        """Return the envido points of a hand, or NONE if it takes no part."""
        rule = self.rules.envido
        if rule is None or not plays_envido(rule, self.rules.flor, self.points, hand):
            return NONE
        return self.points.envido(hand)

    def flor(self, hand: Sequence[Card]) -> int:
        """Return the points of a flor, or NONE if the hand is no flor."""
        value = self.points.flor(hand) if len(hand) == CARDS_IN_HAND else None
        return NONE if value is None else value


@lru_cache(maxsize=16)
def _sorts(_rules: Rules) -> dict[object, int]:
    """Return the numbers of the sorts found so far for these rules."""
    return {}


def card_values_of(rules: Rules, turned: Card | None) -> CardValues:
    return CardValues(rules, rules.points_for(turned), rules.ranking.strengths(turned))
