"""The summary of a match, from its log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truquero.analysis.match_summary.bluffs import Bluff, bluffs_in
from truquero.analysis.match_summary.hand_bets import Bet, HandBets, bets_of
from truquero.engine.state import LANCES
from truquero.table import HandLog, Match
from truquero.table.call_codes import lances


@dataclass(frozen=True)
class HandScoreLine:
    """The score after a hand. A hand that wins a game keeps the points with which it did."""

    deal: int  # its number in the match, from 1
    hand: int  # its number in the deal, from 1
    points: tuple[int, ...]  # of each side
    games: tuple[int, ...]  # that each side has won


@dataclass(frozen=True)
class BetChain:
    """The calls of one lance in one hand, each of which raises the one before."""

    deal: int  # its number in the match, from 1
    hand: int  # its number in the deal, from 1
    calls: tuple[Bet, ...]  # in order


@dataclass(frozen=True)
class SideTotals:
    """What a side of the score won and lost in a match."""

    name: str  # A or B, or a seat with three players
    envidos_won: int  # hands in which it got the points of the envido
    envidos_lost: int  # hands in which its rivals did
    bluffs: int  # of its seats that worked


@dataclass(frozen=True)
class MatchSummary:
    """What is worth telling about a match."""

    sides: tuple[SideTotals, ...]  # in the order of the score
    scores: tuple[HandScoreLine, ...]  # after each finished hand
    bluffs: tuple[Bluff, ...]  # that worked, in order
    longest_chain: BetChain | None  # None if nobody has raised a bet


def match_summary(match: Match) -> MatchSummary:
    """Return the summary of the hands that a match has finished.

    >>> match = Match.from_cards("argentino", {1: "4e 6c 4c", 2: "3b 11o 10e"})
    >>> match.play(1, "truco")
    >>> match.play(2, "no-quiero")
    >>> summary = match_summary(match)
    >>> summary.scores
    (HandScoreLine(deal=1, hand=1, points=(1, 0), games=(0, 0)),)
    >>> summary.bluffs
    (Bluff(deal=1, hand=1, seat=1, move='truco', lance='truco', refused_by=2, answer='no-quiero'),)
    """
    rules, lance_by_code = match.rules, lances(match.rules)
    scores, bluffs, longest = [], list[Bluff](), None
    won, lost = (dict.fromkeys(match.all_side_names(), 0) for _count in range(2))
    for deal, number, hand in finished_hands(match):
        scores.append(HandScoreLine(deal, number, hand.score_after, hand.games_after))
        bets = bets_of(rules, hand, lance_by_code)
        bluffs += bluffs_in(rules, hand, bets, deal, number)
        chain = _longest_chain(bets)
        if len(chain) > (1 if longest is None else len(longest.calls)):
            longest = BetChain(deal, number, tuple(chain))
        winner = lance_winner(hand, "envido")
        if winner is not None:
            for name in match.side_names(hand.lineup, winner):
                won[name] += 1
            for name in match.side_names(hand.lineup, 1 - winner):
                lost[name] += 1
    worked = [name for bluff in bluffs for name in _names_of(match, bluff)]
    sides = tuple(SideTotals(name, won[name], lost[name], worked.count(name)) for name in won)
    return MatchSummary(sides, tuple(scores), tuple(bluffs), longest)


def finished_hands(match: Match) -> Iterator[tuple[int, int, HandLog]]:
    """Yield the finished hands of a match that count, with the numbers of the deal and of the hand in it."""
    for deal, deal_log in enumerate(match.log, start=1):
        for number, hand in enumerate(deal_log.hands, start=1):
            if hand.finished and not hand.void:
                yield deal, number, hand


def lance_winner(hand: HandLog, lance: str) -> int | None:
    """Return the side of a hand that was left with points of a lance; None if neither was."""
    points = [0, 0]
    for award in hand.awards:
        if award.lance == lance:
            points[award.side] += award.points
    return points.index(max(points)) if max(points) > 0 else None


def _longest_chain(bets: HandBets) -> list[Bet]:
    return max((bets.of(lance) for lance in LANCES), key=len)


def _names_of(match: Match, bluff: Bluff) -> list[str]:
    """Return the names of the sides of the score for which a bluff was made: that of the bettor alone."""
    if match.players == 3:
        return [str(bluff.seat)]
    lineup = match.log[bluff.deal - 1].hands[bluff.hand - 1].lineup
    return match.side_names(lineup, lineup.sides[lineup.seats.index(bluff.seat)])
