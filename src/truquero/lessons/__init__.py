"""Lessons: dealt hands with guidance for somebody who learns a variant, as data that the engine plays."""

from truquero.lessons.guided_play import NAMES, Moment, moments, opened, ranked_cards
from truquero.lessons.lesson import LEARNER, Decision, Lesson, LessonHand, lesson_of

__all__ = [
    "LEARNER",
    "NAMES",
    "Decision",
    "Lesson",
    "LessonHand",
    "Moment",
    "lesson_of",
    "moments",
    "opened",
    "ranked_cards",
]
