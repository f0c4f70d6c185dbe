"""The CPU executor: a loop over the lookup tables of a game, compiled by Numba."""
