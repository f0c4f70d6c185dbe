"""Comparison of the games that two executors played, row for row."""

from __future__ import annotations

import numpy as np

from truquero.sim.request import ExecutorResults

COLUMNS = ("points", "awards", "winner", "moves", "hands", "first_mano")


def difference(expected: ExecutorResults, found: ExecutorResults) -> str | None:
    """Return a description of the first difference between the results, or None if they are equal."""
    in_rows = difference_in_rows(expected, found)
    if in_rows is not None:
        return in_rows
    if expected.counts != found.counts:
        return f"counts: {expected.counts}, not {found.counts}"
    if expected.trajectories != found.trajectories:
        assert expected.trajectories is not None
        assert found.trajectories is not None
        pairs = enumerate(zip(expected.trajectories, found.trajectories, strict=True))
        return next(f"game {game}: {one}, not {other}" for game, (one, other) in pairs if one != other)
    return None


def difference_in_rows(expected: ExecutorResults, found: ExecutorResults) -> str | None:
    """Return the first difference in the rows alone, or None. Ignore games in `found` beyond the expected ones."""
    games = len(expected.moves)
    for name in COLUMNS:
        one, other = np.asarray(getattr(expected, name)), np.asarray(getattr(found, name)[:games])
        if one.shape != other.shape:
            return f"{name}: shape {one.shape}, not {other.shape}"
        if (one != other).any():
            game = int(np.argwhere(one != other)[0][0])
            return f"{name} of game {game}: {one[game].tolist()}, not {other[game].tolist()}"
    return None
