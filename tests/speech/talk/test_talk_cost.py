"""Reading takes time in proportion to the number of words, whatever the words are."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.counts import calls_of, instructions_of
from truquero import rules_of
from truquero.speech.talk import read
from truquero.variants import VARIANTS

WORDS = (
    "1 ",  # a card, and an article
    "as ",
    "2 ",
    "no as ",
    "as no ",
    "as no, ",
    "no hay la ",
    "truco 5 ",
    "truco, 5 ",
    "truco o no truco ",
    "quiero el truco ",
    "no quiero, envido ",
    "tapada as ",
    "veinte y uno ",
    "trucos ",
)
BEGINNINGS = ("", "no ")
INSTRUCTIONS_FOR_A_LETTER = 4000  # twice what the costliest words need
LETTERS = 60  # the work grows with their number, as the other test shows, so a longer text says nothing new


@pytest.mark.parametrize(("variant", "championship"), [("argentino", True), ("paulista", False)])
def test_reading_takes_time_proportional_to_the_words(variant: str, championship: bool) -> None:
    rules = rules_of(variant, 2)
    for unit in WORDS:
        for beginning in BEGINNINGS:
            texts = [beginning + unit * times for times in (6, 12, 18)]
            read(texts[0], rules, championship=championship)  # fill the caches first
            tasks = (partial(read, text, rules, championship=championship) for text in texts)
            first, second, third = map(calls_of, tasks)
            assert third - second < 1.25 * (second - first), (beginning, unit)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_character_is_expensive_to_read(variant: str) -> None:
    rules = rules_of(variant, 2)
    for unit in WORDS:
        words = (unit * LETTERS)[:LETTERS]
        read(words, rules)
        assert instructions_of(partial(read, words, rules)) < INSTRUCTIONS_FOR_A_LETTER * len(words), unit
