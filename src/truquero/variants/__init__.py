"""The regional games: one file each, and the registry that finds them by name."""

from __future__ import annotations

from truquero.rules.game import Rules
from truquero.rules.options import OptionError
from truquero.variants import argentino, belmez, paulista
from truquero.variants.preset import Preset

VARIANTS: dict[str, Preset] = {module.PRESET.name: module.PRESET for module in (argentino, paulista, belmez)}


def preset(name: str) -> Preset:
    """The preset of that name."""
    found = VARIANTS.get(name.lower())
    if found is None:
        raise OptionError(f"unknown variant {name!r}; the variants are {', '.join(VARIANTS)}")
    return found


def rules_of(name: str, players: int | None = None, **options: object) -> Rules:
    """The rules of a variant: `rules_of("belmez", 2, patas=3)`."""
    return preset(name).rules(players, **options)


__all__ = ["VARIANTS", "Preset", "Rules", "preset", "rules_of"]
