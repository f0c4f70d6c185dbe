"""Who played: the names of the seats, as comments of a record (`# seat 1 Ana`), which change nothing of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SEAT = re.compile(r"#\s*seat\s+([1-9])\s+(\S.*)")


def with_names(record: str, names: Mapping[int, str]) -> str:
    """A record that tells who sat where, in the lines before its first."""
    told = [f"# seat {seat} {' '.join(name.split())}" for seat, name in sorted(names.items()) if name.strip()]
    return "\n".join([*told, record])


def names_in(record: str) -> dict[int, str]:
    """Who sat where, as far as a record tells."""
    found = (_SEAT.fullmatch(line.strip()) for line in record.splitlines() if "#" in line)
    return {int(one[1]): one[2] for one in found if one is not None}
