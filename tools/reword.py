"""Reword English messages without losing their translations: `python -m tools.reword WORDING.json`.

The file maps each old English text to the new one; a text that depends on a number is written `singular ## plural`.
The tool changes the sources, and moves the translations of every catalogue to the new text. A translation stays as it
is, so use this for better English, not for another meaning. Run `make translations` and the tests afterwards.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog

from tools.translations import SOURCES, TEMPLATE, TRANSLATED, message_constants, path_of, read, write
from truquero.i18n import VARIETIES

PLURAL = " ## "
LONGEST = 96  # characters of a text on one source line, so that `ruff format` keeps it within the line length

Wording = Mapping[str, str]


def reworded_source(source: str, wording: Wording) -> str:
    """Return a source text with the new wording of its messages."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    data = source.encode()
    edits: list[tuple[int, int, str]] = []
    for constants in message_constants(ast.parse(source)):
        new = wording.get(PLURAL.join(constant.value for constant in constants))
        if new is None:
            continue
        for node, text in zip(constants, new.split(PLURAL), strict=True):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            # Inside an f-string of Python 3.11, a text has single quotes.
            edits.append((start, end, repr(text) if data[start : start + 1] == b"'" else literal(text)))
    for start, end, new in sorted(edits, reverse=True):
        data = data[:start] + new.encode() + data[end:]
    return data.decode()


def literal(text: str) -> str:
    """Return a string literal, split at spaces into several if it is long."""
    pieces, line = [], ""
    for word in text.split(" "):
        if line and len(line) + len(word) > LONGEST:
            pieces.append(line)
            line = ""
        line += f"{word} "
    pieces.append(line.removesuffix(" "))
    return "\n".join(json.dumps(piece, ensure_ascii=False) for piece in pieces)


def reword_catalogue(catalogue: Catalog, wording: Wording) -> None:
    """Move the translations of old texts to their new wording."""
    for old, new in wording.items():
        singular, *plural = old.split(PLURAL)
        message = catalogue.get(singular)
        if message is None:
            continue
        del catalogue[singular]
        catalogue.add(tuple(new.split(PLURAL)) if plural else new, message.string)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.reword", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("wording", metavar="WORDING.json", type=Path, help="the old and the new English texts")
    wording: Wording = json.loads(parser.parse_args(arguments).wording.read_text("utf-8"))
    for path in sorted(SOURCES.rglob("*.py")):
        source = path.read_text("utf-8")
        new = reworded_source(source, wording)
        if new != source:
            path.write_text(new, "utf-8")
    for path in (TEMPLATE, *map(path_of, (*TRANSLATED, *VARIETIES))):
        catalogue = read(path)
        reword_catalogue(catalogue, wording)
        write(path, catalogue)
    return 0


if __name__ == "__main__":
    sys.exit(main())
