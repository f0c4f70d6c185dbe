"""Tables at which a house rule matters."""

from __future__ import annotations

from functools import cache

from truquero import VARIANTS, rules_of
from truquero.rules.game import Rules
from truquero.rules.options import NumberOption, Option

_usual = cache(rules_of)


def farthest(option: Option) -> str:
    """Return the value of an option that is farthest from the usual one."""
    return "7" if isinstance(option, NumberOption) else option.choices[-1]


def smallest_table(variant: str, option: str, value: str) -> Rules | None:
    """Return the rules with this value for the fewest players whose game it changes, None where it changes none."""
    for players in sorted(VARIANTS[variant].players):
        rules = rules_of(variant, players, **{option: value})
        if rules != _usual(variant, players):
            return rules
    return None
