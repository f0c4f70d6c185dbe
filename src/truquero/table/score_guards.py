"""Guards about the score: the bets that it allows."""

from __future__ import annotations

from truquero.engine import Guard, Need
from truquero.rules.hand_rules import HandRules
from truquero.rules.lances import FixedEnvido
from truquero.rules.stakes import HandScore

NO_LIMIT = 1 << 30  # above any stake
NO_POINTS = (1, 0)


def score_allows(rules: HandRules, guard: Guard, score: HandScore) -> bool:
    """Return whether a guard about the score holds at this score."""
    fewest, most = points_allowed(rules, guard, score)
    return fewest <= guard.stake.points <= most


def points_allowed(rules: HandRules, guard: Guard, score: HandScore) -> tuple[int, int]:
    """Return the lowest and the highest `points` of its stake for which a guard about the score holds.

    The result is the same for guards that differ only in these points.
    """
    need, stake = guard.need, guard.stake
    if need is Need.SIZE:
        return 0, score.longest_lack
    if need is Need.BELOW_FALTA:
        assert isinstance(rules.envido, FixedEnvido)
        return 0, rules.envido.falta.ceiling(score) - 1
    lack = score.lack(guard.side)
    if need is Need.ABOVE_LACK:
        beside = stake.ceiling(score) - stake.points
        return (lack - beside + 1, NO_LIMIT) if lack else NO_POINTS
    assert need is Need.ROOM
    if score.points[0] == score.points[1]:
        return 0, NO_LIMIT
    beside = stake.value(guard.side, score) - stake.points
    return 0, lack - beside - 1
