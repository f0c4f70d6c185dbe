"""Random numbers of simulations: every game has a stream of its own, so it does not matter who plays it, or when.

The generator is splitmix64, which takes a few operations on 64 bits and so is the same and fast in any language; tables
that people play at are dealt by `table/dealing.py` instead, which nobody can see through.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from truquero.cards import Card

GOLDEN = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1
_HALF = 32
_LOW = (1 << _HALF) - 1


def seed_number(seed: int | str) -> int:
    """The 64 bits that a seed stands for: a number as it is, a text by its SHA-256."""
    if isinstance(seed, int):
        return seed & MASK
    return int.from_bytes(sha256(seed.encode()).digest()[:8], "big")


def mix(z: int) -> int:
    """Stir 64 bits so that neighbours have nothing in common."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


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

    def shuffled(self, pack: Sequence[Card], wanted: int) -> list[Card]:
        """The first cards of the shuffled pack; a draw makes two of them."""
        deck = list(pack)
        low = 0
        for index in range(wanted):
            if index % 2:
                word = low
            else:
                word, low = self.draw()
            other = index + below(word, len(deck) - index)
            deck[index], deck[other] = deck[other], deck[index]
        return deck[:wanted]
