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
    if not rules.match.halves:
        return ""
    term, usual = ("first-half", "malas") if points < malas(rules.match.target) else ("second-half", "buenas")
    return rules.voices.names.get(term, (usual,))[0]
