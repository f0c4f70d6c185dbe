"""The compiled loop between hands: deals, kinds of hands, games and matches, as the tables of the course tell them."""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.compiled import flat as fl
from truquero.compiled import lanes as la
from truquero.compiled.lanes import Status
from truquero.compiled.loop_numbers import (
    CARD_BITS,
    CARD_MASK,
    FACT_BITS,
    FACT_SHIFT,
    GOLDEN,
    HALF,
    IS_FLOR,
    ONE,
    PLACES,
    SLOTS,
    THREE,
    TWO,
    TWO_CARDS,
    ZERO,
    merged,
    mixed,
    number_below,
    part,
)

IDLE, PLAYING = int(Status.IDLE), int(Status.PLAYING)
NEXT_HAND, NEXT_DEAL, NEXT_GAME = np.uint64(0), np.uint64(1), np.uint64(2)
FEW_DIGITS = np.uint64(6)  # beyond these a count seldom carries


@part
def side_points(m: Any, b: Any, slots: Any) -> Any:
    """The points of a side, from the slots that it writes to."""
    points = m[b + la.POINTS] * (slots & ONE)
    points = max(points, m[b + la.POINTS + ONE] * (slots >> ONE & ONE))
    return max(points, m[b + la.POINTS + TWO] * (slots >> TWO))


@part
def note_score(t: Any, m: Any, b: Any) -> None:
    """The number of the score. Past the target only tells whether it is reached and whether both are level."""
    first, second = side_points(m, b, m[b + la.SLOTS_0]), side_points(m, b, m[b + la.SLOTS_1])
    one, other = min(first, t[fl.TARGET]), min(second, t[fl.TARGET])
    if one == other and first > second:
        one += ONE
    elif one == other and second > first:
        other += ONE
    m[b + la.SCORE] = one * t[fl.WIDTH] + other


# ----------------------------------------------------------------------------------------------------------- dealing


@merged
def draw_cards(t: Any, m: Any, b: Any) -> None:
    """Draw the turned card, the packets and a gallo's fourth card, as numbers among the cards that are left."""
    state, left, turned = m[b + la.RANDOM], t[fl.CARDS] + ZERO, ZERO
    m[b + la.TURNED_CARD] = left  # no card has such a number
    if t[fl.TURNS]:
        state += GOLDEN
        turned = number_below(mixed(state), left)
        m[b + la.TURNED_CARD] = turned
        left -= ONE
    kind = t[t[fl.TURNED_CLASSES] + turned]
    m[b + la.TURNED_CLASS], m[b + la.STRENGTHS_AT] = kind, t[fl.STRENGTHS] + kind * t[fl.CARDS]
    sets = t[fl.HAND_PLACES] + TWO * (t[fl.CARDS] + ONE)
    for packet in range(m[b + la.PACKET_COUNT]):
        state += GOLDEN
        number = number_below(mixed(state), t[sets + left])
        if not packet:
            m[b + la.FIRST_NUMBER] = number
        m[b + la.DRAWN + packet] = t[t[fl.UNRANKED] + number]
        left -= THREE
    if m[b + la.FOURTH_CARD]:
        state += GOLDEN
        m[b + la.FOURTH_CARD] = number_below(mixed(state), left) + ONE
    m[b + la.RANDOM] = state


@part
def in_pack(m: Any, b: Any, card: Any, packets: Any) -> Any:
    """The number in the pack of a card, from its number after so many packets were drawn."""
    while packets:
        packets -= ONE
        packet = m[b + la.DRAWN + packets]
        card = card + ONE if card >= packet & CARD_MASK else card
        card = card + ONE if card >= packet >> CARD_BITS & CARD_MASK else card
        card = card + ONE if card >= packet >> TWO_CARDS else card
    return card + ONE if card >= m[b + la.TURNED_CARD] else card


@merged
def deal(t: Any, m: Any, b: Any) -> None:
    """Give out what was drawn: each packet's cards with the strongest first, and what they are worth."""
    hands = t[fl.CARD_HANDS] + TWO * m[b + la.TURNED_CLASS] * t[fl.HAND_COUNT]
    lowest = t[fl.HAND_PLACES]
    middle = lowest + t[fl.CARDS] + ONE
    highest = middle + t[fl.CARDS] + ONE
    first = ZERO
    if m[b + la.PACKET_COUNT] and not t[fl.TURNS]:  # nothing was drawn before it: its number is that of its hand
        number = m[b + la.FIRST_NUMBER]
        m[b + la.PACKETS] = t[hands + TWO * number]
        m[b + la.PACKET_WORTH] = t[hands + TWO * number + ONE]
        first = ONE
    for packet in range(first, m[b + la.PACKET_COUNT]):
        drawn = m[b + la.DRAWN + packet]
        number = t[lowest + in_pack(m, b, drawn & CARD_MASK, packet)]
        number += t[middle + in_pack(m, b, drawn >> CARD_BITS & CARD_MASK, packet)]
        number += t[highest + in_pack(m, b, drawn >> TWO_CARDS, packet)]
        m[b + la.PACKETS + packet] = t[hands + TWO * number]
        m[b + la.PACKET_WORTH + packet] = t[hands + TWO * number + ONE]


@part
def finish_deal(t: Any, m: Any, b: Any) -> None:
    """The gallo's fourth card, and the record of the deal where one is kept."""
    if m[b + la.FOURTH_CARD]:
        m[b + la.FOURTH_CARD] = in_pack(m, b, m[b + la.FOURTH_CARD] - ONE, m[b + la.PACKET_COUNT]) + ONE
    if not m[la.RECORDS]:
        return
    start = m[m[la.STARTS_AT] + TWO * (m[b + la.GAME] - m[la.BASE_GAME]) + ONE] + m[b + la.DEALS] - ONE
    row = m[la.DECKS_AT] + start * (PLACES + TWO)
    for packet in range(m[b + la.PACKET_COUNT]):
        m[row + packet] = m[b + la.PACKETS + packet]
    m[row + PLACES] = m[b + la.FOURTH_CARD]
    m[row + PLACES + ONE] = m[b + la.TURNED_CARD]


@part
def with_fourth(t: Any, m: Any, b: Any, hand: Any) -> Any:
    """A gallo's sorted hand with his fourth card in its place."""
    strengths, card = m[b + la.STRENGTHS_AT], m[b + la.FOURTH_CARD] - ONE
    shift = ZERO
    for _ in range(THREE):
        other = hand >> shift & CARD_MASK
        stronger, mine = t[strengths + other], t[strengths + card]
        if stronger > mine or (stronger == mine and other < card):
            shift += CARD_BITS
    return (hand & ((ONE << shift) - ONE)) | card << shift | hand >> shift << (shift + CARD_BITS)


@part
def hand_number(t: Any, hand: Any) -> Any:
    """The number of three cards."""
    one, other, third = hand & CARD_MASK, hand >> CARD_BITS & CARD_MASK, hand >> TWO_CARDS & CARD_MASK
    low, high = min(one, min(other, third)), max(one, max(other, third))
    places, width = t[fl.HAND_PLACES], t[fl.CARDS] + ONE
    middle = one + other + third - low - high
    return t[places + low] + t[places + width + middle] + t[places + TWO * width + high]


@part
def note_worth(t: Any, m: Any, b: Any, place: Any) -> None:
    """What the three cards of a gallo are worth once he has discarded."""
    hand = m[b + la.TURNED_CLASS] * t[fl.HAND_COUNT] + hand_number(t, m[b + la.HELD + place])
    worth = t[t[fl.CARD_HANDS] + TWO * hand + ONE] + ZERO
    m[b + la.WORTH + place] = worth
    m[b + la.FACTS] |= worth >> FACT_SHIFT << place * FACT_BITS
    if worth >> FACT_SHIFT == IS_FLOR:
        m[b + la.PLAIN] |= ONE << place


# ------------------------------------------------------------------------------------------------- hands and matches


@merged
def begin_game(t: Any, m: Any, b: Any) -> None:
    """Give a lane its next game, or none."""
    game = m[la.NEXT_GAME]
    if game >= m[la.LAST_GAME]:
        m[b + la.STATUS] = IDLE
        return
    m[la.NEXT_GAME] = game + ONE
    row = m[la.OUT_AT] + (game - m[la.BASE_GAME]) * la.OUT_WIDTH
    m[b + la.STATUS], m[b + la.GAME], m[b + la.OUT_ROW] = PLAYING, game, row
    for slot in range(SLOTS):
        m[row + la.OUT_AWARDS + slot] = ZERO
    state = mixed(m[la.SEED] + mixed(game + GOLDEN))
    for index in range(la.GAME_EMPTY):
        m[b + la.MOVES + index] = ZERO
    for slot in range(SLOTS):
        m[b + la.POINTS + slot] = m[la.ORDER_SCORE + slot]
    if m[la.WHOLE]:
        m[b + la.DEALER] = m[la.ORDER_DEALER] - ONE
        if not m[la.ORDER_DEALER]:
            state += GOLDEN
            m[b + la.DEALER] = (mixed(state) >> HALF) * t[fl.PLAYERS] >> HALF
    m[b + la.RANDOM] = state


@merged
def begin_deal(t: Any, m: Any, b: Any) -> None:
    """The cards that one hand or some duels need."""
    m[b + la.HAND] = ZERO
    if m[la.WHOLE]:
        ahead = max(m[b + la.POINTS], max(m[b + la.POINTS + ONE], m[b + la.POINTS + TWO]))
        duels = t[t[fl.DUELS_AT] + (m[b + la.DEALS_IN_GAME] & ONE) * t[fl.WIDTH] + ahead]
        m[b + la.DUELS] = duels
        field = (duels * t[fl.PLAYERS] + m[b + la.DEALER]) * t[fl.MOST_HANDS]
        m[b + la.FIELD_AT] = t[fl.FIELDS] + field * fl.FIELD_ROW
        m[b + la.PACKET_COUNT] = t[t[fl.DEAL_PACKETS] + duels]
        m[b + la.FOURTH_CARD] = t[fl.HAS_GALLO]
    else:
        m[b + la.PACKET_COUNT] = t[m[la.ORDER_KIND] + fl.KIND_PLACES]
        m[b + la.FOURTH_CARD] = t[m[la.ORDER_KIND] + fl.KIND_GALLO]
    m[b + la.DEALS] += ONE
    m[b + la.DEALS_IN_GAME] += ONE


@part
def note_first(t: Any, m: Any, b: Any) -> None:
    """Who was mano first in a match, and who dealt."""
    mano, row = t[m[b + la.FIELD_AT] + fl.FIELD_SEATS] - ONE, m[b + la.OUT_ROW]
    m[row + la.OUT_FIRST_MANO] = mano if t[fl.SLOT_COUNT] == SLOTS else mano & ONE
    m[row + la.OUT_DEALER] = m[b + la.DEALER] + ONE


@part
def prepare(t: Any, m: Any, b: Any, what: Any) -> None:
    """Make ready for the next hand of the deal, the next deal, or the next game, if there is one."""
    if what == NEXT_HAND:
        m[b + la.PACKET_COUNT] = ZERO
        return
    if what == NEXT_GAME:
        begin_game(t, m, b)
    begin_deal(t, m, b)
    if what == NEXT_GAME and m[la.WHOLE] and m[b + la.STATUS] == PLAYING:
        note_first(t, m, b)


@part
def note_kind(t: Any, m: Any, b: Any) -> None:
    """Who plays whom in this hand of a match, at which score, and what kind of hand that makes."""
    field = m[b + la.FIELD_AT]
    m[b + la.SLOTS_0], m[b + la.SLOTS_1] = t[field + fl.FIELD_SLOTS_0], t[field + fl.FIELD_SLOTS_1]
    note_score(t, m, b)
    m[b + la.FIRST_SCORE] = m[b + la.SCORE]
    m[b + la.KIND_AT] = t[field + fl.FIELD_KIND]
    if not m[b + la.KIND_AT]:
        m[b + la.KIND_AT] = t[t[fl.ROUND_KINDS] + m[b + la.SCORE]]


@part
def note_order(t: Any, m: Any, b: Any) -> None:
    """The kind of single hands and their score, the same for all. The mano's side is told first."""
    m[b + la.KIND_AT] = m[la.ORDER_KIND]
    mano = t[m[la.ORDER_KIND] + fl.KIND_SIDES] & ONE
    m[b + la.SLOTS_0], m[b + la.SLOTS_1] = ONE + mano, TWO - mano
    m[b + la.FIRST_SCORE] = m[la.ORDER_SCORE + mano] * t[fl.WIDTH] + m[la.ORDER_SCORE + ONE - mano]


@merged
def begin_hand(t: Any, m: Any, b: Any) -> None:
    """A hand of the deal: who plays it, and with which cards."""
    if m[la.WHOLE]:
        note_kind(t, m, b)
    else:
        m[b + la.SCORE] = m[b + la.FIRST_SCORE]
    kind = m[b + la.KIND_AT]
    state = t[kind + fl.KIND_STATE]
    row = t[fl.STATES] + state * fl.STATE_ROW
    m[b + la.STATE], m[b + la.MENU_AT], m[b + la.MENU_COUNT] = state, t[row + fl.STATE_MENU], t[row + fl.STATE_COUNT]
    for index in range(la.HAND_EMPTY):
        m[b + la.HAPPENED + index] = ZERO
    places, gallo = t[kind + fl.KIND_PLACES] + ZERO, t[kind + fl.KIND_GALLO]
    first = b + m[b + la.HAND] * places
    facts, plain = ZERO, ZERO
    for place in range(places):
        held, worth = m[first + la.PACKETS + place], m[first + la.PACKET_WORTH + place]
        if place + ONE == gallo:
            held, worth = with_fourth(t, m, b, held), ZERO
        m[b + la.HELD + place] = held
        m[b + la.WORTH + place] = worth
        fact = worth >> FACT_SHIFT
        facts |= fact << place * FACT_BITS
        plain |= ONE << place if fact == IS_FLOR else ZERO
    m[b + la.FACTS], m[b + la.PLAIN] = facts, plain


@part
def begin_hands(t: Any, m: Any, first: Any, end: Any) -> None:
    """Deal to the lanes of a list and begin their hands. One thing for all, then the next: their look-ups overlap."""
    for index in range(first, end):
        if m[m[index] + la.PACKET_COUNT]:
            draw_cards(t, m, m[index])
    for index in range(first, end):
        deal(t, m, m[index])
    for index in range(first, end):
        b = m[index]
        if m[b + la.PACKET_COUNT] and m[b + la.FOURTH_CARD] | m[la.RECORDS]:
            finish_deal(t, m, b)
        begin_hand(t, m, b)


@part
def close_game(t: Any, m: Any, b: Any) -> Any:
    """Count a game that was won; gives the slot that has won the match and one, or 0."""
    winner = m[b + la.FIRST_REACHED]
    lone = t[t[fl.LONE_SLOTS] + m[b + la.DEALER]]
    if lone and winner != lone:
        # Of two partners who reach the target together the higher total, then the nearer to the mano.
        best = ZERO
        for place in range(SLOTS):
            slot = t[m[b + la.FIELD_AT] + fl.FIELD_SEATS + place] - ONE
            if slot + ONE != lone and m[b + la.REACHED] >> slot & ONE and m[b + la.POINTS + slot] > best:
                best, winner = m[b + la.POINTS + slot], slot + ONE
    shares = ONE << (winner - ONE)
    if t[fl.SHARED_SLOTS] & shares:
        shares = t[fl.SHARED_SLOTS] + ZERO
    whole = m[b + la.WON_MATCH] >> (winner - ONE) & ONE
    for slot in range(SLOTS):
        if shares >> slot & ONE:
            m[b + la.GAMES + slot] = t[fl.GAMES_TO_WIN] + ZERO if whole else m[b + la.GAMES + slot] + ONE
        m[b + la.POINTS + slot] = ZERO
    m[b + la.FIRST_REACHED], m[b + la.REACHED], m[b + la.WON_MATCH] = ZERO, ZERO, ZERO
    m[b + la.DEALS_IN_GAME] = ZERO
    return winner if m[b + la.GAMES + winner - ONE] >= t[fl.GAMES_TO_WIN] else ZERO


@part
def after_hand(t: Any, m: Any, b: Any) -> Any:
    """What comes after a hand of a match; a match that is over has its winner in the results."""
    more = m[b + la.HAND] + ONE < t[t[fl.DEAL_HANDS] + m[b + la.DUELS]]
    what, winner = NEXT_DEAL, ZERO
    if m[b + la.REACHED] and not (t[fl.PLAYS_OUT] and more):
        winner = close_game(t, m, b)
    elif more:
        ahead = max(m[b + la.POINTS], max(m[b + la.POINTS + ONE], m[b + la.POINTS + TWO]))
        if not t[fl.LAST_DUEL_POINTS] or ahead < t[fl.LAST_DUEL_POINTS]:
            what = NEXT_HAND
    m[b + la.HAND] += ONE
    m[b + la.FIELD_AT] += fl.FIELD_ROW
    if winner:
        m[b + la.TRUCO_WINNER] = winner
        return NEXT_GAME
    if what == NEXT_DEAL:
        m[b + la.DEALER] = m[b + la.DEALER] + ONE if m[b + la.DEALER] + ONE < t[fl.PLAYERS] else ZERO
    return what


@merged
def end_hand(t: Any, m: Any, b: Any) -> None:
    """Count the hand and make ready for what comes next."""
    m[la.TOTAL_KINDS + t[m[b + la.KIND_AT] + fl.KIND_NUMBER]] += ONE
    m[b + la.HANDS] += ONE
    carry = m[b + la.HAPPENED] | t[t[fl.STATE_HAPPENED] + m[b + la.STATE]]
    for digit in range(FEW_DIGITS):
        had = m[la.HAPPENED_COUNTS + digit]
        m[la.HAPPENED_COUNTS + digit] = had ^ carry
        carry &= had
    more = la.HAPPENED_COUNTS + FEW_DIGITS
    while carry:
        had = m[more]
        m[more] = had ^ carry
        carry &= had
        more += ONE
    what = after_hand(t, m, b) if m[la.WHOLE] else NEXT_GAME
    if what == NEXT_GAME:
        row = m[b + la.OUT_ROW]
        m[row + la.OUT_WINNER], m[row + la.OUT_MOVES] = m[b + la.TRUCO_WINNER], m[b + la.MOVES]
        m[row + la.OUT_HANDS], m[row + la.OUT_DEALS] = m[b + la.HANDS], m[b + la.DEALS]
    prepare(t, m, b, what)
