"""Bets of the whole game: those that the players should not make by mistake."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from truquero.engine.bets import pending
from truquero.rules.moves import ACCEPT, ACCEPT_LACK
from truquero.rules.stakes import HandScore, Stake, Term
from truquero.table.hand import Hand

SIDES = (0, 1)


def ends_game(hand: Hand, seat: int, move: str) -> bool:
    """Return whether a call or an acceptance of a seat bets the whole game at this score.

    It does if the game is won whoever wins the bet, or if the stake is what a side lacks and one side would win the
    game with it. It does not if a refusal would end the game too.

    >>> from truquero import Match
    >>> match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"}, score=(20, 3))
    >>> [move for move in match.hand.legal(1) if ends_game(match.hand, 1, move)]
    ['falta-envido']
    """
    bet, caller = hand.bet(seat, move), hand.side(seat)
    if bet is None and move in (ACCEPT, ACCEPT_LACK):
        bet, caller = pending(hand.rules, hand.state), 1 - caller
    if bet is None:
        return False
    accepted, refused = hand.played_for(seat, move) or bet[0], bet[1]
    if _wins_game(refused, caller, hand.score):
        return False
    wins = [_wins_game(accepted, side, hand.score) for side in SIDES]
    return all(wins) or (any(wins) and accepted.term != Term.NONE)


def first_that_ends_game(hand: Hand, seat: int, sizes: Sequence[str]) -> int:
    """Return the index of the first of these bets, from small to large, that is one of the whole game."""
    return bisect_left(sizes, True, key=lambda move: ends_game(hand, seat, move))


def _wins_game(stake: Stake, side: int, score: HandScore) -> bool:
    return 0 < score.lack(side) <= stake.value(side, score)
