"""Navarrevisca, S002 Reglamento del Truco: one test an article, and the points that it leaves open."""

from __future__ import annotations

import pytest

from tests.support.record_queries import (
    awards,
    finished,
    hand,
    illegal,
    judge,
    last_is_illegal,
    result,
    score,
    tricks,
    turn,
)
from truquero.table import Match
from truquero.variants import preset, rules_of

WEAK, STRONG = "4c 6e 12o", "5o 1e 7b"
FOUR = (WEAK, STRONG, "4e 6o 11c", "3c 2o 12b")
SIX = (*FOUR, "4o 6b 11e", "3e 2b 10c")
B_WINS = "1 4c ; 2 5o ; 2 1e ; 1 6e"
EQUAL = ("3e 2e 12c", "3b 2b 12o")


def navarrevisca(moves: str, *held: str, points: str = "", options: str = "", dealer: int | None = None) -> str:
    return hand(moves, *(held or (WEAK, STRONG)), variant="navarrevisca", score=points, options=options, dealer=dealer)


# -------------------------------------------------------------------------------------------------------- articles 1-6


def test_article_01_two_four_or_six() -> None:
    """«El truco se puede jugar de dos, de cuatro o de seis»; four as a rule, in alternating seats."""
    assert preset("navarrevisca").players == (4, 2, 6)
    assert [sorted(turn(navarrevisca("1 truco", *held))) for held in (SIX[:2], FOUR, SIX)] == [[2], [2, 4], [2, 4, 6]]
    for players in (3, 5, 8):
        assert illegal(f"variant navarrevisca\nplayers {players}\ndeal 1").line == 2


@pytest.mark.parametrize("players", [2, 4, 6])
def test_article_02_three_cards_each(players: int) -> None:
    """«Se juega con tres cartas por jugador», of the pack of forty."""
    match = Match("navarrevisca", players, seed="tres", dealer=1)
    match.deal()
    dealt = [card for seat in range(1, players + 1) for card in match.view(seat).cards]
    assert len(dealt) == len(set(dealt)) == 3 * players
    assert len(rules_of("navarrevisca").pack) == 40
    assert illegal(navarrevisca("", "4c 6e", STRONG)).line == 4
    assert illegal(navarrevisca("", "4c 6e 8o", STRONG)).line == 4


def test_article_03_thirty_chinas() -> None:
    """«El tanteo es de treinta chinas»: thirty win, twenty-nine do not."""
    assert result(navarrevisca(B_WINS, points="0-28"))["winner"] is None
    won = navarrevisca(f"1 truco ; 2 quiero ; {B_WINS}", points="28-27")
    assert (result(won)["winner"], score(won)) == ("B", (28, 30))
    assert illegal(navarrevisca("", points="30-0")).line == 3


def test_article_03_one_three_and_six() -> None:
    """«puntuando de una, tres y seis»: there is no other call and no other contest."""
    assert turn(navarrevisca("")) == {1: ["12o", "4c", "6e", "mazo", "truco"]}
    assert turn(navarrevisca("1 truco")) == {2: ["mazo", "no-quiero", "quiero", "retruco"]}
    assert turn(navarrevisca("1 truco ; 2 retruco")) == {1: ["mazo", "no-quiero", "quiero"]}
    for move in ("envido", "flor", "vale-cuatro", "retruco"):
        last_is_illegal(navarrevisca(f"\n1 {move}"))


def test_article_04_one_china_for_two_tricks() -> None:
    """«Una china la gana el que hace dos bazas»."""
    assert awards(navarrevisca(B_WINS)) == [("truco", "B", 1)]
    assert awards(navarrevisca("2 1e ; 1 4c ; 2 5o ; 1 6e", dealer=1)) == [("truco", "B", 1)]


def test_article_04_one_china_for_a_truco_not_wanted() -> None:
    """«o el que truca y el otro no le quiere»."""
    assert awards(navarrevisca("1 truco ; 2 no-quiero")) == [("truco", "A", 1)]
    assert awards(navarrevisca("1 4c ; 2 truco ; 1 no-quiero")) == [("truco", "B", 1)]


def test_article_05_three_chinas_for_a_truco_played() -> None:
    """«Tres chinas: cuando existe un truco y se juega»."""
    assert awards(navarrevisca(f"1 truco ; 2 quiero ; {B_WINS}")) == [("truco", "B", 3)]


def test_article_06_six_chinas_for_a_retruco_accepted() -> None:
    """«Seis chinas: cuando existe un retruco y se acepta»."""
    assert awards(navarrevisca(f"1 truco ; 2 retruco ; 1 quiero ; {B_WINS}")) == [("truco", "B", 6)]


def test_article_06_a_retruco_refused() -> None:
    """NV-3: the truco had been accepted, so it pays three."""
    assert awards(navarrevisca("1 truco ; 2 retruco ; 1 no-quiero")) == [("truco", "B", 3)]


def test_article_06_retruco_by_the_side_that_accepted_at_once_or_later() -> None:
    """NV-8."""
    later = "1 truco ; 2 quiero ; 1 4c ; 2 5o ; 2 retruco ; 1 quiero ; 2 1e ; 1 6e"
    assert awards(navarrevisca(later)) == [("truco", "B", 6)]
    last_is_illegal(navarrevisca("1 truco ; 2 quiero\n1 retruco"))
    assert "retruco" not in turn(navarrevisca("1 truco ; 2 retruco ; 1 quiero ; 1 4c"))[2]


@pytest.mark.parametrize(
    ("moves", "side", "stake"),
    [
        ("1 mazo", "B", 1),
        ("1 truco ; 2 quiero ; 1 mazo", "B", 3),
        ("1 truco ; 2 retruco ; 1 quiero ; 1 mazo", "B", 6),
        ("1 truco ; 2 mazo", "A", 1),
        ("1 truco ; 2 retruco ; 1 mazo", "B", 3),
    ],
)
def test_throwing_in_costs_the_stake(moves: str, side: str, stake: int) -> None:
    """NV-9."""
    assert awards(navarrevisca(moves)) == [("truco", side, stake)]


# ------------------------------------------------------------------------------------------------ 7: arriba o abajo


@pytest.mark.parametrize(("points", "seats"), [("29-10", [1, 3]), ("10-29", [2, 4]), ("28-28", [1]), ("28-10", [1])])
def test_article_07_twenty_nine_decides(points: str, seats: list[int]) -> None:
    """«cuando se llega a veintinueve puntos, éste decide la jugada», whoever is mano, before anything else."""
    legal = turn(navarrevisca("", *FOUR, points=points))
    assert sorted(legal) == seats
    decides = all(moves == ["no-quiero", "quiero"] for moves in legal.values())
    assert decides == ("29" in points)


@pytest.mark.parametrize("dealer", [1, 2])
def test_article_07_abajo_gives_one_and_is_not_played(dealer: int) -> None:
    """«si dice abajo una para el contrario y no se juega»."""
    text = navarrevisca("2 abajo", points="10-29", dealer=dealer)
    assert (awards(text), score(text), turn(text)) == ([("truco", "A", 1)], (11, 29), {})
    assert tricks(text) == []


@pytest.mark.parametrize(("points", "winner", "after"), [("10-29", "B", (10, 32)), ("29-10", None, (29, 13))])
def test_article_07_arriba_is_played_for_three(points: str, winner: str | None, after: tuple[int, int]) -> None:
    """«Si dice arriba vale tres chinas», for whoever wins the hand."""
    decider = 2 if points == "10-29" else 1
    text = navarrevisca(f"{decider} arriba ; {B_WINS}", points=points)
    assert (awards(text), result(text)["winner"], score(text)) == ([("truco", "B", 3)], winner, after)


def test_article_07_the_mano_leads_also_when_the_rival_decides() -> None:
    assert list(turn(navarrevisca("2 arriba", points="10-29"))) == [1]
    assert list(turn(navarrevisca("4 arriba", *FOUR, points="10-29"))) == [1]


def test_article_07_one_word_binds_the_side() -> None:
    accepted = navarrevisca("4 arriba", *FOUR, points="10-29")
    last_is_illegal(f"{accepted}\n2 abajo")
    assert awards(navarrevisca("4 abajo", *FOUR, points="10-29")) == [("truco", "A", 1)]
    last_is_illegal(navarrevisca("\n1 arriba", *FOUR, points="10-29"))
    last_is_illegal(navarrevisca("\n1 4c", points="29-10"))


def test_article_07_nobody_trucks_in_arriba() -> None:
    """NV-6."""
    assert turn(navarrevisca("1 arriba", points="29-10")) == {1: ["12o", "4c", "6e", "mazo"]}
    last_is_illegal(navarrevisca("1 arriba ; 1 4c\n2 truco", points="29-10"))


def test_article_07_throwing_in_gives_the_three() -> None:
    assert awards(navarrevisca("1 arriba ; 1 mazo", points="29-10")) == [("truco", "B", 3)]
    assert result(navarrevisca("1 arriba ; 1 4c ; 2 mazo", points="29-10"))["winner"] == "A"


def test_article_07_after_abajo_the_next_deal_is_decided_again() -> None:
    text = navarrevisca(f"2 abajo\ndeal 1\ncards 1 {WEAK}\ncards 2 {STRONG}", points="10-29")
    assert turn(text) == {2: ["no-quiero", "quiero"]}


def test_article_07_with_six_each_of_the_three_may_say_it() -> None:
    assert sorted(turn(navarrevisca("", *SIX, points="10-29"))) == [2, 4, 6]
    assert awards(navarrevisca("6 abajo", *SIX, points="10-29")) == [("truco", "A", 1)]


def test_article_07_both_at_29_play() -> None:
    """NV-5: nobody decides, nobody calls, and the winner of the hand has the game."""
    text = navarrevisca("", points="29-29")
    assert turn(text) == {1: ["12o", "4c", "6e", "mazo"]}
    assert result(navarrevisca(B_WINS, points="29-29"))["winner"] == "B"
    assert result(navarrevisca("1 mazo", points="29-29"))["winner"] == "B"


def test_article_07_both_at_29_of_equals_the_first_wins() -> None:
    """NV-5: as in arriba."""
    text = navarrevisca("1 3e ; 2 3b ; 1 2e ; 2 2b", *EQUAL, points="29-29")
    assert (tricks(text), result(text)["winner"]) == (["A", "A"], "A")


@pytest.mark.parametrize(("dealer", "seat"), [(2, 1), (1, 2)])
def test_option_both_29_mano_decides(dealer: int, seat: int) -> None:
    """NV-5: the side of the mano says arriba or abajo."""
    option = "both_29=mano_decides"
    text = navarrevisca("", points="29-29", options=option, dealer=dealer)
    assert turn(text) == {seat: ["no-quiero", "quiero"]}
    rival = "BA"[seat - 1]
    assert result(navarrevisca(f"{seat} abajo", points="29-29", options=option, dealer=dealer))["winner"] == rival
    up = navarrevisca(f"{seat} arriba", points="29-29", options=option, dealer=dealer)
    assert list(turn(up)) == [seat]
    assert "truco" not in turn(up)[seat]


def test_option_target_moves_the_last_hand() -> None:
    assert turn(navarrevisca("", points="19-3", options="target=20")) == {1: ["no-quiero", "quiero"]}
    assert "4c" in turn(navarrevisca("", points="29-3", options="target=40"))[1]


# ----------------------------------------------------------------------------------------------------- articles 8-12


def test_article_08_equal_high_cards_are_parda() -> None:
    """«Si en la mesa las dos cartas mayores son del mismo valor, es parda»."""
    assert tricks(navarrevisca("1 3e ; 2 3b", *EQUAL)) == [None]
    held = ("3e 2e 12c", "4c 5e 6o", "12e 11o 10c", "3b 2b 12o")
    assert tricks(navarrevisca("1 3e ; 2 4c ; 3 12e ; 4 3b", *held)) == [None]
    partners = ("3e 2e 12c", "4c 5e 6o", "3b 11o 10c", "2b 12o 12b")
    assert tricks(navarrevisca("1 3e ; 2 4c ; 3 3b ; 4 2b", *partners)) == ["A"]


@pytest.mark.parametrize(("points", "decision"), [("29-10", "1 arriba"), ("10-29", "2 arriba")])
def test_article_08_not_in_arriba(points: str, decision: str) -> None:
    """«siempre que no se esté en arriba o abajo … A igualdad de cartas mayores gana el primero que la ha puesto»."""
    text = navarrevisca(f"{decision} ; 1 3e ; 2 3b ; 1 2e ; 2 2b", *EQUAL, points=points)
    assert (tricks(text), awards(text)) == (["A", "A"], [("truco", "A", 3)])


def test_article_08_in_arriba_the_first_to_lay_it_not_the_mano() -> None:
    """The winner of a trick leads the next, and of equals his card was the first."""
    held = ("4e 2e 12c", "3b 2b 12o")
    text = navarrevisca("1 arriba ; 1 4e ; 2 3b ; 2 2b ; 1 2e", *held, points="29-10")
    assert (tricks(text), awards(text)) == (["B", "B"], [("truco", "B", 3)])


def test_article_08_in_arriba_among_four() -> None:
    """Seat 2 laid the first of the two threes, so it takes the trick and leads."""
    held = ("4e 2e 12c", "3b 2b 12o", "3e 11o 10c", "4b 5e 6o")
    text = navarrevisca("3 arriba ; 1 4e ; 2 3b ; 3 3e ; 4 4b", *held, points="29-10")
    assert (tricks(text), list(turn(text))) == (["B"], [2])


def test_article_08_each_lays_a_card_the_mano_first() -> None:
    """«Cada jugador pone sobre la mesa la carta con la que quiere jugar, empezando por la mano»."""
    moves = ["1 4c", "2 7b", "3 4e", "4 12b"]
    for number, seat in enumerate((1, 2, 3, 4, 4)):
        assert list(turn(navarrevisca(" ; ".join(moves[:number]), *FOUR))) == [seat]
    assert list(turn(navarrevisca("", *FOUR, dealer=2))) == [3]


def test_article_09_esa_vuelve() -> None:
    """«cuando matas una carta y la tapas con otra, ésta no se podrá ver hasta que no haya pasado la jugada»."""
    covered = [("4c", True), ("5o", True), ("1e", False)]
    match = judge(navarrevisca("1 4c ; 2 5o ; 2 1e")).match
    for seat in (1, 2):
        assert [(laid.card, laid.past) for laid in match.view(seat).table] == covered
    over = judge(navarrevisca(B_WINS)).match
    assert not any(laid.past for laid in over.view(1).table)


@pytest.mark.parametrize("moves", ["1 4c", "1 4c ; 2 5o"])
def test_article_09_nothing_is_covered_before_the_next_card_is_laid_on_it(moves: str) -> None:
    """«la tapas con otra»: the trick lies open until somebody leads to the next one."""
    match = judge(navarrevisca(moves)).match
    assert not any(laid.past for laid in match.view(2).table)


def test_article_09_elsewhere_cards_stay_open() -> None:
    match = judge(hand("1 4c ; 2 5o ; 2 1e", WEAK, STRONG)).match
    assert not any(laid.past for laid in match.view(1).table)


@pytest.mark.parametrize(
    ("row", "moves", "held"),
    [
        (["A", None], "1 3e ; 2 4b ; 1 2e ; 2 2b", ("3e 2e 12c", "4b 2b 12o")),
        (["B", None], "1 4e ; 2 3b ; 2 2b ; 1 2e", ("4e 2e 12c", "3b 2b 12o")),
        (["A", "B", None], "1 3e ; 2 4b ; 1 5e ; 2 2b ; 2 12o ; 1 12c", ("3e 5e 12c", "4b 2b 12o")),
        (["B", "A", None], "1 4e ; 2 3b ; 2 5b ; 1 2e ; 1 12c ; 2 12o", ("4e 2e 12c", "3b 5b 12o")),
    ],
)
def test_article_10_parda_in_the_second_or_third(row: list[str | None], moves: str, held: tuple[str, str]) -> None:
    """«Si hay parda en la segunda o la tercera baza, gana el que hizo la primera»."""
    text = navarrevisca(moves, *held)
    assert (tricks(text), awards(text), finished(text)) == (row, [("truco", row[0], 1)], True)


@pytest.mark.parametrize(
    ("row", "winner", "moves", "held"),
    [
        ([None, "A"], "A", "1 3e ; 2 3b ; 1 2e ; 2 4b", ("3e 2e 12c", "3b 4b 12o")),
        ([None, "B"], "B", "1 3e ; 2 3b ; 1 4e ; 2 2b", ("3e 4e 12c", "3b 2b 12o")),
        ([None, None, "A"], "A", "1 3e ; 2 3b ; 1 2e ; 2 2b ; 1 1o ; 2 12o", ("3e 2e 1o", EQUAL[1])),
        ([None, None, "B"], "B", "1 3e ; 2 3b ; 1 2e ; 2 2b ; 1 12c ; 2 1o", (EQUAL[0], "3b 2b 1o")),
    ],
)
def test_article_10_parda_in_the_first(row: list[str | None], winner: str, moves: str, held: tuple[str, str]) -> None:
    """NV-4: the next trick that is not tied decides, and the one who led leads again."""
    text = navarrevisca(moves, *held)
    assert (tricks(text), awards(text)) == (row, [("truco", winner, 1)])
    assert list(turn(navarrevisca("1 3e ; 2 3b", *held))) == [1]


@pytest.mark.parametrize(("policy", "paid"), [("mano", [("truco", "A", 1)]), ("none", [])])
def test_article_10_three_pardas(policy: str, paid: list[tuple[str, str, int]]) -> None:
    """NV-4: the mano; nobody as a house rule."""
    moves = "1 3e ; 2 3b ; 1 2e ; 2 2b ; 1 12c ; 2 12o"
    assert awards(navarrevisca(moves, *EQUAL, options=f"all_tied={policy}")) == paid
    assert awards(navarrevisca(moves, *EQUAL)) == [("truco", "A", 1)]


def test_article_11_a_laid_card_stays() -> None:
    """«Jamás se podrá levantar una carta que esté echada … ni te podrás echar atrás en una jugada ya iniciada»."""
    last_is_illegal(navarrevisca("1 4c\n1 6e"))
    last_is_illegal(navarrevisca("1 4c ; 2 5o ; 2 1e\n1 4c"))
    last_is_illegal(navarrevisca("1 truco ; 2 quiero\n2 no-quiero"))
    last_is_illegal(navarrevisca("1 arriba\n1 abajo", points="29-10"))


def test_article_12_partners_do_not_show_their_cards() -> None:
    """«No vale enseñarse las cartas entre compañeros»; NV-7: not before arriba or abajo either."""
    for points in ("0-0", "29-10", "29-29"):
        match = judge(navarrevisca("", *FOUR, points=points)).match
        for seat in (1, 2, 3, 4):
            assert match.view(seat).partner_hands == ()
            assert match.view(seat).cards == tuple(FOUR[seat - 1].split())
