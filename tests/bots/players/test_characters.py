"""The personalities: different bids with the same cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from tests.support.bot_tables import bot, only, think_little
from truquero import Match, View, rules_of
from truquero.bots.players import betting_games, move_evaluation
from truquero.bots.players import estimated_chances as chances
from truquero.bots.players.aprendiz import situation_of
from truquero.bots.players.player_situation import Situation
from truquero.bots.players.prepared_view import PreparedView
from truquero.cards import CARDS

GAMES: tuple[tuple[str, dict[str, bool]], ...] = (("argentino", {"flor": False}), ("paulista", {}))
COUNT = 25  # deals of each game; fewer where that is enough

Wanted = Callable[[Situation], bool]


@pytest.fixture(autouse=True)
def _thinks_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots think long enough to distinguish a good bid from a bad one."""
    think_little(monkeypatch)
    monkeypatch.setattr(move_evaluation, "ROUND", 10)
    monkeypatch.setattr(betting_games, "HANDS", 10)
    monkeypatch.setattr(betting_games, "ROUNDS", 40)


@cache
def tables(game: int, seat: int, calls: tuple[str, ...], wanted: Wanted, count: int) -> list[Match]:
    """Return deals in which the seat's cards satisfy `wanted` after the mano has made these calls."""
    variant, options = GAMES[game]
    rules = rules_of(variant, 2, **options)
    matches: list[Match] = []
    number = 0
    while len(matches) < count:
        number += 1
        match = Match(rules, seed=f"characters {number}", dealer=2)
        match.deal()
        for call in calls:
            match.play(1, call)
        situation = situation_of(PreparedView(rules, match.view(seat)))
        assert situation is not None
        if wanted(situation):
            matches.append(match)
    return matches


def chosen(
    name: str,
    seat: int,
    calls: tuple[str, ...],
    wanted: Wanted,
    may: Callable[[View], Sequence[str]],
    count: int = COUNT,
) -> list[str]:
    """Return the moves of a bot with all of those cards."""
    return [
        bot(name, match, seat, f"{number}").choose(only(match.view(seat), *may(match.view(seat))))
        for game in range(len(GAMES))
        for number, match in enumerate(tables(game, seat, calls, wanted, count))
    ]


def calls_of_truco(name: str, wanted: Wanted, count: int = COUNT) -> int:
    def may(view: View) -> list[str]:
        return [move for move in view.moves if move == "truco" or move in CARDS]

    return chosen(name, 1, (), wanted, may, count).count("truco")


def accepts_truco(name: str) -> int:
    may = ("quiero", "no-quiero")
    return chosen(name, 2, ("truco",), in_doubt, lambda _view: may).count("quiero")


def good(situation: Situation) -> bool:
    return chances.truco(situation) > 0.8


def in_doubt(situation: Situation) -> bool:
    return 0.25 <= chances.truco(situation) < 0.6


def hopeful(situation: Situation) -> bool:
    return 0.5 <= chances.truco(situation) < 0.8


def bad(situation: Situation) -> bool:
    return chances.truco(situation) < 0.35


def test_valiente_calls_and_accepts_most_and_prudente_least() -> None:
    for count in (accepts_truco, lambda name: calls_of_truco(name, hopeful, 15)):
        brave, player, careful = map(count, ("valiente", "jugador", "prudente"))
        assert brave > player > careful


def test_mentiroso_calls_with_worse_cards() -> None:
    liar, player = calls_of_truco("mentiroso", bad), calls_of_truco("jugador", bad)
    assert liar > 1.3 * player
    assert player > 0  # a player who never bluffs is predictable


def test_pescador_does_not_call_with_good_cards() -> None:
    fisher, player = calls_of_truco("pescador", good), calls_of_truco("jugador", good)
    assert fisher < 0.7 * player


def test_pescador_raises_when_the_rivals_call() -> None:
    def raises(name: str) -> int:
        moves = chosen(name, 2, ("truco",), good, lambda view: view.moves, 20)
        return sum(move not in ("quiero", "no-quiero") for move in moves)

    assert raises("pescador") >= raises("jugador") > 10


def test_no_character_refuses_with_the_best_cards() -> None:
    for name in ("prudente", "mentiroso", "pescador"):
        moves = chosen(name, 2, ("truco",), best, lambda view: view.moves, 20)
        assert moves.count("no-quiero") <= 0.05 * len(moves)


def best(situation: Situation) -> bool:
    return chances.truco(situation) > 0.9
