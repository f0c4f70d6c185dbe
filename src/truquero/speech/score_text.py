"""The score in words."""

from __future__ import annotations

from collections.abc import Sequence

from truquero.rules.game import Rules
from truquero.rules.stakes import malas

_MOST_IN_ONE_ROW = 15  # points of a game that are counted in one row, as a game to 15 has no malas and buenas (S001)


def score_sentence(rules: Rules, points: Sequence[int], names: Sequence[str]) -> str:
    """Return the score to be read aloud: "Nosotros: 12, malas; Ellos: 17, buenas"."""
    parts = []
    for name, scored in zip(names, points, strict=True):
        counted, half = counted_points(rules, scored), half_name(rules, scored)
        parts.append(f"{name}: {counted}, {half}" if half else f"{name}: {counted}")
    return "; ".join(parts)


def counted_points(rules: Rules, points: int) -> int:
    """Return the points that a side says it has: it stops counting at the end of the game."""
    return min(points, rules.match.target)


def half_name(rules: Rules, points: int) -> str:
    """Return the local name of the half that a score is in; empty if the game has no halves, or is won."""
    return _half_name(rules, points, single=False)


def half_counted(rules: Rules, points: int) -> str:
    """Return the name of the half to show after the points of that half: "2 malas", but "1 mala"."""
    return _half_name(rules, points, single=in_half(rules, points) == 1)


def _has_halves(rules: Rules) -> bool:
    """Return whether the points are counted in two halves. This does not affect what a falta is worth."""
    return rules.match.halves and rules.match.target > _MOST_IN_ONE_ROW


def _half_name(rules: Rules, points: int, *, single: bool) -> str:
    if not _has_halves(rules) or points >= rules.match.target:
        return ""
    term, usual_name = ("first-half", "malas") if points < malas(rules.match.target) else ("second-half", "buenas")
    names = rules.voices.names.get(term, (usual_name,))
    return (rules.voices.names.get(f"{term}-one", names) if single else names)[0]


def in_half(rules: Rules, points: int) -> int:
    """Return the points that lie on the table: those of the half that is being played (S000 §15, S003 Contabilidad).

    Points past the end of the game are left out.
    """
    first = malas(rules.match.target)
    points = max(0, counted_points(rules, points))
    return points - first if _has_halves(rules) and points >= first else points


def most_counted(rules: Rules) -> int:
    """Return the most points that a side may have on the table."""
    return malas(rules.match.target) if _has_halves(rules) else rules.match.target


def pile_of(rules: Rules) -> int:
    """Return the number of counters in a pile, or 0 if the local custom makes no piles.

    Of the customary sizes, take the first that divides the points evenly, or else the first of all.
    """
    tally = rules.voices.tally
    piles = tally.piles if tally is not None else ()
    return next((size for size in piles if most_counted(rules) % size == 0), piles[0] if piles else 0)
