"""The part of the compiled loop that deals cards and looks up the values of hands."""

from __future__ import annotations

from typing import Any

from truquero.sim.cpu.numba_rows import look_up, select
from truquero.sim.cpu.primitives import (
    CARD_BITS,
    CARD_MASK,
    GOLDEN,
    HAND_WIDTH,
    HOLDING_BITS,
    HOLDING_SHIFT,
    IS_FLOR,
    ONE,
    THREE,
    TWO_CARDS,
    ZERO,
    compiled,
    deck_at,
    hand_at,
    inlined_by_llvm,
    inlined_by_numba,
    larger_of,
    mixed,
    number_below,
    packet_of,
    place_of,
    start_at,
)


@inlined_by_llvm
def draw_cards(t: Any, lane: Any) -> None:
    """Draw the turned card, the packets and a gallo's fourth card, as indexes among the remaining cards."""
    state, remaining, turned = lane.random, t.card_count, ZERO
    lane.turned_card = remaining  # no card has such a number
    if t.turns:
        state += GOLDEN
        turned = number_below(mixed(state), remaining)
        lane.turned_card = turned
        remaining -= ONE
    kind = look_up(t, t.turned_classes + turned)
    lane.turned_class = kind
    lane.strengths = t.strengths + kind * t.card_count
    for packet in range(lane.packet_count):
        state += GOLDEN
        number = number_below(mixed(state), look_up(t, t.highest + remaining))
        place = place_of(lane, packet)
        place.number = number
        place.drawn_indexes = look_up(t, t.unranked + number)
        remaining -= THREE
    if lane.fourth_card:
        state += GOLDEN
        lane.fourth_card = number_below(mixed(state), remaining) + ONE
    lane.random = state


@compiled
def past_card(card: Any, removed: Any) -> Any:
    """Return the index of a card before a card was removed, from its index after that."""
    return card + select(card >= removed, ONE, ZERO)


@compiled
def past_packet(card: Any, packet: Any) -> Any:
    """Return the index of a card among the remaining cards before a packet was drawn, from its index after that."""
    card = past_card(card, packet & CARD_MASK)
    card = past_card(card, packet >> CARD_BITS & CARD_MASK)
    return past_card(card, packet >> TWO_CARDS)


@compiled
def set_packet(t: Any, lane: Any, packet: Any, number: Any) -> None:
    """Set a packet to the hand with this number: its cards, the strongest first, and their value."""
    hand = hand_at(t, t.hands + HAND_WIDTH * (lane.turned_class * t.hand_count + number))
    place = place_of(lane, packet)
    place.packet = hand.cards
    place.packet_value = hand.hand_value


@inlined_by_llvm
def deal(t: Any, lane: Any) -> None:
    """Convert the drawn packets into hands."""
    first = ZERO
    if lane.packet_count and not t.turns:  # nothing was drawn before it, so its number is that of its hand
        set_packet(t, lane, ZERO, place_of(lane, ZERO).number)
        first = ONE
    for packet in range(first, lane.packet_count):
        indexes = place_of(lane, packet).drawn_indexes
        low, middle, high = indexes & CARD_MASK, indexes >> CARD_BITS & CARD_MASK, indexes >> TWO_CARDS
        earlier: Any = packet
        while earlier:
            earlier -= ONE
            removed = place_of(lane, earlier).drawn_indexes
            low, middle, high = past_packet(low, removed), past_packet(middle, removed), past_packet(high, removed)
        if t.turns:
            turned = lane.turned_card
            low, middle, high = past_card(low, turned), past_card(middle, turned), past_card(high, turned)
        set_packet(t, lane, packet, low + look_up(t, t.middle + middle) + look_up(t, t.highest + high))


@compiled
def finish_deal(job: Any, lane: Any) -> None:
    """Convert the gallo's fourth card, and record the deal if the job asks for it."""
    if lane.fourth_card:
        card, packet = lane.fourth_card - ONE, lane.packet_count
        while packet:
            packet -= ONE
            card = past_packet(card, place_of(lane, packet).drawn_indexes)
        lane.fourth_card = past_card(card, lane.turned_card) + ONE
    if not job.records:
        return
    start = start_at(job.starts, lane.game - job.base_game).deal
    deck = deck_at(job.decks, start + lane.deals - ONE)
    for packet in range(lane.packet_count):
        packet_of(deck, packet).number = place_of(lane, packet).packet
    deck.fourth = lane.fourth_card
    deck.turned = lane.turned_card


@compiled
def with_fourth(t: Any, lane: Any, hand: Any) -> Any:
    """Return a gallo's sorted hand with the fourth card inserted in its place."""
    card, shift = lane.fourth_card - ONE, ZERO
    strength = look_up(t, lane.strengths + card)
    for _ in range(THREE):
        held_card = hand >> shift & CARD_MASK
        held_strength = look_up(t, lane.strengths + held_card)
        if held_strength > strength or (held_strength == strength and held_card < card):
            shift += CARD_BITS
    return (hand & ((ONE << shift) - ONE)) | card << shift | hand >> shift << (shift + CARD_BITS)


@compiled
def hand_number(t: Any, lane: Any, hand: Any) -> Any:
    """Return the index of three cards in the table of hands, for the lane's class of turned card."""
    first, second, third = hand & CARD_MASK, hand >> CARD_BITS & CARD_MASK, hand >> TWO_CARDS & CARD_MASK
    high = larger_of(first, larger_of(second, third))
    low = select(first < second, first, second)
    low = select(third < low, third, low)
    number = low + look_up(t, t.middle + (first + second + third - low - high))
    return lane.turned_class * t.hand_count + number + look_up(t, t.highest + high)


@inlined_by_numba
def note_hand_value(t: Any, lane: Any, place: Any) -> None:
    """Store the value of a gallo's three cards after the discard."""
    gallo = place_of(lane, place)
    hand_value = hand_at(t, t.hands + HAND_WIDTH * hand_number(t, lane, gallo.held)).hand_value
    gallo.hand_value = hand_value
    lane.holdings |= hand_value >> HOLDING_SHIFT << place * HOLDING_BITS
    if hand_value >> HOLDING_SHIFT == IS_FLOR:
        lane.plain |= ONE << place
