"""A lesson as a list of steps, for the page that plays it. The engine makes every move; the page knows no rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from truquero.i18n import speaking
from truquero.lessons import LEARNER, NAMES, Decision, LessonHand, Moment, lesson_of, moments, ranked_cards
from truquero.server.changes import TableSettings
from truquero.server.encoding import encode
from truquero.server.http.lesson_bodies import LessonData, LessonDeal, LessonDecision, LessonStep
from truquero.server.tables.chairs import Chair
from truquero.server.tables.state import TableState
from truquero.server.ws.page_view import PageView, score_of, seat_info_of, table_of
from truquero.variants import preset


def lesson_as_json(name: str, language: str) -> bytes:
    """Return the lesson of a variant as JSON. Raise OptionError if there is no such variant."""
    return _lesson_as_json(preset(name).name, language)  # the canonical name: one cache entry for all spellings


@cache
def _lesson_as_json(name: str, language: str) -> bytes:
    return encode(lesson_in_steps(name, language))


def lesson_in_steps(name: str, language: str) -> LessonData:
    """Return the lesson of a variant. Raise OptionError if there is no such variant."""
    with speaking(language):
        lesson, variant = lesson_of(name), preset(name)
        hands = tuple(_deal(lesson.variant, hand, number, language) for number, hand in enumerate(lesson.hands, 1))
        return LessonData(lesson.variant, variant.title, variant.language, hands)


def _deal(name: str, hand: LessonHand, number: int, language: str) -> LessonDeal:
    state = _table_of(name, hand, number)
    steps = tuple(_steps(hand, state, language))
    chairs = (state.chairs[seat] for seat in sorted(state.chairs))
    return LessonDeal(
        title=str(hand.title),
        intro=tuple(map(str, hand.intro)),
        turned=hand.turned,
        ranking=tuple(tuple(map(str, cards)) for cards in ranked_cards(hand)),
        table=table_of(state),
        seats=tuple(seat_info_of(state, chair, is_connected=True, clock=None, answer_time=None) for chair in chairs),
        steps=steps,
        end=str(hand.end),
    )


def _table_of(name: str, hand: LessonHand, number: int) -> TableState:
    """Return a table for a hand. Nobody else can see it, and nothing of it is stored."""
    settings = TableSettings(
        variant=name,
        players=hand.rules.players,
        options=dict(hand.options),
        public=False,
        spectators=False,
        seconds=0,
        reserve=0,
        bots="",
    )
    chairs = {seat: Chair(seat, guest=str(seat), name=NAMES[seat]) for seat in range(2, hand.rules.players + 1)}
    return TableState(
        f"lesson-{number}", settings, owner="", chairs={LEARNER: Chair(LEARNER, guest=str(LEARNER)), **chairs}
    )


def _steps(hand: LessonHand, state: TableState, language: str) -> Iterator[LessonStep]:
    for moment in moments(hand):
        state.match = moment.match
        yield _step(moment, state, language)


def _step(moment: Moment, state: TableState, language: str) -> LessonStep:
    view = PageView(state, LEARNER, language)
    hand = view.hand()
    assert hand is not None
    decision = None if moment.decision is None else _decision(moment.decision)
    return LessonStep(hand=hand, score=score_of(state), news=view.news(moment.shown), decision=decision)


def _decision(decision: Decision) -> LessonDecision:
    return LessonDecision(
        move=decision.move,
        ask=str(decision.ask),
        good="" if decision.good is None else str(decision.good),
        wrong=str(decision.wrong),
        replies={move: str(text) for move, text in decision.replies.items()},
    )
