"""The bodies of responses with a lesson."""

from __future__ import annotations

from truquero.server.http.bodies import ResponseBody
from truquero.server.ws.messages import HandInfo, ScoreInfo, SeatInfo, TableEvent, TableInfo


class LessonDecision(ResponseBody, frozen=True):
    """A decision of the learner. Only `move` goes on; other moves get an answer, and the learner tries again."""

    move: str
    ask: str
    good: str  # the answer to the right move; empty if there is none
    wrong: str  # the answer to every move that is not in `replies`
    replies: dict[str, str]  # by move


class LessonStep(ResponseBody, frozen=True):
    """The table before a decision of the learner, or after a move."""

    hand: HandInfo
    score: ScoreInfo
    news: tuple[TableEvent, ...]
    decision: LessonDecision | None  # None if somebody else moves, or the hand is over


class LessonDeal(ResponseBody, frozen=True):
    """A hand of a lesson. The learner has seat 1."""

    title: str
    intro: tuple[str, ...]
    turned: str | None
    ranking: tuple[tuple[str, ...], ...]  # groups of equal cards, the highest first
    table: TableInfo
    seats: tuple[SeatInfo, ...]
    steps: tuple[LessonStep, ...]
    end: str


class LessonData(ResponseBody, frozen=True):
    """The lesson of a variant, with texts in the language of the request."""

    variant: str
    title: str
    language: str  # of the words of the variant
    hands: tuple[LessonDeal, ...]
