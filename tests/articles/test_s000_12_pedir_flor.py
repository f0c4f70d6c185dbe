"""S000 §12 Pedir flor: a challenge after the hand."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, claims, games, hand, judge, last_is_illegal, result, score, turn

PLAIN, FLOR = "4b 5e 12o", "3c 2c 7c"
PLAYED = "1 4b ; 2 3c ; 2 2c ; 1 5e"  # seat 2 wins the hand without a word about its flor
FOUR = ("4b 5e 12o", "3c 2c 7c", "6o 6b 10e", "5b 4o 11e")


def silent(after: str = "", moves: str = PLAYED, options: str = "", points: str = "") -> str:
    return hand(f"{moves}\n{after}", PLAIN, FLOR, options=options, score=points)


def test_s000_12_pido_flor_right() -> None:
    """§12: "Si el retado la tenía, el equipo retador recibe 3 tantos, más todos los tantos de la mano contraria"."""
    text = silent("1 pido-flor-2")
    assert awards(text) == [("truco", "B", 1), ("flor", "A", 4)]
    assert score(text) == (4, 1)


def test_s000_12_pido_flor_takes_all_that_the_rivals_made_in_the_hand() -> None:
    """§12: "más todos los tantos de la mano contraria": envido and truco."""
    moves = "1 envido ; 2 quiero ; 1 4b ; 2 truco ; 1 quiero ; 2 3c ; 2 2c ; 1 5e"
    text = silent("1 pido-flor-2", moves)
    assert awards(text) == [("envido", "B", 2), ("truco", "B", 2), ("flor", "A", 7)]


def test_s000_12_pido_flor_takes_nothing_of_the_own_points() -> None:
    """§12: "los tantos de la mano contraria": the points of the challenger are not counted."""
    text = silent("1 pido-flor-2", "1 envido ; 2 no-quiero ; 1 truco ; 2 no-quiero")
    assert awards(text) == [("envido", "A", 1), ("truco", "A", 1), ("flor", "A", 3)]


@pytest.mark.parametrize(("options", "points"), [("", 3), ("pedir_flor_fail=4", 4)])
def test_s000_12_pido_flor_wrong(options: str, points: int) -> None:
    """§12: "si muestra dos cartas de distinto palo … el equipo retado se anota 3 o 4 tantos"."""
    text = silent("2 pido-flor-1", options=options)
    assert awards(text) == [("truco", "B", 1), ("flor", "A", points)]
    assert score(text) == (points, 1)


def test_s000_12_pido_flor_wrong_does_not_change_what_a_right_one_pays() -> None:
    """§12: 3 or 4 is the price of a wrong challenge only."""
    text = silent("1 pido-flor-2", "1 truco ; 2 no-quiero", options="pedir_flor_fail=4")
    assert awards(text)[-1] == ("flor", "A", 3)


def test_s000_12_claims_are_listed_beside_the_turn() -> None:
    """§12: "Al final de la mano, cualquier jugador que sospeche que otro tenía flor … puede retarlo"."""
    assert claims(silent()) == {1: ["pido-flor-2"], 2: ["pido-flor-1"]}
    assert turn(silent()) == {}


def test_s000_12_claims_do_not_reveal_a_flor() -> None:
    """§12: "que sospeche": everybody who sang nothing may be challenged."""
    with_flor = claims(silent())
    without = claims(hand(PLAYED.replace("2c", "2o"), PLAIN, "3c 2o 7c"))
    assert with_flor == without


def test_s000_12_a_player_who_has_shown_two_suits_is_not_worth_a_challenge() -> None:
    """§12: "que sospeche": the challenge is legal, but it is not listed, because it is sure to lose."""
    match = judge(silent()).match
    assert match.view(2).claims == ("pido-flor-1",)
    assert match.view(2).challenges(match.rules) == []
    assert match.view(1).challenges(match.rules) == ["pido-flor-2"]


def test_s000_12_cards_shown_for_the_envido_rule_out_a_challenge() -> None:
    """§13: the winner of the envido shows the cards."""
    moves = "1 envido ; 2 quiero ; 1 truco ; 2 no-quiero"
    match = judge(hand(moves, "7e 6e 12o", "4b 5e 12c")).match
    assert match.view(2).claims == ("pido-flor-1",)
    assert match.view(2).challenges(match.rules) == []


def test_s000_12_pido_flor_only_after_the_hand() -> None:
    """§12: "Al final de la mano"."""
    assert claims(hand("1 4b ; 2 3c", PLAIN, FLOR)) == {}
    last_is_illegal(hand("1 4b ; 2 3c\n1 pido-flor-2", PLAIN, FLOR))


def test_s000_12_pido_flor_only_until_the_next_deal() -> None:
    """§12: "Al final de la mano": before the next deal."""
    dealt = silent(f"deal 1\ncards 1 {PLAIN}\ncards 2 6e 6o 10b")
    assert claims(dealt) == {}
    last_is_illegal(f"{dealt}\n1 pido-flor-2")


@pytest.mark.parametrize("again", ["1 pido-flor-2", "2 pido-flor-2"])
def test_s000_12_pido_flor_once_for_each_seat(again: str) -> None:
    """§12: "puede retarlo": each seat once."""
    last_is_illegal(silent(f"1 pido-flor-2\n{again}"))
    assert claims(silent("1 pido-flor-2")) == {2: ["pido-flor-1"]}
    assert claims(silent("1 pido-flor-2\n2 pido-flor-1")) == {}


def four(moves: str) -> str:
    return hand(moves, *FOUR)


PLAYED_BY_FOUR = "1 4b ; 2 3c ; 3 6o ; 4 5b ; 2 2c ; 3 6b ; 4 4o ; 1 5e"


def test_s000_12_any_rival_challenges_any_rival() -> None:
    """§12: "cualquier jugador que sospeche que otro tenía flor"; §4: "las cartas de un jugador contrario"."""
    evens, odds = ["pido-flor-2", "pido-flor-4"], ["pido-flor-1", "pido-flor-3"]
    assert claims(four(PLAYED_BY_FOUR)) == {1: evens, 2: odds, 3: evens, 4: odds}
    assert awards(four(f"{PLAYED_BY_FOUR}\n3 pido-flor-2"))[-1] == ("flor", "A", 4)
    last_is_illegal(four(f"{PLAYED_BY_FOUR}\n4 pido-flor-2"))


def test_s000_12_partners_cannot_challenge_the_same_seat_twice() -> None:
    """§12: each seat can be challenged once, by any rival."""
    last_is_illegal(four(f"{PLAYED_BY_FOUR}\n1 pido-flor-4\n3 pido-flor-4"))
    assert claims(four(f"{PLAYED_BY_FOUR}\n1 pido-flor-4"))[3] == ["pido-flor-2"]


def test_s000_12_a_player_who_sang_cannot_be_challenged() -> None:
    """§12: "que otro tenía flor y no la ha cantado"."""
    sung = hand("1 4b ; 2 flor ; 2 3c ; 2 2c ; 1 5e", PLAIN, FLOR)
    assert claims(sung) == {2: ["pido-flor-1"]}
    achico = hand("1 flor ; 2 con-flor-me-achico ; 1 truco ; 2 no-quiero", "4b 5b 12b", FLOR)
    assert claims(achico) == {}


def test_s000_12_an_answered_flor_cannot_be_challenged() -> None:
    """§12: contraflor sings the own flor: "Sirve para cantar la flor propia"."""
    for answer in ("contraflor", "contraflor-al-resto"):
        text = hand(f"1 flor ; 2 {answer} ; 1 no-quiero ; 1 truco ; 2 no-quiero", "4b 5b 12b", FLOR)
        assert claims(text) == {}


def test_s000_12_a_flor_counted_in_a_bet_is_not_punished() -> None:
    """§12: the third flor of a contraflor that was taken before it could be sung has been paid, not hidden."""
    held = ("4b 5b 12b", "3c 2c 7c", "6o 4o 10o", "5e 4e 11c")
    text = hand("1 flor ; 2 contraflor ; 1 quiero ; 1 4b ; 2 3c ; 3 6o ; 4 5e ; 2 2c ; 3 4o ; 4 4e ; 1 5b", *held)
    assert awards(text) == [("flor", "B", 9), ("truco", "B", 1)]
    assert "pido-flor-3" not in claims(text).get(2, [])


def test_s000_12_a_flor_that_an_achico_cut_off_is_not_punished() -> None:
    """§12.2: "Con este paso termina el juego sobre flor": a player who could not sing any more has hidden nothing."""
    held = ("4b 5b 12b", "3c 2c 7c", "6o 4o 10o", "5e 4e 11c")
    moves = "1 flor ; 2 con-flor-me-achico ; 1 4b ; 2 3c ; 3 6o ; 4 5e ; 2 2c ; 3 4o ; 4 4e ; 1 5b"
    assert "pido-flor-3" not in claims(hand(moves, *held)).get(2, [])


@pytest.mark.parametrize("options", ["pedir_flor=off", "flor=off"])
def test_s000_12_without_pedir_flor_there_are_no_claims(options: str) -> None:
    """§12 option: the challenge exists only where flor and pedir flor are played."""
    last_is_illegal(silent("1 pido-flor-2", options=options))
    assert not result(silent(options=options)).get("claims")


def test_s000_12_pido_flor_can_win_the_chico() -> None:
    """§12: the points of a challenge are points like others."""
    text = silent("1 pido-flor-2", points="26-3")
    assert games(text) == (1, 0)
    assert score(text) == (0, 0)
