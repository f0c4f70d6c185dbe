"""A thinking bot refuses too rarely for a hopeless bluff to pay, and does not treat calls as proof of cards."""

from __future__ import annotations

from functools import cache

import pytest

from tests.support.bot_tables import play, think_little
from truquero import Match, rules_of
from truquero.bots import make_bot
from truquero.bots.players import betting_games
from truquero.rules.moves import REFUSE

DEALS = 60
DEALS_WITH_ENVIDO = 100  # the envido is called in a quarter of them
MARGIN = 0.1  # tolerance for the luck of the deals


@pytest.fixture(autouse=True)
def _thinks_of_bets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the normal effort for bets and reduce the effort for cards."""
    hands, rounds = betting_games.HANDS, betting_games.ROUNDS
    think_little(monkeypatch)
    monkeypatch.setattr(betting_games, "HANDS", hands)
    monkeypatch.setattr(betting_games, "ROUNDS", rounds)


@cache
def refusals(variant: str, *calls: str, **options: bool) -> float:
    """Return the share of deals in which a jugador refuses after these calls of the mano and of its own."""
    rules = rules_of(variant, 2, **options)
    refused = 0
    for number in range(DEALS):
        match = Match(rules, seed=f"defence {number}", dealer=2)
        match.deal()
        play(match, *calls)
        seat = next(iter(match.turn))
        refused += make_bot("jugador", rules, seat, f"{number}").choose(match.view(seat)) == REFUSE
    return refused / DEALS


@pytest.mark.parametrize(
    ("variant", "calls", "before", "offered"),
    [
        ("argentino", ("1 envido", "2 no-quiero", "1 truco"), 1, 2),
        ("paulista", ("1 truco",), 1, 3),
        ("navarrevisca", ("1 truco",), 1, 3),
    ],
)
def test_an_early_truco_is_refused_no_oftener_than_makes_a_bluff_pay(
    variant: str, calls: tuple[str, ...], before: int, offered: int
) -> None:
    """A player with hopeless cards loses `before` anyway. A bluff wins `before` if it is refused and loses `offered`
    otherwise. It pays if more than (offered - before) / (offered + before) of the bluffs are refused."""
    options = {"flor": False} if variant == "argentino" else {}
    assert refusals(variant, *calls, **options) <= (offered - before) / (offered + before) + MARGIN


def test_raising_the_envido_without_points_does_not_pay() -> None:
    """The raise wins 2 if it is refused and loses 4 otherwise; refusing the first call would have cost 1."""
    rules = rules_of("argentino", 2, flor=False)
    answers = []
    for number in range(DEALS_WITH_ENVIDO):
        match = Match(rules, seed=f"defence {number}", dealer=2)
        match.deal()
        player = make_bot("jugador", rules, 1, f"{number}")
        if player.choose(match.view(1)) == "envido":
            play(match, "1 envido", "2 envido")
            answers.append(player.choose(match.view(1)))
    assert len(answers) > DEALS_WITH_ENVIDO / 4
    assert answers.count(REFUSE) / len(answers) <= 1 / 2 + MARGIN


def test_some_hands_fold() -> None:
    """A bot that accepts everything pays every good call."""
    assert refusals("paulista", "1 truco") > 0.2
