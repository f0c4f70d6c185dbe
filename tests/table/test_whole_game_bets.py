"""Which calls and acceptances bet the whole game, at a given score."""

from __future__ import annotations

from random import Random

import pytest

from truquero import VARIANTS, Match, rules_of
from truquero.table.whole_game_bets import ends_game, first_that_ends_game

CARDS = {1: "1e 7e 4c", 2: "3b 11o 10e"}


def bets_of_the_game(variant: str, score: tuple[int, int], *moves: str, seat: int = 1) -> list[str]:
    """Return the bets of the whole game that a seat may make or accept after these moves of seat 1."""
    match = Match.from_cards(variant, CARDS, score=score)
    for move in moves:
        match.play(1, move)
    assert match.hand is not None
    return [move for move in match.hand.legal(seat) if ends_game(match.hand, seat, move)]


@pytest.mark.parametrize(
    ("score", "bets"),
    [
        ((0, 0), ["falta-envido"]),
        ((20, 3), ["falta-envido"]),
        ((3, 20), ["falta-envido"]),
        ((28, 28), ["truco", "envido", "real-envido", "falta-envido"]),  # whoever wins two points has won
        ((29, 28), []),  # if it is refused, the side that calls has won
    ],
)
def test_calls_of_the_whole_game(score: tuple[int, int], bets: list[str]) -> None:
    assert sorted(bets_of_the_game("argentino", score)) == sorted(bets)


def test_acceptances_of_the_whole_game() -> None:
    assert "quiero" in bets_of_the_game("argentino", (20, 3), "falta-envido", seat=2)
    assert bets_of_the_game("argentino", (20, 3), "envido", seat=2) == ["falta-envido"]
    assert bets_of_the_game("argentino", (29, 20), "falta-envido", seat=2) == []  # a refusal loses the game too


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_bet_that_is_not_of_the_whole_game_leaves_it_open(variant: str) -> None:
    """At every point of random hands: whoever wins another bet with a fixed stake, one side can still lose it."""
    randomness = Random(variant)
    for number in range(5):
        match = Match(rules_of(variant), seed=number)
        match.deal()
        while match.turn:
            hand = match.hand
            assert hand is not None
            for seat, moves in match.turn.items():
                for move in moves:
                    bet = hand.bet(seat, move)
                    if bet is not None and not ends_game(hand, seat, move):
                        values = [bet[0].value(side, hand.score) for side in (0, 1)]
                        refused = bet[1].value(hand.side(seat), hand.score) >= hand.score.lack(hand.side(seat))
                        assert refused or any(values[side] < hand.score.lack(side) for side in (0, 1)), move
            match.play(*randomness.choice(match.moves()))


def test_the_first_size_that_bets_the_game() -> None:
    match = Match("belmez", 2, seed="3", dealer=2)
    match.deal()
    hand = match.hand
    assert hand is not None
    sizes = [move for move in match.turn[1] if move.startswith("envido-") and move.removeprefix("envido-").isdigit()]
    first = first_that_ends_game(hand, 1, sizes)
    assert [ends_game(hand, 1, move) for move in sizes] == [index >= first for index in range(len(sizes))]
