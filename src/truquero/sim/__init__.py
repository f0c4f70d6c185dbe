"""Simulations: many games of one variant, by the reference engine or by lookup tables on a CPU or GPU.

A `Simulator` plays hands or matches with one of three executors, which all play the same games. `Results` have a row
for each game, `Totals` the sums.

Most rules are written only once: the functions of `engine/` and `table/` fill lookup tables, from which the executors
`cpu/` and `gpu/` play. A few steps have no table: docs/explanation/executors.md lists them with the reasons.
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
