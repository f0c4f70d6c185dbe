"""The time that bots take depends on public facts and seeded chance, never on hidden cards."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.support.bot_tables import hand_of, play
from tests.table.test_view_leaks import TABLES
from truquero import Match, rules_of
from truquero.session import SPEEDS, Session, timeout_move
from truquero.session.session import BEFORE_ANSWER

WEAK = {1: "4o 5c 6e", 2: "4c 5o 6b", 3: "4e 5b 12c", 4: "4b 5e 12o"}
STRONG = {1: "1e 7e 3b", 2: "1b 7o 3o", 3: "3c 2e 2b", 4: "3e 2c 2o"}


def session_of(match: Match, seed: str = "table") -> Session:
    return Session(match, lambda _seat: True, seed=seed)


def times(match: Match, count: int = 40) -> list[float]:
    """Return the thinking times of this turn at tables with different seeds."""
    return [session_of(match, f"table {number}").thinking_time("normal") for number in range(count)]


@pytest.mark.parametrize(
    "moves", [(), ("1 truco",), ("1 envido",), ("1 envido", "2 envido"), ("1 falta-envido",)], ids=" ".join
)
def test_other_cards_change_no_time(moves: tuple[str, ...]) -> None:
    """In the same public situation, with the same seed, every bot takes the same time, whatever it holds."""
    weak, strong = (play(hand_of("argentino", cards, flor=False), *moves) for cards in (WEAK, STRONG))
    assert times(weak) == times(strong)


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_times_depend_on_the_public_course_of_the_match_only(
    variant: str, players: int, options: dict[str, Any]
) -> None:
    """Two deals of every game take the same times, as long as their public states and scores are the same."""
    rules, compared = rules_of(variant, players, **options), 0
    for seed in range(6):
        stream = random.Random(seed)
        twins = [Match(rules, seed=f"{seed}/{number}", dealer=players) for number in (1, 2)]
        for twin in twins:
            twin.deal()
        while twins[0].turn and _public(twins[0]) == _public(twins[1]):
            first, second = (session_of(twin) for twin in twins)
            for speed in SPEEDS:
                assert first.thinking_time(speed) == second.thinking_time(speed)
            compared += 1
            shared = [move for move in twins[0].moves() if move in twins[1].moves()]
            if not shared:
                break
            seat, move = stream.choice(shared)
            for twin in twins:
                twin.play(seat, move)
    assert compared >= 6


def _public(match: Match) -> object:
    view = match.view_of_spectator()
    return view.state, view.seats, view.must_act, view.score, view.table, view.exposed


def test_a_sena_changes_no_time() -> None:
    """Only some players see it, so the rhythm of the bots may not tell it to the others."""
    match = hand_of("argentino", WEAK, flor=False)
    before = times(match)
    match.play(1, "sena-tres")
    assert times(match) == before


def test_times_vary_with_the_seed_and_with_the_turn() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    assert len(set(times(match))) > 5
    first = session_of(match).thinking_time("normal")
    later = []
    for moves in ("1 4o", "2 4c", "3 4e"):
        play(match, moves)
        later.append(session_of(match).thinking_time("normal"))
    assert {first, *later} != {first}


def test_a_bot_repeats_its_time_after_a_restart() -> None:
    match = play(hand_of("argentino", WEAK, flor=False), "1 truco")
    assert session_of(match).thinking_time("calm") == session_of(match).thinking_time("calm")


def test_the_last_card_is_laid_quickly_and_a_large_bet_takes_long() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    first_card = times(match)
    truco = times(play(hand_of("argentino", WEAK, flor=False), "1 truco"))
    falta = times(play(hand_of("argentino", WEAK, flor=False), "1 falta-envido"))
    while len(match.log[-1].hands[-1].moves) < 8:
        seat = match.must_act[0]
        play(match, f"{seat} {match.view(seat).cards[0]}")
    last_card = times(match)
    assert max(last_card) <= min(first_card)
    assert _mean(first_card) < _mean(truco) < _mean(falta)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def test_calm_is_slower_and_fast_is_quicker_than_normal() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    calm, normal, fast = (session_of(match).thinking_time(speed) for speed in ("calm", "normal", "fast"))
    assert fast < normal < calm


def test_the_time_of_every_turn_is_bearable() -> None:
    for variant, players, options in TABLES:
        match = Match(rules_of(variant, players, **options), seed=3)
        match.deal()
        while match.turn:
            assert 0.1 <= session_of(match).thinking_time("fast") < BEFORE_ANSWER
            assert 0.4 <= session_of(match).thinking_time("normal") <= 5
            seat = match.must_act[0]
            match.play(seat, timeout_move(match.view(seat)))
