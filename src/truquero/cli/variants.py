"""`truquero variants`: list the variants, or describe one with its house rules."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from truquero.i18n import N_, _
from truquero.i18n.wrapping import in_lines
from truquero.rulebook.plain_text import aligned
from truquero.rulebook.sources import source_in_words
from truquero.rules.game import MatchRules
from truquero.rules.options import NumberOption, RuleOption
from truquero.variants import VARIANTS, Preset
from truquero.variants.championship import championship_options
from truquero.variants.house import find
from truquero.variants.option_groups import grouped_options
from truquero.variants.styles import in_one_line, styles_of

HELP = N_("list the variants, or describe the players and house rules of one")
EXAMPLE = "truquero variants   ·   truquero variants belmez   ·   truquero variants --json"

GAP = "  "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar=_("NAME"), nargs="?", help=_("the variant or FILE.toml to describe (default: list all)")
    )
    parser.add_argument("--json", action="store_true", help=_("print one JSON document"))


def run(arguments: argparse.Namespace) -> int:
    preset = find(arguments.name) if arguments.name is not None else None
    if arguments.json:
        document = _as_object(preset) if preset else [_as_object(variant) for variant in VARIANTS.values()]
        print(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        print("\n".join(_description(preset, arguments.name) if preset else _list_lines(VARIANTS.values())))
    return 0


# ---------------------------------------------------------------------------------------------------- output as text


def _list_lines(presets: Iterable[Preset]) -> Iterator[str]:
    header = (_("NAME"), _("TITLE"), _("PLACE"), _("PLAYERS"), _("TARGET"))
    rows = [
        (preset.name, preset.title, _place(preset), _players(preset), str(preset.rules().match.target))
        for preset in presets
    ]
    yield from (line.rstrip() for line in aligned([header, *rows]))
    yield ""
    message = _("The usual number of players comes first. truquero variants NAME lists the house rules of a variant.")
    yield from in_lines(message.split(), " ")


def _place(preset: Preset) -> str:
    return _(preset.region) if preset.region else "–"


def _players(preset: Preset) -> str:
    return ", ".join(map(str, preset.players))


def _description(preset: Preset, name_argument: str) -> Iterator[str]:
    """Yield the lines that describe a variant. `name_argument` is the name or file that the user typed."""
    rules = preset.rules()
    pack = _("{count} cards, and one is turned up") if rules.deal.turned else _("{count} cards")
    facts = (
        (_("name"), preset.name),
        (_("place"), _place(preset)),
        (_("source"), source_in_words(preset.source)),
        (_("players"), _("{numbers} (the usual number first)").format(numbers=_players(preset))),
        (_("pack"), pack.format(count=len(rules.pack))),
        (_("target"), _target(rules.match)),
    )
    yield preset.title
    yield from _table([(f"{GAP}{name}", text) for name, text in facts])
    yield ""
    yield _("Styles, for truquero play --style:")
    styles = styles_of(preset).items()
    yield from _table([(f"{GAP}{name}", in_one_line(preset, style)) for name, style in styles])
    yield ""
    yield _("Options, with their defaults and allowed values:")
    for title, options in grouped_options(preset):
        yield ""
        yield _(title)
        for option in options:
            yield from _option_lines(preset, option)
    yield ""
    last_option = preset.options[-1]  # the options of the variant itself come last, after the shared ones
    name_to_type = preset.name if preset.name in VARIANTS else shlex.quote(name_argument)
    example = f"truquero play {name_to_type} --players {preset.players[0]} {last_option.name}={last_option.choices[-1]}"
    yield _("Example: {command}").format(command=example)


def _option_lines(preset: Preset, option: RuleOption) -> Iterator[str]:
    yield f"{GAP}{option.name}={option.default}{GAP}({option.allowed})"
    yield f"{GAP * 3}{_(option.description)}"
    for players in sorted(preset.defaults):
        if option.name in preset.defaults[players]:
            message = _("with {players} players it is {value} unless you choose another")
            yield GAP * 3 + message.format(players=players, value=preset.default(option, players))


def _target(match: MatchRules) -> str:
    points = _("{points} points").format(points=match.target)
    if match.games_to_win == 1:
        return points
    games = f"{match.games_to_win} {match.games_name}"
    return points + ", " + _("{games} win the match").format(games=games)


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows in aligned columns. Unlike `aligned`, it never wraps a cell, so that commands can be copied."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


# ---------------------------------------------------------------------------------------------------- output as JSON


def _as_object(preset: Preset) -> dict[str, Any]:
    rules = preset.rules()
    return {
        "name": preset.name,
        "title": preset.title,
        "place": preset.region,
        "source": preset.source,
        "players": list(preset.players),
        "pack": len(rules.pack),
        "target": rules.match.target,
        "styles": {
            name: {"players": style.players, "options": dict(style.options)}
            for name, style in styles_of(preset).items()
        },
        "championship": championship_options(preset),
        "defaults": {str(players): dict(values) for players, values in preset.defaults.items()},
        "options": [_option_object(option) for option in preset.options],
    }


def _option_object(option: RuleOption) -> dict[str, Any]:
    facts = {"name": option.name, "default": option.default}
    if isinstance(option, NumberOption):
        return {
            **facts,
            "default": int(option.default),
            "range": [option.least, option.most],
            "about": option.description,
        }
    return {**facts, "choices": list(option.choices), "about": option.description}
