"""Valencia, S003 III.b: packs, order, camas, envit, falta and truc, paragraph by paragraph."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import pytest

from tests.support.record_queries import (
    awards,
    check_ranking,
    finished,
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
from truquero.cards import cards
from truquero.table import Match
from truquero.variants import rules_of

valenciano = partial(hand, variant="valenciano")
ENVIT, PLAIN = "7c 6c 4e", "1e 5o 4b"  # 33 and 5
B_WINS = "1 7c ; 2 1e ; 2 5o ; 1 4e"
FOUR = ("7c 6c 4e", "1e 5o 4b", "5c 4o 6b", "1b 4c 5e")
ORDER: dict[str, list[list[str | int]]] = {
    "22": [["1e"], ["1b"], ["7e"], ["7o"], [3], [7], [6], [5], [4]],
    "24": [["1e"], ["1b"], ["7e"], ["7o"], [3], ["1o", "1c"], [7], [6], [5], [4]],
}


def duel(moves: str, points: str = "0-0", options: str = "", games: str = "") -> str:
    return valenciano(moves, ENVIT, PLAIN, score=points, options=options, games=games)


# ---------------------------------------------------------------------------------------------------- packs, order


def test_s003_iii_b_cartas_blancas_are_the_usual_pack() -> None:
    """«en las "blancas" (el más comúnmente jugado) se amplía este descarte a los unos de oros y copas»."""
    pack = rules_of("valenciano").pack
    assert len(pack) == len(set(pack)) == 22
    assert {card.rank for card in pack} == {1, 3, 4, 5, 6, 7}
    assert {card for card in pack if card.rank == 1} == set(cards("1e 1b"))


def test_s003_iii_b_cartas_negras() -> None:
    """«El descarte en las "negras" incluye a los doses y a las piezas»."""
    pack = rules_of("valenciano", deck="24").pack
    assert len(pack) == len(set(pack)) == 24
    assert set(pack) - set(rules_of("valenciano").pack) == set(cards("1o 1c"))


@pytest.mark.parametrize("card", ["2c", "12b", "11o", "10e", "1o", "1c"])
def test_s003_iii_b_cards_that_are_not_in_the_pack(card: str) -> None:
    head = "variant valenciano\nplayers 4\noptions deck={}\ndeal 4\n" + f"cards 1 {card} 4e 5e\n"
    assert illegal(head.format("22")).line == 5
    if card in ("1o", "1c"):
        judge(head.format("24"))
    else:
        assert illegal(head.format("24")).line == 5


@pytest.mark.parametrize("deck", ["22", "24"])
def test_s003_iii_b_order_of_all_cards(deck: str) -> None:
    """«el 1 de espadas, 1 de bastos, 7 de espadas, ... como el tramo inferior de Bélmez, aunque con la ausencia de los
    doses y, según el descarte, de los unos de valor bajo»."""
    rules = rules_of("valenciano", deck=deck)
    check_ranking(rules.ranking.strengths(), heights_in(ORDER[deck], rules.pack))


@pytest.mark.parametrize(
    ("high", "low"),
    [
        ("1e", "1b"),
        ("1b", "7e"),
        ("7e", "7o"),
        ("7o", "3c"),
        ("3c", "1o"),
        ("3c", "1c"),
        ("1o", "7b"),
        ("1c", "7b"),
        ("7b", "6b"),
        ("6b", "5b"),
        ("5b", "4b"),
    ],
)
def test_s003_iii_b_each_step_takes_a_trick(high: str, low: str) -> None:
    held = (f"{low} 4c 5e", f"{high} 6e 4o")
    assert tricks(valenciano(f"1 {low} ; 2 {high}", *held, options="deck=24")) == ["B"]
    assert tricks(valenciano(f"2 {high} ; 1 {low}", *held, options="deck=24", dealer=1)) == ["B"]


def test_s003_iii_b_orot_and_copot_are_equal() -> None:
    """«se llaman "orot" y "copot" a los ases de oros y copas»; so are the sevens that are no manilla."""
    for first, second in (("1o", "1c"), ("7c", "7b")):
        text = valenciano(f"1 {first} ; 2 {second}", f"{first} 4c 5e", f"{second} 6e 4o", options="deck=24")
        assert tricks(text) == [None]


def test_s003_iii_b_the_best_hand() -> None:
    """«La mejor jugada sería llevar 1 de espadas con 7 de espadas y 6 de espadas, y ser mano»: 33 and the truc."""
    text = valenciano("1 envido ; 2 quiero ; 1 1e ; 2 6c ; 1 7e ; 2 7c", "1e 7e 6e", "7c 6c 3o")
    assert awards(text) == [("envido", "A", 2), ("truco", "A", 1)]


# --------------------------------------------------------------------------------------------------- camas, pedres


def test_s003_iii_b_camas_of_twenty_four() -> None:
    """«a dos "camas", de 24 puntos … dos tramos de 12 "negras" o "malas" y 12 "blancas" o "buenas"»."""
    match = rules_of("valenciano").match
    assert (match.target, match.game_name, match.games_to_win, match.halves) == (24, "cama", 2, True)
    assert games(duel("1 mazo", "0-22")) == (0, 0)
    assert games(duel("1 mazo", "0-23")) == (0, 1)


def test_s003_iii_b_the_first_to_two_camas() -> None:
    """VA-5."""
    assert judge(duel("1 mazo", "0-23", games="0-1")).match.winner == "B"
    assert judge(duel("1 mazo", "0-23", games="1-0")).match.winner is None
    assert judge(duel("1 mazo", "0-23", games="1-1")).match.winner == "B"
    text = duel("1 mazo", "9-23")
    assert (score(text), games(text)) == ((0, 0), (0, 1))


def test_s003_iii_b_four_players_and_no_cortaos() -> None:
    """«Se juega siempre entre 4 jugadores; no existen los "cortaíllah"»; two is a table of today."""
    assert rules_of("valenciano").players == 4
    assert rules_of("valenciano").duels is None
    for players in (1, 3, 6, 8):
        assert illegal(f"variant valenciano\nplayers {players}\n").line == 2
    assert illegal("variant valenciano\nplayers 4\ndeal 4\nduel 1 2\n").line == 4


def test_s003_iii_b_three_cards_one_by_one_from_the_right() -> None:
    match = Match("valenciano", 4, seed="truc", dealer=2)
    match.deal()
    assert [len(match.view(seat).cards) for seat in (1, 2, 3, 4)] == [3, 3, 3, 3]
    assert match.view(1).turned is None
    assert list(match.turn) == [3]


def test_s003_iii_b_the_peu_plays_last() -> None:
    """«Se llama jugador "pie" al "pohtre"»."""
    assert list(turn(valenciano("1 7c ; 2 4b ; 3 4o", *FOUR))) == [4]


# ------------------------------------------------------------------------------------------------------------ envit


@pytest.mark.parametrize("held", ["7e 6e 1e", "5c 4c 3c"])
def test_s003_iii_b_no_flores(held: str) -> None:
    """«No existen las flores: si se tienen 3 cartas del mismo palo, se computan como envido sólo las 2 mayores»."""
    assert rules_of("valenciano").flor is None
    assert "flor" not in turn(valenciano("", held, "7c 1b 4o"))[1]
    last_is_illegal(valenciano("\n1 flor", held, "7c 1b 4o"))
    assert rules_of("valenciano").points.envido(cards(held)) == {"7e 6e 1e": 33, "5c 4c 3c": 29}[held]


def test_s003_iii_b_the_highest_envit_is_33() -> None:
    """«El mayor envido posible es de 33 tantos (7 y 6 ligados)»."""
    for deck, least in (("22", 3), ("24", 1)):
        rules = rules_of("valenciano", deck=deck)
        values = {rules.points.envido(held) for held in combinations(rules.pack, 3)}
        assert max(values) == 33
        assert min(values) == least


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [
        ("envido", 2, 1),
        ("envido torne", 4, 2),
        ("falta-envido", 24, 1),
        ("envido falta-envido", 24, 2),
        ("envido torne falta-envido", 24, 4),
    ],
)
def test_s003_iii_b_envit_every_row_of_the_ladder(calls: str, accepted: int, refused: int) -> None:
    """«se juegan 2 piedras si no se acepta el envite, y 4 cuando se acepta (… "vuelvo"). La apuesta superior sería
    "envido la falta"»: the numbers of the torne."""
    caller, end = "BA"[len(calls.split()) % 2], [] if accepted == 24 else ["1 mazo"]
    for answer in ("quiero", "vull"):
        moves = in_turns([*calls.split(), answer])
        assert awards(duel(" ; ".join([*moves, *end])))[0] == ("envido", "A", accepted)
    for answer in ("no-quiero", "no-vull"):
        moves = in_turns([*calls.split(), answer])
        assert awards(duel(" ; ".join([*moves, "1 mazo"])))[0] == ("envido", caller, refused)


@pytest.mark.parametrize(
    "calls",
    ["torne", "envido envido", "envido torne torne", "envido torne envido", "falta-envido torne", "real-envido"],
)
def test_s003_iii_b_envit_nothing_else_may_be_said(calls: str) -> None:
    last_is_illegal(duel("\n".join(in_turns(calls.split()))))


def test_s003_iii_b_envit_tie_is_the_first_from_the_mano() -> None:
    held = ("7c 6c 4e", "7b 6b 4o")
    text = "{0} envido ; {1} quiero ; {0} mazo"
    assert awards(valenciano(text.format(1, 2), *held))[0] == ("envido", "A", 2)
    assert awards(valenciano(text.format(2, 1), *held, dealer=1))[0] == ("envido", "B", 2)
    four = ("5c 4o 6b", "7c 6c 4e", "7b 6e 3b", "7o 6o 4b")
    moves = "1 envido ; 4 quiero ; 1 mazo ; 2 mazo ; 3 mazo"
    assert awards(valenciano(moves, *four))[0] == ("envido", "B", 2)


def test_s003_iii_b_envit_window() -> None:
    """«Cuando comienza a jugarse, se solucionan los envidos»: in the first trick, over a truc that waits, not after
    one was accepted."""
    assert {"envido", "falta-envido"} <= set(turn(valenciano("", *FOUR))[1])
    assert "torne" not in turn(valenciano("", *FOUR))[1]
    over = turn(valenciano("1 truco", *FOUR))
    assert "envido" in over[2]
    assert "envido" in over[4]
    assert "envido" not in turn(valenciano("1 truco ; 2 quiero ; 1 7c", *FOUR))[2]
    assert "envido" not in turn(valenciano("1 7c ; 2 4b ; 3 4o ; 4 4c", *FOUR))[1]
    assert "envido" not in turn(valenciano("1 7c ; 2 4b ; 3 4o ; 4 truco", *FOUR)).get(1, [])
    text = valenciano("1 truco ; 4 envido ; 3 quiero", *FOUR)
    assert set(turn(text)) == {2, 4}
    assert "retruco" in turn(text)[2]


# ------------------------------------------------------------------------------------------------------------ falta


@pytest.mark.parametrize(
    ("points", "malas_cama", "cama", "halves"),
    [
        ("0-0", 24, 24, 12),
        ("5-11", 19, 19, 1),  # both in malas
        ("11-5", 13, 13, 1),
        ("5-12", 12, 19, 12),  # the leader is in buenas
        ("12-5", 12, 12, 12),
        ("5-14", 10, 19, 10),
        ("14-20", 4, 10, 4),
        ("23-23", 1, 1, 1),
    ],
)
def test_s003_iii_b_falta_modes(points: str, malas_cama: int, cama: int, halves: int) -> None:
    """VA-2: «jugarse la "cama"», or «"falta de negras" y "falta de buenas"». Seat 1 has the better points."""
    calls = "1 falta-envido ; 2 quiero"
    for mode, stake in (("malas_cama", malas_cama), ("cama", cama), ("halves", halves)):
        text = duel(calls, points, f"falta_mode={mode}")
        assert awards(text)[0] == ("envido", "A", stake), mode
        own = int(points.split("-")[0])
        assert games(text) == ((1, 0) if own + stake >= 24 else (0, 0))


def test_s003_iii_b_falta_default_in_malas_is_the_cama() -> None:
    text = duel("1 falta-envido ; 2 quiero", "3-11")
    assert (awards(text), games(text), finished(text)) == ([("envido", "A", 21)], (1, 0), True)


# ------------------------------------------------------------------------------------------------------------- truc


def test_s003_iii_b_the_first_may_always_truc() -> None:
    """«Si puede trucar en todos los casos el primer participante»."""
    for options in ("", "envit_who=peus", "envit_show_card=on", "deck=24"):
        assert "truco" in turn(valenciano("", *FOUR, options=options))[1]


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [
        ("1 truco ; 2 {}", 2, ("A", 1)),
        ("1 truco ; 2 retruco ; 1 {}", 3, ("B", 2)),
        ("1 truco ; 2 retruco ; 1 vale-cuatro ; 2 {}", 4, ("A", 3)),
        ("1 truco ; 2 retruco ; 1 vale-cuatro ; 2 cama ; 1 {}", 24, ("B", 4)),
    ],
)
def test_s003_iii_b_truc_every_rung(calls: str, accepted: int, refused: tuple[str, int]) -> None:
    """«truco … 2 tantos …, y 1 si no se acepta; retruco, … 3 …; "valga 4"; y "la cama"»."""
    assert awards(duel(f"{calls.format('quiero')} ; {B_WINS}")) == [("truco", "B", accepted)]
    assert awards(duel(calls.format("no-quiero"))) == [("truco", *refused)]
    assert awards(duel(calls.format("mazo"))) == [("truco", *refused)]


def test_s003_iii_b_truc_raised_only_by_the_side_that_received_it() -> None:
    assert "retruco" not in turn(duel("1 truco ; 2 quiero"))[1]
    assert "retruco" in turn(duel("1 truco ; 2 quiero ; 1 7c"))[2]
    last_is_illegal(duel("1 truco ; 2 quiero\n1 retruco"))
    last_is_illegal(duel("1 truco\n2 vale-cuatro"))
    assert turn(duel("1 truco ; 2 retruco ; 1 vale-cuatro ; 2 cama"))[1] == ["mazo", "no-quiero", "quiero"]


def test_s003_iii_b_la_cama_plays_for_the_cama() -> None:
    """«se pone en juego la "pata" al jugador de mejor truco»."""
    calls = "1 truco ; 2 retruco ; 1 vale-cuatro ; 2 cama ; 1 quiero"
    text = duel(f"{calls} ; {B_WINS}", "20-5")
    assert (awards(text), games(text), score(text)) == ([("truco", "B", 19)], (0, 1), (0, 0))
    assert judge(text).match.winner is None
    assert judge(duel(f"{calls} ; {B_WINS}", "20-5", games="1-1")).match.winner == "B"
    assert judge(duel(f"{calls} ; 1 mazo", "20-5")).match.games == (0, 1)


# ------------------------------------------------------------------------------------------------------------- ties


def test_s003_iii_b_a_tie_is_contested_by_all() -> None:
    """«el desempate se realiza entre todos los jugadores y no sólo entre los que empataron»."""
    held = ("3c 4e 5e", "3o 6e 4b", "5c 7b 4o", "6c 5b 4c")
    text = valenciano("1 3c ; 2 3o ; 3 5c ; 4 6c", *held)
    assert (tricks(text), list(turn(text))) == ([None], [1])
    assert list(turn(f"{text}\n1 4e ; 2 4b")) == [3]
    assert awards(f"{text}\n1 4e ; 2 4b ; 3 7b ; 4 5b") == [("truco", "A", 1)], "by one who had no part in the tie"


@pytest.mark.parametrize(
    ("first", "second", "moves", "won", "side"),
    [
        ("3c 6e 4o", "3o 5e 4b", "1 3c ; 2 3o ; 1 6e ; 2 5e", [None, "A"], "A"),
        ("3c 4e 4o", "3o 5e 4b", "1 3c ; 2 3o ; 1 4e ; 2 5e", [None, "B"], "B"),
        ("3c 6e 4o", "5c 6b 4b", "1 3c ; 2 5c ; 1 6e ; 2 6b", ["A", None], "A"),
        ("5c 6e 4o", "3c 6b 4b", "1 5c ; 2 3c ; 2 6b ; 1 6e", ["B", None], "B"),
        ("3c 4e 5o", "4c 6b 5b", "1 3c ; 2 4c ; 1 4e ; 2 6b ; 2 5b ; 1 5o", ["A", "B", None], "A"),
        ("4c 6e 5o", "3c 4b 5b", "1 4c ; 2 3c ; 2 4b ; 1 6e ; 1 5o ; 2 5b", ["B", "A", None], "B"),
        ("3c 6e 5o", "3o 6b 4b", "1 3c ; 2 3o ; 1 6e ; 2 6b ; 1 5o ; 2 4b", [None, None, "A"], "A"),
        ("3c 6e 4o", "3o 6b 5b", "1 3c ; 2 3o ; 1 6e ; 2 6b ; 1 4o ; 2 5b", [None, None, "B"], "B"),
        ("3c 6e 4o", "3o 6b 4b", "1 3c ; 2 3o ; 1 6e ; 2 6b ; 1 4o ; 2 4b", [None, None, None], "A"),
    ],
)
def test_s003_iii_b_a_pardas_every_row(first: str, second: str, moves: str, won: list[str | None], side: str) -> None:
    """«Existe la jugada "a pardas"»; three ties are the mano's."""
    text = valenciano(moves, first, second)
    assert (tricks(text), finished(text)) == (won, True)
    assert awards(text) == [("truco", side, 1)]


def test_s003_iii_b_all_tied_is_the_mano_of_the_hand() -> None:
    text = valenciano("2 3o ; 1 3c ; 2 6b ; 1 6e ; 2 4b ; 1 4o", "3c 6e 4o", "3o 6b 4b", dealer=1)
    assert awards(text) == [("truco", "B", 1)]


def test_s003_iii_b_pedres_are_plain_numbers() -> None:
    """«Los puntos se denominan aquí "pedras"»."""
    assert score(duel(f"1 truco ; 2 quiero ; {B_WINS}", "3-3")) == (3, 5)
