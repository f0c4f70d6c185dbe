"""What a player may hold, as the other player sees it: hands by the strengths of their cards.

Cards of equal strength are alike, so a hand is a multiset of strengths. Nothing is lost by that where a hand counts for
its tricks alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from truquero.rules.hand_rules import CARDS_IN_HAND

Strengths = tuple[int, ...]  # in ascending order, except for covered cards, which are in the order of play
Public = tuple[Strengths, int]  # the strengths that a player has shown, and the number of cards laid face down
Private = tuple[Strengths, Strengths]  # the strengths of the cards laid face down, and of those still held

NONE = -1  # no such situation


@dataclass(frozen=True)
class PrivateStates:
    """Every private state of a player, grouped by situation. A situation is what the rival has seen of the hand.

    The states of situation n are `begins[n]` to `begins[n + 1]`. A map of a move gives, for each state of the situation
    after the move, the index of the state before it.
    """

    strengths: tuple[int, ...]  # of the ranking, ascending; everywhere else they are numbered from 0
    types: tuple[Strengths, ...]  # the hands
    deals: NDArray[np.float64]  # [hand of the mano, hand of the pie]: number of ways to deal them
    begins: NDArray[np.int32]
    hands: NDArray[np.int32]  # [state]: number of its type
    held: NDArray[np.int32]  # [state]: bit mask of the strengths still held
    left: NDArray[np.int32]  # [situation]: number of cards still held
    shown: NDArray[np.int32]  # [situation, strength]: the situation after showing a card, or NONE; its map in `maps`
    covered: NDArray[np.int32]  # [situation]: the same after laying a card face down
    maps: NDArray[np.int32]
    situations: tuple[Public, ...]
    states: tuple[tuple[Private, ...], ...]  # of each situation

    @property
    def most(self) -> int:
        """The number of states of the largest situation."""
        return int(np.diff(self.begins).max())


def private_states(card_strengths: Sequence[int], *, covers: bool) -> PrivateStates:
    """Return the states of a pack whose cards have these strengths. `covers`: cards may be laid face down."""
    counts = Counter(card_strengths)
    ranking = tuple(sorted(counts))
    copies = [counts[strength] for strength in ranking]
    types = tuple(_multisets(copies, CARDS_IN_HAND))
    numbers = {strengths: number for number, strengths in enumerate(types)}
    situations = tuple(_situations(copies, covers=covers))
    states = tuple(tuple(_states(copies, situation)) for situation in situations)
    hands = [numbers[_hand(situation, state)] for situation, of in zip(situations, states, strict=True) for state in of]
    held = [sum({1 << strength for strength in rest}) for of in states for _covered, rest in of]
    moves = _Moves(situations, states, len(ranking))
    return PrivateStates(
        ranking,
        types,
        _deals(copies, types),
        np.cumsum([0, *map(len, states)]).astype(np.int32),
        np.array(hands, np.int32),
        np.array(held, np.int32),
        np.array([CARDS_IN_HAND - len(shown) - face_down for shown, face_down in situations], np.int32),
        *moves.arrays(),
        situations,
        states,
    )


def _multisets(copies: Sequence[int], size: int) -> Iterator[Strengths]:
    """Yield the multisets of so many strengths that the pack contains."""
    for strengths in combinations_with_replacement(range(len(copies)), size):
        if all(count <= copies[strength] for strength, count in Counter(strengths).items()):
            yield strengths


def _situations(copies: Sequence[int], *, covers: bool) -> Iterator[Public]:
    for face_down in range(CARDS_IN_HAND if covers else 1):  # the first card of a hand is never covered
        for size in range(CARDS_IN_HAND - face_down + 1):
            for strengths in _multisets(copies, size):
                yield strengths, face_down


def _states(copies: Sequence[int], situation: Public) -> Iterator[Private]:
    shown, face_down = situation
    for covered in product(range(len(copies)), repeat=face_down):
        for rest in combinations_with_replacement(range(len(copies)), CARDS_IN_HAND - len(shown) - face_down):
            needed = Counter((*shown, *covered, *rest))
            if all(count <= copies[strength] for strength, count in needed.items()):
                yield covered, rest


def _hand(situation: Public, state: Private) -> Strengths:
    return tuple(sorted((*situation[0], *state[0], *state[1])))


def _deals(copies: Sequence[int], types: Sequence[Strengths]) -> NDArray[np.float64]:
    counts = np.array([[strengths.count(strength) for strength in range(len(copies))] for strengths in types])
    deals = np.ones((len(types), len(types)))
    for strength, number in enumerate(copies):
        ways = np.array(
            [[comb(number, own) * comb(number - own, other) for other in range(4)] for own in range(min(3, number) + 1)]
        )
        deals *= ways[counts[:, strength][:, None], counts[:, strength][None, :]]
    return deals


class _Moves:
    """The situations that moves lead to, with their maps."""

    def __init__(self, situations: Sequence[Public], states: Sequence[Sequence[Private]], strengths: int) -> None:
        self._numbers = {situation: number for number, situation in enumerate(situations)}
        self._states = states
        self._indices = [{state: index for index, state in enumerate(of)} for of in states]
        self._maps: list[int] = []
        self.shown = np.full((len(situations), strengths, 2), NONE, np.int32)
        self.covered = np.full((len(situations), 2), NONE, np.int32)
        for number, (shown, face_down) in enumerate(situations):
            for strength in range(strengths):
                after = self._numbers.get((tuple(sorted((*shown, strength))), face_down))
                if after is not None and len(shown) + face_down < CARDS_IN_HAND:
                    self.shown[number, strength] = after, self._map_of_shown(number, after, strength)
            after = self._numbers.get((shown, face_down + 1))
            if after is not None and shown and len(shown) + face_down < CARDS_IN_HAND:
                self.covered[number] = after, self._map_of_covered(number, after)

    def _map_of_shown(self, before: int, after: int, strength: int) -> int:
        begin = len(self._maps)
        for covered, rest in self._states[after]:
            self._maps.append(self._indices[before][covered, tuple(sorted((*rest, strength)))])
        return begin

    def _map_of_covered(self, before: int, after: int) -> int:
        begin = len(self._maps)
        for covered, rest in self._states[after]:
            self._maps.append(self._indices[before][covered[:-1], tuple(sorted((*rest, covered[-1])))])
        return begin

    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        return self.shown, self.covered, np.array(self._maps, np.int32)
