"""Short functions for tests that replay a `.truco` record and return one result of it."""

from __future__ import annotations

from typing import Any

import pytest

from truquero.records import RecordError, Replay, as_object, as_text, parse, replay

Awarded = list[tuple[str, str, int]]


def hand(
    moves: str,
    *cards: str,
    variant: str = "argentino",
    options: str = "",
    score: str = "",
    games: str = "",
    dealer: int | None = None,
    turned: str = "",
) -> str:
    """Return a record of one hand, from the moves and the cards of seats 1, 2, …. The last seat deals by default."""
    header = {"variant": variant, "players": str(len(cards)), "options": options, "score": score, "games": games}
    lines = [f"{word} {text}" for word, text in header.items() if text]
    lines.append(f"deal {dealer or len(cards)}")
    lines += [f"turned {turned}"] if turned else []
    lines += [f"cards {seat} {held}" for seat, held in enumerate(cards, start=1)]
    return "\n".join([*lines, moves])


def judge(text: str) -> Replay:
    """Replay a record and check that every `=` and `==` assertion in it holds."""
    judged = replay(parse(text))
    assert not judged.failures, "\n".join(f"line {line}: {message}" for line, message in judged.failures)
    return judged


def told(text: str) -> dict[str, Any]:
    """Return the JSON object of a replayed record."""
    return as_object(judge(text))


def turn(text: str) -> dict[int, list[str]]:
    """Return the seats that may act at the end of the record, with their sorted legal moves."""
    return {int(seat): moves for seat, moves in told(text)["turn"].items()}


def claims(text: str) -> dict[int, list[str]]:
    """Return the seats that may make a challenge at the end of the record, with their challenges."""
    return {int(seat): moves for seat, moves in told(text)["claims"].items()}


def awards(text: str) -> Awarded:
    """Return the awards of the last hand or duel in order, each as lance, side and points."""
    return [(one["lance"], one["side"], one["points"]) for one in told(text)["hands"][-1]["awards"]]


def tricks(text: str) -> list[str | None]:
    """Return the side that won each trick of the last hand or duel, with None for a parda."""
    found: list[str | None] = told(text)["hands"][-1]["tricks"]
    return found


def finished(text: str) -> bool:
    """Return whether the last hand or duel is over."""
    return bool(told(text)["hands"][-1]["finished"])


def next_duel(text: str) -> tuple[int, ...] | None:
    """Return the seats of the next duel, or None if a deal comes next or a hand is in progress."""
    lines = as_text(judge(text)).splitlines()
    return next((tuple(map(int, line.split()[2:])) for line in lines if line.startswith("Next: duel ")), None)


def score(text: str) -> tuple[int, ...]:
    return judge(text).match.score


def games(text: str) -> tuple[int, ...]:
    return judge(text).match.games


def shown(text: str) -> dict[int, tuple[str, ...]]:
    """Return the cards that the winners of envido and flor have shown at the end of the last hand."""
    events = judge(text).match.events
    return {event.seat: tuple(event.cards) for event in events if event.kind == "show" and event.seat is not None}


def illegal(text: str) -> RecordError:
    """Check that a record is refused, and return the error, which contains the line number."""
    with pytest.raises(RecordError) as caught:
        replay(parse(text))
    return caught.value


def last_is_illegal(text: str) -> RecordError:
    """Check that exactly the last line of a record is refused, and return the error."""
    lines = text.rstrip().splitlines()
    judge("\n".join(lines[:-1]))
    error = illegal(text)
    assert error.line == len(lines), f"line {error.line} is refused, not {len(lines)}: {error.message}"
    return error
