"""The value of cards without knowledge of other hands: the share of all cards, or of all hands, that they beat."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations

from truquero.cards import Card
from truquero.rules.game import Rules
from truquero.rules.points import Points


class CardWorth:
    """The values of all cards and hands for a set of rules and a turned-up card."""

    def __init__(self, rules: Rules, turned: Card | None) -> None:
        self.points = rules.points_for(turned)
        self.strengths: Mapping[Card, int] = rules.ranking.strengths(turned)
        pack = tuple(card for card in rules.pack if card != turned)
        self._pack = pack
        strengths = sorted(self.strengths[card] for card in pack)
        self._shares = {strength: _share(strengths, strength) for strength in set(self.strengths.values())}
        self.rank = {card: self._shares[self.strengths[card]] for card in rules.pack}
        self._of_hands: dict[frozenset[Card], tuple[float, float | None]] = {}

    @cached_property
    def _all_values(self) -> tuple[list[int], list[int]]:
        return _values(self.points, self._pack)

    def share_of(self, strength: int) -> float:
        """Return the share of cards that a card of this strength beats. A face-down card beats none."""
        return self._shares.get(strength, 0.0)

    def of_hand(self, hand: Sequence[Card]) -> tuple[float, float | None]:
        """Return the share of all hands that a hand beats in envido, and the share of flores it beats if it is one."""
        key = frozenset(hand)
        shares = self._of_hands.get(key)
        if shares is None:
            flor = self.points.flor(hand)
            envido_values, flor_values = self._all_values
            envido = _share(envido_values, self.points.envido(hand))
            shares = self._of_hands[key] = (envido, None if flor is None else _share(flor_values, flor))
        return shares

    def hands_worth(self, value: int) -> Sequence[tuple[Card, ...]]:
        """Return all hands whose envido or flor has this value."""
        return _by_value(self.points, self._pack).get(value, ())

    @property
    def flores(self) -> Sequence[tuple[Card, ...]]:
        """All hands that are a flor."""
        return _flores(self.points, self._pack)


@lru_cache(maxsize=4)
def _by_value(points: Points, pack: tuple[Card, ...]) -> Mapping[int, Sequence[tuple[Card, ...]]]:
    by_value: dict[int, list[tuple[Card, ...]]] = {}
    for hand in combinations(pack, 3):
        for value in {points.envido(hand), points.flor(hand)}:
            if value is not None:
                by_value.setdefault(value, []).append(hand)
    return by_value


@lru_cache(maxsize=4)
def _flores(points: Points, pack: tuple[Card, ...]) -> Sequence[tuple[Card, ...]]:
    return [hand for hand in combinations(pack, 3) if points.is_flor(hand)]


@lru_cache(maxsize=64)
def _values(points: Points, pack: tuple[Card, ...]) -> tuple[list[int], list[int]]:
    """Return the sorted envido values of all hands, and the sorted values of all flores."""
    hands = list(combinations(pack, 3))
    flores = (points.flor(hand) for hand in hands)
    return sorted(map(points.envido, hands)), sorted(value for value in flores if value is not None)


def _share(values: Sequence[int], value: int) -> float:
    """Return the share of sorted values that are lower, counting equal ones as half."""
    return (bisect_left(values, value) + bisect_right(values, value)) / (2 * len(values)) if values else 1.0


@lru_cache(maxsize=64)
def card_worth(rules: Rules, turned: Card | None) -> CardWorth:
    return CardWorth(rules, turned)
