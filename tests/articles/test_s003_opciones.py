"""Bélmez: every house rule of the preset changes what it says it changes, and nothing else by default."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from tests.support.record_queries import (
    awards,
    choices,
    envido_points,
    finished,
    games,
    hand,
    illegal,
    judge,
    last_is_illegal,
    score,
    seats_that_may,
    tricks,
    turn,
)
from truquero.table import Match
from truquero.variants import rules_of

belmez = partial(hand, variant="belmez")
redondo = partial(hand, variant="belmez", score="30-30")
WEAK, STRONG = "7c 6c 4e", "1e 1b 4o"
B_WINS = "1 7c ; 2 1e ; 2 1b ; 1 6c"
FOUR = ("7c 6c 4e", "1e 2b 3o", "4c 5e 6o", "1b 7o 2c")


def duel(moves: str, options: str = "", points: str = "0-0", games: str = "") -> str:
    return belmez(moves, WEAK, STRONG, options=options, score=points, games=games)


def test_s003_options_are_these() -> None:
    assert choices("belmez") == {
        "target": ("40",),
        "word": ("turn", "any"),
        "tie_policy": ("LAST", "STD", "NEXT", "MANO-TRICK", "FIRST-PLAYED"),
        "tie_lead": ("same_leader", "first_tied", "tier"),
        "all_tied": ("mano", "none"),
        "declare": ("auto", "manual"),
        "strict_words": ("off", "on"),
        "finish_hand_before_win": ("off", "on"),
        "patas": ("5", "3"),
        "cortaos_pairing": ("B", "A"),
        "truco_ladder": ("3-6-9-pata", "3-6-pata"),
        "reserva_envite": ("three", "two"),
        "resto_value": ("pata", "lack"),
        "redondo_switch": ("deal", "now"),
        "envido_first": ("on", "off"),
        "envite_after_own_card": ("off", "on"),
        "flor_per_card": ("on", "off"),
        "envite_cumulative": ("on", "off"),
        "blind_calls": ("off", "on"),
    }


@pytest.mark.parametrize(
    "option", ["patas=4", "patas=", "flor=on", "target=0", "cortaos_pairing=C", "word", "patas=3 patas=5"]
)
def test_s003_options_unknown_are_bad_input(option: str) -> None:
    assert illegal(f"variant belmez\nplayers 2\noptions {option}\ndeal 2\n").line == 3


def test_s003_option_target() -> None:
    text = duel("1 mazo", "target=15", "0-14")
    assert games(text) == (0, 1)
    assert games(duel("1 mazo", "target=15", "0-13")) == (0, 0)


def test_s003_option_target_moves_the_redondo() -> None:
    """The last ten points of the pata are played in the redondo, however long it is."""
    head = "variant belmez\nplayers 4\noptions target=30\n"
    assert turn(head + "score 19-0\ndeal 1\nduel 2 3\n")[2]
    assert illegal(head + "score 20-0\ndeal 1\nduel 2 3\n").line == 6


def test_s003_option_word_any_lets_everyone_truck() -> None:
    """«Puede trucarse en cualquier momento del juego, desde que se están repartiendo cartas»."""
    assert sorted(turn(redondo("", *FOUR))) == [1]
    legal = turn(redondo("", *FOUR, options="word=any"))
    assert {seat: [move for move in moves if move == "truco"] for seat, moves in legal.items()} == {
        seat: ["truco"] for seat in (1, 2, 3, 4)
    }
    assert legal[3] == ["truco"]
    assert awards(redondo("3 truco ; 2 no-quiero", *FOUR, options="word=any")) == [("truco", "A", 1)]
    assert seats_that_may(redondo("3 truco ; 2 quiero", *FOUR, options="word=any"), "retruco") == {2, 4}


# ------------------------------------------------------------------------------------------------------------- ties

TIED_FIRST = ("3e 2c 6o", "3c 1o 7b")  # parda, then 2c beats 1o, then 7b beats 6o
TIED_SECOND = ("3e 2c 4o", "5c 2e 6b")  # 3e beats 5c, parda, then 6b beats 4o


@pytest.mark.parametrize(
    ("policy", "after_first", "after_second"),
    [
        ("LAST", [None, "A", "B"], ["A", None, "B"]),
        ("STD", [None, "A"], ["A", None]),
        ("NEXT", [None, "A"], ["A", None, "B"]),
        ("MANO-TRICK", ["A", "A"], ["A", "A"]),
        ("FIRST-PLAYED", ["A", "A"], ["A", "A"]),
    ],
)
def test_s003_option_tie_policy(policy: str, after_first: list[str | None], after_second: list[str | None]) -> None:
    first = "1 3e ; 2 3c ; 1 2c ; 2 1o" + (" ; 1 6o ; 2 7b" if len(after_first) == 3 else "")
    second = "1 3e ; 2 5c ; 1 2c ; 2 2e" + (" ; 1 4o ; 2 6b" if len(after_second) == 3 else "")
    for text, expected in (
        (belmez(first, *TIED_FIRST, options=f"tie_policy={policy}"), after_first),
        (belmez(second, *TIED_SECOND, options=f"tie_policy={policy}"), after_second),
    ):
        assert tricks(text) == expected
        assert awards(text) == [("truco", expected[-1] or "A", 1)]


def test_s003_option_tie_policy_mano_trick_is_not_first_played() -> None:
    """B took the first trick and leads the second: tied, the mano (A) has it, or the card laid first (B)."""
    moves = "1 5c ; 2 3e ; 2 2e ; 1 2c"
    cards = ("5c 2c 4o", "3e 2e 6b")
    assert tricks(belmez(moves, *cards, options="tie_policy=MANO-TRICK")) == ["B", "A"]
    assert tricks(belmez(moves, *cards, options="tie_policy=FIRST-PLAYED")) == ["B", "B"]


@pytest.mark.parametrize(("lead", "seat"), [("same_leader", 1), ("first_tied", 2), ("tier", 3)])
def test_s003_option_tie_lead(lead: str, seat: int) -> None:
    cards = ("4c 5c 6o", "3b 4o 6b", "3c 4b 5e", "2c 7c 6e")
    text = redondo("1 4c ; 2 3b ; 3 3c ; 4 2c", *cards, options=f"tie_lead={lead}")
    assert (tricks(text), list(turn(text))) == ([None], [seat])


@pytest.mark.parametrize(("policy", "expected"), [("mano", [("truco", "A", 3)]), ("none", [])])
def test_s003_option_all_tied(policy: str, expected: list[tuple[str, str, int]]) -> None:
    moves = "1 truco ; 2 quiero ; 1 3e ; 2 3c ; 1 2c ; 2 2e ; 1 6o ; 2 6b"
    text = belmez(moves, "3e 2c 6o", "3c 2e 6b", options=f"all_tied={policy}")
    assert awards(text) == expected
    assert finished(text)


# --------------------------------------------------------------------------------------------- declaring and writing


def test_s003_option_declare_manual() -> None:
    """The players declare their points from the mano on; a wrong declaration loses."""
    text = duel("1 envido ; 2 quiero", "declare=manual")
    assert set(turn(text)) == {1}
    assert {"33", "7", "38"} <= set(turn(text)[1])
    assert not {"truco", "7c"} & set(turn(text)[1])
    ending = "1 7c ; 2 1e ; 2 1b ; 1 6c"
    assert awards(f"{text} ; 1 33 ; 2 son-buenas ; {ending}")[0] == ("envido", "A", 2)
    assert awards(f"{text} ; 1 35 ; 2 son-buenas ; {ending}")[0] == ("envido", "B", 2)
    assert set(turn(duel("1 envido ; 2 quiero"))[1]) >= {"7c", "truco"}


@pytest.mark.parametrize(("option", "ended"), [("off", (40, 10)), ("on", (40, 11))])
def test_s003_option_finish_hand_before_win(option: str, ended: tuple[int, int]) -> None:
    """With it the truco is written too, although the envite has won the pata."""
    text = duel(f"1 envido ; 2 quiero ; {B_WINS}", f"finish_hand_before_win={option}", "38-10", games="2-0")
    assert (score(text), judge(text).match.winner) == (ended, "A")


def test_s003_option_finish_hand_before_win_the_envite_still_comes_first() -> None:
    moves = f"1 envido ; 2 quiero ; 1 truco ; 2 quiero ; {B_WINS}"
    text = duel(moves, "finish_hand_before_win=on", "38-37", games="2-2")
    assert (score(text), judge(text).match.winner) == ((40, 40), "A")


# --------------------------------------------------------------------------------------------------- match and deal


def test_s003_option_patas() -> None:
    """«excepcionalmente puede ser a 3»."""
    assert judge(duel("1 mazo", "patas=3", "0-39", games="0-1")).match.winner == "B"
    assert judge(duel("1 mazo", "patas=5", "0-39", games="0-1")).match.winner is None
    assert judge(duel("1 mazo", "patas=3", "0-39", games="1-0")).match.winner is None


def test_s003_option_cortaos_pairing() -> None:
    head = "variant belmez\nplayers 4\noptions cortaos_pairing={}\ndeal 3\n"
    one_by_one = "duel 4 3\n4 mazo\nduel 2 1\n2 mazo\nduel 4 3\n4 mazo\n"
    judge(head.format("A") + one_by_one + "deal 4\nduel 1 4\n")
    assert illegal(head.format("B") + one_by_one).line == 5
    judge(head.format("B") + "duel 4 1\n4 mazo\nduel 4 1\n4 mazo\nduel 2 3\n2 mazo\ndeal 4\nduel 1 2\n")


def test_s003_option_redondo_switch() -> None:
    """BE-8: thirty points reached in the first cortao; the other two are played, or dropped at once."""
    head = "variant belmez\nplayers 4\noptions redondo_switch={}\nscore 29-0\ndeal 1\nduel 2 3\n2 mazo\n= 30-0\n"
    judge(head.format("deal") + "duel 2 3\n2 mazo\nduel 4 1\n4 mazo\n= 32-0\ndeal 2\n3 mazo\n")
    assert illegal(head.format("deal") + "deal 2\n").line == 9
    judge(head.format("now") + "deal 2\n3 mazo\n")
    assert illegal(head.format("now") + "duel 2 3\n").line == 9


# ------------------------------------------------------------------------------------------------------------ truco


def test_s003_option_truco_ladder() -> None:
    short = "truco_ladder=3-6-pata"
    assert "pata" in turn(duel("1 truco ; 2 retruco", short))[1]
    assert "vale-nueve" not in turn(duel("1 truco ; 2 retruco", short))[1]
    assert awards(duel("1 truco ; 2 retruco ; 1 pata ; 2 no-quiero", short)) == [("truco", "A", 6)]
    assert games(duel(f"1 truco ; 2 retruco ; 1 pata ; 2 quiero ; {B_WINS}", short)) == (0, 1)
    last_is_illegal(duel("1 truco ; 2 retruco\n1 pata", "truco_ladder=3-6-9-pata"))


# ------------------------------------------------------------------------------------------------- envite and flor


def test_s003_option_reserva_envite() -> None:
    """BE-4: «50 puntos de envido» counts three cards, «la mayor puntuación … 41 tantos» two."""
    cards = ("5o 12b 1c", "7c 6c 4e")
    moves = "1 envido ; 2 quiero ; 1 5o ; 2 4e ; 1 12b ; 2 6c"
    for option, value in (("three", 42), ("two", 41)):
        text = belmez(moves, *cards, options=f"reserva_envite={option}")
        assert envido_points(text)[1] == value


def test_s003_option_resto_value() -> None:
    """Vocabulario «Er Rehto»: «los puntos que quedan para ganar la pata al equipo que está apostando»."""
    sung = "1 flor ; 2 flor ; 1 al-resto ; 2 quiero"
    lack = belmez(
        f"{sung} ; 1 6e ; 2 7c ; 2 6c ; 1 5e", "6e 5e 2e", "7c 6c 4c", score="25-5", options="resto_value=lack"
    )
    assert awards(lack) == [("flor", "B", 15), ("truco", "B", 1)]
    pata = belmez(sung, "6e 5e 2e", "7c 6c 4c", score="25-5", options="resto_value=pata")
    assert (awards(pata), games(pata)) == ([("flor", "B", 35)], (0, 1))
    won = belmez(
        f"{sung} ; 1 7c ; 2 6e ; 1 6c ; 2 5e", "7c 6c 4c", "6e 5e 2e", score="25-5", options="resto_value=lack"
    )
    assert (awards(won), games(won)) == ([("flor", "A", 15)], (1, 0))


def test_s003_option_envido_first() -> None:
    assert "envido" in turn(duel("1 truco", "envido_first=on"))[2]
    assert "envido" not in turn(duel("1 truco", "envido_first=off"))[2]
    assert "envido" not in turn(duel("1 truco ; 2 quiero ; 1 7c", "envido_first=off"))[2]
    assert "envido" in turn(duel("1 7c", "envido_first=off"))[2]


def test_s003_option_envite_after_own_card() -> None:
    """BE-12: «cuando uno o todos lo han hecho, pero no se ha resuelto aún esta primer baza»."""
    on = "envite_after_own_card=on"
    assert sorted(turn(duel("1 7c", on))) == [1, 2]
    assert "envido" in turn(duel("1 7c", on))[1]
    assert not {"6c", "truco", "mazo"} & set(turn(duel("1 7c", on))[1])
    assert awards(duel("1 7c ; 1 envido ; 2 quiero ; 2 1e ; 2 1b ; 1 6c", on))[0] == ("envido", "A", 2)
    assert "envido" in turn(duel("1 7c ; 2 truco", on))[1]
    assert sorted(turn(duel("1 7c", "envite_after_own_card=off"))) == [2]
    assert not any("envido" in moves for moves in turn(duel("1 7c ; 2 1e", on)).values())
    assert {1, 2, 3} <= set(turn(redondo("1 7c ; 2 1e", *FOUR, options=on)))


@pytest.mark.parametrize(("option", "alone", "compared", "refused"), [("on", 6, 6, 6), ("off", 3, 3, 3)])
def test_s003_option_flor_per_card(option: str, alone: int, compared: int, refused: int) -> None:
    options, go = f"flor_per_card={option}", "1 mazo ; 2 mazo ; 3 mazo"
    cards = ("7c 6c 4c", "3e 2b 1o", "3c 2c 1c", "4e 3b 2o")
    assert awards(redondo(f"1 flor ; 3 flor ; 2 guena ; {go}", *cards, options=options))[0] == ("flor", "A", alone)
    rivals = ("7c 6c 4c", "6e 5e 2e", "3c 2c 1c", "4e 3b 2o")
    chicas = f"1 flor ; 2 flor ; 3 flor ; 1 chica ; 2 chica ; 3 chica ; {go}"
    assert awards(redondo(chicas, *rivals, options=options))[0] == ("flor", "A", compared)
    resto = f"1 flor ; 2 flor ; 3 flor ; 1 al-resto ; 2 no-quiero ; {go}"
    assert awards(redondo(resto, *rivals, options=options))[0] == ("flor", "A", refused)


@pytest.mark.parametrize(("option", "won", "lost"), [("on", 14, 6), ("off", 8, 4)])
def test_s003_option_envite_cumulative(option: str, won: int, lost: int) -> None:
    """BE-19: «puntos acumulados», or «los tantos correspondientes a la última apuesta realizada»."""
    calls, options = "1 envido ; 2 mas-4 ; 1 mas-8", f"envite_cumulative={option}"
    assert awards(duel(f"{calls} ; 2 quiero ; {B_WINS}", options))[0] == ("envido", "A", won)
    assert awards(duel(f"{calls} ; 2 no-quiero ; {B_WINS}", options))[0] == ("envido", "A", lost)


def test_s003_option_envite_cumulative_a_raise_is_more_than_what_was_bet() -> None:
    """«no sólo querer, sino aumentar la apuesta»: where a figure replaces the last one it must be higher."""
    moves = turn(duel("1 envido-10", "envite_cumulative=off"))[2]
    assert {"mas-12", "mas-40"} <= set(moves)
    assert not {"mas-2", "mas-8", "mas-10"} & set(moves)


# ----------------------------------------------------------------------------------------------------- de cerrao


def test_s003_option_blind_calls_before_looking() -> None:
    """Vocabulario «De cerrao»: «previamente a que los jugadores visualicen las cartas que llevan»."""
    on = "blind_calls=on"
    unseen = set(turn(duel("", on))[1])
    assert {"mira", "truco", "envido", "envido-pata", "mazo"} <= unseen
    assert not {"7c", "6c", "4e", "flor"} & unseen
    assert {"7c", "6c", "4e", "truco"} <= set(turn(duel("1 mira", on))[1])
    assert "mira" not in turn(duel("1 mira", on))[1]
    assert "mira" not in turn(duel("", "blind_calls=off"))[1]


def test_s003_option_blind_calls_hide_the_cards_from_their_players() -> None:
    match = Match("belmez", 2, seed="cerrao", dealer=2, blind_calls=True)
    match.deal()
    assert match.view(1).cards == (None, None, None)
    assert not any(move[0].isdigit() for move in match.view(1).moves)
    match.play(1, "mira")
    assert None not in match.view(1).cards
    assert match.view(2).cards == (None, None, None)


def test_s003_option_blind_calls_change_no_value() -> None:
    text = f"1 truco ; 2 envido ; 1 quiero ; 2 quiero ; 1 mira ; 1 7c ; 2 mira ; {B_WINS.removeprefix('1 7c ; ')}"
    assert awards(duel(text, "blind_calls=on")) == [("envido", "A", 2), ("truco", "B", 3)]


def test_s003_option_blind_calls_an_unseen_flor_binds_nobody() -> None:
    """He may call the envite; once he has looked he sings, and the envite is void."""
    flor = ("7c 6c 4c", "1e 1b 4o")
    text = belmez("1 envido ; 2 quiero ; 1 mira", *flor, options="blind_calls=on")
    assert {"flor", "7c"} <= set(turn(text)[1])
    assert awards(f"{text} ; 1 flor ; 2 guena ; 1 mazo")[0] == ("flor", "A", 3)


def test_s003_a_game_won_in_a_duel_is_over_though_the_deal_would_be_played_out() -> None:
    """`redondo_switch=now` drops the cortaíllos that are left, so with `finish_hand_before_win=on` too nothing is left
    to be played out: no hand is dealt in a game that is won."""
    rules = rules_of("belmez", 4, finish_hand_before_win=True, redondo_switch="now", patas=3)
    for seed in range(20):
        match, chance = Match(rules, seed=seed), Random(seed)
        while match.deal():
            assert max(match.score) < rules.match.target
            while match.turn:
                match.play(*chance.choice(match.moves()))
