"""Southern Brazil, S004 Variações and GA-1 to GA-7: the gaudério with the Spanish pack."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.record_queries import (
    awards,
    choices,
    claims,
    games,
    hand,
    illegal,
    in_turns,
    judge,
    last_is_illegal,
    score,
    tricks,
    turn,
)
from truquero.cards import SPANISH_40, cards
from truquero.variants import rules_of

gauderio = partial(hand, variant="gauderio")
WEAK, STRONG = "7c 6c 4e", "1e 1b 5c"  # 33 and 6
B_WINS = "1 7c ; 2 1e ; 2 1b ; 1 6c"
FOUR = ("4c 5e 12b", "7o 6o 4e", "6b 4b 10c", "2c 11e 3o")
FLOR, LOWER = "7c 6c 4c", "6e 5e 2e"  # 37 and 33
GO = "1 mazo"


def duel(moves: str, points: str = "0-0", options: str = "", games: str = "") -> str:
    return gauderio(moves, WEAK, STRONG, score=points, options=options, games=games)


def flores(moves: str, first: str = FLOR, second: str = LOWER, points: str = "0-0", options: str = "") -> str:
    return gauderio(moves, first, second, score=points, options=options)


# -------------------------------------------------------------------------------------------- the pack and the table


def test_s004_variacoes_spanish_pack() -> None:
    """«Uma variação comum no Sul do Brasil é o truco jogado com o baralho espanhol»."""
    rules = rules_of("gauderio")
    assert rules.pack == SPANISH_40
    assert rules.ranking == rules_of("argentino").ranking
    assert not rules.deal.turned


def test_s004_variacoes_manilhas_are_the_four_of_argentina() -> None:
    strengths = rules_of("gauderio").ranking.strengths()
    assert sorted(strengths, key=lambda card: -strengths[card])[:4] == list(cards("1e 1b 7e 7o"))


def test_s004_variacoes_pairs_or_trios_to_24() -> None:
    """«O objetivo do jogo, se jogado em dupla ou trio, é atingir 24 pontos»."""
    for players in (4, 6):
        match = rules_of("gauderio", players).match
        assert (match.target, match.games_to_win, match.halves) == (24, 1, True)
    assert judge(gauderio("1 truco ; 2 no-quiero", *FOUR, score="22-0")).match.winner is None
    assert judge(gauderio("1 truco ; 2 no-quiero", *FOUR, score="23-0")).match.winner == "A"


def test_s004_variacoes_one_against_one_to_18() -> None:
    assert rules_of("gauderio", 2).match.target == 18
    assert judge(duel("1 mazo", "0-16")).match.winner is None
    assert judge(duel("1 mazo", "0-17")).match.winner == "B"
    assert illegal("variant gauderio\nplayers 2\nscore 18-0\ndeal 2\n").line == 3
    assert judge(duel("1 mazo", "0-17", "target=24")).match.winner is None


@pytest.mark.parametrize("players", [1, 3, 5, 8])
def test_s004_variacoes_other_numbers_are_bad_input(players: int) -> None:
    assert illegal(f"variant gauderio\nplayers {players}\n").line == 2


def test_s004_variacoes_two_voltas_in_one_score() -> None:
    """«divididos em 2 voltas de 12»; GA-1: twelve is only the first volta."""
    text = gauderio("1 truco ; 2 no-quiero", *FOUR, score="11-5")
    assert (score(text), games(text)) == ((12, 5), (0, 0))


def test_s004_variacoes_option_voltas_reset() -> None:
    reset = partial(gauderio, "1 truco ; 2 no-quiero", *FOUR, options="voltas=reset")
    text = reset(score="11-5")
    assert (score(text), games(text), judge(text).match.winner) == ((0, 0), (1, 0), None)
    assert judge(reset(score="11-5", games="1-0")).match.winner == "A"
    assert judge(reset(score="11-5", games="0-1")).match.winner is None
    two = duel("1 mazo", "0-8", "voltas=reset")
    assert games(two) == (0, 1), "one against one a volta is nine"


# ------------------------------------------------------------------------------------------------------------- testa

ALL_GO = "1 mazo ; 2 mazo ; 3 mazo ; 4 mazo ; 5 mazo"


def six(points: str) -> str:
    return f"variant gauderio\nplayers 6\nscore {points}\ndeal 6\n{ALL_GO}\n"


@pytest.mark.parametrize("points", ["0-0", "11-11", "12-0", "22-22"])
def test_s004_variacoes_trios_alternate_hands_de_testa(points: str) -> None:
    """In every second deal each plays against the player in front; the first deal of a game is a redondo."""
    text = six(points)
    assert turn(text + "deal 1\nduel 2 5\n")[2]
    played = text + "deal 1\nduel 2 5\n2 truco ; 5 quiero ; 2 mazo\n"
    if points == "0-0":
        played += "duel 3 6\n3 mazo\nduel 4 1\n4 mazo\n"
        assert score(played) == (3, 2)
        assert list(turn(played + "deal 2\n")) == [3]


def test_s004_variacoes_pairs_have_no_testa() -> None:
    text = "variant gauderio\nplayers 4\ndeal 4\n1 mazo ; 2 mazo ; 3 mazo\ndeal 1\n"
    assert list(turn(text)) == [2]


def test_s004_variacoes_testa_falta_is_what_the_leader_lacks() -> None:
    text = six("5-9") + "deal 1\nduel 2 5\ncards 2 7c 6c 4e\ncards 5 1e 1b 5c\n2 falta-envido ; 5 quiero\n"
    assert awards(text)[0] == ("envido", "B", 14)


# ------------------------------------------------------------------------------------------------------------ envido


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [
        ("envido", 2, 1),
        ("real-envido", 3, 1),
        ("falta-envido", 18, 1),
        ("envido envido", 4, 2),
        ("envido real-envido", 5, 2),
        ("envido falta-envido", 18, 2),
        ("real-envido falta-envido", 18, 3),
        ("envido envido real-envido", 7, 4),
        ("envido envido falta-envido", 18, 4),
        ("envido real-envido falta-envido", 18, 5),
        ("envido envido real-envido falta-envido", 18, 7),
    ],
)
def test_s004_variacoes_envido_every_chain(calls: str, accepted: int, refused: int) -> None:
    """«Envido 2, real envido 3 (5 after envido), falta»."""
    moves, caller = in_turns([*calls.split(), "quiero"]), "BA"[len(calls.split()) % 2]
    end = [] if accepted == 18 else ["1 mazo"]
    assert awards(duel(" ; ".join([*moves, *end])))[0] == ("envido", "A", accepted)
    moves = in_turns([*calls.split(), "no-quiero"])
    assert awards(duel(" ; ".join([*moves, "1 mazo"])))[0] == ("envido", caller, refused)


@pytest.mark.parametrize("calls", ["envido envido envido", "real-envido envido", "real-envido real-envido"])
def test_s004_variacoes_option_envido_limits(calls: str) -> None:
    """GA-7: customary, or as the letter of Argentina without limit."""
    text = "\n".join(in_turns(calls.split()))
    last_is_illegal(duel(text))
    judge(duel(text, options="envido_limits=literal"))
    last_is_illegal(duel("1 falta-envido\n2 envido", options="envido_limits=literal"))


def test_s004_variacoes_literal_chain_ends_where_it_is_worth_the_falta() -> None:
    text = duel("1 envido ; 2 envido", "15-0", "envido_limits=literal")
    assert set(turn(text)[1]) == {"quiero", "no-quiero", "falta-envido", "mazo"}


@pytest.mark.parametrize(
    ("points", "leader", "volta"),
    [("0-0", 24, 12), ("5-10", 14, 2), ("10-6", 14, 2), ("11-11", 13, 1), ("12-5", 12, 12), ("20-23", 1, 1)],
)
def test_s004_variacoes_falta_modes(points: str, leader: int, volta: int) -> None:
    """GA-4: what the leader lacks of the game, or of the volta he is in."""
    calls = "2 falta-envido ; 1 quiero"
    for mode, stake in (("leader", leader), ("volta", volta)):
        text = gauderio(f"1 12b ; {calls}", *FOUR, score=points, options=f"falta_mode={mode}")
        assert awards(text)[0] == ("envido", "B", stake)


def test_s004_variacoes_falta_one_against_one() -> None:
    calls = "1 falta-envido ; 2 quiero"
    assert awards(duel(calls, "5-7"))[0] == ("envido", "A", 11)
    assert awards(duel(calls, "5-7", "falta_mode=volta"))[0] == ("envido", "A", 2)
    assert awards(duel(calls, "5-10", "falta_mode=volta"))[0] == ("envido", "A", 8)
    assert awards(duel(calls, "5-7", "voltas=reset"))[0] == ("envido", "A", 2), "of a game of nine"
    assert awards(duel(calls, "0-0", "voltas=reset falta_mode=volta"))[0] == ("envido", "A", 9), "the volta is the game"


def test_s004_variacoes_envido_primeiro() -> None:
    """GA-3: the envido goes first, or «truco corta o envido»."""
    assert "envido" in turn(duel("1 truco"))[2]
    off = "envido_first=off"
    assert not {"envido", "real-envido", "falta-envido"} & set(turn(duel("1 truco", options=off))[2])
    assert "envido" in turn(duel("1 7c", options=off))[2]
    assert "envido" in turn(duel("", options=off))[1]
    first = duel("1 truco ; 2 envido ; 1 quiero")
    assert awards(f"{first} ; 2 no-quiero") == [("envido", "A", 2), ("truco", "A", 1)]


def test_s004_variacoes_a_flor_is_sung_over_a_truco_all_the_same() -> None:
    text = gauderio("1 truco", WEAK, "6e 5e 2e", options="envido_first=off")
    assert "flor" in turn(text)[2]


# -------------------------------------------------------------------------------------------------------------- flor


def test_s004_variacoes_flor_is_three_of_a_suit_and_pays_three() -> None:
    """«flor 3, contra-flor 6, contra-flor e o resto»."""
    points = rules_of("gauderio").points
    assert points.flor(cards("7c 6c 5c")) == 38
    assert points.flor(cards("12c 11c 10c")) == 20
    assert awards(flores(f"1 flor ; {GO}", FLOR, STRONG)) == [("flor", "A", 3), ("truco", "B", 1)]


def test_s004_variacoes_flor_cancels_the_envido() -> None:
    text = flores("1 envido ; 2 flor", WEAK, LOWER)
    assert awards(f"{text} ; 1 mazo") == [("flor", "B", 3), ("truco", "B", 1)]


@pytest.mark.parametrize(
    ("calls", "answers", "accepted", "refused"),
    [
        ("1 flor ; 2 flor ; 1 contraflor", 2, 6, ("A", 3)),
        ("1 flor ; 2 contraflor", 1, 6, ("B", 3)),
        ("1 flor ; 2 contraflor-al-resto", 1, 24, ("B", 3)),
        ("1 flor ; 2 contraflor ; 1 contraflor-al-resto", 2, 24, ("A", 6)),
    ],
)
def test_s004_variacoes_flor_table(calls: str, answers: int, accepted: int, refused: tuple[str, int]) -> None:
    """GA-5, as AR-3: refused 3, after a contraflor 6; accepted six, or the rest of 18 and three for each flor."""
    end = "" if accepted == 24 else f" ; {GO}"
    assert awards(flores(f"{calls} ; {answers} quiero{end}"))[0] == ("flor", "A", accepted)
    assert awards(flores(f"{calls} ; {answers} no-quiero ; {GO}"))[0] == ("flor", *refused)


def test_s004_variacoes_flor_against_flor_and_me_achico() -> None:
    assert awards(flores(f"1 flor ; 2 flor ; 1 quiero ; {GO}"))[0] == ("flor", "A", 3)
    assert awards(flores(f"1 flor ; 2 flor ; 1 quiero ; {GO}", LOWER, FLOR))[0] == ("flor", "B", 3)
    assert awards(flores(f"1 flor ; 2 con-flor-me-achico ; {GO}", LOWER, FLOR))[0] == ("flor", "A", 3)


def test_s004_variacoes_two_flores_of_a_side() -> None:
    held = (FLOR, STRONG, LOWER, "3b 2o 1o")
    assert awards(gauderio("1 flor ; 3 flor ; 1 mazo ; 2 mazo ; 3 mazo", *held))[0] == ("flor", "A", 6)


def test_s004_variacoes_a_silent_flor_may_be_asked_for() -> None:
    """«silence is legal (pido flor, or the flor is lost)»."""
    text = flores("1 7c ; 2 1e ; 2 1b ; 1 6c", FLOR, STRONG)
    assert claims(text) == {1: ["pido-flor-2"], 2: ["pido-flor-1"]}
    challenged = f"{text} ; 2 pido-flor-1"
    assert awards(challenged)[-1] == ("flor", "B", 3)
    assert awards(f"{text} ; 1 pido-flor-2")[-1] == ("flor", "B", 3), "a wrong challenge pays the challenged"


def test_s004_variacoes_option_flor_off() -> None:
    assert "flor" not in turn(flores("", options="flor=off"))[1]
    text = flores("1 envido ; 2 quiero ; 1 mazo", options="flor=off")
    assert awards(text)[0] == ("envido", "A", 2)
    last_is_illegal(f"{text}\n1 pido-flor-2")


# ------------------------------------------------------------------------------------------------- truco and tricks


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [
        ("1 truco ; 2 {}", 2, ("A", 1)),
        ("1 truco ; 2 retruco ; 1 {}", 3, ("B", 2)),
        ("1 truco ; 2 retruco ; 1 vale-cuatro ; 2 {}", 4, ("A", 3)),
    ],
)
def test_s004_variacoes_truco_two_three_four(calls: str, accepted: int, refused: tuple[str, int]) -> None:
    assert awards(duel(f"{calls.format('quiero')} ; {B_WINS}")) == [("truco", "B", accepted)]
    assert awards(duel(calls.format("no-quiero"))) == [("truco", *refused)]


def test_s004_variacoes_all_tied() -> None:
    """GA-2: the mano, or nobody."""
    moves = "1 truco ; 2 quiero ; 1 3e ; 2 3c ; 1 2c ; 2 2e ; 1 6o ; 2 6b"
    held = ("3e 2c 6o", "3c 2e 6b")
    assert awards(gauderio(moves, *held)) == [("truco", "A", 2)]
    assert awards(gauderio(moves, *held, options="all_tied=none")) == []


def test_s004_variacoes_ties_the_first_trick_counts_double() -> None:
    assert tricks(gauderio("1 3e ; 2 3c ; 1 4c ; 2 2e", "3e 4c 6o", "3c 2e 6b")) == [None, "B"]
    text = gauderio("1 3e ; 2 5c ; 1 2c ; 2 2e", "3e 2c 6o", "5c 2e 6b")
    assert awards(text) == [("truco", "A", 1)]


@pytest.mark.parametrize("points", ["11-5", "23-17", "17-23", "23-23"])
def test_s004_variacoes_no_mao_de_onze(points: str) -> None:
    """GA-6: near the end a hand is a hand."""
    text = gauderio("", *FOUR, score=points)
    assert {"truco", "envido", "4c"} <= set(turn(text)[1])
    assert list(turn(text)) == [1]


def test_s004_variacoes_options_are_these() -> None:
    assert choices("gauderio") == {
        "target": ("24",),
        "word": ("turn", "any"),
        "tie_policy": ("STD", "NEXT", "LAST", "MANO-TRICK", "FIRST-PLAYED"),
        "tie_lead": ("same_leader", "first_tied", "tier"),
        "all_tied": ("mano", "none"),
        "declare": ("auto", "manual"),
        "strict_words": ("off", "on"),
        "finish_hand_before_win": ("off", "on"),
        "voltas": ("cumulative", "reset"),
        "envido_first": ("on", "off"),
        "falta_mode": ("leader", "volta"),
        "flor": ("on", "off"),
        "envido_limits": ("customary", "literal"),
    }


@pytest.mark.parametrize("option", ["voltas=2", "falta_mode=win_game", "chicos=3", "envido_first"])
def test_s004_variacoes_options_unknown_are_bad_input(option: str) -> None:
    assert illegal(f"variant gauderio\noptions {option}\ndeal 4\n").line == 2
