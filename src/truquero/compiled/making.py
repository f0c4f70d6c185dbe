"""Making the tables of a game: from the cache where they are kept, or by walking its automaton."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from truquero.compiled.build import Builder
from truquero.compiled.cache import cache_folder, rules_hash, sources_hash
from truquero.compiled.request import Progress, SimulationError
from truquero.compiled.tables import Tables, tables_of
from truquero.language import _
from truquero.rules.game import Rules

MOST_STATES = 100_000  # a game with more is filled as it is played
MOST_TARGET = 200  # tables go by the score: beyond this they would not fit
REPORT_EVERY = 500


def tables_for(rules: Rules, *, progress: Progress | None = None, most: int | None = None) -> Tables:
    """The tables of a game: kept from an earlier time, or made and kept now.

    Past `most` states, usually MOST_STATES, the rest is filled as it is met in play; such tables are not kept.
    """
    most = MOST_STATES if most is None else most
    if rules.match.target > MOST_TARGET:
        about = _("a game to {target} points has no tables, which go up to {most}; the reference engine can play it")
        raise SimulationError(about.format(target=rules.match.target, most=MOST_TARGET))
    path = cache_folder() / f"tables-{sources_hash()}" / f"{rules_hash(rules)}.npz"
    kept = _load(path)
    if kept is not None and not kept.get("too_many"):
        return Tables(rules, kept)
    builder = Builder(rules)
    if kept is not None and most <= int(kept["too_many"]):
        return tables_of(builder)  # known from before: walking it would not help
    with _no_collection():
        done = _walk(builder, most, progress)
    tables = tables_of(builder)
    _keep(path, tables.parts() if done else {"too_many": np.array(most)})
    return tables


def _walk(builder: Builder, most: int, progress: Progress | None) -> bool:
    """Work out every state, or as many as are allowed; says whether that was all."""
    number = 0
    while number < len(builder.states):
        if len(builder.states) > most:
            return False
        builder.expand(number)
        number += 1
        if progress is not None and number % REPORT_EVERY == 0:
            progress(number, len(builder.states))
    return True


@contextmanager
def _no_collection() -> Iterator[None]:
    """A walk keeps nearly all it makes, so looking for garbage again and again would only take time."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _load(path: Path) -> dict[str, Any] | None:
    try:
        with path.open("rb") as file, np.load(file) as kept:
            return dict(kept)
    except (OSError, ValueError, BadZipFile, EOFError, KeyError):
        return None  # never made, or spoilt: made anew


def _keep(path: Path, parts: dict[str, Any]) -> None:
    """Write a file whole or not at all; where there is no room for it nothing is kept."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, **parts)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
