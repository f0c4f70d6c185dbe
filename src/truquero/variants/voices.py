"""Reads the words of a variant from its file in `words/`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from truquero.rules.voices import Sign, Voices

WORDS = Path(__file__).parent / "words"


@lru_cache(maxsize=64)
def voices_of(name: str) -> Voices:
    """The voices of a preset."""
    return read_voices(tomllib.loads((WORDS / f"{name}.toml").read_text(encoding="utf-8")))


def read_voices(data: Mapping[str, Any]) -> Voices:
    """Voices from the tables `say`, `verses`, `names` and `signs`."""
    return Voices(
        language=data["language"],
        say=_lists(data.get("say", {})),
        verses=_lists(data.get("verses", {})),
        names=_lists(data.get("names", {})),
        signs=tuple(Sign(name, **about) for name, about in data.get("signs", {}).items()),
    )


def _lists(table: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(words) for key, words in table.items()}
