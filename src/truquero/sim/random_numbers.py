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


def below(bits: int, size: int) -> int:
    """Return a number from 0 up to but not including `size`, from 32 random bits."""
    return bits * size >> _HALF


class Stream:
    """The random numbers of one game. Each draw returns 64 bits: the high 32 and the low 32."""

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
        """Return the cards of a deal in dealing order.

        Each packet gets one card at a time; a gallo's fourth card and the turned card come last. The order of the
        random draws is different: the turned card, each packet as a set of three of the remaining cards, the fourth
        card.
        """
        remaining = list(pack)
        turned_cards = [remaining.pop(self.number(len(remaining)))] if turned else []
        sets = [self._three(remaining) for _ in range(packets)]
        extra = [remaining.pop(self.number(len(remaining)))] if fourth else []
        return [*(card for round_of_cards in zip(*sets, strict=True) for card in round_of_cards), *extra, *turned_cards]

    def _three(self, remaining: list[Card]) -> list[Card]:
        """Remove three cards from `remaining` and return them. Every set of three is equally likely."""
        number = self.number(comb(len(remaining), 3))
        chosen = []
        for size in (3, 2, 1):
            index = next(position for position in reversed(range(len(remaining))) if comb(position, size) <= number)
            number -= comb(index, size)
            chosen.append(remaining.pop(index))  # the next card has a lower index
        return chosen[::-1]
