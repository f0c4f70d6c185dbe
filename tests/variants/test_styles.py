"""The styles of play of each variant: quick, classic and by the book."""

from __future__ import annotations

import pytest

from truquero.rules.game import Rules
from truquero.rules.options import OptionError
from truquero.variants import VARIANTS, Preset, styles
from truquero.variants.house import loads
from truquero.variants.styles import BOOK, CLASSIC, QUICK, StyleName, in_one_line, style_named, styles_of

PRESETS = pytest.mark.parametrize("preset", VARIANTS.values(), ids=str)


def _rules(preset: Preset, name: StyleName) -> Rules:
    style = styles_of(preset)[name]
    return preset.rules(style.players, **style.options)


def _points(rules: Rules) -> int:
    return rules.match.games_to_win * rules.match.target


@PRESETS
def test_every_variant_has_three_different_styles(preset: Preset) -> None:
    assert list(styles_of(preset)) == [QUICK, CLASSIC, BOOK]
    assert len({in_one_line(preset, style) for style in styles_of(preset).values()}) == 3


@PRESETS
def test_by_the_book_are_the_default_rules(preset: Preset) -> None:
    assert _rules(preset, BOOK) == preset.rules()
    assert _rules(preset, BOOK).changed == {}


@PRESETS
def test_quick_is_for_two_short_and_without_an_optional_flor(preset: Preset) -> None:
    rules = _rules(preset, QUICK)
    assert rules.players == 2
    assert _points(rules) <= _points(preset.rules(2))
    assert rules.flor is None or all(option.name != "flor" for option in preset.options)


@PRESETS
def test_classic_is_no_longer_than_a_match_of_the_place(preset: Preset) -> None:
    rules = _rules(preset, CLASSIC)
    assert rules.players == max(preset.players[:2])
    assert _points(rules) <= max(_points(preset.rules()), 2 * rules.match.target)


@PRESETS
def test_the_line_of_a_style_names_each_of_its_house_rules(preset: Preset) -> None:
    length = {"target", "chicos", "patas", "camas", "games", "flor"}
    for style in styles_of(preset).values():
        assert all(setting in styles.REMARKS or setting[0] in length for setting in style.options.items())


def test_argentino_is_played_at_home_with_the_customary_envido() -> None:
    preset = VARIANTS["argentino"]
    assert styles_of(preset)[CLASSIC].options["envido_limits"] == "customary"
    assert in_one_line(preset, styles_of(preset)[BOOK]) == "4 players · best of 3 chicos of 30 points · with flor"


def test_a_file_of_house_rules_has_only_its_own_rules() -> None:
    preset = loads('name = "barrio"\nfrom = "argentino"\n')
    assert list(styles_of(preset)) == [BOOK]
    with pytest.raises(OptionError, match="barrio has no style 'quick'; its styles are book"):
        style_named(preset, QUICK)
