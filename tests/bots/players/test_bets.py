"""The bets of the bots: none on cards that everybody has seen, and no large bet on weak cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.bot_tables import THINKING, bot, hand_of, play, think_little
from tests.table.test_view_leaks import TABLES, play_some
from truquero import Match
from truquero.bots.players import estimated_chances as chances
from truquero.bots.players.aprendiz import situation_of
from truquero.bots.players.betting_calls import LARGE, bet, envido_calls, gain, is_large, truco_calls
from truquero.bots.players.candidate_moves import candidate_moves
from truquero.bots.players.move_evaluation import MoveEvaluation
from truquero.bots.players.player_situation import Situation
from truquero.bots.players.prepared_view import PreparedView

PLAYERS = ("aprendiz", *THINKING)


def situation(match: Match, seat: int) -> Situation:
    result = situation_of(PreparedView(match.rules, match.view(seat)))
    assert result is not None
    return result


def spots(
    variant: str, players: int, options: dict[str, Any], positions: int
) -> Iterator[tuple[Match, int, Situation]]:
    """Yield every seat that is to act and sees its cards, in positions of randomly played hands."""
    random_stream = random.Random(f"{variant}{players}{options}")
    for number in range(positions):
        match = Match(variant, players, seed=number, **options)
        play_some(match, random_stream, random_stream.randrange(1, 30))
        for seat in match.turn if match.exposed is None else ():
            its_situation = situation_of(PreparedView(match.rules, match.view(seat)))
            if its_situation is not None:
                yield match, seat, its_situation


def one_trick_each(last: str, **options: Any) -> Match:
    """Return a hand with a trick for each side. Seat 2 won the first, seat 1 has laid its last card, and seat 2 is to
    lay."""
    match = hand_of("argentino", {1: "4c 3e 2c", 2: f"2o 5b {last}"}, flor=False, **options)
    return play(match, "1 4c", "2 2o", "2 5b", "1 3e", "1 2c")


# -------------------------------------------------------------------------------------- cards that everybody has seen


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_nobody_bets_on_shown_cards_or_bets_much_on_poor_ones(
    variant: str, players: int, options: dict[str, Any]
) -> None:
    """A side with all its cards on the table makes no truco call: a rival with a card left accepts only a bet that it
    wins. Large bets need good cards."""
    for match, seat, its_situation in spots(variant, players, options, 30):
        candidates = candidate_moves(its_situation)
        hand = match.hand
        assert hand is not None
        ours = [partner for partner in hand.seats if hand.side(partner) == hand.side(seat)]
        if not any(hand.held(partner) for partner in ours):
            assert its_situation.rules.truco.codes.isdisjoint(candidates)
        for move in candidates:
            stake = bet(its_situation, move)
            if (
                stake is None
                or move == "quiero"
                or gain(its_situation, stake, 1 - its_situation.from_place.side) <= LARGE
            ):
                continue
            if move in envido_calls(its_situation):
                assert chances.envido(its_situation) > 0.8
            elif move in its_situation.rules.truco.codes:
                assert chances.alone(its_situation) > 0.8
            else:
                assert move == "mi-falta" or chances.flor(its_situation) > 0.8


def test_an_answer_to_the_last_player_is_no_raise() -> None:
    match = play(one_trick_each("1e"), "2 truco")
    assert "retruco" in match.view(1).moves
    assert truco_calls(situation(match, 1)) == []
    assert set(candidate_moves(situation(match, 1))) == {"quiero", "no-quiero"}


@pytest.mark.parametrize("name", PLAYERS)
def test_the_last_player_accepts_only_when_winning(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    for seed in range(8):
        sure = play(one_trick_each("1e", word="any"), "1 truco")
        assert bot(name, sure, 2, f"{seed}").choose(sure.view(2)) in ("quiero", "retruco")
        lost = play(one_trick_each("4o", word="any"), "1 truco")
        assert bot(name, lost, 2, f"{seed}").choose(lost.view(2)) in ("no-quiero", "retruco")


@pytest.mark.parametrize(("last", "sure"), [("1e", 1.0), ("4o", 0.0), ("2b", 1.0)])
def test_the_last_card_is_not_a_matter_of_chance(last: str, sure: float) -> None:
    """A higher card wins the hand, a lower card loses it, and a tie goes to the first trick's winner (S000 §14)."""
    assert chances.truco(situation(one_trick_each(last), 2)) == sure


def test_partners_without_cards_leave_nothing_open() -> None:
    held = {1: "4c 3e 2c", 2: "2o 5b 6o", 3: "4e 5c 6c", 4: "4b 5o 1e"}
    match = hand_of("argentino", held, flor=False)
    play(match, "1 4c", "2 2o", "3 4e", "4 4b", "2 5b", "3 5c", "4 5o", "1 3e", "1 2c", "2 6o", "3 6c")
    assert chances.truco(situation(match, 4)) == 1.0


# -------------------------------------------------------------------------------------------------------- large bets


def test_what_a_call_bets() -> None:
    match = hand_of("argentino", {1: "7o 6o 1e", 2: "4c 5b 6e"}, flor=False)
    first = situation(match, 1)
    bets = {move: stake for move in first.moves if (stake := bet(first, move)) is not None}
    assert {move: gain(first, stake, 1) for move, stake in bets.items()} == {
        "envido": 2,
        "real-envido": 3,
        "falta-envido": 30,
        "truco": 2,
    }
    raised = situation(play(match, "1 envido"), 2)
    assert gain(raised, bet(raised, "real-envido") or raised.state.envido.offer, 0) == 5
    assert bet(raised, "quiero") == raised.state.envido.offer
    assert bet(raised, "no-quiero") is None


def test_an_acceptance_bets_what_was_offered() -> None:
    match = play(hand_of("paulista", {1: "3e 5o 2c", 2: "2o 4b 6o"}, turned="10e"), "1 truco", "2 seis", "1 nove")
    answer = situation(match, 2)
    assert is_large(answer, "quiero")
    assert is_large(answer, "doze")
    assert not is_large(answer, "no-quiero")


def test_near_the_end_nothing_is_large() -> None:
    """The rivals need only two points, so a larger bet loses no more."""
    match = hand_of("argentino", {1: "4c 5b 6e", 2: "7o 6o 1e"}, score=(10, 28), flor=False)
    assert not is_large(situation(match, 1), "falta-envido")
    assert "falta-envido" in candidate_moves(situation(match, 1))


@pytest.mark.parametrize("name", PLAYERS)
def test_poor_cards_do_not_bet_a_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not even a bluff: rivals who have seen it once would accept it every time."""
    think_little(monkeypatch)
    envite = hand_of("belmez", {1: "4o 2e 6b", 2: "1e 7c 3o"})
    nove = play(hand_of("paulista", {1: "6e 5o 4c", 2: "2o 4b 6o"}, turned="10e"), "1 truco", "2 seis")
    assert "envido-pata" in envite.view(1).moves
    assert "nove" in nove.view(1).moves
    for seed in range(10):
        assert bot(name, envite, 1, f"{seed}").choose(envite.view(1)) != "envido-pata"
        assert bot(name, nove, 1, f"{seed}").choose(nove.view(1)) != "nove"


@pytest.mark.parametrize("name", THINKING)
def test_a_seat_that_may_only_call_makes_one_of_its_calls(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """BE-12: after its own card seat 1 can only open the envite. It may not stay silent."""
    think_little(monkeypatch)
    match = hand_of("belmez", {1: "1c 4o 3e", 2: "4b 6c 3b"}, score=(17, 38), envite_after_own_card="on")
    view = play(match, "1 3e").view(1)
    assert set(envido_calls(situation(match, 1))) == set(view.moves)
    assert bot(name, match, 1).choose(view) in view.moves


@pytest.mark.parametrize("name", THINKING)
def test_a_seat_that_would_rather_keep_silent_makes_the_smallest_call(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BE-12: poor cards never bet everything, even if the playouts of a few deals favour it."""
    think_little(monkeypatch)
    monkeypatch.setattr(MoveEvaluation, "_drawn_from_equilibrium", lambda *_arguments: None)
    monkeypatch.setattr(MoveEvaluation, "_best_played_out", lambda *_arguments: "envido-pata")
    match = hand_of("belmez", {1: "1c 4o 3e", 2: "4b 6c 3b"}, score=(17, 38), envite_after_own_card="on")
    view = play(match, "1 3e").view(1)
    assert "envido-pata" in view.moves
    assert bot(name, match, 1).choose(view) == envido_calls(situation(match, 1))[0] == "envido"
