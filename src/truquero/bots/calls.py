"""The words of a spot sorted out by what they are: calls of each lance with their size, and ways to answer."""

from __future__ import annotations

from collections.abc import Sequence

from truquero.bots.spot import Spot
from truquero.engine.envido import FIRST_SIZE, MORE, SIZE
from truquero.rules.lances import FixedEnvido, OpenEnvido
from truquero.rules.stakes import Stake

WANT, REFUSE, WANT_LACK, LEAVE = "quiero", "no-quiero", "mi-falta", "mazo"
ALL_IN = 1_000_000  # above every size that is named


def truco_calls(spot: Spot) -> list[str]:
    codes = spot.rules.truco.codes
    return [move for move in spot.moves if move in codes]


def envido_calls(spot: Spot) -> list[str]:
    """The calls of envido, the smallest first."""
    rule = spot.rules.envido
    if rule is None or not spot.at.bets_envido:
        return []
    sized = {move: size for move in spot.moves if (size := bet_size(rule, move)) is not None}
    return sorted(sized, key=sized.__getitem__)


def size_of(spot: Spot, move: str) -> int:
    """What a call of envido adds, or ALL_IN."""
    rule = spot.rules.envido
    size = None if rule is None else bet_size(rule, move)
    return size or 0


def bet_size(rule: FixedEnvido | OpenEnvido, move: str) -> int | None:
    """What a call of envido adds, or ALL_IN; None for any other move."""
    if isinstance(rule, FixedEnvido):
        if move == rule.falta_code:
            return ALL_IN
        return next((call.adds for call in rule.calls if call.code == move), None)
    if move == rule.all_in_code:
        return ALL_IN
    if move == FIRST_SIZE:
        return rule.unit
    for prefix in (SIZE, MORE):
        if move.startswith(prefix) and move.removeprefix(prefix).isdigit():
            return int(move.removeprefix(prefix))
    return None


def accepting(spot: Spot) -> str | None:
    """How a bet is accepted: no more than what one lacks, where that is allowed (S003 Reglas de oro)."""
    rule = spot.rules.envido
    word = rule.accept_word if isinstance(rule, FixedEnvido) else ""
    return next((move for move in (WANT_LACK, WANT, word) if move and move in spot.moves), None)


def gain(spot: Spot, stake: Stake, side: int, flores: int = 2) -> int:
    """What a stake brings a side: no more than it lacks."""
    return min(stake.value(side, spot.standing, flores if stake.per_flor else 0), max(1, spot.standing.lack(side)))


def is_worth_it(spot: Spot, chance: float, stake: Stake, refused: Stake) -> float:
    """What accepting brings on average more than refusing does."""
    ours, theirs = spot.at.side, 1 - spot.at.side
    wins, loses, gives = gain(spot, stake, ours), gain(spot, stake, theirs), gain(spot, refused, theirs)
    return chance * wins - (1 - chance) * loses + gives


def middle(calls: Sequence[str], share: float) -> str:
    """One of some calls, the larger the share."""
    return calls[min(len(calls) - 1, int(share * len(calls)))]
