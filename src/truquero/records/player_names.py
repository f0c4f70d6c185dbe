"""The names of the players, as comments in a record (`# seat 1 Ana`). They do not affect the game."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SEAT = re.compile(r"#\s*seat\s+([1-9])\s+(\S.*)")


def with_names(record: str, names: Mapping[int, str]) -> str:
    """Return a record with the name of the player in each seat, as comments before its first line."""
    lines = [f"# seat {seat} {' '.join(name.split())}" for seat, name in sorted(names.items()) if name.strip()]
    return "\n".join([*lines, record])


def names_in(record: str) -> dict[int, str]:
    """Return the names of the players by seat, as far as the record contains them."""
    matches = (_SEAT.fullmatch(line.strip()) for line in record.splitlines() if "#" in line)
    return {int(match[1]): match[2] for match in matches if match is not None}
