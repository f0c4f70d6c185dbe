"""One move in every lane: selects the place that acts and its action, then applies it."""

from __future__ import annotations

from typing import NamedTuple

from truquero.sim.gpu import tensors as gt
from truquero.sim.gpu.awards import drop_envido, settle_awards
from truquero.sim.gpu.deal import packed_hand_number
from truquero.sim.gpu.lanes import NOTHING, Lanes
from truquero.sim.gpu.primitives import (
    GOLDEN,
    Tensor,
    below,
    halves,
    look_up,
    look_wide,
    mix,
    pick_element,
    put_element,
    torch,
)
from truquero.sim.gpu.sure_win_answers import LaidCards, note_laid
from truquero.sim.gpu.tensors import GpuGame
from truquero.sim.tables import layout
from truquero.sim.tables.layout import CARD_BITS, MOST_PLACES, MOVE_SEAT_SHIFT

COUNT_MASK = layout.UNKNOWN
LIST_COUNT_MASK = (1 << layout.LIST_COUNT_BITS) - 1
SCORE_SET_MASK = (1 << layout.SCORE_SET_BITS) - 1
CARD_MASK = (1 << CARD_BITS) - 1
HOLDING_MASK = (1 << layout.HOLDING_BITS) - 1
VALUE_MASK = (1 << layout.VALUE_BITS) - 1
ALL_SURE = sum(layout.SURE << place * layout.HOLDING_BITS for place in range(MOST_PLACES))
# The high word of an action, which holds everything but the index of its steps.
CARD_SLOT_MASK = 7
PLACE_SHIFT, PLACE_MASK = layout.PLACE_SHIFT - 32, 15
QUESTION_SHIFT, QUESTION_MASK = layout.QUESTION_SHIFT - 32, (1 << layout.QUESTION_BITS) - 1
FACE_DOWN, OPENS_TRICK = 1 << layout.FACE_DOWN_BIT - 32, 1 << layout.OPENS_TRICK_BIT - 32
DISCARDS, SINGS, THROWS = 1 << layout.DISCARDS_BIT - 32, 1 << layout.SINGS_BIT - 32, 1 << layout.THROWS_BIT - 32
MAY_BE_FALSE, CHECKS_TRUTH = 1 << layout.MAY_BE_FALSE_BIT - 32, 1 << layout.CHECKS_TRUTH_BIT - 32


class ChosenActions(NamedTuple):
    """The next action of each lane."""

    acts: Tensor  # bool: the lane makes a move
    number: Tensor  # the index of the action


def _legal_list(game: GpuGame, lane: Lanes, menu: Tensor) -> Tensor:
    """Return the entry of `lists` for a menu with the score and cards of each lane."""
    t = game.tables
    sets, place_bits = look_up(t.menus, menu + layout.MENU_SETS), look_up(t.menus, menu + layout.MENU_PLACE)
    holding = lane.holdings >> (place_bits & layout.PLACE_MASK) * layout.HOLDING_BITS & HOLDING_MASK
    score_class = look_up(t.score_classes, (sets & SCORE_SET_MASK) * game.constants.scores + lane.score)
    card_class = look_up(t.card_classes, (sets >> layout.SCORE_SET_BITS) * layout.HOLDINGS + holding)
    classes = place_bits >> layout.CARD_CLASSES_SHIFT & CARD_MASK
    return look_up(t.lists, look_up(t.menus, menu + layout.MENU_LISTS) + score_class * classes + card_class)


def _weighted_index(game: GpuGame, lane: Lanes, menu: Tensor, legal: Tensor, random_bits: Tensor) -> Tensor:
    """Return the position of an action in the legal list, drawn by weight; uniformly if all weights are 0."""
    members, count = legal >> layout.LIST_COUNT_BITS, legal & LIST_COUNT_MASK
    first = look_up(game.tables.menus, menu + layout.MENU_ACTIONS)
    if game.constants.buckets:
        place = look_up(game.tables.menus, menu + layout.MENU_PLACE) & layout.PLACE_MASK
        first = first + pick_element(lane.buckets, place) * game.actions.to(torch.int32)
    weights = []
    for index in range(game.constants.most_legal):
        inside = index < count
        action = first + look_up(game.tables.members, torch.where(inside, members + index, 0))
        weight = look_wide(game.weights, torch.where(inside, action, 0))
        weights.append(torch.where(inside, weight, 0))
    total = sum(weights[1:], weights[0])
    remaining = random_bits * total >> 32
    index = torch.zeros_like(count)
    for weight in weights:  # count the partial sums at or below the drawn number
        remaining = remaining - weight
        index = index + (remaining >= 0)
    return torch.where(total == 0, below(random_bits, count), index)


def choose(game: GpuGame, lane: Lanes) -> ChosenActions:
    """Draw the next action of every lane that can move.

    A lane that must first know whether its cards are a sure win sets `lane.asks` and does not move.
    """
    constants, t = game.constants, game.tables
    state = look_up(t.states, lane.state)
    count = state & COUNT_MASK
    acts = lane.playing & ~lane.stopped & (count != 0)
    if not constants.complete:
        acts = acts & (count != layout.UNKNOWN)
        count = torch.where(acts, count, 0)
    draw = lane.random + GOLDEN
    high, low = halves(mix(draw))
    # Draw one of the places that may act. If it has no legal action, take the next of them.
    menus = state >> layout.MENU_COUNT_BITS
    mover = below(low, count) if constants.most_menus > 1 else torch.zeros_like(count)
    legal = _legal_list(game, lane, gt.MENU_WIDTH * (menus + mover))
    for _ in range(constants.most_menus - 1 if constants.some_empty else 0):
        empty = legal & LIST_COUNT_MASK == 0
        mover = torch.where(empty, torch.where(mover + 1 < count, mover + 1, 0), mover)
        legal = torch.where(empty, _legal_list(game, lane, gt.MENU_WIDTH * (menus + mover)), legal)
    menu = gt.MENU_WIDTH * (menus + mover)
    if constants.features.asks_sure:
        asks_in_menu = look_up(t.menus, menu + layout.MENU_PLACE) >> layout.ASKS_SURE_SHIFT != 0
        asks = acts & asks_in_menu & ~lane.sure_known
        lane.asks = torch.where(asks, menus + mover, NOTHING)
        acts = acts & ~asks
    lane.random = torch.where(acts, draw, lane.random)
    first = look_up(t.menus, menu + layout.MENU_ACTIONS)
    index = below(high, legal & LIST_COUNT_MASK)
    if constants.weighs:
        index = _weighted_index(game, lane, menu, legal, high)
    return ChosenActions(acts, first + look_up(t.members, (legal >> layout.LIST_COUNT_BITS) + index))


# ------------------------------------------------------------------------------------------------------------ acting


def act(game: GpuGame, lane: Lanes, last_move: ChosenActions) -> None:
    """Make the moves and write or defer their awards."""
    constants, t, acts = game.constants, game.tables, last_move.acts
    row = gt.ACTION_WIDTH * last_move.number
    action = look_up(t.actions, row + gt.ACTION_BITS)
    place, card_slot = action >> PLACE_SHIFT & PLACE_MASK, action & CARD_SLOT_MASK
    lays = card_slot != 0
    shift = (card_slot - lays.to(torch.int32)) * CARD_BITS
    held = pick_element(lane.held, place)
    card = held >> shift & CARD_MASK
    held_after = (held & (1 << shift) - 1) | held >> CARD_BITS >> shift << shift
    put_element(lane.held, place, held_after, acts & lays)
    strength = look_up(t.strengths, lane.turned_class * constants.cards + card if constants.turns else card)
    if constants.features.covers:
        strength = torch.where(action & FACE_DOWN != 0, -1, strength)
    opens = action & OPENS_TRICK != 0
    order = 1 + (strength > lane.best).to(torch.int32) - (strength < lane.best).to(torch.int32)
    compared = torch.where(opens, 0, order)
    best_after = torch.where(opens, strength, torch.maximum(lane.best, strength))
    lane.best = torch.where(acts & lays, best_after, lane.best)
    if constants.features.asks_flores:
        question = action >> QUESTION_SHIFT & QUESTION_MASK
        if constants.features.checks_truth:
            question = torch.where(action & CHECKS_TRUTH != 0, 0, question)
        by_flores = look_up(t.answers, question * constants.flor_masks + lane.plain)
        answer = torch.where(lays, compared, by_flores)
    else:
        answer = torch.where(lays, compared, 0)
    answer = _apply_rare_effects(game, lane, acts, action, place, answer)
    if constants.features.asks_sure:
        lane.sure_known = lane.sure_known & ~acts
        lane.holdings = torch.where(acts, lane.holdings & ~ALL_SURE, lane.holdings)
        note_laid(game, lane, acts & lays & (action & DISCARDS == 0), LaidCards(place, card, strength, opens))
    if constants.records:
        _note_move(game, lane, acts, row, place, torch.where(lays, card + 1 - card_slot, 0))
    lane.outcomes = torch.where(acts, lane.outcomes | look_up(t.actions, row + gt.ACTION_OUTCOMES), lane.outcomes)
    lane.moves = lane.moves + acts
    step = gt.STEP_WIDTH * (look_up(t.actions, row + gt.ACTION_STEPS) + answer)
    lane.state = torch.where(acts, look_up(t.steps, step + gt.STEP_STATE), lane.state)
    settle_awards(game, lane, acts, look_up(t.steps, step + gt.STEP_AWARDS))


def _apply_rare_effects(
    game: GpuGame, lane: Lanes, acts: Tensor, action: Tensor, place: Tensor, answer: Tensor
) -> Tensor:
    """Apply the special effects of rare actions. Return the answer, which some of them replace."""
    constants = game.constants
    if constants.features.discards:
        _note_hand_value(game, lane, acts & (action & DISCARDS != 0), place)
    if constants.features.checks_truth:
        answer = torch.where(action & CHECKS_TRUTH != 0, _truth(game, lane, action), answer)
    if constants.features.may_be_false:
        holds = lane.holdings >> place * layout.HOLDING_BITS & layout.IS_FLOR != 0
        answer = torch.where((action & MAY_BE_FALSE != 0) & ~holds, 0, answer)
    if constants.features.sings:
        _declare_flores(game, lane, acts & (action & SINGS != 0), 1 << place)
    if constants.features.throws:
        _declare_flores(game, lane, acts & (action & THROWS != 0), lane.plain)
    return answer


def _declare_flores(game: GpuGame, lane: Lanes, acts: Tensor, places: Tensor) -> None:
    lane.declared = torch.where(acts, lane.declared | places, lane.declared)
    if game.constants.writes_late:
        drop_envido(lane, acts & (places != 0))


def _truth(game: GpuGame, lane: Lanes, action: Tensor) -> Tensor:
    """Return 1 where the declared value is the true one, otherwise 0."""
    t = game.tables
    row = 3 * torch.where(action & CHECKS_TRUTH != 0, action >> QUESTION_SHIFT & QUESTION_MASK, 0)
    hand_value = pick_element(lane.hand_value, look_up(t.truths, row))
    flor = torch.where(hand_value >> layout.HOLDING_SHIFT != 0, hand_value >> layout.VALUE_BITS & VALUE_MASK, -1)
    value = torch.where(look_up(t.truths, row + 1) != 0, flor, hand_value & VALUE_MASK)
    return (value == look_up(t.truths, row + 2)).to(torch.int32)


def _note_hand_value(game: GpuGame, lane: Lanes, acts: Tensor, place: Tensor) -> None:
    """Record the value, holding and bucket of a gallo's three cards after the discard."""
    constants, t = game.constants, game.tables
    number = lane.turned_class * constants.hand_count + packed_hand_number(game, pick_element(lane.held, place))
    number = torch.where(acts, number, 0)
    if constants.buckets:
        put_element(lane.buckets, place, look_up(game.buckets, number), acts)
    hand_value = look_up(t.hands, 2 * number + 1)
    put_element(lane.hand_value, place, hand_value, acts)
    holding = hand_value >> layout.HOLDING_SHIFT
    lane.holdings = torch.where(acts, lane.holdings | holding << place * layout.HOLDING_BITS, lane.holdings)
    lane.plain = torch.where(acts & (holding == layout.IS_FLOR), lane.plain | 1 << place, lane.plain)


def _note_move(game: GpuGame, lane: Lanes, acts: Tensor, row: Tensor, place: Tensor, card: Tensor) -> None:
    """Record the move. `card` is added to the code of the action, to turn its slot into a card; 0 for words."""
    seat = (
        look_up(game.tables.lineup_seats, MOST_PLACES * lane.lineup + place)
        if game.constants.whole_matches
        else place + 1
    )
    code = look_up(game.tables.actions, row + gt.ACTION_CODE) + card
    lane.last_move = torch.where(acts, code | seat << MOVE_SEAT_SHIFT, NOTHING)
