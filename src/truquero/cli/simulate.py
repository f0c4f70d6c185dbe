"""`truquero simulate`: many matches of random play, and what happens in them."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

from truquero.cli.arguments import add_variant, positive_number, rules_from, seed
from truquero.cli.progress import Progress
from truquero.cli.tally import Tally

HELP = "play matches at random and show what happens in them"
EXAMPLE = "truquero simulate argentino --players 2 --matches 200 --seed 7 flor=off"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    parser.add_argument(
        "--matches", metavar="M", type=positive_number, default=100, help="how many are played (default: 100)"
    )
    parser.add_argument(
        "--seed", metavar="S", type=seed, default="1", help="the same seed gives the same matches (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    rules, matches = rules_from(arguments), arguments.matches
    tally = Tally(rules)
    started = time.perf_counter()
    progress = Progress("matches")
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
    print(json.dumps(found, ensure_ascii=False, indent=2) if arguments.json else "\n".join(_text(found)))
    return 0


def _text(found: dict[str, Any]) -> Iterator[str]:
    yield f"{found['variant']}, {found['players']} players: {found['matches']} matches at random, seed {found['seed']}"
    yield ""
    yield "Matches won"
    for name, share in found["wins"].items():
        yield _percent(f"{'seat' if found['players'] == 3 else 'side'} {name}", share)
    yield _percent("side of the first mano", found["first_mano_wins"])
    yield "Won by the mano's side"
    yield _percent("points", found["mano_points"])
    yield _percent("hands", found["mano_hands"])
    yield f"{'Each match':26}{'mean':>9}{'min':>8}{'max':>8}"
    for name in ("hands", "moves"):
        spread = found[f"{name}_per_match"]
        yield f"  {name:24}{spread['mean']:9.1f}{spread['min']:8}{spread['max']:8}"
    if len(found["settings"]) > 1:
        yield "Kinds of hands"
        for name, share in found["settings"].items():
            yield _percent(name, share)
    yield "Hands with"
    for name, share in found["hands_with"].items():
        yield _percent(name.replace("_", " "), share)
    yield ""
    yield f"{found['moves_per_second']:,} moves a second"


def _percent(name: str, share: float) -> str:
    return f"  {name:24}{100 * share:8.2f} %"
