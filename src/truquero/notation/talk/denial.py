"""What a "no" does: which of the words beside it are denied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from truquero.notation.talk.lexicon import Particles
from truquero.rules.spelling import Token


class Denial(NamedTuple):
    """The words that deny some others. `plain`: nothing but pronouns and articles stands between."""

    before: range
    after: range
    plain: bool


class _Before(NamedTuple):
    """A denial before a word: where it begins, and whether it is plain."""

    first: int
    plain: bool


class Denials:
    """Finds what is denied in one utterance. A pause ends what a "no" reaches.

    All of it is worked out once for each word, from the word beside it: many words can pass a "no" on, and a walk from
    each of them would take quadratic time.
    """

    def __init__(self, particles: Particles, tokens: Sequence[Token]) -> None:
        self._particles, self._tokens = particles, tokens
        small, between = particles.articles | particles.pronouns, particles.reached | particles.plays
        self._small = [token.key in small for token in tokens]
        self._between = [token.key in between for token in tokens]
        self._lengths = [self._length_at(at) for at in range(len(tokens))]
        self._clauses = self._find_clauses()
        self._doubtful = self._find_doubtful()
        self._befores = self._find_before()
        self._ends = self._find_ends()

    def of(self, start: int, end: int) -> Denial | None:
        """What denies the words from `start` to `end`; nothing where they hold a denial themselves."""
        if any(self._lengths[start:end]):
            return None
        before = self._befores[start]
        first = start if before is None else before.first
        denial = Denial(range(first, start), range(end, self._after(end)), before is not None and before.plain)
        return denial if denial.before or denial.after else None

    def is_doubtful(self, start: int) -> bool:
        """Whether a "no" was said before, in the same clause, with other words between."""
        return self._doubtful[start]

    def no_before(self, start: int) -> frozenset[int]:
        """The "no" with which the clause before this one ends: `no, quiero`, `¿por qué no? Truco`."""
        at = self._clauses[start]
        return frozenset(range(at - self._length_before(at), at))

    def after_or(self, denial: Denial) -> bool:
        """Whether the denial is the other half of a choice: `truco o no truco`."""
        first = (denial.before or denial.after).start
        return first > 0 and self._tokens[first - 1].key in self._particles.alternatives

    def _after(self, end: int) -> int:
        """Where a denial ends that begins at `end`, with nothing behind it that the "no" would belong to:
        `flor no tengo`, `truco no`."""
        length = self._lengths[end] if end < len(self._lengths) else 0
        return (self._ends[end + length] or end) if length else end

    def _length_at(self, at: int) -> int:
        """How many words from here deny; none where this is no denial."""
        keys = [token.key for token in self._tokens[at : at + 3]]
        return next((size for size in range(len(keys), 0, -1) if tuple(keys[:size]) in self._particles.deny), 0)

    def _length_before(self, at: int) -> int:
        """How many words deny that end right before this one."""
        return next((size for size in (1, 2, 3) if size <= at and self._lengths[at - size] == size), 0)

    # ----------------------------------------------------------------------------------------------- of every word

    def _find_clauses(self) -> list[int]:
        """Return for each word where its clause begins: behind the last pause, or with the first word."""
        found: list[int] = []
        for at, token in enumerate(self._tokens):
            found.append(at if token.pause or not at else found[-1])
        return found

    def _find_doubtful(self) -> list[bool]:
        """Return for each word whether a "no" was said before it in its clause."""
        found: list[bool] = []
        for at, token in enumerate(self._tokens):
            begins = not at or token.pause or self._tokens[at - 1].key in self._particles.breaks
            found.append(not begins and (self._lengths[at - 1] > 0 or found[-1]))
        return found

    def _find_before(self) -> list[_Before | None]:
        """Return for each word the denial that reaches it: `no hay ninguna flor`, `no me lo quiero`, `nada de la flor`.
        Denials one after another are one."""
        found: list[_Before | None] = []
        for at, token in enumerate(self._tokens):
            before: _Before | None = None
            if at and not token.pause:
                length = self._length_before(at)
                if length:
                    before = found[at - length] or _Before(at - length, True)
                elif self._small[at - 1]:
                    before = found[at - 1]
                elif self._between[at - 1]:
                    farther = found[at - 1]
                    before = None if farther is None else _Before(farther.first, False)
            found.append(before)
        return found

    def _find_ends(self) -> list[int]:
        """Return for each word, and for the end, where its clause ends if nothing else stands between that a "no" could
        belong to; otherwise 0."""
        tokens = self._tokens
        found = [0] * len(tokens) + [len(tokens)]
        for at in range(len(tokens) - 1, -1, -1):
            more = self._lengths[at] or int(self._small[at] or self._between[at])
            if tokens[at].pause:
                found[at] = at
            elif more:
                found[at] = found[at + more]
        return found
