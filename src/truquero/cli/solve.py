"""`truquero solve`: find strategies for a hand of two players, and how many points they can lose to any rival."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from math import log
from typing import TYPE_CHECKING, Any

from truquero.cli.arguments import add_variant, positive_number, rules_from, score
from truquero.cli.command_error import CommandError
from truquero.i18n import N_, _
from truquero.i18n.numbers import decimal, grouped
from truquero.i18n.progress import STEPS_PER_PART, Progress
from truquero.rulebook.card_and_move_names import Names
from truquero.sim.cache_paths import rules_hash

if TYPE_CHECKING:
    from truquero.analysis.solve import Solution

HELP = N_("find strategies that nobody can beat by much, and prove it")
EXAMPLE = "truquero solve asturiano --until 0.01"
UNTIL = 0.005  # points a hand


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    parser.set_defaults(players=2)
    help_text = _("the points of the mano and of the pie before the hand (default: 0-0)")
    parser.add_argument("--score", metavar="N-N", type=score, default=(0, 0), help=help_text)
    help_text = _("stop when nobody can win more than this many points a hand (default: {value})").format(value=UNTIL)
    parser.add_argument("--until", metavar="X", type=_limit, default=UNTIL, help=help_text)
    parser.add_argument("--steps", metavar="N", type=positive_number, help=_("stop after this many steps"))
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))


def _limit(text: str) -> float:
    try:
        limit = float(text)
    except ValueError:
        limit = -1.0
    if not 0 <= limit < float("inf"):
        raise argparse.ArgumentTypeError(_("{text} is no number of points, such as 0.01").format(text=repr(text)))
    return limit


def run(arguments: argparse.Namespace) -> int:
    from truquero.analysis.solve import MOST_STEPS, NotSolvable, solve

    rules = rules_from(arguments)
    bar = _Bar(arguments.until)
    try:
        solution = solve(
            rules,
            score=arguments.score,
            until=arguments.until,
            most_steps=arguments.steps or MOST_STEPS,
            report=bar.show,
        )
    except NotSolvable as error:
        raise CommandError(str(error)) from error
    finally:
        bar.clear()
    if arguments.json:
        print(json.dumps(_object(solution), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_text(solution)))
    return 0


class _Bar:
    """A progress bar that follows the exploitability, which falls by about the same factor in the same time."""

    def __init__(self, until: float) -> None:
        self._bar, self._until = Progress(""), until
        self._first = 0.0

    def show(self, part: int, parts: int, steps: int, exploitability: float) -> None:
        if steps == 0:
            self._first = exploitability
        share = 0.0
        if exploitability > 0 < self._until < self._first:
            share = min(1.0, log(self._first / exploitability) / log(self._first / self._until))
        doing = _("can be beaten by {points} so far").format(points=decimal(exploitability, 4))
        self._bar.show(part * STEPS_PER_PART + int(STEPS_PER_PART * share), parts * STEPS_PER_PART, doing)

    def clear(self) -> None:
        self._bar.clear()


def _object(solution: Solution) -> dict[str, Any]:
    return {
        "variant": solution.rules.variant,
        "options": dict(solution.rules.options),
        "rules": rules_hash(solution.rules),
        "score": list(solution.score),
        "exploitability": solution.exploitability,
        "value_mano": solution.value,
        "iterations": solution.steps,
        "cpu_seconds": round(solution.cpu_seconds, 2),
        "lossless": True,
        "information_sets": sum(hands.solver.information_sets for hands in solution.hands),
        "turned": [
            {
                "cards": list(hands.turned),
                "share": hands.share,
                "exploitability": hands.exploitability,
                "value_mano": hands.value,
                "iterations": hands.solver.steps,
            }
            for hands in solution.hands
            if hands.turned
        ],
    }


def _text(solution: Solution) -> Iterator[str]:
    mano, pie = solution.score
    yield _("{game} at {mano}-{pie}").format(game=solution.rules.short_name, mano=mano, pie=pie)
    rows = (
        (_("can be beaten by at most"), _("{points} points a hand").format(points=decimal(solution.exploitability, 4))),
        (_("worth to the mano"), _("{points} points a hand").format(points=decimal(solution.value, 4))),
        (_("information sets"), grouped(sum(hands.solver.information_sets for hands in solution.hands))),
        (_("steps"), grouped(solution.steps)),
        (_("CPU seconds"), decimal(solution.cpu_seconds, 1)),
    )
    width = max(len(name) for name, _value in rows)
    for name, value in rows:
        yield f"  {name.ljust(width)}  {value}"
    for hands in solution.hands:
        if hands.turned:
            cards = " ".join(map(Names(solution.rules).code, hands.turned))
            yield _("  turned {cards}: beaten by at most {points}, worth {value} to the mano").format(
                cards=cards, points=decimal(hands.exploitability, 4), value=decimal(hands.value, 4)
            )
