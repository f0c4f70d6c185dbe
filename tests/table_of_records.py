"""Records in tests: what a `.truco` text comes to when it is replayed, in one word each."""

from __future__ import annotations

from typing import Any

import pytest

from truquero.notation import RecordError, Replay, as_object, as_text, parse, replay

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
    """A record of one hand: the cards of seats 1, 2, …, then the moves. The last seat deals unless it is told."""
    header = {"variant": variant, "players": str(len(cards)), "options": options, "score": score, "games": games}
    lines = [f"{word} {text}" for word, text in header.items() if text]
    lines.append(f"deal {dealer or len(cards)}")
    lines += [f"turned {turned}"] if turned else []
    lines += [f"cards {seat} {held}" for seat, held in enumerate(cards, start=1)]
    return "\n".join([*lines, moves])


def judge(text: str) -> Replay:
    """The record carried out; every `=` and `==` in it must hold."""
    judged = replay(parse(text))
    assert not judged.failures, "\n".join(f"line {line}: {message}" for line, message in judged.failures)
    return judged


def told(text: str) -> dict[str, Any]:
    """The object that the referee prints."""
    return as_object(judge(text))


def turn(text: str) -> dict[int, list[str]]:
    """Who may act where the record ends, and what each may say or play, sorted."""
    return {int(seat): moves for seat, moves in told(text)["turn"].items()}


def claims(text: str) -> dict[int, list[str]]:
    """Who may challenge whom where the record ends."""
    return {int(seat): moves for seat, moves in told(text)["claims"].items()}


def awards(text: str) -> Awarded:
    """The points written in the last hand or duel, in order: lance, side, points."""
    return [(one["lance"], one["side"], one["points"]) for one in told(text)["hands"][-1]["awards"]]


def tricks(text: str) -> list[str | None]:
    """Who took each trick of the last hand or duel; None for a parda."""
    found: list[str | None] = told(text)["hands"][-1]["tricks"]
    return found


def finished(text: str) -> bool:
    """Whether the last hand or duel is over."""
    return bool(told(text)["hands"][-1]["finished"])


def next_duel(text: str) -> tuple[int, ...] | None:
    """The seats of the duel that comes next, or None where a deal does or a hand is on."""
    lines = as_text(judge(text)).splitlines()
    return next((tuple(map(int, line.split()[2:])) for line in lines if line.startswith("Next: duel ")), None)


def score(text: str) -> tuple[int, ...]:
    return judge(text).match.score


def games(text: str) -> tuple[int, ...]:
    return judge(text).match.games


def shown(text: str) -> dict[int, tuple[str, ...]]:
    """The cards that the winners of envido and flor have shown at the end of the last hand."""
    events = judge(text).match.events
    return {event.seat: tuple(event.cards) for event in events if event.kind == "show" and event.seat is not None}


def illegal(text: str) -> RecordError:
    """The record is refused; gives the error, which names the line."""
    with pytest.raises(RecordError) as caught:
        replay(parse(text))
    return caught.value


def last_is_illegal(text: str) -> RecordError:
    """Everything but the last line of the record is legal, and that one is refused."""
    lines = text.rstrip().splitlines()
    judge("\n".join(lines[:-1]))
    error = illegal(text)
    assert error.line == len(lines), f"line {error.line} is refused, not {len(lines)}: {error.message}"
    return error
