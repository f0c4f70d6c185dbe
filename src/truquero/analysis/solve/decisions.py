"""The options of a decision, and what a walk does there, compiled.

The entries of a decision in the tables are those of its options one after the other. An option has an entry for each
private state after it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.analysis.solve.betting_graph import (
    EQUAL,
    HIGHER,
    LEADS,
    LOWER,
    MAY_COVER,
    NO_CHILD,
    OPENED,
    WORDS_BEGIN,
    WORDS_END,
)
from truquero.analysis.solve.compiled_types import (
    COMPILED,
    INDEX,
    INT_BLOCKS,
    INT_ROWS,
    INTS,
    LEARN,
    NUMBER,
    NUMBERS,
    RESPOND,
    SINGLES,
    signature,
)
from truquero.analysis.solve.private_states import NONE
from truquero.sim.cpu.numba_cache import jit

FACE_DOWN = -1  # the strength to beat if the card to beat is face down
MOST_OPTIONS = 64  # of a decision

# The columns of an option. After a card, a map gives the private state before it for each state after it.
CHILD, SIZE, MAP, SITUATION, TOP, CARDS, OPTION_WIDTH = range(7)
ANY = -1  # in place of a map: the states stay as they are; in place of a mask of cards: any card will do


@jit(signature("void", INTS, *[INDEX] * 6), **COMPILED)
def _write(option: Any, child: Any, size: Any, map_begin: Any, situation: Any, top: Any, cards: Any) -> None:
    option[CHILD], option[SIZE], option[MAP] = child, size, map_begin
    option[SITUATION], option[TOP], option[CARDS] = situation, top, cards


@jit(signature(INDEX, INT_ROWS, INTS, INTS, INT_BLOCKS, INT_ROWS, INT_ROWS, INDEX, INDEX, INDEX), **COMPILED)
def options_of(
    nodes: Any,
    word_children: Any,
    begins: Any,
    shown: Any,
    covered: Any,
    options: Any,
    node: Any,
    situation: Any,
    top: Any,
) -> Any:
    """Write the options of a decision and return their number.

    Cards with the same result that end the hand are one option, because nobody learns anything from their difference.
    """
    row = nodes[node]
    size = begins[situation + 1] - begins[situation]
    count = 0
    for word in range(row[WORDS_BEGIN], row[WORDS_END]):
        _write(options[count], word_children[word], size, ANY, situation, top, ANY)
        count += 1
    leads = row[LEADS] == 1
    if row[OPENED if leads else LOWER] == NO_CHILD:
        return count
    for strength in range(shown.shape[1]):
        child = row[OPENED] if leads else row[HIGHER if strength > top else EQUAL if strength == top else LOWER]
        after = shown[situation, strength, 0]
        if child >= 0 and after != NONE:
            size_after = begins[after + 1] - begins[after]
            _write(options[count], child, size_after, shown[situation, strength, 1], after, strength, ANY)
            count += 1
    covers = row[MAY_COVER] == 1 and covered[situation, 0] != NONE
    covered_result = OPENED if leads else EQUAL if top == FACE_DOWN else LOWER
    if covers and row[covered_result] >= 0:
        after = covered[situation, 0]
        size_after = begins[after + 1] - begins[after]
        _write(options[count], row[covered_result], size_after, covered[situation, 1], after, FACE_DOWN, ANY)
        count += 1
    if leads:
        return count
    for result in range(LOWER, HIGHER + 1):
        if row[result] < 0:
            below, equal = (1 << max(top, 0)) - 1, (1 << max(top, 0)) if top >= 0 else 0
            cards = below if result == LOWER else equal if result == EQUAL else ~(below | equal)
            if covers and result == covered_result:
                cards = ANY
            if cards != 0:
                _write(options[count], row[result], size, ANY, situation, top, cards)
                count += 1
    return count


@jit(signature(INDEX, INT_ROWS, INDEX, INDEX), **COMPILED)
def column(options: Any, choice: Any, column: Any) -> Any:
    """Return a number of an option. A recursive call with narrow numbers would be another function to Numba."""
    return np.int64(options[choice, column])


@jit(signature("boolean", INTS, INTS, INDEX, INDEX), **COMPILED)
def may(option: Any, held: Any, begin: Any, state: Any) -> Any:
    """Return whether a private state may choose an option. After a card, all states that are listed may."""
    return option[MAP] != ANY or option[CARDS] == ANY or held[begin + state] & option[CARDS] != 0


@jit(signature("void", SINGLES, INT_ROWS, INTS, INTS, NUMBERS, *[INDEX] * 6), **COMPILED)
def choose(
    table: Any,
    options: Any,
    held: Any,
    maps: Any,
    vectors: Any,
    count: Any,
    begin: Any,
    size: Any,
    entry: Any,
    strategy: Any,
    totals: Any,
) -> None:
    """Write the probabilities of a decision: in proportion to the positive entries of the table, or uniform."""
    numbers = totals + size
    for state in range(size):
        vectors[totals + state] = vectors[numbers + state] = 0.0
    at = 0
    for choice in range(count):
        option = options[choice]
        for index in range(option[SIZE]):
            if may(option, held, begin, index):
                state = index if option[MAP] == ANY else maps[option[MAP] + index]
                vectors[totals + state] += max(table[entry + at], 0.0)
                vectors[numbers + state] += 1.0
            at += 1
    at = 0
    for choice in range(count):
        option = options[choice]
        for index in range(option[SIZE]):
            share = 0.0
            if may(option, held, begin, index):
                state = index if option[MAP] == ANY else maps[option[MAP] + index]
                total = vectors[totals + state]
                share = max(table[entry + at], 0.0) / total if total > 0.0 else 1.0 / vectors[numbers + state]
            vectors[strategy + at] = share
            at += 1


@jit(signature("void", SINGLES, SINGLES, NUMBERS, INDEX, NUMBER, NUMBER), **COMPILED)
def learn(regrets: Any, sums: Any, discounts: Any, at: Any, gain: Any, reach: Any) -> None:
    """Add a step to an entry: what its move gains over the strategy, and the probability to play to it and make it.

    `discounts` are those of earlier positive regrets, negative regrets and sums.
    """
    regret = regrets[at] * (discounts[0] if regrets[at] > 0.0 else discounts[1])
    regrets[at] = regret + gain
    sums[at] = sums[at] * discounts[2] + reach


@jit(
    signature("void", SINGLES, SINGLES, INT_ROWS, INTS, INTS, NUMBERS, NUMBERS, *[INDEX] * 9),
    **COMPILED,
)
def decide(
    regrets: Any,
    sums: Any,
    options: Any,
    held: Any,
    maps: Any,
    vectors: Any,
    discounts: Any,
    goal: Any,
    count: Any,
    begin: Any,
    size: Any,
    own: Any,
    out: Any,
    strategy: Any,
    values: Any,
    entry: Any,
) -> None:
    """Write the values of a decision of the player from those of its options, and with LEARN update the tables."""
    if goal == RESPOND:
        for state in range(size):
            vectors[out + state] = -np.inf
    at = 0
    for choice in range(count):
        option = options[choice]
        for index in range(option[SIZE]):
            if may(option, held, begin, index):
                state = index if option[MAP] == ANY else maps[option[MAP] + index]
                value = vectors[values + at]
                if goal == RESPOND:
                    vectors[out + state] = max(vectors[out + state], value)
                else:
                    vectors[out + state] += vectors[strategy + at] * value
            at += 1
    if goal != LEARN:
        return
    at = 0
    for choice in range(count):
        option = options[choice]
        for index in range(option[SIZE]):
            if may(option, held, begin, index):
                state = index if option[MAP] == ANY else maps[option[MAP] + index]
                gain = vectors[values + at] - vectors[out + state]
                learn(regrets, sums, discounts, entry + at, gain, vectors[own + state] * vectors[strategy + at])
            at += 1
