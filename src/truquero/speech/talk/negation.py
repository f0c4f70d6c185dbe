"""The scope of negation: which words of an utterance a "no" denies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from truquero.rules.spelling import Token
from truquero.speech.talk.lexicon import Particles


class Denial(NamedTuple):
    """The words that deny others, before and after them. `plain`: only pronouns and articles are in between."""

    before: range
    after: range
    plain: bool


class _Before(NamedTuple):
    """A denial before a word: the index of its first word, and whether it is plain."""

    first: int
    plain: bool


class Denials:
    """The denied words of one utterance. A pause ends the scope of a "no".

    The lookup tables are computed once, each entry from the entry of a neighbouring word. Many words can extend the
    scope of a "no", so a scan from each word would take quadratic time.
    """

    def __init__(self, particles: Particles, tokens: Sequence[Token]) -> None:
        self._particles, self._tokens = particles, tokens
        small, between = particles.articles | particles.pronouns, particles.within_denial | particles.plays
        self._small = [token.key in small for token in tokens]
        self._between = [token.key in between for token in tokens]
        self._lengths = [self._length_at(index) for index in range(len(tokens))]
        self._clauses = self._find_clauses()
        self._doubtful = self._find_doubtful()
        self._befores = self._find_before()
        self._ends = self._find_ends()

    def of(self, start: int, end: int) -> Denial | None:
        """Return the denial of the words from `start` to `end`; None if there is none or they contain a denial."""
        if any(self._lengths[start:end]):
            return None
        before = self._befores[start]
        first = start if before is None else before.first
        denial = Denial(range(first, start), range(end, self._after(end)), before is not None and before.plain)
        return denial if denial.before or denial.after else None

    def is_doubtful(self, start: int) -> bool:
        """Return whether a "no" was said earlier in the same clause."""
        return self._doubtful[start]

    def no_before(self, start: int) -> frozenset[int]:
        """Return the indices of a "no" that ends the previous clause: `no, quiero`, `¿por qué no? Truco`."""
        index = self._clauses[start]
        return frozenset(range(index - self._length_before(index), index))

    def after_or(self, denial: Denial) -> bool:
        """Return whether the denial is the second half of a choice: `truco o no truco`."""
        first = (denial.before or denial.after).start
        return first > 0 and self._tokens[first - 1].key in self._particles.alternatives

    def _after(self, end: int) -> int:
        """Return the end of a denial that begins at `end` and closes its clause: `flor no tengo`, `truco no`.

        Return `end` itself if there is no denial, or if other words follow that the "no" may belong to.
        """
        length = self._lengths[end] if end < len(self._lengths) else 0
        return (self._ends[end + length] or end) if length else end

    def _length_at(self, index: int) -> int:
        """Return the number of words of the denial that starts here, or 0."""
        keys = [token.key for token in self._tokens[index : index + 3]]
        return next((size for size in range(len(keys), 0, -1) if tuple(keys[:size]) in self._particles.deny), 0)

    def _length_before(self, index: int) -> int:
        """Return the number of words of the denial that ends right before this word, or 0."""
        return next((size for size in (1, 2, 3) if size <= index and self._lengths[index - size] == size), 0)

    # --------------------------------------------------------------------------- lookup tables, one entry per word

    def _find_clauses(self) -> list[int]:
        """Return for each word the start of its clause: the word after the last pause, or the first word."""
        starts: list[int] = []
        for index, token in enumerate(self._tokens):
            starts.append(index if token.pause or not index else starts[-1])
        return starts

    def _find_doubtful(self) -> list[bool]:
        """Return for each word whether a "no" precedes it in its clause."""
        doubtful: list[bool] = []
        for index, token in enumerate(self._tokens):
            begins = not index or token.pause or self._tokens[index - 1].key in self._particles.breaks
            doubtful.append(not begins and (self._lengths[index - 1] > 0 or doubtful[-1]))
        return doubtful

    def _find_before(self) -> list[_Before | None]:
        """Return for each word the denial before it that applies to it, or None.

        Examples: `no hay ninguna flor`, `no me lo quiero`, `nada de la flor`. Consecutive denials count as one.
        """
        denials: list[_Before | None] = []
        for index, token in enumerate(self._tokens):
            before: _Before | None = None
            if index and not token.pause:
                length = self._length_before(index)
                if length:
                    before = denials[index - length] or _Before(index - length, True)
                elif self._small[index - 1]:
                    before = denials[index - 1]
                elif self._between[index - 1]:
                    denial_before = denials[index - 1]
                    before = None if denial_before is None else _Before(denial_before.first, False)
            denials.append(before)
        return denials

    def _find_ends(self) -> list[int]:
        """Return for each word, and for the end of the utterance, the end of its clause.

        The entry is 0 if the rest of the clause contains a word that a "no" could belong to.
        """
        tokens = self._tokens
        ends = [0] * len(tokens) + [len(tokens)]
        for index in range(len(tokens) - 1, -1, -1):
            more = self._lengths[index] or int(self._small[index] or self._between[index])
            if tokens[index].pause:
                ends[index] = index
            elif more:
                ends[index] = ends[index + more]
        return ends
