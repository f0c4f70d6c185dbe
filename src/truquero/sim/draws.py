"""Random numbers of simulations: every game has a stream of its own, so it does not matter who plays it, or when.

The generator is splitmix64, which takes a few operations on 64 bits and so is the same and fast in any language; tables
that people play at are dealt by `table/dealing.py` instead, which nobody can see through.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from math import comb
from typing import SupportsIndex

from truquero.cards import Card
from truquero.compiled.request import SimulationError
from truquero.compiled.splitmix import FIRST_FACTOR, FIRST_SHIFT, GOLDEN, SECOND_FACTOR, SECOND_SHIFT, THIRD_SHIFT
from truquero.language import _
from truquero.sim.given import whole_number

MASK = (1 << 64) - 1
_HALF = 32
_LOW = (1 << _HALF) - 1


def seed_number(seed: SupportsIndex | str) -> int:
    """The 64 bits that a seed stands for: a number as it is, a text by its SHA-256."""
    if not isinstance(seed, str):
        return whole_number("seed", seed) & MASK
    try:
        text = seed.encode()
    except UnicodeEncodeError:
        raise SimulationError(_("seed {given} is no text that can be written").format(given=ascii(seed))) from None
    return int.from_bytes(sha256(text).digest()[:8], "big")


def mix(z: int) -> int:
    """Stir 64 bits so that neighbours have nothing in common."""
    z = (z ^ (z >> FIRST_SHIFT)) * FIRST_FACTOR & MASK
    z = (z ^ (z >> SECOND_SHIFT)) * SECOND_FACTOR & MASK
    return z ^ (z >> THIRD_SHIFT)


def below(word: int, size: int) -> int:
    """A number from 0 to `size`, itself left out, from a word of 32 bits."""
    return word * size >> _HALF


class Stream:
    """The random words of one game. Each draw gives two of 32 bits: the high one and the low one."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, game: int) -> None:
        self._state = mix(seed + mix(game + GOLDEN & MASK) & MASK)

    def draw(self) -> tuple[int, int]:
        self._state = self._state + GOLDEN & MASK
        z = mix(self._state)
        return z >> _HALF, z & _LOW

    def number(self, size: int) -> int:
        """A number from 0 to `size`, itself left out, from all 64 bits of a draw."""
        high, low = self.draw()
        return high * size + (low * size >> _HALF) >> _HALF

    def deck(self, pack: Sequence[Card], packets: int, *, fourth: bool, turned: bool) -> list[Card]:
        """The cards of a deal in the order in which they are dealt: one at a time to each packet, then a gallo's
        fourth, then the turned one. They are drawn otherwise: the turned card, each packet as a set of three of the
        cards that are left, the fourth."""
        left = list(pack)
        last = [left.pop(self.number(len(left)))] if turned else []
        hands = [self._three(left) for _ in range(packets)]
        extra = [left.pop(self.number(len(left)))] if fourth else []
        return [*(card for round_of_cards in zip(*hands, strict=True) for card in round_of_cards), *extra, *last]

    def _three(self, left: list[Card]) -> list[Card]:
        """Three of the cards left, every set of three being equally likely; the highest is taken first."""
        number = self.number(comb(len(left), 3))
        found = []
        for size in (3, 2, 1):
            at = next(one for one in reversed(range(len(left))) if comb(one, size) <= number)
            number -= comb(at, size)
            found.append(left.pop(at))  # what comes next stands before it
        return found[::-1]
