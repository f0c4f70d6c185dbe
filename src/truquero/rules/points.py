"""The value of a hand in envido and in flor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import combinations

from truquero.cards import CARDS, Card, as_cards
from truquero.rules.immutable import Immutable

LINKED = 20  # linked cards (two or three of one suit) are worth this plus their own values


@dataclass(frozen=True)
class Points(Immutable):
    """The counting rules of S000 §6-§7 and, with piezas that link with every card, of S003 Puntuación.

    `reservas` are the pairs of piezas whose flor need not be sung (S003 Flor). `reserva_counts_three` is whether such a
    hand counts all three cards in the envite.
    """

    piezas: tuple[tuple[Card, int], ...] = ()  # with their values
    reservas: tuple[frozenset[Card], ...] = ()
    reserva_counts_three: bool = False

    @cached_property
    def worth(self) -> Mapping[Card, int]:
        """The value of each card: its rank, 0 for ranks above 7, and a value of its own for a pieza."""
        plain = {card: card.rank if card.rank <= 7 else 0 for card in CARDS.values()}
        return plain | dict(self.piezas)

    @cached_property
    def _wild(self) -> frozenset[Card]:
        return frozenset(pieza for pieza, _ in self.piezas)

    def __getstate__(self) -> dict[str, object]:
        """Return the fields for a pickle, without the cached properties."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    def envido(self, hand: Sequence[str]) -> int:
        """Return the envido points: 20 plus the best two linked cards, or the best single card.

        A reservá may count all three cards.
        """
        hand, worth, wild = as_cards(hand), self.worth, self._wild
        if self.reserva_counts_three and self.is_reserva(hand):
            return LINKED + sum(worth[card] for card in hand)
        best = -1
        for card, other_card in combinations(hand, 2):
            if card.suit == other_card.suit or card in wild or other_card in wild:
                best = max(best, worth[card] + worth[other_card])
        return LINKED + best if best >= 0 else max([worth[card] for card in hand])

    def envido_cards(self, hand: Sequence[str]) -> tuple[Card, ...]:
        """Return the cards that give a hand its envido points. More than one are linked."""
        hand = as_cards(hand)
        if self.reserva_counts_three and self.is_reserva(hand):
            return tuple(hand)
        linked: list[tuple[Card, ...]] = [pair for pair in combinations(hand, 2) if self.may_be_flor(pair)]
        groups = linked or [(card,) for card in hand]
        return max(groups, key=lambda cards: sum(self.worth[card] for card in cards))

    def is_flor(self, hand: Sequence[str]) -> bool:
        """Return whether a hand is a flor: three cards of one suit, where a pieza counts as any suit."""
        if self.piezas:
            return self.may_be_flor(hand)
        hand = as_cards(hand)
        return hand[0].suit == hand[1].suit == hand[2].suit

    def may_be_flor(self, cards: Sequence[str]) -> bool:
        """Return whether these cards of a hand allow a flor: "dos cartas de distinto palo" do not (S000 §12)."""
        wild = self._wild
        return len({card.suit for card in as_cards(cards) if card not in wild}) <= 1

    def flor(self, hand: Sequence[str]) -> int | None:
        """Return the value of a flor, or None if the hand is not a flor."""
        hand = as_cards(hand)
        return LINKED + sum(self.worth[card] for card in hand) if self.is_flor(hand) else None

    def is_reserva(self, hand: Sequence[str]) -> bool:
        """Return whether a hand contains a pair of piezas whose flor need not be sung."""
        return bool(self.reservas) and any(pair.issubset(as_cards(hand)) for pair in self.reservas)


@lru_cache(maxsize=64)
def possible_values(points: Points, pack: tuple[Card, ...], lance: str) -> frozenset[int]:
    """Return every value that a hand of the pack can have in a lance."""
    hands = combinations(pack, 3)
    if lance == "flor":
        return frozenset(value for hand in hands if (value := points.flor(hand)) is not None)
    return frozenset(points.envido(hand) for hand in hands)


def best_place(values: Mapping[int, int]) -> int:
    """Return the place with the highest value; among equals, the place nearest to the mano (S000 §13)."""
    return max(values, key=lambda place: (values[place], -place))
