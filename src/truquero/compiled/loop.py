"""The loop that plays: table look-ups for many games at once, compiled by Numba.

Games are interleaved, one move of each in turn, so that the look-ups of one overlap with those of the others. Nothing in
here knows a rule: what may be done, where it leads and what it is worth stands in the tables `t` (see `flat.py`), the
games in the memory `m` (see `lanes.py`), where `b` is the beginning of the lane in hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.compiled import flat as fl
from truquero.compiled import lanes as la
from truquero.compiled import layout as at
from truquero.compiled.lanes import Status
from truquero.compiled.loop_awards import drop_envido, write_awards
from truquero.compiled.loop_hands import NEXT_GAME, PLAYING, end_hand, go_on, hand_number, note_worth
from truquero.compiled.loop_numbers import (
    CARD_MASK,
    COUNT_MASK,
    FACT_MASK,
    GOLDEN,
    HALF,
    LOW,
    VALUE_MASK,
    U,
    draw,
    jit,
    merged,
)

UNKNOWN_STATE, ASKS_SURE, AT_CHOICE = int(Status.UNKNOWN_STATE), int(Status.ASKS_SURE), int(Status.AT_CHOICE)
WAITS = -1
GOING_ON, WITH_GAMES, WITH_MOVES = range(3)  # how a call of `play` begins
LIST_COUNT_MASK = (1 << at.LIST_COUNT_BITS) - 1
SCORE_SET_MASK = (1 << at.SCORE_SET_BITS) - 1
MENU_WIDTH = 4
# The bits of an action beside its steps are its second number.
SLOT_MASK = 7
PLACE_SHIFT = at.PLACE_SHIFT - 32
QUESTION_SHIFT, QUESTION_MASK = at.QUESTION_SHIFT - 32, (1 << at.QUESTION_BITS) - 1
COVERED, OPENS_TRICK = 1 << at.COVERED_BIT - 32, 1 << at.OPENS_TRICK_BIT - 32
DISCARDS, SINGS, THROWS = 1 << at.DISCARDS_BIT - 32, 1 << at.SINGS_BIT - 32, 1 << at.THROWS_BIT - 32
MAY_BE_FALSE, TELLS = 1 << at.MAY_BE_FALSE_BIT - 32, 1 << at.TELLS_BIT - 32
RARE = DISCARDS | SINGS | THROWS | MAY_BE_FALSE | TELLS


@merged
def legal_list(t: Any, m: Any, b: Any, menu: Any) -> Any:
    """The row of `lists` for a menu at this score and with these cards. `menu` is where it stands in `t`."""
    sets, about = t[U(menu + at.MENU_SETS)], t[U(menu + at.MENU_PLACE)]
    holding = m[U(b + la.FACTS)] >> (about & CARD_MASK) * at.FACT_BITS & FACT_MASK
    holding |= (m[U(b + la.SURE)] == 1) * at.SURE
    score_class = t[U(t[fl.SCORE_CLASSES] + (sets & SCORE_SET_MASK) * t[fl.SCORES] + m[U(b + la.SCORE)])]
    card_class = t[U(t[fl.CARD_CLASSES] + (sets >> at.SCORE_SET_BITS) * 8 + holding)]
    classes = about >> at.CARD_CLASSES_SHIFT & CARD_MASK
    return np.int64(t[U(t[fl.LISTS] + t[U(menu + at.MENU_LISTS)] + score_class * classes + card_class)])


@jit
def weighed(t: Any, m: Any, b: Any, first: Any, members: Any, count: Any, word: Any) -> Any:
    """The number of a legal action, each as likely as its weight; all equally likely where they weigh nothing."""
    place = np.int64(t[U(t[fl.ACTIONS] + 2 * first + 1)]) >> PLACE_SHIFT
    packet = m[U(b + la.HAND)] * t[U(t[fl.KIND_PLACES] + m[U(b + la.KIND)])] + place
    hand = m[U(b + la.TURNED)] * t[fl.HAND_COUNT] + hand_number(t, m[U(b + la.PACKETS + packet)])
    weights = m[la.WEIGHTS_AT] + m[U(m[la.BUCKETS_AT] + hand)] * m[la.ACTION_COUNT] + first
    total = np.int64(0)
    for index in range(count):
        total += m[U(weights + t[U(members + index)])]
    if not total:
        return word * count >> 32
    left = word * total >> 32
    index = np.int64(0)
    while left >= m[U(weights + t[U(members + index)])]:
        left -= m[U(weights + t[U(members + index)])]
        index += 1
    return index


@merged
def choose(t: Any, m: Any, b: Any) -> Any:
    """The next move of a lane, or WAITS."""
    state = t[U(t[fl.STATES] + m[U(b + la.STATE)])]
    if state == at.UNKNOWN:
        m[U(b + la.STATUS)] = UNKNOWN_STATE
        return WAITS
    z = draw(m, b)
    # Any of those with the word speaks; who has nothing to say leaves it to the next.
    menus, count = t[fl.MENUS] + MENU_WIDTH * np.int64(state >> at.MENU_COUNT_BITS), np.int64(state & COUNT_MASK)
    speaker = np.int64(z & LOW) * count >> 32
    menu = menus + MENU_WIDTH * speaker
    listed = legal_list(t, m, b, menu)
    while not listed & LIST_COUNT_MASK:
        speaker = speaker + 1 if speaker + 1 < count else np.int64(0)
        menu = menus + MENU_WIDTH * speaker
        listed = legal_list(t, m, b, menu)
    if t[U(menu + at.MENU_PLACE)] >> at.ASKS_SURE_SHIFT and m[U(b + la.SURE)] == la.UNTOLD:
        m[U(b + la.STATUS)], m[U(b + la.MENU)] = ASKS_SURE, (menu - t[fl.MENUS]) // MENU_WIDTH
        m[U(b + la.RANDOM)] = np.int64(np.uint64(m[U(b + la.RANDOM)]) - GOLDEN)  # the same draw when it is told
        return WAITS
    first, members = t[U(menu + at.MENU_ACTIONS)], t[fl.MEMBERS] + (listed >> at.LIST_COUNT_BITS)
    word, count = np.int64(z >> HALF), listed & LIST_COUNT_MASK
    index = word * count >> 32
    if m[la.WEIGHS]:
        index = weighed(t, m, b, first, members, count, word)
    if m[la.ASKS]:
        m[U(b + la.STATUS)], m[U(b + la.MENU)] = AT_CHOICE, (menu - t[fl.MENUS]) // MENU_WIDTH
        m[U(b + la.LISTED)], m[U(b + la.WORD)] = listed, word
        return WAITS
    return np.int64(first + t[U(members + index)])


@jit
def rarely(t: Any, m: Any, b: Any, action: Any, place: Any, answer: Any) -> Any:
    """What few moves do beside the rest; gives the answer, which some of them know better."""
    if action & DISCARDS:
        m[U(b + la.PACKETS + place)] = m[U(b + la.HELD + place)]
        note_worth(t, m, b, place)
    if action & TELLS:
        truth = t[fl.TRUTHS] + 3 * (action >> QUESTION_SHIFT & QUESTION_MASK)
        worth = m[U(b + la.WORTH + t[U(truth)])]
        value = worth & VALUE_MASK
        if t[U(truth + 1)]:
            value = worth >> at.VALUE_BITS & VALUE_MASK if worth >> at.FACT_SHIFT else np.int64(-1)
        answer = np.int64(value == t[U(truth + 2)])
    if action & MAY_BE_FALSE and not m[U(b + la.FACTS)] >> place * at.FACT_BITS & at.IS_FLOR:
        answer = np.int64(0)
    told = np.int64(1) << place if action & SINGS else m[U(b + la.PLAIN)] if action & THROWS else np.int64(0)
    if told:
        m[U(b + la.DECLARED)] |= told
        drop_envido(t, m, b)
    return answer


@jit
def record_move(t: Any, m: Any, b: Any, place: Any, number: Any, card: Any) -> None:
    row = m[la.RECORD_AT] + m[U(m[la.STARTS_AT] + 2 * (m[U(b + la.GAME)] - m[la.BASE_GAME]))] + m[U(b + la.MOVES)]
    seat = place + 1
    if m[la.WHOLE]:
        seat = np.int64(t[U(t[fl.FIELD_SEATS] + la.MOST_PLACES * m[U(b + la.FIELD)] + place)])
    m[U(row)] = t[U(t[fl.ACTION_CODES] + number)] + card | seat << la.RECORD_SEAT_SHIFT


@jit
def track(m: Any, b: Any, place: Any, card: Any, covered: Any) -> None:
    laid = card | place << la.LAID_PLACE_SHIFT | np.int64(covered != 0) << la.LAID_COVERED_SHIFT
    m[U(b + la.LAID + m[U(b + la.LAID_COUNT)])] = laid
    m[U(b + la.LAID_COUNT)] += 1


@merged
def act(t: Any, m: Any, b: Any, number: Any) -> Any:
    """Make a move; gives the list of awards it makes, 0 for none.

    Words and cards go the same way, for nobody can foretell which comes next and a wrong guess costs more than the work.
    """
    at_action = t[fl.ACTIONS] + 2 * number
    action = np.int64(t[U(at_action + 1)])
    place, slot = action >> PLACE_SHIFT, action & SLOT_MASK
    lays = slot != 0
    shift = (slot - lays) * la.CARD_BITS
    held = m[U(b + la.HELD + place)]
    card = held >> shift & CARD_MASK
    without = (held & (1 << shift) - 1) | held >> shift + la.CARD_BITS << shift
    m[U(b + la.HELD + place)] = without if lays else held
    strength = np.int64(t[U(t[fl.STRENGTHS] + m[U(b + la.TURNED)] * t[fl.CARDS] + card)])
    strength = np.int64(-1) if action & COVERED else strength
    best = m[U(b + la.BEST)]
    compared = np.int64(0) if action & OPENS_TRICK else 1 + np.int64(strength > best) - np.int64(strength < best)
    higher = strength if action & OPENS_TRICK else max(best, strength)
    m[U(b + la.BEST)] = higher if lays else best
    question = action >> QUESTION_SHIFT & QUESTION_MASK
    told = np.int64(t[U(t[fl.ANSWERS] + question * t[fl.FLOR_MASKS] + m[U(b + la.PLAIN)])])
    answer = compared if lays else told
    if action & RARE:
        answer = rarely(t, m, b, action, place, answer)
    if m[la.TRACKS] and lays and not action & DISCARDS:
        track(m, b, place, card, action & COVERED)
    if m[la.RECORDS]:
        record_move(t, m, b, place, number, card + 1 - slot if lays else np.int64(0))
    m[U(b + la.HAPPENED)] |= t[U(t[fl.ACTION_HAPPENED] + number)]
    m[U(b + la.MOVES)] += 1
    m[U(b + la.SURE)] = la.UNTOLD
    step = t[fl.STEPS] + 2 * (t[U(at_action)] + answer)
    m[U(b + la.STATE)] = t[U(step)]
    return np.int64(t[U(step + 1)])


@jit
def move_all(t: Any, m: Any) -> None:
    """Make the moves that were chosen, and settle what came of them.

    All lanes move, then the few that have won something are settled, then those go on whose hand is over: each of these
    loops has no turn that cannot be foretold, so that the work of many lanes overlaps.
    """
    lanes = m[la.LANES]
    first = m[la.LISTED_AT]
    end = first
    for lane in range(lanes):
        b = la.FIRST_LANE + lane * la.LANE_WIDTH
        if m[U(b + la.STATUS)] == PLAYING:
            awards = act(t, m, b, m[U(b + la.CHOSEN)])
            m[U(b + la.WON)] = awards
            m[U(end)] = b
            end += awards != 0
    for index in range(first, end):
        b = m[U(index)]
        write_awards(t, m, b, np.int64(t[U(t[fl.AWARD_LISTS] + m[U(b + la.WON)])]))
    end = first
    for lane in range(lanes):
        b = la.FIRST_LANE + lane * la.LANE_WIDTH
        over = t[U(t[fl.STATES] + m[U(b + la.STATE)])] & COUNT_MASK == 0
        m[U(end)] = b
        end += (m[U(b + la.STATUS)] == PLAYING) & ((m[U(b + la.STOPPED)] != 0) | over)
    for index in range(first, end):
        end_hand(t, m, m[U(index)])


@jit
def play(t: Any, m: Any, begin: Any) -> None:
    """Play until every lane is idle or waits for something. A call begins with new games, with moves that were chosen
    outside, or simply goes on."""
    lanes = m[la.LANES]
    if begin == WITH_GAMES:
        for lane in range(lanes):
            go_on(t, m, la.FIRST_LANE + lane * la.LANE_WIDTH, NEXT_GAME)
    elif begin == WITH_MOVES:
        move_all(t, m)
    playing = True
    while playing:
        playing = False
        for lane in range(lanes):
            b = la.FIRST_LANE + lane * la.LANE_WIDTH
            if m[U(b + la.STATUS)] == PLAYING:
                number = choose(t, m, b)
                m[U(b + la.CHOSEN)] = number
                playing = playing or number != WAITS
        if playing:
            move_all(t, m)
