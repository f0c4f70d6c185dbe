"""S000 §13.3: what a falta envido is worth, in each of its modes."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, games, hand, score, turn

BEST, WORST = "5b 7b 12c", "4e 6e 11o"  # 32 and 30


def falta(points: str, side: str, options: str = "", *, before: str = "") -> str:
    """Return the record of a falta envido that is accepted at this score and won by this side."""
    held = (BEST, WORST) if side == "A" else (WORST, BEST)
    calls = f"{before} ; 2 falta-envido ; 1 quiero" if before else "1 falta-envido ; 2 quiero"
    return hand(calls, *held, options=options, score=points)


@pytest.mark.parametrize(
    ("points", "side", "value"),
    [
        ("0-0", "A", 30),
        ("0-0", "B", 30),
        ("12-3", "B", 18),
        ("3-12", "A", 18),
        ("14-14", "A", 16),
        ("15-14", "B", 15),
        ("29-0", "B", 1),
        ("0-29", "A", 1),
    ],
)
def test_s000_13_falta_is_what_the_side_ahead_lacks(points: str, side: str, value: int) -> None:
    """§13: "número de tantos necesarios para que el bando que va por delante gane el chico"."""
    assert awards(falta(points, side)) == [("envido", side, value)]


def test_s000_13_falta_won_by_the_side_ahead_wins_the_chico() -> None:
    """§13: "para que el bando que va por delante gane el chico o el juego"."""
    text = falta("21-20", "A")
    assert awards(text) == [("envido", "A", 9)]
    assert games(text) == (1, 0)
    assert turn(text) == {}


def test_s000_13_falta_won_by_the_side_behind_does_not_win_the_chico() -> None:
    """§13: it is what the side ahead lacks, whoever wins it."""
    text = falta("21-5", "B")
    assert score(text) == (21, 14)
    assert games(text) == (0, 0)


def test_s000_13_falta_replaces_what_was_bet_before() -> None:
    """§13: the falta is worth what is lacking, not that and the envidos before it."""
    assert awards(falta("20-3", "B", before="1 real-envido")) == [("envido", "B", 10)]


def test_s000_13_falta_smaller_than_what_was_bet() -> None:
    """§13: also when less is lacking than was bet."""
    assert awards(falta("28-3", "B", before="1 real-envido")) == [("envido", "B", 2)]


@pytest.mark.parametrize(
    ("points", "side", "value"), [("12-3", "A", 18), ("12-3", "B", 27), ("29-0", "B", 30), ("20-25", "A", 10)]
)
def test_s000_13_falta_mode_win_game(points: str, side: str, value: int) -> None:
    """§13: "Algunos jugadores apuestan a que el bando ganador lo será también de la partida"."""
    text = falta(points, side, "falta_mode=win_game")
    assert awards(text) == [("envido", side, value)]
    assert games(text) == ((1, 0) if side == "A" else (0, 1))


@pytest.mark.parametrize(
    ("points", "side", "value", "wins"),
    [
        ("0-0", "B", 30, True),
        ("14-3", "B", 27, True),
        ("14-14", "A", 16, True),
        ("15-3", "B", 15, False),
        ("3-15", "A", 15, False),
        ("15-14", "A", 15, True),
        ("27-20", "B", 3, False),
    ],
)
def test_s000_13_falta_mode_malas_win_buenas_leader(points: str, side: str, value: int, wins: bool) -> None:
    """Option: with both sides in malas the winner takes the game, otherwise what the side ahead lacks."""
    text = falta(points, side, "falta_mode=malas_win_buenas_leader")
    assert awards(text) == [("envido", side, value)]
    assert games(text)["AB".index(side)] == int(wins)


@pytest.mark.parametrize("mode", ["leader", "win_game", "malas_win_buenas_leader"])
def test_s000_13_falta_refused_pays_the_same_in_every_mode(mode: str) -> None:
    """§13: "Si un equipo dice … falta envido y el otro contesta no quiero, el primer equipo gana 1 tanto"."""
    text = hand("1 falta-envido ; 2 no-quiero", BEST, WORST, options=f"falta_mode={mode}", score="10-20")
    assert awards(text) == [("envido", "A", 1)]


def test_s000_13_falta_follows_the_target() -> None:
    """§13: the falta is counted to the points of the chico that is played."""
    assert awards(falta("6-2", "B", "target=15")) == [("envido", "B", 9)]
    assert games(falta("0-0", "B", "target=15")) == (0, 1)


def test_s000_13_malas_are_half_of_the_target() -> None:
    """§15: "Los primeros 15 se denominan malas"; in a game to 24 they are 12."""
    options = "falta_mode=malas_win_buenas_leader target=24"
    assert awards(falta("11-2", "B", options)) == [("envido", "B", 22)]
    assert awards(falta("12-2", "B", options)) == [("envido", "B", 12)]


@pytest.mark.parametrize(("gallo", "value"), [("1 falta-envido ; 3 quiero", 10), ("2 falta-envido ; 3 quiero", 10)])
def test_s000_13_falta_with_a_gallo_counts_the_highest_of_the_three(gallo: str, value: int) -> None:
    """AR-16: with three players the falta is what the highest of the three lacks."""
    held = (BEST, "4c 6o 1e", f"{WORST} 4o")
    moves = "3 descarta-4o" if gallo[0] == "1" else "3 descarta-4o ; 1 12c"
    text = hand(f"{moves} ; {gallo}", *held, score="5-20-3")
    assert awards(text) == [("envido", "1", value), ("envido", "2", value)]
