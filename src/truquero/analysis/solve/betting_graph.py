"""The automaton of a hand as arrays: who acts, what each move leads to, and what the ends of the hand pay.

The graph contains no cards. A card that is laid leads to one node for each result of its comparison with the card to
beat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from truquero.analysis.solve.not_solvable import NotSolvable
from truquero.engine import State, advance, moves, question, start
from truquero.engine.automaton import SHOW
from truquero.engine.state import COVER, NOBODY, OF_CARDS, PLAY, Award, Option
from truquero.i18n import _
from truquero.rules.hand_rules import HandRules
from truquero.rules.moves import LEAVE
from truquero.rules.stakes import HandScore
from truquero.table.score_guards import score_allows

Points = tuple[int, int]  # of the mano and of the pie
Payoff = Callable[[Points], float]  # what the points of a hand are worth to the mano

NO_CHILD = np.iinfo(np.int32).min

# The columns of `BettingGraph.nodes`. A child is the number of a node, or -1 - n for the n-th end of the hand.
(
    ACTOR,
    WORDS_BEGIN,  # of the children in `word_children`
    WORDS_END,
    LEADS,  # 1: the card laid next is the first of its trick
    OPENED,  # the child after a card that leads
    LOWER,  # the children after a card that is lower than, equal to or higher than the card to beat
    EQUAL,
    HIGHER,
    MAY_COVER,  # 1: a card may be laid face down, which leads to the same children
    WIDTH,
) = range(10)
_RESULTS = {-1: LOWER, 0: EQUAL, 1: HIGHER}


@dataclass(frozen=True)
class BettingGraph:
    """The nodes that play can reach at a score. `ends` are the payoffs of the mano; the pie's are the opposite."""

    nodes: NDArray[np.int32]
    word_children: NDArray[np.int32]
    words: tuple[str, ...]  # the move of each entry of `word_children`
    ends: NDArray[np.float64]
    states: tuple[State, ...]  # of each node


def betting_graph(hand: HandRules, score: HandScore, payoff: Payoff) -> BettingGraph:
    """Return the graph of a hand of two players at a score.

    Raise `NotSolvable` for hands whose course depends on hidden cards in another way than by comparing them.
    """
    return _Builder(hand, score, payoff).build()


@dataclass
class _Builder:
    hand: HandRules
    score: HandScore
    payoff: Payoff
    numbers: dict[tuple[State, Points], int] = field(default_factory=dict)
    queue: list[tuple[State, Points]] = field(default_factory=list)
    ends: dict[Points, int] = field(default_factory=dict)

    def build(self) -> BettingGraph:
        self._child(start(self.hand), (0, 0))
        rows: list[list[int]] = []
        children: list[int] = []
        words: list[str] = []
        while len(rows) < len(self.queue):  # the queue grows
            state, points = self.queue[len(rows)]
            row = [NO_CHILD] * WIDTH
            row[ACTOR], options = self._options(state)
            row[WORDS_BEGIN] = len(children)
            row[MAY_COVER] = int(any(option.move == COVER for option in options))
            for option in options:
                if option.move == PLAY:
                    self._lay(row, state, points)
                elif option.move != COVER:
                    children.append(self._after(state, points, row[ACTOR], option.move, None))
                    words.append(option.move)
            row[WORDS_END] = len(children)
            row[LEADS] = int(state.best == NOBODY)
            rows.append(row)
        ends = [self.payoff(points) for points in self.ends]
        return BettingGraph(
            np.array(rows, np.int32),
            np.array(children, np.int32),
            tuple(words),
            np.array(ends, np.float64),
            tuple(state for state, _points in self.queue),
        )

    def _options(self, state: State) -> tuple[int, list[Option]]:
        """Return the place that acts and what it may do at this score."""
        acting = {place: options for place, options in moves(self.hand, state).items() if options}
        if len(acting) != 1:
            raise NotSolvable(_("both players may speak at the same time in this game"))
        ((place, options),) = acting.items()
        return place, [option for option in options if self._is_open(option)]

    def _is_open(self, option: Option) -> bool:
        """Return whether a move is open at this score, without moves that are never better than another.

        Who leaves loses no less than who plays on and refuses every call. Who shows cards that win would win anyway.
        """
        if option.move in (LEAVE, SHOW):
            return False
        for guard in option.guards:
            if guard.need in OF_CARDS:
                raise NotSolvable(_("moves depend on a flor in this game"))
            if not score_allows(self.hand, guard, self.score):
                return False
        return True

    def _lay(self, row: list[int], state: State, points: Points) -> None:
        if state.best == NOBODY:
            row[OPENED] = self._after(state, points, row[ACTOR], PLAY, None)
            return
        for answer, column in _RESULTS.items():
            row[column] = self._after(state, points, row[ACTOR], PLAY, answer)

    def _after(self, state: State, points: Points, place: int, move: str, answer: int | None) -> int:
        if move != PLAY and question(self.hand, state, place, move).answers != (None,):
            raise NotSolvable(_("moves depend on hidden cards in this game"))
        following, awards = advance(self.hand, state, place, move, answer)
        return self._child(following, self._with(points, awards))

    def _with(self, points: Points, awards: tuple[Award, ...]) -> Points:
        both = list(points)
        for award in awards:
            if award.side == NOBODY or award.takes_back:
                raise NotSolvable(_("points depend on hidden cards in this game"))
            both[self.hand.sides.index(award.side)] += award.stake.value(award.side, self.score)
        return both[0], both[1]

    def _child(self, state: State, points: Points) -> int:
        if state.stage == "over":
            return -1 - self.ends.setdefault(points, len(self.ends))
        key = (state, points)
        if key not in self.numbers:
            self.numbers[key] = len(self.queue)
            self.queue.append(key)
        return self.numbers[key]
