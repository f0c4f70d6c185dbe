"""`truquero verify`: verify that the deals of a record match its published seeds."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from truquero.i18n import N_, _
from truquero.i18n.os_errors import reason
from truquero.records import RecordError
from truquero.records.fair_deals import DRAW
from truquero.records.verification import Verdict, proofs

HELP = N_("recompute the deals of a record from the published seeds")
EXAMPLE = "truquero verify partida.truco"

MARKS = {
    Verdict.FAIR: "✓",
    Verdict.PARTIAL: "~",
    Verdict.SEEDED: "=",
    Verdict.WRONG: "✗",
    Verdict.UNKNOWN: "?",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar=_("FILE"), nargs="+", help=_("a .truco record; - reads standard input"))


def run(arguments: argparse.Namespace) -> int:
    """Verify all files and return the highest status of any.

    0: nothing is wrong; 1: a deal does not match its seed; 2: a file cannot be read.
    """
    return max(_verify(name) for name in arguments.files)


def _verify(name: str) -> int:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        results = proofs(text)
    except OSError as error:
        print(f"{name}: {reason(error)}", file=sys.stderr)
        return 2
    except UnicodeDecodeError:
        print(f"{name}: {_('it is not text')}", file=sys.stderr)
        return 2
    except RecordError as error:
        print(f"{name}:{error}", file=sys.stderr)
        return 2
    for proof in results:
        label = _("First dealer") if proof.deal == DRAW else _("Deal {number}").format(number=proof.deal)
        print(f"{name}:{proof.line}: {MARKS[proof.verdict]} {label}: {proof.explanation}")
    wrong = sum(proof.verdict is Verdict.WRONG for proof in results)
    if not results:
        print(f"{name}: {_('the record has no deal')}")
    return 1 if wrong else 0
