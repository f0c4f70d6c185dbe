"""The schema of the bot protocol, read from `protocol.toml`. Documents show it, and tests check messages against it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).parent / "protocol.toml"


class Field(NamedTuple):
    name: str  # with a final question mark if the field is optional
    kind: str
    about: str


class Thing(NamedTuple):
    """A message, an answer, or an object inside one."""

    about: str
    fields: tuple[Field, ...]


class Schema(NamedTuple):
    messages: Mapping[str, Thing]  # from the table, by type
    answers: Mapping[str, Thing]  # from the program
    objects: Mapping[str, Thing]
    codes: Mapping[str, Mapping[str, str]]  # the meaning of each value of a field, by `Object.field`
    kinds: Mapping[str, str]
    moves: Mapping[str, str]


@lru_cache(maxsize=1)
def schema() -> Schema:
    """Return the whole protocol."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    messages, answers, objects = (_things(data[part]) for part in ("messages", "answers", "objects"))
    return Schema(messages, answers, objects, data["codes"], data["kinds"], data["moves"])


def _things(data: Mapping[str, Any]) -> Mapping[str, Thing]:
    return {
        name: Thing(thing["about"], tuple(Field(field, *told) for field, told in thing["fields"].items()))
        for name, thing in data.items()
    }
