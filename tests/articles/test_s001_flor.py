"""Trucardo, S001 Flor: it must be sung, it cancels the envido, and how a rival's flor answers it."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.support.record_queries import awards, hand, judge, last_is_illegal, result, score, turn
from truquero.cards import cards
from truquero.variants import rules_of

HIGH, LOW = "7c 5c 2c", "6o 4o 12o"  # 34 and 30
PLAIN, OTHER = "1e 1b 4o", "3e 2o 6b"
ANSWERS = ["con-flor-me-achico", "contraflor", "contraflor-al-resto"]


def trucardo(moves: str, *held: str, points: str = "", options: str = "", dealer: int | None = None) -> str:
    return hand(moves, *(held or (HIGH, LOW)), variant="trucardo", score=points, options=options, dealer=dealer)


# -------------------------------------------------------------------------------------------------------- it is forced


def test_flor_pays_three() -> None:
    """«debe cantar flor antes de pasar a la fase de truco y se llevará tres tantos»."""
    text = trucardo("1 flor", HIGH, PLAIN)
    assert (awards(text), list(turn(text))) == ([("flor", "A", 3)], [1])


def test_flor_is_the_only_legal_call_of_its_holder() -> None:
    """«debe cantar flor»: no card, no call, no leaving before it."""
    assert turn(trucardo("", HIGH, PLAIN)) == {1: ["flor"]}
    for move in ("7c", "truco", "envido", "mazo"):
        last_is_illegal(trucardo(f"\n1 {move}", HIGH, PLAIN))


@pytest.mark.parametrize("before", ["1 1e", "1 truco", "1 envido", "1 real-envido", "1 falta-envido"])
def test_flor_of_the_second_is_forced_in_its_turn(before: str) -> None:
    assert turn(trucardo(before, PLAIN, HIGH)) == {2: ["flor"]}


def test_flor_after_it_the_truco_phase_begins() -> None:
    assert turn(trucardo("1 flor", HIGH, PLAIN)) == {1: ["2c", "5c", "7c", "mazo", "truco"]}


def test_flor_nobody_sings_without_one() -> None:
    assert "flor" not in turn(trucardo("", PLAIN, HIGH))[1]
    last_is_illegal(trucardo("\n1 flor", PLAIN, HIGH))


def test_flor_once() -> None:
    last_is_illegal(trucardo("1 flor\n1 flor", HIGH, PLAIN))


def test_flor_is_any_three_of_a_suit_and_nothing_else() -> None:
    """«tres cartas del mismo palo»."""
    points = rules_of("trucardo").points
    for held in combinations(rules_of("trucardo").pack, 3):
        assert points.is_flor(held) == (len({card.suit for card in held}) == 1)


@pytest.mark.parametrize(
    ("held", "value"), [("7c 6c 5c", 38), (HIGH, 34), (LOW, 30), ("12o 11o 10o", 20), ("1e 2e 3e", 26)]
)
def test_flor_value(held: str, value: int) -> None:
    """«la suma de los valores de los índices de las tres cartas más 20 … las figuras valen cero»."""
    assert rules_of("trucardo").points.flor(cards(held)) == value


# ------------------------------------------------------------------------------------------------------------- envido


@pytest.mark.parametrize("call", ["envido", "real-envido", "falta-envido"])
def test_flor_cancels_the_envido(call: str) -> None:
    """«queda anulada cualquier posible apuesta que se hubiera realizado antes de que le llegase el turno»."""
    text = trucardo(f"1 {call} ; 2 flor", PLAIN, HIGH)
    assert (awards(text), score(text)) == ([("flor", "B", 3)], (0, 3))
    assert turn(text) == {1: ["1b", "1e", "4o", "mazo", "truco"]}


@pytest.mark.parametrize(("call", "points"), [("1 envido", 1), ("1 envido ; 2 real-envido ; 1 no-quiero", 2)])
def test_flor_cancels_a_refused_envido(call: str, points: int) -> None:
    """«queda anulada cualquier posible apuesta que se hubiera realizado antes de que le llegase el turno»."""
    refused = call if "no-quiero" in call else f"{call} ; 2 no-quiero"
    caller = "B" if "real" in call else "A"
    text = trucardo(f"{refused} ; 1 1e ; 2 3e ; 3 flor", PLAIN, OTHER, HIGH, "12c 11b 4e")
    assert awards(text) == [("envido", caller, points), ("envido", caller, -points), ("flor", "A", 3)]
    assert score(text) == (3, 0)


def test_flor_comes_too_late_for_a_game_that_a_refused_envido_has_won() -> None:
    text = trucardo("1 envido ; 2 no-quiero", PLAIN, OTHER, HIGH, "12c 11b 4e", points="29-0")
    assert (awards(text), turn(text)) == ([("envido", "A", 1)], {})


def test_flor_there_is_no_envido_after_it() -> None:
    """«Si algún jugador tiene flor el lance de envido no se disputa»."""
    assert "envido" not in turn(trucardo("1 flor ; 1 7c", HIGH, PLAIN))[2]
    last_is_illegal(trucardo("1 flor ; 1 7c\n2 envido", HIGH, PLAIN))


def test_flor_over_a_truco_which_is_answered_afterwards() -> None:
    text = trucardo("1 truco ; 2 flor", PLAIN, HIGH)
    assert turn(text) == {2: ["mazo", "no-quiero", "quiero", "retruco"]}
    assert awards(f"{text} ; 2 no-quiero") == [("flor", "B", 3), ("truco", "A", 1)]


def test_flor_over_an_envido_over_a_truco() -> None:
    """In pairs: 1 says truco, 2 envido, and 3, who has a flor, sings; then the truco is answered."""
    held = (PLAIN, OTHER, HIGH, "12c 11b 4e")
    text = trucardo("1 truco ; 2 envido ; 3 flor", *held)
    assert awards(text) == [("flor", "A", 3)]
    assert {seat: "quiero" in moves for seat, moves in turn(text).items()} == {2: True, 4: True}


# --------------------------------------------------------------------------------------------------- a flor of a rival


def test_flor_three_answers_and_no_plain_flor() -> None:
    """«podrá responder: Con flor me achico … Contra flor … Contra flor al resto»; TR-4."""
    assert turn(trucardo("1 flor")) == {2: ANSWERS}
    last_is_illegal(trucardo("1 flor\n2 flor"))
    last_is_illegal(trucardo("1 flor\n2 4o"))


def test_achico_pays_the_first_four() -> None:
    """«quien cantó primero flor obtendrá 4 tantos», even with the better flor."""
    for held in ((HIGH, LOW), (LOW, HIGH)):
        text = trucardo("1 flor ; 2 con-flor-me-achico", *held)
        assert (awards(text), list(turn(text))) == ([("flor", "A", 4)], [1])


def test_contraflor_accepted_pays_six_to_the_better() -> None:
    """«una apuesta de 6 tantos, sobre quién tiene la mejor combinación»."""
    assert awards(trucardo("1 flor ; 2 contraflor ; 1 quiero")) == [("flor", "A", 6)]
    assert awards(trucardo("1 flor ; 2 contraflor ; 1 quiero", LOW, HIGH)) == [("flor", "B", 6)]


def test_contraflor_refused_pays_four_to_the_proposer() -> None:
    """«Si el adversario no acepta contra flor quien la planteó se lleva 4 tantos»."""
    assert awards(trucardo("1 flor ; 2 contraflor ; 1 no-quiero")) == [("flor", "B", 4)]
    assert awards(trucardo("1 flor ; 2 contraflor ; 1 con-flor-no-quiero")) == [("flor", "B", 4)]


@pytest.mark.parametrize(("points", "stake"), [("0-0", 30), ("2-10", 28), ("29-29", 1)])
def test_al_resto_accepted_wins_the_game(points: str, stake: int) -> None:
    """«si se acepta, quien gane esa apuesta gana el chico»."""
    text = trucardo("1 flor ; 2 contraflor-al-resto ; 1 quiero", points=points)
    assert (awards(text), result(text)["winner"], turn(text)) == ([("flor", "A", stake)], "A", {})
    lost = trucardo("1 flor ; 2 contraflor-al-resto ; 1 quiero", LOW, HIGH, points=points)
    assert result(lost)["winner"] == "B"


def test_al_resto_to_15_wins_the_game_too() -> None:
    text = trucardo("1 flor ; 2 contraflor-al-resto ; 1 quiero", points="2-10", options="target=15")
    assert (awards(text), result(text)["winner"]) == ([("flor", "A", 13)], "A")


def test_al_resto_refused_pays_four() -> None:
    """«la pareja que lanzó esa apuesta gana 4 tantos»."""
    assert awards(trucardo("1 flor ; 2 contraflor-al-resto ; 1 no-quiero")) == [("flor", "B", 4)]


@pytest.mark.parametrize("call", ["contraflor", "contraflor-al-resto"])
def test_flor_bets_are_not_raised(call: str) -> None:
    """TR-5: the text offers no bet over a bet."""
    assert turn(trucardo(f"1 flor ; 2 {call}")) == {1: ["mazo", "no-quiero", "quiero"]}


@pytest.mark.parametrize(("dealer", "side"), [(2, "A"), (1, "B")])
def test_flor_tie_goes_to_the_mano(dealer: int, side: str) -> None:
    """TR-7."""
    mano = 3 - dealer
    text = trucardo(f"{mano} flor ; {dealer} contraflor ; {mano} quiero", "7c 5c 2c", "7o 4o 3o", dealer=dealer)
    assert awards(text) == [("flor", side, 6)]


def test_flor_bet_before_the_truco_goes_on() -> None:
    text = trucardo("1 flor ; 2 contraflor ; 1 quiero ; 1 7c ; 2 6o ; 1 5c ; 2 4o")
    assert awards(text) == [("flor", "A", 6), ("truco", "A", 1)]


def test_flor_mazo_under_a_contraflor_refuses_it_and_gives_up_the_hand() -> None:
    assert awards(trucardo("1 flor ; 2 contraflor ; 1 mazo")) == [("flor", "B", 4), ("truco", "B", 1)]


def test_flor_wins_the_game_before_the_hand() -> None:
    text = trucardo("1 flor", HIGH, PLAIN, points="27-29")
    assert (result(text)["winner"], turn(text)) == ("A", {})


# -------------------------------------------------------------------------------------------------------------- pairs


def test_flor_of_partners_pays_three_each() -> None:
    """«Si un jugador tiene … se llevará tres tantos»: each of the two."""
    held = (HIGH, PLAIN, "1o 2o 3o", "12c 11b 4e")
    assert turn(trucardo("1 flor", *held)) == {3: ["flor"]}
    assert awards(trucardo("1 flor ; 3 flor", *held)) == [("flor", "A", 6)]


def test_flor_the_next_holder_speaks_first() -> None:
    """Counter-clockwise from the singer."""
    held = (HIGH, "12c 11b 4e", "7o 3o 2o", "5b 6b 3b")
    assert turn(trucardo("1 flor", *held)) == {3: ["flor"]}
    assert turn(trucardo("1 flor ; 3 flor", *held)) == {4: ANSWERS}
    assert awards(trucardo("1 flor ; 3 flor ; 4 con-flor-me-achico", *held)) == [("flor", "A", 4)]


def test_contraflor_is_six_with_three_flores() -> None:
    """«una apuesta de 6 tantos»: no more for a third, and the best of all takes it."""
    held = (LOW, "5b 6b 3b", "7c 6c 5c", "12c 11b 4e")
    assert turn(trucardo("1 flor", *held)) == {2: ANSWERS}
    assert sorted(turn(trucardo("1 flor ; 2 contraflor", *held))) == [1, 3]
    for seat in (1, 3):
        assert awards(trucardo(f"1 flor ; 2 contraflor ; {seat} quiero", *held)) == [("flor", "A", 6)]
    assert awards(trucardo("1 flor ; 2 contraflor ; 3 no-quiero", *held)) == [("flor", "B", 4)]


def test_flor_a_closed_lance_asks_nobody_else() -> None:
    """After «con flor me achico» those who have not sung play on."""
    held = (LOW, "5b 6b 3b", "12c 11b 4e", "7c 6c 5c")
    text = trucardo("1 flor ; 2 con-flor-me-achico ; 1 6o ; 2 5b ; 3 12c", *held)
    assert awards(text) == [("flor", "A", 4)]
    assert {"7c", "6c", "5c"} <= set(turn(text)[4])


# ------------------------------------------------------------------------------------------------------------ options


def test_option_flor_off() -> None:
    """«Algunos jugadores prefieren jugar sin que se dispute el lance de flor»: three of a suit make an envido."""
    text = trucardo("", "7c 6c 2c", "7e 5e 4o", options="flor=off")
    assert "flor" not in turn(text)[1]
    assert {"7c", "envido", "truco", "mazo"} <= set(turn(text)[1])
    won = trucardo("1 envido ; 2 quiero", "7c 6c 2c", "7e 5e 4o", options="flor=off")
    assert awards(won) == [("envido", "A", 2)]
    last_is_illegal(trucardo("\n1 flor", "7c 6c 2c", "7e 5e 4o", options="flor=off"))


def test_option_flor_forced_off() -> None:
    """TR-8: silence is legal, and then the flor is lost."""
    off = "flor_forced=off"
    assert {"7c", "flor", "envido", "truco", "mazo"} <= set(turn(trucardo("", HIGH, PLAIN, options=off))[1])
    assert "flor" not in turn(trucardo("1 7c ; 2 4o", HIGH, PLAIN, options=off))[1]
    silent = judge(trucardo("1 7c ; 2 1e ; 2 1b ; 1 5c", HIGH, PLAIN, options=off))
    assert (silent.match.score, silent.match.claims()) == ((0, 1), {})


def test_option_flor_forced_off_an_envido_with_a_flor() -> None:
    """Its two highest count, and it cannot be sung any more."""
    off = "flor_forced=off"
    text = trucardo("1 envido ; 2 quiero", HIGH, "7e 4e 1b", options=off)
    assert awards(text) == [("envido", "A", 2)]
    assert "flor" not in turn(text)[1]


def test_option_flor_forced_off_a_rival_with_flor_must_answer() -> None:
    """Section 0: silence is possible only while nobody has sung."""
    assert turn(trucardo("1 flor", options="flor_forced=off")) == {2: ANSWERS}


def test_option_contraflor_raise() -> None:
    """TR-5: al resto over a contraflor; refused it pays the contraflor."""
    on = "contraflor_raise=on"
    assert turn(trucardo("1 flor ; 2 contraflor", options=on)) == {
        1: ["contraflor-al-resto", "mazo", "no-quiero", "quiero"]
    }
    raised = "1 flor ; 2 contraflor ; 1 contraflor-al-resto"
    assert turn(trucardo(raised, options=on)) == {2: ["mazo", "no-quiero", "quiero"]}
    assert awards(trucardo(f"{raised} ; 2 no-quiero", options=on)) == [("flor", "A", 6)]
    accepted = trucardo(f"{raised} ; 2 quiero", points="3-20", options=on)
    assert (awards(accepted), result(accepted)["winner"]) == ([("flor", "A", 27)], "A")
    assert awards(trucardo("1 flor ; 2 contraflor ; 1 no-quiero", options=on)) == [("flor", "B", 4)]


def test_option_declare_manual_of_a_flor() -> None:
    manual = "declare=manual"
    start = "1 flor ; 2 contraflor ; 1 quiero"
    assert list(turn(trucardo(start, options=manual))) == [1]
    assert awards(trucardo(f"{start} ; 1 34 ; 2 son-buenas", options=manual)) == [("flor", "A", 6)]
    assert awards(trucardo(f"{start} ; 1 35 ; 2 son-buenas", options=manual)) == [("flor", "B", 6)]
