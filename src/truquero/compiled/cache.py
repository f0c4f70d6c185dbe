"""Where compiled things are kept between runs: in the user's cache folder, under a hash of all they were made from."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

FOLDER_VARIABLE = "TRUQUERO_CACHE"
_PACKAGE = Path(__file__).parent.parent
_ROOMS = ("cards.py", "rules", "engine", "table", "compiled")  # what a table is made by


def cache_folder() -> Path:
    """The folder of TRUQUERO_CACHE, or the one of the system for this user."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen:
        return Path(chosen)
    system = os.environ.get("XDG_CACHE_HOME")
    return (Path(system) if system else Path.home() / ".cache") / "truquero"


@lru_cache(maxsize=1)
def sources_hash() -> str:
    """A hash of the source of everything that has a part in a table: with another engine it must be made anew."""
    found = sha256()
    for path in sorted(_sources()):
        found.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def _sources() -> Iterator[Path]:
    for room in _ROOMS:
        path = _PACKAGE / room
        yield from path.rglob("*.py") if path.is_dir() else [path]


def rules_hash(rules: object) -> str:
    """A hash of rules by what they say, the same in every run."""
    return sha256("".join(_told(rules)).encode()).hexdigest()[:16]


def _told(value: Any) -> Iterator[str]:
    """A value as text. Sets and mappings have an order here, which `repr` does not give them."""
    if is_dataclass(value) and not isinstance(value, type):
        yield type(value).__name__
        parts: Any = {one.name: getattr(value, one.name) for one in fields(value) if one.compare}
    elif isinstance(value, Enum):
        parts = f"{type(value).__name__}.{value.name}"
    else:
        parts = value
    if isinstance(parts, Mapping):
        for key in sorted(parts, key=str):
            yield from (f"{key}=", *_told(parts[key]), ";")
    elif isinstance(parts, frozenset):
        yield from ("{", *(",".join(sorted("".join(_told(one)) for one in parts))), "}")
    elif isinstance(parts, tuple):
        yield "("
        for one in parts:
            yield from (*_told(one), ",")
        yield ")"
    else:
        yield repr(parts) if not isinstance(parts, str) else parts
