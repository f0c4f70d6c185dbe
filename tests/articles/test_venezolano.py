"""Truco venezolano: vira, perico and perica, the open-ended envido, truco to the game, the carta pasada."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.record_queries import (
    awards,
    check_ranking,
    choices,
    games,
    hand,
    heights_in,
    illegal,
    in_turns,
    judge,
    last_is_illegal,
    score,
    tricks,
    turn,
)
from truquero.cards import CARDS, SPANISH_40, Card, cards
from truquero.table import Match
from truquero.variants import preset, rules_of

venezolano = partial(hand, variant="venezolano", turned="6o")
WEAK, STRONG = "7c 6c 4e", "1e 1b 5c"
B_WINS = "1 7c ; 2 1e ; 2 1b ; 1 6c"
FLOR, LOWER = "7c 5c 4c", "6e 5e 2e"
MATADORES = ["1e", "1b", "7e", "7o"]
RANKS = [3, 2, 1, 12, 11, 10, 7, 6, 5, 4]


def duel(moves: str, points: str = "0-0", options: str = "") -> str:
    return venezolano(moves, WEAK, STRONG, score=points, options=options)


def piezas(vira: str) -> dict[str, int]:
    rank, suit = int(vira[:-1]), vira[-1]
    return {f"{12 if rank == 11 else 11}{suit}": 30, f"{12 if rank == 10 else 10}{suit}": 29}


# ---------------------------------------------------------------------------------------------------- cards and vira


@pytest.mark.parametrize("vira", ["6o", "11o", "10c", "12e", "1e", "7e"])
def test_venezolano_order_of_all_cards(vira: str) -> None:
    """Perico > perica > 1e > 1b > 7e > 7o > 3 > 2 > false ace > 12 > 11 > 10 > 7 > 6 > 5 > 4."""
    order = [[entry] for entry in (*piezas(vira), *MATADORES, *RANKS)]
    pack = [card for card in SPANISH_40 if card != vira]
    check_ranking(rules_of("venezolano").ranking.strengths(CARDS[vira]), heights_in(order, pack))


@pytest.mark.parametrize(
    ("vira", "high", "low"),
    [
        ("6o", "11o", "10o"),
        ("6o", "10o", "1e"),
        ("11o", "12o", "10o"),
        ("10o", "11o", "12o"),
        ("10o", "12o", "1e"),
        ("6o", "1c", "12o"),
        ("6o", "1c", "11c"),
    ],
)
def test_venezolano_perico_perica_and_the_king_instead(vira: str, high: str, low: str) -> None:
    text = venezolano(f"1 {low} ; 2 {high}", f"{low} 4c 5e", f"{high} 4b 6e", turned=vira)
    assert tricks(text) == ["B"]


@pytest.mark.parametrize(
    ("held", "vira", "value"),
    [
        ("11o 7c 6e", "6o", 37),
        ("10o 7c 6e", "6o", 36),
        ("12o 7c 6e", "11o", 37),
        ("12o 7c 6e", "10o", 36),
        ("12o 7c 6e", "6o", 7),
        ("11c 7e 6e", "6o", 33),
        ("7c 6c 4e", "6o", 33),
        ("12c 11e 10b", "6o", 0),
    ],
)
def test_venezolano_envite_values(held: str, vira: str, value: int) -> None:
    """Pieza and the best other card; otherwise twenty and two linked ones."""
    assert rules_of("venezolano").points_for(CARDS[vira]).envido(cards(held)) == value


@pytest.mark.parametrize(("held", "value"), [("11o 10o 7c", 46), ("11o 7c 6c", 43), ("7c 5c 4c", 36)])
def test_venezolano_flor_values(held: str, value: int) -> None:
    assert rules_of("venezolano").points_for(CARDS["6o"]).flor(cards(held)) == value
    assert "flor" in turn(venezolano("", held, "1e 3b 4b"))[1]


def test_venezolano_the_vira_is_turned_after_the_deal() -> None:
    match = Match("venezolano", 4, seed="vira", dealer=1)
    match.deal()
    held: list[Card | None] = [card for seat in (1, 2, 3, 4) for card in match.view(seat).cards]
    assert match.view(1).turned is not None
    assert match.view(1).turned not in held


@pytest.mark.parametrize("players", [1, 3, 5, 6, 8])
def test_venezolano_two_or_four(players: int) -> None:
    assert illegal(f"variant venezolano\nplayers {players}\n").line == 2
    assert preset("venezolano").players == (4, 2)


# ----------------------------------------------------------------------------------------------------------- envido


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [
        ("envido", 2, 1),
        ("envido mas-2", 4, 2),
        ("envido mas-2 mas-6", 10, 4),
        ("envido mas-2 mas-6 mas-2", 12, 10),
        ("envido falta-envido", 24, 2),
        ("envido mas-2 falta-envido", 24, 4),
        ("falta-envido", 24, 1),
    ],
)
def test_venezolano_envido_chain(calls: str, accepted: int, refused: int) -> None:
    """Envido 2 (1 refused), «quiero y envido» 4 (2 refused), any raise afterwards."""
    moves, caller = in_turns([*calls.split(), "quiero"]), "BA"[len(calls.split()) % 2]
    end = [] if accepted == 24 else ["1 mazo"]
    assert awards(duel(" ; ".join([*moves, *end])))[0] == ("envido", "A", accepted)
    moves = in_turns([*calls.split(), "no-quiero"])
    assert awards(duel(" ; ".join([*moves, "1 mazo"])))[0] == ("envido", caller, refused)


def test_venezolano_envido_words() -> None:
    opening = {move for move in turn(duel(""))[1] if "envido" in move or move.startswith("mas")}
    assert opening == {"envido", "falta-envido"}
    assert {"mas-2", "mas-24", "falta-envido", "quiero", "no-quiero"} <= set(turn(duel("1 envido"))[2])
    assert "mas-26" not in turn(duel("1 envido"))[2]
    assert set(turn(duel("1 falta-envido"))[2]) == {"quiero", "no-quiero", "mazo"}
    last_is_illegal(duel("1 envido\n2 real-envido"))
    last_is_illegal(duel("1 envido\n2 mi-falta", "20-5"))


@pytest.mark.parametrize(("points", "worth"), [("0-0", 24), ("5-10", 14), ("20-3", 4), ("3-23", 1)])
def test_venezolano_falta_is_what_the_leader_lacks(points: str, worth: int) -> None:
    assert awards(duel("1 falta-envido ; 2 quiero", points))[0] == ("envido", "A", worth)


def test_venezolano_envido_is_written_at_once_and_goes_first() -> None:
    text = duel("1 truco ; 2 envido ; 1 quiero")
    assert score(text) == (2, 0)
    assert {"quiero", "no-quiero", "retruco"} <= set(turn(text)[2])
    assert "envido" not in turn(duel("1 truco ; 2 quiero ; 1 7c"))[2]


def test_venezolano_envido_tie_is_the_manos() -> None:
    held = ("7c 6c 4e", "7b 6b 4o")
    assert awards(venezolano("1 envido ; 2 quiero ; 1 mazo", *held))[0] == ("envido", "A", 2)
    assert awards(venezolano("2 envido ; 1 quiero ; 2 mazo", *held, dealer=1))[0] == ("envido", "B", 2)


# ------------------------------------------------------------------------------------------------------------ truco


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [
        ("1 truco ; 2 {}", 3, ("A", 1)),
        ("1 truco ; 2 retruco ; 1 {}", 6, ("B", 3)),
        ("1 truco ; 2 retruco ; 1 vale-nueve ; 2 {}", 9, ("A", 6)),
        ("1 truco ; 2 retruco ; 1 vale-nueve ; 2 vale-juego ; 1 {}", 24, ("B", 9)),
    ],
)
def test_venezolano_truco_every_rung(calls: str, accepted: int, refused: tuple[str, int]) -> None:
    """Truco 3, retruco 6, vale nueve 9, vale juego."""
    assert awards(duel(f"{calls.format('quiero')} ; {B_WINS}")) == [("truco", "B", accepted)]
    assert awards(duel(calls.format("no-quiero"))) == [("truco", *refused)]


def test_venezolano_vale_juego_wins_the_game() -> None:
    text = duel(f"1 truco ; 2 retruco ; 1 vale-nueve ; 2 vale-juego ; 1 quiero ; {B_WINS}", "20-3")
    assert (awards(text), judge(text).match.winner, games(text)) == ([("truco", "B", 21)], "B", (0, 1))


# ------------------------------------------------------------------------------------------------------------- flor


def test_venezolano_only_the_best_flor_pays() -> None:
    held = (FLOR, "1e 3b 2o", LOWER, "1b 3c 2b")
    text = venezolano("1 flor ; 3 flor ; 1 mazo ; 2 mazo ; 3 mazo", *held)
    assert awards(text)[0] == ("flor", "A", 3)
    against = venezolano("1 flor ; 2 flor ; 1 quiero ; 1 mazo", FLOR, LOWER)
    assert awards(against)[0] == ("flor", "A", 3)


def test_venezolano_silence_is_legal_and_loses_the_flor() -> None:
    text = venezolano("1 7c ; 2 1e ; 2 1b ; 1 5c", FLOR, "1e 1b 5e")
    assert awards(text) == [("truco", "B", 1)]
    assert "flor" not in turn(venezolano("1 7c ; 2 1e", FLOR, "1e 1b 5e")).get(1, [])


def test_venezolano_con_mi_flor_truco() -> None:
    """The flor is announced with the truco: it may be sung over a pending truco, but not after calling one."""
    text = venezolano("1 truco ; 2 flor", WEAK, LOWER)
    assert {"quiero", "no-quiero", "retruco"} <= set(turn(text)[2])
    assert awards(f"{text} ; 2 quiero ; 1 mazo") == [("flor", "B", 3), ("truco", "B", 3)]
    flor_and_truco = venezolano("1 flor ; 1 truco", FLOR, "1e 1b 5e")
    assert {"quiero", "no-quiero", "retruco"} <= set(turn(flor_and_truco)[2])
    after_accepting = venezolano("1 truco ; 2 quiero", FLOR, "1e 1b 5e")
    assert "flor" not in turn(after_accepting)[1]


def test_venezolano_flor_cancels_the_envido() -> None:
    assert awards(venezolano("1 envido ; 2 flor ; 1 mazo", WEAK, LOWER)) == [("flor", "B", 3), ("truco", "B", 1)]


# ------------------------------------------------------------------------------------------- tricks, score, options


def test_venezolano_carta_pasada_is_the_lowest() -> None:
    """Below every four: face down."""
    text = duel("1 7c ; 2 1e")
    assert {"tapada-1b", "tapada-5c", "1b", "5c"} <= set(turn(text)[2])
    assert tricks(f"{text} ; 2 tapada-1b ; 1 4e") == ["B", "A"]
    assert tricks(f"{text} ; 2 5c ; 1 tapada-6c") == ["B", "B"]
    assert tricks(f"{text} ; 2 tapada-5c ; 1 tapada-6c") == ["B", None]


def test_venezolano_ties_the_first_trick_counts_double_and_three_are_the_manos() -> None:
    assert tricks(venezolano("1 3e ; 2 3c ; 1 4c ; 2 2e", "3e 4c 6b", "3c 2e 5b")) == [None, "B"]
    text = venezolano("1 3e ; 2 3c ; 1 2c ; 2 2e ; 1 1o ; 2 1c", "3e 2c 1o", "3c 2e 1c")
    assert awards(text) == [("truco", "A", 1)]


def test_venezolano_to_24_or_12() -> None:
    assert rules_of("venezolano").match.target == 24
    assert judge(duel("1 mazo", "0-22")).match.winner is None
    assert judge(duel("1 mazo", "0-23")).match.winner == "B"
    assert judge(duel("1 mazo", "0-11", "target=12")).match.winner == "B"
    assert awards(duel("1 falta-envido ; 2 quiero", "3-4", "target=12"))[0] == ("envido", "A", 8)
    assert "mas-12" in turn(duel("1 envido", options="target=12"))[2]
    assert "mas-14" not in turn(duel("1 envido", options="target=12"))[2]


def test_venezolano_options_are_the_shared_ones() -> None:
    assert choices("venezolano") == {
        "target": ("24",),
        "word": ("turn", "any"),
        "tie_policy": ("STD", "NEXT", "LAST", "MANO-TRICK", "FIRST-PLAYED"),
        "tie_lead": ("same_leader", "first_tied", "tier"),
        "all_tied": ("mano", "none"),
        "declare": ("auto", "manual"),
        "strict_words": ("off", "on"),
        "finish_hand_before_win": ("off", "on"),
    }


def test_venezolano_option_declare_manual() -> None:
    text = duel("1 envido ; 2 quiero", options="declare=manual")
    assert awards(f"{text} ; 1 33 ; 2 son-buenas ; 1 mazo")[0] == ("envido", "A", 2)
    pieza = venezolano("1 envido ; 2 quiero ; 1 37 ; 2 son-buenas", "11o 7e 4c", STRONG, options="declare=manual")
    assert awards(pieza)[0] == ("envido", "A", 2)
