"""The compiled loop between hands: deals, kinds of hands, games and matches, as the tables of the course tell them."""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.compiled import flat as fl
from truquero.compiled import lanes as la
from truquero.compiled import layout as at
from truquero.compiled.course import BY_SCORE, NO_SLOT
from truquero.compiled.lanes import Status
from truquero.compiled.loop_numbers import CARD_MASK, GOLDEN, HALF, U, draw, jit, merged, mix, number_below
from truquero.engine.state import NOBODY

IDLE, PLAYING = int(Status.IDLE), int(Status.PLAYING)
NEXT_HAND, NEXT_DEAL, NEXT_GAME = range(3)


@jit
def note_score(t: Any, m: Any, b: Any) -> None:
    """The number of the score. Past the target only tells whether it is reached and whether both are level."""
    first, second = np.int64(0), np.int64(0)
    for slot in range(la.SLOTS):
        points = m[U(b + la.POINTS + slot)]
        first = max(first, points * (m[U(b + la.MASK_0)] >> slot & 1))
        second = max(second, points * (m[U(b + la.MASK_1)] >> slot & 1))
    one, other = min(first, t[fl.TARGET]), min(second, t[fl.TARGET])
    if one == other:
        one += first > second
        other += second > first
    m[U(b + la.SCORE)] = one * t[fl.WIDTH] + other


# ----------------------------------------------------------------------------------------------------------- dealing


@merged
def past(card: Any, packet: Any) -> Any:
    """The number of a card among those from which a packet was taken, from its number among those left."""
    card += card >= (packet & CARD_MASK)
    card += card >= (packet >> la.CARD_BITS & CARD_MASK)
    card += card >= (packet >> 2 * la.CARD_BITS)
    return card


@merged
def in_pack(m: Any, b: Any, card: Any, packets: Any, turned: Any) -> Any:
    """The number in the pack of a card, from its number after so many packets were drawn."""
    for back in range(packets):
        card = past(card, m[U(b + la.DRAWN + packets - 1 - back)])
    return card + (card >= turned)


@jit
def deal(t: Any, m: Any, b: Any, packets: Any, fourth: Any) -> None:
    """Draw the turned card, the packets and a gallo's fourth card."""
    left = np.int64(t[fl.CARDS])
    turned, none_turned = np.int64(0), left  # no card has such a number
    if t[fl.TURNS]:
        turned = number_below(draw(m, b), left)
        none_turned = turned
        left -= 1
    kind = t[U(t[fl.TURNED_CLASSES] + turned)]
    m[U(b + la.TURNED_CARD)], m[U(b + la.TURNED)] = turned, kind
    hands, places, cards = t[fl.HANDS] + 2 * kind * t[fl.HAND_COUNT], t[fl.HAND_PLACES], t[fl.CARDS]
    for packet in range(packets):
        sets = left * (left - 1) * (left - 2) // 6
        drawn = np.int64(t[U(t[fl.UNRANKED] + number_below(draw(m, b), sets))])
        m[U(b + la.DRAWN + packet)] = drawn
        low = in_pack(m, b, drawn & CARD_MASK, packet, none_turned)
        middle = in_pack(m, b, drawn >> la.CARD_BITS & CARD_MASK, packet, none_turned)
        high = in_pack(m, b, drawn >> 2 * la.CARD_BITS, packet, none_turned)
        number = t[U(places + low)] + t[U(places + cards + middle)] + t[U(places + 2 * cards + high)]
        m[U(b + la.PACKETS + packet)] = t[U(hands + 2 * number)]
        m[U(b + la.PACKET_WORTH + packet)] = t[U(hands + 2 * number + 1)]
        left -= 3
    if fourth:
        m[U(b + la.FOURTH_CARD)] = in_pack(m, b, number_below(draw(m, b), left), packets, none_turned)


@jit
def with_fourth(t: Any, kind: Any, hand: Any, card: Any) -> Any:
    """A sorted hand with one card more, in its place."""
    strengths = t[fl.STRENGTHS] + kind * t[fl.CARDS]
    shift = 0
    for _ in range(3):
        other = hand >> shift & CARD_MASK
        stronger = t[U(strengths + other)] - t[U(strengths + card)]
        if stronger > 0 or (stronger == 0 and other < card):
            shift += la.CARD_BITS
    return (hand & (1 << shift) - 1) | card << shift | hand >> shift << shift + la.CARD_BITS


@jit
def hand_number(t: Any, hand: Any) -> Any:
    """The number of three cards."""
    one, other, third = hand & CARD_MASK, hand >> la.CARD_BITS & CARD_MASK, hand >> 2 * la.CARD_BITS & CARD_MASK
    low, high = min(one, other, third), max(one, other, third)
    middle = one + other + third - low - high
    places, cards = t[fl.HAND_PLACES], t[fl.CARDS]
    return np.int64(t[U(places + low)] + t[U(places + cards + middle)] + t[U(places + 2 * cards + high)])


@jit
def note_worth(t: Any, m: Any, b: Any, place: Any) -> None:
    """What the three cards of a gallo are worth once he has discarded."""
    number = hand_number(t, m[U(b + la.HELD + place)])
    worth = t[U(t[fl.HANDS] + 2 * (m[U(b + la.TURNED)] * t[fl.HAND_COUNT] + number) + 1)]
    m[U(b + la.WORTH + place)] = worth
    facts = worth >> at.FACT_SHIFT
    m[U(b + la.FACTS)] |= facts << place * at.FACT_BITS
    m[U(b + la.PLAIN)] |= np.int64(facts == at.IS_FLOR) << place


# ------------------------------------------------------------------------------------------------- hands and matches


@merged
def begin_game(t: Any, m: Any, b: Any) -> Any:
    """Give a lane its next game; False where there is none."""
    game = m[la.NEXT_GAME]
    if game >= m[la.LAST_GAME]:
        m[U(b + la.STATUS)] = IDLE
        return False
    m[la.NEXT_GAME] = game + 1
    m[U(b + la.STATUS)], m[U(b + la.GAME)] = PLAYING, game
    m[U(b + la.RANDOM)] = np.int64(mix(np.uint64(m[la.SEED]) + mix(np.uint64(game) + GOLDEN)))
    m[U(b + la.MOVES)], m[U(b + la.HANDS)], m[U(b + la.DEALS)], m[U(b + la.DEALS_IN_GAME)] = 0, 0, 0, 0
    for slot in range(la.SLOTS):
        m[U(b + la.POINTS + slot)], m[U(b + la.GAMES + slot)] = m[U(la.ORDER_SCORE + slot)], 0
    for award in range(la.LANCES * la.SLOTS):
        m[U(b + la.AWARDS + award)] = 0
    m[U(b + la.FIRST_REACHED)], m[U(b + la.REACHED)], m[U(b + la.WON_MATCH)] = NO_SLOT, 0, 0
    m[U(b + la.DEALER)] = 0
    if m[la.WHOLE]:
        m[U(b + la.DEALER)] = m[la.ORDER_DEALER] - 1
        if not m[la.ORDER_DEALER]:
            m[U(b + la.DEALER)] = np.int64(draw(m, b) >> HALF) * t[fl.PLAYERS] >> 32
    return True


@jit
def record_deal(t: Any, m: Any, b: Any, packets: Any, fourth: Any) -> None:
    start = m[U(m[la.STARTS_AT] + 2 * (m[U(b + la.GAME)] - m[la.BASE_GAME]) + 1)] + m[U(b + la.DEALS)]
    row = m[la.DECKS_AT] + start * la.DEAL_WIDTH
    for packet in range(la.MOST_PLACES):
        m[U(row + packet)] = m[U(b + la.PACKETS + packet)] if packet < packets else -1
    m[U(row + la.MOST_PLACES)] = m[U(b + la.FOURTH_CARD)] if fourth else -1
    m[U(row + la.MOST_PLACES + 1)] = m[U(b + la.TURNED_CARD)] if t[fl.TURNS] else -1


@merged
def begin_deal(t: Any, m: Any, b: Any) -> None:
    """Deal the cards of one hand or of some duels."""
    m[U(b + la.HAND)] = 0
    if m[la.WHOLE]:
        ahead = max(m[U(b + la.POINTS)], m[U(b + la.POINTS + 1)], m[U(b + la.POINTS + 2)])
        duels = np.int64(t[U(t[fl.DUELS_AT] + (m[U(b + la.DEALS_IN_GAME)] & 1) * t[fl.WIDTH] + ahead)])
        m[U(b + la.DUELS)] = duels
        m[U(b + la.FIELD)] = (duels * t[fl.PLAYERS] + m[U(b + la.DEALER)]) * t[fl.MOST_HANDS]
        packets, fourth = np.int64(t[U(t[fl.DEAL_PACKETS] + duels)]), t[U(t[fl.LONE_SLOTS])] != NO_SLOT
    else:
        kind = m[la.ORDER_KIND]
        packets, fourth = np.int64(t[U(t[fl.KIND_PLACES] + kind)]), t[U(t[fl.GALLO_PLACES] + kind)] != NO_SLOT
    deal(t, m, b, packets, fourth)
    if m[la.RECORDS]:
        record_deal(t, m, b, packets, fourth)
    m[U(b + la.DEALS)] += 1
    m[U(b + la.DEALS_IN_GAME)] += 1


@merged
def begin_hand(t: Any, m: Any, b: Any) -> None:
    """A hand of the deal: who plays it, and with which cards."""
    if m[la.WHOLE]:
        slots = t[fl.FIELD_SLOTS] + 2 * m[U(b + la.FIELD)]
        m[U(b + la.MASK_0)], m[U(b + la.MASK_1)] = t[U(slots)], t[U(slots + 1)]
        note_score(t, m, b)
        kind = np.int64(t[U(t[fl.FIELD_KINDS] + m[U(b + la.FIELD)])])
        if kind == BY_SCORE:
            kind = np.int64(t[U(t[fl.ROUND_KINDS] + m[U(b + la.SCORE)])])
    else:
        kind = m[la.ORDER_KIND]
        mano = t[U(t[fl.SIDE_MASKS] + kind)] & 1
        m[U(b + la.MASK_0)], m[U(b + la.MASK_1)] = 1 << mano, 2 >> mano
        note_score(t, m, b)
    m[U(b + la.KIND)], m[U(b + la.STATE)] = kind, t[U(t[fl.STARTS] + kind)]
    m[U(b + la.FIRST_SCORE)] = m[U(b + la.SCORE)]
    m[U(b + la.BEST)], m[U(b + la.HAPPENED)], m[U(b + la.DECLARED)], m[U(b + la.SURE)] = -1, 0, 0, la.UNTOLD
    m[U(b + la.STOPPED)], m[U(b + la.WINNER)] = 0, NOBODY
    m[U(b + la.LAID_COUNT)], m[U(b + la.DEFERRED_COUNT)] = 0, 0
    places, gallo = t[U(t[fl.KIND_PLACES] + kind)], t[U(t[fl.GALLO_PLACES] + kind)]
    first = b + m[U(b + la.HAND)] * places
    facts, plain = np.int64(0), np.int64(0)
    for place in range(places):
        held, worth = m[U(first + la.PACKETS + place)], m[U(first + la.PACKET_WORTH + place)]
        if place == gallo:
            held = with_fourth(t, m[U(b + la.TURNED)], held, m[U(b + la.FOURTH_CARD)])
            worth = np.int64(0)
        m[U(b + la.HELD + place)] = held
        m[U(b + la.WORTH + place)] = worth
        fact = worth >> at.FACT_SHIFT
        facts |= fact << place * at.FACT_BITS
        plain |= np.int64(fact == at.IS_FLOR) << place
    m[U(b + la.FACTS)], m[U(b + la.PLAIN)] = facts, plain


@jit
def go_on(t: Any, m: Any, b: Any, what: Any) -> None:
    """The next hand of the deal, the next deal, or the next game."""
    if what == NEXT_GAME and not begin_game(t, m, b):
        return
    if what != NEXT_HAND:
        begin_deal(t, m, b)
    begin_hand(t, m, b)
    if what == NEXT_GAME and m[la.WHOLE]:
        mano = t[U(t[fl.FIELD_SEATS] + la.MOST_PLACES * m[U(b + la.FIELD)])] - 1
        row = m[la.OUT_AT] + (m[U(b + la.GAME)] - m[la.BASE_GAME]) * la.OUT_WIDTH
        m[U(row + la.OUT_FIRST_MANO)] = mano if t[fl.SLOTS] == la.SLOTS else mano & 1
        m[U(row + la.OUT_DEALER)] = m[U(b + la.DEALER)] + 1


@jit
def close_game(t: Any, m: Any, b: Any) -> Any:
    """Count a game that was won; gives the slot that has won the match, or NO_SLOT."""
    winner = m[U(b + la.FIRST_REACHED)]
    lone = np.int64(t[U(t[fl.LONE_SLOTS] + m[U(b + la.DEALER)])])
    if lone != NO_SLOT and winner != lone:
        # Of two partners who reach the target together the higher total, then the nearer to the mano.
        best = np.int64(-1)
        for place in range(la.SLOTS):
            slot = np.int64(t[U(t[fl.FIELD_SEATS] + la.MOST_PLACES * m[U(b + la.FIELD)] + place)]) - 1
            if slot != lone and m[U(b + la.REACHED)] >> slot & 1 and m[U(b + la.POINTS + slot)] > best:
                best = m[U(b + la.POINTS + slot)]
                winner = slot
    shares = np.int64(1) << winner
    if t[fl.SHARED_SLOTS] & shares:
        shares = np.int64(t[fl.SHARED_SLOTS])
    whole = m[U(b + la.WON_MATCH)] >> winner & 1
    for slot in range(la.SLOTS):
        if shares >> slot & 1:
            m[U(b + la.GAMES + slot)] = t[fl.GAMES_TO_WIN] if whole else m[U(b + la.GAMES + slot)] + 1
        m[U(b + la.POINTS + slot)] = 0
    m[U(b + la.FIRST_REACHED)], m[U(b + la.REACHED)], m[U(b + la.WON_MATCH)] = NO_SLOT, 0, 0
    m[U(b + la.DEALS_IN_GAME)] = 0
    return winner if m[U(b + la.GAMES + winner)] >= t[fl.GAMES_TO_WIN] else np.int64(NO_SLOT)


@merged
def count_hand(t: Any, m: Any, b: Any) -> None:
    """Add a hand to the totals."""
    m[U(la.TOTAL_KINDS + m[U(b + la.KIND)])] += 1
    m[U(b + la.HANDS)] += 1
    carry = m[U(b + la.HAPPENED)] | t[U(t[fl.STATE_HAPPENED] + m[U(b + la.STATE)])]
    digit = la.HAPPENED_COUNTS
    while carry:
        had = m[U(digit)]
        m[U(digit)] = had ^ carry
        carry &= had
        digit += 1


@jit
def end_hand(t: Any, m: Any, b: Any) -> None:
    """Count the hand and go on to the next one, the next deal or the next game."""
    count_hand(t, m, b)
    winner, what = m[U(b + la.WINNER)], NEXT_GAME
    if m[la.WHOLE]:
        more = m[U(b + la.HAND)] + 1 < t[U(t[fl.DEAL_HANDS] + m[U(b + la.DUELS)])]
        winner, what = np.int64(NO_SLOT), NEXT_DEAL
        if m[U(b + la.REACHED)] and not (t[fl.PLAYS_OUT] and more):
            winner = close_game(t, m, b)
            what = NEXT_DEAL if winner == NO_SLOT else NEXT_GAME
        elif more:
            ahead = max(m[U(b + la.POINTS)], m[U(b + la.POINTS + 1)], m[U(b + la.POINTS + 2)])
            if not t[fl.LAST_DUEL_POINTS] or ahead < t[fl.LAST_DUEL_POINTS]:
                what = NEXT_HAND
        m[U(b + la.HAND)] += 1
        m[U(b + la.FIELD)] += 1
        if what == NEXT_DEAL:
            m[U(b + la.DEALER)] = (m[U(b + la.DEALER)] + 1) % t[fl.PLAYERS]
    if what == NEXT_GAME:
        row = m[la.OUT_AT] + (m[U(b + la.GAME)] - m[la.BASE_GAME]) * la.OUT_WIDTH
        for award in range(la.LANCES * la.SLOTS):
            m[U(row + la.OUT_AWARDS + award)] = m[U(b + la.AWARDS + award)]
        m[U(row + la.OUT_WINNER)], m[U(row + la.OUT_MOVES)] = winner, m[U(b + la.MOVES)]
        m[U(row + la.OUT_HANDS)], m[U(row + la.OUT_DEALS)] = m[U(b + la.HANDS)], m[U(b + la.DEALS)]
    go_on(t, m, b, what)
