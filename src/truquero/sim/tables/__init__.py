"""The whole automaton of a game: walked, counted, checked, and compiled into lookup tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truquero.i18n import _
from truquero.i18n.progress import Progress as Bar
from truquero.rules.game import Rules
from truquero.sim.optional_dependencies import install_command
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables.exhaustive_check import Awarded, Finding, check
from truquero.sim.tables.kinds_of_hand import kinds_of_hand
from truquero.sim.tables.walk import Graph, Progress, longest_path, walk
from truquero.table.validation import rules_of_variant

if TYPE_CHECKING:
    from truquero.sim.tables.compiled_tables import CompiledTables


def compile_tables(
    variant: str | Rules, players: int | None = None, *, progress: Progress | None = None, **options: object
) -> CompiledTables:
    """Return the tables of a game.

    `variant` is the name of a variant, with its players and house rules as `Match` takes them, or any `Rules`. Complete
    tables are cached in the user's cache folder, so the next call only reads them. `progress` is called with the number
    of states done and the number of states found. Without it, a terminal shows a progress bar if the work takes a
    while.
    """
    rules = rules_of_variant(variant, players, options)
    missing = install_command("tables")
    if missing is not None:
        raise SimulationError(_("tables need NumPy: {command}").format(command=missing))
    from truquero.sim.tables.load import tables_for

    bar = Bar(_("states"))
    try:
        return tables_for(rules, progress=progress or bar.show)
    finally:
        bar.clear()


__all__ = ["Awarded", "Finding", "Graph", "check", "compile_tables", "kinds_of_hand", "longest_path", "walk"]
