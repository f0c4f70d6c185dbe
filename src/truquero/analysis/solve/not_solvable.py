"""The error of games that the solver does not cover."""

from __future__ import annotations


class NotSolvable(ValueError):
    """A game that the solver does not cover."""
