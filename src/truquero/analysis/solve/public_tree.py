"""The walk through the public tree of a hand, compiled: a step of the solver, best responses and values.

A public node is a node of the betting graph with the situation of each player and the strength to beat. Its values form
a vector with a number for each private state of a player. The tree is not stored, only the tables of the strategies:
every walk visits the decisions in the same order, and each decision takes the next entries of the tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from truquero.analysis.solve.betting_graph import ACTOR
from truquero.analysis.solve.compiled_types import (
    COMPILED,
    INDEX,
    INT_BLOCKS,
    INT_ROWS,
    INTS,
    LEARN,
    NUMBER,
    NUMBER_BLOCKS,
    NUMBERS,
    SINGLES,
    signature,
)
from truquero.analysis.solve.decisions import (
    ANY,
    CHILD,
    MAP,
    SITUATION,
    SIZE,
    TOP,
    choose,
    column,
    decide,
    options_of,
)
from truquero.analysis.solve.last_card import is_last_lead, last_card, measure_last
from truquero.sim.cpu.numba_cache import jit

DEEPEST = 64  # decisions, one after the other


@jit(signature("void", NUMBER_BLOCKS, INTS, INTS, NUMBERS, NUMBER, *[INDEX] * 5), **COMPILED)
def _end(
    deals: Any,
    begins: Any,
    hands: Any,
    vectors: Any,
    payoff: Any,
    player: Any,
    own_situation: Any,
    other_situation: Any,
    other: Any,
    out: Any,
) -> None:
    """Write the values of an end of the hand: the payoff, weighted by the deals and the reach of the other player."""
    first, first_other = begins[own_situation], begins[other_situation]
    size, other_size = begins[own_situation + 1] - first, begins[other_situation + 1] - first_other
    for state in range(size):
        total = 0.0
        row = deals[player, hands[first + state]]
        for index in range(other_size):
            total += row[hands[first_other + index]] * vectors[other + index]
        vectors[out + state] = payoff * total


_STATIC = (INT_ROWS, INTS, NUMBERS, INTS, INTS, INTS, INTS, INT_BLOCKS, INT_ROWS, INTS, NUMBER_BLOCKS)


@jit(
    signature(INDEX, *_STATIC, SINGLES, SINGLES, NUMBERS, INT_BLOCKS, NUMBERS, *[INDEX] * 12),
    **COMPILED,
)
def walk(
    nodes: Any,
    word_children: Any,
    ends: Any,
    begins: Any,
    hands: Any,
    held: Any,
    left: Any,
    shown: Any,
    covered: Any,
    maps: Any,
    deals: Any,
    regrets: Any,
    sums: Any,
    vectors: Any,
    options: Any,
    discounts: Any,
    goal: Any,
    player: Any,
    node: Any,
    own_situation: Any,
    other_situation: Any,
    top: Any,
    depth: Any,
    own: Any,
    other: Any,
    out: Any,
    free: Any,
    entry: Any,
) -> Any:
    """Write the values of a public node for a player to `vectors[out:]`, and return the entry after its subtree.

    `vectors[own:]` and `vectors[other:]` are the probabilities with which the private states of the player and of the
    other player play to this node. `vectors[free:]` is free. With LEARN the tables are updated; `discounts` are those
    of positive regrets, negative regrets and sums.
    """
    acts = nodes[node, ACTOR] == player
    situation = own_situation if acts else other_situation
    begin = begins[situation]
    size = begins[situation + 1] - begin
    own_size = begins[own_situation + 1] - begins[own_situation]
    choices = options[depth]
    count = options_of(nodes, word_children, begins, shown, covered, choices, node, situation, top)
    entries = 0
    for choice in range(count):
        entries += choices[choice, SIZE]
    strategy = free
    values = strategy + entries
    free = values + (entries if acts else 0)
    table = regrets if goal == LEARN else sums
    choose(table, choices, held, maps, vectors, count, begin, size, entry, strategy, free)
    for state in range(own_size):
        vectors[out + state] = 0.0
    following = entry + entries
    at = 0
    for choice in range(count):
        child, option_size, map_begin = column(choices, choice, CHILD), choices[choice, SIZE], choices[choice, MAP]
        after, new_top = column(choices, choice, SITUATION), column(choices, choice, TOP)
        reach = own if acts else other
        for index in range(option_size):
            state = index if map_begin == ANY else maps[map_begin + index]
            vectors[free + index] = vectors[reach + state] * vectors[strategy + at + index]
        child_own = free if acts else own
        child_other = other if acts else free
        child_out = values + at if acts else free + option_size
        child_free = free + option_size + (0 if acts else own_size)
        after_own = after if acts else own_situation
        after_other = other_situation if acts else after
        if child >= 0 and is_last_lead(map_begin, after, after_other if acts else after_own, begins, left):
            following = last_card(
                nodes, word_children, ends, begins, hands, held, deals, regrets, sums, vectors, discounts, goal, player,
                child, after_own, after_other, new_top, acts, child_own, child_other, child_out, child_free, following,
            )  # fmt: skip
        elif child >= 0:
            following = walk(
                nodes, word_children, ends, begins, hands, held, left, shown, covered, maps, deals, regrets, sums,
                vectors, options, discounts, goal, player, child, after_own, after_other, new_top, depth + 1, child_own,
                child_other, child_out, child_free, following,
            )  # fmt: skip
        else:
            payoff = ends[-1 - child] if player == 0 else -ends[-1 - child]
            _end(deals, begins, hands, vectors, payoff, player, after_own, after_other, child_other, child_out)
        if not acts:
            for state in range(own_size):
                vectors[out + state] += vectors[child_out + state]
        at += option_size
    if acts:
        decide(
            regrets, sums, choices, held, maps, vectors, discounts, goal, count, begin, size, own, out, strategy,
            values, entry,
        )  # fmt: skip
    return following


@jit(
    signature(INDEX, INT_ROWS, INTS, INTS, INTS, INT_BLOCKS, INT_ROWS, INT_BLOCKS, "int64[::1]", *[INDEX] * 5),
    **COMPILED,
)
def measure(
    nodes: Any,
    word_children: Any,
    begins: Any,
    left: Any,
    shown: Any,
    covered: Any,
    options: Any,
    totals: Any,
    node: Any,
    mano: Any,
    pie: Any,
    top: Any,
    depth: Any,
) -> Any:
    """Add the decisions and the information sets of a subtree to `totals`, and return the number of its entries."""
    situation = mano if nodes[node, ACTOR] == 0 else pie
    choices = options[depth]
    count = options_of(nodes, word_children, begins, shown, covered, choices, node, situation, top)
    totals[0] += 1
    totals[1] += begins[situation + 1] - begins[situation]
    entries = 0
    for choice in range(count):
        entries += choices[choice, SIZE]
        child, after = column(choices, choice, CHILD), column(choices, choice, SITUATION)
        new_top = column(choices, choice, TOP)
        after_mano = after if nodes[node, ACTOR] == 0 else mano
        after_pie = pie if nodes[node, ACTOR] == 0 else after
        follower = after_pie if nodes[node, ACTOR] == 0 else after_mano
        if child >= 0 and is_last_lead(choices[choice, MAP], after, follower, begins, left):
            entries += measure_last(nodes, word_children, totals, np.int64(nodes[node, ACTOR]), child)
        elif child >= 0:
            entries += measure(
                nodes, word_children, begins, left, shown, covered, options, totals, child, after_mano, after_pie,
                new_top, depth + 1,
            )  # fmt: skip
    return entries
