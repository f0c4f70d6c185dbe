"""`truquero check`: walk every state of a variant and look for anything wrong."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from truquero.cli.arguments import add_variant, positive_number, rules_from
from truquero.cli.lines import grouped
from truquero.cli.progress import Progress
from truquero.compiled import Finding, check
from truquero.language import N_, _, n_

HELP = N_("walk every reachable state of a variant: dead ends, cycles, awards, symmetry of the sides")
EXAMPLE = "truquero check argentino --players 4 flor=off"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    parser.add_argument("--json", action="store_true", help=_("one JSON object for each kind of hand"))
    parser.add_argument("--most", type=positive_number, metavar="N", help=_("give up past this many states (exit 2)"))


def run(arguments: argparse.Namespace) -> int:
    """0 where everything holds, 1 where something is violated."""
    rules = rules_from(arguments)
    status = 0
    progress = Progress(_("states"))
    try:
        for finding in check(rules, lambda name, found, done: progress.show(done, found, name), arguments.most):
            progress.clear()
            print(json.dumps(asdict(finding)) if arguments.json else _text(finding))
            status = max(status, 1 if finding.violations else 0)
    except MemoryError as error:
        progress.clear()
        advice = _("raise --most or choose fewer players or no flor")
        print(f"truquero check: {error}: {advice}", file=sys.stderr)
        return 2
    return status


def _text(finding: Finding) -> str:
    head = _("{hand}: {states} states, {transitions} transitions, longest hand: {longest}").format(
        hand=_(finding.hand),
        states=grouped(finding.states),
        transitions=grouped(finding.transitions),
        longest=_("endless") if finding.longest is None else _moves(finding.longest),
    )
    lines = [head, *(f"  {award}" for award in finding.awards)]
    if finding.violations:
        lines += ["  " + _("VIOLATION: {violation}").format(violation=violation) for violation in finding.violations]
    else:
        lines.append("  " + _("no dead end, no cycle, every award named by the rules, both sides alike"))
    return "\n".join(lines)


def _moves(count: int) -> str:
    return n_("{count} move", "{count} moves", count).format(count=count)
