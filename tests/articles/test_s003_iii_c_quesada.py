"""Quesada and neighbours, S003 III.c: what differs from Bélmez, paragraph by paragraph, and that the rest does not."""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise

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
from truquero.cards import SPANISH_40, cards
from truquero.table import Match
from truquero.variants import preset, rules_of

quesada = partial(hand, variant="quesada")
redondo = partial(hand, variant="quesada", score="20-20")
WEAK, STRONG = "7c 6c 4e", "1e 1b 4o"
B_WINS = "1 7c ; 2 1e ; 2 1b ; 1 6c"
FLOR, OTHER_FLOR = "7c 6c 4c", "6e 5e 2e"
ORDER_31 = [["5o"], ["12o"], ["11o"], ["10o"], ["1e"], ["1b"], ["7e"], ["7o"], [3], [2], [1], [7], [6], [5], [4]]
ORDER_40 = [*ORDER_31[:11], [12], [11], [10], *ORDER_31[11:]]


def duel(moves: str, points: str = "0-0", options: str = "", games: str = "") -> str:
    return quesada(moves, WEAK, STRONG, score=points, options=options, games=games)


# --------------------------------------------------------------------------------------------------------- players


def test_s003_iii_c_alone_in_pairs_or_in_trios() -> None:
    """«Se constatan las modalidades de individual y por parejas; pero antiguamente … la modalidad de tríos»."""
    assert set(preset("quesada").players) == {2, 4, 6}
    assert rules_of("quesada").players == 4
    for players in (1, 3, 5, 8):
        assert illegal(f"variant quesada\nplayers {players}\n").line == 2
    assert preset("quesada").title.startswith("Truque")


def test_s003_iii_c_trios_play_together_only() -> None:
    """QU-3: eighteen cards, no cortaos."""
    text = "variant quesada\nplayers 6\ndeal 6\n"
    assert list(turn(text)) == [1]
    assert illegal(text + "duel 1 2\n").line == 4
    match = Match("quesada", 6, seed="trio", dealer=6)
    match.deal()
    held = [card for seat in range(1, 7) for card in match.hand.held(seat)] if match.hand else []
    assert len(set(held)) == 18


def test_s003_iii_c_trios_take_tricks_together() -> None:
    held = ("4c 5c 6e", "7c 6c 4e", "3c 2c 1e", "4b 5b 6o", "2b 7e 3e", "1c 2o 3o")
    text = quesada("1 4c ; 2 7c ; 3 3c ; 4 4b ; 5 2b ; 6 1c", *held)
    assert (tricks(text), list(turn(text))) == (["A"], [3])
    assert awards(f"{text}\n3 1e ; 4 5b ; 5 7e ; 6 2o ; 1 5c ; 2 6c") == [("truco", "A", 1)]


def test_s003_iii_c_trios_the_captain_sees_the_partners_cards() -> None:
    held = ("4c 5c 6e", "7c 6c 4e", "3c 2c 1e", "4b 5b 6o", "2b 7e 3e", "1c 2o 3o")
    match = judge(quesada("", *held)).match
    assert [seat for seat, _ in match.view(1).partner_hands] == [3, 5]
    assert match.view(3).partner_hands == ()


# ----------------------------------------------------------------------------------------------------- pack, ranking


def test_s003_iii_c_the_figures_are_those_of_oros() -> None:
    """«las figuras con que se juega tras el descarte son las del palo de oros»."""
    pack = rules_of("quesada").pack
    assert len(pack) == len(set(pack)) == 31
    assert {card for card in pack if card.rank > 7} == set(cards("12o 11o 10o"))
    assert illegal("variant quesada\nplayers 2\ndeal 2\ncards 1 12b 4e 5e\n").line == 4


def test_s003_iii_c_cazorla_plays_with_forty() -> None:
    """«En Cazorla, Pozo Alcón y Santiago se juega con las 40 cartas»."""
    assert rules_of("quesada", deck="40").pack == SPANISH_40


@pytest.mark.parametrize(("deck", "order"), [("31", ORDER_31), ("40", ORDER_40)])
def test_s003_iii_c_order_of_all_cards(deck: str, order: list[list[str | int]]) -> None:
    rules = rules_of("quesada", deck=deck)
    check_ranking(rules.ranking.strengths(), heights_in(order, rules.pack))


@pytest.mark.parametrize(
    ("high", "low"),
    [*pairwise(["5o", "12o", "11o", "10o", "1e"]), *pairwise(["1c", "12b", "11b", "10b", "7b", "6b"])],
)
def test_s003_iii_c_each_step_takes_a_trick(high: str, low: str) -> None:
    held = (f"{low} 4c 6e", f"{high} 4e 5b")
    assert tricks(quesada(f"1 {low} ; 2 {high}", *held, options="deck=40")) == ["B"]


# ----------------------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("held", "value"),
    [
        ("5o 7c 6e", 38),
        ("12o 7c 6e", 37),
        ("11o 7c 6e", 36),
        ("10o 7c 6e", 35),
        ("7c 6c 4e", 33),
        ("5e 6c 3o", 6),
        ("1o 7o 2b", 28),
        ("5c 4e 7b", 7),
    ],
)
def test_s003_iii_c_points_are_those_of_belmez(held: str, value: int) -> None:
    """«Los puntos que representan las cartas para envite y flor son los mismos que en Bélmez»."""
    assert rules_of("quesada").points.envido(cards(held)) == value


@pytest.mark.parametrize(
    ("held", "value"),
    [("5o 12o 11o", 50), ("5o 12o 10o", 49), ("11o 10o 1c", 38), ("12o 7c 6c", 43), ("7c 6c 4c", 37), ("1o 2o 3o", 26)],
)
def test_s003_iii_c_flores(held: str, value: int) -> None:
    """Piezas count as any suit: two and any card, one and two of a suit, or three of a suit."""
    assert rules_of("quesada").points.flor(cards(held)) == value


def test_s003_iii_c_the_highest_flor_is_fifty_and_the_lowest_26() -> None:
    rules = rules_of("quesada")
    values = [value for held in combinations(rules.pack, 3) if (value := rules.points.flor(held)) is not None]
    assert (min(values), max(values)) == (26, 50)


def test_s003_iii_c_cazorla_figures_of_other_suits_count_nothing() -> None:
    points = rules_of("quesada", deck="40").points
    assert points.envido(cards("12b 11c 10e")) == 0
    assert points.envido(cards("12b 11b 7e")) == 20
    assert points.envido(cards("12o 11b 10e")) == 30
    assert points.flor(cards("12c 11c 10c")) == 20
    assert points.flor(cards("12b 11c 10e")) is None
    assert points.flor(cards("12o 11b 10b")) == 30
    assert points.flor(cards("12o 11b 10e")) is None


# --------------------------------------------------------------------------------------------------------- reservás

RESERVAS = {"5o 12o": 41, "5o 11o": 40, "12o 11o": 39}


@pytest.mark.parametrize("pair", RESERVAS)
@pytest.mark.parametrize("third", ["1c", "7b", "10o", "4b"])
def test_s003_iii_c_three_reservas(pair: str, third: str) -> None:
    """«existen tres "reservás" diferentes, aunque con las mismas facultades»: may be kept and play the envite."""
    held = f"{pair} {third}"
    assert {"flor", "envido", "envido-pata", "truco", third} <= set(turn(quesada("", held, WEAK))[1])
    answer = turn(quesada("1 envido", WEAK, held))[2]
    assert {"quiero", "no-quiero", "mas-2", "flor"} <= set(answer)
    worth = RESERVAS[pair] + {"1c": 1, "7b": 7, "10o": 8, "4b": 4}[third]
    assert rules_of("quesada").points.envido(cards(held)) == worth
    assert rules_of("quesada").points.flor(cards(held)) == worth


@pytest.mark.parametrize("pair", RESERVAS)
def test_s003_iii_c_a_reserva_answers_a_flor_or_not(pair: str) -> None:
    held = f"{pair} 1b"
    assert turn(quesada("1 flor", FLOR, held))[2] == ["flor", "guena", "mazo"]
    assert awards(quesada("1 flor ; 2 guena ; 1 mazo", FLOR, held))[0] == ("flor", "A", 3)
    assert awards(quesada("1 flor ; 2 flor ; 1 chica ; 2 chica ; 1 mazo", FLOR, held))[0] == ("flor", "B", 3)


@pytest.mark.parametrize("held", ["5o 10o 1b", "12o 10o 1b", "11o 10o 1b", "5o 7c 6c", FLOR])
def test_s003_iii_c_any_other_flor_must_be_sung_to_count_and_plays_no_envite(held: str) -> None:
    """QU-6: the sota is in no reservá."""
    assert "envido" not in turn(quesada("", held, STRONG.replace("1b", "2b")))[1]
    assert turn(quesada("1 flor", OTHER_FLOR, held)) == {2: ["flor"]}


def test_s003_iii_c_option_reserva_envite() -> None:
    for option, value in (("three", 42), ("two", 41)):
        assert rules_of("quesada", reserva_envite=option).points.envido(cards("5o 12o 1c")) == value
    assert rules_of("quesada", reserva_envite="two").points.envido(cards("12o 11o 7c")) == 39


# ----------------------------------------------------------------------------------------------------- envite unit


@pytest.mark.parametrize("unit", [1, 2, 3, 4, 5, 10])
def test_s003_iii_c_the_envite_is_what_the_players_agreed(unit: int) -> None:
    """«aquellos que convienen los jugadores de antemano»; QU-2: refused one."""
    options = f"envite_unit={unit}"
    assert awards(duel(f"1 envido ; 2 quiero ; {B_WINS}", options=options))[0] == ("envido", "A", unit)
    assert awards(duel(f"1 envido ; 2 no-quiero ; {B_WINS}", options=options))[0] == ("envido", "A", 1)
    raised = duel(f"1 envido ; 2 mas-4 ; 1 quiero ; {B_WINS}", options=options)
    assert awards(raised)[0] == ("envido", "A", unit + 4)
    assert awards(duel(f"1 envido ; 2 mas-4 ; 1 no-quiero ; {B_WINS}", options=options))[0] == ("envido", "B", unit)


@pytest.mark.parametrize("unit", ["0", "-1", "x", "1.5"])
def test_s003_iii_c_the_envite_is_at_least_one(unit: str) -> None:
    assert illegal(f"variant quesada\noptions envite_unit={unit}\ndeal 4\n").line == 2


def test_s003_iii_c_larger_bets_as_in_belmez() -> None:
    assert awards(duel(f"1 envido-6 ; 2 quiero ; {B_WINS}"))[0] == ("envido", "A", 6)
    assert awards(duel(f"1 envido-6 ; 2 no-quiero ; {B_WINS}"))[0] == ("envido", "A", 1)
    text = duel("1 envido ; 2 mas-4 ; 1 mas-8 ; 2 envido-pata ; 1 quiero")
    assert (awards(text), games(text), finished(text)) == ([("envido", "A", 30)], (1, 0), True)
    assert awards(duel(f"1 envido ; 2 mas-4 ; 1 mas-8 ; 2 envido-pata ; 1 no-quiero ; {B_WINS}"))[0] == (
        "envido",
        "B",
        14,
    )


def test_s003_iii_c_bets_reach_what_the_side_behind_lacks() -> None:
    moves = turn(duel("", "10-20"))[1]
    assert "envido-20" in moves
    assert "envido-22" not in moves
    assert "envido-30" in turn(duel(""))[1]
    assert "envido-32" not in turn(duel(""))[1]


# ------------------------------------------------------------------------------------------------------------ patas


def test_s003_iii_c_patas_of_thirty() -> None:
    """«Las "patah" se disputan a 30 tantos, en dos tramos de 15 malas y 15 buenas»."""
    match = rules_of("quesada").match
    assert (match.target, match.game_name, match.halves) == (30, "pata", True)
    assert games(duel("1 mazo", "0-28")) == (0, 0)
    assert games(duel("1 mazo", "0-29")) == (0, 1)


def test_s003_iii_c_best_of_five() -> None:
    """QU-4: as in Bélmez."""
    assert judge(duel("1 mazo", "0-29", games="2-1")).match.winner is None
    assert judge(duel("1 mazo", "0-29", games="2-2")).match.winner == "B"
    assert judge(duel("1 mazo", "0-29", "patas=3", games="0-1")).match.winner == "B"


PAIRS = "variant quesada\nplayers 4\n"


@pytest.mark.parametrize("points", ["0-0", "19-19", "0-19"])
def test_s003_iii_c_cortaillos_until_twenty(points: str) -> None:
    """QU-1: the same ten points before the end."""
    assert turn(f"{PAIRS}score {points}\ndeal 1\nduel 2 3\n")[2]


@pytest.mark.parametrize("points", ["20-0", "0-20", "19-20", "29-29"])
def test_s003_iii_c_redondo_for_the_last_ten(points: str) -> None:
    text = f"{PAIRS}score {points}\ndeal 1\n"
    assert list(turn(text)) == [2]
    assert illegal(text + "duel 2 3\n").line == 5


def test_s003_iii_c_the_switch_comes_with_the_next_deal() -> None:
    text = f"{PAIRS}score 19-0\ndeal 1\nduel 2 3\n2 mazo\n= 20-0\nduel 2 3\n2 mazo\nduel 4 1\n4 mazo\n= 22-0\ndeal 2\n"
    assert list(turn(text)) == [3]
    now = f"{PAIRS}options redondo_switch=now\nscore 19-0\ndeal 1\nduel 2 3\n2 mazo\ndeal 2\n"
    assert list(turn(now)) == [3]


def test_s003_iii_c_option_phases_round() -> None:
    text = f"{PAIRS}options phases=round\ndeal 1\n"
    assert list(turn(text)) == [2]
    assert illegal(text + "duel 2 3\n").line == 5


def test_s003_iii_c_option_cortaos_pairing() -> None:
    text = f"{PAIRS}options cortaos_pairing=A\ndeal 1\n"
    assert turn(text + "duel 2 1\n")[2]
    assert illegal(text + "duel 2 3\n").line == 5
    two = "variant quesada\nplayers 2\ndeal 2\n"
    assert list(turn(two)) == [1]


def test_s003_iii_c_the_captain_sees_only_in_the_redondo() -> None:
    held = (WEAK, "1e 2b 3o", "4c 5e 6o", "1b 7o 2c")
    match = judge(redondo("", *held)).match
    assert partners_seen(match) == {1: [3], 2: [4], 3: [], 4: []}


# ------------------------------------------------------------------------------------------------- as in Bélmez


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [
        ("1 truco ; 2 {}", 3, ("A", 1)),
        ("1 truco ; 2 retruco ; 1 {}", 6, ("B", 3)),
        ("1 truco ; 2 retruco ; 1 vale-nueve ; 2 {}", 9, ("A", 6)),
        ("1 truco ; 2 retruco ; 1 vale-nueve ; 2 pata ; 1 {}", 30, ("B", 9)),
    ],
)
def test_s003_iii_c_truco_as_in_belmez(calls: str, accepted: int, refused: tuple[str, int]) -> None:
    """«El resto de denominaciones para nombrar los distintos lances del juego si coincide»."""
    assert awards(duel(f"{calls.format('quiero')} ; {B_WINS}")) == [("truco", "B", accepted)]
    assert awards(duel(calls.format("no-quiero"))) == [("truco", *refused)]


def test_s003_iii_c_ties_are_decided_by_the_last_trick() -> None:
    tied_first = quesada("1 3e ; 2 3c ; 1 2c ; 2 1o ; 1 6o ; 2 7b", "3e 2c 6o", "3c 1o 7b")
    assert (tricks(tied_first), awards(tied_first)) == ([None, "A", "B"], [("truco", "B", 1)])
    tied_second = quesada("1 3e ; 2 5c ; 1 2c ; 2 2e ; 1 4o ; 2 6b", "3e 2c 4o", "5c 2e 6b")
    assert (tricks(tied_second), awards(tied_second)) == (["A", None, "B"], [("truco", "B", 1)])


def test_s003_iii_c_points_are_written_at_the_end() -> None:
    text = duel("1 envido ; 2 quiero")
    assert score(text) == (0, 0)
    assert score(f"{text} ; {B_WINS}") == (2, 1)


def test_s003_iii_c_farta() -> None:
    text = duel("1 envido-10", "5-25")
    assert "mi-falta" in turn(text)[2]
    assert awards(f"{text} ; 2 mi-falta ; {B_WINS}")[0] == ("envido", "A", 5)


def test_s003_iii_c_flor_al_resto_is_the_pata() -> None:
    text = quesada("1 flor ; 2 flor ; 1 al-resto ; 2 quiero", FLOR, OTHER_FLOR, score="3-5")
    assert (awards(text), games(text)) == ([("flor", "A", 27)], (1, 0))


def test_s003_iii_c_exposed_card_is_exchanged() -> None:
    text = "variant quesada\nplayers 2\ndeal 2\nexposed 2 4o\ncards 1 7c 6c 4e\ncards 2 1e 1b 4o\n"
    assert turn(text) == {2: ["acepta-carta", "otra-carta"]}
    last_is_illegal(text + "1 7c")


def test_s003_iii_c_options_are_those_of_belmez_and_three_more() -> None:
    assert choices("quesada") == choices("belmez") | {
        "target": ("30",),
        "envite_unit": ("2",),
        "deck": ("31", "40"),
        "phases": ("cortaillos", "round"),
    }


@pytest.mark.parametrize("option", ["deck=23", "phases=redondo", "patas=4", "envite_unit="])
def test_s003_iii_c_options_unknown_are_bad_input(option: str) -> None:
    assert illegal(f"variant quesada\noptions {option}\ndeal 4\n").line == 2


def test_s003_iii_c_option_blind_calls() -> None:
    moves = set(turn(duel("", options="blind_calls=on"))[1])
    assert {"mira", "truco", "envido"} <= moves
    assert "7c" not in moves


def test_s003_iii_c_option_target_moves_the_switch() -> None:
    head = f"{PAIRS}options target=40\n"
    assert turn(head + "score 29-0\ndeal 1\nduel 2 3\n")[2]
    assert illegal(head + "score 30-0\ndeal 1\nduel 2 3\n").line == 6
