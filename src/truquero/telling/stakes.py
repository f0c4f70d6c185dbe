"""What a move brings, in words: "3 if they want it, 2 if not"."""

from __future__ import annotations

from truquero.engine.bets import pending
from truquero.language import _
from truquero.rules.moves import ACCEPT, REFUSE
from truquero.rules.stakes import Stake, Standing
from truquero.table.hand import Hand


def stakes_of(hand: Hand, seat: int, move: str) -> str:
    """What a call is worth to its own side, accepted and refused; of an answer, what is then played for or lost.
    Nothing for any other move."""
    side, standing = hand.side(seat), hand.standing
    if move in (ACCEPT, REFUSE):
        waiting = pending(hand.rules, hand.state)
        if waiting is None:
            return ""
        accepted, refused = waiting
        if move == ACCEPT:
            return _("for {points}").format(points=_points(accepted, side, standing))
        return _("{points} for them").format(points=_points(refused, 1 - side, standing))
    bet = hand.bet(seat, move)
    if bet is None:
        return ""
    wanted, given = (_points(stake, side, standing) for stake in bet)
    return _("{accepted} if they want it, {refused} if not").format(accepted=wanted, refused=given)


def _points(stake: Stake, winner: int, standing: Standing) -> int:
    """A stake at this score; flores are counted as if each side had one."""
    return stake.value(winner, standing, 2 if stake.per_flor else 0)
