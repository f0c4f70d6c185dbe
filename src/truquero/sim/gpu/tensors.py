"""The tables of a game as tensors, and the constants (`Constants`) that a kernel is compiled for.

Constants are plain Python values, so the kernel of a game contains no code for rules that the game does not have.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from truquero.engine.state import LANCES
from truquero.sim.gpu.primitives import Tensor, torch
from truquero.sim.outcomes import outcomes
from truquero.sim.policy_tables import PolicyTable
from truquero.sim.request import Request
from truquero.sim.tables import layout
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.sim.tables.layout import MOST_DEFERRED
from truquero.sim.tables.match_structure import NO_PLACE, MatchStructure
from truquero.sim.tables.size_limits import check_size_limits, most_awards

# A row of `actions`: the first of its steps, its bits (the high word in `layout.py`), its mask of events, its code.
ACTION_STEPS, ACTION_BITS, ACTION_OUTCOMES, ACTION_CODE, ACTION_WIDTH = range(5)
MENU_WIDTH = 4
# A row of `steps`: the next state, and its awards as the index of the first and their number.
STEP_STATE, STEP_AWARDS, STEP_WIDTH = range(3)

# An award packed in one number.
LANCE_MASK = 3
WHOSE_SHIFT, WHOSE_MASK = 2, 3  # the side plus 1; 0: the best cards decide
BEST, MATCH, AT_FIRST, COMPARED, BARRED, TAKES_BACK = (1 << number for number in range(4, 10))
CONTENDERS_SHIFT, CONTENDERS_MASK = 10, 255
STAKE_SHIFT = 18


class Features(NamedTuple):
    """What some award or some action of a game does. A kernel contains no code for the features that its game lacks.

    The comments on awards and actions in `layout.py` explain each.
    """

    # Of awards.
    best: bool
    match: bool
    at_first: bool
    barred: bool
    takes_back: bool
    counts_flores: bool  # the stake depends on the number of flores
    # Of actions.
    asks_flores: bool  # the question is which places hold a flor
    covers: bool
    discards: bool
    sings: bool
    throws: bool
    may_be_false: bool
    checks_truth: bool
    asks_sure: bool


class Constants(NamedTuple):
    """The constants that a kernel is compiled for: the rules of a game and the form of a request."""

    whole_matches: bool  # whole matches; otherwise single hands
    kind: int  # the kind of hand, if single hands are played
    by_lot: bool  # the first dealer is drawn at random
    weighs: bool  # a policy gives weights to moves
    buckets: bool  # the weights depend on the cards
    records: bool  # every deal and every move is recorded
    complete: bool  # every state has its rows
    players: int
    cards: int
    hand_count: int  # the number of different hands of three cards
    target: int
    score_width: int
    scores: int
    score_columns: int
    games_to_win: int
    writes_late: bool  # awards are written at the end of the hand
    plays_out: bool  # a hand goes on after the target is reached
    next_dealers: tuple[int, ...]
    win_masks: tuple[int, ...]  # of each score column that wins a game: the score columns that win it
    first_wins: bool  # the first score column that reaches the target always wins the game
    turns: bool
    gallo: bool
    kinds: int
    places: int
    packets: int  # the most in one deal
    same_packets: bool  # every deal has the same number
    most_hands: int
    sides: int  # bit mask of the places of side 1, or -1 if it depends on the kind of hand
    flor_masks: int
    outcomes: int
    most_menus: int
    most_legal: int
    some_empty: bool  # some lists of legal actions are empty
    most_awards: int
    most_deferred: int
    lances: tuple[int, ...]  # those that have awards
    features: Features


class GpuTables(NamedTuple):
    """The tables as one-dimensional tensors. The width of a row is a constant of this module or in `Constants`."""

    states: Tensor
    state_outcomes: Tensor
    menus: Tensor
    lists: Tensor
    members: Tensor
    score_classes: Tensor
    card_classes: Tensor
    actions: Tensor
    steps: Tensor
    awards: Tensor
    answers: Tensor
    truths: Tensor
    stake_values: Tensor
    flor_stakes: Tensor
    lacks: Tensor
    turned_classes: Tensor
    strengths: Tensor
    hands: Tensor
    unranked: Tensor
    number_terms: Tensor
    duels_at: Tensor
    deal_packets: Tensor
    lineup_kinds: Tensor
    lineup_score_columns: Tensor
    lineup_seats: Tensor
    after_hand: Tensor
    partner_score_columns: Tensor
    game_winners: Tensor
    round_kinds: Tensor
    starts: Tensor
    side_masks: Tensor
    kind_places: Tensor
    gallo_places: Tensor


class GpuGame(NamedTuple):
    """The data that all lanes share: the constants, the tables and the request."""

    constants: Constants
    tables: GpuTables
    weights: Tensor  # [bucket, action], 64 bits
    buckets: Tensor  # [class of the turned card, hand]
    actions: Tensor  # the number of actions
    seed: Tensor
    first: Tensor  # the number of the first game
    games: Tensor  # the number of games
    block: Tensor  # the number of games that a lane receives at a time
    reserved_games: Tensor  # the number of games given to lanes so far; updated in place
    score: Tensor  # the initial points, by score column
    dealer: Tensor  # the first dealer, from 0, if not drawn at random


def constants_of(tables: CompiledTables, request: Request, *, lazy: bool, most_deferred: int) -> Constants:
    """Return the constants for a request. Lazy tables fill during play, so they are assumed to need every feature."""
    rows, structure = tables.rows, tables.structure
    menu_counts = (rows.states & layout.UNKNOWN)[rows.states != layout.UNKNOWN]
    counts = rows.lists & (1 << layout.LIST_COUNT_BITS) - 1
    packets = structure.packets if request.whole_matches else structure.hand_places[[request.kind]]
    gallo = structure.gallo if request.whole_matches else structure.gallo_places[request.kind] != NO_PLACE
    masks = np.unique(structure.side_masks if request.whole_matches else structure.side_masks[request.kind])
    return Constants(
        whole_matches=request.whole_matches,
        kind=request.kind,
        by_lot=request.dealer is None,
        weighs=request.policy is not None,
        buckets=isinstance(request.policy, PolicyTable),
        records=request.trajectories,
        complete=not lazy,
        players=structure.players,
        cards=structure.cards,
        hand_count=tables.cards.hands.shape[1],
        target=structure.target,
        score_width=structure.score_width,
        scores=rows.score_classes.shape[1],
        score_columns=structure.score_columns if request.whole_matches else 2,
        games_to_win=structure.games_to_win,
        writes_late=structure.writes_late,
        plays_out=structure.plays_out,
        next_dealers=tuple(structure.next_dealers.tolist()),
        win_masks=tuple(structure.win_masks.tolist()),
        first_wins=_first_wins(structure),
        turns=structure.turns,
        gallo=bool(gallo),
        kinds=len(structure.starts),
        places=int(structure.hand_places.max() if request.whole_matches else structure.hand_places[request.kind]),
        packets=int(np.max(packets)),
        same_packets=len(np.unique(packets[packets > 0])) == 1,
        most_hands=structure.most_hands if request.whole_matches else 1,
        sides=int(masks[0]) if len(masks) == 1 else -1,
        flor_masks=rows.answers.shape[1],
        outcomes=len(outcomes(tables.rules)),
        most_menus=structure.players if lazy else int(menu_counts.max()),
        most_legal=int(counts.max(initial=0)),
        some_empty=lazy or not counts.all(),
        most_awards=max(2 * lazy, int((rows.award_lists & (1 << layout.AWARD_COUNT_BITS) - 1).max())),
        most_deferred=most_deferred,
        lances=tuple(range(len(LANCES))) if lazy else tuple(np.unique(rows.awards[:, layout.AWARD_LANCE]).tolist()),
        features=_features(tables, lazy=lazy),
    )


def _features(tables: CompiledTables, *, lazy: bool) -> Features:
    """Return the features of a game. Tables that fill during play are assumed to need all that the rules allow."""
    rows = tables.rows

    def any_bit(position: int) -> bool:
        return lazy or bool((rows.actions >> position & 1).any())

    def any_award(column: int) -> bool:
        return lazy or bool(rows.awards[:, column].any())

    return Features(
        best=any_award(layout.AWARD_BEST),
        match=any_award(layout.AWARD_MATCH),
        at_first=any_award(layout.AWARD_AT_FIRST),
        barred=any_award(layout.AWARD_BARRED),
        takes_back=tables.rules.flor is not None and any_award(layout.AWARD_TAKES_BACK),
        counts_flores=lazy or bool(rows.flor_stakes[:, 0].any()),
        asks_flores=lazy or bool(rows.answers.any()),
        covers=any_bit(layout.FACE_DOWN_BIT),
        discards=any_bit(layout.DISCARDS_BIT),
        sings=any_bit(layout.SINGS_BIT),
        throws=any_bit(layout.THROWS_BIT),
        may_be_false=any_bit(layout.MAY_BE_FALSE_BIT),
        checks_truth=any_bit(layout.CHECKS_TRUTH_BIT),
        asks_sure=lazy or tables.asks_sure_wins,
    )


def _first_wins(structure: MatchStructure) -> bool:
    """Return whether the first score column that reaches the target wins the game, whatever the others do."""
    masks, firsts = np.indices(structure.game_winners.shape[2:])
    return bool((structure.game_winners == firsts)[:, :, masks >> firsts & 1 != 0].all())


def most_deferred(tables: CompiledTables) -> int:
    """Return the largest number of awards that can be deferred in a hand."""
    if not tables.structure.writes_late:
        return 0
    return most_awards(tables) if tables.complete else MOST_DEFERRED


def upload(tables: CompiledTables, device: str) -> GpuTables:
    """Return the tables as tensors on a device."""
    check_size_limits(tables)
    rows, cards, structure = tables.rows, tables.cards, tables.structure
    scores = rows.score_classes.shape[1]
    arrays: dict[str, NDArray[np.generic]] = {
        "states": rows.states,
        "state_outcomes": rows.state_outcomes,
        "menus": rows.menus,
        "lists": rows.lists,
        "members": rows.members,
        "score_classes": rows.score_classes,
        "card_classes": rows.card_classes,
        "actions": _actions(tables),
        "steps": _steps(tables),
        "awards": _awards(tables),
        "answers": rows.answers,
        "truths": rows.truths,
        "stake_values": rows.stake_values if rows.stake_values.size else np.zeros(2 * scores, np.int16),
        "flor_stakes": rows.flor_stakes,
        "lacks": rows.lacks,
        "turned_classes": cards.turned_classes,
        "strengths": cards.strengths,
        "hands": cards.hands,
        "unranked": cards.unranked,
        "number_terms": cards.number_terms,
        "duels_at": structure.duels_at,
        "deal_packets": structure.packets,
        "lineup_kinds": structure.lineup_kinds,
        "lineup_score_columns": structure.lineup_score_columns,
        "lineup_seats": structure.lineup_seats,
        "after_hand": structure.after_hand,
        "partner_score_columns": structure.partner_score_columns,
        "game_winners": structure.game_winners,
        "round_kinds": structure.round_kinds,
        "starts": structure.starts,
        "side_masks": structure.side_masks,
        "kind_places": structure.hand_places,
        "gallo_places": structure.gallo_places,
    }
    return GpuTables(**{name: table_tensor(array, device) for name, array in arrays.items()})


_SIGNED = {np.dtype(np.uint32): np.int32, np.dtype(np.uint16): np.int16}
_SPARE = 16  # extra entries, which idle lanes may read
_LEAST_SIZE = 64


def table_tensor(array: NDArray[np.generic], device: str) -> Tensor:
    """Return a table as a flat tensor, padded to a power of two so that growing tables seldom change their size."""
    flat = array.reshape(-1)
    flat = flat.astype(_SIGNED.get(flat.dtype, flat.dtype), copy=False)
    size = max(_LEAST_SIZE, 1 << (len(flat) + _SPARE - 1).bit_length())
    padded = np.zeros(size, flat.dtype)
    padded[: len(flat)] = flat
    return torch.from_numpy(padded).to(device)


def _actions(tables: CompiledTables) -> NDArray[np.int32]:
    rows = tables.rows
    columns = (rows.actions & 0xFFFFFFFF, rows.actions >> 32, rows.action_outcomes, rows.action_codes)
    return np.stack([column.astype(np.int64) for column in columns], axis=1).astype(np.int32)


def _steps(tables: CompiledTables) -> NDArray[np.int32]:
    rows = tables.rows
    awards = rows.award_lists[rows.steps >> layout.STEP_AWARDS_SHIFT].astype(np.int64)
    return np.stack([rows.steps & 0xFFFFFFFF, awards], axis=1).astype(np.int32)


def _awards(tables: CompiledTables) -> NDArray[np.int32]:
    rows = tables.rows.awards
    return (
        rows[:, layout.AWARD_LANCE]
        | rows[:, layout.AWARD_SIDE] + 1 << WHOSE_SHIFT
        | rows[:, layout.AWARD_BEST] * BEST
        | rows[:, layout.AWARD_MATCH] * MATCH
        | rows[:, layout.AWARD_AT_FIRST] * AT_FIRST
        | rows[:, layout.AWARD_COMPARED] * COMPARED
        | rows[:, layout.AWARD_BARRED] * BARRED
        | rows[:, layout.AWARD_TAKES_BACK] * TAKES_BACK
        | rows[:, layout.AWARD_CONTENDERS] << CONTENDERS_SHIFT
        | rows[:, layout.AWARD_STAKE] << STAKE_SHIFT
    )
