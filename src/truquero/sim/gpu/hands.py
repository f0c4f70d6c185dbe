"""Transitions between hands: the end of a hand, a game or a match, and the start of the next, in all lanes."""

from __future__ import annotations

from typing import NamedTuple

from truquero.engine.state import NOBODY
from truquero.sim.gpu.awards import note_score, sides_of, write_deferred
from truquero.sim.gpu.deal import Deal, deal, number_of_hand, with_fourth
from truquero.sim.gpu.lanes import COUNT_BITS, HAPPENINGS_IN_A_COUNT, NOTHING, Lanes, keeps_packets
from truquero.sim.gpu.primitives import GOLDEN, Tensor, below, bit, constant_at, halves, look, mix, pick, torch
from truquero.sim.gpu.tensors import Game
from truquero.sim.tables import layout as at
from truquero.sim.tables.layout import MOST_PLACES, MOST_SLOTS
from truquero.sim.tables.match_structure import BY_SCORE, NO_SLOT, ORDERS, PARTNERS_EQUAL, REACHED_MASKS
from truquero.table.schedule import AfterHand

COUNT_MASK = at.UNKNOWN
HAPPENINGS_MASK = (1 << HAPPENINGS_IN_A_COUNT) - 1
# Multiplying by SPREAD copies bit n of a number to bit 8n and to other bits; SPREAD_MASK selects the bits 8n.
SPREAD, SPREAD_MASK = 0x0002040810204081, 0x0001010101010101

# A row of the results: awards of 16 bits, four packed in each number, and one more number for all other columns.
AWARD_BITS, AWARDS_IN_A_NUMBER = 16, 4
AWARD_MASK = (1 << AWARD_BITS) - 1
MOVES_BITS, HANDS_BITS, SMALL_BITS = 24, 24, 4
HANDS_SHIFT, WINNER_SHIFT, MANO_SHIFT, DEALER_SHIFT = 24, 48, 52, 56


class Next(NamedTuple):
    """What begins next in each lane, as booleans. At most one of the three is true."""

    hand: Tensor
    deal: Tensor
    game: Tensor


def end_hands(game: Game, lane: Lanes, results: list[Tensor]) -> None:
    """Count the hands that are over and begin the next hand, deal or game in their lanes."""
    facts = game.facts
    over = look(game.tables.states, lane.state) & COUNT_MASK == 0
    over = lane.playing & (lane.stopped | over)
    if facts.late:
        write_deferred(game, lane, over)
    _count(game, lane, over)
    never = torch.zeros_like(over)
    if facts.whole:
        winner, following = _after(game, lane, over)
    else:
        winner, following = lane.winner, Next(never, never, over)
    _write_result(game, lane, following.game, winner, results)
    go_on(game, lane, following._replace(game=following.game | ~lane.playing))


def _count(game: Game, lane: Lanes, over: Tensor) -> None:
    """Add the hands that are over to the counters of their lanes."""
    lane.hands = lane.hands + over
    one = torch.ones_like(lane.kinds)
    lane.kinds = lane.kinds + torch.where(over, one << COUNT_BITS * lane.kind, 0)
    happened = lane.happened | look(game.tables.state_happened, lane.state)
    for number, counted in enumerate(lane.things):
        some = (happened >> number * HAPPENINGS_IN_A_COUNT & HAPPENINGS_MASK).to(torch.int64)
        lane.things[number] = counted + torch.where(over, some * SPREAD & SPREAD_MASK, 0)


def _after(game: Game, lane: Lanes, over: Tensor) -> tuple[Tensor, Next]:
    """Return the slot that has won the match, or NO_SLOT, and what begins next."""
    facts, reached = game.facts, lane.reached != 0
    ahead = _ahead(lane).clamp(max=facts.width - 1)
    hand = (lane.duels * facts.most_hands + lane.hand) * 2 + reached
    following = look(game.tables.after_hand, torch.where(over, hand * facts.width + ahead, 0))
    won = over & (following == AfterHand.GAME_ENDS)
    again = over & (following == AfterHand.NEXT_HAND)
    winner = _close_game(game, lane, won)
    ended = won & (winner != NO_SLOT)
    deals = over & ~again & ~ended
    lane.hand = lane.hand + over
    lane.field = lane.field + over
    lane.dealer = torch.where(deals, constant_at(facts.next_dealers, lane.dealer), lane.dealer)
    return winner, Next(again, deals, ended)


def _ahead(lane: Lanes) -> Tensor:
    ahead = lane.points[0]
    for points in lane.points[1:]:
        ahead = torch.maximum(ahead, points)
    return ahead


def _close_game(game: Game, lane: Lanes, won: Tensor) -> Tensor:
    """Count the games won and reset their points. Return the slot that has won the match, or NO_SLOT."""
    facts = game.facts
    winner = torch.where(won, lane.first_reached if facts.first_wins else _game_winner(game, lane), 0)
    winners = constant_at(facts.win_masks, winner)
    whole = lane.won_match >> winner & 1 != 0
    for slot, games in enumerate(lane.games):
        counted = torch.where(whole, facts.games_to_win, games + 1) if facts.match else games + 1
        lane.games[slot] = torch.where(won & (bit(winners, slot) != 0), counted, games)
        lane.points[slot] = torch.where(won, 0, lane.points[slot])
    lane.first_reached = torch.where(won, NO_SLOT, lane.first_reached)
    lane.reached = torch.where(won, 0, lane.reached)
    lane.won_match = torch.where(won, 0, lane.won_match)
    lane.deals_in_game = torch.where(won, 0, lane.deals_in_game)
    return torch.where(won & (pick(lane.games, winner) >= facts.games_to_win), winner, NO_SLOT)


def _game_winner(game: Game, lane: Lanes) -> Tensor:
    """Return the slot that wins the game. The result is meaningless for lanes in which no slot is at the target."""
    t = game.tables
    one, other = (pick(lane.points, look(t.partner_slots, 2 * lane.dealer + number)) for number in range(2))
    order = PARTNERS_EQUAL + (one > other).to(torch.int32) - (one < other).to(torch.int32)
    row = (lane.dealer * len(ORDERS) + order) * REACHED_MASKS + lane.reached
    return look(t.game_winners, row * MOST_SLOTS + lane.first_reached.clamp(min=0))


def _write_result(game: Game, lane: Lanes, ended: Tensor, winner: Tensor, results: list[Tensor]) -> None:
    """Write the result row of every game that ended. All other lanes write to scratch rows after the last game."""
    numbers = torch.arange(len(ended), device=ended.device, dtype=torch.int32)
    row = torch.where(ended, lane.row, game.games.to(torch.int32) + numbers).to(torch.int64)
    for number, result in enumerate(results[:-1]):
        some = lane.awards[number * AWARDS_IN_A_NUMBER : (number + 1) * AWARDS_IN_A_NUMBER]
        packed = _packable(game, some[0])
        for position, award in enumerate(some[1:], 1):
            packed = packed | _packable(game, award) << position * AWARD_BITS
        result.index_put_((row,), packed)
    rest = lane.moves.to(torch.int64) | lane.hands.to(torch.int64) << HANDS_SHIFT
    rest = rest | (winner.to(torch.int64) + 1) << WINNER_SHIFT  # NOBODY and NO_SLOT are -1
    rest = rest | lane.first_mano.to(torch.int64) << MANO_SHIFT | lane.first_dealer.to(torch.int64) << DEALER_SHIFT
    results[-1].index_put_((row,), rest)


def _packable(game: Game, award: Tensor) -> Tensor:
    """Return an award as 16 bits for packing. Only games that take back points (false flor) have negative awards."""
    wide = award.to(torch.int64)
    return wide & AWARD_MASK if game.facts.takes_back else wide


# --------------------------------------------------------------------------------------------------------- beginnings


def hand_out(game: Game, lane: Lanes) -> None:
    """Reserve a block of games for each lane without a reserve, in the order of the lanes."""
    empty = lane.reserve == NOTHING
    count = torch.cumsum(empty, dim=0)
    first = game.handed_out + (count - 1) * game.block
    game.handed_out.add_(count[-1] * game.block)
    reserve = torch.where(empty & (first < game.games), first, lane.reserve)
    lane.reserve.copy_(reserve)


def go_on(game: Game, lane: Lanes, following: Next) -> None:
    """Begin the next hand of the deal, the next deal or the next game."""
    begins = _begin_games(game, lane, following.game)
    deals = following.deal | begins
    cards = _begin_deals(game, lane, deals)
    fresh = following.hand | deals
    _begin_hands(game, lane, fresh)
    _take_cards(game, lane, fresh, cards)
    if game.facts.whole:
        mano = look(game.tables.field_seats, MOST_PLACES * lane.field) - 1
        lane.first_mano = torch.where(begins, mano if game.facts.slots == 3 else mano & 1, lane.first_mano)


def _begin_games(game: Game, lane: Lanes, wanted: Tensor) -> Tensor:
    """Begin the next game in the lanes of `wanted` that have games left. Return a mask of these lanes."""
    more = wanted & (lane.row + 1 < lane.end_row)
    takes = wanted & ~more & (lane.reserve != NOTHING)
    lane.row = torch.where(takes, lane.reserve, lane.row + more)
    end = torch.minimum(lane.reserve + game.block, game.games).to(torch.int32)
    lane.end_row = torch.where(takes, end, lane.end_row)
    lane.reserve = torch.where(takes, NOTHING, lane.reserve)
    begins = more | takes
    lane.playing = begins | lane.playing & ~wanted
    start = mix(game.seed + mix(game.first + lane.row.to(torch.int64) + GOLDEN))
    dealer = game.dealer.to(torch.int32)
    if game.facts.whole and game.facts.by_lot:
        start = start + GOLDEN
        high, _low = halves(mix(start))
        dealer = below(high, game.facts.players)
    lane.random = torch.where(begins, start, lane.random)
    for name in ("moves", "hands", "deals_in_game", "reached", "won_match"):
        setattr(lane, name, torch.where(begins, 0, getattr(lane, name)))
    lane.first_reached = torch.where(begins, NO_SLOT, lane.first_reached)
    lane.dealer = torch.where(begins, dealer, lane.dealer)
    lane.first_dealer = torch.where(begins, dealer, lane.first_dealer)
    for slot in range(game.facts.slots):
        lane.points[slot] = torch.where(begins, game.score[slot].to(torch.int32), lane.points[slot])
        lane.games[slot] = torch.where(begins, 0, lane.games[slot])
    lane.awards = [torch.where(begins, 0, award) for award in lane.awards]
    return begins


def _begin_deals(game: Game, lane: Lanes, deals: Tensor) -> Deal:
    """Deal the cards of one hand, or of all duels of a deal, and return them."""
    facts = game.facts
    lane.hand = torch.where(deals, 0, lane.hand)
    if facts.whole:
        duels = look(game.tables.duels_at, (lane.deals_in_game & 1) * facts.width + _ahead(lane))
        duels = torch.where(deals, duels, lane.duels)
        lane.duels = duels
        field = (duels * facts.players + lane.dealer) * facts.most_hands
        lane.field = torch.where(deals, field, lane.field)
        lane.deals_in_game = lane.deals_in_game + deals
    lane.dealt = deals
    drawn = deal(game, lane, deals)
    if keeps_packets(facts):
        lane.fourth_card = torch.where(deals, drawn.fourth, lane.fourth_card)
        for number in range(facts.packets):
            lane.packets[number] = torch.where(deals, drawn.packets[number], lane.packets[number])
            lane.packets_worth[number] = torch.where(deals, drawn.worth[number], lane.packets_worth[number])
        return Deal(lane.packets, lane.packets_worth, lane.fourth_card)
    return drawn


def _begin_hands(game: Game, lane: Lanes, fresh: Tensor) -> None:
    """Set the sides, score, kind and initial state of new hands and reset all that belongs to a hand."""
    facts, t = game.facts, game.tables
    if facts.whole:
        first_slots, second_slots = look(t.field_slots, 2 * lane.field), look(t.field_slots, 2 * lane.field + 1)
    else:
        lane.kind = torch.full_like(lane.kind, facts.kind)
        mano = sides_of(game, lane) & 1
        first_slots, second_slots = 1 << mano, 2 >> mano
    lane.first_slots = torch.where(fresh, first_slots, lane.first_slots)
    lane.second_slots = torch.where(fresh, second_slots, lane.second_slots)
    lane.score = torch.where(fresh, note_score(game, lane), lane.score)
    lane.first_score = torch.where(fresh, lane.score, lane.first_score)
    if facts.whole and facts.kinds > 1:
        kind = look(t.field_kinds, lane.field)
        kind = torch.where(kind == BY_SCORE, look(t.round_kinds, lane.score), kind)
        lane.kind = torch.where(fresh, kind, lane.kind)
    lane.state = torch.where(fresh, look(t.starts, lane.kind), lane.state)
    lane.stopped = lane.stopped & ~fresh
    lane.best = torch.where(fresh, -1, lane.best)
    lane.happened = torch.where(fresh, 0, lane.happened)
    lane.declared = torch.where(fresh, 0, lane.declared)
    lane.winner = torch.where(fresh, NOBODY, lane.winner)
    if facts.takes_back:
        lane.envido_points = torch.where(fresh, 0, lane.envido_points)
    lane.deferred_count = torch.where(fresh, 0, lane.deferred_count)
    lane.deferred = [torch.where(fresh, NOTHING, award) for award in lane.deferred]
    if facts.asks_sure:
        lane.told = lane.told & ~fresh
        lane.seen = torch.where(fresh, 0, lane.seen)
        lane.covered = [torch.where(fresh, 0, cards) for cards in lane.covered]


def _take_cards(game: Game, lane: Lanes, fresh: Tensor, cards: Deal) -> None:
    """Give each place its cards and record their values, flores and buckets."""
    facts, t = game.facts, game.tables
    places, gallo = look(t.kind_places, lane.kind), look(t.gallo_places, lane.kind)
    flores, plain = torch.zeros_like(lane.facts), torch.zeros_like(lane.facts)
    for place in range(facts.places):
        held, worth = cards.packets[place], cards.worth[place]
        if facts.most_hands > 1:
            number = (lane.hand * places + place).clamp(max=facts.packets - 1)
            held, worth = pick(cards.packets, number), pick(cards.worth, number)
        if facts.buckets:
            number = lane.turned * facts.hand_count + number_of_hand(game, held)
            lane.buckets[place] = torch.where(fresh, look(game.buckets, number), lane.buckets[place])
        if facts.gallo:
            alone = gallo == place
            held = torch.where(alone, with_fourth(game, lane.turned, held, cards.fourth), held)
            worth = torch.where(alone, 0, worth)
        lane.held[place] = torch.where(fresh, held, lane.held[place])
        lane.worth[place] = torch.where(fresh, worth, lane.worth[place])
        fact = torch.where(place < places, worth >> at.FACT_SHIFT, 0)
        flores = flores | fact << place * at.FACT_BITS
        plain = plain | (fact == at.IS_FLOR).to(torch.int32) << place
    lane.facts = torch.where(fresh, flores, lane.facts)
    lane.plain = torch.where(fresh, plain, lane.plain)
