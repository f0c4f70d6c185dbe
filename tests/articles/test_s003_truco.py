"""Bélmez, S003 Reglamento 3: the truco. Two players, seat 1 mano, unless a test says otherwise."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest

from tests.support.record_queries import (
    awards,
    games,
    hand,
    in_turns,
    judge,
    last_is_illegal,
    moves_of_tricks,
    score,
    seats_that_may,
    tricks,
    turn,
    winners_of_tricks,
)

belmez = partial(hand, variant="belmez")
redondo = partial(hand, variant="belmez", score="30-30")
STRONG, WEAK = "1e 1b 4o", "7c 6c 4e"
B_WINS = "1 7c ; 2 1e ; 2 1b ; 1 6c"
FOUR = ("7c 6c 4e", "1e 2b 3o", "4c 5e 6o", "1b 7o 2c")


def duel(moves: str, points: str = "0-0", options: str = "") -> str:
    """Return the record of a hand of two in which seat 2 holds the better cards."""
    return belmez(moves, WEAK, STRONG, score=points, options=options)


# What seats 1 and 2 lay in each trick so that A takes it, B takes it, or it is tied.
LAID = (
    {"A": ("3e", "5c"), "B": ("5e", "3c"), "=": ("3e", "3c")},
    {"A": ("2c", "4e"), "B": ("4c", "2e"), "=": ("2c", "2e")},
    {"A": ("6o", "4b"), "B": ("4o", "6b"), "=": ("6o", "6b")},
)


def record_of_tricks(outcomes: str, options: str = "", dealer: int = 2) -> str:
    """Return the record of a hand whose tricks have these outcomes. It may not be over yet."""
    pairs = [LAID[number][outcome] for number, outcome in enumerate(outcomes.ljust(3, "="))]
    moves, held = moves_of_tricks(pairs, outcomes, 3 - dealer), map(" ".join, zip(*pairs, strict=True))
    return belmez(" ; ".join(moves), *held, options=options, dealer=dealer)


WON = {  # the policy LAST; M: the mano's side
    "AA": "A", "BB": "B",
    "ABA": "A", "ABB": "B", "AB=": "A",
    "BAA": "A", "BAB": "B", "BA=": "B",
    "A=A": "A", "A=B": "B", "A==": "A",
    "B=A": "A", "B=B": "B", "B==": "B",
    "=AA": "A", "=AB": "B", "=A=": "A",
    "=BA": "A", "=BB": "B", "=B=": "B",
    "==A": "A", "==B": "B", "===": "M",
}  # fmt: skip


@pytest.mark.parametrize("dealer", [1, 2])
@pytest.mark.parametrize("outcomes", WON)
def test_s003_truco_ties_are_decided_by_the_last_trick(outcomes: str, dealer: int) -> None:
    """«a pardah … el truco se decide según quien gane la última baza»; the third tied: «la primer baza»."""
    mano = "A" if dealer == 2 else "B"
    text = record_of_tricks(outcomes, dealer=dealer)
    assert awards(text) == [("truco", WON[outcomes].replace("M", mano), 1)]
    assert tricks(text) == winners_of_tricks(outcomes)


def test_s003_truco_the_table_of_ties_is_complete() -> None:
    """Every row of three tricks ends a hand where WON says, and not before."""
    for row in map("".join, product("AB=", repeat=3)):
        [ending] = [row[:length] for length in (2, 3) if row[:length] in WON]
        assert awards(record_of_tricks(ending[:-1])) == []


def test_s003_truco_two_of_three_tricks() -> None:
    """«triunfa aquel jugador que hace 2 de las 3 bazas de la mano»."""
    judge(duel(f"{B_WINS}\n= 0-1\n== truco B 1"))
    assert turn(duel(B_WINS)) == {}


def test_s003_truco_winner_of_a_trick_leads() -> None:
    assert list(turn(duel("1 7c ; 2 1e"))) == [2]
    assert list(turn(duel("1 7c ; 2 4o"))) == [1]
    assert list(turn(redondo("1 7c ; 2 3o ; 3 6o ; 4 1b", *FOUR))) == [4]


def test_s003_truco_best_card_of_each_side() -> None:
    """Equal cards of partners are no parda; the one laid first leads."""
    cards = ("3e 4c 5o", "2b 4o 6b", "3c 4b 5e", "2c 7c 6e")
    text = redondo("1 3e ; 2 2b ; 3 3c ; 4 2c", *cards)
    assert (tricks(text), list(turn(text))) == (["A"], [1])
    tied = redondo("1 4c ; 2 2b ; 3 5e ; 4 2c", *cards)
    assert (tricks(tied), list(turn(tied))) == (["B"], [2])


def test_s003_truco_parda_between_rivals_in_the_redondo() -> None:
    cards = ("3e 4c 6o", "2b 4o 6b", "5c 4b 5e", "3c 7c 6e")
    text = redondo("1 3e ; 2 2b ; 3 5c ; 4 3c", *cards)
    assert (tricks(text), list(turn(text))) == ([None], [1])


def test_s003_truco_no_hand_without_a_point() -> None:
    """«No puede finalizar una mano sin que nadie se anote, al menos 1 tanto por truco»: even three ties."""
    for outcomes in WON:
        assert sum(points for _, _, points in awards(record_of_tricks(outcomes))) == 1


def test_s003_truco_not_called_pays_one() -> None:
    """«una mano puede concluir sin que nadie truque: en este caso se anota 1 tanto»."""
    assert awards(duel(B_WINS)) == [("truco", "B", 1)]


def test_s003_truco_refused_pays_one() -> None:
    """«si un jugador truca pero su rival no quiere la apuesta: sólo se anotará 1 tanto quien trucó»."""
    assert awards(duel("1 truco ; 2 no-quiero")) == [("truco", "A", 1)]
    assert turn(duel("1 truco ; 2 no-quiero")) == {}


LADDER = ["truco", "retruco", "vale-nueve", "pata"]


@pytest.mark.parametrize(("steps", "stake"), [(1, 3), (2, 6), (3, 9), (4, 35)])
def test_s003_truco_accepted_ladder(steps: int, stake: int) -> None:
    """«si el rival acepta el truco, se anotará 3 tantos»; BE-3: 3, 6, 9 and the pata."""
    answerer = 2 if steps % 2 else 1
    text = duel(" ; ".join([*in_turns(LADDER[:steps]), f"{answerer} quiero", B_WINS]), "0-5")
    assert awards(text) == [("truco", "B", stake)]
    assert games(text) == ((0, 1) if steps == 4 else (0, 0))


@pytest.mark.parametrize(("steps", "stake"), [(1, 1), (2, 3), (3, 6), (4, 9)])
def test_s003_truco_refused_ladder(steps: int, stake: int) -> None:
    refuser, side = (2, "A") if steps % 2 else (1, "B")
    assert awards(duel(" ; ".join([*in_turns(LADDER[:steps]), f"{refuser} no-quiero"]))) == [("truco", side, stake)]


@pytest.mark.parametrize(("steps", "stake"), [(1, 1), (2, 3), (3, 6), (4, 9)])
def test_s003_truco_thrown_in_counts_as_refused(steps: int, stake: int) -> None:
    """Irse a la baraja: the stake in force, without the call that waits."""
    leaver, side = (2, "A") if steps % 2 else (1, "B")
    assert awards(duel(" ; ".join([*in_turns(LADDER[:steps]), f"{leaver} mazo"]))) == [("truco", side, stake)]


@pytest.mark.parametrize(("steps", "stake"), [(1, 3), (2, 6), (3, 9)])
def test_s003_truco_thrown_in_after_accepting(steps: int, stake: int) -> None:
    answerer = 2 if steps % 2 else 1
    assert awards(duel(" ; ".join([*in_turns(LADDER[:steps]), f"{answerer} quiero", "1 mazo"]))) == [
        ("truco", "B", stake)
    ]


def test_s003_truco_nothing_is_above_the_pata() -> None:
    assert turn(duel(" ; ".join(in_turns(LADDER)))) == {1: ["mazo", "no-quiero", "quiero"]}
    after = turn(duel(" ; ".join([*in_turns(LADDER), "1 quiero"])))
    assert set(after[1]) == {"7c", "6c", "4e", "mazo"}


def test_s003_truco_only_the_accepting_side_raises() -> None:
    """«es el jugador que ha aceptado el único que puede tomar la palabra para retrucar»."""
    assert not set(LADDER) & set(turn(duel("1 truco ; 2 quiero"))[1])
    assert "retruco" in turn(duel("1 truco ; 2 quiero ; 1 7c"))[2]
    own = duel("1 7c ; 2 truco ; 1 quiero")
    assert not set(LADDER) & set(turn(own)[2])
    last_is_illegal(duel("1 truco ; 2 quiero\n1 retruco"))


@pytest.mark.parametrize("before", ["1 7c", "1 7c ; 2 1e", "1 7c ; 2 4o ; 1 6c", "1 7c ; 2 4o ; 1 4e ; 2 1b"])
def test_s003_truco_raised_at_any_moment(before: str) -> None:
    """«puede hacerlo en el momento que desee de la mano (por ejemplo, antes de jugar la siguiente baza)»."""
    assert "retruco" in turn(duel(f"1 truco ; 2 quiero ; {before}"))[2]
    assert awards(duel(f"1 truco ; 2 quiero ; {before} ; 2 retruco ; 1 no-quiero")) == [("truco", "B", 3)]
    raised = turn(duel(f"1 truco ; 2 quiero ; {before} ; 2 retruco ; 1 quiero"))
    assert not any(set(LADDER) & set(moves) for seat, moves in raised.items() if seat == 2)


def test_s003_truco_calls_are_made_in_order() -> None:
    assert set(LADDER) & set(turn(duel(""))[1]) == {"truco"}
    assert set(LADDER) & set(turn(duel("1 truco"))[2]) == {"retruco"}
    assert set(LADDER) & set(turn(duel("1 truco ; 2 retruco"))[1]) == {"vale-nueve"}


def test_s003_truco_any_rival_answers_the_first_word_binds() -> None:
    answers = turn(redondo("1 truco", *FOUR))
    assert sorted(answers) == [2, 4]
    assert {move for move in answers[4] if not move.startswith("envido")} == {"quiero", "no-quiero", "retruco"}
    for seat in (2, 4):
        assert awards(redondo(f"1 truco ; {seat} no-quiero", *FOUR)) == [("truco", "A", 1)]


def test_s003_truco_the_accepting_side_raises_by_any_of_its_seats_on_turn() -> None:
    text = redondo("1 truco ; 2 quiero ; 1 7c ; 2 1e ; 3 6o", *FOUR)
    assert "retruco" in turn(text)[4]
    assert "retruco" not in turn(redondo("1 truco ; 2 quiero ; 1 7c ; 2 1e", *FOUR))[3]


def test_s003_truco_in_the_first_trick_the_envite_still_goes_first() -> None:
    """«el envite, que es el primero que afrontan»: over a truco that waits, never once it is accepted."""
    text = duel(f"1 truco ; 2 envido ; 1 quiero ; 2 quiero ; {B_WINS}")
    assert awards(text) == [("envido", "A", 2), ("truco", "B", 3)]
    assert "envido" not in turn(duel("1 truco ; 2 quiero ; 1 7c"))[2]
    assert "envido" not in turn(duel("1 truco ; 2 quiero"))[1]


@pytest.mark.parametrize(
    "before",
    ["", "1 7c", "1 7c ; 2 1e", "1 7c ; 2 1e ; 2 4o", "1 7c ; 2 4o ; 1 4e ; 2 1b", "1 7c ; 2 4o ; 1 4e ; 2 1b ; 2 1e"],
)
def test_s003_truco_until_the_last_card(before: str) -> None:
    """«Puede trucarse en cualquier momento …, hasta antes de soltar cada jugador la última de las suyas»."""
    [moves] = turn(duel(before)).values()
    assert "truco" in moves


def test_s003_truco_at_any_moment_not_after_ones_last_card() -> None:
    """word=any takes «en cualquier momento» literally: anyone, until his own last card is laid."""
    last = "1 7c ; 2 4o ; 1 4e ; 2 1b"
    assert seats_that_may(duel(last, options="word=any"), "truco") == {1, 2}
    text = duel(f"{last} ; 2 1e", options="word=any")
    assert "truco" in turn(text)[1]
    assert 2 not in turn(text)
    called = turn(duel(f"{last} ; 2 1e ; 1 truco", options="word=any"))
    assert {"quiero", "no-quiero"} <= set(called[2])


# ------------------------------------------------------------------------------------------------------------ farta


@pytest.mark.parametrize(
    ("calls", "points", "lack"),
    [
        ("1 truco ; 2 mi-falta", "0-38", 2),
        ("1 truco ; 2 mi-falta", "0-39", 1),
        ("1 truco ; 2 retruco ; 1 mi-falta", "35-0", 5),
        ("1 truco ; 2 retruco ; 1 vale-nueve ; 2 mi-falta", "0-33", 7),
        ("1 truco ; 2 retruco ; 1 vale-nueve ; 2 pata ; 1 mi-falta", "28-0", 12),
    ],
)
def test_s003_farta_truco_reduced_to_what_one_lacks(calls: str, points: str, lack: int) -> None:
    """«y que es extrapolable también a las de truco»."""
    assert awards(duel(f"{calls} ; {B_WINS}", points)) == [("truco", "B", lack)]
    assert awards(belmez(f"{calls} ; 1 1e ; 2 7c ; 1 1b ; 2 6c", STRONG, WEAK, score=points)) == [("truco", "A", lack)]


def test_s003_farta_truco_is_not_raised_again() -> None:
    text = duel("1 truco ; 2 mi-falta", "0-38")
    for played_on in (text, text + " ; 1 7c", text + " ; 1 7c ; 2 1e"):
        assert not any(set(LADDER) & set(moves) for moves in turn(played_on).values())
    assert awards(text + " ; 1 mazo") == [("truco", "B", 2)]


def test_s003_farta_truco_is_what_was_lacking_when_it_was_accepted() -> None:
    """The point of a refused envite is written first, but the truco was taken for two."""
    text = duel(f"1 envido ; 2 no-quiero ; 1 7c ; 2 truco ; 1 mi-falta ; {B_WINS.removeprefix('1 7c ; ')}", "38-20")
    assert awards(text) == [("envido", "A", 1), ("truco", "B", 2)]


def test_s003_farta_truco_only_of_a_bet_above_it() -> None:
    assert "mi-falta" not in turn(duel("1 truco", "0-37"))[2]
    assert "mi-falta" in turn(duel("1 truco", "0-38"))[2]
    assert "mi-falta" not in turn(duel("1 truco", "38-0"))[2]
    assert "mi-falta" in turn(duel("1 truco ; 2 retruco", "35-0"))[1]
    assert "mi-falta" not in turn(duel("1 truco ; 2 retruco", "34-0"))[1]


# ------------------------------------------------------------------------------------------------------ salihse


def test_s003_salihse_envite_accepted_suspends_the_truco() -> None:
    """«se suspende el truco y se mira quién ganó el envido … prevalecen sobre los del truco»."""
    for points in ("38-38", "38-39", "39-38"):
        text = duel("1 envido ; 2 quiero", points)
        assert (awards(text), games(text), tricks(text), turn(text)) == ([("envido", "A", 2)], (1, 0), [], {})


def test_s003_salihse_envite_over_a_truco_that_waits() -> None:
    text = duel("1 truco ; 2 envido ; 1 quiero", "38-38")
    assert (awards(text), games(text)) == ([("envido", "A", 2)], (1, 0))


def test_s003_salihse_both_must_be_able_to_go_out() -> None:
    """Only one can: the truco is played, and the envite is written first when the hand is over."""
    text = duel("1 envido ; 2 quiero", "38-37")
    assert (awards(text), list(turn(text))) == ([], [1])
    won = f"{text} ; 1 truco ; 2 quiero ; {B_WINS}"
    assert (awards(won), games(won)) == ([("envido", "A", 2)], (1, 0))


def test_s003_salihse_envite_refused_is_written_before_the_truco() -> None:
    for points, call in (("39-38", "envido"), ("39-39", "envido-pata")):
        text = duel(f"1 {call} ; 2 no-quiero ; {B_WINS}", points)
        assert (awards(text), games(text)) == ([("envido", "A", 1)], (1, 0))


def test_s003_salihse_truco_alone_may_win_the_pata() -> None:
    text = duel(f"1 truco ; 2 quiero ; {B_WINS}", "39-37")
    assert (score(text), games(text)) == ((0, 0), (0, 1))
