"""`truquero referee`: replay records and verify their moves and assertions."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from truquero.i18n import N_, _
from truquero.i18n.os_errors import reason
from truquero.records import RecordError, as_object, as_text, parse, replay
from truquero.variants import Preset
from truquero.variants.house import SUFFIX, load

HELP = N_("replay records and check every move and assertion")
EXAMPLE = "truquero referee match.truco   ·   truquero referee --json - < match.truco"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar=_("FILE"), help=_("a .truco record; - reads standard input"))
    parser.add_argument(
        "--json", action="store_true", help=_("print one JSON object on one line for each legal record")
    )
    parser.add_argument(
        "--house",
        metavar=_("FILE") + SUFFIX,
        action="append",
        default=[],
        help=_("house rules that the records may name; may be repeated"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Judge all files and return the highest status of any.

    0: the record holds; 1: an assertion fails; 2: an illegal move or bad input.
    """
    house, many = [load(name) for name in arguments.house], len(arguments.files) > 1
    return max(_judge(name, house, arguments.json, many) for name in arguments.files)


def _judge(name: str, house: Sequence[Preset], as_json: bool, many: bool) -> int:
    try:
        outcome = replay(parse(read_text(name)), house)
    except RecordError as error:
        print(f"{name}:{error.line}: {error.message}", file=sys.stderr)
        return 2
    except OSError as error:
        message = _("cannot be read: {reason}").format(reason=reason(error))
        print(f"{name}: {message}", file=sys.stderr)  # there is no line number
        return 2
    if as_json:
        print(json.dumps(as_object(outcome), ensure_ascii=False))
    else:
        print(f"{name}\n{as_text(outcome)}\n" if many else as_text(outcome))
    for failure in outcome.failures:
        print(f"{name}:{failure.line}: {failure.message}", file=sys.stderr)
    return 1 if outcome.failures else 0


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`. Raise RecordError if it is not UTF-8."""
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RecordError(line, _("the record is not UTF-8 text")) from error
