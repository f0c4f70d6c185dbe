"""The part of the compiled loop between hands: deals, kinds of hands, games and matches, as `Course` defines them."""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.sim.cpu.deal import finish_deal, with_fourth
from truquero.sim.cpu.lanes import Status
from truquero.sim.cpu.numba_rows import look, pick
from truquero.sim.cpu.primitives import (
    AWARD_BITS,
    FACT_BITS,
    FACT_SHIFT,
    FIELD_WIDTH,
    GOLDEN,
    HALF,
    IS_FLOR,
    ONE,
    SLOTS,
    STATE_WIDTH,
    TWO,
    ZERO,
    awards_in,
    dealer_in,
    deals_in,
    field_at,
    first_points,
    hands_by_kind,
    hands_by_winner,
    hands_in,
    happened_digit,
    kind_at,
    lane_at,
    larger,
    listed_at,
    mano_in,
    merged,
    mixed,
    moves_in,
    part,
    place_of,
    points_in,
    seat_of,
    slot_of,
    stage,
    state_at,
    tally_at,
    winner_in,
)
from truquero.sim.tables import match_structure as ms
from truquero.table.schedule import AfterHand

IDLE, PLAYING = np.uint64(Status.IDLE), np.uint64(Status.PLAYING)
NEXT_HAND, NEXT_DEAL = np.uint64(AfterHand.NEXT_HAND), np.uint64(AfterHand.NEXT_DEAL)
GAME_ENDS = np.uint64(AfterHand.GAME_ENDS)  # of a match
NEXT_GAME = np.uint64(len(AfterHand))  # of the simulation: the next match or single hand
PARTNERS_EQUAL, ORDERS = np.uint64(ms.PARTNERS_EQUAL), np.uint64(len(ms.ORDERS))
REACHED_MASKS = np.uint64(ms.REACHED_MASKS)
FEW_DIGITS = np.uint64(6)  # a carry seldom goes beyond these


@part
def lane_listed(lanes: Any, index: Any) -> Any:
    return lane_at(listed_at(lanes, index).number, ZERO)


@part
def side_points(lane: Any, slots: Any) -> Any:
    """Return the points of a side: the highest of the slots that it writes to."""
    points = slot_of(lane, ZERO).points * (slots & ONE)
    points = larger(points, slot_of(lane, ONE).points * (slots >> ONE & ONE))
    return larger(points, slot_of(lane, TWO).points * (slots >> TWO))


@part
def note_score(t: Any, lane: Any) -> None:
    """Compute the number of the score.

    Points past the target count as the target. If both sides are there with different points, the higher counts as one
    more.
    """
    first, second = side_points(lane, lane.slots_0), side_points(lane, lane.slots_1)
    one, other = pick(first < t.target, first, t.target), pick(second < t.target, second, t.target)
    level = pick(one == other, ONE, ZERO)
    one += pick(first > second, level, ZERO)
    other += pick(second > first, level, ZERO)
    lane.score = one * t.width + other


@merged
def begin_game(t: Any, order: Any, lane: Any) -> None:
    """Start the next game in a lane, or make the lane idle if there is none."""
    tally = tally_at(order.tally, ZERO)
    lane.game = tally.next_game
    if lane.game >= order.last_game:
        lane.status = IDLE
        return
    tally.next_game += ONE
    lane.status = PLAYING
    lane.moves = lane.deals = lane.deals_in_game = lane.dealer = lane.hands = ZERO
    lane.first_reached = lane.reached = lane.won_match = ZERO
    for index in range(SLOTS):
        slot = slot_of(lane, index)
        slot.awards = slot.games = ZERO
        slot.points = first_points(order, index).number
    state = mixed(order.seed + mixed(lane.game + GOLDEN))
    if order.whole:
        lane.dealer = order.dealer - ONE
        if not order.dealer:
            state += GOLDEN
            lane.dealer = (mixed(state) >> HALF) * t.players >> HALF
    lane.random = state


@part
def most_points(lane: Any) -> Any:
    """Return the points of the slot that is ahead."""
    return larger(slot_of(lane, ZERO).points, larger(slot_of(lane, ONE).points, slot_of(lane, TWO).points))


@merged
def begin_deal(t: Any, order: Any, lane: Any) -> None:
    """Set how many cards to deal, for one hand or for the duels of a deal."""
    lane.hand = ZERO
    lane.deals += ONE
    if not order.whole:
        kind = kind_at(t, order.kind)
        lane.packet_count = kind.places
        lane.fourth_card = kind.gallo
        return
    duels = look(t, t.duels + (lane.deals_in_game & ONE) * t.width + most_points(lane))
    lane.deals_in_game += ONE
    lane.duels = duels
    lane.field = t.fields + (duels * t.players + lane.dealer) * t.most_hands * FIELD_WIDTH
    lane.packet_count = look(t, t.deal_packets + duels)
    lane.fourth_card = t.has_gallo


@merged
def note_first(t: Any, order: Any, lane: Any) -> None:
    """Write the first mano and the first dealer of a match into the results."""
    mano, row = seat_of(field_at(t, lane.field), ZERO).number - ONE, lane.game - order.base_game
    mano_in(order.out_first_mano, row).number = pick(t.slot_count == SLOTS, mano, mano & ONE)
    dealer_in(order.out_first_dealer, row).number = lane.dealer + ONE


@stage
def prepare(t: Any, order: Any, lane: Any) -> None:
    """Prepare a lane for the next hand of the deal, the next deal, or the next game if there is one."""
    following = lane.following
    lane.packet_count = ZERO
    if following == NEXT_GAME:
        begin_game(t, order, lane)
    if following != NEXT_HAND:
        begin_deal(t, order, lane)
    if order.whole and following == NEXT_GAME and lane.status == PLAYING:
        note_first(t, order, lane)


@part
def note_kind(t: Any, lane: Any) -> None:
    """Set the slots of both sides, the score and the kind for this hand of a match."""
    field = field_at(t, lane.field)
    lane.slots_0 = field.slots_0
    lane.slots_1 = field.slots_1
    note_score(t, lane)
    lane.first_score = lane.score
    lane.kind = field.kind
    if not field.kind:
        lane.kind = look(t, t.round_kinds + lane.score)


@merged
def begin_lane(t: Any, order: Any, lane: Any) -> None:
    """Prepare a lane for its first game.

    Single hands all have the same kind and the same score, which starts with the mano's side.
    """
    lane.following = NEXT_GAME
    lane.kind = order.kind
    mano = kind_at(t, order.kind).sides & ONE
    lane.slots_0 = ONE + mano
    lane.slots_1 = TWO - mano
    lane.first_score = first_points(order, mano).number * t.width + first_points(order, ONE - mano).number


@stage
def begin_hand(t: Any, order: Any, lane: Any) -> None:
    """Start a hand of the deal: set its kind, its first state and the cards of its places."""
    if lane.packet_count and lane.fourth_card | order.records:
        finish_deal(order, lane)
    lane.score = lane.first_score
    if order.whole:
        note_kind(t, lane)
    kind = kind_at(t, lane.kind)
    state = state_at(t, t.states + kind.state * STATE_WIDTH)
    lane.state = kind.state
    lane.menus = state.menus
    lane.menu_count = state.menu_count
    lane.happened = lane.declared = lane.told_sure = lane.stopped = lane.truco_winner = ZERO
    lane.envido_points = ZERO
    lane.laid_count = lane.deferred_count = ZERO
    first, facts, plain = lane.hand * kind.places, ZERO, ZERO
    for number in range(kind.places):
        dealt, place = place_of(lane, first + number), place_of(lane, number)
        held, worth = dealt.packet, dealt.packet_worth
        if number + ONE == kind.gallo:
            held, worth = with_fourth(t, lane, held), ZERO
        place.held = held
        place.worth = worth
        fact = worth >> FACT_SHIFT
        facts |= fact << number * FACT_BITS
        plain |= pick(fact == IS_FLOR, ONE, ZERO) << number
    lane.facts = facts
    lane.plain = plain


@merged
def close_game(t: Any, lane: Any) -> Any:
    """Count a won game. Return the slot that has won the match, plus one, or 0 if the match goes on."""
    partners = t.partner_slots + TWO * lane.dealer
    one, other = slot_of(lane, look(t, partners)).points, slot_of(lane, look(t, partners + ONE)).points
    order = PARTNERS_EQUAL + pick(one > other, ONE, ZERO) - pick(one < other, ONE, ZERO)
    won = ((lane.dealer * ORDERS + order) * REACHED_MASKS + lane.reached) * SLOTS + lane.first_reached - ONE
    winner = look(t, t.game_winners + won)
    winners = look(t, t.win_masks + winner)
    whole = lane.won_match >> winner & ONE
    for index in range(SLOTS):
        slot = slot_of(lane, index)
        if winners >> index & ONE:
            slot.games = pick(whole != ZERO, t.games_to_win, slot.games + ONE)
        slot.points = ZERO
    lane.first_reached = lane.reached = lane.won_match = lane.deals_in_game = ZERO
    return pick(slot_of(lane, winner).games >= t.games_to_win, winner + ONE, ZERO)


@merged
def after_hand(t: Any, lane: Any) -> Any:
    """Return what follows a hand of a match.

    When the match is over, its winner is stored in the lane.
    """
    ahead, most = most_points(lane), t.width - ONE
    reached = pick(lane.reached != ZERO, ONE, ZERO)
    ends = ((lane.duels * t.most_hands + lane.hand) * TWO + reached) * t.width + pick(ahead < most, ahead, most)
    what, winner = look(t, t.after_hand + ends), ZERO
    if what == GAME_ENDS:
        winner = close_game(t, lane)
        what = NEXT_DEAL
    lane.hand += ONE
    lane.field += FIELD_WIDTH
    if winner:
        lane.truco_winner = winner
        return NEXT_GAME
    if what == NEXT_DEAL:
        lane.dealer = look(t, t.next_dealers + lane.dealer)
    return what


@part
def write_slot(order: Any, lane: Any, row: Any, slot: Any) -> None:
    awards = slot_of(lane, slot).awards
    halves = awards + (awards >> HALF)
    awards_in(order.out_awards, row + slot).number = awards
    points_in(order.out_points, row + slot).number = halves + (halves >> AWARD_BITS)


@merged
def write_result(order: Any, lane: Any) -> None:
    """Write the results of a finished game."""
    row = lane.game - order.base_game
    winner_in(order.out_winner, row).number = lane.truco_winner - ONE
    moves_in(order.out_moves, row).number = lane.moves
    if order.out_hands:
        hands_in(order.out_hands, row).number = lane.hands
    if order.out_deals:
        deals_in(order.out_deals, row).number = lane.deals
    first = row * order.slots
    write_slot(order, lane, first, ZERO)
    write_slot(order, lane, first, ONE)
    if order.slots == SLOTS:
        write_slot(order, lane, first, TWO)


@merged
def count_happened(tally: Any, happened: Any) -> None:
    """Add 1 to the counter of each set bit."""
    for number in range(FEW_DIGITS):
        digit = happened_digit(tally, number)
        had = digit.number
        digit.number = had ^ happened
        happened &= had
    more = FEW_DIGITS
    while happened:
        digit = happened_digit(tally, more)
        had = digit.number
        digit.number = had ^ happened
        happened &= had
        more += ONE


@stage
def end_hand(t: Any, order: Any, lane: Any) -> None:
    """Count a finished hand and determine what comes next."""
    tally = tally_at(order.tally, ZERO)
    hands_by_kind(tally, kind_at(t, lane.kind).number).number += ONE
    hands_by_winner(tally, lane.truco_winner).number += ONE
    count_happened(tally, lane.happened | look(t, t.state_happened + lane.state))
    lane.hands += ONE
    if order.whole:
        lane.following = after_hand(t, lane)
    if lane.following == NEXT_GAME:
        write_result(order, lane)
