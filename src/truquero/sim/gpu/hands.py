"""Transitions between hands, in all lanes: the end of a hand, and the start of the next hand, deal or game.

A *game* here is a game of the request: a whole match, or a single hand. Only `_close_game`, `_game_winner` and
`lane.games` are about the games of a match (chicos, patas).
"""

from __future__ import annotations

from typing import NamedTuple

from truquero.engine.state import NOBODY
from truquero.sim.gpu.awards import note_score, sides_of, write_deferred
from truquero.sim.gpu.deal import DealTensors, deal, packed_hand_number, with_fourth
from truquero.sim.gpu.lanes import COUNT_BITS, NOTHING, OUTCOMES_IN_A_COUNT, Lanes, keeps_packets
from truquero.sim.gpu.primitives import (
    GOLDEN,
    Tensor,
    below,
    bit,
    constant_at,
    halves,
    look_up,
    mix,
    pick_element,
    torch,
)
from truquero.sim.gpu.tensors import GpuGame
from truquero.sim.tables import layout
from truquero.sim.tables.layout import MOST_PLACES, MOST_SCORE_COLUMNS
from truquero.sim.tables.match_structure import BY_SCORE, COMPARISONS, NO_SCORE_COLUMN, PARTNERS_EQUAL, REACHED_MASKS
from truquero.table.schedule import AfterHand

COUNT_MASK = layout.UNKNOWN
OUTCOMES_MASK = (1 << OUTCOMES_IN_A_COUNT) - 1
# Multiplying by SPREAD copies bit n of a number to bit 8n and to other bits; SPREAD_MASK selects the bits 8n.
SPREAD, SPREAD_MASK = 0x0002040810204081, 0x0001010101010101

# A row of the results: awards of 16 bits, four packed in each number, and one more number for all other columns.
AWARD_BITS, AWARDS_IN_A_NUMBER = 16, 4
AWARD_MASK = (1 << AWARD_BITS) - 1
MOVES_BITS, HANDS_BITS, SMALL_BITS = 24, 24, 4
HANDS_SHIFT, WINNER_SHIFT, MANO_SHIFT, DEALER_SHIFT = 24, 48, 52, 56


class NextStart(NamedTuple):
    """What begins next in each lane, as booleans. At most one of the three is true."""

    hand: Tensor
    deal: Tensor
    game: Tensor


def end_hands(game: GpuGame, lane: Lanes, results: list[Tensor]) -> None:
    """Count the hands that are over and begin the next hand, deal or game in their lanes."""
    constants = game.constants
    over = look_up(game.tables.states, lane.state) & COUNT_MASK == 0
    over = lane.playing & (lane.stopped | over)
    if constants.writes_late:
        write_deferred(game, lane, over)
    _count(game, lane, over)
    never = torch.zeros_like(over)
    if constants.whole_matches:
        winner, following = _after_hand(game, lane, over)
    else:
        winner, following = lane.winner, NextStart(never, never, over)
    _write_result(game, lane, following.game, winner, results)
    begin_next(game, lane, following._replace(game=following.game | ~lane.playing))


def _count(game: GpuGame, lane: Lanes, over: Tensor) -> None:
    """Add the hands that are over to the counters of their lanes."""
    lane.hands = lane.hands + over
    increment = torch.ones_like(lane.kinds)
    lane.kinds = lane.kinds + torch.where(over, increment << COUNT_BITS * lane.kind, 0)
    outcomes = lane.outcomes | look_up(game.tables.state_outcomes, lane.state)
    for number, counted in enumerate(lane.outcome_counts):
        bits = (outcomes >> number * OUTCOMES_IN_A_COUNT & OUTCOMES_MASK).to(torch.int64)
        lane.outcome_counts[number] = counted + torch.where(over, bits * SPREAD & SPREAD_MASK, 0)


def _after_hand(game: GpuGame, lane: Lanes, over: Tensor) -> tuple[Tensor, NextStart]:
    """Return the score column that has won the match, or NO_SCORE_COLUMN, and what begins next."""
    constants, reached = game.constants, lane.reached != 0
    ahead = _most_points(lane).clamp(max=constants.score_width - 1)
    hand = (lane.duels * constants.most_hands + lane.hand) * 2 + reached
    following = look_up(game.tables.after_hand, torch.where(over, hand * constants.score_width + ahead, 0))
    won = over & (following == AfterHand.GAME_ENDS)
    again = over & (following == AfterHand.NEXT_HAND)
    winner = _close_game(game, lane, won)
    ended = won & (winner != NO_SCORE_COLUMN)
    deals = over & ~again & ~ended
    lane.hand = lane.hand + over
    lane.lineup = lane.lineup + over
    lane.dealer = torch.where(deals, constant_at(constants.next_dealers, lane.dealer), lane.dealer)
    return winner, NextStart(again, deals, ended)


def _most_points(lane: Lanes) -> Tensor:
    ahead = lane.points[0]
    for points in lane.points[1:]:
        ahead = torch.maximum(ahead, points)
    return ahead


def _close_game(game: GpuGame, lane: Lanes, won: Tensor) -> Tensor:
    """Count won games and reset their points. Return the score column that has won the match, or NO_SCORE_COLUMN."""
    constants = game.constants
    winner = torch.where(won, lane.first_reached if constants.first_wins else _game_winner(game, lane), 0)
    winners = constant_at(constants.win_masks, winner)
    wins_match = lane.won_match >> winner & 1 != 0
    for score_column, games in enumerate(lane.games):
        counted = torch.where(wins_match, constants.games_to_win, games + 1) if constants.features.match else games + 1
        lane.games[score_column] = torch.where(won & (bit(winners, score_column) != 0), counted, games)
        lane.points[score_column] = torch.where(won, 0, lane.points[score_column])
    lane.first_reached = torch.where(won, NO_SCORE_COLUMN, lane.first_reached)
    lane.reached = torch.where(won, 0, lane.reached)
    lane.won_match = torch.where(won, 0, lane.won_match)
    lane.deals_in_game = torch.where(won, 0, lane.deals_in_game)
    return torch.where(won & (pick_element(lane.games, winner) >= constants.games_to_win), winner, NO_SCORE_COLUMN)


def _game_winner(game: GpuGame, lane: Lanes) -> Tensor:
    """Return the score column that wins the game. The result is meaningless for lanes where none is at the target."""
    t = game.tables
    first, second = (
        pick_element(lane.points, look_up(t.partner_score_columns, 2 * lane.dealer + number)) for number in range(2)
    )
    comparison = PARTNERS_EQUAL + (first > second).to(torch.int32) - (first < second).to(torch.int32)
    row = (lane.dealer * len(COMPARISONS) + comparison) * REACHED_MASKS + lane.reached
    return look_up(t.game_winners, row * MOST_SCORE_COLUMNS + lane.first_reached.clamp(min=0))


def _write_result(game: GpuGame, lane: Lanes, ended: Tensor, winner: Tensor, results: list[Tensor]) -> None:
    """Write the result row of every game that ended. All other lanes write to scratch rows after the last game."""
    numbers = torch.arange(len(ended), device=ended.device, dtype=torch.int32)
    row = torch.where(ended, lane.row, game.games.to(torch.int32) + numbers).to(torch.int64)
    for number, result in enumerate(results[:-1]):
        awards = lane.awards[number * AWARDS_IN_A_NUMBER : (number + 1) * AWARDS_IN_A_NUMBER]
        packed = _packable(game, awards[0])
        for position, award in enumerate(awards[1:], 1):
            packed = packed | _packable(game, award) << position * AWARD_BITS
        result.index_put_((row,), packed)
    rest = lane.moves.to(torch.int64) | lane.hands.to(torch.int64) << HANDS_SHIFT
    rest = rest | (winner.to(torch.int64) + 1) << WINNER_SHIFT  # NOBODY and NO_SCORE_COLUMN are -1
    rest = rest | lane.first_mano.to(torch.int64) << MANO_SHIFT | lane.first_dealer.to(torch.int64) << DEALER_SHIFT
    results[-1].index_put_((row,), rest)


def _packable(game: GpuGame, award: Tensor) -> Tensor:
    """Return an award as 16 bits for packing. Only games that take back points (false flor) have negative awards."""
    wide = award.to(torch.int64)
    return wide & AWARD_MASK if game.constants.features.takes_back else wide


# --------------------------------------------------------------------------------------------------------- beginnings


def reserve_games(game: GpuGame, lane: Lanes) -> None:
    """Reserve a block of games for each lane without a reserve, in the order of the lanes."""
    empty = lane.reserve == NOTHING
    count = torch.cumsum(empty, dim=0)
    first = game.reserved_games + (count - 1) * game.block
    game.reserved_games.add_(count[-1] * game.block)
    reserve = torch.where(empty & (first < game.games), first, lane.reserve)
    lane.reserve.copy_(reserve)


def begin_next(game: GpuGame, lane: Lanes, following: NextStart) -> None:
    """Begin the next hand of the deal, the next deal or the next game."""
    begins = _begin_games(game, lane, following.game)
    deals = following.deal | begins
    cards = _begin_deals(game, lane, deals)
    fresh = following.hand | deals
    _begin_hands(game, lane, fresh)
    _take_cards(game, lane, fresh, cards)
    if game.constants.whole_matches:
        mano = look_up(game.tables.lineup_seats, MOST_PLACES * lane.lineup) - 1
        lane.first_mano = torch.where(begins, mano if game.constants.score_columns == 3 else mano & 1, lane.first_mano)


def _begin_games(game: GpuGame, lane: Lanes, idle: Tensor) -> Tensor:
    """Begin the next game in the lanes `idle` that have games left. Return a mask of the lanes that begin one."""
    more = idle & (lane.row + 1 < lane.end_row)
    takes = idle & ~more & (lane.reserve != NOTHING)
    lane.row = torch.where(takes, lane.reserve, lane.row + more)
    end = torch.minimum(lane.reserve + game.block, game.games).to(torch.int32)
    lane.end_row = torch.where(takes, end, lane.end_row)
    lane.reserve = torch.where(takes, NOTHING, lane.reserve)
    begins = more | takes
    lane.playing = begins | lane.playing & ~idle
    start = mix(game.seed + mix(game.first + lane.row.to(torch.int64) + GOLDEN))
    dealer = game.dealer.to(torch.int32)
    if game.constants.whole_matches and game.constants.by_lot:
        start = start + GOLDEN
        high, _low = halves(mix(start))
        dealer = below(high, game.constants.players)
    lane.random = torch.where(begins, start, lane.random)
    for name in ("moves", "hands", "deals_in_game", "reached", "won_match"):
        setattr(lane, name, torch.where(begins, 0, getattr(lane, name)))
    lane.first_reached = torch.where(begins, NO_SCORE_COLUMN, lane.first_reached)
    lane.dealer = torch.where(begins, dealer, lane.dealer)
    lane.first_dealer = torch.where(begins, dealer, lane.first_dealer)
    for score_column in range(game.constants.score_columns):
        lane.points[score_column] = torch.where(
            begins, game.score[score_column].to(torch.int32), lane.points[score_column]
        )
        lane.games[score_column] = torch.where(begins, 0, lane.games[score_column])
    lane.awards = [torch.where(begins, 0, award) for award in lane.awards]
    return begins


def _begin_deals(game: GpuGame, lane: Lanes, deals: Tensor) -> DealTensors:
    """Deal the cards of one hand, or of all duels of a deal, and return them."""
    constants = game.constants
    lane.hand = torch.where(deals, 0, lane.hand)
    if constants.whole_matches:
        duels = look_up(game.tables.duels_at, (lane.deals_in_game & 1) * constants.score_width + _most_points(lane))
        duels = torch.where(deals, duels, lane.duels)
        lane.duels = duels
        lineup = (duels * constants.players + lane.dealer) * constants.most_hands
        lane.lineup = torch.where(deals, lineup, lane.lineup)
        lane.deals_in_game = lane.deals_in_game + deals
    lane.deals_now = deals
    cards = deal(game, lane, deals)
    if keeps_packets(constants):
        lane.fourth_card = torch.where(deals, cards.fourth, lane.fourth_card)
        for number in range(constants.packets):
            lane.packets[number] = torch.where(deals, cards.packets[number], lane.packets[number])
            lane.packet_values[number] = torch.where(deals, cards.hand_value[number], lane.packet_values[number])
        return DealTensors(lane.packets, lane.packet_values, lane.fourth_card)
    return cards


def _begin_hands(game: GpuGame, lane: Lanes, fresh: Tensor) -> None:
    """Set the sides, score, kind and initial state of new hands and reset all that belongs to a hand."""
    constants, t = game.constants, game.tables
    if constants.whole_matches:
        first_score_columns, second_score_columns = (
            look_up(t.lineup_score_columns, 2 * lane.lineup),
            look_up(t.lineup_score_columns, 2 * lane.lineup + 1),
        )
    else:
        lane.kind = torch.full_like(lane.kind, constants.kind)
        mano = sides_of(game, lane) & 1
        first_score_columns, second_score_columns = 1 << mano, 2 >> mano
    lane.first_score_columns = torch.where(fresh, first_score_columns, lane.first_score_columns)
    lane.second_score_columns = torch.where(fresh, second_score_columns, lane.second_score_columns)
    lane.score = torch.where(fresh, note_score(game, lane), lane.score)
    lane.first_score = torch.where(fresh, lane.score, lane.first_score)
    if constants.whole_matches and constants.kinds > 1:
        kind = look_up(t.lineup_kinds, lane.lineup)
        kind = torch.where(kind == BY_SCORE, look_up(t.round_kinds, lane.score), kind)
        lane.kind = torch.where(fresh, kind, lane.kind)
    lane.state = torch.where(fresh, look_up(t.starts, lane.kind), lane.state)
    lane.stopped = lane.stopped & ~fresh
    lane.best = torch.where(fresh, -1, lane.best)
    lane.outcomes = torch.where(fresh, 0, lane.outcomes)
    lane.declared = torch.where(fresh, 0, lane.declared)
    lane.winner = torch.where(fresh, NOBODY, lane.winner)
    if constants.features.takes_back:
        lane.envido_points = torch.where(fresh, 0, lane.envido_points)
    lane.deferred_count = torch.where(fresh, 0, lane.deferred_count)
    lane.deferred = [torch.where(fresh, NOTHING, award) for award in lane.deferred]
    if constants.features.asks_sure:
        lane.sure_known = lane.sure_known & ~fresh
        lane.visible = torch.where(fresh, 0, lane.visible)
        lane.face_down = [torch.where(fresh, 0, cards) for cards in lane.face_down]


def _take_cards(game: GpuGame, lane: Lanes, fresh: Tensor, cards: DealTensors) -> None:
    """Give each place its cards and record their values, flores and buckets."""
    constants, t = game.constants, game.tables
    place_counts, gallo = look_up(t.kind_places, lane.kind), look_up(t.gallo_places, lane.kind)
    flores, plain = torch.zeros_like(lane.holdings), torch.zeros_like(lane.holdings)
    for place in range(constants.places):
        held, hand_value = cards.packets[place], cards.hand_value[place]
        if constants.most_hands > 1:
            number = (lane.hand * place_counts + place).clamp(max=constants.packets - 1)
            held, hand_value = pick_element(cards.packets, number), pick_element(cards.hand_value, number)
        if constants.buckets:
            number = lane.turned_class * constants.hand_count + packed_hand_number(game, held)
            lane.buckets[place] = torch.where(fresh, look_up(game.buckets, number), lane.buckets[place])
        if constants.gallo:
            is_gallo = gallo == place
            held = torch.where(is_gallo, with_fourth(game, lane.turned_class, held, cards.fourth), held)
            hand_value = torch.where(is_gallo, 0, hand_value)
        lane.held[place] = torch.where(fresh, held, lane.held[place])
        lane.hand_value[place] = torch.where(fresh, hand_value, lane.hand_value[place])
        holding = torch.where(place < place_counts, hand_value >> layout.HOLDING_SHIFT, 0)
        flores = flores | holding << place * layout.HOLDING_BITS
        plain = plain | (holding == layout.IS_FLOR).to(torch.int32) << place
    lane.holdings = torch.where(fresh, flores, lane.holdings)
    lane.plain = torch.where(fresh, plain, lane.plain)
