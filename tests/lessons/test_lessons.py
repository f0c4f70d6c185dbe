"""The lessons: the engine plays every guided hand, the results are those of the data, and all texts are translated."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from truquero.cards import CARDS
from truquero.i18n import LANGUAGES, speaking
from truquero.i18n.wrapping import quoted
from truquero.lessons import LEARNER, LessonHand, lesson_of, moments, opened, ranked_cards
from truquero.lessons.lesson import SHARED, texts_in
from truquero.rules.moves import LEAVE
from truquero.variants import VARIANTS

TAUGHT = tuple(VARIANTS)
ONE_OF = {"accept_rule": 3, "accept_quarter": 4}  # these texts tell to accept from one of so many won hands on
LONGEST_TEXT = 420  # characters, so that a text can be read beside the cloth of a phone


def hands() -> Iterator[tuple[str, LessonHand]]:
    for name in TAUGHT:
        for number, hand in enumerate(lesson_of(name).hands, 1):
            yield f"{name}-{number}", hand


each_hand = pytest.mark.parametrize("hand", [pytest.param(hand, id=name) for name, hand in hands()])


@each_hand
def test_the_guided_moves_are_legal_and_end_the_hand_with_its_points(hand: LessonHand) -> None:
    *_, last = moments(hand)
    log = last.match.hand_log
    assert last.match.turn == {}
    assert tuple(after - before for before, after in zip(log.score_before, log.score_after, strict=True)) == hand.points


@each_hand
def test_every_answer_is_to_a_legal_move(hand: LessonHand) -> None:
    for moment in moments(hand):
        if moment.decision is not None:
            legal = moment.match.view(LEARNER).moves
            assert set(moment.decision.replies) <= {*legal, LEAVE} - {moment.decision.move}


@each_hand
def test_an_answer_about_bets_is_not_given_to_a_card(hand: LessonHand) -> None:
    for moment in moments(hand):
        if moment.decision is not None and moment.decision.wrong.name == "wrong_bet_first":
            unanswered = {*moment.match.view(LEARNER).moves} - {moment.decision.move, *moment.decision.replies}
            assert not unanswered & {*CARDS}


@each_hand
def test_every_text_is_in_every_language(hand: LessonHand) -> None:
    for text in hand.texts:
        assert {*LANGUAGES} <= {*text.translations}, text.name
        for language in LANGUAGES:
            assert text.placeholders(language) == text.placeholders("en"), text.name
            with speaking(language):
                assert 0 < len(str(text)) <= LONGEST_TEXT, text.name


@each_hand
def test_quotation_marks_are_those_of_the_language(hand: LessonHand) -> None:
    for text in hand.texts:
        for language in LANGUAGES:
            with speaking(language):
                opening, closing = quoted("/").split("/")
                assert {*str(text)} & {*"«»“”"} <= {opening, closing}, (text.name, language)


@each_hand
def test_the_share_of_hands_to_accept_follows_from_the_stakes(hand: LessonHand) -> None:
    accepted, refused = hand.rules.truco.rungs[0].stake.points, hand.rules.truco.base.points
    for text in hand.intro:
        if text.name in ONE_OF:
            assert Fraction(accepted - refused, 2 * accepted) == Fraction(1, ONE_OF[text.name])


@each_hand
def test_figures_count_only_in_packs_that_have_them(hand: LessonHand) -> None:
    if any((text.file, text.name) == (SHARED, "envido_count") for text in hand.intro):
        assert any(card.rank >= 10 for card in hand.rules.pack)


def test_every_text_is_used() -> None:
    used = {(text.file, text.name) for _name, hand in hands() for text in hand.texts}
    written = {(name, entry) for name in (*TAUGHT, SHARED) for entry in texts_in(name)}
    assert used == written


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_has_five_to_eight_hands(name: str) -> None:
    taught = lesson_of(name).hands
    assert 5 <= len(taught) <= 8
    assert all(hand.decisions for hand in taught)


def test_the_order_of_the_cards_is_that_of_the_engine() -> None:
    hand = lesson_of("argentino").hands[0]
    rows = ranked_cards(hand)
    assert rows[:4] == (("1e",), ("1b",), ("7e",), ("7o",))
    assert sorted(card for row in rows for card in row) == sorted(hand.rules.pack)


def test_a_hand_begins_with_its_mano_and_score() -> None:
    hand = lesson_of("argentino").hands[1]
    assert opened(hand).view(LEARNER).seats[0] == hand.mano
