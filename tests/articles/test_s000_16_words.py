"""S000 §16: señas, reserved words and phrases, and the penalty for a false flor."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, hand, illegal, judge, last_is_illegal, result, score, turn
from truquero.records import as_text

TWO = ("5b 7b 12c", "4e 6e 11o")
FLOR = "1o 6o 10o"
PENALTY = "illegal_calls=penalty"
FOUR = ("4b 6c 11e", "5o 2e 12c", "10b 3o 6e", "7c 1o 4e")


@pytest.mark.parametrize("name", ["sena-as-de-espadas", "sena-as-de-bastos", "sena-tres", "sena-ciego"])
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_s000_16_a_sena_changes_nothing(name: str, seat: int) -> None:
    """§16: "Es posible señalar a los compañeros las cartas que se tienen"."""
    for moves in ("", "1 4b", "1 envido", "1 4b ; 2 truco"):
        plain, with_sign = hand(moves, *FOUR), hand(f"{moves}\n{seat} {name}", *FOUR)
        assert result(plain) == result(with_sign)


def test_s000_16_senas_are_never_listed() -> None:
    """§16: a seña is no move of the hand."""
    codes = {code for moves in turn(hand("", *FOUR)).values() for code in moves}
    assert not [code for code in codes if code.startswith("sena")]


def test_s000_16_the_words_of_the_answers_bind() -> None:
    """§16: "expresiones reservadas, como quiero y no quiero, que … obligan": the first answer counts."""
    last_is_illegal(hand("1 envido ; 2 no-quiero\n2 quiero", *TWO))


@pytest.mark.parametrize("word", ["quieto", "quiebro", "trulo", "florcita", "paso"])
def test_s000_11_unknown_words_are_refused(word: str) -> None:
    """§11: "Deben utilizarse las palabras precisas"; §16: "quedan prohibidos los diminutivos"."""
    last_is_illegal(hand(f"1 {word}", *TWO))
    last_is_illegal(hand(f"1 truco\n2 {word}", *TWO))


@pytest.mark.parametrize(
    ("phrase", "code"), [("con-flor-quiero", "quiero"), ("QUIERO", "quiero"), ("con-flor-no-quiero", "no-quiero")]
)
def test_s000_16_words_for_the_same_answer(phrase: str, code: str) -> None:
    """§12: "con flor quiero" and "con flor no quiero" are the answers to a contraflor."""
    flores = ("7e 4e 3e", FLOR)
    with_phrase, with_code = (hand(f"1 flor ; 2 contraflor ; 1 {answer}", *flores) for answer in (phrase, code))
    assert result(with_phrase) == result(with_code)
    assert judge(with_phrase).match.log[-1].hands[-1].moves[-1] == (1, code)


def test_s000_16_nothing_is_accepted_that_was_not_proposed() -> None:
    """§16: quiero answers a call."""
    for answer in ("quiero", "no-quiero", "son-buenas", "retruco", "con-flor-me-achico", "contraflor"):
        last_is_illegal(hand(f"1 {answer}", *TWO))


# ------------------------------------------------------------------------------------------------- the false flor


def test_s000_16_a_false_flor_cannot_be_sung_by_default() -> None:
    """§12: "Tampoco se puede cantar flor si no se tiene": `illegal_calls=forbid`."""
    error = last_is_illegal(hand("1 flor", *TWO))
    assert "flor" in error.message


@pytest.mark.parametrize(
    ("moves", "side", "points"),
    [
        ("1 flor", "B", 4),
        ("1 12c ; 2 flor", "A", 4),
        ("1 truco ; 2 flor", "A", 4),
        ("1 envido ; 2 flor", "A", 4),
    ],
)
def test_s000_16_a_false_flor_loses_the_hand(moves: str, side: str, points: int) -> None:
    """§16: "si alguien menciona la palabra flor, está obligado a tenerla (y si no la tiene pierde los tantos)"."""
    text = hand(moves, *TWO, options=PENALTY)
    assert awards(text) == [("penalty", side, points)]
    assert turn(text) == {}


def test_s000_16_a_false_flor_pays_the_accepted_truco() -> None:
    """AR-10: the rivals get the hand's stakes and 3: with an accepted truco 2 and 3."""
    text = hand("1 truco ; 2 quiero ; 1 4b ; 2 5o\n3 flor", *FOUR, options=PENALTY)
    assert awards(text) == [("penalty", "B", 5)]


@pytest.mark.parametrize(
    ("envido", "before_the_flor", "points"),
    [
        ("1 envido ; 2 quiero", [("envido", "A", 2), ("penalty", "A", -2)], "0-4"),
        ("1 real-envido ; 2 no-quiero", [("envido", "A", 1), ("penalty", "A", -1)], "0-4"),
        ("1 envido ; 2 envido ; 1 no-quiero", [("envido", "B", 2)], "0-6"),
    ],
)
def test_s000_16_a_false_flor_costs_what_its_side_has_made(
    envido: str, before_the_flor: list[object], points: str
) -> None:
    """§16: "pierde los tantos de la mano": those already made too. The rivals keep their points, because there is no
    flor that would cancel them."""
    held = ("7o 6o 2b", *FOUR[1:])
    text = hand(f"{envido} ; 1 2b ; 2 12c\n3 flor\n= {points}", *held, options=PENALTY)
    assert awards(text) == [*before_the_flor, ("penalty", "B", 4)]
    assert turn(text) == {}


def test_s000_16_points_taken_for_a_false_flor_are_narrated() -> None:
    text = hand("1 envido ; 2 quiero ; 1 2b ; 2 12c ; 3 flor", "7o 6o 2b", *FOUR[1:], options=PENALTY)
    assert "penalty: 2 taken back from A, said or done against the rules" in as_text(judge(text))


def test_s000_16_with_penalty_everybody_may_say_flor() -> None:
    """AR-10 `illegal_calls=penalty`: everybody may say flor, so it reveals nothing."""
    assert "flor" in turn(hand("", *TWO, options=PENALTY))[1]
    assert "flor" not in turn(hand("", *TWO))[1]


def test_s000_16_with_penalty_a_true_flor_is_a_flor() -> None:
    """§12: a player with a flor scores it."""
    assert awards(hand("1 flor", FLOR, TWO[1], options=PENALTY)) == [("flor", "A", 3)]
    contested = hand("1 flor ; 2 contraflor ; 1 quiero", FLOR, "7e 4e 3e", options=PENALTY)
    assert awards(contested) == [("flor", "B", 6)]


def test_s000_16_with_penalty_after_the_own_card_there_is_no_flor_to_claim() -> None:
    """§18: "ya no se admite que se cante flor"."""
    last_is_illegal(hand("1 12c ; 2 4e\n1 flor", *TWO, options=PENALTY))


# ----------------------------------------------------------------------------------------------------- the phrases


def test_s000_16_envido_envido_by_one_player_is_one_envido() -> None:
    """§16: "Envido envido: dicho por un mismo jugador vale por un envido simple"."""
    last_is_illegal(hand("1 envido\n1 envido", *TWO))
    last_is_illegal(hand("1 envido\n1 falta-envido", *TWO))


def test_s000_16_envido_mi_truco_is_both() -> None:
    """§16: "Envido mi truco: valen las dos expresiones": first the envido, then the truco."""
    text = hand("1 envido ; 2 no-quiero ; 1 truco ; 2 no-quiero", *TWO)
    assert score(text) == (2, 0)


def test_s000_16_envido_mi_flor_is_envido() -> None:
    """§16: "Envido mi flor: vale lo primero, o sea el envido"."""
    last_is_illegal(hand("1 envido ; 2 envido\n1 flor", FLOR, TWO[1]))
    assert awards(hand("1 envido ; 2 quiero", "1o 7o 10o", TWO[1])) == [("envido", "B", 2)]


def test_s000_16_paso_y_quiero() -> None:
    """§16: "En los casos en que se haga un desafío doble … Si únicamente se acepta una parte"."""
    refused = hand("1 truco ; 2 envido ; 1 no-quiero ; 2 quiero", *TWO)
    assert awards(refused) == [("envido", "B", 1)]
    assert list(turn(refused)) == [1]
    accepted = hand("1 truco ; 2 envido ; 1 quiero ; 2 no-quiero", *TWO)
    assert awards(accepted) == [("envido", "A", 2), ("truco", "A", 1)]


def test_s000_16_a_truco_is_not_raised_without_being_accepted() -> None:
    """§16: "En el truco no puede retrucarse sin haber manifestado antes claramente que se aceptaba la anterior"."""
    assert awards(hand("1 truco ; 2 quiero-retruco ; 1 quiero-vale-cuatro ; 2 no-quiero", *TWO)) == [("truco", "A", 3)]
    assert illegal(hand("1 retruco", *TWO)).line == 6
