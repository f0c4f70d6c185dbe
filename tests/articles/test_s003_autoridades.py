"""The Truque of the Diccionario de Autoridades, S003 I: every clause of its definition. Seat 2 has the better cards."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from tests.support.record_queries import (
    awards,
    choices,
    finished,
    hand,
    illegal,
    in_turns,
    last_is_illegal,
    result,
    score,
    seats_that_may,
    taker,
    tricks,
    turn,
)
from truquero.table import Match
from truquero.variants import preset, rules_of

WEAK, STRONG = "7c 10e 11o", "3c 2e 1o"
FOUR = (WEAK, STRONG, "7e 10o 11b", "3e 2o 12b")
SIX = (*FOUR, "7b 6c 12c", "6e 6o 12o")
B_WINS = "1 7c ; 2 3c ; 2 2e ; 1 10e"
LADDER = ["truco", "tres-mas", "nueve", "juego-fuera"]
RANKS = {"32": (3, 2, 1, 12, 11, 10, 7, 6), "40": (3, 2, 1, 12, 11, 10, 9, 8, 7, 6)}
EQUAL = ("3e 2b 7o", "3b 2e 7c")
ALL_TIED = "1 3e ; 2 3b ; 1 2b ; 2 2e ; 1 7o ; 2 7c"


def autoridades(moves: str, *held: str, points: str = "", options: str = "", dealer: int | None = None) -> str:
    return hand(moves, *(held or (WEAK, STRONG)), variant="autoridades", score=points, options=options, dealer=dealer)


def tier(rank: int) -> list[str]:
    return [f"{rank}{suit}" for suit in "eboc"]


def taker_in(led: str, answer: str, deck: str) -> str | None:
    return taker(led, answer, variant="autoridades", options=f"deck={deck}")


# -------------------------------------------------------------------------------------------------- players and cards


def test_two_four_or_more() -> None:
    """«entre dos, quatro, ù mas personas»: two, four or six, in alternating seats."""
    assert preset("autoridades").players == (4, 2, 6)
    assert [sorted(turn(autoridades("1 truco", *held))) for held in (SIX[:2], FOUR, SIX)] == [[2], [2, 4], [2, 4, 6]]
    for players in (3, 5):
        assert illegal(f"variant autoridades\nplayers {players}\ndeal 1").line == 2


@pytest.mark.parametrize(("players", "deck"), [(2, "32"), (4, "32"), (6, "32"), (6, "40")])
def test_three_cards_each(players: int, deck: str) -> None:
    """«en que se reparten à tres cartas à cada uno»."""
    match = Match("autoridades", players, seed="tres", dealer=1, deck=deck)
    match.deal()
    dealt = [card for seat in range(1, players + 1) for card in match.view(seat).cards]
    assert len(dealt) == len(set(dealt)) == 3 * players
    assert illegal(autoridades("", "7c 10e", STRONG)).line == 4


def test_played_one_by_one() -> None:
    """«las que se van jugando una à una para hacer las bazas»."""
    moves = ["1 7c", "2 1o", "3 7e", "4 12b"]
    for number, seat in enumerate((1, 2, 3, 4, 2)):
        assert list(turn(autoridades(" ; ".join(moves[:number]), *FOUR))) == [seat]
    last_is_illegal(autoridades("1 7c\n1 10e"))


def test_fives_and_fours_are_not_in_the_pack() -> None:
    """«excepto los cinco, y quattros, que se separan»."""
    assert sorted(rules_of("autoridades").pack) == sorted(card for rank in RANKS["32"] for card in tier(rank))
    assert len(rules_of("autoridades").pack) == 32
    for absent in ("4e", "5o", "8c", "9b"):
        assert illegal(autoridades("", f"7c 10e {absent}", STRONG)).line == 4


def test_option_deck_40_has_eights_and_nines() -> None:
    """DA-5: the pack of 1737 without fours and fives."""
    pack = rules_of("autoridades", deck=40).pack
    assert sorted(pack) == sorted(card for rank in RANKS["40"] for card in tier(rank))
    assert len(pack) == 40
    held = ("9c 8e 11o", "7c 2e 8o")
    assert tricks(autoridades("1 9c ; 2 8o ; 1 8e ; 2 7c", *held, options="deck=40")) == ["A", "A"]
    for absent in ("4e", "5o"):
        assert illegal(autoridades("", f"7c 10e {absent}", STRONG, options="deck=40")).line == 5


@pytest.mark.parametrize("deck", ["32", "40"])
def test_order_each_rank_beats_the_next(deck: str) -> None:
    """«la carta mayor por su orden, que es el tres, el dos, ás, y después el Rey, caballo, &c»."""
    for higher, lower in pairwise(RANKS[deck]):
        for high in tier(higher):
            for low in tier(lower):
                assert (taker_in(high, low, deck), taker_in(low, high, deck)) == ("A", "B")


@pytest.mark.parametrize("deck", ["32", "40"])
def test_order_no_card_stands_out(deck: str) -> None:
    for rank in RANKS[deck]:
        for first, second in combinations(tier(rank), 2):
            assert taker_in(first, second, deck) is None


def test_the_highest_card_takes_the_trick() -> None:
    """«que gana el que echa la carta mayor», who leads the next."""
    text = autoridades("1 7c ; 2 1o ; 3 7e ; 4 3e", *FOUR)
    assert (tricks(text), list(turn(text))) == (["B"], [4])


# -------------------------------------------------------------------------------------------------------------- stakes


def test_the_size_of_the_game_is_twelve() -> None:
    """«doce piedras; número, que suele ser la talla del juego»."""
    assert result(autoridades(B_WINS, points="3-10"))["winner"] is None
    won = autoridades(B_WINS, points="11-11")
    assert (result(won)["winner"], score(won)) == ("B", (11, 12))
    assert illegal(autoridades("", points="12-0")).line == 3


def test_a_hand_without_a_bet_is_one() -> None:
    """DA-1."""
    assert awards(autoridades(B_WINS)) == [("truco", "B", 1)]


@pytest.mark.parametrize(("steps", "stake"), [(1, 3), (2, 6), (3, 9), (4, 12)])
def test_bets_three_by_three(steps: int, stake: int) -> None:
    """«envites de tantos de tres en tres, diciendo Truco, tres mas, tres mas nueve, y juego fuera, que es doce»."""
    answering = 2 if steps % 2 else 1
    text = autoridades(" ; ".join([*in_turns(LADDER[:steps]), f"{answering} quiero", B_WINS]))
    assert awards(text) == [("truco", "B", stake)]
    assert result(text)["winner"] == ("B" if steps == 4 else None)


def test_trucar_wins_or_loses_three() -> None:
    """«hacer el primer envite … y entonces se ganan, ò pierden tres piedras»: for whoever takes the hand."""
    assert awards(autoridades(f"1 truco ; 2 quiero ; {B_WINS}")) == [("truco", "B", 3)]
    assert awards(autoridades("2 truco ; 1 quiero ; 2 3c ; 1 7c ; 2 2e ; 1 10e", dealer=1)) == [("truco", "B", 3)]


@pytest.mark.parametrize(("steps", "stake"), [(1, 1), (2, 3), (3, 6), (4, 9)])
def test_bets_refused_pay_the_stake_before(steps: int, stake: int) -> None:
    """DA-2."""
    refusing, side = (2, "A") if steps % 2 else (1, "B")
    text = autoridades(" ; ".join([*in_turns(LADDER[:steps]), f"{refusing} no-quiero"]))
    assert (awards(text), turn(text)) == ([("truco", side, stake)], {})
    assert awards(autoridades(" ; ".join([*in_turns(LADDER[:steps]), f"{refusing} mazo"]))) == [("truco", side, stake)]


@pytest.mark.parametrize(("steps", "raises"), [(1, ["tres-mas"]), (2, ["nueve"]), (3, ["juego-fuera"]), (4, [])])
def test_bets_list_their_answers(steps: int, raises: list[str]) -> None:
    [answers] = turn(autoridades(" ; ".join(in_turns(LADDER[:steps])))).values()
    assert answers == sorted(["mazo", "no-quiero", "quiero", *raises])


def test_bets_are_made_in_order_and_in_turn() -> None:
    for call in LADDER[1:]:
        last_is_illegal(autoridades(f"\n1 {call}"))
    last_is_illegal(autoridades("1 truco ; 2 quiero\n1 tres-mas"))
    later = autoridades("1 truco ; 2 quiero ; 1 7c ; 2 tres-mas ; 1 quiero ; 2 3c ; 2 2e ; 1 nueve ; 2 no-quiero")
    assert awards(later) == [("truco", "A", 6)]


@pytest.mark.parametrize(("points", "stake"), [("0-0", 12), ("5-7", 5), ("11-0", 12), ("0-11", 1)])
def test_juego_fuera_is_the_rest_of_the_game(points: str, stake: int) -> None:
    """DA-6: accepted, who wins the hand has won."""
    text = autoridades(" ; ".join([*in_turns(LADDER), "1 quiero", B_WINS]), points=points)
    assert (awards(text), result(text)["winner"], turn(text)) == ([("truco", "B", stake)], "B", {})


def test_juego_fuera_won_by_the_side_behind() -> None:
    moves = " ; ".join([*in_turns(LADDER), "1 quiero ; 1 3c ; 2 7c ; 1 2e ; 2 10e"])
    text = autoridades(moves, STRONG, WEAK, points="1-11")
    assert (awards(text), result(text)["winner"], score(text)) == ([("truco", "A", 11)], "A", (12, 11))


def test_juego_fuera_refused_is_nine_and_may_win_all_the_same() -> None:
    assert result(autoridades(" ; ".join([*in_turns(LADDER), "1 no-quiero"]), points="0-2"))["winner"] is None
    assert result(autoridades(" ; ".join([*in_turns(LADDER), "1 no-quiero"]), points="0-3"))["winner"] == "B"


def test_juego_fuera_thrown_away() -> None:
    text = autoridades(" ; ".join([*in_turns(LADDER), "1 quiero", "1 mazo"]))
    assert (awards(text), result(text)["winner"]) == ([("truco", "B", 12)], "B")


def test_no_envido_and_no_flor() -> None:
    """The flor of the dictionary is another game."""
    assert turn(autoridades("")) == {1: ["10e", "11o", "7c", "mazo", "truco"]}
    assert "flor" not in turn(autoridades("", "7c 10c 11c", "3e 2e 1e"))[1]


# ---------------------------------------------------------------------------------------------------------------- ties

TIES = [
    ("1 3e ; 2 3b ; 1 2b ; 2 7c", ("3e 2b 7o", "3b 7c 1e"), [None, "A"], "A"),
    ("1 3e ; 2 3b ; 1 7o ; 2 2e", EQUAL, [None, "B"], "B"),
    ("1 3e ; 2 3b ; 1 2b ; 2 2e ; 1 12o ; 2 7c", ("3e 2b 12o", EQUAL[1]), [None, None, "A"], "A"),
    ("1 3e ; 2 2e ; 1 1b ; 2 1o", ("3e 1b 7o", "2e 1o 7c"), ["A", None], "A"),
    ("1 2e ; 2 3e ; 2 1o ; 1 1b", ("2e 1b 7o", "3e 1o 7c"), ["B", None], "B"),
    ("1 3e ; 2 2e ; 1 7b ; 2 1o ; 2 7c ; 1 7o", ("3e 7b 7o", "2e 1o 7c"), ["A", "B", None], "A"),
    ("1 2e ; 2 3e ; 2 7b ; 1 1o ; 1 7o ; 2 7c", ("2e 1o 7o", "3e 7b 7c"), ["B", "A", None], "B"),
]


@pytest.mark.parametrize(("moves", "held", "row", "winner"), TIES)
def test_ties(moves: str, held: tuple[str, str], row: list[str | None], winner: str) -> None:
    """DA-4: the definition is silent, so as in Asturias."""
    text = autoridades(moves, *held)
    assert (tricks(text), awards(text), finished(text)) == (row, [("truco", winner, 1)], True)


@pytest.mark.parametrize("steps", range(5))
def test_three_ties_nobody_scores(steps: int) -> None:
    """DA-4, at every stake."""
    answer = [f"{1 + steps % 2} quiero"] if steps else []
    text = autoridades(" ; ".join([*in_turns(LADDER[:steps]), *answer, ALL_TIED]), *EQUAL, points="11-11")
    assert (awards(text), score(text), finished(text), result(text)["winner"]) == ([], (11, 11), True, None)


def test_three_ties_the_deal_passes_on() -> None:
    text = autoridades(ALL_TIED, *EQUAL)
    assert list(turn(f"{text}\ndeal 1\ncards 1 {WEAK}\ncards 2 {STRONG}")) == [2]
    last_is_illegal(f"{text}\ndeal 2")


def test_option_all_tied_mano() -> None:
    assert awards(autoridades(ALL_TIED, *EQUAL, options="all_tied=mano")) == [("truco", "A", 1)]


# ------------------------------------------------------------------------------------------------------------- options


def test_options_are_these() -> None:
    assert choices("autoridades") == {
        "target": ("12",),
        "word": ("turn", "any"),
        "tie_policy": ("STD", "NEXT", "LAST", "MANO-TRICK", "FIRST-PLAYED"),
        "tie_lead": ("same_leader", "first_tied", "tier"),
        "all_tied": ("none", "mano"),
        "declare": ("auto", "manual"),
        "strict_words": ("off", "on"),
        "finish_hand_before_win": ("off", "on"),
        "deck": ("32", "40"),
    }
    for option in ("deck=48", "flor=on", "target=0"):
        assert illegal(autoridades("", options=option)).line == 3


def test_option_target() -> None:
    """A game of another size: juego fuera is the rest of that."""
    text = autoridades(" ; ".join([*in_turns(LADDER), "1 quiero", B_WINS]), points="0-4", options="target=24")
    assert (awards(text), result(text)["winner"]) == ([("truco", "B", 20)], "B")


def test_option_word_any() -> None:
    assert seats_that_may(autoridades("", *FOUR, options="word=any"), "truco") == {1, 2, 3, 4}
    assert seats_that_may(autoridades("4 truco ; 1 quiero", *FOUR, options="word=any"), "tres-mas") == {1, 3}


@pytest.mark.parametrize(
    ("policy", "row"), [("STD", ["A", None]), ("NEXT", ["A", None, "B"]), ("FIRST-PLAYED", ["A", "A"])]
)
def test_option_tie_policy(policy: str, row: list[str | None]) -> None:
    moves = "1 3e ; 2 2e ; 1 1b ; 2 1o" + (" ; 1 7o ; 2 12c" if len(row) == 3 else "")
    text = autoridades(moves, "3e 1b 7o", "2e 1o 12c", options=f"tie_policy={policy}")
    assert (tricks(text), awards(text)) == (row, [("truco", row[-1] or "A", 1)])
