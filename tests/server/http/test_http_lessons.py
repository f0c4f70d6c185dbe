"""The lessons as the page gets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.served import Served, Visitor, settings_in
from truquero.i18n import speaking
from truquero.lessons import lesson_of
from truquero.rules.options import OptionError
from truquero.server.http.lessons import lesson_as_json, lesson_in_steps
from truquero.variants import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_step_has_the_decision_of_the_data_and_its_legal_move(variant: str) -> None:
    for hand, deal in zip(lesson_of(variant).hands, lesson_in_steps(variant, "pt").hands, strict=True):
        decided = [step for step in deal.steps if step.decision is not None]
        assert [step.decision.move for step in decided if step.decision] == [each.move for each in hand.decisions]
        for step in decided:
            assert step.decision is not None
            assert step.decision.move in {choice.code for choice in step.hand.choices}
        assert deal.steps[-1].hand.over
        with speaking("pt"):
            assert deal.end == str(hand.end)


def test_the_cards_of_the_others_stay_hidden_until_they_are_played() -> None:
    first, *_others, last = lesson_in_steps("argentino", "en").hands[0].steps
    assert first.hand.cards == ("3o", "1b", "4c")
    assert first.hand.laid == ()
    assert {laid.card for laid in last.hand.laid if laid.seat == 2} == {"2e", "12c", "7o"}


def test_a_variety_of_a_language_has_its_texts() -> None:
    assert lesson_in_steps("argentino", "es-AR").hands[0].title == lesson_in_steps("argentino", "es").hands[0].title


def test_the_server_answers_in_the_language_of_the_request(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        lesson = Visitor(served, "Ana").ask("/api/lessons/belmez")
    assert lesson == json.loads(lesson_as_json("belmez", "en"))


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(OptionError, match="tute"):
        lesson_as_json("tute", "en")
