"""Simulations: many games of one variant, by the reference engine or by lookup tables on a CPU or GPU."""

from truquero.sim.errors import SimulationError
from truquero.sim.executors import AUTO, EXECUTORS, available
from truquero.sim.request import Trajectory
from truquero.sim.results import Results, Spread, Totals
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
