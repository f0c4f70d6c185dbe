"""Which card takes the trick: the order of the cards, fixed or drawn from the turned card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from truquero.cards import CARDS, Card, card

Tiers = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Manilhas:
    """The rank after the turned card's beats all others, and its four suits have an order of their own (S004)."""

    order: tuple[int, ...]
    suits: str

    def above(self, turned: Card) -> Tiers:
        rank = self.order[(self.order.index(turned.rank) + 1) % len(self.order)]
        return tuple((CARDS[f"{rank}{suit}"],) for suit in self.suits)


@dataclass(frozen=True)
class TurnedPiezas:
    """Some ranks of the turned card's suit beat all others; where the turned card is one of them a substitute of its
    suit takes its place (rules of Uruguay, S003 III.a)."""

    worth: tuple[tuple[int, int], ...]  # rank, the highest first, and what it counts in envido and flor beside 20
    substitute: int

    def piezas(self, turned: Card) -> tuple[tuple[Card, int], ...]:
        """The piezas of a hand with what they count; the substitute counts as the card it stands for."""
        ranks = [(self.substitute if rank == turned.rank else rank, worth) for rank, worth in self.worth]
        return tuple((CARDS[f"{rank}{turned.suit}"], worth) for rank, worth in ranks)

    def above(self, turned: Card) -> Tiers:
        return tuple((pieza,) for pieza, _ in self.piezas(turned))


@dataclass(frozen=True)
class Ranking:
    """Tiers of equal cards, the highest first, and what a turned card puts above them."""

    tiers: Tiers
    turned: Manilhas | TurnedPiezas | None = None

    def strengths(self, turned: str | None = None) -> Mapping[Card, int]:
        """The strength of every card; equal numbers tie."""
        return _strengths(self, None if turned is None else card(turned))


@lru_cache(maxsize=256)
def _strengths(ranking: Ranking, turned: Card | None) -> Mapping[Card, int]:
    tiers = ranking.tiers
    if ranking.turned is not None and turned is not None:
        tiers = ranking.turned.above(turned) + tiers
    found: dict[Card, int] = {}
    for height, tier in enumerate(reversed(tiers)):
        for one in tier:
            found[one] = height  # a card named twice keeps its higher place, which comes later
    return MappingProxyType(found)


def ranking(text: str, pack: tuple[Card, ...], turned: Manilhas | TurnedPiezas | None = None) -> Ranking:
    """Read an order as the rule books print it: `1e > 1b > 3 > 1`. A bare rank is all its cards not named before;
    `6 = 5` are as high as each other."""
    left = list(pack)
    tiers: list[tuple[Card, ...]] = []
    for word in text.split(">"):
        tier: list[Card] = []
        for name in map(str.strip, word.split("=")):
            named = [one for one in left if one.rank == int(name)] if name.isdigit() else [card(name)]
            if not named or any(one not in left for one in named):
                raise ValueError(f"ranking: {name!r} names no card left in the pack")
            left = [one for one in left if one not in named]
            tier += named
        tiers.append(tuple(tier))
    if left:
        raise ValueError(f"ranking: {' '.join(left)} missing")
    return Ranking(tuple(tiers), turned)
