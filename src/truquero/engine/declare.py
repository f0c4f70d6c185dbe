"""Settling an accepted envido or flor: by the cards, or by the values that players declare aloud (S000 §13)."""

from __future__ import annotations

from typing import Literal

from truquero.engine.state import (
    NO_QUESTION,
    NOBODY,
    Ask,
    Award,
    Declaration,
    Option,
    Question,
    State,
    Step,
    bit,
)
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import Stake

CONCEDE = "son-buenas"


def settle(
    rules: HandRules, state: State, lance: Literal["envido", "flor"], stake: Stake, contenders: int, speakers: int
) -> Step:
    """Settle an accepted bet on the cards.

    Without declared values the best of the contenders takes the stake at once. Otherwise the speakers start to declare
    in turn from the mano.
    """
    if not _values(rules, lance):
        return state, (Award(lance, NOBODY, stake, "best", contenders),)
    first = next(place for place in range(rules.places) if speakers & bit(place))
    return state._replace(declaring=Declaration(lance, first, contenders, speakers, stake)), ()


def _values(rules: HandRules, lance: str) -> tuple[int, ...]:
    return rules.flor_values if lance == "flor" else rules.envido_values


def options(rules: HandRules, state: State) -> list[Option]:
    """Return the declarations of the speaker: each number that beats the best so far, and "son buenas" to concede.

    The first speaker cannot concede.
    """
    saying = state.declaring
    assert saying is not None
    numbers = [Option(str(value)) for value in _values(rules, saying.lance) if value > saying.value]
    return numbers if saying.best == NOBODY else [*numbers, Option(CONCEDE)]


def question(rules: HandRules, state: State) -> Question:
    """Return the question after the last declaration: whether the winner, who must show cards, declared truly."""
    saying = state.declaring
    assert saying is not None
    if _next_speaker(rules, saying) != NOBODY:
        return NO_QUESTION
    return Question(Ask.TRUE, (0, 1))


def winner_and_value(state: State, place: int, move: str) -> tuple[int, int]:
    """Return the place that leads the declaration after this move, and its declared value."""
    saying = state.declaring
    assert saying is not None
    return (saying.best, saying.value) if move == CONCEDE else (place, int(move))


def _next_speaker(rules: HandRules, saying: Declaration) -> int:
    later = range(saying.speaker + 1, rules.places)
    return next((place for place in later if saying.speakers & bit(place)), NOBODY)


def say(rules: HandRules, state: State, place: int, move: str, answer: int | None) -> Step:
    """Make a declaration. The last declaration settles the bet; `answer` is then whether the winner declared truly."""
    saying = state.declaring
    assert saying is not None
    best, value = winner_and_value(state, place, move)
    following = _next_speaker(rules, saying)
    if following != NOBODY:
        spoken = saying._replace(speaker=following, best=best, value=value)
        return state._replace(declaring=spoken), ()
    # S000 §13: a wrong declaration loses to the other side, even with fewer points.
    side = rules.sides[best] if answer else 1 - rules.sides[best]
    award = Award(saying.lance, side, saying.stake, "best" if answer else "false", saying.contenders)
    return state._replace(declaring=None), (award,)
