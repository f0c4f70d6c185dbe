"""Who plays whom: the hands of a deal, from the score, the dealer and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from truquero.cards import Card
from truquero.rules.game import BothClose, Duels, Pairing, Rules, Setting
from truquero.rules.hand import CARDS_IN_HAND
from truquero.rules.stakes import Standing

A, B = 0, 1
GALLO, PAIR = 0, 1


class Field(NamedTuple):
    """The seats of one hand, mano first."""

    seats: tuple[int, ...]
    duel: bool = False
    gallo: int | None = None

    def sides(self) -> tuple[int, ...]:
        """The side of each seat in this hand: odd seats against even ones, or the gallo against the pair."""
        if self.gallo is not None:
            return tuple(GALLO if seat == self.gallo else PAIR for seat in self.seats)
        return tuple(A if seat % 2 else B for seat in self.seats)


def next_seat(seat: int, players: int, steps: int = 1) -> int:
    """The seat some steps to the right, counter-clockwise."""
    return (seat - 1 + steps) % players + 1


def fields(rules: Rules, dealer: int, score: Sequence[int], deals_before: int) -> list[Field]:
    """The hands that this deal makes. `deals_before` counts the deals of the current game."""
    players = rules.players
    order = tuple(next_seat(dealer, players, step) for step in range(1, players + 1))
    if rules.gallo is not None:
        gallo = rules.gallo.seat or dealer
        if rules.gallo.is_mano:
            order = tuple(next_seat(gallo, players, step) for step in range(players))
        return [Field(order, gallo=gallo)]
    if rules.duels is not None and _duels_now(rules.duels, max(score), deals_before):
        return [Field(pair, duel=True) for pair in _pairs(rules.duels.pairing, order)]
    return [Field(order)]


def _duels_now(duels: Duels, leader: int, deals_before: int) -> bool:
    if duels.alternate and deals_before % 2 == 0:
        return False
    return duels.from_points <= leader < duels.until_points


def _pairs(pairing: Pairing, order: tuple[int, ...]) -> list[tuple[int, int]]:
    """The duels in their order; `order` starts with the mano and ends with the dealer."""
    half = len(order) // 2
    if pairing is Pairing.FACING:
        return [(order[place], order[place + half]) for place in range(half)]
    if pairing is Pairing.NEIGHBOURS:
        return [(order[place], order[place + 1]) for place in range(0, len(order), 2)]
    mano, right, partner, dealer = order
    if pairing is Pairing.CORTAOS_B:
        return [(mano, right), (mano, right), (partner, dealer)]
    return [(mano, dealer), (partner, right), (mano, dealer)]


def setting_of(rules: Rules, field: Field, standing: Standing) -> tuple[Setting, int]:
    """What kind of hand is played at this score, and the side that decides it where one does."""
    if field.duel:
        return Setting.DUEL, A
    last = rules.last_hand
    if last is None or field.gallo is not None:
        return Setting.ROUND, A
    close = [side for side in (A, B) if standing.points[side] >= last.at]
    if len(close) == 2:
        if last.both is BothClose.MANO_DECIDES:
            return Setting.DECIDED, field.sides()[0]
        return Setting.IRON, A
    return (Setting.DECIDED, close[0]) if close else (Setting.ROUND, A)


class Packets(NamedTuple):
    """A dealt pack: the cards of each seat for every hand of the deal, the turned card, and what is left."""

    hands: tuple[dict[int, tuple[Card, ...]], ...]
    turned: Card | None
    stock: tuple[Card, ...]


def distribute(rules: Rules, deck: Sequence[Card], played: Sequence[Field]) -> Packets:
    """Deal from the top, one card at a time, the packets in the order of the hands, the mano of each first."""
    cards = iter(deck)
    piles: list[dict[int, list[Card]]] = [{seat: [] for seat in field.seats} for field in played]
    for _ in range(CARDS_IN_HAND):
        for pile in piles:
            for pack in pile.values():
                pack.append(next(cards))
    for field, pile in zip(played, piles, strict=True):
        if field.gallo is not None:
            pile[field.gallo].append(next(cards))
    turned = next(cards) if rules.deal.turned else None
    hands = tuple({seat: tuple(pack) for seat, pack in pile.items()} for pile in piles)
    return Packets(hands, turned, tuple(cards))
