"""The steps of a session: what happens next, for the caller to carry out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from truquero.table.queued_calls import QueuedCall

QuestionKind = Literal["choose", "speak_up", "watch", "sign", "claim"]
"""What a bot is asked for. The bots have a method of the same name for each.

- `choose`: one of its legal moves.
- `speak_up`: one of its legal moves, or None to leave the turn to other seats.
- `watch`: the seat that it watches from the start of a trick.
- `sign`: a seña at the start of a trick, or None.
- `claim`: a claim after a hand, or None.
"""


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """A question for a bot.

    A question that `Session.next_step` returns takes no turn: ask the bot, then call `Session.note_answer`.
    """

    seat: int  # of the bot
    kind: QuestionKind  # what the bot is asked for


@dataclass(frozen=True, slots=True)
class Turn:
    """A move is due.

    Put `questions` to bots in this order, until one of them moves. Wait for the people in `awaited`. Do not wait for
    other people who may interrupt: the wait would reveal who can.
    """

    questions: tuple[BotQuestion, ...]
    awaited: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BetweenHands:
    """No hand is in progress and no bot has to be asked for a claim. People may claim; then deal."""


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match is over."""


SessionStep = BotQuestion | QueuedCall | Turn | BetweenHands | MatchOver
