"""Short functions for the tests of rule-book articles. Most replay a `.truco` record and return one result of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest

from truquero.cards import Card
from truquero.records import RecordError, Replay, as_object, as_text, parse, replay
from truquero.table import Match
from truquero.variants import preset, rules_of

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
    lines = [f"{field} {text}" for field, text in header.items() if text]
    lines.append(f"deal {dealer or len(cards)}")
    lines += [f"turned {turned}"] if turned else []
    lines += [f"cards {seat} {held}" for seat, held in enumerate(cards, start=1)]
    return "\n".join([*lines, moves])


def in_turns(calls: Sequence[str]) -> list[str]:
    """Return the moves of two players who make these calls in turn, seat 1 first."""
    return [f"{1 + number % 2} {call}" for number, call in enumerate(calls)]


def moves_of_tricks(pairs: Sequence[tuple[str, str]], winners: str, leader: int = 1) -> list[str]:
    """Return the moves of tricks between two players.

    `pairs` are the cards of seats 1 and 2 in each trick. `winners` are the winners of the tricks that are played: `A`,
    `B`, or `=` for a parda, after which the same seat leads again.
    """
    moves = []
    for winner, pair in zip(winners, pairs, strict=False):
        moves += [f"{seat} {pair[seat - 1]}" for seat in (leader, 3 - leader)]
        leader = {"A": 1, "B": 2}.get(winner, leader)
    return moves


def winners_of_tricks(winners: str) -> list[str | None]:
    """Return winners written `A=B` as `tricks` does, with None for a parda."""
    return [None if winner == "=" else winner for winner in winners]


def judge(text: str) -> Replay:
    """Replay a record and check that every `=` and `==` assertion in it holds."""
    judged = replay(parse(text))
    assert not judged.failures, "\n".join(f"line {line}: {message}" for line, message in judged.failures)
    return judged


def result(text: str) -> dict[str, Any]:
    """Return the result of replaying a record as a JSON object."""
    return as_object(judge(text))


def turn(text: str) -> dict[int, list[str]]:
    """Return the seats that may act at the end of the record, with their sorted legal moves."""
    return {int(seat): moves for seat, moves in result(text)["turn"].items()}


def seats_that_may(text: str, move: str) -> set[int]:
    """Return the seats that may make this move at the end of the record."""
    return {seat for seat, moves in turn(text).items() if move in moves}


def claims(text: str) -> dict[int, list[str]]:
    """Return the seats that may make a challenge at the end of the record, with their challenges."""
    return {int(seat): moves for seat, moves in result(text)["claims"].items()}


def awards(text: str) -> Awarded:
    """Return the awards of the last hand or duel in order, each as lance, side and points."""
    return [(award["lance"], award["side"], award["points"]) for award in result(text)["hands"][-1]["awards"]]


def envido_points(text: str) -> dict[int, int]:
    """Return the points of each seat in the envido of the first hand."""
    [envido] = [award for award in judge(text).match.log[0].hands[0].awards if award.lance == "envido"]
    return dict(envido.values)


def tricks(text: str) -> list[str | None]:
    """Return the side that won each trick of the last hand or duel, with None for a parda."""
    sides: list[str | None] = result(text)["hands"][-1]["tricks"]
    return sides


def taker(led: str, answer: str, variant: str = "argentino", options: str = "") -> str | None:
    """Return the side that takes a trick to which seat 1 leads one card and seat 2 answers with another."""
    values = dict(option.split("=") for option in options.split())
    rest = [card for card in rules_of(variant, 2, **values).pack if card not in (led, answer)]
    held = (f"{led} {rest[0]} {rest[9]}", f"{answer} {rest[1]} {rest[8]}")
    return tricks(hand(f"1 {led} ; 2 {answer}", *held, variant=variant, options=options))[0]


def finished(text: str) -> bool:
    """Return whether the last hand or duel is over."""
    return bool(result(text)["hands"][-1]["finished"])


def next_duel(text: str) -> tuple[int, ...] | None:
    """Return the seats of the next duel, or None if a deal comes next or a hand is in progress."""
    lines = as_text(judge(text)).splitlines()
    return next((tuple(map(int, line.split()[2:])) for line in lines if line.startswith("Next: duel ")), None)


def score(text: str) -> tuple[int, ...]:
    return judge(text).match.score


def games(text: str) -> tuple[int, ...]:
    return judge(text).match.games


def shown_cards(text: str) -> dict[int, tuple[str, ...]]:
    """Return the cards that the winners of envido and flor have shown at the end of the last hand."""
    events = judge(text).match.events
    return {event.seat: tuple(event.cards) for event in events if event.kind == "show" and event.seat is not None}


def seats_that_show(text: str) -> list[int]:
    """Return the seats that have shown their cards at the end of the last hand, in order."""
    return [event.seat for event in judge(text).match.events if event.kind == "show" and event.seat is not None]


def partners_seen(match: Match) -> dict[int, list[int]]:
    """Return the partners whose cards each seat sees."""
    seats = range(1, match.players + 1)
    return {seat: [partner for partner, _cards in match.view(seat).partner_hands] for seat in seats}


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


def choices(variant: str) -> dict[str, tuple[str, ...]]:
    """Return the house rules of a variant, with the values that are listed for each."""
    return {option.name: option.choices for option in preset(variant).options}


def heights_in(order: Sequence[Sequence[object]], pack: Sequence[Card]) -> dict[Card, int]:
    """Return the height of each card in an order of codes and ranks, the highest first. A code goes before its rank."""
    heights = {entry: -place for place, tier in enumerate(order) for entry in tier}
    return {card: heights[card] if card in heights else heights[card.rank] for card in pack}


def check_ranking(strengths: Mapping[Card, int], heights: Mapping[Card, int]) -> None:
    """Check that a higher card has more strength, and that two cards are equal in both or in neither."""
    for card, rival in combinations(heights, 2):
        assert (strengths[card] > strengths[rival]) == (heights[card] > heights[rival]), (card, rival)
        assert (strengths[card] == strengths[rival]) == (heights[card] == heights[rival]), (card, rival)
