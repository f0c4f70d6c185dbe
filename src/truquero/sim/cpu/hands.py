"""The part of the compiled loop between hands: the next hand, deal, game or match, as in `MatchStructure`."""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.sim.cpu.deal import finish_deal, with_fourth
from truquero.sim.cpu.lanes import Status
from truquero.sim.cpu.numba_rows import look_up, select
from truquero.sim.cpu.primitives import (
    AWARD_BITS,
    GOLDEN,
    HALF,
    HOLDING_BITS,
    HOLDING_SHIFT,
    IS_FLOR,
    LINEUP_WIDTH,
    ONE,
    SCORE_COLUMNS,
    STATE_WIDTH,
    TWO,
    ZERO,
    address_at,
    awards_in,
    compiled,
    dealer_in,
    deals_in,
    first_points,
    hands_by_kind,
    hands_by_winner,
    hands_in,
    inlined_by_llvm,
    inlined_by_numba,
    kind_at,
    lane_at,
    larger_of,
    lineup_at,
    mano_in,
    mixed,
    moves_in,
    outcome_digit,
    place_of,
    points_in,
    score_column_of,
    seat_of,
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
PARTNERS_EQUAL, COMPARISONS = np.uint64(ms.PARTNERS_EQUAL), np.uint64(len(ms.COMPARISONS))
REACHED_MASKS = np.uint64(ms.REACHED_MASKS)
FEW_DIGITS = np.uint64(6)  # a carry seldom goes beyond these


@compiled
def lane_in(lanes: Any, index: Any) -> Any:
    return lane_at(address_at(lanes, index).number, ZERO)


@compiled
def side_points(lane: Any, score_columns: Any) -> Any:
    """Return the points of a side: the highest of the score columns that it writes to."""
    points = score_column_of(lane, ZERO).points * (score_columns & ONE)
    points = larger_of(points, score_column_of(lane, ONE).points * (score_columns >> ONE & ONE))
    return larger_of(points, score_column_of(lane, TWO).points * (score_columns >> TWO))


@compiled
def note_score(t: Any, lane: Any) -> None:
    """Compute the number of the score.

    Points past the target count as the target. If both sides have reached it with different points, the higher number
    counts as one more.
    """
    first, second = side_points(lane, lane.score_columns_0), side_points(lane, lane.score_columns_1)
    first_capped, second_capped = select(first < t.target, first, t.target), select(second < t.target, second, t.target)
    level = select(first_capped == second_capped, ONE, ZERO)
    first_capped += select(first > second, level, ZERO)
    second_capped += select(second > first, level, ZERO)
    lane.score = first_capped * t.score_width + second_capped


@inlined_by_numba
def begin_game(t: Any, job: Any, lane: Any) -> None:
    """Start the next game in a lane, or make the lane idle if there is none."""
    tally = tally_at(job.tally, ZERO)
    lane.game = tally.next_game
    if lane.game >= job.last_game:
        lane.status = IDLE
        return
    tally.next_game += ONE
    lane.status = PLAYING
    lane.moves = lane.deals = lane.deals_in_game = lane.dealer = lane.hands = ZERO
    lane.first_reached = lane.reached = lane.won_match = lane.match_winner = ZERO
    for index in range(SCORE_COLUMNS):
        score_column = score_column_of(lane, index)
        score_column.awards = score_column.games = ZERO
        score_column.points = first_points(job, index).number
    state = mixed(job.seed + mixed(lane.game + GOLDEN))
    if job.whole_matches:
        lane.dealer = job.dealer - ONE
        if not job.dealer:
            state += GOLDEN
            lane.dealer = (mixed(state) >> HALF) * t.players >> HALF
    lane.random = state


@compiled
def most_points(lane: Any) -> Any:
    """Return the points of the score column that is ahead."""
    return larger_of(
        score_column_of(lane, ZERO).points,
        larger_of(score_column_of(lane, ONE).points, score_column_of(lane, TWO).points),
    )


@inlined_by_numba
def begin_deal(t: Any, job: Any, lane: Any) -> None:
    """Set how many cards to deal, for one hand or for the duels of a deal."""
    lane.hand = ZERO
    lane.deals += ONE
    if not job.whole_matches:
        kind = kind_at(t, job.kind)
        lane.packet_count = kind.places
        lane.fourth_card = kind.gallo
        return
    duels = look_up(t, t.duels + (lane.deals_in_game & ONE) * t.score_width + most_points(lane))
    lane.deals_in_game += ONE
    lane.duels = duels
    lane.lineup = t.lineups + (duels * t.players + lane.dealer) * t.most_hands * LINEUP_WIDTH
    lane.packet_count = look_up(t, t.deal_packets + duels)
    lane.fourth_card = t.has_gallo


@inlined_by_numba
def note_first(t: Any, job: Any, lane: Any) -> None:
    """Write the first mano and the first dealer of a match into the results."""
    mano, row = seat_of(lineup_at(t, lane.lineup), ZERO).number - ONE, lane.game - job.base_game
    mano_in(job.out_first_mano, row).number = select(t.score_column_count == SCORE_COLUMNS, mano, mano & ONE)
    dealer_in(job.out_first_dealer, row).number = lane.dealer + ONE


@inlined_by_llvm
def prepare(t: Any, job: Any, lane: Any) -> None:
    """Prepare a lane for the next hand of the deal, the next deal, or the next game if there is one."""
    following = lane.following
    lane.packet_count = ZERO
    if following == NEXT_GAME:
        begin_game(t, job, lane)
    if following != NEXT_HAND:
        begin_deal(t, job, lane)
    if job.whole_matches and following == NEXT_GAME and lane.status == PLAYING:
        note_first(t, job, lane)


@compiled
def note_kind(t: Any, lane: Any) -> None:
    """Set the score columns of both sides, the score and the kind for this hand of a match."""
    lineup = lineup_at(t, lane.lineup)
    lane.score_columns_0 = lineup.score_columns_0
    lane.score_columns_1 = lineup.score_columns_1
    note_score(t, lane)
    lane.first_score = lane.score
    lane.kind = lineup.kind
    if not lineup.kind:
        lane.kind = look_up(t, t.round_kinds + lane.score)


@inlined_by_numba
def begin_lane(t: Any, job: Any, lane: Any) -> None:
    """Prepare a lane for its first game.

    Single hands all have the same kind and the same score, which starts with the mano's side.
    """
    lane.following = NEXT_GAME
    lane.kind = job.kind
    mano = kind_at(t, job.kind).sides & ONE
    lane.score_columns_0 = ONE + mano
    lane.score_columns_1 = TWO - mano
    lane.first_score = first_points(job, mano).number * t.score_width + first_points(job, ONE - mano).number


@inlined_by_llvm
def begin_hand(t: Any, job: Any, lane: Any) -> None:
    """Start a hand of the deal: set its kind, its first state and the cards of its places."""
    if lane.packet_count and lane.fourth_card | job.records:
        finish_deal(job, lane)
    lane.score = lane.first_score
    if job.whole_matches:
        note_kind(t, lane)
    kind = kind_at(t, lane.kind)
    state = state_at(t, t.states + kind.state * STATE_WIDTH)
    lane.state = kind.state
    lane.menus = state.menus
    lane.menu_count = state.menu_count
    lane.outcomes = lane.declared = lane.sure_known = lane.stopped = lane.truco_winner = ZERO
    lane.envido_points = ZERO
    lane.laid_count = lane.deferred_count = ZERO
    first, holdings, plain = lane.hand * kind.places, ZERO, ZERO
    for number in range(kind.places):
        dealt, place = place_of(lane, first + number), place_of(lane, number)
        held, hand_value = dealt.packet, dealt.packet_value
        if number + ONE == kind.gallo:
            held, hand_value = with_fourth(t, lane, held), ZERO
        place.held = held
        place.hand_value = hand_value
        holding = hand_value >> HOLDING_SHIFT
        holdings |= holding << number * HOLDING_BITS
        plain |= select(holding == IS_FLOR, ONE, ZERO) << number
    lane.holdings = holdings
    lane.plain = plain


@inlined_by_numba
def close_game(t: Any, lane: Any) -> Any:
    """Count a won game. Return the score column that has won the match, plus one, or 0 if the match goes on."""
    partners = t.partner_score_columns + TWO * lane.dealer
    first = score_column_of(lane, look_up(t, partners)).points
    second = score_column_of(lane, look_up(t, partners + ONE)).points
    comparison = PARTNERS_EQUAL + select(first > second, ONE, ZERO) - select(first < second, ONE, ZERO)
    entry = (
        ((lane.dealer * COMPARISONS + comparison) * REACHED_MASKS + lane.reached) * SCORE_COLUMNS
        + lane.first_reached
        - ONE
    )
    winner = look_up(t, t.game_winners + entry)
    winners = look_up(t, t.win_masks + winner)
    wins_match = lane.won_match >> winner & ONE
    for index in range(SCORE_COLUMNS):
        score_column = score_column_of(lane, index)
        if winners >> index & ONE:
            score_column.games = select(wins_match != ZERO, t.games_to_win, score_column.games + ONE)
        score_column.points = ZERO
    lane.first_reached = lane.reached = lane.won_match = lane.deals_in_game = ZERO
    return select(score_column_of(lane, winner).games >= t.games_to_win, winner + ONE, ZERO)


@inlined_by_numba
def after_hand(t: Any, lane: Any) -> Any:
    """Return what follows a hand of a match.

    When the match is over, its winner is stored in the lane.
    """
    leader, most = most_points(lane), t.score_width - ONE
    leader = select(leader < most, leader, most)
    reached = select(lane.reached != ZERO, ONE, ZERO)
    entry = ((lane.duels * t.most_hands + lane.hand) * TWO + reached) * t.score_width + leader
    following, winner = look_up(t, t.after_hand + entry), ZERO
    if following == GAME_ENDS:
        winner = close_game(t, lane)
        following = NEXT_DEAL
    lane.hand += ONE
    lane.lineup += LINEUP_WIDTH
    if winner:
        lane.match_winner = winner
        return NEXT_GAME
    if following == NEXT_DEAL:
        lane.dealer = look_up(t, t.next_dealers + lane.dealer)
    return following


@compiled
def write_score_column(job: Any, lane: Any, row: Any, score_column: Any) -> None:
    awards = score_column_of(lane, score_column).awards
    halves = awards + (awards >> HALF)
    awards_in(job.out_awards, row + score_column).number = awards
    points_in(job.out_points, row + score_column).number = halves + (halves >> AWARD_BITS)


@inlined_by_numba
def write_result(job: Any, lane: Any) -> None:
    """Write the results of a finished game."""
    row = lane.game - job.base_game
    winner = select(job.whole_matches != ZERO, lane.match_winner, lane.truco_winner)
    winner_in(job.out_winner, row).number = winner - ONE
    moves_in(job.out_moves, row).number = lane.moves
    if job.out_hands:
        hands_in(job.out_hands, row).number = lane.hands
    if job.out_deals:
        deals_in(job.out_deals, row).number = lane.deals
    first = row * job.score_columns
    write_score_column(job, lane, first, ZERO)
    write_score_column(job, lane, first, ONE)
    if job.score_columns == SCORE_COLUMNS:
        write_score_column(job, lane, first, TWO)


@inlined_by_numba
def count_outcomes(tally: Any, outcomes: Any) -> None:
    """Add 1 to the counter of each set bit."""
    for number in range(FEW_DIGITS):
        digit = outcome_digit(tally, number)
        before = digit.number
        digit.number = before ^ outcomes
        outcomes &= before
    higher = FEW_DIGITS
    while outcomes:
        digit = outcome_digit(tally, higher)
        before = digit.number
        digit.number = before ^ outcomes
        outcomes &= before
        higher += ONE


@inlined_by_llvm
def end_hand(t: Any, job: Any, lane: Any) -> None:
    """Count a finished hand and determine what comes next."""
    tally = tally_at(job.tally, ZERO)
    hands_by_kind(tally, kind_at(t, lane.kind).number).number += ONE
    hands_by_winner(tally, lane.truco_winner).number += ONE
    count_outcomes(tally, lane.outcomes | look_up(t, t.state_outcomes + lane.state))
    lane.hands += ONE
    if job.whole_matches:
        lane.following = after_hand(t, lane)
    if lane.following == NEXT_GAME:
        write_result(job, lane)
