"""Ranges for bets of many sizes: "envido 4" to "envido 40" in steps of two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from truquero.rules.voices import Voices
from truquero.speech.menu import FEW, sizes_in
from truquero.speech.stakes_text import stakes_of_sizes
from truquero.table.hand import Hand


class SizeRange(NamedTuple):
    """The moves `NAME-N` for every N from `first` to `last` in steps of `step`.

    `words` is the text that the table hears: {n} stands for N and {pairs} for half of it. `stakes` describes what the
    bet brings: {n} stands for N plus `adds`.
    """

    name: str
    first: int
    last: int
    step: int
    words: str
    stakes: str
    adds: int

    @property
    def moves(self) -> list[str]:
        return [f"{self.name}-{size}" for size in range(self.first, self.last + 1, self.step)]


def size_ranges(hand: Hand, seat: int, moves: Iterable[str], voices: Voices) -> list[SizeRange]:
    """Return the ranges in a seat's moves. They leave out sizes that are said in another way than the rest."""
    ranges = []
    for name, sizes in sizes_in(moves).items():
        words = voices.phrase_of_size(name)
        text_by_size = {size: words.format(n=size, pairs=size // 2) for size in sorted(sizes)}
        usual_sizes = [size for size, text in text_by_size.items() if voices.phrase(f"{name}-{size}") == text]
        for first, last, step in _runs(usual_sizes):
            stakes = stakes_of_sizes(hand, seat, name, first, last)
            if stakes is not None:
                ranges.append(SizeRange(name, first, last, step, words, *stakes))
    return ranges


def _runs(sizes: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the first, last and step of each run of more than FEW sizes at equal distances."""
    start = 0
    while start + FEW < len(sizes):
        step, end = sizes[start + 1] - sizes[start], start + 1
        while end + 1 < len(sizes) and sizes[end + 1] - sizes[end] == step:
            end += 1
        if end - start >= FEW:
            yield sizes[start], sizes[end], step
            start = end + 1
        else:
            start = end
