"""`truquero simulate`: many matches of random play, and what happens in them."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

from truquero.cli.arguments import add_variant, positive_number, rules_from, seed
from truquero.cli.lines import decimal, grouped, percent
from truquero.cli.progress import Progress
from truquero.cli.tally import Tally
from truquero.language import N_, _
from truquero.rules.game import Setting

HELP = N_("play matches at random and show what happens in them")
EXAMPLE = "truquero simulate argentino --players 2 --matches 200 --seed 7 flor=off"

SETTINGS = {
    Setting.ROUND.value: N_("round"),
    Setting.DUEL.value: N_("duel"),
    Setting.DECIDED.value: N_("one side decides"),
    Setting.IRON.value: N_("both sides close"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    parser.add_argument(
        "--matches", metavar="M", type=positive_number, default=100, help=_("how many are played (default: 100)")
    )
    parser.add_argument(
        "--seed", metavar="S", type=seed, default="1", help=_("the same seed gives the same matches (default: 1)")
    )
    parser.add_argument("--json", action="store_true", help=_("one JSON object"))


def run(arguments: argparse.Namespace) -> int:
    rules, matches = rules_from(arguments), arguments.matches
    tally = Tally(rules)
    started = time.perf_counter()
    progress = Progress(_("matches"))
    for number in range(matches):
        progress.show(number, matches)
        tally.play(f"{arguments.seed}/{number}")
    progress.clear()
    seconds = time.perf_counter() - started
    found: dict[str, Any] = {
        "variant": rules.variant,
        "players": rules.players,
        "options": dict(rules.options),
        "matches": matches,
        "seed": arguments.seed,
        **tally.as_object(),
        "moves_per_second": round(tally.moves / seconds),
    }
    print(json.dumps(found, ensure_ascii=False, indent=2) if arguments.json else "\n".join(_text(found, tally)))
    return 0


def _text(found: dict[str, Any], tally: Tally) -> Iterator[str]:
    yield _("{variant}, {players} players: {matches} matches at random, seed {seed}").format(**found)
    yield ""
    yield _("Matches won")
    side = _("seat {name}") if found["players"] == 3 else _("side {name}")
    for name, share in found["wins"].items():
        yield _percent(side.format(name=name), share)
    yield _percent(_("side of the first mano"), found["first_mano_wins"])
    yield _("Won by the mano's side")
    yield _percent(_("points"), found["mano_points"])
    yield _percent(_("hands"), found["mano_hands"])
    yield _("Each match").ljust(26) + _("mean").rjust(9) + _("min").rjust(8) + _("max").rjust(8)
    for name, spread in ((_("hands"), found["hands_per_match"]), (_("moves"), found["moves_per_match"])):
        yield f"  {name:24}{decimal(spread['mean'], 1):>9}{spread['min']:8}{spread['max']:8}"
    if len(found["settings"]) > 1:
        yield _("Kinds of hands")
        for name, share in found["settings"].items():
            yield _percent(_(SETTINGS[name]), share)
    yield _("Hands with")
    for name, share in found["hands_with"].items():
        yield _percent(tally.name_of(name), share)
    yield ""
    yield _("{number} moves a second").format(number=grouped(found["moves_per_second"]))


def _percent(name: str, share: float) -> str:
    return f"  {name:24}{percent(decimal(100 * share, 2)):>10}"
