"""Trucardo, S001 Objetivo del juego and Comienzo de la partida: 15 or 30 points, three cards, the mano leads."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, games, hand, illegal, judge, last_is_illegal, result, score, turn
from truquero.table import Match
from truquero.variants import preset, rules_of

TWO = ("7c 6c 4e", "1e 1b 5o")  # A has the better envido, B the hand
FOUR = (*TWO, "12c 11o 4b", "3e 2o 6b")
A_TAKES_ONE = "1 truco ; 2 no-quiero"


def trucardo(moves: str, *held: str, points: str = "", options: str = "", dealer: int | None = None) -> str:
    return hand(moves, *(held or TWO), variant="trucardo", score=points, options=options, dealer=dealer)


# ---------------------------------------------------------------------------------------------------------- objetivo


@pytest.mark.parametrize(("options", "short"), [("", 29), ("target=30", 29), ("target=15", 14)])
def test_objective_the_agreed_points_win(options: str, short: int) -> None:
    """«Existe la posibilidad de jugar a ganar 15 o 30 puntos»; the usual game is to 30."""
    assert result(trucardo(A_TAKES_ONE, points=f"{short - 1}-0", options=options))["winner"] is None
    won = trucardo(A_TAKES_ONE, points=f"{short}-{short}", options=options)
    assert (result(won)["winner"], games(won), score(won)) == ("A", (1, 0), (short + 1, short))
    assert turn(won) == {}


@pytest.mark.parametrize("target", ["20", "31", "0", "x"])
def test_objective_no_other_number(target: str) -> None:
    """«15 o 30»: the number is agreed «al comienzo de la partida» and is one of the two."""
    assert illegal(trucardo(A_TAKES_ONE, options=f"target={target}")).line == 3


@pytest.mark.parametrize(("options", "points"), [("", "30-0"), ("target=15", "0-15"), ("target=15", "20-3")])
def test_objective_a_won_game_is_not_a_start(options: str, points: str) -> None:
    assert illegal(trucardo(A_TAKES_ONE, points=points, options=options)).line == 3 + bool(options)


def test_objective_one_game_is_the_match() -> None:
    """The text mentions no second game: the first side to make the points has won."""
    text = trucardo("1 truco ; 2 quiero ; 1 7c ; 2 1e ; 2 1b ; 1 6c", points="10-29")
    assert (result(text)["winner"], score(text)) == ("B", (10, 31))
    last_is_illegal(f"{text}\ndeal 1")


# ---------------------------------------------------------------------------------------------------------- comienzo


def test_players_are_two_or_two_pairs() -> None:
    """The text says now «jugador», now «pareja»: one against one as a rule, and pairs."""
    assert preset("trucardo").players == (2, 4)
    for players in (3, 6, 8):
        assert illegal(f"variant trucardo\nplayers {players}\ndeal 1").line == 2
    assert sorted(turn(trucardo("1 truco", *FOUR))) == [2, 4]


def test_the_pack_is_the_forty_of_the_hierarchy() -> None:
    """Every card of the list, «El As de Espadas» to «Los Cuatros», and no other."""
    assert {card.rank for card in rules_of("trucardo").pack} == {1, 2, 3, 4, 5, 6, 7, 10, 11, 12}
    assert len(rules_of("trucardo").pack) == 40
    for absent in ("8e", "9o"):
        assert illegal(trucardo("", f"7c 6c {absent}", TWO[1])).line == 4


@pytest.mark.parametrize("players", [2, 4])
def test_three_cards_each(players: int) -> None:
    """«En cada mano se repartirán tres a cada jugador»."""
    match = Match("trucardo", players, seed="tres", dealer=1)
    match.deal()
    dealt = [match.view(seat).cards for seat in range(1, players + 1)]
    assert [len(held) for held in dealt] == [3] * players
    assert len({card for held in dealt for card in held}) == 3 * players
    assert illegal(trucardo("", "7c 6c", TWO[1])).line == 4
    assert illegal(trucardo("", "7c 6c 4e 4o", TWO[1])).line == 4


@pytest.mark.parametrize(("dealer", "mano"), [(1, 2), (2, 3), (3, 4), (4, 1)])
def test_the_mano_starts_the_first_round(dealer: int, mano: int) -> None:
    """«El jugador que comienza la primer ronda es el que tiene la mano»."""
    assert list(turn(trucardo("", *FOUR, dealer=dealer))) == [mano]


def test_the_mano_passes_with_the_deal() -> None:
    text = trucardo(f"{A_TAKES_ONE}\ndeal 1\ncards 1 {TWO[0]}\ncards 2 {TWO[1]}")
    assert list(turn(text)) == [2]
    last_is_illegal(trucardo(f"{A_TAKES_ONE}\ndeal 2"))


def test_two_contests_may_be_called() -> None:
    """«Existen dos cantos en el truco: el truco y el envido»."""
    assert turn(trucardo("")) == {1: ["4e", "6c", "7c", "envido", "falta-envido", "mazo", "real-envido", "truco"]}


# ------------------------------------------------------------------------------------------------------------- order


def test_the_envido_is_written_before_the_truco() -> None:
    """To 15 at 13-14 the envido is enough and the hand is not played out."""
    text = trucardo("1 envido ; 2 quiero", points="13-14", options="target=15")
    assert (result(text)["winner"], turn(text)) == ("A", {})


def test_throwing_in_pays_the_refused_envido_first() -> None:
    text = trucardo("1 envido ; 2 mazo", points="29-29")
    assert (awards(text), result(text)["winner"]) == ([("envido", "A", 1)], "A")


def test_a_refused_truco_wins_the_game_before_the_cards_are_played() -> None:
    assert judge(trucardo(A_TAKES_ONE, points="29-29")).match.winner == "A"
