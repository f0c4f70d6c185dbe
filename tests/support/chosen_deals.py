"""Deals with cards that a test chooses, at any table. Seeds and cuts stay as usual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from truquero.cards import CARDS, Card
from truquero.table.deal_sequence import DealSequence
from truquero.table.schedule import Packets

Chosen = Mapping[int, str]
"""The cards of some seats, written `1e 7e 4c`; the other seats get what is left."""


def choose_deals(monkeypatch: pytest.MonkeyPatch, *chosen: Chosen) -> None:
    """Make the next deals have these cards in their first hand. Later deals are as usual."""
    usual, deal_numbers = DealSequence.packets, dict[str, int]()

    def packets(self: DealSequence, seed: str, cut: int) -> Packets:
        dealt = usual(self, seed, cut)
        number = deal_numbers.setdefault(seed, len(deal_numbers))
        return _with(dealt, chosen[number], self._rules.pack) if number < len(chosen) else dealt

    monkeypatch.setattr(DealSequence, "packets", packets)


def _with(dealt: Packets, chosen: Chosen, pack: Sequence[Card]) -> Packets:
    """Return the same deal with the chosen cards. A card that this takes away is replaced by an undealt card."""
    first, *later = dealt.hands
    chosen_hands = {seat: tuple(CARDS[code] for code in cards.split()) for seat, cards in chosen.items()}
    chosen_cards = {card for cards in chosen_hands.values() for card in cards}
    rest = {seat: cards for seat, cards in first.items() if seat not in chosen_hands}
    held = {card for hand in [rest, *later] for cards in hand.values() for card in cards} | {*dealt.spare}
    free = iter([card for card in pack if card not in chosen_cards | held | {dealt.turned}])
    hands = [
        {seat: tuple(next(free) if card in chosen_cards else card for card in cards) for seat, cards in hand.items()}
        for hand in [rest, *later]
    ]
    turned = next(free) if dealt.turned in chosen_cards else dealt.turned
    spare = tuple(next(free) if card in chosen_cards else card for card in dealt.spare)
    return Packets(({**hands[0], **chosen_hands}, *hands[1:]), turned, spare)
