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


class ObjectSchema(NamedTuple):
    """A message, an answer, or an object inside one."""

    about: str
    fields: tuple[Field, ...]


class Schema(NamedTuple):
    messages: Mapping[str, ObjectSchema]  # from the table, by type
    answers: Mapping[str, ObjectSchema]  # from the program
    objects: Mapping[str, ObjectSchema]
    codes: Mapping[str, Mapping[str, str]]  # the meaning of each value of a field, by `Object.field`
    kinds: Mapping[str, str]
    moves: Mapping[str, str]


@lru_cache(maxsize=1)
def schema() -> Schema:
    """Return the whole protocol."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    messages, answers, objects = (_object_schemas(data[part]) for part in ("messages", "answers", "objects"))
    return Schema(messages, answers, objects, data["codes"], data["kinds"], data["moves"])


def _object_schemas(data: Mapping[str, Any]) -> Mapping[str, ObjectSchema]:
    return {
        name: ObjectSchema(
            entry["about"], tuple(Field(field, *kind_and_about) for field, kind_and_about in entry["fields"].items())
        )
        for name, entry in data.items()
    }
