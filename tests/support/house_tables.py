"""The tables at which a house rule has an effect."""

from __future__ import annotations

from functools import cache

from truquero import VARIANTS, rules_of
from truquero.rules.game import Rules
from truquero.rules.options import NumberOption, RuleOption

_usual = cache(rules_of)


def farthest(option: RuleOption) -> str:
    """Return a value of an option that is far from the usual one."""
    return "7" if isinstance(option, NumberOption) else option.choices[-1]


def smallest_table(variant: str, option: str, value: str) -> Rules | None:
    """Return the rules with this value for the smallest number of players whose game it changes, or None."""
    for players in sorted(VARIANTS[variant].players):
        rules = rules_of(variant, players, **{option: value})
        if rules != _usual(variant, players):
            return rules
    return None
