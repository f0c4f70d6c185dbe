"""Hands and matches whose cards are drawn by somebody else: from a stream, or from what was played before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from truquero.cards import Card
from truquero.engine import automaton
from truquero.rules.game import Rules, Setting
from truquero.rules.stakes import Standing
from truquero.sim.kinds import Kinds
from truquero.table import Hand, Match, Settled
from truquero.table.schedule import Field, distribute

Draw = Callable[[int, bool], Sequence[Card]]  # the cards of a deal of so many packets, with a gallo's fourth or not
Cards = Mapping[int, tuple[Card, ...]]


def deal(rules: Rules, played: Sequence[Field], draw: Draw) -> tuple[list[Cards], Card | None]:
    """The cards of each hand of a deal, every seat's sorted with the strongest first, and the turned one."""
    packets = distribute(rules, draw(sum(len(field.seats) for field in played), rules.gallo is not None), played)
    strengths = rules.ranking.strengths(packets.turned)

    def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
        as_in_pack = sorted(cards, key=rules.pack.index)
        return tuple(sorted(as_in_pack, key=strengths.__getitem__, reverse=True))  # equals stay as they are

    return [{seat: in_order(cards) for seat, cards in hand.items()} for hand in packets.hands], packets.turned


class DealtMatch:
    """A match that is dealt hand after hand."""

    def __init__(self, rules: Rules, kinds: Kinds, dealer: int, score: Sequence[int], draw: Draw) -> None:
        self.match = Match(rules, seed="", dealer=dealer, score=score)
        self.kind = 0
        self._kinds = kinds
        self._draw = draw
        self._left: list[Cards] = []

    def next_hand(self) -> bool:
        """Open the next hand; False when the match is over."""
        match = self.match
        if match.over:
            return False
        turned = match.turned
        if match.deals.next_field() is None:
            begun = match.begin_deal(match.deals.next_dealer())
            self._left, turned = deal(match.rules, begun, self._draw)
        match.begin_hand(self._left.pop(0), turned)
        self.kind = self._kinds.number_of(match.setting, self.hand.rules)
        return True

    @property
    def rules(self) -> Rules:
        return self.match.rules

    @property
    def setting(self) -> Setting:
        return self.match.setting

    @property
    def hand(self) -> Hand:
        assert self.match.hand is not None
        return self.match.hand

    @property
    def turned(self) -> Card | None:
        return self.match.turned

    @property
    def awards(self) -> list[Settled]:
        """What was won in the hand that is on, or in the last one."""
        return self.match.log[-1].hands[-1].awards

    def play(self, seat: int, move: str) -> None:
        self.match.play(seat, move)


class DealtHand:
    """One hand of any kind at any score. The mano has seat 1; it ends when it is played or the game is won."""

    def __init__(self, rules: Rules, kinds: Kinds, kind: int, score: tuple[int, ...], draw: Draw) -> None:
        field = kinds.field(kind)
        (cards,), turned = deal(rules, [field], draw)
        self.rules = rules
        self.kind = kind
        self.setting = kinds.settings[kind]
        self.turned = turned
        self.awards: list[Settled] = []
        self.hand = Hand(
            automaton(kinds.hands[kind]),
            field.seats,
            cards,
            rules.ranking.strengths(turned),
            kinds.standing(kind, score),
            rules.points_for(turned),
            turned=turned,
            settle_at_end=rules.match.settle_at_hand_end,
        )

    def play(self, seat: int, move: str) -> None:
        hand, match = self.hand, self.rules.match
        for award in hand.play(seat, move):
            settled = hand.settle(award)
            self.awards.append(settled)
            points = list(hand.standing.points)
            points[settled.side] += settled.points
            hand.standing = Standing(match.target, (points[0], points[1]), max(points))
            if max(points) >= match.target and not match.finish_hand_before_win:
                hand.stop()
                return
