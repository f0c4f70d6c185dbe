"""The groups of house rules, and the conditions under which they matter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from truquero.rules.options import NumberOption, RuleOption
from truquero.variants import VARIANTS, Preset
from truquero.variants.option_groups import GROUPS, conditions_of, grouped_options, matters

# House rules that change the rules in a way that only some tables can notice: how words are read, and what duels show.
UNNOTICED = ("strict_words", "picapica_hidden")
DECLARE = "declare"  # changes the rules of every variant, but matters only if there are points
PRESETS = pytest.mark.parametrize("preset", VARIANTS.values(), ids=str)


@PRESETS
def test_every_house_rule_is_in_one_group(preset: Preset) -> None:
    grouped = [option for _title, options in grouped_options(preset) for option in options]
    assert sorted(option.name for option in grouped) == sorted(option.name for option in preset.options)


def test_no_group_names_a_house_rule_that_does_not_exist() -> None:
    known = {option.name for preset in VARIANTS.values() for option in preset.options}
    assert {name for _title, names in GROUPS for name in names} == known


@PRESETS
def test_a_house_rule_matters_exactly_if_it_changes_the_rules(preset: Preset) -> None:
    """Compare the conditions with the rules that are built, also beside each value of another house rule."""
    for players in preset.players:
        for beside in _settings(preset):
            for option in preset.options:
                if option.name in beside or option.name in (*UNNOTICED, DECLARE):
                    continue
                expected = _changes_rules(preset, option, players, beside)
                assert matters(preset, option, players, beside) == expected, (option.name, players, beside)


@PRESETS
def test_points_are_declared_only_where_cards_have_points(preset: Preset) -> None:
    [declare] = [option for option in preset.options if option.name == DECLARE]
    expected = preset.name not in ("navarrevisca", "asturiano", "autoridades", "paulista", "mineiro")
    assert [matters(preset, declare, players, {}) for players in preset.players] == [expected] * len(preset.players)


def _settings(preset: Preset) -> Iterator[dict[str, str]]:
    """Yield no setting, and each setting of a house rule that a condition names."""
    named = {name for option in preset.options for condition in conditions_of(preset, option) for name in condition}
    yield {}
    for option in preset.options:
        if option.name in named:
            yield from ({option.name: choice} for choice in option.choices)


def _changes_rules(preset: Preset, option: RuleOption, players: int, beside: dict[str, str]) -> bool:
    usual = preset.default(option, players)
    others = [str(int(usual) + 1)] if isinstance(option, NumberOption) else option.choices
    rules = preset.rules(players, **{**beside, option.name: usual})
    return any(preset.rules(players, **{**beside, option.name: choice}) != rules for choice in others)
