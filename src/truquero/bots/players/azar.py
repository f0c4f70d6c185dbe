"""A bot that plays random legal moves: an opponent for trials, and the baseline for every better bot."""

from __future__ import annotations

from random import Random

from truquero.bots.bot import Bot, check_may_act
from truquero.table import View

OUT_OF_TURN = 0.1  # probability of a move where the bot may leave the turn to another seat


class Azar(Bot):
    """A bot that chooses uniformly among the legal moves. The same seed makes the same choices."""

    def __init__(self, seed: str | int) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> str:
        check_may_act(view)
        return self._random.choice(view.moves)

    def speak_up(self, view: View) -> str | None:
        check_may_act(view)
        return self.choose(view) if self._random.random() < OUT_OF_TURN else None
