"""`truquero referee`: judge records."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from truquero.notation import RecordError, as_object, as_text, parse, replay

HELP = "replay records and judge every move and assertion"
EXAMPLE = "truquero referee match.truco   ·   truquero referee --json - < match.truco"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .truco record; - reads standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each legal record")


def run(arguments: argparse.Namespace) -> int:
    """The highest of: 0 all holds, 1 an assertion fails, 2 an illegal move or bad input."""
    return max(_judge(name, arguments.json, many=len(arguments.files) > 1) for name in arguments.files)


def _judge(name: str, as_json: bool, many: bool) -> int:
    try:
        found = replay(parse(_read(name)))
    except RecordError as error:
        print(f"{name}:{error.line}: {error.message}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{name}:0: cannot be read: {error.strerror or error}", file=sys.stderr)
        return 2
    if as_json:
        print(json.dumps(as_object(found), ensure_ascii=False))
    else:
        print(f"{name}\n{as_text(found)}\n" if many else as_text(found))
    for failure in found.failures:
        print(f"{name}:{failure.line}: {failure.message}", file=sys.stderr)
    return 1 if found.failures else 0


def _read(name: str) -> str:
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RecordError(line, "the record is not UTF-8 text") from error
