"""The bets of one seat in a match, for the statistics of a player."""

from __future__ import annotations

from dataclasses import dataclass

from truquero.analysis.match_summary.hand_bets import bets_of
from truquero.analysis.match_summary.whole_match import finished_hands, lance_winner
from truquero.table import Match
from truquero.table.call_codes import lances


@dataclass(frozen=True)
class BetCount:
    """The hands of a seat in which a lance was bet, counted once each."""

    called: int = 0  # the seat called or raised
    accepted: int = 0  # the seat accepted, also by raising
    won: int = 0  # its side won the points; called by any seat


@dataclass(frozen=True)
class SeatStatistics:
    """The bets of a seat in a match."""

    envido: BetCount  # hands with an envido
    truco: BetCount  # hands with a truco


def seat_statistics(match: Match, seat: int, first_deal: int = 1) -> SeatStatistics:
    """Return the bets of a seat in the finished hands of a match from a deal on.

    >>> match = Match.from_cards("argentino", {1: "4e 6c 4c", 2: "3b 11o 10e"})
    >>> match.play(1, "truco")
    >>> match.play(2, "no-quiero")
    >>> seat_statistics(match, 1).truco, seat_statistics(match, 2).truco
    (BetCount(called=1, accepted=0, won=1), BetCount(called=0, accepted=0, won=0))
    """
    return SeatStatistics(*(_bet_count(match, seat, lance, first_deal) for lance in ("envido", "truco")))


def _bet_count(match: Match, seat: int, lance: str, first_deal: int) -> BetCount:
    called = accepted = won = 0
    lance_by_code = lances(match.rules)
    for deal, _number, hand in finished_hands(match):
        if deal < first_deal or seat not in hand.lineup.seats:
            continue
        bets = bets_of(match.rules, hand, lance_by_code)
        in_lance = bets.of(lance)
        called += any(bet.seat == seat for bet in in_lance)
        accepted += (seat, lance) in bets.accepted
        side = hand.lineup.sides[hand.lineup.seats.index(seat)]
        won += bool(in_lance) and lance_winner(hand, lance) == side
    return BetCount(called, accepted, won)
