"""Three ways to play each variant: quick, as people play it at home, and by the book.

A style is a number of players and house rules. By the book a variant has its default rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from truquero.i18n import N_, _
from truquero.rules.game import Rules
from truquero.rules.options import OptionError
from truquero.rules.suggestions import with_suggestion
from truquero.variants.preset import Preset

StyleName = Literal["quick", "classic", "book"]
QUICK: StyleName = "quick"
CLASSIC: StyleName = "classic"
BOOK: StyleName = "book"
NAMES: dict[StyleName, str] = {QUICK: N_("Quick"), CLASSIC: N_("Classic"), BOOK: N_("By the book")}


@dataclass(frozen=True)
class Style:
    """A number of players, and the house rules that differ from the default."""

    players: int
    options: Mapping[str, str] = field(default_factory=dict)


# Players and house rules of the quick and of the classic style. The quick style is for two, is short, and has no flor
# where the flor is optional. The comments name the sources of the customs.
_STYLES: dict[str, tuple[Style, Style]] = {
    # The customary limits of the envido, and a falta that wins the game while both sides are in their malas: amoedo7
    # and Truco4AR. A single chico.
    "argentino": (
        Style(2, {"target": "15", "chicos": "1", "flor": "off", "envido_limits": "customary"}),
        Style(4, {"chicos": "1", "envido_limits": "customary", "falta_mode": "malas_win_buenas_leader"}),
    ),
    "trucardo": (Style(2, {"target": "15", "flor": "off"}), Style(4)),
    # pagat.com and gotruco: who wins another trick wins after a tie.
    "uruguayo": (
        Style(2, {"target": "20", "chicos": "1", "flor": "off"}),
        Style(4, {"chicos": "1", "tie_policy": "STD"}),
    ),
    # oocities 1686: 24 points, or 12.
    "venezolano": (Style(2, {"target": "12"}), Style(4, {"target": "12"})),
    # S002 has one word, maleza, for all cards below the kings.
    "navarrevisca": (Style(2, {"target": "15"}), Style(4, {"maleza_equal": "on"})),
    # S003 Vocabulario: three patas.
    "belmez": (Style(2, {"target": "20", "patas": "3"}), Style(4, {"patas": "3"})),
    "quesada": (Style(2, {"target": "20", "patas": "3"}), Style(4, {"patas": "3"})),
    # Vilapedia: a card may be laid face down.
    "valenciano": (Style(2, {"camas": "1"}), Style(4, {"covered_cards": "on"})),
    # S003 I: the truco may be called at any moment.
    "asturiano": (Style(2, {"target": "9"}), Style(4, {"word": "any"})),
    "autoridades": (Style(2, {"target": "9"}), Style(4, {"word": "any"})),
    # minitruco: cards may be laid face down from the second trick on; the short pack (baralho limpo).
    "paulista": (Style(2, {"deck": "24"}), Style(4, {"covered_cards": "on"})),
    # trucomineiro.com.br: two games, the queda.
    "mineiro": (Style(2), Style(4, {"games": "2"})),
    # gamevelvet.com: nobody wins a hand of three tied tricks.
    "gauderio": (Style(2, {"target": "12", "flor": "off"}), Style(4, {"all_tied": "none"})),
}

# What a style says of a house rule, besides its players, its points, its games and the flor.
REMARKS = {
    ("all_tied", "none"): N_("three ties: nobody wins"),
    ("covered_cards", "on"): N_("cards may be laid face down"),
    ("deck", "24"): N_("24 cards"),
    ("envido_limits", "customary"): N_("envido twice at most"),
    ("falta_mode", "malas_win_buenas_leader"): N_("the falta wins the game in the malas"),
    ("maleza_equal", "on"): N_("all maleza is equal"),
    ("tie_policy", "STD"): N_("after a tie the first trick decides"),
    ("word", "any"): N_("truco out of turn"),
}


def styles_of(preset: Preset) -> dict[StyleName, Style]:
    """Return the styles of a variant by name; a house-rules file has only its own rules.

    >>> from truquero.variants import preset
    >>> styles_of(preset("trucardo"))["quick"]
    Style(players=2, options={'target': '15', 'flor': 'off'})
    """
    book = Style(preset.players[0])
    if preset.name not in _STYLES:
        return {BOOK: book}
    quick, classic = _STYLES[preset.name]
    return {QUICK: quick, CLASSIC: classic, BOOK: book}


def style_named(preset: Preset, name: str) -> Style:
    """Return the style of that name. Raise OptionError if the variant has none."""
    styles: Mapping[str, Style] = {str(known): style for known, style in styles_of(preset).items()}
    if name not in styles:
        problem = _("{variant} has no style {name}; its styles are {names}")
        problem = problem.format(variant=preset.name, name=repr(name), names=", ".join(styles))
        raise OptionError(with_suggestion(problem, name, styles))
    return styles[name]


def in_one_line(preset: Preset, style: Style) -> str:
    """Return the players, the length and the special rules of a style in the current language."""
    return " · ".join(_parts(preset, style, preset.rules(style.players, **style.options)))


def _parts(preset: Preset, style: Style, rules: Rules) -> Iterator[str]:
    yield _("{count} players").format(count=rules.players)
    match = rules.match
    if match.games_to_win == 1:
        yield _("to {points} points").format(points=match.target)
    else:
        text = _("best of {most} {games} of {points} points")
        yield text.format(most=2 * match.games_to_win - 1, games=match.games_name, points=match.target)
    if any(option.name == "flor" for option in preset.options):
        yield _("with flor") if rules.flor else _("without flor")
    yield from (_(REMARKS[setting]) for setting in style.options.items() if setting in REMARKS)
