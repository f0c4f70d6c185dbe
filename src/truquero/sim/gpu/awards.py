"""Awards in all lanes: the side that wins an award, its points, and when they are added to the score."""

from __future__ import annotations

from truquero.engine.state import LANCES
from truquero.sim.gpu import tensors as gt
from truquero.sim.gpu.lanes import NOTHING, Lanes
from truquero.sim.gpu.primitives import Tensor, bit, look_up, pick_element, put_element, torch
from truquero.sim.gpu.tensors import GpuGame
from truquero.sim.tables import layout
from truquero.sim.tables.layout import MOST_DEFERRED
from truquero.sim.tables.match_structure import NO_SCORE_COLUMN

ENVIDO, TRUCO = 1, 2
COUNT_MASK = (1 << layout.AWARD_COUNT_BITS) - 1
VALUE_MASK = (1 << layout.VALUE_BITS) - 1
_NONE = len(LANCES) * MOST_DEFERRED  # greater than the key of every deferred award


def sides_of(game: GpuGame, lane: Lanes) -> Tensor:
    """Return the places of side 1, as a bit mask."""
    if game.constants.sides >= 0:
        return torch.full_like(lane.kind, game.constants.sides)
    return look_up(game.tables.side_masks, lane.kind)


def note_score(game: GpuGame, lane: Lanes) -> Tensor:
    """Return the index of the score.

    Points above the target are capped. If both sides reach the target, the side ahead gets one more than the target.
    """
    target = game.constants.target
    first, second = torch.zeros_like(lane.score), torch.zeros_like(lane.score)
    for score_column, points in enumerate(lane.points):
        first = torch.maximum(first, points * bit(lane.first_score_columns, score_column))
        second = torch.maximum(second, points * bit(lane.second_score_columns, score_column))
    first_capped, second_capped = first.clamp(max=target), second.clamp(max=target)
    level = first_capped == second_capped
    first_capped, second_capped = first_capped + (level & (first > second)), second_capped + (level & (second > first))
    return first_capped * game.constants.score_width + second_capped


def settle_awards(game: GpuGame, lane: Lanes, acts: Tensor, award_list: Tensor) -> None:
    """Add the awards of a step to the score, or defer them to the end of the hand if the rules do so."""
    first, count = award_list >> layout.AWARD_COUNT_BITS, award_list & COUNT_MASK
    for index in range(game.constants.most_awards):
        wins = acts & (index < count)
        award = look_up(game.tables.awards, torch.where(wins, first + index, 0))
        if game.constants.writes_late:
            _defer(game, lane, wins, award)
        else:
            _write(game, lane, wins & ~lane.stopped, award)


def _write(game: GpuGame, lane: Lanes, wins: Tensor, award: Tensor) -> None:
    """Compute the points of an award and add them to the score."""
    constants = game.constants
    sides = sides_of(game, lane)
    side = (award >> gt.WHOSE_SHIFT & gt.WHOSE_MASK) - 1
    if constants.features.best:
        side = torch.where(award & gt.BEST != 0, _best_side(game, lane, award, side, sides), side)
    if constants.features.takes_back:
        side = torch.where((award & gt.TAKES_BACK != 0) & (side < 0), lane.envido_side, side)
    side = torch.where(wins, side, 0)
    score = lane.score
    if constants.features.at_first:
        score = torch.where(award & gt.AT_FIRST != 0, lane.first_score, score)
    points = torch.where(wins, _points(game, lane, award, side, score), 0)
    score_columns = torch.where(wins, torch.where(side != 0, lane.second_score_columns, lane.first_score_columns), 0)
    lance = award & gt.LANCE_MASK
    if constants.features.takes_back:
        takes_back = (award & gt.TAKES_BACK != 0) & (side == lane.envido_side)
        points = torch.where(wins & takes_back, -lane.envido_points, points)
        envido = wins & (lance == ENVIDO)
        lane.envido_points = torch.where(envido, points, lane.envido_points)
        lane.envido_side = torch.where(envido, side, lane.envido_side)
    _write_points(game, lane, points, score_columns, lance)
    if constants.features.match:
        lane.won_match = torch.where(award & gt.MATCH != 0, lane.won_match | score_columns, lane.won_match)
    mano = wins & (side == sides & 1)
    lane.all_points = lane.all_points + points
    lane.mano_points = lane.mano_points + torch.where(mano, points, 0)
    truco = wins & (lance == TRUCO)
    lane.winner = torch.where(truco, (~mano).to(torch.int32), lane.winner)
    lane.decided = lane.decided + truco
    lane.mano_hands = lane.mano_hands + (truco & mano)
    lane.score = torch.where(wins, note_score(game, lane), lane.score)
    if not constants.plays_out:
        lane.stopped = lane.stopped | (wins & (lane.reached != 0))


def _write_points(game: GpuGame, lane: Lanes, points: Tensor, score_columns: Tensor, lance: Tensor) -> None:
    constants = game.constants
    for score_column in range(constants.score_columns):
        written = points * bit(score_columns, score_column)
        lane.points[score_column] = lane.points[score_column] + written
        for number, lance_number in enumerate(constants.lances):
            column = number * constants.score_columns + score_column
            lane.awards[column] = lane.awards[column] + torch.where(lance == lance_number, written, 0)
        is_reached = lane.points[score_column] >= constants.target
        lane.reached = torch.where(is_reached, lane.reached | 1 << score_column, lane.reached)
        if constants.features.takes_back and constants.plays_out:
            lane.reached = torch.where(is_reached, lane.reached, lane.reached & ~(1 << score_column))
        lane.first_reached = torch.where(
            is_reached & (lane.first_reached == NO_SCORE_COLUMN), score_column, lane.first_reached
        )
    # The side whose points are taken back was the last to reach the target: reset the first one only if none is left.
    if constants.features.takes_back and constants.plays_out:
        lane.first_reached = torch.where(lane.reached == 0, NO_SCORE_COLUMN, lane.first_reached)


def _best_side(game: GpuGame, lane: Lanes, award: Tensor, side: Tensor, sides: Tensor) -> Tensor:
    """Return the side of the contender with the best cards; in a tie, of the contender nearest to the mano."""
    contenders = award >> gt.CONTENDERS_SHIFT & gt.CONTENDERS_MASK
    contenders = torch.where(side == 0, contenders & ~sides, torch.where(side == 1, contenders & sides, contenders))
    if game.constants.features.barred:
        unbarred = contenders & ~lane.plain
        contenders = torch.where((award & gt.BARRED != 0) & (unbarred != 0), unbarred, contenders)
    shift = torch.where(award & gt.LANCE_MASK == ENVIDO, 0, layout.VALUE_BITS)
    best = torch.full_like(award, -1)
    winner = torch.zeros_like(award)
    for place, hand_value in enumerate(lane.hand_value):
        value = torch.where(bit(contenders, place) != 0, hand_value >> shift & VALUE_MASK, -1)
        winner = torch.where(value > best, place, winner)
        best = torch.maximum(best, value)
    return sides >> winner & 1


def _points(game: GpuGame, lane: Lanes, award: Tensor, side: Tensor, score: Tensor) -> Tensor:
    """Return the points of an award. A stake may add points per flor, both declared and not yet sung."""
    constants, t = game.constants, game.tables
    stake = award >> gt.STAKE_SHIFT
    points = look_up(t.stake_values, (2 * stake + side) * constants.scores + score)
    if not constants.features.counts_flores:
        return points
    held = (award >> gt.CONTENDERS_SHIFT & gt.CONTENDERS_MASK) & (lane.declared | lane.plain)
    sides = sides_of(game, lane)
    own = held & torch.where(side != 0, sides, ~sides)
    held = torch.where(look_up(t.flor_stakes, 2 * stake + 1) != 0, own, held)
    flores = bit(held, 0)
    for place in range(1, constants.places):
        flores = flores + bit(held, place)
    return points + look_up(t.flor_stakes, 2 * stake) * flores


# -------------------------------------------------------------------------------------------------------- written late


def _defer(game: GpuGame, lane: Lanes, wins: Tensor, award: Tensor) -> None:
    """Defer an award to the end of the hand.

    An award settled by cards or by a false word ends the hand at once if each side would reach the target with it.
    """
    put_element(lane.deferred, lane.deferred_count, award, wins)
    lane.deferred_count = lane.deferred_count + wins
    lacks, side_0 = game.tables.lacks, torch.zeros_like(award)
    first = _points(game, lane, award, side_0, lane.score) >= look_up(lacks, 2 * lane.score)
    second = _points(game, lane, award, side_0 + 1, lane.score) >= look_up(lacks, 2 * lane.score + 1)
    lane.stopped = lane.stopped | (wins & (award & gt.COMPARED != 0) & first & second)


def drop_envido(lane: Lanes, flor: Tensor) -> None:
    """Cancel deferred awards of the envido in the lanes in which a flor is declared."""
    for number, award in enumerate(lane.deferred):
        lane.deferred[number] = torch.where(flor & (award & gt.LANCE_MASK == ENVIDO), NOTHING, award)


def write_deferred(game: GpuGame, lane: Lanes, ended: Tensor) -> None:
    """Add the deferred awards to the score in the order of the lances, until a game is won."""
    lane.stopped = lane.stopped & ~ended  # from here on it means that a game is won
    for _ in lane.deferred:
        first = torch.full_like(lane.state, _NONE)
        for number, award in enumerate(lane.deferred):
            key = (award & gt.LANCE_MASK) * MOST_DEFERRED + number
            first = torch.where(award == NOTHING, first, torch.minimum(first, key))
        has_award = ended & (first < _NONE)
        if not torch.compiler.is_compiling() and not bool(has_award.any()):
            return
        chosen = first % MOST_DEFERRED
        award = torch.where(has_award, pick_element(lane.deferred, chosen), 0)
        _write(game, lane, has_award & ~lane.stopped, award)
        put_element(lane.deferred, chosen, torch.full_like(award, NOTHING), has_award)
