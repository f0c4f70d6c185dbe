"""The play of a lesson's hand by the engine, move by move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from truquero.cards import Card
from truquero.lessons.lesson import LEARNER, Decision, LessonHand
from truquero.rulebook.card_sections import order_of
from truquero.table import Match
from truquero.table.schedule import next_seat

NAMES: Mapping[int, str] = {2: "Rosa", 3: "Tomás", 4: "Inés"}  # of the other players


@dataclass(frozen=True)
class Moment:
    """The table before a decision of the learner, after a move, or at the end of the hand.

    The match goes on after the moment: look at it now, or copy it.
    """

    match: Match
    shown: int  # the number of events that earlier moments have shown
    decision: Decision | None


def opened(hand: LessonHand) -> Match:
    """Return a match in which the hand has just been dealt."""
    players = hand.rules.players
    return Match.from_cards(
        hand.rules,
        dict(enumerate(hand.cards, LEARNER)),
        turned=hand.turned,
        dealer=next_seat(hand.mano, players, -1),
        score=hand.score,
        seed=1,
    )


def moments(hand: LessonHand) -> Iterator[Moment]:
    """Yield the moments of a hand, in which the learner makes the right move each time."""
    match, shown = opened(hand), 0
    for step in hand.play:
        yield Moment(match, shown, step if isinstance(step, Decision) else None)
        shown = len(match.events)
        match.play(step.seat, step.move)
    yield Moment(match, shown, None)


def ranked_cards(hand: LessonHand) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of the hand's pack from the highest to the lowest, in groups of equal cards."""
    match = opened(hand)
    return tuple(map(tuple, order_of(hand.rules, match.turned)))
