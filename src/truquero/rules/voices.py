"""What is said and signed at a table: the words of each move, verses, names of cards, and señas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_SIZED = re.compile(r"(.*)-(\d+)$")


@dataclass(frozen=True)
class Sign:
    """A seña. `shows` names what it tells of: cards (`1e`, `1o 1c`), a rank (`3`), or a meaning such as
    `good-envido`; `gesture` how it is made. Both are named in `variants/gestures.py`, in every language."""

    name: str  # the move is `sena-NAME`
    shows: str
    gesture: str
    source: str


@dataclass(frozen=True)
class Voices:
    """The words of one game, in its own language. In `say` the first of each move is what the table hears; the others
    mean the same. A key such as `mas-N` stands for every size, and its words may hold {n} or {pairs}."""

    language: str = "es"
    say: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    verses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # sayings that go with a move
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of cards, ranks, things and people
    signs: tuple[Sign, ...] = ()

    def said(self, move: str) -> str:
        """What the table hears when this move is made."""
        if move in self.say:
            return self.say[move][0]
        sized = _SIZED.match(move)
        if sized and f"{sized[1]}-N" in self.say:
            size = int(sized[2])
            return self.say[f"{sized[1]}-N"][0].format(n=size, pairs=size // 2)
        return move.replace("-", " ")

    def sign(self, name: str) -> Sign | None:
        return next((sign for sign in self.signs if sign.name == name), None)
