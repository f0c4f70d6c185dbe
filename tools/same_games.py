"""Comparison of the games that two executors played, row for row."""

from __future__ import annotations

import numpy as np

from truquero.sim.request import ExecutorResults

COLUMNS = ("points", "awards", "winner", "moves", "hands", "first_mano")


def difference(expected: ExecutorResults, actual: ExecutorResults) -> str | None:
    """Return a description of the first difference between the results, or None if they are equal."""
    in_rows = difference_in_rows(expected, actual)
    if in_rows is not None:
        return in_rows
    if expected.counts != actual.counts:
        return f"counts: {expected.counts}, not {actual.counts}"
    if expected.trajectories != actual.trajectories:
        assert expected.trajectories is not None
        assert actual.trajectories is not None
        pairs = enumerate(zip(expected.trajectories, actual.trajectories, strict=True))
        return next(f"game {game}: {first}, not {second}" for game, (first, second) in pairs if first != second)
    return None


def difference_in_rows(expected: ExecutorResults, actual: ExecutorResults) -> str | None:
    """Return the first difference in the rows alone, or None. Ignore games in `actual` beyond the expected ones."""
    games = len(expected.moves)
    for name in COLUMNS:
        expected_column, actual_column = np.asarray(getattr(expected, name)), np.asarray(getattr(actual, name)[:games])
        if expected_column.shape != actual_column.shape:
            return f"{name}: shape {expected_column.shape}, not {actual_column.shape}"
        if (expected_column != actual_column).any():
            game = int(np.argwhere(expected_column != actual_column)[0][0])
            return f"{name} of game {game}: {expected_column[game].tolist()}, not {actual_column[game].tolist()}"
    return None
