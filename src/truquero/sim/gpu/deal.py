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
    """The cards of one deal, in every lane."""

    packets: list[Tensor]  # sorted, the strongest card first
    hand_value: list[Tensor]
    fourth: Tensor  # a gallo's card


def deal(game: GpuGame, lane: Lanes, deals: Tensor) -> DealTensors:
    """Draw the turned card, the packets and a gallo's fourth card. `deals` marks the lanes that begin a deal."""
    constants, t = game.constants, game.tables
    left = constants.cards
    draws = 0
    turned = None
    if constants.turns:
        turned = number_below(mix(lane.random + GOLDEN), left)
        draws, left = 1, left - 1
        lane.turned_card = torch.where(deals, turned, lane.turned_card)
        lane.turned = torch.where(deals, look_up(t.turned_classes, turned), lane.turned)
    drawn: list[list[Tensor]] = []
    packets, hand_value = [], []
    for _ in range(constants.packets):
        draws += 1
        sets = left * (left - 1) * (left - 2) // 6
        number = number_below(mix(lane.random + signed(draws * GOLDEN)), sets)
        packed = look_up(t.unranked, number)
        packet = [packed >> slot * CARD_BITS & CARD_MASK for slot in range(CARDS_IN_PACKET)]
        row = 2 * hand_number(game, *(_in_pack(card, drawn, turned) for card in packet))
        if constants.turns:
            row = row + 2 * constants.hand_count * lane.turned
        packets.append(look_up(t.hands, row))
        hand_value.append(look_up(t.hands, row + 1))
        drawn.append(packet)
        left -= CARDS_IN_PACKET
    fourth = lane.fourth_card
    if constants.gallo:
        draws += 1
        fourth = _in_pack(number_below(mix(lane.random + signed(draws * GOLDEN)), left), drawn, turned)
    used = lane.random + signed(draws * GOLDEN)
    if not constants.same_packets:  # this deal may use fewer packets than were drawn: give back the draws
        spare = constants.packets - look_up(t.deal_packets, lane.duels)
        used = used - spare.to(torch.int64) * GOLDEN
    lane.random = torch.where(deals, used, lane.random)
    return DealTensors(packets, hand_value, fourth)


def _in_pack(card: Tensor, drawn: list[list[Tensor]], turned: Tensor | None) -> Tensor:
    """Return the index of a card in the pack, from its index among the cards left after earlier draws."""
    for packet in reversed(drawn):
        for other in packet:
            card = card + (card >= other)
    return card if turned is None else card + (card >= turned)


def hand_number(game: GpuGame, low: Tensor, middle: Tensor, high: Tensor) -> Tensor:
    """Return the index of a hand of three cards, given in ascending order."""
    places, cards = game.tables.number_terms, game.constants.cards
    return low + look_up(places, cards + middle) + look_up(places, 2 * cards + high)


def number_of_hand(game: GpuGame, hand: Tensor) -> Tensor:
    """Return the index of a packed hand of three cards, which may be in any order."""
    one, other, third = (hand >> slot * CARD_BITS & CARD_MASK for slot in range(CARDS_IN_PACKET))
    low = torch.minimum(torch.minimum(one, other), third)
    high = torch.maximum(torch.maximum(one, other), third)
    return hand_number(game, low, one + other + third - low - high, high)


def with_fourth(game: GpuGame, kind: Tensor, hand: Tensor, card: Tensor) -> Tensor:
    """Return a packed hand with a fourth card inserted in order of strength. `kind` is the class of the turned card."""
    strengths, first = game.tables.strengths, kind * game.constants.cards
    mine = look_up(strengths, first + card)
    before = torch.zeros_like(hand)
    for slot in range(CARDS_IN_PACKET):
        other = hand >> slot * CARD_BITS & CARD_MASK
        stronger = look_up(strengths, first + other) - mine
        before = before + ((stronger > 0) | ((stronger == 0) & (other < card)))
    shift = before * CARD_BITS
    return (hand & (1 << shift) - 1) | card << shift | hand >> shift << shift << CARD_BITS
