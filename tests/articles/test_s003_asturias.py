"""Asturias, S003 I: the Truque that Núñez Elvira describes, sentence by sentence. Seat 2 has the better cards."""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise

import pytest

from tests.support.record_queries import (
    awards,
    choices,
    finished,
    hand,
    illegal,
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
B_WINS = "1 7c ; 2 3c ; 2 2e ; 1 10e"
TIERS = [tuple(f"{rank}{suit}" for suit in "eboc") for rank in (3, 2, 1, 12, 11, 10, 7)]
EQUAL = ("3e 2b 7o", "3b 2e 7c")
ALL_TIED = "1 3e ; 2 3b ; 1 2b ; 2 2e ; 1 7o ; 2 7c"


taker_of = partial(taker, variant="asturiano")


def asturiano(moves: str, *held: str, points: str = "", options: str = "", dealer: int | None = None) -> str:
    return hand(moves, *(held or (WEAK, STRONG)), variant="asturiano", score=points, options=options, dealer=dealer)


# -------------------------------------------------------------------------------------------------- players and cards


def test_players_two_pairs() -> None:
    """«el número de jugadores (dos parejas)»; one against one is allowed."""
    assert preset("asturiano").players == (4, 2)
    assert sorted(turn(asturiano("1 truque", *FOUR))) == [2, 4]
    for players in (3, 6):
        assert illegal(f"variant asturiano\nplayers {players}\ndeal 1").line == 2


def test_discards_fours_fives_and_sixes() -> None:
    """«la existencia de un descarte (de 4, 5, 6)»: twenty-eight cards are left of the forty."""
    pack = rules_of("asturiano").pack
    assert sorted(pack) == sorted(card for tier in TIERS for card in tier)
    assert len(pack) == 28
    for absent in ("4e", "5o", "6c", "8b", "9e"):
        assert illegal(asturiano("", f"7c 10e {absent}", STRONG)).line == 4


@pytest.mark.parametrize(("higher", "lower"), list(pairwise(TIERS)), ids=lambda tier: tier[0])
def test_order_each_rank_beats_the_next(higher: tuple[str, ...], lower: tuple[str, ...]) -> None:
    """«el rango de las cartas (3, 2, As, Rey, Caballo, Sota, 7)»."""
    for high in higher:
        for low in lower:
            assert (taker_of(high, low), taker_of(low, high)) == ("A", "B")


@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier[0])
def test_order_no_card_stands_out(tier: tuple[str, ...]) -> None:
    """Cards of a rank are equal, the aces and sevens of espadas, bastos and oros too."""
    for first, second in combinations(tier, 2):
        assert taker_of(first, second) is None


def test_three_cards_each() -> None:
    """«repartiendo 3 cartas a cada jugador: por lo tanto, se hacen en cada ronda 3 bazas»."""
    match = Match("asturiano", seed="tres", dealer=4)
    match.deal()
    dealt = [card for seat in (1, 2, 3, 4) for card in match.view(seat).cards]
    assert len(dealt) == len(set(dealt)) == 12
    assert illegal(asturiano("", "7c 10e", STRONG)).line == 4


def test_no_envido_and_no_flor() -> None:
    """The description has tricks and the truque, nothing else."""
    assert turn(asturiano("")) == {1: ["10e", "11o", "7c", "mazo", "truco"]}
    for move in ("envido", "flor", "retruco", "vale-cuatro"):
        last_is_illegal(asturiano(f"\n1 {move}"))
    assert "flor" not in turn(asturiano("", "7c 10c 11c", "3e 2e 1e"))[1]


def test_eighteen_win() -> None:
    """«el número de puntos con que finaliza la partida (18 tantos)»."""
    assert result(asturiano(B_WINS, points="3-16"))["winner"] is None
    won = asturiano(B_WINS, points="17-17")
    assert (result(won)["winner"], score(won), turn(won)) == ("B", (17, 18), {})
    assert illegal(asturiano("", points="18-0")).line == 3
    assert result(asturiano(B_WINS, points="3-11", options="target=12"))["winner"] == "B"


def test_signs_true_or_false() -> None:
    """«señas entre la pareja, que pueden hacerse tanto cuando se llevan cartas importantes como cuando no»."""
    signs = rules_of("asturiano").voices.signs
    assert {sign.shows for sign in signs} >= {"3", "2", "1"}
    for sign in signs:
        text = asturiano(f"1 sena-{sign.name} ; 3 sena-{sign.name}", *FOUR)
        assert turn(text) == turn(asturiano("", *FOUR))


# -------------------------------------------------------------------------------------------------------------- tricks


def test_two_of_three_tricks() -> None:
    """«ganará los puntos la pareja que haga 2 de esas 3 … este equipo se apunta 1 tanto»; AS-1: one for the hand."""
    assert (tricks(asturiano(B_WINS)), awards(asturiano(B_WINS))) == (["B", "B"], [("truco", "B", 1)])
    text = asturiano("1 11o ; 2 3c ; 2 1o ; 1 2o ; 1 3o ; 2 2e", "11o 2o 3o", STRONG)
    assert (tricks(text), awards(text)) == (["B", "A", "A"], [("truco", "A", 1)])


def test_the_highest_card_wins_for_the_pair() -> None:
    """«Gana la baza para su pareja el jugador que echa la carta más alta», and leads the next."""
    text = asturiano("1 7c ; 2 1o ; 3 7e ; 4 3e", *FOUR)
    assert (tricks(text), list(turn(text))) == (["B"], [4])
    partners = ("3o 10e 11o", STRONG, "3b 10o 11b", "7e 2o 12b")
    assert tricks(asturiano("1 3o ; 2 1o ; 3 3b ; 4 7e", *partners)) == ["A"]


TIES = [
    ("the second decides", "1 3e ; 2 3b ; 1 2b ; 2 7c", ("3e 2b 7o", "3b 7c 1e"), [None, "A"], "A"),
    ("the second decides", "1 3e ; 2 3b ; 1 7o ; 2 2e", EQUAL, [None, "B"], "B"),
    ("the third decides", "1 3e ; 2 3b ; 1 2b ; 2 2e ; 1 12o ; 2 7c", ("3e 2b 12o", EQUAL[1]), [None, None, "A"], "A"),
    ("the third decides", "1 3e ; 2 3b ; 1 2b ; 2 2e ; 1 7o ; 2 12c", (EQUAL[0], "3b 2e 12c"), [None, None, "B"], "B"),
    ("second tied", "1 3e ; 2 2e ; 1 1b ; 2 1o", ("3e 1b 7o", "2e 1o 7c"), ["A", None], "A"),
    ("second tied", "1 2e ; 2 3e ; 2 1o ; 1 1b", ("2e 1b 7o", "3e 1o 7c"), ["B", None], "B"),
    ("third tied", "1 3e ; 2 2e ; 1 7b ; 2 1o ; 2 7c ; 1 7o", ("3e 7b 7o", "2e 1o 7c"), ["A", "B", None], "A"),
    ("third tied", "1 2e ; 2 3e ; 2 7b ; 1 1o ; 1 7o ; 2 7c", ("2e 1o 7o", "3e 7b 7c"), ["B", "A", None], "B"),
]


@pytest.mark.parametrize(("case", "moves", "held", "row", "winner"), TIES)
def test_ties(case: str, moves: str, held: tuple[str, str], row: list[str | None], winner: str) -> None:
    """«el tanto se juega a la carta más alta de la segunda tirada: si vuelve a existir empate … en la tercera»; AS-2:
    after a first trick that was won, a tie gives the hand to its winner."""
    text = asturiano(moves, *held)
    assert (tricks(text), awards(text), finished(text)) == (row, [("truco", winner, 1)], True), case


def test_three_ties_nobody_scores() -> None:
    """«entonces se vuelve a barajar y este tanto no se lo adjudicará nadie»."""
    text = asturiano(ALL_TIED, *EQUAL, points="17-17")
    assert (tricks(text), awards(text), score(text)) == ([None, None, None], [], (17, 17))
    assert (finished(text), turn(text), result(text)["winner"]) == (True, {}, None)


@pytest.mark.parametrize("before", ["1 truque ; 2 quiero", "1 truque ; 2 retruque ; 1 quiero"])
def test_three_ties_nobody_scores_a_truque_either(before: str) -> None:
    assert awards(asturiano(f"{before} ; {ALL_TIED}", *EQUAL)) == []


def test_three_ties_the_deal_passes_on() -> None:
    """It is shuffled again, by the next dealer as after any hand."""
    text = asturiano(ALL_TIED, *EQUAL)
    again = f"{text}\ndeal 1\ncards 1 {WEAK}\ncards 2 {STRONG}"
    assert list(turn(again)) == [2]
    assert score(f"{again}\n2 3c ; 1 7c ; 2 2e ; 1 10e") == (0, 1)
    last_is_illegal(f"{text}\ndeal 2")


# -------------------------------------------------------------------------------------------------------------- truque


def test_truque_accepted_pays_three() -> None:
    """«si la pareja contraria acepta tal desafío, el que gane se anotará 3 y no 1 tanto»."""
    assert awards(asturiano(f"1 truque ; 2 quiero ; {B_WINS}")) == [("truco", "B", 3)]


def test_retruque_accepted_pays_six() -> None:
    """«que el contrario replique diciendo Retruque … el ganador ya no se anotará 3, sino 6 tantos»."""
    assert awards(asturiano(f"1 truque ; 2 retruque ; 1 quiero ; {B_WINS}")) == [("truco", "B", 6)]


def test_truque_refused_pays_one() -> None:
    """«se apunta la pareja que apuesta 1 punto en caso de ver rechazado su Truque»."""
    text = asturiano("1 truque ; 2 no-quiero")
    assert (awards(text), turn(text)) == ([("truco", "A", 1)], {})


def test_retruque_refused_pays_three() -> None:
    """«y 3 puntos en caso de ser su Retruque el no aceptado»."""
    assert awards(asturiano("1 truque ; 2 retruque ; 1 no-quiero")) == [("truco", "B", 3)]


def test_truque_is_followed_by_nothing_but_the_retruque() -> None:
    assert turn(asturiano("1 truque")) == {2: ["mazo", "no-quiero", "quiero", "retruco"]}
    assert turn(asturiano("1 truque ; 2 retruque")) == {1: ["mazo", "no-quiero", "quiero"]}
    assert "truco" not in turn(asturiano("1 truque ; 2 retruque ; 1 quiero"))[1]
    last_is_illegal(asturiano("1 truque ; 2 quiero\n1 retruque"))


def test_retruque_later() -> None:
    """AS-3: as the answer, or by who accepted, when it has the word."""
    moves = "1 truque ; 2 quiero ; 1 7c ; 2 retruque ; 1 quiero ; 2 3c ; 2 2e ; 1 10e"
    assert awards(asturiano(moves)) == [("truco", "B", 6)]


def test_truque_when_a_player_is_ready_to_risk() -> None:
    """«Cuando un jugador está dispuesto a arriesgar»: in any trick on his turn."""
    moves = ["1 7c", "2 3c", "2 2e", "1 11o"]
    for number, seat in enumerate((1, 2, 2, 1)):
        before = " ; ".join(moves[:number])
        assert "truco" in turn(asturiano(before, WEAK, "3c 2e 7b"))[seat]


def test_truque_the_words() -> None:
    """The table says truque and retruque."""
    voices = rules_of("asturiano").voices
    assert (voices.say["truco"][0], voices.say["retruco"][0]) == ("truque", "retruque")


@pytest.mark.parametrize(
    ("moves", "side", "stake"),
    [
        ("1 mazo", "B", 1),
        ("1 truque ; 2 quiero ; 1 mazo", "B", 3),
        ("1 truque ; 2 retruque ; 1 quiero ; 1 mazo", "B", 6),
        ("1 truque ; 2 mazo", "A", 1),
        ("1 truque ; 2 retruque ; 1 mazo", "B", 3),
    ],
)
def test_throwing_in_costs_the_stake(moves: str, side: str, stake: int) -> None:
    """AS-4."""
    assert awards(asturiano(moves)) == [("truco", side, stake)]


# ------------------------------------------------------------------------------------------------------------- options


def test_options_are_these() -> None:
    assert choices("asturiano") == {
        "target": ("18",),
        "word": ("turn", "any"),
        "tie_policy": ("STD", "NEXT", "LAST", "MANO-TRICK", "FIRST-PLAYED"),
        "tie_lead": ("same_leader", "first_tied", "tier"),
        "all_tied": ("none", "mano"),
        "declare": ("auto", "manual"),
        "strict_words": ("off", "on"),
        "finish_hand_before_win": ("off", "on"),
    }
    for option in ("deck=40", "flor=on", "maleza_equal=on"):
        assert illegal(asturiano("", options=option)).line == 3


def test_option_all_tied_mano() -> None:
    assert awards(asturiano(ALL_TIED, *EQUAL, options="all_tied=mano")) == [("truco", "A", 1)]
    text = asturiano(f"1 truque ; 2 quiero ; {ALL_TIED}", *EQUAL, options="all_tied=mano")
    assert awards(text) == [("truco", "A", 3)]


def test_option_tie_policy_last() -> None:
    """The last trick decides, also after a first that was won or tied."""
    held = ("3e 1b 7o", "2e 1o 12c")
    text = asturiano("1 3e ; 2 2e ; 1 1b ; 2 1o ; 1 7o ; 2 12c", *held, options="tie_policy=LAST")
    assert (tricks(text), awards(text)) == (["A", None, "B"], [("truco", "B", 1)])


def test_option_word_any() -> None:
    assert seats_that_may(asturiano("", *FOUR, options="word=any"), "truco") == {1, 2, 3, 4}


@pytest.mark.parametrize(("lead", "seat"), [("same_leader", 1), ("first_tied", 2), ("tier", 3)])
def test_option_tie_lead(lead: str, seat: int) -> None:
    held = ("7e 2e 12o", "3b 2b 1o", "3e 10e 7b", "2o 11o 1b")
    text = asturiano("1 7e ; 2 3b ; 3 3e ; 4 2o", *held, options=f"tie_lead={lead}")
    assert (tricks(text), list(turn(text))) == ([None], [seat])
