"""A hint mentions a lance as long as its points can still count."""

from __future__ import annotations

import random

import pytest

from tests.support.bot_tables import hand_of, play
from truquero import VARIANTS, Match
from truquero.i18n import speaking
from truquero.rules.lances import lance_name
from truquero.speech.hints import chances, hint
from truquero.speech.open_lances import open_lances

PLAIN = {1: "6o 5o 4c", 2: "1e 12b 5c"}
FLOR = {1: "6o 5o 4o", 2: "1e 12b 5c"}
MOVES = 250  # moves at each table


def lances_mentioned(match: Match, seat: int) -> set[str]:
    """Return the lances that the hint mentions, in its text or its chances."""
    with speaking("en"):
        view = match.view(seat)
        lines = [*hint(match.rules, view), *chances(match.rules, view)]
        return {lance for lance in ("envido", "flor") for line in lines if line.lower().startswith(lance_name(lance))}


@pytest.mark.parametrize(
    ("moves", "lances"),
    [
        ((), {"envido"}),
        (("1 4c",), {"envido"}),  # the rival may still call
        (("1 4c", "2 truco"), set()),  # seat 1 has laid its card, and seat 2 has called
        (("1 truco",), {"envido"}),  # the rival may answer with an envido
        (("1 envido",), {"envido"}),
        (("1 envido", "2 no-quiero"), set()),
        (("1 envido", "2 quiero"), set()),
        (("1 truco", "2 quiero"), set()),
        (("1 4c", "2 5c"), set()),
    ],
)
def test_hints_show_the_envido_until_it_is_closed(moves: tuple[str, ...], lances: set[str]) -> None:
    match = play(hand_of("argentino", PLAIN, flor=False), *moves)
    assert lances_mentioned(match, 1) == lances


@pytest.mark.parametrize(
    ("moves", "lances"),
    [
        ((), {"envido", "flor"}),
        (("1 4o",), {"envido"}),  # the flor was not sung in time
        (("1 flor",), set()),  # nobody else has a flor, so it is paid
        (("1 truco", "2 quiero"), set()),
    ],
)
def test_hints_show_a_flor_until_it_is_settled_or_given_up(moves: tuple[str, ...], lances: set[str]) -> None:
    match = play(hand_of("argentino", FLOR, flor=True), *moves)
    assert lances_mentioned(match, 1) == lances


def test_hints_show_points_while_they_are_declared() -> None:
    match = play(hand_of("argentino", PLAIN, flor=False, declare="manual"), "1 envido", "2 quiero")
    assert lances_mentioned(match, 1) == {"envido"}


@pytest.mark.parametrize("moves", [("1 mazo",), ("1 mazo", "2 envido"), ("1 mazo", "2 envido", "3 quiero")])
def test_the_envido_of_a_seat_that_has_thrown_in_does_not_count(moves: tuple[str, ...]) -> None:
    cards = {1: "1e 7e 4c", 2: "3b 11o 10e", 3: "4o 5c 6b", 4: "4b 5e 12c"}
    match = play(hand_of("argentino", cards, flor=False, declare="manual"), *moves)
    assert lances_mentioned(match, 1) == set()


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_no_call_follows_in_a_lance_that_hints_call_closed(variant: str) -> None:
    """In random play nobody calls in a lance that is closed to everybody."""
    randomness = random.Random(variant)
    for players in VARIANTS[variant].players:
        match, moves_made = Match(variant, players, seed="hint"), 0
        while moves_made < MOVES:
            if not match.deal():
                match = Match(variant, players, seed=f"hint {moves_made}")
                continue
            closed: set[str] = set()
            while match.turn:
                assert match.hand is not None
                open_to = [open_lances(match.rules, match.view(seat)) for seat in match.hand.seats]
                closed |= {lance for lance in ("envido", "flor") if not any(lance in lances for lances in open_to)}
                seat, move = randomness.choice(match.moves())
                before = len(match.events)
                match.play(seat, move)
                called = {event.lance for event in match.events[before:] if event.kind in ("move", "declare")}
                assert not closed & called, (move, closed)
                moves_made += 1
