"""Approximate equilibrium strategies for a betting game between two sides with hidden hands.

Each side holds one of several hands, which the other side does not see. The outcome between each pair of hands is
given, so only the bets are left to decide. Regret matching (CFR+) runs on this game. The average strategies approach an
equilibrium: a side bluffs as often as its good bets can hide, and accepts often enough to make a hopeless bluff
worthless. No fixed plan of the rivals gains against them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import add, mul

OURS, THEIRS = 0, 1

Vector = list[float]
Equity = Sequence[Sequence[float]]  # our share of the stake, indexed by our hand, then by theirs


@dataclass(frozen=True)
class Leaf:
    """A leaf of the tree: what our side gains when it has the better cards, and when it has the worse ones."""

    won: float
    lost: float


@dataclass
class DecisionNode:
    """A node where a side chooses a move.

    `regrets`, `sums` and `gains` are indexed by move, then by hand, and accumulate over the iterations.
    """

    side: int
    moves: dict[str, DecisionNode | Leaf]
    regrets: list[Vector] = field(default_factory=list)
    sums: list[Vector] = field(default_factory=list)  # how often each move is made, not normalized
    gains: list[Vector] = field(default_factory=list)  # the value of each move; only where `is_weighed`
    reach: float = 0.0  # how often the other side plays to this node
    is_weighed: bool = False  # whether to collect `gains` and `reach`

    def strategy(self, hand: int) -> dict[str, float]:
        """Return the probability of each move with a hand, averaged over the iterations."""
        hand_sums = [hand_sum[hand] for hand_sum in self.sums]
        total = sum(hand_sums)
        return {
            move: hand_sum / total if total else 1 / len(hand_sums)
            for move, hand_sum in zip(self.moves, hand_sums, strict=True)
        }

    def gain(self, hand: int) -> dict[str, float]:
        """Return the expected gain of each move with a hand, averaged over the iterations."""
        reach = self.reach or 1.0
        return {move: gains[hand] / reach for move, gains in zip(self.moves, self.gains, strict=True)}


Tree = DecisionNode | Leaf


def solve(root: Tree, equity: Equity, rounds: int) -> None:
    """Compute the strategies of all decisions of a tree. All hands of a side are equally likely."""
    game = _RegretMatching(equity)
    for number in range(1, rounds + 1):
        game.weight = number * number  # later iterations are closer to the equilibrium and count more
        game.walk(root, [1.0] * game.sizes[OURS], [1.0] * game.sizes[THEIRS])


class _RegretMatching:
    """The iterations of CFR+ over a tree, for all hands of both sides at once."""

    def __init__(self, equity: Equity) -> None:
        self._rows = [list(row) for row in equity]
        self._columns = [list(column) for column in zip(*equity, strict=True)]
        self.sizes = (len(self._rows), len(self._columns))
        self.weight = 1

    def walk(self, tree: Tree, ours: Vector, theirs: Vector) -> tuple[Vector, Vector]:
        """Update a subtree and return its counterfactual values: one vector for our hands, one for theirs.

        `ours` and `theirs` are the probabilities with which each hand of a side plays to this node.
        """
        if isinstance(tree, Leaf):
            return self._end(tree, ours, theirs)
        if not any(ours) and not any(theirs):  # neither side plays to this node
            return [0.0] * self.sizes[OURS], [0.0] * self.sizes[THEIRS]
        side = tree.side
        reach = ours if side == OURS else theirs
        if not tree.regrets:
            tree.regrets, tree.sums, tree.gains = ([[0.0] * len(reach) for _ in tree.moves] for _ in range(3))
        strategy = _regret_matching_strategy(tree.regrets)
        move_values: list[Vector] = []
        values: Vector = []
        other_values: Vector = []
        for number, following in enumerate(tree.moves.values()):
            chances = strategy[number]
            next_reach = list(map(mul, reach, chances))
            if side == OURS:
                own_value, other_value = self.walk(following, next_reach, theirs)
            else:
                other_value, own_value = self.walk(following, ours, next_reach)
            move_values.append(own_value)
            weighted = map(mul, chances, own_value)
            values = list(map(add, values, weighted)) if values else list(weighted)
            other_values = list(map(add, other_values, other_value)) if other_values else other_value
            weight = self.weight
            tree.sums[number] = [
                previous + weight * added for previous, added in zip(tree.sums[number], next_reach, strict=True)
            ]
        tree.regrets = [
            [
                total if (total := regret + gain - value) > 0 else 0.0
                for regret, gain, value in zip(regrets, own_value, values, strict=True)
            ]
            for regrets, own_value in zip(tree.regrets, move_values, strict=True)
        ]
        if tree.is_weighed:
            self._weigh(tree, move_values, theirs if side == OURS else ours)
        return (values, other_values) if side == OURS else (other_values, values)

    def _weigh(self, tree: DecisionNode, move_values: Sequence[Vector], other_reach: Vector) -> None:
        weight = self.weight
        tree.reach += weight * sum(other_reach)
        for gains, own in zip(tree.gains, move_values, strict=True):
            gains[:] = [previous + weight * gain for previous, gain in zip(gains, own, strict=True)]

    def _end(self, end: Leaf, ours: Vector, theirs: Vector) -> tuple[Vector, Vector]:
        return (
            _gains(self._rows, theirs, end.lost, end.won - end.lost),
            _gains(self._columns, ours, -end.lost, end.lost - end.won),
        )


def _gains(shares: Sequence[Vector], reach: Vector, lost: float, more: float) -> Vector:
    """Return the gain of each hand of a side at a leaf, weighted by the reach of the other side's hands.

    The gain is `lost` plus `more` times the hand's share of the stake.
    """
    total = lost * sum(reach)
    if not more or not any(reach):
        return [total] * len(shares)
    return [total + more * sum(map(mul, share, reach)) for share in shares]


def _regret_matching_strategy(regrets: Sequence[Vector]) -> list[Vector]:
    """Return the strategy of regret matching: proportional to the regrets, or uniform where all are 0."""
    if len(regrets) == 2:
        first = [
            first_regret / (first_regret + second_regret) if first_regret + second_regret > 0 else 0.5
            for first_regret, second_regret in zip(*regrets, strict=True)
        ]
        return [first, [1 - share for share in first]]
    uniform = 1 / len(regrets)
    totals = list(map(sum, zip(*regrets, strict=True)))
    return [
        [regret / total if total > 0 else uniform for regret, total in zip(row, totals, strict=True)] for row in regrets
    ]
