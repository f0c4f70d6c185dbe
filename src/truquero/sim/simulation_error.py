"""The error of simulations."""

from truquero.table import TableError


class SimulationError(TableError):
    """A simulation that cannot be played as requested. The message says how to correct it."""
