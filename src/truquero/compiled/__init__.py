"""The whole automaton of a game: walked, counted, checked, and compiled into lookup tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truquero.compiled.check import Awarded, Finding, check, kinds_of_hand
from truquero.compiled.extras import lacking
from truquero.compiled.request import Progress, SimulationError, rules_asked
from truquero.compiled.walk import Graph, longest_path, walk
from truquero.language import _
from truquero.language.progress import Progress as Bar
from truquero.rules.game import Rules

if TYPE_CHECKING:
    from truquero.compiled.tables import Tables


def compile(  # noqa: A001 - shadows the builtin on purpose: it is called as `compiled.compile`
    variant: str | Rules, players: int | None = None, *, progress: Progress | None = None, **options: object
) -> Tables:
    """Return the tables of a game.

    `variant` is the name of a variant, with its players and house rules as `Match` takes them, or any `Rules`. Complete
    tables are cached in the user's cache folder, so the next call only reads them. `progress` is called with the number
    of states done and the number of states found. Without it, a terminal shows a progress bar if the work takes a
    while.
    """
    rules = rules_asked(variant, players, options)
    missing = lacking("tables")
    if missing is not None:
        raise SimulationError(_("tables need NumPy: {command}").format(command=missing))
    from truquero.compiled.making import tables_for

    bar = Bar(_("states"))
    try:
        return tables_for(rules, progress=progress or bar.show)
    finally:
        bar.clear()


__all__ = ["Awarded", "Finding", "Graph", "check", "compile", "kinds_of_hand", "longest_path", "walk"]
