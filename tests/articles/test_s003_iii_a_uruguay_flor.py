"""Uruguay, S003 III.a and UY-3, UY-6, UY-9: the flor, which must be sung, and what is bet on it."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.record_queries import awards, games, hand, last_is_illegal, score, turn

uruguayo = partial(hand, variant="uruguayo", turned="6o")

# Cards with a flor, and the points of that flor.
COPAS = "7c 5c 4c"  # 36
ESPADAS = "6e 5e 2e"  # 33
BASTOS = "7b 2b 1b"  # 30
PIEZAS = "2o 4o 3b"  # 42
NO_FLOR = "1e 3c 4b"

# Moves that end the hand, with two players and with four.
LEAVE = "1 mazo"
ALL_LEAVE = "1 mazo ; 2 mazo ; 3 mazo"


def flores(moves: str, first: str = COPAS, second: str = ESPADAS, points: str = "0-0", options: str = "") -> str:
    """Return the record of a hand of two players."""
    return uruguayo(moves, first, second, score=points, options=options)


# -------------------------------------------------------------------------------------------------------- obligation


@pytest.mark.parametrize("held", [COPAS, PIEZAS, "2o 7b 6b"])
def test_s003_iii_a_uruguay_only_flor_is_legal_until_it_is_sung(held: str) -> None:
    """«En cuanto a la flor, es obligatorio cantarla si se tiene»."""
    assert turn(flores("", held, NO_FLOR)) == {1: ["flor"]}
    assert turn(flores("1 1e", NO_FLOR, held)) == {2: ["flor"]}
    for called in ("envido", "real-envido", "falta-envido", "truco"):
        assert turn(flores(f"1 {called}", NO_FLOR, held)) == {2: ["flor"]}


@pytest.mark.parametrize("move", ["7c", "envido", "truco", "mazo"])
def test_s003_iii_a_uruguay_a_player_with_a_flor_may_only_sing_it(move: str) -> None:
    last_is_illegal(flores(f"\n1 {move}", COPAS, NO_FLOR))


def test_s003_iii_a_uruguay_a_player_without_a_flor_may_not_sing() -> None:
    last_is_illegal(flores("\n1 flor", NO_FLOR, COPAS))
    last_is_illegal(flores("1 flor\n2 flor", COPAS, NO_FLOR))


def test_s003_iii_a_uruguay_a_flor_cancels_the_envido() -> None:
    """UY-6: a flor plays no envido; over a pending one it is sung and the envido is void."""
    text = flores("1 envido ; 2 flor", NO_FLOR, COPAS)
    assert "envido" not in turn(text)[1]
    assert awards(f"{text} ; 1 mazo") == [("flor", "B", 3), ("truco", "B", 1)]


def test_s003_iii_a_uruguay_a_flor_cancels_a_refused_envido() -> None:
    text = uruguayo("1 envido ; 2 no-quiero ; 1 1e ; 2 3e ; 3 flor", NO_FLOR, "3e 2b 1o", COPAS, "3o 4e 12b")
    assert awards(text)[:2] == [("envido", "A", 1), ("envido", "A", -1)]


def test_s003_iii_a_uruguay_the_truco_waits_for_the_flor() -> None:
    text = flores("1 truco ; 2 flor", NO_FLOR, COPAS)
    assert set(turn(text)[2]) == {"quiero", "no-quiero", "retruco", "mazo"}
    assert awards(f"{text} ; 2 quiero ; 1 mazo") == [("flor", "B", 3), ("truco", "B", 2)]


def test_s003_iii_a_uruguay_no_flor_is_challenged_after_the_hand() -> None:
    """A player with a flor has to sing it, so there is nothing to challenge."""
    last_is_illegal(flores("1 flor ; 1 mazo\n1 pido-flor-2", COPAS, NO_FLOR))


# -------------------------------------------------------------------------------------------------- what a flor pays


def test_s003_iii_a_uruguay_flor_alone_pays_three() -> None:
    assert awards(flores(f"1 flor ; {LEAVE}", COPAS, NO_FLOR)) == [("flor", "A", 3), ("truco", "B", 1)]


def test_s003_iii_a_uruguay_each_flor_of_the_side_pays_three() -> None:
    two_flores = uruguayo(f"1 flor ; 3 flor ; {ALL_LEAVE}", COPAS, NO_FLOR, ESPADAS, "3e 2b 1o")
    assert awards(two_flores)[0] == ("flor", "A", 6)
    hands = ("7c 5c 4c", NO_FLOR, ESPADAS, "3e 2c 1o", "7b 6b 2b", "3o 4e 12b")
    moves = "1 flor ; 3 flor ; 5 flor ; 1 mazo ; 2 mazo ; 3 mazo ; 4 mazo ; 5 mazo"
    assert awards(uruguayo(moves, *hands))[0] == ("flor", "A", 9)


def test_s003_iii_a_uruguay_the_answers_to_a_flor() -> None:
    raises = ["con-flor-me-achico", "contraflor", "contraflor-al-resto", "flor"]
    assert turn(flores("1 flor")) == {2: raises}
    assert turn(flores("1 flor ; 2 flor")) == {1: ["contraflor", "contraflor-al-resto", "quiero"]}
    assert turn(uruguayo("1 flor", COPAS, NO_FLOR, ESPADAS, "3e 2b 1o")) == {3: ["flor"]}


@pytest.mark.parametrize(("held", "side"), [((COPAS, ESPADAS), "A"), ((ESPADAS, COPAS), "B"), ((COPAS, PIEZAS), "B")])
def test_s003_iii_a_uruguay_flor_against_flor_pays_the_better_three(held: tuple[str, str], side: str) -> None:
    assert awards(flores(f"1 flor ; 2 flor ; 1 quiero ; {LEAVE}", *held))[0] == ("flor", side, 3)


def test_s003_iii_a_uruguay_the_mano_wins_tied_flores() -> None:
    equal_flores = (COPAS, "7b 5b 4b")
    text = "{0} flor ; {1} flor ; {0} quiero ; {0} mazo"
    assert awards(uruguayo(text.format(1, 2), *equal_flores))[0] == ("flor", "A", 3)
    assert awards(uruguayo(text.format(2, 1), *equal_flores, dealer=1))[0] == ("flor", "B", 3)


@pytest.mark.parametrize(
    ("hands", "side", "paid"),
    [
        ((COPAS, ESPADAS, BASTOS, NO_FLOR.replace("4b", "4e")), "A", 6),
        ((ESPADAS, COPAS, BASTOS, NO_FLOR.replace("4b", "4e")), "B", 3),
        ((ESPADAS, COPAS, NO_FLOR.replace("4b", "4e"), BASTOS), "B", 6),
    ],
)
def test_s003_iii_a_uruguay_flor_against_flores_pays_the_winners_own(
    hands: tuple[str, ...], side: str, paid: int
) -> None:
    """«better side 3 per own flor»."""
    singers = [seat for seat, held in enumerate(hands, start=1) if len({card[-1] for card in held.split()}) == 1]
    sung = " ; ".join(f"{seat} flor" for seat in singers)
    assert awards(uruguayo(f"{sung} ; 1 quiero ; {ALL_LEAVE}", *hands))[0] == ("flor", side, paid)


@pytest.mark.parametrize("held", [(COPAS, ESPADAS), (ESPADAS, COPAS)])
def test_s003_iii_a_uruguay_me_achico_pays_three(held: tuple[str, str]) -> None:
    """UY-9: the rival pays three whatever the cards are."""
    assert awards(flores(f"1 flor ; 2 con-flor-me-achico ; {LEAVE}", *held))[0] == ("flor", "A", 3)


@pytest.mark.parametrize(("calls", "caller"), [("1 flor ; 2 contraflor", "B"), ("1 flor ; 2 flor ; 1 contraflor", "A")])
def test_s003_iii_a_uruguay_contraflor_six_accepted_four_refused(calls: str, caller: str) -> None:
    answerer = "1" if caller == "B" else "2"
    for held, side in (((COPAS, ESPADAS), "A"), ((ESPADAS, COPAS), "B")):
        assert awards(flores(f"{calls} ; {answerer} quiero ; {LEAVE}", *held))[0] == ("flor", side, 6)
        for refusal in ("no-quiero", "con-flor-me-achico"):
            assert awards(flores(f"{calls} ; {answerer} {refusal} ; {LEAVE}", *held))[0] == ("flor", caller, 4)


def test_s003_iii_a_uruguay_contraflor_is_three_for_every_flor() -> None:
    held = (COPAS, ESPADAS, BASTOS, NO_FLOR.replace("4b", "4e"))
    text = uruguayo("1 flor ; 2 contraflor", *held)
    assert awards(f"{text} ; 1 quiero ; {ALL_LEAVE}")[0] == ("flor", "A", 9)
    assert awards(f"{text} ; 3 no-quiero ; {ALL_LEAVE}")[0] == ("flor", "B", 4)


@pytest.mark.parametrize(("points", "rest"), [("0-0", 40), ("10-3", 30), ("3-25", 15), ("39-0", 1), ("20-20", 20)])
@pytest.mark.parametrize(
    "calls",
    [
        "1 flor ; 2 contraflor-al-resto ; 1 quiero",
        "1 flor ; 2 flor ; 1 contraflor-al-resto ; 2 quiero",
        "1 flor ; 2 contraflor ; 1 contraflor-al-resto ; 2 quiero",
        "1 flor ; 2 flor ; 1 contraflor ; 2 contraflor-al-resto ; 1 quiero",
    ],
)
def test_s003_iii_a_uruguay_al_resto_is_what_the_leader_lacks(calls: str, points: str, rest: int) -> None:
    assert awards(flores(calls, points=points))[0] == ("flor", "A", rest)
    assert awards(flores(calls, ESPADAS, COPAS, points))[0] == ("flor", "B", rest)


def test_s003_iii_a_uruguay_al_resto_may_end_the_chico() -> None:
    calls = "1 flor ; 2 contraflor-al-resto ; 1 quiero"
    ahead = flores(calls, points="25-10")
    assert (games(ahead), score(ahead)) == ((1, 0), (0, 0))
    behind = flores(calls, ESPADAS, COPAS, "25-10")
    assert (games(behind), score(behind)) == ((0, 0), (25, 25))


def test_s003_iii_a_uruguay_al_resto_refused_is_four_or_six_after_a_contraflor() -> None:
    """UY-9."""
    for calls, caller, paid in (
        ("1 flor ; 2 contraflor-al-resto ; 1", "B", 4),
        ("1 flor ; 2 flor ; 1 contraflor-al-resto ; 2", "A", 4),
        ("1 flor ; 2 contraflor ; 1 contraflor-al-resto ; 2", "A", 6),
        ("1 flor ; 2 flor ; 1 contraflor ; 2 contraflor-al-resto ; 1", "B", 6),
    ):
        assert awards(flores(f"{calls} no-quiero ; {LEAVE}"))[0] == ("flor", caller, paid)
        leaves = awards(flores(f"{calls} mazo"))
        assert leaves[0] == ("flor", caller, paid), "throwing in refuses what is pending"


def test_s003_iii_a_uruguay_nothing_answers_al_resto_but_yes_or_no() -> None:
    assert turn(flores("1 flor ; 2 contraflor-al-resto")) == {1: ["mazo", "no-quiero", "quiero"]}
    raised = turn(flores("1 flor ; 2 contraflor"))
    assert raised == {1: ["contraflor-al-resto", "mazo", "no-quiero", "quiero"]}


def test_s003_iii_a_uruguay_the_flor_counts_before_the_truco() -> None:
    first = flores("1 flor", COPAS, NO_FLOR, "37-39")
    assert (games(first), awards(first)) == ((1, 0), [("flor", "A", 3)])


def test_s003_iii_a_uruguay_option_flor_off() -> None:
    """Without flor its cards play the envido: three of a suit with the best two, two piezas as pieza and card."""
    text = flores("1 envido ; 2 quiero ; 1 mazo", COPAS, ESPADAS, options="flor=off")
    assert awards(text) == [("envido", "A", 2), ("truco", "B", 1)]
    assert "flor" not in turn(flores("", options="flor=off"))[1]
    assert "flor" not in turn(flores("1 envido", options="flor=off"))[2]
