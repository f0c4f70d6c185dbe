"""How a hand of known cards ends when it is played with cards only: as well as can be, or at random."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from truquero.solve.chances.tricks import OVER, Hands, Tricks

Position = tuple[int, int, Hands]  # state, strongest card of the trick, what each place still holds


def plain(position: Position) -> Position:
    """The same position with the strengths counted from 0 without gaps: only their order matters."""
    node, top, hands = position
    order = {strength: rank for rank, strength in enumerate(sorted({top, *(one for hand in hands for one in hand)}))}
    return node, order[top], tuple(tuple(sorted(order[one] for one in hand)) for hand in hands)


class Open:
    """Both sides see all cards and play as well as can be; partners play as one."""

    def __init__(self, tricks: Tricks) -> None:
        self._tricks = tricks
        self._ends: dict[Position, int] = {}

    def end(self, position: Position) -> int:
        """What side 0 has in the end: 1, 0 where nobody takes the hand, -1."""
        position = plain(position)
        known = self._ends.get(position)
        if known is None:
            seen: dict[tuple[Position, int], bool] = {}
            known = next((goal for goal in (1, 0) if self._reaches(position, goal, seen)), -1)
            self._ends[position] = known
        return known

    def _reaches(self, position: Position, goal: int, seen: dict[tuple[Position, int], bool]) -> bool:
        """Whether side 0 gets at least so much."""
        tricks = self._tricks
        node, _top, hands = position
        place = tricks.turn[node]
        if place == OVER:
            return tricks.result[node] >= goal
        known = seen.get((position, goal))
        if known is None:
            wanted = tricks.sides[place] == 0  # then one way that reaches it is enough; otherwise all have to
            known = not wanted
            for strength in dict.fromkeys(reversed(hands[place])):
                if self._reaches(_laid(tricks, position, strength), goal, seen) == wanted:
                    known = wanted
                    break
            seen[position, goal] = known
        return known


def _laid(tricks: Tricks, position: Position, strength: int) -> Position:
    node, top, hands = position
    place = tricks.turn[node]
    held = hands[place]
    at = held.index(strength)
    left = (*hands[:place], held[:at] + held[at + 1 :], *hands[place + 1 :])
    return *tricks.lay(node, strength, top), left


class AtRandom:
    """Everybody lays any of his cards, all being equally likely."""

    def __init__(self, tricks: Tricks) -> None:
        self._tricks = tricks
        self._ends: dict[Position, tuple[Fraction, Fraction, Fraction]] = {}

    def ends(self, position: Position) -> tuple[Fraction, Fraction, Fraction]:
        """How likely side 0 has 0, 1 and -1 in the end: so that the result itself is the index."""
        position = plain(position)
        known = self._ends.get(position)
        if known is None:
            known = self._ends[position] = self._mean(position)
        return known

    def _mean(self, position: Position) -> tuple[Fraction, Fraction, Fraction]:
        tricks = self._tricks
        node, _top, hands = position
        place = tricks.turn[node]
        if place == OVER:
            result = tricks.result[node] % 3
            return Fraction(result == 0), Fraction(result == 1), Fraction(result == 2)
        every = [self.ends(_laid(tricks, position, strength)) for strength in hands[place]]
        drawn, won, lost = (sum(shares, Fraction(0)) / len(every) for shares in zip(*every, strict=True))
        return drawn, won, lost

    def once(self, position: Position, chance: Random) -> int:
        """How it ended, played once."""
        tricks = self._tricks
        while tricks.turn[position[0]] != OVER:
            hands: Sequence[Sequence[int]] = position[2]
            position = _laid(tricks, position, chance.choice(hands[tricks.turn[position[0]]]))
        return tricks.result[position[0]]
