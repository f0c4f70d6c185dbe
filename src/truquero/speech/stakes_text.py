"""The stakes of a move in words: "3 if they want it, 2 if not"."""

from __future__ import annotations

from truquero.engine.perros import THROW
from truquero.i18n import _
from truquero.rules.moves import LEAVE
from truquero.rules.stakes import Stake
from truquero.table import Match
from truquero.table.hand import Hand
from truquero.table.pending_call import known_flores
from truquero.table.special_moves import points_of_challenge


def stakes_of(hand: Hand, seat: int, move: str) -> str:
    """Return the stakes of a move in words.

    For a call they are the points for its own side, accepted and refused; for an answer or a flor, the points that are
    then played for; for a move that gives something up, the points that it gives. The text is empty for other moves.
    """
    side = hand.side(seat)
    bet = hand.bet(seat, move)
    if bet is not None:
        accepted_stake, refused_stake = bet
        accepted, refused = _played(accepted_stake, hand, side), _points(refused_stake, hand, side)
        worth = _bet(hand).format(accepted=accepted, refused=refused)
        if move == THROW:
            return _("falta envido, {worth}, then truco; with flores al resto").format(worth=worth)
        return worth
    stake = hand.played_for(seat, move)
    if stake is not None:
        return _("for {points}").format(points=_played(stake, hand, side))
    given_up = hand.paid_at_once(seat, move)
    ours, theirs = (sum(points for taker, points in given_up if (taker == side) is own) for own in (True, False))
    if theirs:
        lost = _("{points} for your rival") if len(hand.seats) == 2 else _("{points} for them")
        return lost.format(points=theirs)
    if ours:
        return (_("{points} for you") if len(hand.seats) == 2 else _("{points} for your side")).format(points=ours)
    return _("your side plays on") if move == LEAVE else ""


def stakes_of_sizes(hand: Hand, seat: int, name: str, first: int, last: int) -> tuple[str, int] | None:
    """Return a text and a number that describe the stakes of the bets from `NAME-first` to `NAME-last`.

    In the text {n} stands for the size plus that number. None if the stake does not grow with the size in this way.
    """
    least, most = (hand.bet(seat, f"{name}-{size}") for size in (first, last))
    if least is None or most is None:
        return None
    (accepted_stake, refused_stake), adds = least, least[0].points - first
    if accepted_stake != Stake(first + adds) or most != (Stake(last + adds), refused_stake):
        return None
    return _bet(hand).format(accepted="{n}", refused=_points(refused_stake, hand, hand.side(seat))), adds


def _bet(hand: Hand) -> str:
    if len(hand.seats) == 2:
        return _("{accepted} if your rival accepts, {refused} if not")
    return _("{accepted} if they accept, {refused} if not")


def stakes_of_challenge(match: Match, move: str) -> str:
    """Return the stakes of a challenge after a hand, in words."""
    right, wrong = points_of_challenge(match, move)
    text = (
        _("{right} for you if your rival had one, {wrong} for your rival if not")
        if match.players == 2
        else _("{right} for your side if they had one, {wrong} for them if not")
    )
    return text.format(right=right, wrong=wrong)


def _played(stake: Stake, hand: Hand, side: int) -> str:
    """Return the points played for. They differ by side where a falta is what the winner lacks."""
    ours, theirs = (_points(stake, hand, winner) for winner in (side, 1 - side))
    if ours == theirs:
        return str(ours)
    text = _("{ours} (for your rival {theirs})") if len(hand.seats) == 2 else _("{ours} (for them {theirs})")
    return text.format(ours=ours, theirs=theirs)


def _points(stake: Stake, hand: Hand, winner: int) -> int:
    """Return the points of a stake at this score, with the flores that the table knows of."""
    return stake.value(winner, hand.score, known_flores(hand.rules, hand.state, stake))
