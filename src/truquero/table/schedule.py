"""The hands of a deal and their seats, derived from the score, the dealer and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from truquero.cards import Card
from truquero.rules import deal_size
from truquero.rules.game import BothClose, Duels, Gallo, HandType, Pairing, Rules
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.rules.stakes import HandScore

A, B = 0, 1
GALLO, PAIR = 0, 1


class Lineup(NamedTuple):
    """The seats of one hand, mano first."""

    seats: tuple[int, ...]  # mano first
    sides: tuple[int, ...]  # of each seat: odd seats against even seats, or the gallo against the pair
    duel: bool = False  # whether it is a duel of two players
    gallo: int | None = None  # the gallo's seat, with three players


def side_of(seat: int) -> int:
    """Return the side of a seat: A for odd seats, B for even seats."""
    return A if seat % 2 else B


def side_name(players: int, seat: int) -> str:
    """Return the name of a seat's side in the score."""
    return str(seat) if players == 3 else "AB"[side_of(seat)]


def _round(seats: tuple[int, ...], duel: bool = False) -> Lineup:
    return Lineup(seats, tuple(map(side_of, seats)), duel)


def next_seat(seat: int, players: int, steps: int = 1) -> int:
    """Return the seat some steps to the right, counter-clockwise."""
    return (seat - 1 + steps) % players + 1


def lineups(rules: Rules, dealer: int, score: Sequence[int], deals_before: int) -> list[Lineup]:
    """Return the hands of a deal. `deals_before` is the number of earlier deals in the current game."""
    duels = rules.duels
    duels_now = duels is not None and _duels_now(duels, max(score), deals_before)
    pairing = duels.pairing if duels is not None and duels_now else None
    return list(_layout(rules.players, dealer, rules.gallo, pairing))


@lru_cache(maxsize=256)
def _layout(players: int, dealer: int, gallo: Gallo | None, pairing: Pairing | None) -> tuple[Lineup, ...]:
    order = tuple(next_seat(dealer, players, step) for step in range(1, players + 1))
    if gallo is not None:
        lone = gallo.seat or dealer
        if gallo.is_mano:
            order = tuple(next_seat(lone, players, step) for step in range(players))
        return (Lineup(order, tuple(GALLO if seat == lone else PAIR for seat in order), gallo=lone),)
    if pairing is not None:
        return tuple(_round(pair, duel=True) for pair in _pairs(pairing, order))
    return (_round(order),)


def _duels_now(duels: Duels, leader: int, deals_before: int) -> bool:
    if duels.alternate and deals_before % 2 == 0:
        return False
    return in_span(duels, leader)


def in_span(duels: Duels, leader: int) -> bool:
    """Return whether duels are played while the leading side has this many points."""
    return duels.from_points <= leader < duels.until_points


def _pairs(pairing: Pairing, order: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the duels in playing order. `order` starts with the mano and ends with the dealer."""
    half = len(order) // 2
    if pairing is Pairing.FACING:
        return [(order[place], order[place + half]) for place in range(half)]
    if pairing is Pairing.NEIGHBOURS:
        return [(order[place], order[place + 1]) for place in range(0, len(order), 2)]
    mano, right, partner, dealer = order
    if pairing is Pairing.CORTAOS_B:
        return [(mano, right), (mano, right), (partner, dealer)]
    return [(mano, dealer), (partner, right), (mano, dealer)]


def hand_type_of(rules: Rules, lineup: Lineup, score: HandScore) -> tuple[HandType, int]:
    """Return the type of hand at this score, and the side that decides whether to play it (A if no side decides)."""
    if lineup.duel:
        return HandType.DUEL, A
    last = rules.last_hand
    if last is None or lineup.gallo is not None:
        return HandType.ROUND, A
    close = [side for side in (A, B) if score.points[side] >= last.at]
    if len(close) == 2:
        if last.both is BothClose.MANO_DECIDES:
            return HandType.DECIDED, lineup.sides[0]
        return HandType.IRON, A
    return (HandType.DECIDED, close[0]) if close else (HandType.ROUND, A)


class AfterHand(IntEnum):
    """What follows a hand of a match."""

    NEXT_HAND = 0  # of the same deal
    NEXT_DEAL = 1
    GAME_ENDS = 2


def after_hand(rules: Rules, *, hands_left: bool, leader: int, reached: bool) -> AfterHand:
    """Return what follows a hand.

    `hands_left` is whether the deal has more hands, `leader` the points of the side ahead, and `reached` whether a side
    has reached the target.
    """
    duels = rules.duels
    if duels is not None and duels.drop_rest_at_end and leader >= duels.until_points:
        hands_left = False
    if reached and not (hands_left and rules.match.finish_hand_before_win):
        return AfterHand.GAME_ENDS
    return AfterHand.NEXT_HAND if hands_left else AfterHand.NEXT_DEAL


class Packets(NamedTuple):
    """The cards of a deal: those of each seat for every hand, the turned card, and some cards that are left over."""

    hands: tuple[dict[int, tuple[Card, ...]], ...]
    turned: Card | None
    spare: tuple[Card, ...]  # to replace exposed cards, one for each hand


def cards_needed(rules: Rules, played: Sequence[Lineup]) -> int:
    """Return the number of cards that a deal of these hands takes from the pack."""
    return deal_size.cards_needed(rules, len(played), sum(len(lineup.seats) for lineup in played))


def distribute(rules: Rules, deck: Sequence[Card], played: Sequence[Lineup]) -> Packets:
    """Deal from the top, one card at a time, to all seats in the order of the hands, the mano of each first."""
    packets = sum(len(lineup.seats) for lineup in played)
    top = CARDS_IN_HAND * packets
    hands = []
    packet = 0
    for lineup in played:
        hand = {}
        for seat in lineup.seats:
            hand[seat] = tuple(deck[packet:top:packets])
            packet += 1
        if lineup.gallo is not None:
            hand[lineup.gallo] += (deck[top],)
            top += 1
        hands.append(hand)
    turned = deck[top] if rules.deal.turned else None
    return Packets(tuple(hands), turned, tuple(deck[-len(played) :]))
