"""The part of the compiled loop that deals cards and looks up the values of hands."""

from __future__ import annotations

from typing import Any

from truquero.sim.cpu.numba_rows import look, pick
from truquero.sim.cpu.primitives import (
    CARD_BITS,
    CARD_MASK,
    FACT_BITS,
    FACT_SHIFT,
    GOLDEN,
    HAND_WIDTH,
    IS_FLOR,
    ONE,
    THREE,
    TWO_CARDS,
    ZERO,
    deck_at,
    hand_at,
    larger,
    merged,
    mixed,
    number_below,
    packet_of,
    part,
    place_of,
    stage,
    start_at,
)


@stage
def draw_cards(t: Any, lane: Any) -> None:
    """Draw the turned card, the packets and a gallo's fourth card, as indexes among the cards that are left."""
    state, left, turned = lane.random, t.card_count, ZERO
    lane.turned_card = left  # no card has such a number
    if t.turns:
        state += GOLDEN
        turned = number_below(mixed(state), left)
        lane.turned_card = turned
        left -= ONE
    kind = look(t, t.turned_classes + turned)
    lane.turned_class = kind
    lane.strengths = t.strengths + kind * t.card_count
    for packet in range(lane.packet_count):
        state += GOLDEN
        number = number_below(mixed(state), look(t, t.highest + left))
        place = place_of(lane, packet)
        place.number = number
        place.drawn = look(t, t.unranked + number)
        left -= THREE
    if lane.fourth_card:
        state += GOLDEN
        lane.fourth_card = number_below(mixed(state), left) + ONE
    lane.random = state


@part
def past_card(card: Any, other: Any) -> Any:
    return card + pick(card >= other, ONE, ZERO)


@part
def past_packet(card: Any, drawn: Any) -> Any:
    """Return the index of a card among the cards left before a packet was drawn, from its index after the draw."""
    card = past_card(card, drawn & CARD_MASK)
    card = past_card(card, drawn >> CARD_BITS & CARD_MASK)
    return past_card(card, drawn >> TWO_CARDS)


@part
def give(t: Any, lane: Any, packet: Any, number: Any) -> None:
    """Set a packet to the hand with this number: its cards, the strongest first, and their value."""
    hand = hand_at(t, t.hands + HAND_WIDTH * (lane.turned_class * t.hand_count + number))
    place = place_of(lane, packet)
    place.packet = hand.cards
    place.packet_worth = hand.worth


@stage
def deal(t: Any, lane: Any) -> None:
    """Convert the drawn packets into hands."""
    first = ZERO
    if lane.packet_count and not t.turns:  # nothing was drawn before it, so its number is that of its hand
        give(t, lane, ZERO, place_of(lane, ZERO).number)
        first = ONE
    for packet in range(first, lane.packet_count):
        drawn = place_of(lane, packet).drawn
        low, middle, high = drawn & CARD_MASK, drawn >> CARD_BITS & CARD_MASK, drawn >> TWO_CARDS
        earlier: Any = packet
        while earlier:
            earlier -= ONE
            before = place_of(lane, earlier).drawn
            low, middle, high = past_packet(low, before), past_packet(middle, before), past_packet(high, before)
        if t.turns:
            turned = lane.turned_card
            low, middle, high = past_card(low, turned), past_card(middle, turned), past_card(high, turned)
        give(t, lane, packet, low + look(t, t.middle + middle) + look(t, t.highest + high))


@part
def finish_deal(order: Any, lane: Any) -> None:
    """Convert the gallo's fourth card, and record the deal if the order asks for it."""
    if lane.fourth_card:
        card, packet = lane.fourth_card - ONE, lane.packet_count
        while packet:
            packet -= ONE
            card = past_packet(card, place_of(lane, packet).drawn)
        lane.fourth_card = past_card(card, lane.turned_card) + ONE
    if not order.records:
        return
    start = start_at(order.starts, lane.game - order.base_game).deal
    deck = deck_at(order.decks, start + lane.deals - ONE)
    for packet in range(lane.packet_count):
        packet_of(deck, packet).number = place_of(lane, packet).packet
    deck.fourth = lane.fourth_card
    deck.turned = lane.turned_card


@part
def with_fourth(t: Any, lane: Any, hand: Any) -> Any:
    """Return a gallo's sorted hand with the fourth card inserted in its place."""
    card, shift = lane.fourth_card - ONE, ZERO
    mine = look(t, lane.strengths + card)
    for _ in range(THREE):
        other = hand >> shift & CARD_MASK
        stronger = look(t, lane.strengths + other)
        if stronger > mine or (stronger == mine and other < card):
            shift += CARD_BITS
    return (hand & ((ONE << shift) - ONE)) | card << shift | hand >> shift << (shift + CARD_BITS)


@part
def hand_number(t: Any, lane: Any, hand: Any) -> Any:
    """Return the index of three cards in the table of hands, for the lane's class of turned card."""
    one, other, third = hand & CARD_MASK, hand >> CARD_BITS & CARD_MASK, hand >> TWO_CARDS & CARD_MASK
    high = larger(one, larger(other, third))
    low = pick(one < other, one, other)
    low = pick(third < low, third, low)
    number = low + look(t, t.middle + (one + other + third - low - high))
    return lane.turned_class * t.hand_count + number + look(t, t.highest + high)


@merged
def note_worth(t: Any, lane: Any, place: Any) -> None:
    """Store the value of a gallo's three cards after the discard."""
    gallo = place_of(lane, place)
    worth = hand_at(t, t.hands + HAND_WIDTH * hand_number(t, lane, gallo.held)).worth
    gallo.worth = worth
    lane.facts |= worth >> FACT_SHIFT << place * FACT_BITS
    if worth >> FACT_SHIFT == IS_FLOR:
        lane.plain |= ONE << place
