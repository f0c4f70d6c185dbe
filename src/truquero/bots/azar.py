"""The bot that plays anything legal: an opponent for trying things out, and the measure of every better one."""

from __future__ import annotations

from random import Random

from truquero.bots.bot import Bot
from truquero.table import View

OUT_OF_TURN = 0.1  # how often it speaks although somebody else may


class Azar(Bot):
    """Chooses uniformly among the legal moves. The same seed makes the same choices."""

    def __init__(self, seed: str | int) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> str:
        return self._random.choice(view.moves)

    def speak_up(self, view: View) -> str | None:
        return self.choose(view) if self._random.random() < OUT_OF_TURN else None
