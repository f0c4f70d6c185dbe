"""Words that every table understands besides those of its variant, from `everywhere.toml` and `numbers.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from truquero.rules.expressions import Expression, read_expressions
from truquero.rules.spelling import Ear, sound

EVERYWHERE = Path(__file__).parent / "everywhere.toml"
NUMBERS = Path(__file__).parent / "numbers.toml"


@lru_cache(maxsize=1)
def everywhere() -> Mapping[str, Any]:
    """Return the contents of both files: the words that every table understands, with the numbers as `numbers`."""
    numbers = tomllib.loads(NUMBERS.read_text(encoding="utf-8"))
    return {**tomllib.loads(EVERYWHERE.read_text(encoding="utf-8")), "numbers": numbers}


@lru_cache(maxsize=8)
def shared_expressions(language: str = "") -> tuple[Expression, ...]:
    """Return the expressions that every table understands, with their words in one language, or in all if empty."""
    entries = []
    for entry in everywhere()["talk"]:
        spoken = [entry["words"].get(language, [])] if language else entry["words"].values()
        words = [phrase for phrases in spoken for phrase in phrases]
        if words:
            entries.append({**entry, "words": words})
    return read_expressions(entries)


@lru_cache(maxsize=8)
def ear_of(language: str) -> Ear:
    """Return the tokenizer for a language, which also knows the number words of related languages."""
    data = everywhere()
    spoken = data["listens"].get(language, [language])
    numbers = {
        sound(word): int(number)
        for tongue in reversed(spoken)
        for number, words in data["numbers"].get(tongue, {}).items()
        for word in words
    }
    return Ear(numbers, frozenset(map(sound, data["joins"]["words"])))
