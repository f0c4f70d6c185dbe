"""Guards that ask for the score: which bets it leaves room for."""

from __future__ import annotations

from truquero.engine import Guard, Need
from truquero.rules.hand import HandRules
from truquero.rules.lances import FixedEnvido
from truquero.rules.stakes import Standing


def score_allows(rules: HandRules, guard: Guard, standing: Standing) -> bool:
    """Whether a guard about the score holds at this one."""
    need = guard.need
    if need is Need.SIZE:
        return guard.stake.points <= standing.longest_lack
    if need is Need.BELOW_FALTA:
        assert isinstance(rules.envido, FixedEnvido)
        return guard.stake.points < rules.envido.falta.ceiling(standing)
    if need is Need.ABOVE_LACK:
        return guard.stake.ceiling(standing) > standing.lack(guard.side) > 0
    assert need is Need.ROOM
    level = standing.points[0] == standing.points[1]
    return level or guard.stake.value(guard.side, standing) < standing.lack(guard.side)
