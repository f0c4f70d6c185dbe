"""Deals: draws the cards for all lanes that begin a deal."""

from __future__ import annotations

from typing import NamedTuple

from truquero.sim.gpu.lanes import Lanes
from truquero.sim.gpu.primitives import GOLDEN, Tensor, look_up, mix, number_below, signed, torch
from truquero.sim.gpu.tensors import GpuGame
from truquero.sim.tables.layout import CARD_BITS

CARD_MASK = (1 << CARD_BITS) - 1
CARDS_IN_PACKET = 3


class DealTensors(NamedTuple):
    """The cards dealt in every lane. A lane is one of the games that are played side by side."""

    packets: list[Tensor]  # sorted, the strongest card first
    hand_value: list[Tensor]
    fourth: Tensor  # a gallo's card


def deal(game: GpuGame, lane: Lanes, deals: Tensor) -> DealTensors:
    """Draw the turned card, the packets and a gallo's fourth card. `deals` marks the lanes that begin a deal."""
    constants, tables = game.constants, game.tables
    remaining = constants.cards
    draws = 0  # random numbers used so far
    turned = None
    if constants.turns:
        turned = number_below(mix(lane.random + GOLDEN), remaining)
        draws, remaining = 1, remaining - 1
        lane.turned_card = torch.where(deals, turned, lane.turned_card)
        lane.turned_class = torch.where(deals, look_up(tables.turned_classes, turned), lane.turned_class)
    drawn_packets: list[list[Tensor]] = []
    packets, hand_value = [], []
    for _ in range(constants.packets):
        draws += 1
        sets = remaining * (remaining - 1) * (remaining - 2) // 6
        number = number_below(mix(lane.random + signed(draws * GOLDEN)), sets)
        packed = look_up(tables.unranked, number)
        packet = [packed >> slot * CARD_BITS & CARD_MASK for slot in range(CARDS_IN_PACKET)]
        row = 2 * hand_number(game, *(_in_pack(card, drawn_packets, turned) for card in packet))
        if constants.turns:
            row = row + 2 * constants.hand_count * lane.turned_class
        packets.append(look_up(tables.hands, row))
        hand_value.append(look_up(tables.hands, row + 1))
        drawn_packets.append(packet)
        remaining -= CARDS_IN_PACKET
    fourth = lane.fourth_card
    if constants.gallo:
        draws += 1
        fourth = _in_pack(number_below(mix(lane.random + signed(draws * GOLDEN)), remaining), drawn_packets, turned)
    random_after = lane.random + signed(draws * GOLDEN)
    if not constants.same_packets:  # this deal may use fewer packets than were drawn: give back the draws
        spare = constants.packets - look_up(tables.deal_packets, lane.duels)
        random_after = random_after - spare.to(torch.int64) * GOLDEN
    lane.random = torch.where(deals, random_after, lane.random)
    return DealTensors(packets, hand_value, fourth)


def _in_pack(card: Tensor, drawn_packets: list[list[Tensor]], turned: Tensor | None) -> Tensor:
    """Return the index of a card in the pack, from its index among the cards that remain after earlier draws."""
    for packet in reversed(drawn_packets):
        for removed in packet:
            card = card + (card >= removed)
    return card if turned is None else card + (card >= turned)


def hand_number(game: GpuGame, low: Tensor, middle: Tensor, high: Tensor) -> Tensor:
    """Return the index of a hand of three cards, given in ascending order."""
    terms, cards = game.tables.number_terms, game.constants.cards
    return low + look_up(terms, cards + middle) + look_up(terms, 2 * cards + high)


def packed_hand_number(game: GpuGame, hand: Tensor) -> Tensor:
    """Return the index of a packed hand of three cards, which may be in any order."""
    first, second, third = (hand >> slot * CARD_BITS & CARD_MASK for slot in range(CARDS_IN_PACKET))
    low = torch.minimum(torch.minimum(first, second), third)
    high = torch.maximum(torch.maximum(first, second), third)
    return hand_number(game, low, first + second + third - low - high, high)


def with_fourth(game: GpuGame, turned_class: Tensor, hand: Tensor, card: Tensor) -> Tensor:
    """Return a packed hand with a fourth card inserted in order of strength."""
    strengths, row = game.tables.strengths, turned_class * game.constants.cards
    strength = look_up(strengths, row + card)
    before = torch.zeros_like(hand)
    for slot in range(CARDS_IN_PACKET):
        held_card = hand >> slot * CARD_BITS & CARD_MASK
        difference = look_up(strengths, row + held_card) - strength
        before = before + ((difference > 0) | ((difference == 0) & (held_card < card)))
    shift = before * CARD_BITS
    return (hand & (1 << shift) - 1) | card << shift | hand >> shift << shift << CARD_BITS
