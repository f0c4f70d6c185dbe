"""`truquero check`: walk every state of a variant and look for anything wrong."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from truquero.cli.arguments import add_variant, positive_number, rules_from
from truquero.cli.progress import Progress
from truquero.compiled import Finding, check

HELP = "walk every reachable state of a variant: dead ends, cycles, awards, symmetry of the sides"
EXAMPLE = "truquero check argentino --players 4 flor=off"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object for each kind of hand")
    parser.add_argument("--most", type=positive_number, metavar="N", help="give up past this many states (exit 2)")


def run(arguments: argparse.Namespace) -> int:
    """0 where everything holds, 1 where something is violated."""
    rules = rules_from(arguments)
    status = 0
    progress = Progress("states")
    try:
        for finding in check(rules, lambda name, found, done: progress.show(done, found, name), arguments.most):
            progress.clear()
            print(json.dumps(asdict(finding)) if arguments.json else _text(finding))
            status = max(status, 1 if finding.violations else 0)
    except MemoryError as error:
        progress.clear()
        print(f"truquero check: {error}: raise --most or choose fewer players or no flor", file=sys.stderr)
        return 2
    return status


def _text(finding: Finding) -> str:
    longest = "endless" if finding.longest is None else f"{finding.longest} moves"
    head = f"{finding.hand}: {finding.states:,} states, {finding.transitions:,} transitions, longest hand {longest}"
    lines = [head, *(f"  {award}" for award in finding.awards)]
    if finding.violations:
        lines += [f"  VIOLATION {violation}" for violation in finding.violations]
    else:
        lines.append("  no dead end, no cycle, every award named by the rules, both sides alike")
    return "\n".join(lines)
