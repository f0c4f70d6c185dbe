"""The words of a spot sorted out by what they are: calls of each lance with their size, and ways to answer."""

from __future__ import annotations

from collections.abc import Sequence

from truquero.bots.spot import Spot
from truquero.engine.envido import bet_size, offered
from truquero.engine.flor import RAISES
from truquero.engine.state import NOBODY
from truquero.rules.lances import FixedEnvido
from truquero.rules.moves import ACCEPT, ACCEPT_LACK
from truquero.rules.stakes import Stake

ALL_IN_FLOR = (RAISES[1], "al-resto")
LARGE = 6  # points that only good cards bet


def truco_calls(spot: Spot) -> list[str]:
    """The calls of truco that may bring something. Whoever lays the last card knows how the hand ends: while a rival
    does, and all of one's own side's cards lie there, he wants only what he wins."""
    if not spot.held and not spot.at.partners_to_come and spot.at.rivals_to_come:
        return []
    codes = spot.rules.truco.codes
    return [move for move in spot.moves if move in codes]


def bet(spot: Spot, move: str) -> Stake | None:
    """What is bet once a call is accepted, or by accepting one; None for any other move."""
    rules, envido, truco = spot.rules, spot.state.envido, spot.state.truco
    if move in (ACCEPT, ACCEPT_LACK):
        waits = truco.calling != NOBODY and spot.state.flor.stage in ("open", "closed")
        return envido.offer if envido.calling != NOBODY else rules.truco.stake(truco.rung + 1) if waits else None
    if rules.flor is not None and move in ALL_IN_FLOR:
        return rules.flor.resto
    if rules.envido is not None and bet_size(rules.envido, move) is not None:
        return offered(rules.envido, envido, move)[0]
    return next((rung.stake for rung in rules.truco.rungs if rung.code == move), None)


def is_large(spot: Spot, move: str) -> bool:
    """Whether a call or an acceptance bets so much that it is no matter for a lie."""
    stake = bet(spot, move)
    return stake is not None and gain(spot, stake, 1 - spot.at.side) > LARGE


def is_mortal(spot: Spot, move: str) -> bool:
    """Whether the game is lost with what a move bets."""
    stake = bet(spot, move)
    return stake is not None and gain(spot, stake, 1 - spot.at.side) >= spot.standing.lack(1 - spot.at.side)


def envido_calls(spot: Spot) -> list[str]:
    """The calls of envido, the smallest first."""
    rule = spot.rules.envido
    if rule is None or not spot.at.bets_envido:
        return []
    sized = {move: size for move in spot.moves if (size := bet_size(rule, move)) is not None}
    return sorted(sized, key=sized.__getitem__)


def accepting(spot: Spot) -> str | None:
    """How a bet is accepted: no more than what one lacks, where that is allowed (S003 Reglas de oro)."""
    rule = spot.rules.envido
    word = rule.accept_word if isinstance(rule, FixedEnvido) else ""
    return next((move for move in (ACCEPT_LACK, ACCEPT, word) if move and move in spot.moves), None)


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
