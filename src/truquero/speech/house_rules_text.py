"""The house rules of a table in words."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.i18n import _
from truquero.rulebook.choices import choices_in_words
from truquero.rules.game import Rules
from truquero.variants import VARIANTS, Preset
from truquero.variants.styles import REMARKS


def house_rules(rules: Rules) -> Iterator[str]:
    """Yield each house rule that differs from the default of the variant: "envido twice at most".

    The rules of a house file that is no variant of ours keep the names of their options.
    """
    preset = VARIANTS.get(rules.variant)
    for name, value in rules.changed.items():
        yield f"{name}={value}" if preset is None else _house_rule(preset, name, value)


def _house_rule(preset: Preset, name: str, value: str) -> str:
    remark = REMARKS.get((name, value))
    if remark is not None:
        return _(remark)
    option = next(option for option in preset.options if option.name == name)
    states = states_of_switch()
    meaning = "" if value in states or value.isdigit() else choices_in_words(preset, option)[value].removesuffix(".")
    return f"{_(option.description)}: {states.get(value) or meaning or value}"


def states_of_switch() -> dict[str, str]:
    """Return the words for a switch that is on or off."""
    return {"on": _("yes"), "off": _("no")}
