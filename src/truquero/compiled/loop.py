"""The loop that plays: table look-ups for many games at once, compiled by Numba.

Games are interleaved, one move of each in turn, so that the look-ups of one overlap with those of the others. Nothing
in here knows a rule: what may be done, where it leads and what it is worth stands in the tables `t` (see `flat.py`),
the games in the memory `m` (see `lanes.py`), where `b` is the beginning of the lane in hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.compiled import flat as fl
from truquero.compiled import lanes as la
from truquero.compiled import layout as at
from truquero.compiled.lanes import Status
from truquero.compiled.loop_awards import drop_envido, write_awards
from truquero.compiled.loop_hands import (
    NEXT_GAME,
    PLAYING,
    begin_hands,
    end_hand,
    hand_number,
    note_order,
    note_worth,
    prepare,
)
from truquero.compiled.loop_numbers import (
    CARD_BITS,
    CARD_MASK,
    FACT_BITS,
    FACT_MASK,
    FACT_SHIFT,
    GOLDEN,
    HALF,
    IS_FLOR,
    LOW,
    ONE,
    SURE,
    THREE,
    TWO,
    VALUE_BITS,
    VALUE_MASK,
    ZERO,
    jit,
    merged,
    mixed,
    part,
)

GOING_ON, WITH_GAMES, WITH_MOVES = range(3)  # how a call of `play` begins
UNKNOWN_STATE, ASKS_SURE, AT_CHOICE = int(Status.UNKNOWN_STATE), int(Status.ASKS_SURE), int(Status.AT_CHOICE)
UNKNOWN = np.uint64(at.UNKNOWN)
NO_ACTION = ZERO  # the header stands there
# The bits of an action (see `layout.py`), which are packed above its steps in the tables.
SLOT_MASK = np.uint64(7)
PLACE_SHIFT = np.uint64(at.PLACE_SHIFT - 32)
QUESTION_SHIFT, QUESTION_MASK = np.uint64(at.QUESTION_SHIFT - 32), np.uint64((1 << at.QUESTION_BITS) - 1)
COVERED, OPENS_TRICK = np.uint64(at.COVERED_BIT - 32), np.uint64(at.OPENS_TRICK_BIT - 32)
DISCARDS, SINGS, THROWS, MAY_BE_FALSE, TELLS = (
    np.uint64(1 << bit - 32)
    for bit in (at.DISCARDS_BIT, at.SINGS_BIT, at.THROWS_BIT, at.MAY_BE_FALSE_BIT, at.TELLS_BIT)
)
ASKS_FLOR = np.uint64(((1 << at.QUESTION_BITS) - 1 & ~at.COMPARE) << at.QUESTION_SHIFT - 32)
RARE = DISCARDS | SINGS | THROWS | MAY_BE_FALSE | TELLS | ASKS_FLOR
LAID_PLACE, LAID_COVERED = np.uint64(la.LAID_PLACE_SHIFT), np.uint64(la.LAID_COVERED_SHIFT)
RECORD_SEAT = np.uint64(la.RECORD_SEAT_SHIFT)


@part
def legal_list(t: Any, m: Any, b: Any, menu: Any) -> Any:
    """Where the legal list of a menu stands, at this score and with these cards."""
    holding = m[b + la.FACTS] >> t[menu + fl.MENU_SHIFT] & FACT_MASK
    scores = t[t[menu + fl.MENU_SCORES] + m[b + la.SCORE] * t[fl.SCORE_SETS]]
    cards = t[t[menu + fl.MENU_CARDS] + holding]
    return t[menu + fl.MENU_LISTS] + fl.LIST_ROW * (scores * t[menu + fl.MENU_CLASSES] + cards)


@part
def next_menu(m: Any, b: Any, menu: Any) -> Any:
    """The menu of the next place with the word, after the last the first."""
    following = menu + fl.MENU_ROW
    return following if following < m[b + la.MENU_AT] + m[b + la.MENU_COUNT] * fl.MENU_ROW else m[b + la.MENU_AT]


@part
def weighed(t: Any, m: Any, b: Any, menu: Any, members: Any, count: Any, word: Any) -> Any:
    """The number of a legal action, each as likely as its weight; all equally likely where they weigh nothing."""
    packet = m[b + la.HAND] * t[m[b + la.KIND_AT] + fl.KIND_PLACES] + t[menu + fl.MENU_PLACE]
    hand = m[b + la.TURNED_CLASS] * t[fl.HAND_COUNT] + hand_number(t, m[b + la.PACKETS + packet])
    first = (t[menu + fl.MENU_ACTIONS] - t[fl.ACTIONS]) // fl.ACTION_ROW
    weights = m[la.WEIGHTS_AT] + m[m[la.BUCKETS_AT] + hand] * m[la.ACTION_COUNT] + first
    total = ZERO
    for index in range(count):
        total += m[weights + t[members + index]]
    if not total:
        return word * count >> HALF
    left = word * total >> HALF
    chosen = ZERO
    while left >= m[weights + t[members + chosen]]:
        left -= m[weights + t[members + chosen]]
        chosen += ONE
    return chosen


@part
def waits_for_sure(t: Any, m: Any, b: Any, menu: Any) -> Any:
    """A menu that asks for certain winners: whether it has to wait until somebody has told."""
    if not m[b + la.TOLD_SURE]:
        m[b + la.STATUS], m[b + la.MENU] = ASKS_SURE, menu
        m[b + la.RANDOM] -= GOLDEN  # the same draw when it is told
        return True
    m[b + la.TOLD_SURE] = ZERO
    m[b + la.FACTS] &= ~(SURE << t[menu + fl.MENU_SHIFT])
    return False


@merged
def choose(t: Any, m: Any, b: Any) -> Any:
    """Where the next action of a lane stands, or NO_ACTION where it has to wait."""
    count = m[b + la.MENU_COUNT]
    if count == UNKNOWN:
        m[b + la.STATUS] = UNKNOWN_STATE
        return NO_ACTION
    state = m[b + la.RANDOM] + GOLDEN
    m[b + la.RANDOM] = state
    z = mixed(state)
    # Any of those with the word speaks; who has nothing to say leaves it to the next.
    menu = m[b + la.MENU_AT] + ((z & LOW) * count >> HALF) * fl.MENU_ROW
    listed = legal_list(t, m, b, menu)
    while not t[listed + fl.LIST_COUNT]:
        menu = next_menu(m, b, menu)
        listed = legal_list(t, m, b, menu)
    if t[menu + fl.MENU_ASKS_SURE] and waits_for_sure(t, m, b, menu):
        return NO_ACTION
    members, legal = t[listed + fl.LIST_MEMBERS], t[listed + fl.LIST_COUNT]
    index = (z >> HALF) * legal >> HALF
    if m[la.WEIGHS]:
        index = weighed(t, m, b, menu, members, legal + ZERO, z >> HALF)
    if m[la.ASKS]:
        m[b + la.STATUS], m[b + la.MENU], m[b + la.WORD] = AT_CHOICE, menu, z >> HALF
        m[b + la.LISTED], m[b + la.LISTED_COUNT] = members, legal
        return NO_ACTION
    return t[menu + fl.MENU_ACTIONS] + fl.ACTION_ROW * t[members + index]


@part
def rarely(t: Any, m: Any, b: Any, bits: Any, place: Any) -> Any:
    """What few moves do beside the rest; gives the answer to what they ask."""
    question = bits >> QUESTION_SHIFT & QUESTION_MASK
    if bits & DISCARDS:
        m[b + la.PACKETS + place] = m[b + la.HELD + place]
        note_worth(t, m, b, place)
        return ZERO
    if bits & TELLS:
        truth = t[fl.TRUTHS] + fl.TRUTH_ROW * question
        worth = m[b + la.WORTH + t[truth]]
        if t[truth + ONE]:
            return ONE if worth >> FACT_SHIFT and worth >> VALUE_BITS & VALUE_MASK == t[truth + TWO] else ZERO
        return ONE if worth & VALUE_MASK == t[truth + TWO] else ZERO
    told = ONE << place if bits & SINGS else m[b + la.PLAIN] if bits & THROWS else ZERO
    if told:
        m[b + la.DECLARED] |= told
        drop_envido(t, m, b)
    if bits & MAY_BE_FALSE and not m[b + la.FACTS] >> place * FACT_BITS & IS_FLOR:
        return ZERO
    return t[t[fl.ANSWERS] + question * t[fl.FLOR_MASKS] + m[b + la.PLAIN]] + ZERO


@part
def keep(t: Any, m: Any, b: Any, action: Any, card: Any) -> None:
    """Keep a move in the record, and a card that is laid in the lane, where somebody wants them."""
    bits = t[action + fl.ACTION_BITS] + ZERO
    place, slot = bits >> PLACE_SHIFT, bits & SLOT_MASK
    if m[la.TRACKS] and slot and not bits & DISCARDS:
        covered = bits >> COVERED & ONE
        m[b + la.LAID + m[b + la.LAID_COUNT]] = card | place << LAID_PLACE | covered << LAID_COVERED
        m[b + la.LAID_COUNT] += ONE
    if m[la.RECORDS]:
        row = m[la.RECORD_AT] + m[m[la.STARTS_AT] + TWO * (m[b + la.GAME] - m[la.BASE_GAME])] + m[b + la.MOVES]
        seat = t[m[b + la.FIELD_AT] + fl.FIELD_SEATS + place] if m[la.WHOLE] else place + ONE
        code = t[action + fl.ACTION_CODE] + ZERO
        m[row] = (code + card + ONE - slot if slot else code) | seat << RECORD_SEAT


@merged
def act(t: Any, m: Any, b: Any, action: Any) -> Any:
    """Make a move; gives the list of awards it makes, 0 for none.

    Words and cards go the same way: nobody can foretell which comes next, and a wrong guess costs more than the work.
    """
    bits = t[action + fl.ACTION_BITS] + ZERO
    place, slot = bits >> PLACE_SHIFT, bits & SLOT_MASK
    lays = slot + SLOT_MASK >> THREE  # 1 for a card, 0 for a word
    if_lays, if_not_first = ZERO - lays, (bits >> OPENS_TRICK & ONE) - ONE  # all bits, or none
    shift = (slot - lays) * CARD_BITS
    held = m[b + la.HELD + place]
    card = held >> shift & CARD_MASK
    without = (held & ((ONE << shift) - ONE)) | held >> shift >> CARD_BITS << shift
    m[b + la.HELD + place] = held ^ (held ^ without) & if_lays
    strength = t[m[b + la.STRENGTHS_AT] + card] & ((bits >> COVERED & ONE) - ONE)
    before = m[b + la.BEST]
    best = before & if_not_first
    m[b + la.BEST] = before ^ (before ^ max(best, strength)) & if_lays
    higher, lower = ONE if strength > best else ZERO, ONE if strength < best else ZERO
    answer = ONE + higher - lower & if_not_first & if_lays
    if bits & RARE:
        answer = rarely(t, m, b, bits, place)
    if m[la.TRACKS] | m[la.RECORDS]:
        keep(t, m, b, action, card)
    m[b + la.HAPPENED] |= t[action + fl.ACTION_HAPPENED]
    m[b + la.MOVES] += ONE
    step = t[action + fl.ACTION_STEPS] + fl.STEP_ROW * answer
    m[b + la.STATE] = t[step + fl.STEP_STATE]
    m[b + la.MENU_AT], m[b + la.MENU_COUNT] = t[step + fl.STEP_MENU], t[step + fl.STEP_COUNT]
    return t[step + fl.STEP_AWARDS] + ZERO


@part
def move_all(t: Any, m: Any) -> None:
    """Make the moves that were chosen, and settle what came of them.

    All lanes move, then the few that have won something are settled, then those go on whose hand is over: each of these
    loops has no turn that cannot be foretold, so that the work of many lanes overlaps.
    """
    first = m[la.LISTED_AT]
    end = first
    for lane in range(m[la.LANE_COUNT]):
        b = la.FIRST_LANE + lane * la.LANE_WIDTH
        if m[b + la.STATUS] == PLAYING:
            awards = act(t, m, b, m[b + la.CHOSEN])
            m[b + la.WON] = awards
            m[end] = b
            end += ONE if awards else ZERO
    for index in range(first, end):
        write_awards(t, m, m[index])
    end = first
    for lane in range(m[la.LANE_COUNT]):
        b = la.FIRST_LANE + lane * la.LANE_WIDTH
        m[end] = b
        over = ONE if m[b + la.MENU_COUNT] == ZERO else ZERO
        plays = ONE if m[b + la.STATUS] == PLAYING else ZERO
        end += plays & (over | m[b + la.STOPPED])
    begun = first
    for index in range(first, end):
        b = m[index]
        end_hand(t, m, b)
        m[begun] = b
        begun += ONE if m[b + la.STATUS] == PLAYING else ZERO
    begin_hands(t, m, first, begun)


@part
def begin_games(t: Any, m: Any) -> None:
    first = m[la.LISTED_AT]
    end = first
    for lane in range(m[la.LANE_COUNT]):
        b = la.FIRST_LANE + lane * la.LANE_WIDTH
        note_order(t, m, b)
        prepare(t, m, b, NEXT_GAME)
        m[end] = b
        end += ONE if m[b + la.STATUS] == PLAYING else ZERO
    begin_hands(t, m, first, end)


@jit
def play(t: Any, m: Any, begin: Any) -> None:
    """Play until every lane is idle or waits for something. A call begins with new games, with moves that were chosen
    outside, or simply goes on."""
    if begin == WITH_GAMES:
        begin_games(t, m)
    elif begin == WITH_MOVES:
        move_all(t, m)
    playing = True
    while playing:
        playing = False
        for lane in range(m[la.LANE_COUNT]):
            b = la.FIRST_LANE + lane * la.LANE_WIDTH
            if m[b + la.STATUS] == PLAYING:
                action = choose(t, m, b)
                m[b + la.CHOSEN] = action
                playing = playing or action != NO_ACTION
        if playing:
            move_all(t, m)
