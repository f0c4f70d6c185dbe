"""Making the tables of a game: from the cache where they are kept, or by walking its automaton."""

from __future__ import annotations

from io import BytesIO

import numpy as np

from truquero.compiled.build import Builder
from truquero.compiled.cache import tables_path, too_many_path
from truquero.compiled.garbage import no_collection
from truquero.compiled.keeping import read_kept, write_kept
from truquero.compiled.layout import MOST_TARGET
from truquero.compiled.request import Progress, SimulationError
from truquero.compiled.tables import Tables, tables_of
from truquero.language import _
from truquero.rules.game import Rules

MOST_STATES = 100_000  # a game with more is filled as it is played
REPORT_EVERY = 500


def tables_for(rules: Rules, *, progress: Progress | None = None, most: int | None = None) -> Tables:
    """The tables of a game: kept from an earlier time, or made and kept now.

    Past `most` states, usually MOST_STATES, the rest is filled as it is met in play; such tables are not kept.
    """
    most = MOST_STATES if most is None else most
    if rules.match.target > MOST_TARGET:
        about = _("a game to {target} points has no tables, which go up to {most}; the reference engine can play it")
        raise SimulationError(about.format(target=rules.match.target, most=MOST_TARGET))
    kept = _load(rules)
    if kept is not None:
        return kept
    builder = Builder(rules)
    if most <= _has_more_than(rules):
        return tables_of(builder)  # walking it would not help
    with no_collection():
        done = _walk(builder, most, progress)
        tables = tables_of(builder)
    if done:
        _keep(tables)
    else:
        write_kept(too_many_path(rules), str(most).encode())
    return tables


def _has_more_than(rules: Rules) -> int:
    """How many states have not been enough for a game before."""
    noted = read_kept(too_many_path(rules))
    return 0 if noted is None else int(noted)


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
    if progress is not None:
        progress(number, number)  # while the last of it is laid out, a bar is full
    return True


def _load(rules: Rules) -> Tables | None:
    data = read_kept(tables_path(rules))
    if data is None:
        return None  # never made, or spoilt: made anew
    with np.load(BytesIO(data)) as kept:
        return Tables(rules, dict(kept))


def _keep(tables: Tables) -> None:
    file = BytesIO()
    np.savez(file, **tables.parts())
    write_kept(tables_path(tables.rules), file.getvalue())
