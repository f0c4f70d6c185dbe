"""The groups of house rules, the important ones first, and the conditions under which a house rule matters."""

from __future__ import annotations

from collections.abc import Mapping

from truquero.i18n import N_
from truquero.rules.options import RuleOption
from truquero.variants.preset import Preset

# The title of each group, and its house rules in all variants.
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        N_("Length of the match and pack"),
        (
            *("target", "cama_points", "chicos", "patas", "camas", "games", "voltas", "deck", "ranking"),
            *("maleza_equal", "finish_hand_before_win"),
        ),
    ),
    (
        N_("Envido"),
        (
            *("envido_limits", "max_replies", "envit_mode", "envite_unit", "falta_mode", "envido_first", "envit_who"),
            *("envit_show_card", "envite_after_own_card", "envite_cumulative", "reserva_envite"),
            "mazo_first_trick_bonus",
        ),
    ),
    (
        N_("Flor"),
        (
            *("flor", "flor_forced", "flor_window", "flor_per_card", "flor_achico", "contraflor_refused"),
            *("contraflor_raise", "resto_mode", "resto_value", "resto_refused", "pedir_flor", "pedir_flor_fail"),
        ),
    ),
    (
        N_("Truco and tricks"),
        (
            *("truco_ladder", "joc_fora", "word", "raise_limit", "tie_policy", "all_tied", "tie_lead", "covered_cards"),
            *("blind_calls", "escuro_mode", "exposta_level", "tie_truco_value", "perros"),
        ),
    ),
    (
        N_("Phases of the match"),
        (
            *("gallo", "gallo_seat", "gallo_mano", "picapica_8", "picapica_from", "picapica_until", "picapica_hidden"),
            *("phases", "cortaos_pairing", "redondo_switch", "both_29", "truco_mao11", "mao_ferro_cega"),
        ),
    ),
    (N_("Conduct"), ("declare", "strict_words", "illegal_calls", "exposed_card")),
)

Condition = Mapping[str, str]  # values of other house rules, and of `players`

_NEVER: tuple[Condition, ...] = ({"players": "0"},)  # no table has this number of players
_FLOR: tuple[Condition, ...] = ({"flor": "on"},)
_PICAPICA: tuple[Condition, ...] = ({"players": "6"}, {"players": "8", "picapica_8": "neighbours"})
_CORTAOS: tuple[Condition, ...] = ({"players": "4", "phases": "cortaillos"},)
# A house rule that is not listed here always matters; the others matter if one of their conditions holds.
_CONDITIONS: dict[str, tuple[Condition, ...]] = {
    "falta_mode": ({"voltas": "cumulative"},),
    "flor_forced": _FLOR,
    "flor_window": _FLOR,
    "flor_per_card": _FLOR,
    "flor_achico": _FLOR,
    "contraflor_refused": _FLOR,
    "contraflor_raise": _FLOR,
    "resto_mode": _FLOR,
    "resto_refused": _FLOR,
    "pedir_flor": _FLOR,
    "pedir_flor_fail": ({"flor": "on", "pedir_flor": "on"},),
    "gallo": ({"players": "3"},),
    "gallo_seat": ({"players": "3", "gallo": "fijo"},),
    "gallo_mano": ({"players": "3"},),
    "picapica_8": ({"players": "8"},),
    "picapica_from": _PICAPICA,
    "picapica_until": _PICAPICA,
    "picapica_hidden": _PICAPICA,
    "phases": ({"players": "4"},),
    "cortaos_pairing": _CORTAOS,
    "redondo_switch": _CORTAOS,
}


def grouped_options(preset: Preset) -> list[tuple[str, list[RuleOption]]]:
    """Return the house rules of a variant in groups, each with its title. Groups without house rules are left out."""
    options = {option.name: option for option in preset.options}
    groups = [(title, [options[name] for name in names if name in options]) for title, names in GROUPS]
    return [(title, members) for title, members in groups if members]


def has_points(preset: Preset) -> bool:
    """Return whether the cards of a variant have points to declare."""
    rules = preset.rules()
    return rules.envido is not None or rules.flor is not None


def conditions_of(preset: Preset, option: RuleOption) -> tuple[Condition, ...]:
    """Return the conditions of which one must hold for a house rule to matter; none if it always matters.

    They name only house rules of the variant, and `players`.
    """
    if option.name == "declare" and not has_points(preset):
        return _NEVER
    known = {"players", *(known_option.name for known_option in preset.options)}
    conditions = [
        {name: value for name, value in condition.items() if name in known}
        for condition in _CONDITIONS.get(option.name, ())
    ]
    return tuple(conditions) if all(conditions) else ()


def matters(preset: Preset, option: RuleOption, players: int, chosen: Mapping[str, str]) -> bool:
    """Return whether a house rule makes a difference for a number of players and chosen values of other house rules."""
    values = {known.name: preset.default(known, players) for known in preset.options}
    values = {**values, **chosen, "players": str(players)}
    conditions = conditions_of(preset, option)
    return not conditions or any(condition.items() <= values.items() for condition in conditions)
