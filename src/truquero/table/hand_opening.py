"""The opening of a hand: a new deal, its hands with drawn or given cards, and the first events of each."""

from __future__ import annotations

from collections.abc import Mapping

from truquero.engine import Automaton
from truquero.i18n import _
from truquero.rules.game import Exposed, HandType
from truquero.table.errors import TableError
from truquero.table.hand import Hand
from truquero.table.log import Event, HandLog
from truquero.table.match_state import MatchState
from truquero.table.schedule import Lineup, hand_type_of
from truquero.table.special_moves import deal_again
from truquero.table.validation import DealtCards, GivenHand, check_seat
from truquero.table.view import cards_seen


def begin_deal(match: MatchState, dealer: int, *, seed: str | None = None, cut: int = 0) -> list[Lineup]:
    """Start a deal without dealing cards, and return its hands. The cards are given for each of them afterwards."""
    match._check_idle()
    check_seat(dealer, match.players)
    if match.over:
        raise TableError(_("the match is over"))
    begun = match.deals.begin(dealer, match._score.points, seed, cut)
    match._score_at_deal = match.score
    match.hand, match.lineup = None, None
    return begun


def begin_hand(
    match: MatchState,
    cards: Mapping[int, GivenHand],
    turned: str | None = None,
    *,
    exposed: tuple[int, str] | None = None,
    replacement: str | None = None,
    silent: frozenset[int] | None = None,
    later: Mapping[int, GivenHand] | None = None,
) -> None:
    """Open the next hand of the deal with these cards. Raise TableError if they cannot be dealt.

    `cards` maps each seat of the hand to a string such as `"4e 2b ??"` or to a list; ?? and None stand for an
    unknown card. `exposed` is a seat and its card that fell face up, `replacement` the card that the seat gets if
    it wants another. Of the seats with unknown cards, those in `silent` sing no flor (None: not known yet), and `later`
    maps a seat to cards that the record shows later.
    """
    match._check_idle()
    lineup = match.deals.require_next_in_deal()
    another = match.rules.deal.exposed is Exposed.RECEIVER_OR_ANOTHER
    if exposed is not None and not another and match.deals.log[-1].hands:
        raise TableError(_("a card can be exposed only during the deal, before its first duel"))
    open_next(match, match.deals.check_opening(lineup, cards, turned, exposed, replacement, silent, later))


def open_next(match: MatchState, dealt_cards: DealtCards) -> None:
    """Open the next hand of the deal with cards that were drawn or already checked."""
    if dealt_cards.replacement is not None:
        match.deals.set_next_card(dealt_cards.replacement)
    lineup, exposed = match.deals.take_next_in_deal(), dealt_cards.exposed
    hand_type, decider = hand_type_of(match.rules, lineup, match._score.of_hand(lineup))
    open_hand(match, lineup, hand_type, match._automata.automaton(lineup, hand_type, decider), dealt_cards)
    if exposed is not None:
        match.events.append(Event("exposed", exposed[0], cards=(exposed[1],)))
        if match.rules.deal.exposed is Exposed.REDEAL:
            deal_again(match)


def open_hand(match: MatchState, lineup: Lineup, hand_type: HandType, play: Automaton, dealt_cards: DealtCards) -> None:
    """Start a hand. Remember the cards that each seat saw in the previous hand of the same deal."""
    cards, turned, exposed = dealt_cards.cards, dealt_cards.turned, dealt_cards.exposed
    if match.hand is not None:
        match.deals.remember({seat: cards_seen(match, seat) for seat in range(1, match.players + 1)})
    match.lineup, match.hand_type, match.turned = lineup, hand_type, turned
    match.deals.turned = turned
    match.hand = Hand(
        play,
        lineup.seats,
        dealt_cards,
        match.rules.ranking.strengths(turned),
        match._score.of_hand(lineup),
        match.rules.points_for(turned),
        unseen=match.deals.candidates_for_unknown(cards, turned),
        settle_at_end=match.rules.match.settle_at_hand_end,
    )
    match._challenged = set()
    dealt = {seat: tuple(hand) for seat, hand in cards.items()}
    before = match.visible_score, match.games
    match._log = HandLog(lineup, hand_type, dealt, turned, *before, match.score, match.games, exposed)
    match.deals.log[-1].hands.append(match._log)
    match.events = [Event("deal", seat=match.dealer)]
    if turned is not None:
        match.events.append(Event("turned", cards=(turned,)))
    match.exposed = exposed
