"""Paths of the compiled files that are cached between runs.

The files are in the user's cache folder, under a hash of everything they were made from.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from truquero.rules.game import Rules

FOLDER_VARIABLE = "TRUQUERO_CACHE"
_UNWRITABLE = Path(os.devnull) / "truquero"  # a path where nothing can be written
_PACKAGE = Path(__file__).parent.parent
# The sources that determine a table or compiled code.
_SOURCES = ("cards.py", "rules", "engine", "table", "sim", "analysis/hand_equity", "analysis/solve")


def cache_folder() -> Path:
    """Return the folder named by TRUQUERO_CACHE, or the system's cache folder for this user."""
    configured, system_folder = os.environ.get(FOLDER_VARIABLE), Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        if configured:
            return Path(configured).expanduser()
        # The XDG specification says to ignore a path that is not absolute.
        return (system_folder if system_folder.is_absolute() else Path.home() / ".cache") / "truquero"
    except RuntimeError:  # the user has no home folder
        return _UNWRITABLE


def loop_folder() -> Path:
    """Return the folder of the loop that was compiled from these sources."""
    return cache_folder() / f"loop-{sources_hash()}"


def loop_sums() -> Path:
    """Return the path of the checksum file of the compiled loop.

    It is written last. If it exists, the loop need only be read.
    """
    return loop_folder() / "sums"


def tables_path(rules: Rules) -> Path:
    """Return the path of the cached tables of a game."""
    return _tables_folder() / f"{rules_hash(rules)}.tables"


def too_many_path(rules: Rules) -> Path:
    """Return the path of the file that records a number of states that a game exceeds."""
    return _tables_folder() / f"{rules_hash(rules)}.too-many"


def _tables_folder() -> Path:
    return cache_folder() / f"tables-{sources_hash()}"


@lru_cache(maxsize=1)
def sources_hash() -> str:
    """Return a hash of all sources that affect a table.

    When they change, tables must be built again.
    """
    digest = sha256()
    for path in sorted(_sources()):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> Iterator[Path]:
    for name in _SOURCES:
        path = _PACKAGE / name
        yield from path.rglob("*.py") if path.is_dir() else [path]


def rules_hash(rules: Rules) -> str:
    """Return a hash of the contents of rules, the same in every run."""
    return sha256(_canonical_text(rules).encode()).hexdigest()[:16]


def _canonical_parts(value: Any) -> Iterator[str]:
    """Yield the parts of a text that identifies a value.

    Sets and mappings are sorted here, which `repr` does not do.
    """
    if isinstance(value, Enum):
        yield f"{type(value).__name__}.{value.name}"
    elif isinstance(value, str):
        yield str.__repr__(value)  # ignore the `__repr__` of a subclass
    elif value is None or isinstance(value, bool | int | float):
        yield repr(value)
    elif is_dataclass(value) and not isinstance(value, type):
        yield type(value).__name__
        compared = (field.name for field in fields(value) if field.compare)
        yield from _canonical_parts({name: getattr(value, name) for name in compared})
    elif isinstance(value, Mapping):
        yield from (
            "{",
            *sorted(f"{_canonical_text(key)}:{_canonical_text(item)}," for key, item in value.items()),
            "}",
        )
    elif isinstance(value, frozenset):
        yield from ("<", *sorted(f"{_canonical_text(item)}," for item in value), ">")
    elif isinstance(value, tuple):
        yield from ("(", *(f"{_canonical_text(item)}," for item in value), ")")
    else:
        raise TypeError(f"the hash of rules cannot contain values of type {type(value).__name__}")


def _canonical_text(value: Any) -> str:
    return "".join(_canonical_parts(value))
