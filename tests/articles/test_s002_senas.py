"""Navarrevisca, S002 Señas del Truco: the signs with their gestures, and the order of the cards they tell."""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise

import pytest

from tests.support.record_queries import hand, judge, taker, turn
from truquero.rulebook.appendix_sections import signs_section
from truquero.rulebook.card_and_move_names import Names
from truquero.variants import rules_of
from truquero.variants.gestures import GESTURES, MEANINGS

VOICES = rules_of("navarrevisca").voices
TWO = ("4c 6e 12o", "5o 1e 7b")
FOUR = (*TWO, "4e 6o 11c", "3c 2o 12b")

# What each sign of the list tells, in its order, and how it is made.
SIGNS = [
    ("two-tricks", "bite-lip"),
    ("5o", "eyebrows"),
    ("11b", "jaw"),
    ("10o", "tongue"),
    ("1e", "smack-lips"),
    ("1b", "pout"),
    ("7e", "shoulder-up"),
    ("7o", "shoulder-down"),
    ("3", "teeth"),
    ("2", "word"),
    ("1o 1c", "word"),
    ("12", "word"),
    ("low-cards", "word"),
]
TIERS = [
    ("5o",),
    ("11b",),
    ("10o",),
    ("1e",),
    ("1b",),
    ("7e",),
    ("7o",),
    ("3e", "3b", "3o", "3c"),
    ("2e", "2b", "2o", "2c"),
    ("1o", "1c"),
    ("12e", "12b", "12o", "12c"),
    ("11o", "11c", "11e"),
    ("10c", "10e", "10b"),
    ("7c", "7b"),
    ("6e", "6b", "6o", "6c"),
    ("5c", "5e", "5b"),
    ("4e", "4b", "4o", "4c"),
]
MALEZA = [card for tier in TIERS[11:] for card in tier]


taker_of = partial(taker, variant="navarrevisca")


@pytest.mark.parametrize(("number", "sign"), list(enumerate(SIGNS, start=1)))
def test_sign_of_the_list(number: int, sign: tuple[str, str]) -> None:
    """«La mordía: mordiéndose el labio inferior …», one after the other."""
    listed = VOICES.signs[number - 1]
    assert (listed.shows, listed.gesture) == sign
    assert listed.source.startswith("S002")
    assert listed.gesture in GESTURES
    assert listed.shows in MEANINGS or listed.shows[0].isdigit()


def test_signs_are_these_and_no_more() -> None:
    assert len(VOICES.signs) == len(SIGNS) == 13
    assert len({sign.name for sign in VOICES.signs}) == 13


@pytest.mark.parametrize(
    ("card", "names"),
    [
        ("7e", {"gallega de espadas"}),
        ("7o", {"gallega de oros"}),
        ("2", {"soplillos", "rastrogeros"}),
        ("1o 1c", {"tantos gordos"}),
        ("12", {"tantos"}),
        ("low-cards", {"maleza", "ciega"}),
    ],
)
def test_words_of_the_signs(card: str, names: set[str]) -> None:
    """7 and 8: «gallega»; 10 to 13 are said."""
    assert set(VOICES.names[card]) == names


def test_sign_14_false_ones_are_allowed() -> None:
    """«También vale hacer señas falsas»: nobody asks for the card, and nothing in the hand changes."""
    before = turn(hand("", *FOUR, variant="navarrevisca"))
    for sign in VOICES.signs:
        for seat in (1, 2, 3, 4):
            assert turn(hand(f"{seat} sena-{sign.name}", *FOUR, variant="navarrevisca")) == before
    under_a_call = hand("1 truco ; 3 sena-cinco-de-oros ; 4 sena-mordia", *FOUR, variant="navarrevisca")
    assert turn(under_a_call) == turn(hand("1 truco", *FOUR, variant="navarrevisca"))


def test_signs_before_arriba_or_abajo() -> None:
    """§12: «para eso están las señas»."""
    text = hand("3 sena-cinco-de-oros ; 1 arriba", *FOUR, variant="navarrevisca", score="29-10")
    assert list(turn(text)) == [1]


def test_the_proverb() -> None:
    """«colocar bien el farol y no olvidar el retruco»."""
    sayings = [verse for verses in VOICES.verses.values() for verse in verses]
    assert any("olvidar el retruco" in verse for verse in sayings)


def test_arriba_and_abajo_are_said_when_deciding() -> None:
    """§7: the words of the last hand are heard instead of quiero and no quiero."""
    match = judge(hand("1 arriba", *TWO, variant="navarrevisca", score="29-10")).match
    assert match.log[-1].hands[-1].moves == [(1, "quiero")]
    assert VOICES.say["quiero@decide"] == ("arriba",)
    assert VOICES.say["no-quiero@decide"] == ("abajo",)


# ------------------------------------------------------------------------------------------------- the order they tell


@pytest.mark.parametrize(("higher", "lower"), list(pairwise(TIERS)), ids=lambda tier: tier[0])
def test_each_rung_beats_the_next(higher: tuple[str, ...], lower: tuple[str, ...]) -> None:
    """Señas 2 to 12 name the order from the five of oros to the kings; NV-1 below them."""
    for high in higher:
        for low in lower:
            assert (taker_of(high, low), taker_of(low, high)) == ("A", "B")


@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier[0])
def test_cards_of_a_rung_tie(tier: tuple[str, ...]) -> None:
    for first, second in combinations(tier, 2):
        assert taker_of(first, second) is None


def test_seventeen_rungs_of_forty_cards() -> None:
    strengths = rules_of("navarrevisca").ranking.strengths()
    assert sorted(strengths) == sorted(card for tier in TIERS for card in tier)
    assert len(set(strengths.values())) == len(TIERS) == 17


@pytest.mark.parametrize(("high", "low"), [("11c", "4e"), ("10b", "7c"), ("7b", "6e"), ("6o", "5e"), ("5c", "4c")])
def test_option_maleza_equal(high: str, low: str) -> None:
    """13: «El resto de las cartas son maleza o ciega», all alike as a house rule."""
    assert taker_of(high, low, options="maleza_equal=on") is None
    assert taker_of(high, low) == "A"


def test_option_maleza_equal_touches_nothing_above() -> None:
    strengths = rules_of("navarrevisca", maleza_equal="on").ranking.strengths()
    by_name = {str(card): height for card, height in strengths.items()}
    assert {by_name[card] for card in MALEZA} == {0}
    assert [by_name[tier[0]] for tier in TIERS[:11]] == list(range(11, 0, -1))
    assert len(MALEZA) == 19


def test_the_rule_book_lists_the_phrases_and_the_name() -> None:
    """1: «La mordía»; 10 to 13 are said, so the book tells what is said."""
    rules = rules_of("navarrevisca")
    text = str(signs_section([rules], Names(rules)))
    for phrase in ("la mordía", "soplillos, rastrogeros", ": tantos gordos", ": tantos", ": maleza, ciega"):
        assert phrase in text
