"""Every bot plays at every table without exceptions, illegal moves or deadlocks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.bot_tables import SIMPLE, THINKING, bot, hand_of, play, runner_of, think_little
from tests.table.test_view_leaks import TABLES
from truquero import Match
from truquero.bots import ROSTER, UnknownBot, make_bot
from truquero.engine.state import pending_lance

MOST_MOVES = 300  # limit for a hand


def moves_of_hand(match: Match, names: tuple[str, ...], seed: str) -> int:
    """Play a hand to its end and return the number of moves. `Match` raises on illegal moves."""
    runner = runner_of(match, *names, seed=seed)
    assert match.deal()
    for move_count in range(MOST_MOVES):
        if not match.turn:
            runner.put_questions()
            return move_count
        assert runner.step() is not None, f"nobody moves, and these might: {match.turn}"
    raise AssertionError(f"the hand is not over after {MOST_MOVES} moves")


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_whole_matches_of_simple_bots(variant: str, players: int, options: dict[str, Any]) -> None:
    match = Match(variant, players, seed="simple", **options)
    with runner_of(match, "aprendiz", "azar", "aprendiz") as runner:  # partners of one kind and of two
        runner.play()
    assert match.over
    assert match.winner is not None


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_every_thinking_bot_plays_at_every_table(
    variant: str, players: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each bot plays at least once beside others of the roster; two of them also play near the end of a game."""
    think_little(monkeypatch)
    for first in range(0, len(THINKING), players):
        names = (*THINKING[first:], *SIMPLE, *THINKING[:first])
        match = Match(variant, players, seed=first, **options)
        assert moves_of_hand(match, names, seed=f"{first}") > 0
    early = Match(variant, players, seed=1, **options)
    score = [early.rules.match.target - 1] * len(early.score)
    late = Match(early.rules, seed=1, score=score)
    assert moves_of_hand(late, THINKING[:2], seed="late") > 0


def test_a_whole_match_of_thinking_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    match = Match("trucardo", 4, seed="whole")
    with runner_of(match, *THINKING) as runner:
        runner.play()
    assert match.over


def test_bots_play_with_their_full_budget() -> None:
    """Every thinking bot plays with its normal thinking time."""
    match = Match("argentino", 2, seed="long")
    for number in range(0, len(THINKING), 2):
        assert moves_of_hand(match, THINKING[number : number + 2] * 2, seed="long") > 0


def test_each_bot_has_a_name_and_a_description() -> None:
    assert list(ROSTER) == ["azar", "aprendiz", "jugador", "valiente", "prudente", "mentiroso", "pescador"]
    assert all(about for _maker, about in ROSTER.values())


def test_an_unknown_name_is_refused_with_the_known_names() -> None:
    match = Match("argentino", 2, seed=1)
    with pytest.raises(UnknownBot, match="azar, aprendiz, jugador"):
        make_bot("campeon", match.rules, 1, "seed")


@pytest.mark.parametrize("name", THINKING)
def test_points_are_declared_while_a_truco_waits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    cards = {1: "4e 5e 12c", 2: "6b 7b 1c", 3: "3e 3b 4o", 4: "1o 6c 5b"}
    match = hand_of("uruguayo", cards, turned="11o", declare="manual")
    play(match, "1 truco", "4 envido", "3 quiero", "1 29")
    view = match.view(2)
    assert view.state is not None
    assert view.state.declaring is not None
    assert pending_lance(view.state) == "truco"
    assert bot(name, match, 2).choose(view) in view.moves


@pytest.mark.parametrize(
    ("cards", "played"),
    [
        ({1: "2e 5o 7o", 2: "3b 5b 11o"}, "1 2e/2 5b/1 tapada-5o/2 11o/2 3b"),
        (
            {1: "2e 5o 7o", 2: "3b 5b 11o", 3: "4c 3o 12b", 4: "4e 6o 10c"},
            "1 2e/2 3b/3 4c/4 4e/2 5b/3 3o/4 tapada-6o/1 tapada-5o/3 12b/4 10c",  # seat 4 may have laid the 5o
        ),
    ],
)
@pytest.mark.parametrize("name", THINKING)
def test_a_bot_with_a_card_face_down_considers_other_hands(
    name: str, cards: dict[int, str], played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others do not know the covered card, so the bot also imagines hands of its own without it."""
    think_little(monkeypatch)
    match = play(hand_of("venezolano", cards, turned="6b"), *played.split("/"))
    view = match.view(1)
    assert "truco" in view.moves
    for seed in range(20):
        assert bot(name, match, 1, f"{seed}").choose(view) in view.moves
