"""The situation of a question: the kind of hand, the places, and what is known of every place's cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from truquero.analysis.hand_equity.ranges import Range, read_cards, read_placed, read_range
from truquero.analysis.hand_equity.trick_graph import OVER, START, trick_graph
from truquero.cards import Card
from truquero.i18n import _
from truquero.rulebook.card_and_move_names import Names
from truquero.rules.game import HandType, Rules
from truquero.rules.hand_rules import CARDS_IN_HAND, HandRules
from truquero.rules.stakes import HandScore
from truquero.table import TableError
from truquero.table.schedule import Lineup, hand_type_of, in_span, lineups

PIE = -1


@dataclass(frozen=True)
class EquitySituation:
    """A place of a hand, and all that is known from it. Places are counted from the mano, who is 0."""

    rules: Rules
    hand: HandRules
    hand_type: HandType
    score: HandScore
    place: int
    turned: Card | None  # None if it is not known, or no card is turned in this game
    ranges: tuple[Range, ...]  # of every place; they include the cards it has laid
    laid: tuple[tuple[int, Card], ...]  # in order
    unseen: tuple[Card, ...]  # cards that may be hidden, or turned if the turned card is not known

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.rules.short_name}, place {self.place} of {self.places}>"

    @property
    def places(self) -> int:
        return len(self.ranges)

    @property
    def side(self) -> int:
        return self.hand.sides[self.place]

    @property
    def turned_unknown(self) -> bool:
        return bool(self.rules.deal.turned) and self.turned is None

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        """The places of the other side, in playing order after the place asked about."""
        after = ((self.place + step) % self.places for step in range(1, self.places))
        return tuple(place for place in after if self.hand.sides[place] != self.side)


@dataclass(frozen=True)
class EquityQuery:
    """The parameters of a question, as they are typed."""

    cards: str = ""
    place: int = 0  # PIE is the last place
    score: tuple[int, int] = (0, 0)  # own side's points first
    turned: str = ""
    played: str = ""
    seen: str = ""
    against: Sequence[str] = ()
    partners: Sequence[str] = ()
    duel: bool = False


def situation_of(rules: Rules, query: EquityQuery) -> EquitySituation:
    """Return the situation of a question, or raise a TableError that says what is wrong with it."""
    if rules.gallo is not None:
        raise TableError(_("equity does not cover games with a gallo: choose another number of players"))
    lineup, hand_type, score, decider = _hand_type_and_score(rules, query)
    query = replace(query, place=query.place % len(lineup.seats))
    hand = rules.hand_rules(lineup.sides, hand_type, decider)
    turned = _turned_card(rules, query)
    ranges = _ranges(rules, hand, query)
    laid, ranges = _with_laid_cards(rules, hand, turned, read_cards(rules, query.played), ranges)
    seen = read_cards(rules, query.seen)
    known = [card for hand_range in ranges for card in hand_range.held] + [*seen, *([turned] if turned else [])]
    twice = [card for card in known if known.count(card) > 1]
    if twice:
        message = _("{card} cannot be in two places: name every card once")
        raise TableError(message.format(card=Names(rules).code(twice[0])))
    unseen = tuple(card for card in rules.pack if card not in known)
    hidden = sum(CARDS_IN_HAND - len(hand_range.held) for hand_range in ranges)
    if hidden + bool(rules.deal.turned and turned is None) > len(unseen):
        raise TableError(_("too many cards are known: not enough are left for the hands"))
    return EquitySituation(rules, hand, hand_type, score, query.place, turned, ranges, laid, unseen)


def _hand_type_and_score(rules: Rules, query: EquityQuery) -> tuple[Lineup, HandType, HandScore, int]:
    """Return the lineup, type and score of the hand played at this score, and the side that decides it."""
    target = rules.match.target
    own, rivals = query.score
    if max(own, rivals) >= target:
        message = _("no side can have {points} points during a game to {target}")
        raise TableError(message.format(points=max(own, rivals), target=target))
    points = (own, rivals) if query.place % 2 == 0 else (rivals, own)
    score = HandScore(target, points, max(points))
    lineup = _duel(rules, max(points)) if query.duel else lineups(rules, rules.players, points, 0)[0]
    if not PIE <= query.place < len(lineup.seats):
        message = _("there is no place {place}: the places of this hand are 0 (the mano) to {last}")
        raise TableError(message.format(place=query.place, last=len(lineup.seats) - 1))
    hand_type, decider = hand_type_of(rules, lineup, score)
    return lineup, hand_type, score, decider


def _duel(rules: Rules, leader: int) -> Lineup:
    """Return the lineup of a duel, one against one, or raise a TableError if the game has none at this score."""
    duels = rules.duels
    if duels is None:
        raise TableError(_("this variant has no duels with so many players: leave --duel out"))
    if not in_span(duels, leader):
        message = _("duels are played only while the leading side has {least} to {most} points: change --score")
        raise TableError(message.format(least=duels.from_points, most=duels.until_points - 1))
    return Lineup((1, 2), (0, 1), duel=True)


def _turned_card(rules: Rules, query: EquityQuery) -> Card | None:
    turned = read_cards(rules, query.turned)
    if not turned:
        if rules.deal.turned and query.played:
            message = _("the played cards can be judged only with the {turned}: name it with --turned")
            raise TableError(message.format(turned=rules.deal.turned))
        return None
    if not rules.deal.turned:
        raise TableError(_("this variant turns no card: leave --turned out"))
    if len(turned) > 1:
        raise TableError(_("name one turned card, not {count}").format(count=len(turned)))
    return turned[0]


# -------------------------------------------------------------------------------------------- the range of each place


def _ranges(rules: Rules, hand: HandRules, query: EquityQuery) -> tuple[Range, ...]:
    ranges = [Range()] * hand.places
    own_side = hand.sides[query.place]
    ranges[query.place] = read_range(rules, query.cards)
    other_places = [place for place in range(hand.places) if place != query.place]
    rivals = [place for place in other_places if hand.sides[place] != own_side]
    partners = [place for place in other_places if hand.sides[place] == own_side]
    for texts, places in ((query.against, rivals), (query.partners, partners)):
        for text in texts:
            named, hand_range = read_placed(rules, text)
            for place in _places_meant(named, places):
                ranges[place] = ranges[place].intersection(hand_range)
    return tuple(ranges)


def _places_meant(place: int | None, places: Sequence[int]) -> Iterable[int]:
    """Return the place that a text names, or all of `places` if it names none. Raise TableError if there is none."""
    if not places:
        raise TableError(_("there are no partners in this hand"))
    if place is None:
        return places
    if place not in places:
        message = _("place {place} cannot be evaluated in this variant: choose {places}")
        raise TableError(message.format(place=place, places=", ".join(map(str, places))))
    return (place,)


def _with_laid_cards(
    rules: Rules, hand: HandRules, turned: Card | None, cards: Sequence[Card], ranges: tuple[Range, ...]
) -> tuple[tuple[tuple[int, Card], ...], tuple[Range, ...]]:
    """Return the cards laid with their places, which follow from the rules, and the ranges that include these cards."""
    graph, strengths = trick_graph(hand), rules.ranking.strengths(turned)
    node, top = START, 0
    laid: list[tuple[int, Card]] = []
    updated = list(ranges)
    for card in cards:
        place = graph.turn[node]
        if place == OVER:
            message = _("{card} cannot have been played: the hand was over before that")
            raise TableError(message.format(card=Names(rules).code(card)))
        updated[place] = updated[place].intersection(Range(held=(card,)))
        if len(updated[place].held) > CARDS_IN_HAND:
            message = _("with the cards that it played, place {place} would hold more than three cards: {cards}")
            raise TableError(message.format(place=place, cards=Names(rules).codes(updated[place].held)))
        laid.append((place, card))
        node, top = graph.lay(node, strengths[card], top)
    if graph.turn[node] == OVER:
        raise TableError(_("the hand is over after these cards: leave out the last one"))
    return tuple(laid), tuple(updated)
