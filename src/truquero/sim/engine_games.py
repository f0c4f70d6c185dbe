"""Games that the engine plays with given cards: from a random stream, a trajectory or a faster executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from truquero.cards import Card
from truquero.rules.game import Rules
from truquero.sim.tables.kinds_of_hand import HandKinds
from truquero.table import Hand, Match, SettledAward
from truquero.table.hand_opening import begin_deal, open_next
from truquero.table.schedule import Lineup, distribute
from truquero.table.single_hand import open_single_hand
from truquero.table.validation import DealtCards

DrawCards = Callable[[int, bool], Sequence[Card]]  # (packets, whether a gallo gets a fourth card) -> cards
Cards = Mapping[int, tuple[Card, ...]]


def deal(rules: Rules, dealt: Sequence[Lineup], draw: DrawCards) -> tuple[list[Cards], Card | None]:
    """Return the cards of each hand of a deal, and the turned card.

    The cards of each seat are sorted, the strongest first.
    """
    packets = distribute(rules, draw(sum(len(lineup.seats) for lineup in dealt), rules.gallo is not None), dealt)
    strengths = rules.ranking.strengths(packets.turned)

    def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
        in_pack_order = sorted(cards, key=rules.pack.index)
        return tuple(sorted(in_pack_order, key=strengths.__getitem__, reverse=True))  # equal cards stay in pack order

    return [{seat: in_order(cards) for seat, cards in hand.items()} for hand in packets.hands], packets.turned


class EngineGame:
    """A game of a simulation, played by the engine.

    `kind` is the kind of the current hand, as `kinds_of_hand` numbers it.
    """

    def __init__(self, match: Match, kind: int = 0) -> None:
        self.match = match
        self.kind = kind

    @property
    def hand(self) -> Hand:
        assert self.match.hand is not None
        return self.match.hand

    @property
    def awards(self) -> list[SettledAward]:
        """The awards of the current hand, or of the last one."""
        return self.match.log[-1].hands[-1].awards

    def play(self, seat: int, move: str) -> None:
        self.match.play(seat, move)


class EngineMatch(EngineGame):
    """A match that is dealt hand by hand."""

    def __init__(self, rules: Rules, kinds: HandKinds, dealer: int, score: Sequence[int], draw: DrawCards) -> None:
        super().__init__(Match(rules, seed="", dealer=dealer, score=score))
        self._kinds = kinds
        self._draw = draw
        self._hands_to_play: list[Cards] = []

    def next_hand(self) -> bool:
        """Open the next hand and return True, or return False if the match is over."""
        match = self.match
        if match.over:
            return False
        turned = match.turned
        if match.deals.next_in_deal() is None:
            dealt = begin_deal(match, match.deals.next_dealer())
            self._hands_to_play, turned = deal(match.rules, dealt, self._draw)
        open_next(match, DealtCards(self._hands_to_play.pop(0), turned))
        self.kind = self._kinds.number_of(match.hand_type, self.hand.rules)
        return True


class EngineHand(EngineGame):
    """One hand of any kind at any score.

    The mano has seat 1. The hand ends when it is played or when the game is won.
    """

    def __init__(self, rules: Rules, kinds: HandKinds, kind: int, score: tuple[int, ...], draw: DrawCards) -> None:
        lineup = kinds.lineups[kind]
        (cards,), turned = deal(rules, [lineup], draw)
        super().__init__(Match(rules, seed="", dealer=lineup.seats[-1]), kind)
        points, play = kinds.points(kind, score), kinds.automata[kind]
        open_single_hand(self.match, lineup, kinds.hand_types[kind], play, points, DealtCards(cards, turned))
