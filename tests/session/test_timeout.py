"""The clock's rule: the move for a seat whose time has run out, in every state of every game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.table.test_view_leaks import TABLES
from truquero import Match, rules_of
from truquero.rules.moves import numbers_named
from truquero.session import timeout_move

MATCHES, MOVES = 4, 80

every_table = pytest.mark.parametrize(("variant", "players", "options"), TABLES)


@every_table
def test_the_clock_has_a_move_for_everybody(variant: str, players: int, options: dict[str, Any]) -> None:
    """The clock refuses if the seat can refuse, otherwise leaves the hand, and never makes a call."""
    stream = random.Random(f"{variant}{players}{options}")
    rules = rules_of(variant, players, **options)
    truco = {rung.code for rung in rules.truco.rungs}
    for number in range(MATCHES):
        match, move_count = Match(rules, seed=number), 0
        while move_count < MOVES and match.deal(exposed=somebody(match, stream)):
            while match.turn and move_count < MOVES:
                moves = {seat: timeout_move(match.view(seat)) for seat in match.turn}
                for seat, move in moves.items():
                    assert move in match.view(seat).moves
                    if "no-quiero" in match.turn[seat]:
                        assert move == "no-quiero"
                    elif "mazo" in match.turn[seat]:
                        assert move in ("mazo", "guena")
                # At least one seat must act; other seats may only interrupt.
                assert not truco.issuperset(moves.values())
                match.play(*stream.choice(match.moves()))
                move_count += 1


def somebody(match: Match, stream: random.Random) -> int | None:
    """Return, now and then, a seat whose card is dealt face up."""
    is_new_deal = match.deals.next_in_deal() is None
    return (
        stream.choice(match.deals.next_in_match(match.score).seats) if is_new_deal and stream.random() < 0.2 else None
    )


@every_table
def test_a_match_that_the_clock_plays_ends(variant: str, players: int, options: dict[str, Any]) -> None:
    match = Match(variant, players, seed=1, **options)
    for _ in range(400):
        if not match.deal():
            break
        while match.turn:
            seat = next(candidate for candidate in (*match.hand.seats, *match.turn) if candidate in match.turn)  # type: ignore[union-attr]
            match.play(seat, timeout_move(match.view(seat)))
    assert match.over


def test_numbers_of_points_are_read_as_numbers() -> None:
    match = Match("argentino", 2, seed=5, dealer=2, declare="manual", flor="off")
    match.deal()
    match.play(1, "envido")
    match.play(2, "quiero")
    assert match.hand is not None
    fewest = min(numbers_named(match.hand.rules), key=int)
    assert timeout_move(match.view(1)) == fewest
    match.play(1, fewest)
    assert timeout_move(match.view(2)) == "son-buenas"
