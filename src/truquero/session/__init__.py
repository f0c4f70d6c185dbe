"""A match in play, free of I/O: who acts next, passes, queued calls, delays and timeouts.

A `Session` knows no bots, threads, sockets or clocks. It tells its caller the next step; the caller puts the questions
to players, waits, and makes the moves. Duels, the terminal and the server all play their matches with it.
"""

from truquero.session.session import ANSWER_SECONDS, Session, last_awaited
from truquero.session.steps import BetweenHands, BotQuestion, MatchOver, QuestionKind, SessionStep, Turn
from truquero.session.thinking_time import SPEEDS, Speed
from truquero.session.timeout import timeout_move
from truquero.table.queued_calls import QueuedCall, QueuedCalls

__all__ = [
    "ANSWER_SECONDS",
    "SPEEDS",
    "BetweenHands",
    "BotQuestion",
    "MatchOver",
    "QuestionKind",
    "QueuedCall",
    "QueuedCalls",
    "Session",
    "SessionStep",
    "Speed",
    "Turn",
    "last_awaited",
    "timeout_move",
]
