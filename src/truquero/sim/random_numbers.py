"""Random numbers of simulations.

Every game has its own stream, so its cards and moves do not depend on the executor or on the order of the games. The
generator is splitmix64: a few operations on 64 bits, which are fast and give the same numbers in any language. It is
predictable; tables with human players use the unpredictable dealing of `table/dealing.py` instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from math import comb
from typing import SupportsIndex

from truquero.cards import Card
from truquero.i18n import _
from truquero.sim.argument_checks import as_whole_number
from truquero.sim.simulation_error import SimulationError
from truquero.sim.splitmix import FIRST_FACTOR, FIRST_SHIFT, GOLDEN, SECOND_FACTOR, SECOND_SHIFT, THIRD_SHIFT

MASK = (1 << 64) - 1
_HALF = 32
_LOW = (1 << _HALF) - 1


def seed_number(seed: SupportsIndex | str) -> int:
    """Return a seed as 64 bits: the low bits of a number, or the first bytes of the SHA-256 of a text."""
    if not isinstance(seed, str):
        return as_whole_number("seed", seed) & MASK
    try:
        text = seed.encode()
    except UnicodeEncodeError:
        raise SimulationError(_("seed {given} is not text that can be written").format(given=ascii(seed))) from None
    return int.from_bytes(sha256(text).digest()[:8], "big")


def mix(z: int) -> int:
    """Return the splitmix64 hash of 64 bits; neighbouring inputs give unrelated results."""
    z = (z ^ (z >> FIRST_SHIFT)) * FIRST_FACTOR & MASK
    z = (z ^ (z >> SECOND_SHIFT)) * SECOND_FACTOR & MASK
    return z ^ (z >> THIRD_SHIFT)


def below(word: int, size: int) -> int:
    """Return a number from 0 up to but not including `size`, from a random word of 32 bits."""
    return word * size >> _HALF


class Stream:
    """The random numbers of one game. Each draw returns two words of 32 bits: the high one and the low one."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, game: int) -> None:
        self._state = mix(seed + mix(game + GOLDEN & MASK) & MASK)

    def draw(self) -> tuple[int, int]:
        self._state = self._state + GOLDEN & MASK
        z = mix(self._state)
        return z >> _HALF, z & _LOW

    def number(self, size: int) -> int:
        """Return a number from 0 up to but not including `size`, from all 64 bits of a draw."""
        high, low = self.draw()
        return high * size + (low * size >> _HALF) >> _HALF

    def deck(self, pack: Sequence[Card], packets: int, *, fourth: bool, turned: bool) -> list[Card]:
        """Return the cards of a deal in dealing order: one at a time to each packet, then a gallo's fourth card, then
        the turned card. The order of the random draws is different: the turned card, each packet as a set of three of
        the remaining cards, the fourth card."""
        left = list(pack)
        last = [left.pop(self.number(len(left)))] if turned else []
        hands = [self._three(left) for _ in range(packets)]
        extra = [left.pop(self.number(len(left)))] if fourth else []
        return [*(card for round_of_cards in zip(*hands, strict=True) for card in round_of_cards), *extra, *last]

    def _three(self, left: list[Card]) -> list[Card]:
        """Remove three cards from `left` and return them. Every set of three is equally likely."""
        number = self.number(comb(len(left), 3))
        found = []
        for size in (3, 2, 1):
            at = next(one for one in reversed(range(len(left))) if comb(one, size) <= number)
            number -= comb(at, size)
            found.append(left.pop(at))  # the next card has a lower index
        return found[::-1]
