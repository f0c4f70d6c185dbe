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
        sums = [one[hand] for one in self.sums]
        total = sum(sums)
        return {move: one / total if total else 1 / len(sums) for move, one in zip(self.moves, sums, strict=True)}

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
        strategy = _matched(tree.regrets)
        found: list[Vector] = []
        values: Vector = []
        others: Vector = []
        for number, following in enumerate(tree.moves.values()):
            chances = strategy[number]
            going_on = list(map(mul, reach, chances))
            if side == OURS:
                own, other = self.walk(following, going_on, theirs)
            else:
                other, own = self.walk(following, ours, going_on)
            found.append(own)
            some = map(mul, chances, own)
            values = list(map(add, values, some)) if values else list(some)
            others = list(map(add, others, other)) if others else other
            weight = self.weight
            tree.sums[number] = [one + weight * more for one, more in zip(tree.sums[number], going_on, strict=True)]
        tree.regrets = [
            [
                total if (total := regret + gain - value) > 0 else 0.0
                for regret, gain, value in zip(regrets, own, values, strict=True)
            ]
            for regrets, own in zip(tree.regrets, found, strict=True)
        ]
        if tree.is_weighed:
            self._weigh(tree, found, theirs if side == OURS else ours)
        return (values, others) if side == OURS else (others, values)

    def _weigh(self, tree: DecisionNode, found: Sequence[Vector], others: Vector) -> None:
        weight = self.weight
        tree.reach += weight * sum(others)
        for gains, own in zip(tree.gains, found, strict=True):
            gains[:] = [one + weight * gain for one, gain in zip(gains, own, strict=True)]

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


def _matched(regrets: Sequence[Vector]) -> list[Vector]:
    """Return the strategy of regret matching: proportional to the regrets, or uniform where all are 0."""
    if len(regrets) == 2:
        first = [one / (one + two) if one + two > 0 else 0.5 for one, two in zip(*regrets, strict=True)]
        return [first, [1 - one for one in first]]
    alike = 1 / len(regrets)
    totals = list(map(sum, zip(*regrets, strict=True)))
    return [[one / total if total > 0 else alike for one, total in zip(row, totals, strict=True)] for row in regrets]
