"""What the table waits for: a question, and the seats that must answer it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, cast

from truquero.engine import State
from truquero.engine.state import NOBODY, bit, pending_lance

PendingQuestion = Literal["exposed", "discard", "decide", "points", "card", "flor", "envido", "truco", "play"]


class Pending(NamedTuple):
    """What the table waits for, and the seats that must act. The first answer of these seats counts.

    | `question` | the seats |
    | --- | --- |
    | `exposed` | keep the card that fell face up, or not |
    | `discard` | put the gallo's fourth card away |
    | `decide` | decide whether the hand is played |
    | `flor`, `envido`, `truco` | answer that call |
    | `points` | say their points aloud |
    | `card` | lay the card that goes with a call |
    | `play` | lay a card or call |

    >>> from truquero import Match
    >>> match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"})
    >>> match.play(1, "truco")
    >>> match.view(1).pending
    Pending(question='truco', seats=(2,))
    """

    question: PendingQuestion  # what must be decided, see above
    seats: tuple[int, ...]  # that must act


def pending_in(state: State, seats: tuple[int, ...], *, is_exposed: bool) -> Pending | None:
    """Return what waits for these seats in a public state of a hand; None if there are no such seats.

    `is_exposed` tells whether a card fell face up in the deal and its seat has not decided yet.
    """
    if not seats:
        return None
    return Pending("exposed" if is_exposed else _question(state), seats)


def speakers(state: State, seats: Sequence[int], must_act: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that the table asks, of those that must act.

    A side that has sung leaves an answer about the flor to its members who have sung, although every member may give
    it. Only what was sung counts, which is public, so the result reveals no cards. `seats` holds the seat of each
    place.
    """
    if pending_lance(state) != "flor":
        return must_act
    return tuple(seat for seat in must_act if state.flor.sung & bit(seats.index(seat))) or must_act


def _question(state: State) -> PendingQuestion:
    if state.stage == "discard":
        return "discard"
    if state.declaring is not None:
        return "points"
    if state.envido.shower != NOBODY:
        return "card"
    return cast(PendingQuestion, pending_lance(state) or "play")
