"""Simulations: many games of one variant, played by the reference engine or a faster executor (docs/simulation.md)."""

from truquero.compiled.request import Decision, SimulationError, Trajectory
from truquero.sim.executors import AUTO, EXECUTORS, available
from truquero.sim.results import Results, Spread, Totals
from truquero.sim.simulator import Simulator

__all__ = [
    "AUTO",
    "EXECUTORS",
    "Decision",
    "Results",
    "SimulationError",
    "Simulator",
    "Spread",
    "Totals",
    "Trajectory",
    "available",
]
