"""The walk after the leader of the last trick has laid the card, compiled.

The hand of the leader is known then, so the follower's card matters only for its result. The follower's states are
merged into three: one for each result.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.analysis.solve.betting_graph import ACTOR, LOWER, NO_CHILD, WORDS_BEGIN, WORDS_END
from truquero.analysis.solve.compiled_types import (
    COMPILED,
    INDEX,
    INT_ROWS,
    INTS,
    LEARN,
    NUMBER_BLOCKS,
    NUMBERS,
    RESPOND,
    SINGLES,
    signature,
)
from truquero.analysis.solve.decisions import ANY, learn
from truquero.sim.cpu.numba_cache import jit


@jit(signature("boolean", INDEX, INDEX, INDEX, INTS, INTS), **COMPILED)
def is_last_lead(map_begin: Any, leader: Any, follower: Any, begins: Any, left: Any) -> Any:
    """Return whether a card shown was the leader's last, who is now in a situation with a single state."""
    known = begins[leader + 1] - begins[leader] == 1
    return map_begin != ANY and known and left[leader] == 0 and left[follower] == 1


@jit(signature(INDEX, INTS, INDEX, INDEX), **COMPILED)
def result_of(held: Any, state: Any, top: Any) -> Any:
    """Return the result of the only card that a state holds: 0 lower, 1 equal, 2 higher than the card to beat."""
    return 1 if held[state] == 1 << top else 2 if held[state] > 1 << top else 0


@jit(signature("void", SINGLES, SINGLES, NUMBERS, NUMBERS, *[INDEX] * 8), **COMPILED)
def _decide_merged(
    regrets: Any,
    sums: Any,
    vectors: Any,
    discounts: Any,
    goal: Any,
    count: Any,
    size: Any,
    own: Any,
    out: Any,
    strategy: Any,
    values: Any,
    entry: Any,
) -> None:
    """Do what `decide` does where every state may choose every option."""
    for state in range(size):
        best, mean = -np.inf, 0.0
        for choice in range(count):
            at = choice * size + state
            best = max(best, vectors[values + at])
            mean += vectors[strategy + at] * vectors[values + at]
        vectors[out + state] = best if goal == RESPOND else mean
        if goal == LEARN:
            for choice in range(count):
                at = choice * size + state
                gain, reach = vectors[values + at] - mean, vectors[own + state] * vectors[strategy + at]
                learn(regrets, sums, discounts, entry + at, gain, reach)


@jit(
    signature(INDEX, INT_ROWS, INTS, NUMBERS, SINGLES, SINGLES, NUMBERS, NUMBERS, *[INDEX] * 9),
    **COMPILED,
)
def _after_last_lead(
    nodes: Any,
    word_children: Any,
    ends: Any,
    regrets: Any,
    sums: Any,
    vectors: Any,
    discounts: Any,
    goal: Any,
    player: Any,
    leader: Any,
    node: Any,
    own: Any,
    other: Any,
    out: Any,
    free: Any,
    entry: Any,
) -> Any:
    """Do what `walk` does where the leader has one state and the follower three: one for each result."""
    row = nodes[node]
    acts = row[ACTOR] == player
    size = 1 if row[ACTOR] == leader else 3
    own_size, other_size = (1, 3) if player == leader else (3, 1)
    words = row[WORDS_END] - row[WORDS_BEGIN]
    count = words + (row[LOWER] != NO_CHILD)
    strategy, values = free, free + count * size
    free = values + (count * size if acts else 0)
    table = regrets if goal == LEARN else sums
    for state in range(size):
        total = 0.0
        for choice in range(count):
            total += max(table[entry + choice * size + state], 0.0)
        for choice in range(count):
            at = choice * size + state
            vectors[strategy + at] = max(table[entry + at], 0.0) / total if total > 0.0 else 1.0 / count
    for state in range(own_size):
        vectors[out + state] = 0.0
    following = entry + count * size
    sign = 1.0 if player == 0 else -1.0
    for choice in range(count):
        reach = own if acts else other
        for state in range(size):
            vectors[free + state] = vectors[reach + state] * vectors[strategy + choice * size + state]
        child_own = free if acts else own
        child_other = other if acts else free
        child_out = values + choice * size if acts else free + size
        child = np.int64(word_children[row[WORDS_BEGIN] + choice]) if choice < words else np.int64(NO_CHILD)
        if child >= 0:
            following = _after_last_lead(
                nodes, word_children, ends, regrets, sums, vectors, discounts, goal, player, leader, child, child_own,
                child_other, child_out, free + size + (0 if acts else own_size), following,
            )  # fmt: skip
        else:
            for state in range(own_size):
                vectors[child_out + state] = 0.0
            for state in range(own_size):
                for index in range(other_size):
                    result = index if player == leader else state
                    at_end = child if child != NO_CHILD else row[LOWER + result]
                    vectors[child_out + state] += sign * ends[-1 - at_end] * vectors[child_other + index]
        if not acts:
            for state in range(own_size):
                vectors[out + state] += vectors[child_out + state]
    if acts:
        _decide_merged(regrets, sums, vectors, discounts, goal, count, size, own, out, strategy, values, entry)
    return following


@jit(
    signature(
        INDEX, INT_ROWS, INTS, NUMBERS, INTS, INTS, INTS, NUMBER_BLOCKS, SINGLES, SINGLES, NUMBERS,
        NUMBERS, *[INDEX] * 6, "boolean", *[INDEX] * 5
    ),
    **COMPILED,
)  # fmt: skip
def last_card(
    nodes: Any,
    word_children: Any,
    ends: Any,
    begins: Any,
    hands: Any,
    held: Any,
    deals: Any,
    regrets: Any,
    sums: Any,
    vectors: Any,
    discounts: Any,
    goal: Any,
    player: Any,
    node: Any,
    own_situation: Any,
    other_situation: Any,
    top: Any,
    leads: Any,
    own: Any,
    other: Any,
    out: Any,
    free: Any,
    entry: Any,
) -> Any:
    """Do what `walk` does, after the leader of the last trick has laid the card.

    The hand of the leader is known, so the follower's card matters only for its result. The follower's states are
    merged into three, whose reach includes the number of deals.
    """
    leader = player if leads else 1 - player
    follower_situation = other_situation if leads else own_situation
    leader_hand = hands[begins[own_situation if leads else other_situation]]
    row = deals[leader, leader_hand]
    begin, end = begins[follower_situation], begins[follower_situation + 1]
    merged = free
    for result in range(3):
        vectors[merged + result] = 0.0
    reach = other if leads else own
    for state in range(begin, end):
        vectors[merged + result_of(held, state, top)] += row[hands[state]] * vectors[reach + state - begin]
    if leads:
        return _after_last_lead(
            nodes, word_children, ends, regrets, sums, vectors, discounts, goal, player, leader, node, own, merged, out,
            free + 3, entry,
        )  # fmt: skip
    values = free + 3
    following = _after_last_lead(
        nodes, word_children, ends, regrets, sums, vectors, discounts, goal, player, leader, node, merged, other,
        values, free + 6, entry,
    )  # fmt: skip
    for state in range(begin, end):
        vectors[out + state - begin] = row[hands[state]] * vectors[values + result_of(held, state, top)]
    return following


@jit(signature(INDEX, INT_ROWS, INTS, "int64[::1]", INDEX, INDEX), **COMPILED)
def measure_last(nodes: Any, word_children: Any, totals: Any, leader: Any, node: Any) -> Any:
    row = nodes[node]
    size = 1 if row[ACTOR] == leader else 3
    totals[0] += 1
    totals[1] += size
    entries = (row[WORDS_END] - row[WORDS_BEGIN] + (row[LOWER] != NO_CHILD)) * size
    for word in range(row[WORDS_BEGIN], row[WORDS_END]):
        if word_children[word] >= 0:
            entries += measure_last(nodes, word_children, totals, leader, np.int64(word_children[word]))
    return entries
