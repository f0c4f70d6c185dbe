"""The order of the cards in tricks, either fixed or dependent on the turned card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from truquero.cards import CARDS, Card

Tiers = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Manilhas:
    """The manilhas: the rank after the turned card's rank beats all others, and its suits are ordered too (S004)."""

    order: tuple[int, ...]  # of the ranks; the last is followed by the first
    suits: str  # the highest first

    def above(self, turned: Card) -> Tiers:
        """Return the tiers above the ordinary cards, the highest first."""
        rank = self.order[(self.order.index(turned.rank) + 1) % len(self.order)]
        return tuple((CARDS[f"{rank}{suit}"],) for suit in self.suits)


@dataclass(frozen=True)
class TurnedPiezas:
    """The piezas: some ranks of the turned card's suit, which beat all other cards.

    If the turned card is itself a pieza, a substitute of its suit replaces it (rules of Uruguay, S003 III.a).
    """

    worth: tuple[tuple[int, int], ...]  # ranks, the highest first, with their values in envido and flor besides 20
    substitute: int  # the rank that replaces a turned pieza

    def piezas(self, turned: Card) -> tuple[tuple[Card, int], ...]:
        """Return the piezas of a hand with their values. The substitute has the value of the card it replaces."""
        ranks = [(self.substitute if rank == turned.rank else rank, worth) for rank, worth in self.worth]
        return tuple((CARDS[f"{rank}{turned.suit}"], worth) for rank, worth in ranks)

    def above(self, turned: Card) -> Tiers:
        """Return the tiers above the ordinary cards, the highest first."""
        return tuple((pieza,) for pieza, _ in self.piezas(turned))


@dataclass(frozen=True)
class Ranking:
    """Tiers of equal cards, the highest first, and the rule for cards that a turned card puts above them."""

    tiers: Tiers  # of the cards that no turned card changes
    turned: Manilhas | TurnedPiezas | None = None  # None: no card is turned up

    def strengths(self, turned: str | None = None) -> Mapping[Card, int]:
        """Return the strength of every card. Cards of equal strength tie."""
        return _strengths(self, None if turned is None else Card(turned))


@lru_cache(maxsize=256)
def _strengths(ranking: Ranking, turned: Card | None) -> Mapping[Card, int]:
    tiers = ranking.tiers
    if ranking.turned is not None and turned is not None:
        tiers = ranking.turned.above(turned) + tiers
    strengths: dict[Card, int] = {}
    for height, tier in enumerate(reversed(tiers)):
        for card in tier:
            strengths[card] = height  # a card in two tiers gets the higher strength, which is written later
    return MappingProxyType(strengths)


def ranking(text: str, pack: tuple[Card, ...], turned: Manilhas | TurnedPiezas | None = None) -> Ranking:
    """Parse an order in the notation of the rule books: `1e > 1b > 3 > 1`.

    A bare rank means all cards of that rank not named before. `6 = 5` means that both are equally high.
    """
    remaining = list(pack)
    tiers: list[tuple[Card, ...]] = []
    for tier_text in text.split(">"):
        tier: list[Card] = []
        for name in map(str.strip, tier_text.split("=")):
            named = [card for card in remaining if card.rank == int(name)] if name.isdigit() else [Card(name)]
            if not named or any(card not in remaining for card in named):
                raise ValueError(f"ranking: {name!r} names no card left in the pack")
            remaining = [card for card in remaining if card not in named]
            tier += named
        tiers.append(tuple(tier))
    if remaining:
        raise ValueError(f"ranking: {' '.join(remaining)} missing")
    return Ranking(tuple(tiers), turned)
