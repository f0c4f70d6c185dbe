"""Betting as a small game of its own: what each side does with each hand that it may hold, near an equilibrium.

Neither side sees which hand the other holds. How the hand would end between each two of them is given; what is left are
the bets. Regret matching (CFR+) runs on that game. On average both sides then bluff as often as their good bets can
hide, and accept as often as makes a hopeless bluff worthless: no fixed plan of the rivals gains by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import add, mul

OURS, THEIRS = 0, 1

Vector = list[float]
Equity = Sequence[Sequence[float]]  # by our hand, then by theirs: the share of the stake that we take


@dataclass(frozen=True)
class Ending:
    """What our side gains where betting ends: with the better cards, and with the worse ones."""

    won: float
    lost: float


@dataclass
class Decision:
    """A side chooses one of its moves. All lists are by move, then by hand, and added up over the rounds."""

    side: int
    moves: dict[str, Decision | Ending]
    regrets: list[Vector] = field(default_factory=list)
    sums: list[Vector] = field(default_factory=list)  # how often each move is made
    gains: list[Vector] = field(default_factory=list)  # what it brings, where `is_weighed`
    reach: float = 0.0  # how often the other side lets it come to this
    is_weighed: bool = False

    def strategy(self, hand: int) -> dict[str, float]:
        """How often each move is made with a hand, on average over the rounds."""
        sums = [one[hand] for one in self.sums]
        total = sum(sums)
        return {move: one / total if total else 1 / len(sums) for move, one in zip(self.moves, sums, strict=True)}

    def gain(self, hand: int) -> dict[str, float]:
        """What each move brings with a hand, on average over the rounds."""
        reach = self.reach or 1.0
        return {move: gains[hand] / reach for move, gains in zip(self.moves, self.gains, strict=True)}


Tree = Decision | Ending


def solve(root: Tree, equity: Equity, rounds: int) -> None:
    """Fill in the strategies of all decisions of a game. All hands of a side are equally likely."""
    game = _Game(equity)
    for number in range(1, rounds + 1):
        game.weight = number * number  # later rounds are nearer to the equilibrium and count more
        game.walk(root, [1.0] * game.sizes[OURS], [1.0] * game.sizes[THEIRS])


class _Game:
    """One round after the other through the tree, with the hands of both sides."""

    def __init__(self, equity: Equity) -> None:
        self._rows = [list(row) for row in equity]
        self._columns = [list(column) for column in zip(*equity, strict=True)]
        self.sizes = (len(self._rows), len(self._columns))
        self.weight = 1

    def walk(self, tree: Tree, ours: Vector, theirs: Vector) -> tuple[Vector, Vector]:
        """What our hands and theirs gain from here, weighed by how often the other side lets it come to this."""
        if isinstance(tree, Ending):
            return self._end(tree, ours, theirs)
        if not any(ours) and not any(theirs):  # neither side lets it come to this
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

    def _weigh(self, tree: Decision, found: Sequence[Vector], others: Vector) -> None:
        weight = self.weight
        tree.reach += weight * sum(others)
        for gains, own in zip(tree.gains, found, strict=True):
            gains[:] = [one + weight * gain for one, gain in zip(gains, own, strict=True)]

    def _end(self, end: Ending, ours: Vector, theirs: Vector) -> tuple[Vector, Vector]:
        return (
            _gains(self._rows, theirs, end.lost, end.won - end.lost),
            _gains(self._columns, ours, -end.lost, end.lost - end.won),
        )


def _gains(shares: Sequence[Vector], reach: Vector, lost: float, more: float) -> Vector:
    """What each hand of a side gains where betting ends, `more` going with its share of the stake."""
    total = lost * sum(reach)
    if not more or not any(reach):
        return [total] * len(shares)
    return [total + more * sum(map(mul, share, reach)) for share in shares]


def _matched(regrets: Sequence[Vector]) -> list[Vector]:
    """Chances in proportion to what a side regrets not having done; all alike where it regrets nothing."""
    if len(regrets) == 2:
        first = [one / (one + two) if one + two > 0 else 0.5 for one, two in zip(*regrets, strict=True)]
        return [first, [1 - one for one in first]]
    alike = 1 / len(regrets)
    totals = list(map(sum, zip(*regrets, strict=True)))
    return [[one / total if total > 0 else alike for one, total in zip(row, totals, strict=True)] for row in regrets]
