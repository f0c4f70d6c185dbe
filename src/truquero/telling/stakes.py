"""What a move brings, in words: "3 if they want it, 2 if not"."""

from __future__ import annotations

from truquero.engine.perros import THROW
from truquero.language import _
from truquero.rules.moves import LEAVE
from truquero.rules.stakes import Stake, Standing
from truquero.table import Match
from truquero.table.hand import Hand
from truquero.table.incidents import claimed_points


def stakes_of(hand: Hand, seat: int, move: str) -> str:
    """What a call is worth to its own side, accepted and refused; of an answer or a flor, what is then played for; of a
    word that ends something, what it gives. Nothing for any other move."""
    side, standing = hand.side(seat), hand.standing
    bet = hand.bet(seat, move)
    if bet is not None:
        wanted, given = bet
        told = {"accepted": _played(wanted, side, standing), "refused": _points(given, side, standing)}
        if move == THROW:
            about = _("falta envido, {accepted} if they want it, {refused} if not, then truco; with flores al resto")
            return about.format(**told)
        return _("{accepted} if they want it, {refused} if not").format(**told)
    stake = hand.played_for(seat, move)
    if stake is not None:
        return _("for {points}").format(points=_played(stake, side, standing))
    given_up = hand.given(seat, move)
    ours, theirs = (sum(points for taker, points in given_up if (taker == side) is own) for own in (True, False))
    if theirs:
        return _("{points} for them").format(points=theirs)
    if ours:
        return _("{points} for you").format(points=ours)
    return _("your side plays on") if move == LEAVE else ""


def stakes_of_claim(match: Match, move: str) -> str:
    """What a challenge after a hand brings."""
    right, wrong = claimed_points(match, move)
    return _("{right} for you if it is so, {wrong} for them if not").format(right=right, wrong=wrong)


def _played(stake: Stake, side: int, standing: Standing) -> str:
    """What is played for: where a falta is what the winner lacks, the one side wins more than the other."""
    ours, theirs = (_points(stake, winner, standing) for winner in (side, 1 - side))
    if ours == theirs:
        return str(ours)
    return _("{ours} (for them {theirs})").format(ours=ours, theirs=theirs)


def _points(stake: Stake, winner: int, standing: Standing) -> int:
    """A stake at this score; flores are counted as if each side had one."""
    flores = 1 if stake.own_flores else 2
    return stake.value(winner, standing, flores if stake.per_flor else 0)
