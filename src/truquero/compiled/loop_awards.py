"""The compiled loop where something is won: who takes an award, what it is worth, and when it is written."""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.compiled import flat as fl
from truquero.compiled import lanes as la
from truquero.compiled.build import LANCES as LANCE_NAMES
from truquero.compiled.loop_hands import note_score
from truquero.compiled.loop_numbers import (
    LANCES,
    ONE,
    PLACES,
    SLOTS,
    TWO,
    VALUE_BITS,
    VALUE_MASK,
    ZERO,
    merged,
    part,
)

# A lance is told by where its points are packed in the results.
ENVIDO, TRUCO = (np.uint64(LANCE_NAMES.index(name) * la.AWARD_BITS) for name in ("envido", "truco"))
AWARD_BITS = np.uint64(la.AWARD_BITS)
COUNT_MASK = np.uint64((1 << int(fl.AWARD_COUNT_BITS)) - 1)


@part
def best_side(t: Any, m: Any, b: Any, award: Any, sides: Any) -> Any:
    """The side of the best cards among the contenders; of equals the one nearest to the mano."""
    contenders, side = t[award + fl.AWARD_CONTENDERS] + ZERO, t[award + fl.AWARD_SIDE]
    if side != TWO:
        contenders &= sides if side else ~sides
    if t[award + fl.AWARD_BARRED] and contenders & ~m[b + la.PLAIN]:
        contenders &= ~m[b + la.PLAIN]
    shift = ZERO if t[award + fl.AWARD_LANCE] == ENVIDO else VALUE_BITS  # no flor is worth 0
    best: Any = ZERO
    winner: Any = ZERO
    for place in range(t[m[b + la.KIND_AT] + fl.KIND_PLACES] + ZERO):
        value = (m[b + la.WORTH + place] >> shift & VALUE_MASK) + ONE
        value = value if contenders >> place & ONE else ZERO
        winner = place if value > best else winner
        best = max(best, value)
    return sides >> winner & ONE


@part
def flor_points(t: Any, m: Any, b: Any, award: Any, side: Any) -> Any:
    """What a stake adds for flores: those told, and those that could still have been."""
    held = t[award + fl.AWARD_CONTENDERS] & (m[b + la.DECLARED] | m[b + la.PLAIN])
    if t[award + fl.AWARD_OWN_FLORES]:
        sides = t[m[b + la.KIND_AT] + fl.KIND_SIDES] + ZERO
        held &= sides if side else ~sides
    points = ZERO
    for place in range(PLACES):
        points += t[award + fl.AWARD_PER_FLOR] * (held >> place & ONE)
    return points


@part
def points_of(t: Any, m: Any, b: Any, award: Any, side: Any, score: Any) -> Any:
    """The points of an award."""
    points = t[t[fl.STAKE_VALUES] + score * t[fl.STAKE_WIDTH] + t[award + fl.AWARD_VALUES] + side] + ZERO
    if t[award + fl.AWARD_PER_FLOR]:
        points += flor_points(t, m, b, award, side)
    return points


@part
def reach(t: Any, m: Any, b: Any) -> None:
    """Note who has reached the target; the hand ends there unless it is played out."""
    for slot in range(SLOTS):
        if m[b + la.POINTS + slot] >= t[fl.TARGET] and not m[b + la.REACHED] >> slot & ONE:
            m[b + la.REACHED] |= ONE << slot
            if not m[b + la.FIRST_REACHED]:
                m[b + la.FIRST_REACHED] = slot + ONE
    m[b + la.STOPPED] = ZERO if t[fl.PLAYS_OUT] else ONE
    note_score(t, m, b)


@part
def write_award(t: Any, m: Any, b: Any, award: Any) -> None:
    """Value an award and write its points."""
    side, sides = t[award + fl.AWARD_SIDE] + ZERO, t[m[b + la.KIND_AT] + fl.KIND_SIDES] + ZERO
    if t[award + fl.AWARD_BEST]:
        side = best_side(t, m, b, award, sides)
    score = m[b + la.FIRST_SCORE] if t[award + fl.AWARD_AT_FIRST] else m[b + la.SCORE]
    points = points_of(t, m, b, award, side, score)
    slots = m[b + la.SLOTS_1] if side else m[b + la.SLOTS_0]
    lance = t[award + fl.AWARD_LANCE]
    row = m[b + la.OUT_ROW] + la.OUT_AWARDS
    ahead = ZERO
    for slot in range(SLOTS):
        written = points * (slots >> slot & ONE)
        total = m[b + la.POINTS + slot] + written
        m[b + la.POINTS + slot] = total
        m[row + slot] += written << lance
        ahead = max(ahead, total)
    m[b + la.SCORE] += points if side else points * t[fl.WIDTH]
    if t[award + fl.AWARD_MATCH]:
        m[b + la.WON_MATCH] |= slots
    if ahead >= t[fl.TARGET]:
        reach(t, m, b)
    mano = ONE if side == sides & ONE else ZERO
    decides = ONE if lance == TRUCO else ZERO
    m[la.TOTAL_POINTS] += points
    m[la.TOTAL_MANO_POINTS] += points * mano
    m[la.TOTAL_DECIDED] += decides
    m[la.TOTAL_MANO_HANDS] += decides & mano
    m[b + la.TRUCO_WINNER] = TWO - mano if decides else m[b + la.TRUCO_WINNER]


@part
def write_late(t: Any, m: Any, b: Any, first: Any, end: Any) -> None:
    """Awards wait for the end of the hand and are written in the order of the lances. One that takes both sides out
    ends the hand."""
    ends = m[b + la.MENU_COUNT] == ZERO
    score = m[b + la.SCORE]
    lacks = t[fl.LACKS] + TWO * score
    award = first
    while award < end:
        m[b + la.DEFERRED + m[b + la.DEFERRED_COUNT]] = award - t[fl.AWARDS]
        m[b + la.DEFERRED_COUNT] += ONE
        if not ends and t[award + fl.AWARD_COMPARED]:
            ours, theirs = points_of(t, m, b, award, ZERO, score), points_of(t, m, b, award, ONE, score)
            ends = ours >= t[lacks] and theirs >= t[lacks + ONE]
        award += fl.AWARD_ROW
    if not ends:
        return
    for lance in range(LANCES):
        for index in range(m[b + la.DEFERRED_COUNT]):
            award = t[fl.AWARDS] + m[b + la.DEFERRED + index]
            if t[award + fl.AWARD_LANCE] == lance * AWARD_BITS and not m[b + la.STOPPED]:
                write_award(t, m, b, award)
    m[b + la.STOPPED] = ONE


@merged
def write_awards(t: Any, m: Any, b: Any) -> None:
    """Write what a step has won, at once or at the end of the hand as the rules have it."""
    award = m[b + la.WON] >> fl.AWARD_COUNT_BITS
    end = award + (m[b + la.WON] & COUNT_MASK) * fl.AWARD_ROW
    if t[fl.WRITES_LATE]:
        write_late(t, m, b, award, end)
        return
    while award < end and not m[b + la.STOPPED]:
        write_award(t, m, b, award)
        award += fl.AWARD_ROW


@part
def drop_envido(t: Any, m: Any, b: Any) -> None:
    """A flor annuls an envido that is not written yet."""
    kept = ZERO
    for index in range(m[b + la.DEFERRED_COUNT]):
        award = m[b + la.DEFERRED + index]
        if t[t[fl.AWARDS] + award + fl.AWARD_LANCE] != ENVIDO:
            m[b + la.DEFERRED + kept] = award
            kept += ONE
    m[b + la.DEFERRED_COUNT] = kept
