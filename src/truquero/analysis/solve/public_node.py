"""The public nodes of a hand, and what the average strategies do there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from truquero.analysis.solve import decisions
from truquero.analysis.solve.betting_graph import (
    ACTOR,
    EQUAL,
    HIGHER,
    LOWER,
    NO_CHILD,
    WORDS_BEGIN,
    WORDS_END,
)
from truquero.analysis.solve.hand_solver import HandSolver
from truquero.analysis.solve.last_card import is_last_lead
from truquero.engine.state import COVER, PLAY

LEADER_SIZE, FOLLOWER_SIZE = 1, 3  # entries of an option after the last lead


class NodeMove(NamedTuple):
    """A word, or a card: shown with its strength, face down, or any card with a result that ends the hand."""

    code: str  # of the move; `carta` and `tapada` stand for any card
    strength: int | None = None  # of a card that is shown
    result: int | None = None  # -1 lower, 0 equal or 1 higher than the card to beat


@dataclass(frozen=True)
class NodeChoice:
    """A move with its probability in each private state of who acts; a state that may not make it has 0.

    After a card, the states are those after it, and `before` maps them to the states that held it.
    """

    move: NodeMove  # what is done
    probabilities: NDArray[np.float64]  # of the average strategy
    before: NDArray[np.int32]  # the private state before the move, for each state after it
    following: PublicNode | None  # None: the hand is over


@dataclass(frozen=True)
class PublicNode:
    """A public node, and where its entries begin in the tables.

    `leader` is the player who has laid the last card that leads. From then on the private states of the follower are
    the results of the last card.
    """

    solver: HandSolver  # with the strategies
    node: int  # of the betting graph
    situations: tuple[int, int]  # of the mano and of the pie
    top: int  # the strength to beat
    entry: int  # the first of its entries
    leader: int | None = None

    @property
    def actor(self) -> int:
        """The player who acts: 0 for the mano, 1 for the pie."""
        return int(self.solver.graph.nodes[self.node, ACTOR])

    def choices(self) -> tuple[NodeChoice, ...]:
        """Return what may be done here, with the probabilities of the average strategy."""
        return tuple(self._before_last_lead() if self.leader is None else self._after_last_lead())

    def _before_last_lead(self) -> Iterator[NodeChoice]:
        graph, states = self.solver.graph, self.solver.states
        situation = self.situations[self.actor]
        size = int(states.begins[situation + 1] - states.begins[situation])
        held = states.held[states.begins[situation] : states.begins[situation + 1]]
        options = self.solver.options_of(self.node, situation, self.top)
        ends = np.cumsum([0, *(option[decisions.SIZE] for option in options)])
        befores, masks = [], []
        for option in options:
            begin, count = option[decisions.MAP], option[decisions.SIZE]
            is_card = begin != decisions.ANY
            befores.append(states.maps[begin : begin + count] if is_card else np.arange(size, dtype=np.int32))
            cards = option[decisions.CARDS]
            masks.append(np.ones(count, bool) if is_card or cards == decisions.ANY else held & cards != 0)
        entries = self.solver.sums[self.entry : self.entry + ends[-1]].astype(float)
        parts = [np.where(mask, entries[a:b], 0.0) for mask, a, b in zip(masks, ends, ends[1:], strict=False)]
        shares = _shares(parts, befores, masks, size)
        following = self.entry + int(ends[-1])
        word = int(graph.nodes[self.node, WORDS_BEGIN])
        for option, before, share in zip(options, befores, shares, strict=True):
            child = int(option[decisions.CHILD])
            if option[decisions.MAP] != decisions.ANY:
                top = int(option[decisions.TOP])
                move = NodeMove(COVER) if top == decisions.FACE_DOWN else NodeMove(PLAY, strength=top)
            elif word < graph.nodes[self.node, WORDS_END]:
                move, word = NodeMove(graph.words[word]), word + 1
            else:
                move = NodeMove(PLAY, result=self._result_of(child, int(option[decisions.CARDS])))
            public_node = None if child < 0 else self._after(option, following)
            if public_node is not None:
                following += public_node.size
            yield NodeChoice(move, share, before, public_node)

    def _result_of(self, child: int, cards: int) -> int:
        below = (1 << max(self.top, 0)) - 1
        equal = 1 << self.top if self.top >= 0 else 0
        row = self.solver.graph.nodes[self.node]
        for column, mask, result in ((LOWER, below, -1), (EQUAL, equal, 0), (HIGHER, ~(below | equal), 1)):
            if row[column] == child and cards in (mask, decisions.ANY):
                return result
        raise AssertionError("an option is no result")

    def _after(self, option: NDArray[np.int32], entry: int) -> PublicNode:
        states = self.solver.states
        child, after, top = (int(option[c]) for c in (decisions.CHILD, decisions.SITUATION, decisions.TOP))
        situations = (after, self.situations[1]) if self.actor == 0 else (self.situations[0], after)
        follower = situations[1 - self.actor]
        last = is_last_lead(int(option[decisions.MAP]), after, follower, states.begins, states.left)
        return PublicNode(self.solver, child, situations, top, entry, self.actor if last else None)

    @property
    def size(self) -> int:
        """The number of entries of this public_node and all that follow."""
        if self.leader is None:
            return self.solver.entries_below(self.node, self.situations, self.top)
        return self.solver.entries_after_last_lead(self.node, self.leader)

    def _after_last_lead(self) -> Iterator[NodeChoice]:
        graph = self.solver.graph
        row = graph.nodes[self.node]
        size = LEADER_SIZE if self.actor == self.leader else FOLLOWER_SIZE
        words = range(row[WORDS_BEGIN], row[WORDS_END])
        count = len(words) + int(row[LOWER] != NO_CHILD)
        sums = self.solver.sums[self.entry : self.entry + count * size].astype(float).reshape(count, size)
        totals = sums.sum(axis=0)
        shares = np.where(totals > 0, sums / np.where(totals > 0, totals, 1), 1 / count)
        following, before = self.entry + count * size, np.arange(size, dtype=np.int32)
        for word, share in zip(words, shares, strict=False):
            child = int(graph.word_children[word])
            public_node = None
            if child >= 0:
                public_node = PublicNode(self.solver, child, self.situations, self.top, following, self.leader)
                following += public_node.size
            yield NodeChoice(NodeMove(graph.words[word]), share, before, public_node)
        if count > len(words):
            yield NodeChoice(NodeMove(PLAY), shares[-1], before, None)


def _shares(
    parts: list[NDArray[np.float64]], befores: list[NDArray[np.int32]], masks: list[NDArray[np.bool_]], size: int
) -> list[NDArray[np.float64]]:
    """Return the probability of each entry among those of its state, uniform where all entries are 0."""
    totals, numbers = np.zeros(size), np.zeros(size)
    for part, before, mask in zip(parts, befores, masks, strict=True):
        np.add.at(totals, before, part)
        np.add.at(numbers, before, mask)
    uniform = 1 / np.maximum(numbers, 1)
    known = totals > 0
    return [
        np.where(mask, np.where(known[before], part / np.where(known, totals, 1)[before], uniform[before]), 0.0)
        for part, before, mask in zip(parts, befores, masks, strict=True)
    ]
