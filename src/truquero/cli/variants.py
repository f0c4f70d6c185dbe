"""`truquero variants`: which games there are, and the house rules of each."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from truquero.rules.options import NumberOption, Option
from truquero.variants import VARIANTS, Preset, preset

HELP = "list the variants, or the players and house rules of one"
EXAMPLE = "truquero variants   ·   truquero variants belmez   ·   truquero variants --json"

GAP = "  "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="the variant to describe (default: list all)")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(arguments: argparse.Namespace) -> int:
    chosen = preset(arguments.name) if arguments.name is not None else None
    if arguments.json:
        found = _as_object(chosen) if chosen else [_as_object(one) for one in VARIANTS.values()]
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        print("\n".join(_described(chosen) if chosen else _listed(VARIANTS.values())))
    return 0


# ------------------------------------------------------------------------------------------------------- for people


def _listed(presets: Iterable[Preset]) -> Iterator[str]:
    header = ("NAME", "TITLE", "PLACE", "PLAYERS", "TARGET", "OPTIONS")
    rows = [
        (one.name, one.title, one.place, _players(one), str(one.rules().match.target), str(len(one.options)))
        for one in presets
    ]
    yield from _table([header, *rows])
    yield ""
    yield "The usual number of players comes first. truquero variants NAME lists the options of one."


def _players(one: Preset) -> str:
    return ", ".join(map(str, one.players))


def _described(one: Preset) -> Iterator[str]:
    rules = one.rules()
    match = rules.match
    games = "" if match.games_to_win == 1 else f", {match.games_to_win} {match.game_name}s win the match"
    facts = (
        ("name", one.name),
        ("place", one.place),
        ("source", one.source),
        ("players", f"{_players(one)} (the usual number first)"),
        ("pack", f"{len(rules.pack)} cards" + (", and one is turned up" if rules.deal.turned else "")),
        ("target", f"{match.target} points{games}"),
    )
    yield one.title
    yield from _table([(f"{GAP}{name}", text) for name, text in facts])
    yield ""
    yield "Options, with their defaults and the values they may have:"
    for option in one.options:
        yield f"{GAP}{option.name}={option.default}{GAP}({option.allowed})"
        yield f"{GAP * 3}{option.about}"
    yield ""
    last = one.options[-1]
    yield f"Example: truquero play {one.name} --players {one.players[0]} {last.name}={last.choices[-1]}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Aligned columns."""
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
        "options": [_option_object(option) for option in one.options],
    }


def _option_object(option: Option) -> dict[str, Any]:
    about = {"name": option.name, "default": option.default}
    if isinstance(option, NumberOption):
        return {**about, "default": int(option.default), "range": [1, option.most], "about": option.about}
    return {**about, "choices": list(option.choices), "about": option.about}
