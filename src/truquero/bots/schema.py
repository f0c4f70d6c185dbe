"""The bot protocol told field by field, as `protocol.toml` has it: what documents show and tests hold messages to."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).parent / "protocol.toml"


class Field(NamedTuple):
    name: str  # with a question mark behind it where it may be left out
    kind: str
    about: str


class Thing(NamedTuple):
    """A message, an answer, or an object inside of one."""

    about: str
    fields: tuple[Field, ...]


class Schema(NamedTuple):
    messages: Mapping[str, Thing]  # from the table, by their type
    answers: Mapping[str, Thing]  # from the program
    objects: Mapping[str, Thing]
    codes: Mapping[str, Mapping[str, str]]  # what the words of a field mean, by `Object.field`
    kinds: Mapping[str, str]
    moves: Mapping[str, str]


@lru_cache(maxsize=1)
def schema() -> Schema:
    """The whole protocol."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    messages, answers, objects = (_things(data[part]) for part in ("messages", "answers", "objects"))
    return Schema(messages, answers, objects, data["codes"], data["kinds"], data["moves"])


def _things(data: Mapping[str, Any]) -> Mapping[str, Thing]:
    return {
        name: Thing(thing["about"], tuple(Field(field, *told) for field, told in thing["fields"].items()))
        for name, thing in data.items()
    }
