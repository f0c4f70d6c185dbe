"""S000 §3: three players, one of them the gallo."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from tests.support.record_queries import (
    awards,
    claims,
    games,
    hand,
    illegal,
    judge,
    last_is_illegal,
    result,
    score,
    tricks,
    turn,
)

LOW, OTHER = "4b 6c 11e", "5o 2e 12c"  # envido 6 and 5
GALLO = "1e 1b 7o 4o"  # envido 31 with 7o 4o, otherwise low; the best cards
FIXED = "gallo=fijo"


def three(moves: str, seat: int = 3, dealer: int = 3, **more: str) -> str:
    """Return the record of a hand in which this seat holds the cards of the gallo. Seat 3 deals by default."""
    held = {1: (GALLO, LOW, OTHER), 2: (LOW, GALLO, OTHER), 3: (LOW, OTHER, GALLO)}[seat]
    return hand(moves, *held, dealer=dealer, **more)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_s000_03_by_turns_the_dealer_is_gallo(seat: int) -> None:
    """§3: "los tres jugadores se alternan en el papel de gallo, que será el dador"."""
    text = three("", seat, dealer=seat)
    assert turn(text) == {seat: ["descarta-1b", "descarta-1e", "descarta-4o", "descarta-7o"]}


def test_s000_03_the_gallo_discards_before_anything_else() -> None:
    """§3: "recibir cuatro cartas, para elegir tres y descartar una"."""
    for move in ("1 4b", "1 truco", "3 1e", "3 mazo", "2 envido"):
        last_is_illegal(three(move))
    text = three("3 descarta-4o")
    assert list(turn(text)) == [1]
    last_is_illegal(f"{text}\n3 descarta-7o")


def test_s000_03_the_discard_is_gone() -> None:
    """§3: three cards are played."""
    text = three("3 descarta-4o ; 1 4b ; 2 5o")
    assert {"1b", "1e", "7o"} <= set(turn(text)[3])
    last_is_illegal(f"{text}\n3 4o")


def test_s000_03_the_gallo_gets_four_cards_and_the_others_three() -> None:
    """§3: "El gallo tiene el privilegio de recibir cuatro cartas"."""
    assert illegal(hand("", LOW, OTHER, "1e 1b 7o")).line == 6
    assert illegal(hand("", f"{LOW} 4c", OTHER, GALLO)).line == 4


def test_s000_03_the_discard_is_not_seen_by_the_others() -> None:
    """§3: "descartar una, que no debe ser vista por sus adversarios"."""
    match = judge(three("3 descarta-4o")).match
    assert [event.move for event in match.view(3).events if event.move] == ["descarta-4o"]
    for rival in (1, 2):
        assert "4o" not in repr(astuple(match.view(rival)))


def test_s000_03_the_discard_counts_for_nothing() -> None:
    """§3: envido and flor are counted on the three cards that are kept."""
    with_pair = three("3 descarta-1e ; 1 envido ; 3 quiero")
    assert awards(with_pair) == [("envido", "3", 2)]
    assert awards(three("3 descarta-7o ; 1 envido ; 3 quiero")) == [("envido", "1", 2), ("envido", "2", 2)]
    flor = hand("3 descarta-1e ; 1 4b ; 2 5o", LOW, OTHER, "1e 6b 7b 2b")
    assert "flor" in turn(flor)[3]
    assert "flor" not in turn(hand("3 descarta-2b ; 1 4b ; 2 5o", LOW, OTHER, "1e 6b 7b 2b"))[3]


def test_s000_03_the_gallo_plays_alone_against_two() -> None:
    """§3: "uno de jugadores -el gallo- juega contra los otros dos"."""
    assert list(turn(three("3 descarta-4o ; 1 truco"))) == [3]
    assert list(turn(three("3 descarta-4o ; 1 4b ; 2 5o ; 3 truco"))) == [1, 2]


def test_s000_03_points_of_the_gallo() -> None:
    """§3: three scores, each seat's own."""
    text = three("3 descarta-4o ; 1 4b ; 2 5o ; 3 1e ; 3 1b ; 1 6c ; 2 2e")
    assert score(text) == (0, 0, 1)
    assert awards(text) == [("truco", "3", 1)]
    assert tricks(text) == ["3", "3"]


def test_s000_03_points_of_the_pair_go_to_each_of_the_two() -> None:
    """§3: "los tantos obtenidos por la pareja se anotan a cada uno de los que la componen"."""
    text = three("3 descarta-1e ; 1 truco ; 3 quiero ; 1 11e ; 2 2e ; 3 4o ; 2 12c ; 3 mazo")
    assert score(text) == (2, 2, 0)
    assert awards(text) == [("truco", "1", 2), ("truco", "2", 2)]
    assert tricks(text) == ["2"]


def test_s000_03_by_turns_each_player_writes_own_points() -> None:
    """§3: "en cada ronda" other players form the pair."""
    text = three("3 descarta-4o ; 1 mazo ; 2 mazo\n= 0-0-1\ndeal 1")
    text += f"\ncards 1 {GALLO}\ncards 2 {LOW}\ncards 3 {OTHER}\n1 descarta-4o ; 2 truco ; 1 no-quiero\n= 0-1-2"
    assert score(text) == (0, 1, 2)


def test_s000_03_equal_cards_of_the_pair_win() -> None:
    """§14: "ganan si son del mismo bando": the trick goes to the one who played first."""
    text = hand("3 descarta-4o ; 1 3e ; 2 3c ; 3 7c", "3e 6c 11e", "3c 2e 12c", "4o 7c 5b 6o")
    assert tricks(text) == ["1"]


def test_s000_03_a_tie_with_the_gallo_is_a_parda() -> None:
    """§14: "si son contrarios, empatan"; three pardas are the mano's, here of the pair."""
    held = ("3e 6c 11e", "4c 5e 7c", "3o 6o 11b 4o")
    text = hand("3 descarta-4o ; 1 3e ; 2 4c ; 3 3o ; 1 6c ; 2 5e ; 3 6o", *held)
    assert tricks(text) == [None, None]
    text = hand("3 descarta-4o ; 1 3e ; 2 4c ; 3 3o ; 1 6c ; 2 5e ; 3 6o ; 1 11e ; 2 7c ; 3 11b", *held)
    assert score(text) == (1, 1, 0)


def test_s000_03_one_of_the_pair_may_leave() -> None:
    """§14: the partner plays on; a gallo who leaves loses the hand."""
    text = three("3 descarta-4o ; 1 mazo")
    assert list(turn(text)) == [2]
    assert score(f"{text} ; 2 mazo") == (0, 0, 1)
    assert score(three("3 descarta-4o ; 1 4b ; 2 5o ; 3 mazo")) == (1, 1, 0)


# ------------------------------------------------------------------------------------------------------------- fijo


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_s000_03_a_fixed_gallo_is_always_the_same(seat: int, dealer: int) -> None:
    """§3: "siempre es el mismo jugador el que compite contra los otros dos"; `gallo_seat`, by default 1."""
    options = f"{FIXED} gallo_seat={seat}"
    text = three(f"{seat} descarta-4o", seat, dealer, options=options)
    assert list(turn(text)) == [dealer % 3 + 1]


@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_s000_03_the_fixed_gallo_is_seat_1_by_default(dealer: int) -> None:
    """§3 option `gallo_seat`, by default 1."""
    assert list(turn(three("", 1, dealer, options=FIXED))) == [1]


def test_s000_03_the_pair_of_a_fixed_gallo_shares_its_points() -> None:
    """§3: "forman un fondo común con sus tantos"."""
    text = three("1 descarta-4o ; 1 truco ; 3 quiero ; 1 mazo", 1, options=FIXED, score="3-5-5")
    assert score(text) == (3, 7, 7)
    assert awards(text) == [("truco", "2", 2), ("truco", "3", 2)]
    assert illegal(three("1 descarta-4o", 1, options=FIXED, score="3-5-4")).line == 4


def test_s000_03_a_fixed_pair_wins_the_chico_together() -> None:
    """§3: they share a score, so they win the chico together."""
    text = three("1 descarta-4o ; 1 truco ; 3 quiero ; 1 mazo", 1, options=FIXED, score="3-28-28")
    assert games(text) == (0, 1, 1)
    assert score(text) == (0, 0, 0)


def test_s000_03_a_fixed_gallo_wins_the_chico_alone() -> None:
    """§3: the gallo's points are his own."""
    text = three("1 descarta-4o ; 1 truco ; 3 no-quiero", 1, options=FIXED, score="29-28-28")
    assert games(text) == (1, 0, 0)
    text = three("2 descarta-4o ; 1 mazo ; 2 truco ; 3 no-quiero", 2, options=f"{FIXED} gallo_seat=2", score="28-29-28")
    assert games(text) == (0, 1, 0)


# ------------------------------------------------------------------------------------------------------------- mano


def test_s000_17_the_gallo_who_deals_is_last() -> None:
    """AR-15: by turns the gallo deals, so the player at his right is mano."""
    assert list(turn(three("3 descarta-4o"))) == [1]
    assert list(turn(three("1 descarta-4o", 1, dealer=1))) == [2]


@pytest.mark.parametrize(("seat", "second"), [(1, 2), (2, 3), (3, 1)])
def test_s000_17_gallo_mano_gallo(seat: int, second: int) -> None:
    """AR-15 `gallo_mano=gallo`: the gallo leads."""
    text = three(f"{seat} descarta-4o", seat, options="gallo_mano=gallo", dealer=seat)
    assert list(turn(text)) == [seat]
    assert list(turn(f"{text} ; {seat} 1e")) == [second]


def test_s000_17_gallo_mano_gallo_wins_ties() -> None:
    """§13: "en caso de igualdad gana el mano": now the gallo."""
    held = ("6c 2c 11e", "5o 2e 12b", "7b 1b 10o 4o")  # 28, 2, 28
    calls = "3 descarta-4o ; 3 envido ; 1 quiero"
    assert awards(hand(calls, *held, options="gallo_mano=gallo")) == [("envido", "3", 2)]
    calls = "3 descarta-4o ; 1 envido ; 3 quiero"
    assert awards(hand(calls, *held)) == [("envido", "1", 2), ("envido", "2", 2)]


# -------------------------------------------------------------------------------------------------------- the chico


@pytest.mark.parametrize(
    ("points", "won"),
    [
        ("28-29-0", (0, 1, 0)),
        ("29-28-0", (1, 0, 0)),
        ("29-29-0", (1, 0, 0)),
        ("29-5-0", (1, 0, 0)),
        ("5-29-7", (0, 1, 0)),
    ],
)
def test_s000_03_of_two_partners_at_thirty_the_higher_wins(points: str, won: tuple[int, ...]) -> None:
    """AR-16: both partners at 30: the higher total, then the nearer to the mano."""
    text = three("3 descarta-4o ; 1 truco ; 3 quiero ; 1 4b ; 2 5o ; 3 mazo", score=points)
    assert games(text) == won
    assert score(text) == (0, 0, 0)


def test_s000_03_of_equal_partners_the_nearer_to_the_mano_wins() -> None:
    """AR-16: dealer and gallo 1, so 2 is the mano."""
    text = three("1 descarta-4o ; 2 truco ; 1 no-quiero", 1, dealer=1, score="0-29-29")
    assert games(text) == (0, 1, 0)
    text = three("2 descarta-4o ; 3 truco ; 2 no-quiero", 2, dealer=2, score="29-0-29")
    assert games(text) == (0, 0, 1)


@pytest.mark.parametrize(("points", "won"), [("28-29-29", (0, 1, 0)), ("28-27-29", (1, 0, 0)), ("20-20-29", (0, 0, 1))])
def test_s000_03_the_first_to_reach_thirty_wins_when_the_hand_is_finished(points: str, won: tuple[int, ...]) -> None:
    """AR-16 with `finish_hand_before_win=on`: the pair's envido comes before the gallo's truco."""
    moves = "3 descarta-7o ; 1 envido ; 3 quiero ; 1 4b ; 2 5o ; 3 1e ; 3 1b ; 1 6c ; 2 2e"
    text = three(moves, score=points, options="finish_hand_before_win=on")
    assert [points for lance, _, points in awards(text) if lance == "envido"] == [2, 2]
    assert games(text) == won


@pytest.mark.parametrize(("points", "value"), [("5-20-3", 27), ("20-5-12", 18)])
def test_s000_13_a_gallo_who_wins_the_falta_wins_the_game(points: str, value: int) -> None:
    """§13: "el bando ganador lo será también de la partida": `falta_mode=win_game`."""
    text = three("3 descarta-1e ; 1 falta-envido ; 3 quiero", score=points, options="falta_mode=win_game")
    assert awards(text) == [("envido", "3", value)]
    assert games(text) == (0, 0, 1)


@pytest.mark.parametrize(("points", "value"), [("5-20-3", 16), ("20-5-3", 16), ("0-0-12", 24)])
def test_s000_12_resto_with_a_gallo_counts_the_highest_of_the_three(points: str, value: int) -> None:
    """§12.5: "el equipo que lleva más": AR-16, the highest of the three."""
    held = ("4b 6b 11b", OTHER, "1o 6o 10o 4e")  # 30 and 27
    text = hand("3 descarta-4e ; 1 flor ; 3 contraflor-al-resto ; 1 quiero", *held, score=points)
    assert awards(text) == [("flor", "1", value), ("flor", "2", value)]


def test_s000_02_the_gallo_wins_the_match_with_two_chicos() -> None:
    """§2: "La partida se gana cuando un equipo consigue dos chicos"."""
    text = three("3 descarta-4o ; 1 4b ; 2 5o ; 3 truco ; 1 no-quiero", score="28-27-29", games="1-1-1")
    assert result(text)["winner"] == "3"
    assert games(text) == (1, 1, 2)


def test_s000_12_flor_of_the_gallo_and_pido_flor() -> None:
    """§12: the pair challenges the gallo and the gallo each of the pair."""
    held = (LOW, OTHER, "1e 6b 7b 2b")
    text = hand("3 descarta-1e ; 1 4b ; 2 5o ; 3 truco ; 1 no-quiero", *held)
    assert claims(text) == {1: ["pido-flor-3"], 2: ["pido-flor-3"], 3: ["pido-flor-1", "pido-flor-2"]}
    assert score(f"{text}\n2 pido-flor-3") == (4, 4, 1)
    assert score(f"{text}\n3 pido-flor-2") == (3, 3, 1)
