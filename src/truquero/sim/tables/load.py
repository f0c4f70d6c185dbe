"""The tables of a game, loaded from the cache or built by walking its automaton."""

from __future__ import annotations

from io import BytesIO

import numpy as np

from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.sim.cache_files import read_cached, write_cached
from truquero.sim.cache_paths import tables_path, too_many_path
from truquero.sim.garbage_collection import garbage_collection_off
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables.builder import Builder
from truquero.sim.tables.compiled_tables import CompiledTables, tables_of
from truquero.sim.tables.layout import MOST_TARGET
from truquero.sim.tables.walk import Progress

MOST_STATES = 100_000  # the tables of a larger game are filled during play
REPORT_EVERY = 500


def tables_for(rules: Rules, *, progress: Progress | None = None, most: int | None = None) -> CompiledTables:
    """Return the tables of a game, from the cache or newly built and cached.

    Past `most` states, by default MOST_STATES, the other states are filled as play reaches them. Such tables are not
    cached.
    """
    most = MOST_STATES if most is None else most
    if rules.match.target > MOST_TARGET:
        message = _("a game to {target} points has no tables, which go up to {most}; the reference engine can play it")
        raise SimulationError(message.format(target=rules.match.target, most=MOST_TARGET))
    cached = _load(rules)
    if cached is not None:
        return cached
    builder = Builder(rules)
    if most <= _known_lower_bound(rules):
        return tables_of(builder)  # an earlier walk has shown that there are too many states
    with garbage_collection_off():
        is_complete = _walk(builder, most, progress)
        tables = tables_of(builder)
    if is_complete:
        _save(tables)
    else:
        write_cached(too_many_path(rules), str(most).encode())
    return tables


def _known_lower_bound(rules: Rules) -> int:
    """Return a number of states that the game is known to exceed, or 0."""
    data = read_cached(too_many_path(rules))
    return 0 if data is None else int(data)


def _walk(builder: Builder, most: int, progress: Progress | None) -> bool:
    """Expand every state, or as many as `most` allows, and return whether that was all of them."""
    done = 0
    while done < len(builder.states):
        if len(builder.states) > most:
            return False
        builder.expand(done)
        done += 1
        if progress is not None and done % REPORT_EVERY == 0:
            progress(done, len(builder.states))
    if progress is not None:
        progress(done, done)  # show a full bar while the arrays are made
    return True


def _load(rules: Rules) -> CompiledTables | None:
    data = read_cached(tables_path(rules))
    if data is None:
        return None  # not cached, or corrupt: build them again
    with np.load(BytesIO(data)) as archive:
        return CompiledTables(rules, dict(archive))


def _save(tables: CompiledTables) -> None:
    file = BytesIO()
    np.savez(file, **tables.parts())
    write_cached(tables_path(tables.rules), file.getvalue())
