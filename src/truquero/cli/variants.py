"""`truquero variants`: list the variants, or describe one with its house rules."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from truquero.i18n import N_, _
from truquero.i18n.wrapping import in_lines
from truquero.rulebook.sources import source_in_words
from truquero.rulebook.text import aligned
from truquero.rules.game import MatchRules
from truquero.rules.options import NumberOption, RuleOption
from truquero.variants import VARIANTS, Preset
from truquero.variants.house import find

HELP = N_("list the variants, or describe the players and house rules of one")
EXAMPLE = "truquero variants   ·   truquero variants belmez   ·   truquero variants --json"

GAP = "  "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar=_("NAME"), nargs="?", help=_("the variant or FILE.toml to describe (default: list all)")
    )
    parser.add_argument("--json", action="store_true", help=_("print one JSON document"))


def run(arguments: argparse.Namespace) -> int:
    chosen = find(arguments.name) if arguments.name is not None else None
    if arguments.json:
        found = _as_object(chosen) if chosen else [_as_object(one) for one in VARIANTS.values()]
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        print("\n".join(_described(chosen, arguments.name) if chosen else _listed(VARIANTS.values())))
    return 0


# ------------------------------------------------------------------------------------------------------- for people


def _listed(presets: Iterable[Preset]) -> Iterator[str]:
    header = (_("NAME"), _("TITLE"), _("PLACE"), _("PLAYERS"), _("TARGET"))
    rows = [(one.name, one.title, _place(one), _players(one), str(one.rules().match.target)) for one in presets]
    yield from (line.rstrip() for line in aligned([header, *rows]))
    yield ""
    about = _("The usual number of players comes first. truquero variants NAME lists the house rules of a variant.")
    yield from in_lines(about.split(), " ")


def _place(one: Preset) -> str:
    return _(one.place) if one.place else "–"


def _players(one: Preset) -> str:
    return ", ".join(map(str, one.players))


def _described(one: Preset, asked: str) -> Iterator[str]:
    rules = one.rules()
    pack = _("{count} cards, and one is turned up") if rules.deal.turned else _("{count} cards")
    facts = (
        (_("name"), one.name),
        (_("place"), _place(one)),
        (_("source"), source_in_words(one.source)),
        (_("players"), _("{numbers} (the usual number first)").format(numbers=_players(one))),
        (_("pack"), pack.format(count=len(rules.pack))),
        (_("target"), _target(rules.match)),
    )
    yield one.title
    yield from _table([(f"{GAP}{name}", text) for name, text in facts])
    yield ""
    yield _("Options, with their defaults and allowed values:")
    for option in one.options:
        yield f"{GAP}{option.name}={option.default}{GAP}({option.allowed})"
        yield f"{GAP * 3}{_(option.about)}"
        for players in sorted(one.defaults):
            if option.name in one.defaults[players]:
                about = _("with {players} players it is {value} unless you choose another")
                yield GAP * 3 + about.format(players=players, value=one.default(option, players))
    yield ""
    last = one.options[-1]
    named = one.name if one.name in VARIANTS else shlex.quote(asked)
    example = f"truquero play {named} --players {one.players[0]} {last.name}={last.choices[-1]}"
    yield _("Example: {command}").format(command=example)


def _target(match: MatchRules) -> str:
    points = _("{points} points").format(points=match.target)
    if match.games_to_win == 1:
        return points
    games = f"{match.games_to_win} {match.games_name}"
    return points + ", " + _("{games} win the match").format(games=games)


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows in aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


# ----------------------------------------------------------------------------------------------------- for programs


def _as_object(one: Preset) -> dict[str, Any]:
    rules = one.rules()
    return {
        "name": one.name,
        "title": one.title,
        "place": one.place,
        "source": one.source,
        "players": list(one.players),
        "pack": len(rules.pack),
        "target": rules.match.target,
        "defaults": {str(players): dict(values) for players, values in one.defaults.items()},
        "options": [_option_object(option) for option in one.options],
    }


def _option_object(option: RuleOption) -> dict[str, Any]:
    about = {"name": option.name, "default": option.default}
    if isinstance(option, NumberOption):
        return {**about, "default": int(option.default), "range": [option.least, option.most], "about": option.about}
    return {**about, "choices": list(option.choices), "about": option.about}
