"""The pace of a match in the terminal: how long bots take, and what goes on without the player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from truquero.session import Speed

_PAUSES: Final[dict[Speed, float]] = {"calm": 1.2, "normal": 0.8, "fast": 0.4}
READING_TIME = 5.0  # seconds for which the result of a hand stays visible if hands go on by themselves


@dataclass(frozen=True)
class Pace:
    """The choices of the player."""

    speed: Speed = "normal"
    fixed_pause: float | None = None  # seconds after every move of a bot, in place of varied times
    answer_seconds: int = 0  # for which the partner waits for the player's answer; 0: without a limit
    cuts: bool = False  # the pack is cut for the player
    goes_on: bool = False  # the next hand begins by itself

    @property
    def pause(self) -> float:
        """The seconds for which a move of a bot stays visible."""
        return _PAUSES[self.speed] if self.fixed_pause is None else self.fixed_pause

    def wait_before(self, thinking: float) -> float:
        """Return the seconds to wait before a move of a bot that thinks for `thinking` seconds."""
        return max(0.0, thinking - self.pause) if self.fixed_pause is None else 0.0
