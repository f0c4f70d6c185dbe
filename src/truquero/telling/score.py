"""The score in words."""

from __future__ import annotations

from collections.abc import Sequence

from truquero.rules.game import Rules
from truquero.rules.stakes import malas


def score_sentence(rules: Rules, points: Sequence[int], names: Sequence[str]) -> str:
    """The score to be read aloud: "Nosotros: 12, malas; Ellos: 17, buenas"."""
    told = []
    for name, scored in zip(names, points, strict=True):
        half = half_name(rules, scored)
        told.append(f"{name}: {scored}, {half}" if half else f"{name}: {scored}")
    return "; ".join(told)


def half_name(rules: Rules, points: int) -> str:
    """What its place calls the half that a score is in; nothing where a game has no halves."""
    return _called(rules, points, one=False)


def half_counted(rules: Rules, points: int) -> str:
    """The same beside the points of that half: "2 malas", but "1 mala"."""
    return _called(rules, points, one=in_half(rules, points) == 1)


def _called(rules: Rules, points: int, *, one: bool) -> str:
    if not rules.match.halves:
        return ""
    term, usual = ("first-half", "malas") if points < malas(rules.match.target) else ("second-half", "buenas")
    several = rules.voices.names.get(term, (usual,))
    return (rules.voices.names.get(f"{term}-one", several) if one else several)[0]


def in_half(rules: Rules, points: int) -> int:
    """The points that lie on the table: those of the half that is being played, none past its end (S000 §15, S003
    Contabilidad)."""
    target, first = rules.match.target, malas(rules.match.target)
    points = max(0, min(points, target))
    return points - first if rules.match.halves and points >= first else points


def most_counted(rules: Rules) -> int:
    """The most points that a side may have on the table."""
    return malas(rules.match.target) if rules.match.halves else rules.match.target


def pile_of(rules: Rules) -> int:
    """How many counters make a pile, if any: of the sizes that its place knows the first that comes out even."""
    kept = rules.voices.tally
    piles = kept.piles if kept is not None else ()
    return next((size for size in piles if most_counted(rules) % size == 0), piles[0] if piles else 0)
