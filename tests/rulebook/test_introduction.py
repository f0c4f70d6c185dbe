"""The introduction for newcomers: the rules of a game in a minute, and the meaning of each house-rule value."""

from __future__ import annotations

import pytest

from truquero.i18n import LANGUAGES, speaking
from truquero.rulebook.choices import choices_in_words
from truquero.rulebook.minute import FAN, in_a_minute
from truquero.variants import VARIANTS, Preset, preset

GAMES = tuple(VARIANTS.values())


@pytest.mark.parametrize("preset", GAMES, ids=lambda preset: preset.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_minute_covers_every_lance_of_the_game(preset: Preset, language: str) -> None:
    rules = preset.rules()
    with speaking(language):
        minute = in_a_minute(preset)
    lances = 1 + (rules.envido is not None) + (rules.flor is not None)
    assert len(minute.sentences) == 2 + lances + (rules.deal.turned != "")
    assert all(text.endswith(".") and len(text) < 420 for _heading, text in minute.sentences)
    assert str(rules.match.target) in minute.sentences[-1][1]
    assert len(minute.best) == FAN
    assert set(minute.best) <= set(rules.pack)
    assert (minute.turned is not None) == bool(rules.deal.turned)  # the best cards depend on the turned card


def choice_texts(variant: str, name: str) -> dict[str, str]:
    [option] = [option for option in preset(variant).options if option.name == name]
    return choices_in_words(preset(variant), option)


def test_the_values_of_a_house_rule_are_explained_by_the_book() -> None:
    assert choice_texts("argentino", "tie_lead") == {
        "same_leader": "The player who led the tied trick leads again.",
        "first_tied": "The player of the first of the tied cards leads.",
        "tier": "The player who made the tie leads.",
    }
    assert choice_texts("argentino", "picapica_until")["15"].endswith("15 points.")


def test_each_explanation_is_understood_beside_its_value() -> None:
    assert choice_texts("argentino", "tie_policy")["MANO-TRICK"].startswith("No trick is tied: of equal cards,")
    assert choice_texts("trucardo", "ranking")["inversa"] == "The order reversed."
    assert choice_texts("quesada", "phases")["round"] == "All hands are played by everybody; no duels."


def test_a_value_is_explained_for_a_number_of_players_where_it_matters() -> None:
    assert preset("argentino").rules().duels is None
    assert choice_texts("argentino", "picapica_hidden")["on"]


def test_sentences_that_all_values_share_are_left_out() -> None:
    texts = choice_texts("paulista", "blind_calls")
    assert texts["off"] == ""
    assert "Without a call nobody gains anything" not in texts["on"]


@pytest.mark.parametrize("preset", GAMES, ids=lambda preset: preset.name)
def test_every_named_value_has_an_explanation(preset: Preset) -> None:
    for option in preset.options:
        for choice, explanation in choices_in_words(preset, option).items():
            assert explanation or choice in ("on", "off") or choice[0].isdigit(), (option.name, choice)


def test_numbers_need_no_words() -> None:
    assert choice_texts("argentino", "target") == {}
