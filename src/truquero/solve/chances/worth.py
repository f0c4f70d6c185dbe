"""What cards are worth in one hand: in the tricks, in the envido and in the flor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from truquero.cards import Card
from truquero.rules.game import Rules
from truquero.rules.hand import CARDS_IN_HAND
from truquero.rules.lances import plays_envido
from truquero.rules.points import Points
from truquero.solve.chances.chance import NONE


@dataclass(frozen=True)
class Worth:
    """How cards count with one card turned, or none."""

    rules: Rules
    points: Points
    strengths: Mapping[Card, int]

    def envido(self, hand: Sequence[Card]) -> int:
        """NONE for a hand that takes no part."""
        rule = self.rules.envido
        if rule is None or not plays_envido(rule, self.rules.flor, self.points, hand):
            return NONE
        return self.points.envido(hand)

    def flor(self, hand: Sequence[Card]) -> int:
        """NONE for a hand that is no flor."""
        value = self.points.flor(hand) if len(hand) == CARDS_IN_HAND else None
        return NONE if value is None else value


def worth_of(rules: Rules, turned: Card | None) -> Worth:
    return Worth(rules, rules.points_for(turned), rules.ranking.strengths(turned))
