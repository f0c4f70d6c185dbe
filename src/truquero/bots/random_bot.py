"""The bot that plays anything legal: an opponent for trying things out, and the measure of every better one."""

from __future__ import annotations

from random import Random

from truquero.table import View


class RandomBot:
    """Chooses uniformly among the legal moves. The same seed makes the same choices."""

    def __init__(self, seed: str | int) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> str:
        return self._random.choice(view.moves)
