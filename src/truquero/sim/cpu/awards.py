"""The part of the compiled loop that settles awards: the winning side, the points, and when they are written."""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.engine.state import LANCES as LANCE_NAMES
from truquero.sim.cpu import flat_tables as fl
from truquero.sim.cpu.hands import note_score
from truquero.sim.cpu.numba_rows import look_up, select
from truquero.sim.cpu.primitives import (
    AWARD_WIDTH,
    LACK_WIDTH,
    ONE,
    PLACES,
    SCORE_COLUMNS,
    TWO,
    VALUE_BITS,
    VALUE_MASK,
    ZERO,
    award_at,
    compiled,
    deferred_of,
    inlined_by_llvm,
    inlined_by_numba,
    kind_at,
    lack_at,
    larger_of,
    place_of,
    points_by_side,
    score_column_of,
    tally_at,
)
from truquero.sim.tables import layout

# A lance is identified by the bit position of its points in packed results; earlier lances have lower positions.
ENVIDO = np.uint64(LANCE_NAMES.index("envido") * layout.AWARD_BITS)
SIDE_OF_THE_BEST = np.uint64(fl.SIDE_OF_THE_BEST)
COUNT_BITS, COUNT_MASK = np.uint64(layout.AWARD_COUNT_BITS), np.uint64((1 << layout.AWARD_COUNT_BITS) - 1)


@inlined_by_numba
def best_side(lane: Any, award: Any, kind: Any) -> Any:
    """Return the side with the best cards among the contenders; a tie goes to the place nearest to the mano."""
    of_side = select(award.side == ONE, kind.sides, select(award.side == ZERO, ~kind.sides, ~ZERO))
    contenders = award.contenders & of_side
    unbarred = contenders & ~(lane.plain * award.barred)
    contenders = select(unbarred != ZERO, unbarred, contenders)
    shift = select(award.lance == ENVIDO, ZERO, VALUE_BITS)  # 0 without a flor: less than any flor
    best, winner = ZERO, ZERO
    for place in range(kind.places):
        value = ((place_of(lane, place).hand_value >> shift & VALUE_MASK) + ONE) * (contenders >> place & ONE)
        winner = select(value > best, place, winner)
        best = larger_of(value, best)
    return kind.sides >> winner & ONE


@inlined_by_numba
def flor_points(t: Any, lane: Any, award: Any, side: Any) -> Any:
    """Return the points that a stake adds for flores: those declared, and those that still could be."""
    held = award.contenders & (lane.declared | lane.plain)
    if award.own_flores:
        sides = kind_at(t, lane.kind).sides
        held &= select(side == ONE, sides, ~sides)
    count = ZERO
    for place in range(PLACES):
        count += held >> place & ONE
    return award.per_flor * count


@compiled
def points_of(t: Any, lane: Any, award: Any, side: Any, score: Any) -> Any:
    """Return the points of an award."""
    points = look_up(t, t.stake_values + score * t.stake_width + award.values + side)
    if award.per_flor:
        points += flor_points(t, lane, award, side)
    return points


@inlined_by_numba
def note_reached(t: Any, lane: Any) -> None:
    """Record the score columns that have reached the target, and stop the hand unless it is played out."""
    for index in range(SCORE_COLUMNS):
        if score_column_of(lane, index).points >= t.target and not lane.reached >> index & ONE:
            lane.reached |= ONE << index
            if not lane.first_reached:
                lane.first_reached = index + ONE
    lane.stopped = ONE - t.plays_out
    note_score(t, lane)


@inlined_by_numba
def taken_back(lane: Any, award: Any) -> Any:
    """Return the side that loses its envido points of this hand, and these points as a negative number."""
    side = select(award.side == SIDE_OF_THE_BEST, lane.envido_side, award.side)
    return side, ZERO - select(side == lane.envido_side, lane.envido_points, ZERO)


@inlined_by_numba
def undo_reached(t: Any, lane: Any) -> None:
    """Clear the score columns that had reached the target with points that are taken back.

    No score column has reached the target since.
    """
    for index in range(SCORE_COLUMNS):
        lane.reached &= ~(select(score_column_of(lane, index).points < t.target, ONE, ZERO) << index)
    lane.first_reached = select(lane.reached != ZERO, lane.first_reached, ZERO)
    note_score(t, lane)


@compiled
def add_points(lane: Any, index: Any, score_columns: Any, points: Any, award: Any) -> Any:
    """Add points to a score column, if it is in the bit mask `score_columns`, and return its total."""
    score_column = score_column_of(lane, index)
    points *= score_columns >> index & ONE
    score_column.awards += points << award.lance
    score_column.points += points
    return score_column.points


@inlined_by_numba
def write_award(t: Any, job: Any, lane: Any, award: Any) -> None:
    """Compute the points of an award and write them."""
    kind = kind_at(t, lane.kind)
    side = award.side
    if award.best:
        side = best_side(lane, award, kind)
    if award.takes_back:
        side, points = taken_back(lane, award)
    else:
        score = select(award.at_first != ZERO, lane.first_score, lane.score)
        points = points_of(t, lane, award, side, score)
        lane.envido_points = select(award.lance == ENVIDO, points, lane.envido_points)
        lane.envido_side = select(award.lance == ENVIDO, side, lane.envido_side)
    score_columns = select(side == ONE, lane.score_columns_1, lane.score_columns_0)
    ahead = larger_of(
        add_points(lane, ZERO, score_columns, points, award), add_points(lane, ONE, score_columns, points, award)
    )
    if t.score_column_count == SCORE_COLUMNS:
        ahead = larger_of(ahead, add_points(lane, TWO, score_columns, points, award))
    lane.score += select(side == ONE, points, points * t.score_width)
    if award.match:
        lane.won_match |= score_columns
    if award.takes_back:
        undo_reached(t, lane)
    elif ahead >= t.target:
        note_reached(t, lane)
    mano = select(side == kind.sides & ONE, ONE, ZERO)
    points_by_side(tally_at(job.tally, ZERO), mano).number += points
    lane.truco_winner = (lane.truco_winner & ~award.decides) | (TWO - mano & award.decides)


@inlined_by_numba
def defer(t: Any, lane: Any, position: Any) -> None:
    """Insert an award into the list of deferred awards, in the order of the lances.

    No lance is won twice, so the list never contains two awards of one lance.
    """
    lance, index = award_at(t, position).lance, lane.deferred_count
    while index:
        previous = deferred_of(lane, index - ONE).number
        if award_at(t, t.awards + previous).lance <= lance:
            break
        deferred_of(lane, index).number = previous
        index -= ONE
    deferred_of(lane, index).number = position - t.awards
    lane.deferred_count += ONE


@inlined_by_numba
def defer_all(t: Any, lane: Any, first: Any, count: Any) -> Any:
    """Defer awards, and return how many deferred awards to write now.

    Awards wait for the end of the hand. An award that brings either side to the target, whichever wins it, ends the
    hand.
    """
    ends = lane.menu_count == ZERO
    score = lane.score
    lacks = lack_at(t, t.lacks + LACK_WIDTH * score)
    for index in range(count):
        position = first + index * AWARD_WIDTH
        award = award_at(t, position)
        defer(t, lane, position)
        if not ends and award.compared:
            ours, theirs = points_of(t, lane, award, ZERO, score), points_of(t, lane, award, ONE, score)
            ends = ours >= lacks.ours and theirs >= lacks.theirs
    return select(ends, lane.deferred_count, ZERO)


@inlined_by_llvm
def write_awards(t: Any, job: Any, lane: Any) -> None:
    """Write the awards of a step, at once or at the end of the hand, as the rules require."""
    first, count = lane.award_list >> COUNT_BITS, lane.award_list & COUNT_MASK
    if t.writes_late:
        count = defer_all(t, lane, first, count)
    for index in range(count):
        position = first + index * AWARD_WIDTH
        if t.writes_late:
            position = t.awards + deferred_of(lane, index).number
        if not lane.stopped:
            write_award(t, job, lane, award_at(t, position))
    if t.writes_late and count:
        lane.stopped = ONE


@inlined_by_numba
def drop_envido(t: Any, lane: Any) -> None:
    """Remove deferred awards of the envido: a flor annuls an envido that is not written yet."""
    count = ZERO
    for index in range(lane.deferred_count):
        award = deferred_of(lane, index).number
        if award_at(t, t.awards + award).lance != ENVIDO:
            deferred_of(lane, count).number = award
            count += ONE
    lane.deferred_count = count
