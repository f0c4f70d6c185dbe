"""Simulations: many games of one variant, by the reference engine or by lookup tables on a CPU or GPU.

`Simulator` checks the arguments and makes a `Request`. An executor plays it and returns `ExecutorResults`, from which
`Results` is made (`request.py`). `reference.py` is the executor that plays with `Match` and `Hand`. `tables/` compiles
a game into lookup tables, and `cpu/` and `gpu/` play from them. Imports go downwards: `cpu/` and `gpu/` import
`tables/` and this package, never each other.

Most rules are written only once: the functions of `engine/` and `table/` fill tables with the moves of a hand, the
values of stakes, the hands of a deal, the step that follows a hand, the next dealer and the winner of a game. A few
steps have no table, so `table/`, `cpu/` and `gpu/` each contain them: docs/explanation/executors.md lists them with the
reasons and the tests that compare them.
"""

from truquero.sim.executors import AUTO, EXECUTORS, available
from truquero.sim.request import Trajectory
from truquero.sim.results import Results, Spread, Totals
from truquero.sim.simulation_error import SimulationError
from truquero.sim.simulator import Simulator
from truquero.sim.view_policies import Player

__all__ = [
    "AUTO",
    "EXECUTORS",
    "Player",
    "Results",
    "SimulationError",
    "Simulator",
    "Spread",
    "Totals",
    "Trajectory",
    "available",
]
