"""Guards that ask for the score: which bets it leaves room for."""

from __future__ import annotations

from truquero.engine import Guard, Need
from truquero.rules.hand import HandRules
from truquero.rules.lances import FixedEnvido
from truquero.rules.stakes import Standing

NO_LIMIT = 1 << 30  # more points than any stake has
NO_POINTS = (1, 0)


def score_allows(rules: HandRules, guard: Guard, standing: Standing) -> bool:
    """Whether a guard about the score holds at this one."""
    fewest, most = points_allowed(rules, guard, standing)
    return fewest <= guard.stake.points <= most


def points_allowed(rules: HandRules, guard: Guard, standing: Standing) -> tuple[int, int]:
    """The fewest and the most points of its stake with which a guard about the score holds.

    It is the same for guards that differ in nothing but these points.
    """
    need, stake = guard.need, guard.stake
    if need is Need.SIZE:
        return 0, standing.longest_lack
    if need is Need.BELOW_FALTA:
        assert isinstance(rules.envido, FixedEnvido)
        return 0, rules.envido.falta.ceiling(standing) - 1
    lack = standing.lack(guard.side)
    if need is Need.ABOVE_LACK:
        beside = stake.ceiling(standing) - stake.points
        return (lack - beside + 1, NO_LIMIT) if lack else NO_POINTS
    assert need is Need.ROOM
    if standing.points[0] == standing.points[1]:
        return 0, NO_LIMIT
    beside = stake.value(guard.side, standing) - stake.points
    return 0, lack - beside - 1
