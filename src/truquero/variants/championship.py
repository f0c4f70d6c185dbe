"""The championship table: house rules for tables where every word counts."""

from __future__ import annotations

from truquero.i18n import _
from truquero.variants.option_groups import has_points
from truquero.variants.preset import Preset

SECONDS = 30  # for a move, at tables with a clock
RESERVE = 180  # further seconds for the whole match

# S000 §16: reserved words bind, and false flores and illegal calls cost points. S000 §12, §13: the players declare
# their points. S004 Mão de onze: a truco costs three points. Each variant takes the house rules that it has.
_OPTIONS = {
    "strict_words": "on",
    "declare": "manual",
    "illegal_calls": "penalty",
    "truco_mao11": "penalty",
}
_PENALTIES = ("illegal_calls", "truco_mao11")


def championship_options(preset: Preset) -> dict[str, str]:
    """Return the house rules of a championship table of a variant.

    >>> from truquero.variants import preset
    >>> championship_options(preset("paulista"))
    {'strict_words': 'on', 'truco_mao11': 'penalty'}
    """
    names = {option.name for option in preset.options}
    if not has_points(preset):
        names.discard("declare")
    return {name: value for name, value in _OPTIONS.items() if name in names}


def missing_from_championship(preset: Preset) -> tuple[str, ...]:
    """Return what a championship table of a variant lacks, in the current language."""
    lacks_penalties = not any(name in _PENALTIES for name in championship_options(preset))
    return (
        *((_("illegal calls are refused, not punished"),) if lacks_penalties else ()),
        *(() if has_points(preset) else (_("there are no points to declare"),)),
    )


def championship_in_words(preset: Preset) -> str:
    """Return what a championship table of a variant sets, in the current language."""
    options = championship_options(preset)
    parts = [_("strict words")]
    if "declare" in options:
        parts.append(_("declared points"))
    if "illegal_calls" in options:
        parts.append(_("penalties for false flores and illegal calls"))
    elif "truco_mao11" in options:
        parts.append(_("a penalty for illegal calls"))
    return ", ".join(parts)
