"""What a "no" does: which of the words beside it are denied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from truquero.notation.talk.lexicon import Particles
from truquero.rules.spelling import Token


class Denial(NamedTuple):
    """The words that deny some others. `plain`: nothing but pronouns and articles stands between."""

    at: frozenset[int]
    plain: bool


class Denials:
    """Finds what is denied in one utterance. A pause ends what a "no" reaches."""

    def __init__(self, particles: Particles, tokens: Sequence[Token]) -> None:
        self._particles, self._tokens = particles, tokens

    def of(self, start: int, end: int) -> Denial | None:
        """What denies the words from `start` to `end`; nothing where they hold a denial themselves."""
        if any(self._length_at(at) for at in range(start, end)):
            return None
        first, plain = self._before(start)
        at = frozenset([*range(first, start), *range(end, self._after(end))])
        return Denial(at, plain and first < start) if at else None

    def is_doubtful(self, start: int) -> bool:
        """Whether a "no" was said before, in the same clause, with other words between."""
        for at in range(start, 0, -1):
            if self._tokens[at].pause or self._tokens[at - 1].key in self._particles.breaks:
                return False
            if self._length_at(at - 1):
                return True
        return False

    def no_before(self, start: int) -> frozenset[int]:
        """The "no" with which the clause before this one ends: `no, quiero`, `¿por qué no? Truco`."""
        at = next((at for at in range(start, 0, -1) if self._tokens[at].pause), 0)
        size = next((size for size in (1, 2, 3) if size <= at and self._length_at(at - size) == size), 0)
        return frozenset(range(at - size, at))

    def after_or(self, denial: Denial) -> bool:
        """Whether the denial is the other half of a choice: `truco o no truco`."""
        first = min(denial.at)
        return first > 0 and self._tokens[first - 1].key in self._particles.alternatives

    def _before(self, start: int) -> tuple[int, bool]:
        """Where a denial begins that ends at `start`, and whether it is plain: `no hay ninguna flor`,
        `no me lo quiero`, `nada de la flor`."""
        first, at = start, start
        small = plain = True
        while at and not (at < len(self._tokens) and self._tokens[at].pause):
            length = next((size for size in (1, 2, 3) if size <= at and self._length_at(at - size) == size), 0)
            if length:
                at -= length
                first, plain = at, plain and small
            elif self._is_small(at - 1):
                at -= 1
            elif self._is_between(at - 1):
                at, small = at - 1, False
            else:
                break
        return first, plain

    def _after(self, end: int) -> int:
        """Where a denial ends that begins at `end`, with nothing behind it that the "no" would belong to:
        `flor no tengo`, `truco no`."""
        length = self._length_at(end)
        if not length:
            return end
        at = end + length
        while at < len(self._tokens) and not self._tokens[at].pause:
            more = self._length_at(at) or (self._is_small(at) or self._is_between(at))
            if not more:
                return end
            at += int(more)
        return at

    def _length_at(self, at: int) -> int:
        """How many words from here deny; none where this is no denial."""
        keys = [token.key for token in self._tokens[at : at + 3]]
        return next((size for size in range(len(keys), 0, -1) if tuple(keys[:size]) in self._particles.deny), 0)

    def _is_small(self, at: int) -> bool:
        return self._tokens[at].key in self._particles.articles | self._particles.pronouns

    def _is_between(self, at: int) -> bool:
        return self._tokens[at].key in self._particles.reached | self._particles.plays
