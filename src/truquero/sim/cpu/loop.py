"""The compiled loop that plays: table lookups for many games at once, compiled by Numba.

Games are interleaved, one move of each in turn, so that their memory accesses overlap. Legal moves, their
successors and the points of stakes are in the tables `t` (see `flat_tables.py`). The games are in their lanes (see
`lanes.py`). Few steps have no table: docs/explanation/executors.md lists them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.sim.cpu import flat_tables as fl
from truquero.sim.cpu import lanes as la
from truquero.sim.cpu.awards import drop_envido, write_awards
from truquero.sim.cpu.deal import deal, draw_cards, hand_number, note_hand_value
from truquero.sim.cpu.hands import (
    PLAYING,
    begin_hand,
    begin_lane,
    end_hand,
    lane_in,
    prepare,
)
from truquero.sim.cpu.lanes import Status
from truquero.sim.cpu.numba_rows import look_up, select
from truquero.sim.cpu.primitives import (
    ACTION_WIDTH,
    CARD_BITS,
    CARD_MASK,
    GOLDEN,
    HALF,
    HOLDING_BITS,
    HOLDING_MASK,
    HOLDING_SHIFT,
    IS_FLOR,
    LANE_BYTES,
    LIST_WIDTH,
    LOW,
    MENU_WIDTH,
    ONE,
    STEP_WIDTH,
    SURE,
    TRUTH_WIDTH,
    VALUE_BITS,
    VALUE_MASK,
    ZERO,
    action_at,
    address_at,
    compiled,
    entry_point,
    inlined_by_llvm,
    job_at,
    kind_at,
    laid_of,
    lane_at,
    larger_of,
    lineup_at,
    list_at,
    menu_at,
    mixed,
    number_at,
    place_of,
    seat_of,
    start_at,
    step_at,
    tables_at,
    truth_at,
)
from truquero.sim.tables import layout

GOING_ON, WITH_GAMES, WITH_MOVES = (np.uint64(number) for number in range(3))  # how a call of `play` begins
UNKNOWN_STATE, ASKS_SURE = np.uint64(Status.UNKNOWN_STATE), np.uint64(Status.ASKS_SURE)
AT_CHOICE = np.uint64(Status.AT_CHOICE)
UNKNOWN = np.uint64(layout.UNKNOWN)
NO_ACTION = ZERO  # the offset of the header, so never that of an action
# The bits of an action (see `flat_tables.py`).
COMPARES, SHIFT, BEYOND = (np.uint64(number) for number in (fl.COMPARES_MASK, fl.SHIFT_MASK, fl.BEYOND_HAND))
COUNTS, FOLLOWS, PLACE_SHIFT = (np.uint64(bit) for bit in (fl.FLAT_COUNTS_BIT, fl.FLAT_FOLLOWS_BIT, fl.PLACE_SHIFT))
QUESTION_SHIFT, QUESTION_MASK = np.uint64(fl.QUESTION_SHIFT), np.uint64((1 << layout.QUESTION_BITS) - 1)
DISCARDS, SINGS, THROWS, MAY_BE_FALSE, CHECKS_TRUTH = (
    np.uint64(1 << bit)
    for bit in (
        fl.FLAT_DISCARDS_BIT,
        fl.FLAT_SINGS_BIT,
        fl.FLAT_THROWS_BIT,
        fl.FLAT_MAY_BE_FALSE_BIT,
        fl.FLAT_CHECKS_TRUTH_BIT,
    )
)
ASKS_FLOR = np.uint64(((1 << layout.QUESTION_BITS) - 1 & ~layout.COMPARE) << fl.QUESTION_SHIFT)
RARE = DISCARDS | SINGS | THROWS | MAY_BE_FALSE | CHECKS_TRUTH | ASKS_FLOR
LAID_PLACE, LAID_FACE_DOWN = np.uint64(la.LAID_PLACE_SHIFT), np.uint64(la.LAID_FACE_DOWN_SHIFT)
RECORD_SEAT = np.uint64(layout.MOVE_SEAT_SHIFT)


@compiled
def legal_list(t: Any, lane: Any, menu: Any) -> Any:
    """Return the list of legal actions of a menu, for the lane's score and cards."""
    holding = lane.holdings >> menu.shift & HOLDING_MASK
    scores = look_up(t, menu.scores + lane.score * t.score_sets)
    cards = look_up(t, menu.cards + holding)
    return list_at(t, menu.lists + LIST_WIDTH * (scores * menu.classes + cards))


@compiled
def weighted_index(t: Any, job: Any, lane: Any, menu: Any, legal: Any, random_bits: Any) -> Any:
    """Return the index of a legal action, drawn with a probability proportional to its weight.

    If all weights are 0, the actions are equally likely.
    """
    packet = place_of(lane, lane.hand * kind_at(t, lane.kind).places + menu.place).packet
    bucket = number_at(job.buckets, hand_number(t, lane, packet)).number
    first = bucket * job.action_count + (menu.actions - t.actions) // ACTION_WIDTH
    total = ZERO
    for index in range(legal.count):
        total += number_at(job.weights, first + look_up(t, legal.members + index)).number
    if not total:
        return random_bits * legal.count >> HALF
    remaining = random_bits * total >> HALF
    chosen = ZERO
    weight = number_at(job.weights, first + look_up(t, legal.members)).number
    while remaining >= weight:
        remaining -= weight
        chosen += ONE
        weight = number_at(job.weights, first + look_up(t, legal.members + chosen)).number
    return chosen


@compiled
def choose_otherwise(t: Any, job: Any, lane: Any, menu: Any, position: Any, legal: Any, random_bits: Any) -> Any:
    """Choose by a policy, or in a menu that asks about a sure win.

    Return NO_ACTION if the lane has to wait for an answer from outside the loop.
    """
    if menu.asks_sure:
        if not lane.sure_known:
            lane.status = ASKS_SURE
            lane.menu = position
            lane.random -= GOLDEN  # repeat this draw after the answer
            return NO_ACTION
        lane.sure_known = ZERO
        lane.holdings &= ~(SURE << menu.shift)
    if job.asks:
        lane.status = AT_CHOICE
        lane.menu = position
        lane.random_bits = random_bits
        lane.legal_members = legal.members
        lane.legal_count = legal.count
        return NO_ACTION
    index = random_bits * legal.count >> HALF
    if job.weighs:
        index = weighted_index(t, job, lane, menu, legal, random_bits)
    return menu.actions + ACTION_WIDTH * look_up(t, legal.members + index)


@inlined_by_llvm
def choose(t: Any, job: Any, lane: Any, by_policy: Any) -> Any:
    """Return the offset of a lane's next action, or NO_ACTION if the lane has to wait."""
    if lane.menu_count == UNKNOWN:
        lane.status = UNKNOWN_STATE
        return NO_ACTION
    lane.random += GOLDEN
    z = mixed(lane.random)
    random_bits = z >> HALF
    # Pick one of the places that may act. If it has no legal action, try the next place, and after the last the first.
    position = lane.menus + ((z & LOW) * lane.menu_count >> HALF) * MENU_WIDTH
    menu = menu_at(t, position)
    legal = legal_list(t, lane, menu)
    while not legal.count:
        following = position + MENU_WIDTH
        position = select(following < lane.menus + lane.menu_count * MENU_WIDTH, following, lane.menus)
        menu = menu_at(t, position)
        legal = legal_list(t, lane, menu)
    if menu.asks_sure | by_policy:
        return choose_otherwise(t, job, lane, menu, position, legal, random_bits)
    return menu.actions + ACTION_WIDTH * look_up(t, legal.members + (random_bits * legal.count >> HALF))


@compiled
def apply_rare_effects(t: Any, lane: Any, bits: Any, place: Any) -> Any:
    """Apply the effects that only few moves have, and return the answer to the move's question."""
    question = bits >> QUESTION_SHIFT & QUESTION_MASK
    if bits & DISCARDS:
        mover = place_of(lane, place)
        mover.packet = mover.held
        note_hand_value(t, lane, place)
        return ZERO
    if bits & CHECKS_TRUTH:
        truth = truth_at(t, t.truths + TRUTH_WIDTH * question)
        hand_value = place_of(lane, truth.place).hand_value
        value = hand_value & VALUE_MASK
        if truth.is_flor:
            if not hand_value >> HOLDING_SHIFT:
                return ZERO
            value = hand_value >> VALUE_BITS & VALUE_MASK
        return select(value == truth.value, ONE, ZERO)
    declarers = select(bits & SINGS != ZERO, ONE << place, select(bits & THROWS != ZERO, lane.plain, ZERO))
    if declarers:
        lane.declared |= declarers
        drop_envido(t, lane)
    if bits & MAY_BE_FALSE and not lane.holdings >> place * HOLDING_BITS & IS_FLOR:
        return ZERO
    return look_up(t, t.answers + question * t.flor_masks + lane.plain)


@compiled
def record_move(t: Any, job: Any, lane: Any, action: Any, card: Any) -> None:
    """Record a move, and a laid card in its lane, if the job asks for them."""
    bits = action.bits
    place, card_slot = bits >> PLACE_SHIFT, (bits & SHIFT) // CARD_BITS
    if job.tracks:  # a word is overwritten by the next card
        face_down = ONE - (bits >> COUNTS & ONE)
        laid_of(lane, lane.laid_count).number = card | place << LAID_PLACE | face_down << LAID_FACE_DOWN
        lane.laid_count += select(card_slot < BEYOND, ONE, ZERO) & select(bits & DISCARDS == ZERO, ONE, ZERO)
    if job.records:
        code, seat = action.code, place + ONE
        if job.whole_matches:
            seat = seat_of(lineup_at(t, lane.lineup), place).number
        if card_slot < BEYOND:
            code += card - card_slot
        start = start_at(job.starts, lane.game - job.base_game).move
        number_at(job.record, start + lane.moves).number = code | seat << RECORD_SEAT


@inlined_by_llvm
def act(t: Any, job: Any, lane: Any, records_moves: Any) -> Any:
    """Make the chosen move and return its step.

    Words and cards take the same path. A branch between them would be unpredictable, and a misprediction costs more
    than the extra work.
    """
    action = action_at(t, lane.chosen)
    bits = action.bits
    place, shift = bits >> PLACE_SHIFT, bits & SHIFT
    mover = place_of(lane, place)
    held = mover.held
    card = held >> shift & CARD_MASK
    mover.held = (held & ((ONE << shift) - ONE)) | held >> shift >> CARD_BITS << shift
    strength = look_up(t, lane.strengths + card) & (ZERO - (bits >> COUNTS & ONE))
    best = lane.best & (ZERO - (bits >> FOLLOWS & ONE))
    lane.best = larger_of(best, strength)
    comparison = ONE + select(strength > best, ONE, ZERO) - select(strength < best, ONE, ZERO)
    answer = comparison & bits & COMPARES
    if bits & RARE:
        answer = apply_rare_effects(t, lane, bits, place)
    if records_moves:
        record_move(t, job, lane, action, card)
    lane.outcomes |= action.outcomes
    lane.moves += ONE
    step = step_at(t, action.steps + STEP_WIDTH * answer)
    lane.state = step.state
    lane.menus = step.menus
    lane.menu_count = step.menu_count
    lane.award_list = step.awards
    return step


@inlined_by_llvm
def begin_lanes(t: Any, job: Any) -> None:
    """Prepare every lane for its first game, and list all lanes as finished, so that each begins one."""
    for index in range(job.lane_count):
        address = job.lanes + index * LANE_BYTES
        begin_lane(t, job, lane_at(address, ZERO))
        address_at(job.finished, index).number = address


@inlined_by_llvm
def begin_hands(t: Any, job: Any, finished: Any) -> None:
    """Begin the next hand in the lanes whose hand is over and that have one: the first `finished` of `job.finished`."""
    begun = ZERO
    for index in range(finished):
        address = address_at(job.finished, index).number
        lane = lane_at(address, ZERO)
        prepare(t, job, lane)
        address_at(job.lane_list, begun).number = address
        begun += select(lane.status == PLAYING, ONE, ZERO)
    for index in range(begun):
        lane = lane_in(job.lane_list, index)
        if lane.packet_count:
            draw_cards(t, lane)
    for index in range(begun):
        deal(t, lane_in(job.lane_list, index))
    for index in range(begun):
        begin_hand(t, job, lane_in(job.lane_list, index))


@inlined_by_llvm
def choose_in_all_lanes(t: Any, job: Any, by_policy: Any) -> None:
    """Choose the next action of every lane that plays."""
    for index in range(job.lane_count):
        lane = lane_at(job.lanes, index)
        if lane.status == PLAYING:
            lane.chosen = choose(t, job, lane, by_policy)


@inlined_by_llvm
def act_in_all_lanes(t: Any, job: Any, records_moves: Any) -> Any:
    """Make the chosen moves. List the lanes that have awards to settle and the lanes whose hand is over.

    Return the lengths of `job.lane_list` and of `job.finished`, and whether any lane plays.
    """
    playing = False
    awarded, finished = ZERO, ZERO
    for index in range(job.lane_count):
        address = job.lanes + index * LANE_BYTES
        lane = lane_at(address, ZERO)
        if lane.status == PLAYING:
            playing = True
            step = act(t, job, lane, records_moves)
            address_at(job.lane_list, awarded).number = address
            awarded += select(step.awards != ZERO, ONE, ZERO)
            address_at(job.finished, finished).number = address
            finished += select(step.menu_count == ZERO, ONE, ZERO)
    return awarded, finished, playing


@inlined_by_llvm
def settle_awards(t: Any, job: Any, awarded: Any, finished: Any) -> Any:
    """Write the awards of the lanes in `job.lane_list`. Return how many lanes are in `job.finished` afterwards."""
    for index in range(awarded):
        lane = lane_in(job.lane_list, index)
        write_awards(t, job, lane)
        address_at(job.finished, finished).number = address_at(job.lane_list, index).number
        finished += lane.stopped & select(lane.menu_count == ZERO, ZERO, ONE)
    return finished


@entry_point
def play(tables: Any, jobs: Any, begin: Any) -> None:
    """Play until every lane is idle or waits for something.

    `tables` and `jobs` are the addresses of the tables and of the job. A call starts new games (WITH_GAMES), makes
    moves that were chosen outside (WITH_MOVES), or just continues (GOING_ON).

    In each round, lanes whose hand is over prepare the next one and are dealt cards. Then all lanes choose, all lanes
    move, the few lanes with awards are settled, and finished hands are counted. The common path has almost no
    unpredictable branches, so the work of the lanes overlaps. Everything else is rare (an unusual move, a place without
    a legal action), or has its own loop over the few lanes concerned.
    """
    t, job = tables_at(tables, ZERO), job_at(jobs, ZERO)
    by_policy, records_moves = job.asks | job.weighs, job.tracks | job.records
    finished, has_choices, playing = ZERO, begin == WITH_MOVES, True
    if begin == WITH_GAMES:
        begin_lanes(t, job)
        finished = job.lane_count
    while playing:
        begin_hands(t, job, finished)
        if not has_choices:
            choose_in_all_lanes(t, job, by_policy)
        has_choices = False
        awarded, finished, playing = act_in_all_lanes(t, job, records_moves)
        finished = settle_awards(t, job, awarded, finished)
        for index in range(finished):
            end_hand(t, job, lane_in(job.finished, index))
