"""The words of a guest make a move, lead to a question, or are refused with the reason."""

from __future__ import annotations

import pytest

from truquero import Match
from truquero.i18n import speaking
from truquero.rules.expressions import NOTHING
from truquero.server.tables.refusal import Refusal
from truquero.server.ws.page_messages import Talk
from truquero.server.ws.table_talk import read_talk

CARDS = {1: "1e 7e 4c", 2: "3b 11o 10e"}
FOUR = {**CARDS, 3: "4e 5b 12c", 4: "4b 5e 12o"}


def table(*moves: str, cards: dict[int, str] = CARDS, score: tuple[int, int] = (0, 0)) -> Match:
    match = Match.from_cards("argentino", cards, score=score, flor="on")
    for move in moves:
        match.play(1, move)
    return match


def refusal_of(match: Match, seat: int, words: str, meaning: str = "", *, confirms: bool = False) -> Refusal:
    with speaking("en"), pytest.raises(Refusal) as refused:
        read_talk(match, seat, Talk(1, 1, words, meaning, confirms))
    return refused.value


def choices_of(refused: Refusal) -> list[str]:
    return [choice.meaning for choice in refused.choices]  # type: ignore[attr-defined]


def test_a_call_is_made() -> None:
    assert read_talk(table(), 1, Talk(1, 1, "¡Truco!")) == ("truco",)
    assert read_talk(table("envido"), 2, Talk(1, 1, "quiero y truco")) == ("quiero", "truco")


@pytest.mark.parametrize("words", ["Good evening!", "buenas tardes", "vamos", "12 x 3"])
def test_words_that_are_no_call_are_said_to_be_none(words: str) -> None:
    assert refusal_of(table(), 1, words).code == "no-call"
    assert refusal_of(table(), 2, words).code == "no-call", "also while another seat has the turn"


@pytest.mark.parametrize(
    ("seat", "words", "reason"),
    [
        (1, "flor", "you hold no flor"),
        (2, "contraflor", "you hold no flor"),
        (1, "quiero", "there is nothing to answer"),
        (1, "retruco", "the next call is truco"),
        (2, "truco", "it is not your turn"),
        (2, "quiero", "it is not your turn"),
        (1, "juego el as de bastos", "you do not have that card"),
    ],
)
def test_a_call_that_cannot_be_made_now_is_refused_with_the_reason(seat: int, words: str, reason: str) -> None:
    refused = refusal_of(table(), seat, words)
    assert (refused.code, str(refused)) == ("illegal", f"“{words}” cannot be said now: {reason}")


def test_a_flor_after_a_flor_of_the_rivals_is_refused_for_the_cards_and_not_for_the_time() -> None:
    match = table("flor", cards={1: "4o 5o 6o", 2: "3b 11o 10e"})
    assert str(refusal_of(match, 2, "flor")) == "“flor” cannot be said now: you hold no flor"
    assert str(refusal_of(match, 1, "flor")) == "“flor” cannot be said now: it is too late for a flor"


@pytest.mark.parametrize("words", ["flor", "¡Flor!", "contraflor"])
def test_a_table_without_flor_says_so(words: str) -> None:
    match = Match.from_cards("argentino", CARDS, flor="off")
    for seat in (1, 2):
        refused = refusal_of(match, seat, words)
        assert (refused.code, str(refused)) == ("illegal", "This table plays without flor.")
    assert refusal_of(match, 1, "qué linda flor").code == "no-call"


def test_after_the_hand_nothing_can_be_called() -> None:
    match = table()
    match.play(1, "mazo")
    assert str(refusal_of(match, 1, "truco")) == "“truco” cannot be said now: the hand is over"


def test_words_with_several_meanings_lead_to_a_choice() -> None:
    refused = refusal_of(table("truco"), 2, "quiero envido")
    assert (refused.code, choices_of(refused)) == ("unclear", ["quiero", "envido"])
    assert read_talk(table("truco"), 2, Talk(1, 1, "quiero envido", "envido")) == ("envido",)
    assert choices_of(refusal_of(table("truco"), 2, "quiero envido", "mazo")) == ["quiero", "envido"]


def test_paso_beside_a_partner_may_be_silence() -> None:
    match = table("truco", cards=FOUR)
    assert choices_of(refusal_of(match, 2, "paso")) == ["no-quiero", NOTHING]
    assert read_talk(match, 2, Talk(1, 1, "paso", NOTHING)) == (NOTHING,)


def test_a_call_within_other_words_is_asked_for() -> None:
    words = "qué truco más bonito sería"
    refused = refusal_of(table(), 1, words)
    assert (refused.code, choices_of(refused)) == ("unclear", ["truco"])
    assert read_talk(table(), 1, Talk(1, 1, words, "truco")) == ("truco",)


def test_a_card_that_is_asked_for_is_named() -> None:
    refused = refusal_of(table(), 1, "ancho")
    assert (str(refused), [choice.words for choice in refused.choices]) == ("Is this a call?", ["ace of swords"])  # type: ignore[attr-defined]


def test_a_page_may_be_asked_before_a_bet_of_the_whole_game() -> None:
    match = table(score=(20, 3))
    assert read_talk(match, 1, Talk(1, 1, "falta envido")) == ("falta-envido",)
    refused = refusal_of(match, 1, "falta envido", confirms=True)
    assert [(choice.meaning, choice.ends_game) for choice in refused.choices] == [("falta-envido", True)]  # type: ignore[attr-defined]
    assert read_talk(match, 1, Talk(1, 1, "falta envido", "falta-envido", confirms=True)) == ("falta-envido",)
    assert read_talk(match, 1, Talk(1, 1, "envido", confirms=True)) == ("envido",)
