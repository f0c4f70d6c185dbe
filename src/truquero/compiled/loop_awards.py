"""The compiled loop where something is won: who takes an award, what it is worth, and when it is written."""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.compiled import flat as fl
from truquero.compiled import lanes as la
from truquero.compiled import layout as at
from truquero.compiled.course import NO_SLOT
from truquero.compiled.loop_hands import note_score
from truquero.compiled.loop_numbers import COUNT_MASK, VALUE_MASK, U, jit, merged
from truquero.engine.state import NOBODY

ENVIDO, TRUCO = 1, 2


@merged
def best_side(t: Any, m: Any, b: Any, award: Any, sides: Any) -> Any:
    """The side of the best cards among the contenders; of equals the one nearest to the mano."""
    contenders, side = np.int64(t[U(award + at.AWARD_CONTENDERS)]), t[U(award + at.AWARD_SIDE)]
    if side != NOBODY:
        contenders &= sides if side else ~sides
    if t[U(award + at.AWARD_BARRED)] and contenders & ~m[U(b + la.PLAIN)]:
        contenders &= ~m[U(b + la.PLAIN)]
    shift = 0 if t[U(award + at.AWARD_LANCE)] == ENVIDO else at.VALUE_BITS  # no flor is worth 0
    best, winner = np.int64(-1), np.int64(0)
    for place in range(t[U(t[fl.KIND_PLACES] + m[U(b + la.KIND)])]):
        value = (m[U(b + la.WORTH + place)] >> shift & VALUE_MASK) - 2 * VALUE_MASK * (1 - (contenders >> place & 1))
        winner = np.int64(place) if value > best else winner
        best = max(best, value)
    return sides >> winner & 1


@jit
def points_of(t: Any, m: Any, b: Any, award: Any, side: Any, score: Any) -> Any:
    """The points of an award; a stake may count flores: those told, and those that could still have been."""
    stake = t[U(award + at.AWARD_STAKE)]
    points = np.int64(t[U(t[fl.STAKE_VALUES] + (2 * stake + side) * t[fl.SCORES] + score)])
    each = t[U(t[fl.FLOR_STAKES] + 2 * stake)]
    if each:
        held = np.int64(t[U(award + at.AWARD_CONTENDERS)]) & (m[U(b + la.DECLARED)] | m[U(b + la.PLAIN)])
        if t[U(t[fl.FLOR_STAKES] + 2 * stake + 1)]:
            sides = np.int64(t[U(t[fl.SIDE_MASKS] + m[U(b + la.KIND)])])
            held &= sides if side else ~sides
        for place in range(la.MOST_PLACES):
            points += each * (held >> place & 1)
    return points


@jit
def write_award(t: Any, m: Any, b: Any, award: Any) -> None:
    """Value an award and write its points."""
    side, sides = np.int64(t[U(award + at.AWARD_SIDE)]), np.int64(t[U(t[fl.SIDE_MASKS] + m[U(b + la.KIND)])])
    if t[U(award + at.AWARD_BEST)]:
        side = best_side(t, m, b, award, sides)
    score = m[U(b + la.FIRST_SCORE)] if t[U(award + at.AWARD_AT_FIRST)] else m[U(b + la.SCORE)]
    points = points_of(t, m, b, award, side, score)
    lance = np.int64(t[U(award + at.AWARD_LANCE)])
    mask = m[U(b + la.MASK_1)] if side else m[U(b + la.MASK_0)]
    for slot in range(la.SLOTS):
        written = points * (mask >> slot & 1)
        m[U(b + la.POINTS + slot)] += written
        m[U(b + la.AWARDS + lance * la.SLOTS + slot)] += written
        if m[U(b + la.POINTS + slot)] >= t[fl.TARGET]:
            m[U(b + la.REACHED)] |= 1 << slot
            if m[U(b + la.FIRST_REACHED)] == NO_SLOT:
                m[U(b + la.FIRST_REACHED)] = slot
    if t[U(award + at.AWARD_MATCH)]:
        m[U(b + la.WON_MATCH)] |= mask
    mano = side == sides & 1
    m[la.TOTAL_POINTS] += points
    m[la.TOTAL_MANO_POINTS] += points * mano
    if lance == TRUCO:
        m[U(b + la.WINNER)] = not mano
        m[la.TOTAL_DECIDED] += 1
        m[la.TOTAL_MANO_HANDS] += mano
    note_score(t, m, b)
    if m[U(b + la.REACHED)] and not t[fl.PLAYS_OUT]:
        m[U(b + la.STOPPED)] = 1


@jit
def write_late(t: Any, m: Any, b: Any, first: Any, count: Any) -> None:
    """Awards wait for the end of the hand and are written in the order of the lances. One that takes both sides out
    ends the hand."""
    ends = t[U(t[fl.STATES] + m[U(b + la.STATE)])] & COUNT_MASK == 0
    score = m[U(b + la.SCORE)]
    lacks = t[fl.LACKS] + 2 * score
    for number in range(count):
        award = first + number * at.AWARD_WIDTH
        m[U(b + la.DEFERRED + m[U(b + la.DEFERRED_COUNT)])] = award - t[fl.AWARDS]
        m[U(b + la.DEFERRED_COUNT)] += 1
        if not ends and t[U(award + at.AWARD_COMPARED)]:
            ends = (
                points_of(t, m, b, award, 0, score) >= t[U(lacks)]
                and points_of(t, m, b, award, 1, score) >= t[U(lacks + 1)]
            )
    if not ends:
        return
    for lance in range(la.LANCES):
        for index in range(m[U(b + la.DEFERRED_COUNT)]):
            award = t[fl.AWARDS] + m[U(b + la.DEFERRED + index)]
            if t[U(award + at.AWARD_LANCE)] == lance and not m[U(b + la.STOPPED)]:
                write_award(t, m, b, award)
    m[U(b + la.STOPPED)] = 1


@jit
def write_awards(t: Any, m: Any, b: Any, listed: Any) -> None:
    """Write what a step has won, at once or at the end of the hand as the rules have it."""
    first, count = t[fl.AWARDS] + (listed >> at.MENU_COUNT_BITS) * at.AWARD_WIDTH, listed & COUNT_MASK
    if t[fl.WRITES_LATE]:
        write_late(t, m, b, first, count)
        return
    for index in range(count):
        if not m[U(b + la.STOPPED)]:
            write_award(t, m, b, first + index * at.AWARD_WIDTH)


@jit
def drop_envido(t: Any, m: Any, b: Any) -> None:
    """A flor annuls an envido that is not written yet."""
    kept = 0
    for index in range(m[U(b + la.DEFERRED_COUNT)]):
        award = m[U(b + la.DEFERRED + index)]
        if t[U(t[fl.AWARDS] + award + at.AWARD_LANCE)] != ENVIDO:
            m[U(b + la.DEFERRED + kept)] = award
            kept += 1
    m[U(b + la.DEFERRED_COUNT)] = kept
