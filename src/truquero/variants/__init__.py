"""The regional games, one file each, and the registry that finds them by name."""

from __future__ import annotations

import copyreg
import pickle
from functools import lru_cache
from typing import Any

from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.rules.options import OptionError, as_text
from truquero.rules.suggestions import with_suggestion
from truquero.variants import (
    argentino,
    asturiano,
    autoridades,
    belmez,
    gauderio,
    mineiro,
    navarrevisca,
    paulista,
    quesada,
    trucardo,
    uruguayo,
    valenciano,
    venezolano,
)
from truquero.variants.preset import Preset, checked_players

_FAMILY = (
    *(argentino, trucardo, uruguayo, venezolano),
    *(navarrevisca, belmez, quesada, valenciano, asturiano, autoridades),
    *(paulista, mineiro, gauderio),
)
VARIANTS: dict[str, Preset] = {module.PRESET.name: module.PRESET for module in _FAMILY}
"""The games by name.

>>> VARIANTS["paulista"].title, VARIANTS["paulista"].players
('Truco paulista', (4, 2, 6))
>>> [option.name for option in VARIANTS["paulista"].options][:3]
['target', 'word', 'tie_policy']
"""


def preset(name: str) -> Preset:
    """Return the preset of that name. Raise OptionError if there is none."""
    if not isinstance(name, str):
        message = _("{given} is not the name of a variant; the variants are {names}")
        raise OptionError(message.format(given=repr(name), names=", ".join(VARIANTS)))
    chosen = VARIANTS.get(name.lower())
    if chosen is None:
        message = _("unknown variant {name}; the variants are {names}")
        problem = message.format(name=repr(name), names=", ".join(VARIANTS))
        raise OptionError(with_suggestion(problem, name, VARIANTS))
    return chosen


def rules_of(name: str, players: int | None = None, **options: object) -> Rules:
    """Return the rules of a variant, with its options. Without `players` it has its usual number of players.

    >>> rules = rules_of("belmez", 2, patas=3)
    >>> rules.match.games_to_win, rules.changed
    (2, {'patas': '3'})
    """
    seats = None if players is None else checked_players(players)
    return _rules(preset(name).name, seats, tuple(sorted((key, as_text(value)) for key, value in options.items())))


@lru_cache(maxsize=256)
def _rules(name: str, players: int | None, options: tuple[tuple[str, str], ...]) -> Rules:
    """Return the rules from a cache. Sharing them is safe because rules are immutable."""
    return preset(name).rules(players, **dict(options))


def _reduce_rules(rules: Rules) -> str | tuple[Any, ...]:
    """Return how to pickle rules: those of a variant by name and options, all others by value."""
    if rules.variant in VARIANTS:
        named = rules_of(rules.variant, rules.players, **rules.changed)
        if named == rules and (named.voices, named.options) == (rules.voices, rules.options):
            return _unpickle_rules, (rules.variant, rules.players, dict(rules.changed))
    return object.__reduce_ex__(rules, pickle.HIGHEST_PROTOCOL)


def _unpickle_rules(name: str, players: int, changed: dict[str, str]) -> Rules:
    """Return the rules that a pickle refers to by name."""
    return rules_of(name, players, **changed)


rules_of_pickle = rules_of_name = _unpickle_rules  # its names in the pickles of older versions

copyreg.pickle(Rules, _reduce_rules)

__all__ = ["VARIANTS", "Preset", "Rules", "preset", "rules_of"]
