"""`truquero check`: visit every reachable state of a variant and report violations."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from truquero.cli.arguments import add_variant, positive_number, rules_from
from truquero.engine.state import TAKES_BACK
from truquero.i18n import N_, _, n_
from truquero.i18n.numbers import grouped
from truquero.i18n.progress import Progress
from truquero.i18n.wrapping import in_lines
from truquero.rulebook.worth import worth
from truquero.rules.lances import lance_name
from truquero.sim.tables import Awarded, Finding, check
from truquero.speech.award_reasons import REASONS_OF, award_reason

HELP = N_("visit every reachable state of a variant: dead ends, cycles, awards, symmetry of the sides")
EXAMPLE = "truquero check argentino --players 4 flor=off"

WON_BY = {  # the reasons for an award that REASONS_OF does not contain
    "best": N_("{lance}, by better cards"),
    "won": N_("{lance}, the hand won"),
    "mazo": N_("{lance}, the others throw in"),
    "tied": N_("{lance}, all tricks tied"),
    "declined": N_("{lance}, the hand not played"),
    "shown": N_("{lance}, certain winners shown"),
    "cancelled": N_("{lance}, cancelled by a flor"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    parser.add_argument("--json", action="store_true", help=_("print one JSON object for each kind of hand"))
    parser.add_argument(
        "--most", type=positive_number, metavar="N", help=_("stop after this many states (exit status 2)")
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the variant. The exit status is 0 without violations, 1 with any, and 2 if there are too many states."""
    rules = rules_from(arguments)
    status = 0
    progress = Progress(_("states"))
    try:
        for finding in check(
            rules, lambda name, done, states_found: progress.show(done, states_found, _(name)), arguments.most
        ):
            progress.clear()
            print(json.dumps(_object(finding)) if arguments.json else _text(finding))
            status = max(status, 1 if finding.violations else 0)
    except MemoryError as error:
        progress.clear()
        fewer = _("raise --most or choose fewer players")
        advice = fewer if rules.flor is None else _("raise --most or choose fewer players or no flor")
        print(f"truquero check: {error}: {advice}", file=sys.stderr)
        return 2
    return status


def _object(finding: Finding) -> dict[str, Any]:
    return {**asdict(finding), "awards": [str(award) for award in finding.awards]}


def _text(finding: Finding) -> str:
    head = _("{hand}: {states} states, {transitions} transitions, longest hand: {longest}").format(
        hand=_(finding.hand),
        states=grouped(finding.states),
        transitions=grouped(finding.transitions),
        longest=_("endless") if finding.longest is None else _moves(finding.longest),
    )
    lines = [head, *(line for award in finding.awards for line in _award(award))]
    if finding.violations:
        lines += ["  " + _("VIOLATION: {violation}").format(violation=violation) for violation in finding.violations]
    else:
        sound = _("no dead end, no cycle, every award is in the rules, both sides alike")
        lines += in_lines(sound.split(), " ", "  ")
    return "\n".join(lines)


def _award(award: Awarded) -> Iterator[str]:
    """Yield the lines for one kind of award, with all the stakes that it may have."""
    if award.lance == "penalty" or award.why in REASONS_OF:
        name = award_reason(award.lance, award.why)
    else:
        name = _(WON_BY[award.why]).format(lance=lance_name(award.lance))
    worths = [_("the points written before")] if award.why in TAKES_BACK else [worth(stake) for stake in award.stakes]
    return in_lines(worths, ", ", f"  {name}: ", " " * 4)


def _moves(count: int) -> str:
    return n_("{count} move", "{count} moves", count).format(count=count)
