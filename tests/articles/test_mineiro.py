"""Truco mineiro: fixed manilhas, hands of two, the mão de 10 and the blind mão de ferro."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.record_queries import (
    awards,
    check_ranking,
    choices,
    finished,
    games,
    hand,
    heights_in,
    illegal,
    judge,
    last_is_illegal,
    partners_seen,
    score,
    tricks,
    turn,
)
from truquero.cards import SPANISH_40
from truquero.table import IllegalMove, Match
from truquero.variants import preset, rules_of

mineiro = partial(hand, variant="mineiro")
WEAK, STRONG = "7b 6b 5o", "4b 7c 4e"
B_WINS = "1 7b ; 2 4b ; 2 7c ; 1 6b"
FOUR = ("7c 5e 12c", "4b 7o 1b", "4o 1e 3e", "5o 6o 2e")
MANILHAS = ["4b", "7c", "1e", "7o"]
RANKS = [3, 2, 1, 12, 11, 10, 7, 6, 5, 4]
TIED = ("3c 2c 1c", "3e 2e 1b")
THREE_TIES = "1 3c ; 2 3e ; 1 2c ; 2 2e ; 1 1c ; 2 1b"


def duel(moves: str, points: str = "0-0", options: str = "", games: str = "") -> str:
    return mineiro(moves, WEAK, STRONG, score=points, options=options, games=games)


# --------------------------------------------------------------------------------------------------- pack and order


def test_mineiro_forty_cards_and_no_vira() -> None:
    assert rules_of("mineiro").pack == SPANISH_40
    assert illegal("variant mineiro\nplayers 2\ndeal 2\nturned 4c\n").line == 4


def test_mineiro_order_of_all_cards() -> None:
    """Zap, seven of copas, espadilha, seven of ouros; then 3 2 A K J Q 7 6 5 4, with jack above queen."""
    order = [[entry] for entry in (*MANILHAS, *RANKS)]
    check_ranking(rules_of("mineiro").ranking.strengths(), heights_in(order, SPANISH_40))


@pytest.mark.parametrize(
    ("high", "low"), [("4p", "7c"), ("7c", "Ae"), ("Ae", "7o"), ("7o", "3c"), ("Kc", "Jc"), ("Jc", "Qc"), ("Qc", "7b")]
)
def test_mineiro_cards_by_their_french_names(high: str, low: str) -> None:
    text = mineiro(f"1 {low} ; 2 {high}", f"{low} 5e 6o", f"{high} 5b 6c")
    assert tricks(text) == ["B"]


def test_mineiro_ordinary_fours_are_the_lowest() -> None:
    assert tricks(mineiro("1 4c ; 2 5b", "4c 5e 6o", "5b 6c 7e")) == ["B"]
    assert tricks(mineiro("1 7e ; 2 Ab", "7e 5e 6o", "Ab 6c 3e")) == ["B"], "other aces and sevens are no manilhas"


@pytest.mark.parametrize("players", [1, 3, 5, 8])
def test_mineiro_two_four_or_six(players: int) -> None:
    assert illegal(f"variant mineiro\nplayers {players}\n").line == 2
    assert preset("mineiro").players == (4, 2, 6)


# ----------------------------------------------------------------------------------------------------------- stakes


def test_mineiro_a_hand_is_two() -> None:
    assert awards(duel(B_WINS)) == [("truco", "B", 2)]
    assert awards(duel("1 mazo")) == [("truco", "B", 2)]


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [
        ("1 truco ; 2 {}", 4, ("A", 2)),
        ("1 truco ; 2 seis ; 1 {}", 6, ("B", 4)),
        ("1 truco ; 2 seis ; 1 dez ; 2 {}", 10, ("A", 6)),
        ("1 truco ; 2 seis ; 1 dez ; 2 doze ; 1 {}", 12, ("B", 10)),
    ],
)
def test_mineiro_every_rung(calls: str, accepted: int, refused: tuple[str, int]) -> None:
    """Truco 4, seis 6, dez 10, doze 12; refused 2, 4, 6, 10."""
    for answer in ("quiero", "caio"):
        assert awards(duel(f"{calls.format(answer)} ; {B_WINS}")) == [("truco", "B", accepted)]
    for answer in ("no-quiero", "fujo", "mazo"):
        assert awards(duel(calls.format(answer))) == [("truco", *refused)]


def test_mineiro_sides_alternate() -> None:
    last_is_illegal(duel("1 truco ; 2 quiero\n1 seis"))
    last_is_illegal(duel("1 truco\n2 dez"))
    last_is_illegal(duel("1 truco\n2 nove"))
    later = duel("1 truco ; 2 quiero ; 1 7b ; 2 seis ; 1 quiero ; 2 4b ; 2 7c ; 1 dez ; 2 quiero ; 1 6b")
    assert awards(later) == [("truco", "B", 10)]
    assert turn(duel("1 truco ; 2 seis ; 1 dez ; 2 doze"))[1] == ["mazo", "no-quiero", "quiero"]


def test_mineiro_the_first_word_binds_the_side() -> None:
    text = mineiro("1 truco", *FOUR)
    assert sorted(turn(text)) == [2, 4]
    assert awards(f"{text} ; 4 no-quiero") == [("truco", "A", 2)]


def test_mineiro_no_envido_and_no_flor() -> None:
    assert set(turn(mineiro("", "7c 6c 5c", WEAK))[1]) == {"5c", "6c", "7c", "mazo", "truco"}


# -------------------------------------------------------------------------------------------------------- raise limit


@pytest.mark.parametrize(
    ("points", "calls", "seat", "move", "legal"),
    [
        ("4-8", "1 truco", 2, "seis", False),  # 8 + 4 = 12
        ("4-6", "1 truco", 2, "seis", True),
        ("8-8", "1 truco", 2, "seis", True),  # level
        ("8-4", "1 truco", 2, "seis", True),
        ("6-4", "1 truco ; 2 seis", 1, "dez", False),  # 6 + 6
        ("4-2", "1 truco ; 2 seis", 1, "dez", True),
        ("6-6", "1 truco ; 2 seis", 1, "dez", True),
        ("0-2", "1 truco ; 2 seis ; 1 dez", 2, "doze", False),  # 2 + 10
        ("2-0", "1 truco ; 2 seis ; 1 dez", 2, "doze", True),
        ("2-2", "1 truco ; 2 seis ; 1 dez", 2, "doze", True),
        ("4-8", "1 truco ; 2 quiero ; 1 7b", 2, "seis", False),  # not later either
    ],
)
def test_mineiro_raise_limit(points: str, calls: str, seat: int, move: str, legal: bool) -> None:
    """PA-9: no raise by a side that wins by accepting, unless the scores are equal."""
    assert (move in turn(duel(calls, points))[seat]) == legal
    assert move in turn(duel(calls, points, "raise_limit=off"))[seat]


def test_mineiro_opening_truco_is_not_limited() -> None:
    assert "truco" in turn(duel("", "8-2"))[1]


# ---------------------------------------------------------------------------------------------------------- mão de 10


def test_mineiro_mao_de_10_the_side_at_ten_decides() -> None:
    odd_side = mineiro("", *FOUR, score="4-10")
    assert turn(odd_side) == {2: ["no-quiero", "quiero"], 4: ["no-quiero", "quiero"]}
    reversed_score = mineiro("", *FOUR, score="10-8")
    assert turn(reversed_score) == {1: ["no-quiero", "quiero"], 3: ["no-quiero", "quiero"]}


def test_mineiro_mao_de_10_played_for_four() -> None:
    assert awards(duel(f"1 quiero ; {B_WINS}", "10-4")) == [("truco", "B", 4)]
    won = duel(f"2 quiero ; {B_WINS}", "4-10")
    assert (awards(won), judge(won).match.winner) == ([("truco", "B", 4)], "B")


def test_mineiro_mao_de_10_declined_pays_two() -> None:
    text = duel("1 no-quiero", "10-4")
    assert (awards(text), score(text)) == ([("truco", "B", 2)], (10, 6))
    assert judge(duel("1 fujo", "10-8")).match.score == (10, 10)


def test_mineiro_mao_de_10_no_truco() -> None:
    assert turn(duel("1 quiero", "10-4"))[1] == ["5o", "6b", "7b", "mazo"]
    last_is_illegal(duel("1 quiero\n1 truco", "10-4"))
    last_is_illegal(duel("1 quiero ; 1 7b\n2 truco", "10-4"))


def test_mineiro_mao_de_10_thrown_in_after_accepting_pays_four() -> None:
    assert awards(duel("1 quiero ; 1 mazo", "10-4")) == [("truco", "B", 4)]


def test_mineiro_mao_de_10_partners_see_each_other() -> None:
    match = judge(mineiro("", *FOUR, score="4-10")).match
    assert partners_seen(match) == {1: [], 2: [4], 3: [], 4: [2]}


def test_mineiro_mao_de_10_all_tied_pays_nobody() -> None:
    text = mineiro(f"1 quiero ; {THREE_TIES}", *TIED, score="10-4")
    assert (awards(text), score(text), finished(text)) == ([], (10, 4), True)


def test_mineiro_mao_de_10_nothing_is_shown() -> None:
    """Showing certain winners is the paulista's."""
    last_is_illegal(mineiro("1 quiero\n1 mostrar", "4b 7c 1e", WEAK, score="10-4"))


# ------------------------------------------------------------------------------------------------------- mão de ferro


def test_mineiro_ferro_decides_the_game_and_nobody_calls() -> None:
    text = duel("", "10-10")
    assert turn(text)[1] == ["5o", "6b", "7b", "mazo"]
    last_is_illegal(duel("\n1 truco", "10-10"))
    won = duel(B_WINS, "10-10")
    assert (judge(won).match.winner, score(won)) == ("B", (10, 12))
    assert judge(duel("1 mazo", "10-10")).match.winner == "B"


def test_mineiro_ferro_is_blind() -> None:
    match = Match("mineiro", 2, seed="ferro", dealer=2, score=(10, 10))
    match.deal()
    assert match.view(1).cards == (None, None, None)
    assert set(match.view(1).moves) == {"carta-1", "carta-2", "carta-3", "mazo"}
    match.play(1, "carta-2")
    assert [laid.card is not None for laid in match.view(2).table] == [True]
    with pytest.raises(IllegalMove):
        match.play(2, "carta-4")


def test_mineiro_option_mao_ferro_cega_off() -> None:
    match = Match("mineiro", 2, seed="ferro", dealer=2, score=(10, 10), mao_ferro_cega=False)
    match.deal()
    assert None not in match.view(1).cards


def test_mineiro_ferro_all_tied_pays_nobody() -> None:
    text = mineiro(THREE_TIES, *TIED, score="10-10")
    assert (awards(text), score(text)) == ([], (10, 10))


# --------------------------------------------------------------------------------------------------- ties and match


def test_mineiro_all_tied_pays_nobody_whatever_was_called() -> None:
    assert awards(mineiro(THREE_TIES, *TIED)) == []
    assert awards(mineiro(f"1 truco ; 2 quiero ; {THREE_TIES}", *TIED)) == []
    assert awards(mineiro(THREE_TIES, *TIED, options="all_tied=mano")) == [("truco", "A", 2)]


@pytest.mark.parametrize(
    ("first", "second", "moves", "won", "side"),
    [
        ("3c 2c 4o", "3e 1b 4e", "1 3c ; 2 3e ; 1 2c ; 2 1b", [None, "A"], "A"),
        ("3c 1c 4o", "3e 2e 4e", "1 3c ; 2 3e ; 1 1c ; 2 2e", [None, "B"], "B"),
        ("3c 2c 4o", "1b 2e 4e", "1 3c ; 2 1b ; 1 2c ; 2 2e", ["A", None], "A"),
        ("1c 2c 4o", "3e 2e 4e", "1 1c ; 2 3e ; 2 2e ; 1 2c", ["B", None], "B"),
        ("3c 1c 4o", "1b 2e 4e", "1 3c ; 2 1b ; 1 1c ; 2 2e ; 2 4e ; 1 4o", ["A", "B", None], "A"),
        ("3c 2c 5o", "3e 2e 4e", "1 3c ; 2 3e ; 1 2c ; 2 2e ; 1 5o ; 2 4e", [None, None, "A"], "A"),
    ],
)
def test_mineiro_ties_the_first_trick_counts_double(
    first: str, second: str, moves: str, won: list[str | None], side: str
) -> None:
    text = mineiro(moves, first, second)
    assert (tricks(text), finished(text), awards(text)) == (won, True, [("truco", side, 2)])


def test_mineiro_twelve_points_win_the_match() -> None:
    assert judge(duel("1 truco ; 2 quiero ; 1 mazo", "0-8")).match.winner == "B"
    assert judge(duel("1 mazo", "0-8")).match.winner is None


def test_mineiro_option_games() -> None:
    """Two games make the queda."""
    won = partial(duel, "1 truco ; 2 quiero ; 1 mazo", "0-8", "games=2")
    assert (judge(won()).match.winner, games(won()), score(won())) == (None, (0, 1), (0, 0))
    assert judge(won(games="1-0")).match.winner is None
    assert judge(won(games="0-1")).match.winner == "B"


def test_mineiro_options_are_these() -> None:
    assert choices("mineiro") == {
        "target": ("12",),
        "word": ("turn", "any"),
        "tie_policy": ("STD", "NEXT", "LAST", "MANO-TRICK", "FIRST-PLAYED"),
        "tie_lead": ("same_leader", "first_tied", "tier"),
        "all_tied": ("none", "mano"),
        "declare": ("auto", "manual"),
        "strict_words": ("off", "on"),
        "finish_hand_before_win": ("off", "on"),
        "games": ("1", "2"),
        "raise_limit": ("on", "off"),
        "mao_ferro_cega": ("on", "off"),
    }


@pytest.mark.parametrize("option", ["games=3", "deck=24", "raise_limit=no", "flor=on"])
def test_mineiro_options_unknown_are_bad_input(option: str) -> None:
    assert illegal(f"variant mineiro\noptions {option}\ndeal 4\n").line == 2


def test_mineiro_option_target_moves_the_last_hand() -> None:
    assert turn(duel("", "22-0", "target=24"))[1] == ["no-quiero", "quiero"]
    assert "truco" in turn(duel("", "10-0", "target=24"))[1]


def test_mineiro_no_cards_are_shown_instead_of_played() -> None:
    """Certain winners are shown in the paulista alone, and the refusal says so."""
    refused = last_is_illegal(duel("1 quiero\n1 mostrar", "10-4"))
    assert "nobody may show certain winners in this hand" in refused.message
