"""How a hand of known cards ends when it is played with cards only: as well as can be, or at random."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from truquero.solve.chances.tricks import OVER, Hands, Tricks

LEADS = -1  # below every strength: no card lies there yet
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
            known = self._ends[position] = self._solved(position)
        return known

    def _solved(self, position: Position) -> int:
        node, top, hands = position
        search = _Search(self._tricks, hands, 1)
        if search.reaches(node, top, search.all_cards):
            return 1
        if not search.met_nobody:  # then less would not have been reached either
            return -1
        search = _Search(self._tricks, hands, 0)
        return 0 if search.reaches(node, top, search.all_cards) else -1


class _Search:
    """Whether side 0 can get at least `goal`. The cards still held are bits of a number."""

    def __init__(self, tricks: Tricks, hands: Hands, goal: int) -> None:
        self._tricks = tricks
        self._goal = goal
        self._seen: dict[tuple[int, int, int], bool] = {}
        self._orders: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._held: list[list[tuple[int, int]]] = []  # of each place the cards, the weakest first: bit and strength
        self.met_nobody = False
        bit = 1
        for hand in hands:
            self._held.append([])
            for strength in sorted(hand):
                self._held[-1].append((bit, strength))
                bit <<= 1
        self.all_cards = bit - 1

    def reaches(self, node: int, top: int, cards: int) -> bool:
        tricks = self._tricks
        place = tricks.turn[node]
        if place == OVER:
            result = tricks.result[node]
            self.met_nobody |= not result
            return result >= self._goal
        known = self._seen.get((node, top, cards))
        if known is None:
            wanted = tricks.sides[place] == 0  # then one way that reaches it is enough; otherwise all have to
            known = not wanted
            tried = -1
            for bit, strength in self._order(place, LEADS if tricks.opens[node] else top):
                if cards & bit and strength != tried:
                    tried = strength
                    if self.reaches(*tricks.lay(node, strength, top), cards ^ bit) == wanted:
                        known = wanted
                        break
            self._seen[node, top, cards] = known
        return known

    def _order(self, place: int, top: int) -> list[tuple[int, int]]:
        """The cards of a place as they are best tried: to lead the strongest first, otherwise what just takes it."""
        found = self._orders.get((place, top))
        if found is None:
            held = self._held[place]
            found = held[::-1]
            if top != LEADS:
                found = [one for one in held if one[1] > top] + [one for one in held if one[1] <= top]
            self._orders[place, top] = found
        return found


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
