"""The deals of a match: the dealer, the hands of each deal, and the source of its cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy

from truquero.cards import Card
from truquero.i18n import _
from truquero.rules.game import Exposed, Rules
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.table import dealing
from truquero.table.errors import TableError
from truquero.table.holdings import MaybeCard
from truquero.table.log import DealLog
from truquero.table.schedule import Lineup, Packets, cards_needed, distribute, lineups, next_seat
from truquero.table.validation import CardsBySeat, DealtCards, GivenCards, GivenHand, valid_deal

ALL_UNKNOWN = (None,) * CARDS_IN_HAND
_ONE_WORD = re.compile(r"[^\s#;]+")  # a seed that can be written in a record


class DealSequence:
    """The sequence of deals of a match. `log` contains every deal with its hands."""

    def __init__(self, rules: Rules, first_dealer: int) -> None:
        self.dealer: int | None = None  # of the current deal
        self.turned: Card | None = None  # the card turned up in this deal
        self.log: list[DealLog] = []  # every deal with its hands
        self.pack: frozenset[Card] = frozenset(rules.pack)  # the cards in use
        self.deals_in_game: int = 0  # the number of deals in the current game, with this one
        self._rules = rules
        self._first_dealer = first_dealer
        self._all: list[Lineup] = []  # the hands of this deal
        self._left: list[Lineup] = []  # the hands still to be played
        self._packets: list[Mapping[int, tuple[Card, ...]]] = []
        self._spare: list[Card] = []
        self._seen: dict[int, set[Card]] = {}  # cards seen by each seat in finished hands of this deal
        self._again = False

    def copy(self) -> DealSequence:
        """Return an independent copy. Only the last deal can still change, so the others are shared."""
        twin = copy(self)
        twin.log = [*self.log[:-1], *(deal.copy() for deal in self.log[-1:])]
        twin._all, twin._left = self._all.copy(), self._left.copy()
        twin._packets, twin._spare, twin._seen = self._packets.copy(), self._spare.copy(), self._seen.copy()
        return twin

    def contents(self) -> tuple[object, ...]:
        """Return the values that equality compares."""
        next_cards = self._spare if self._rules.deal.exposed is Exposed.RECEIVER_OR_ANOTHER else ()
        future = self.next_dealer(), self.deals_in_game, self._left, self._packets, next_cards, self._seen
        return self.dealer, self.turned, self.log, *future

    def next_dealer(self) -> int:
        """Return the next dealer: first the seat chosen or drawn by lot, then the next seat counter-clockwise. After a
        void deal the same seat deals again."""
        if self.dealer is None:
            return self._first_dealer
        return self.dealer if self._again else next_seat(self.dealer, self._rules.players)

    def next_in_deal(self) -> Lineup | None:
        """Return the next hand of this deal, or None if a new deal comes next."""
        return self._left[0] if self._left else None

    def next_in_match(self, score: Sequence[int]) -> Lineup:
        """Return the hand that is opened next, of this deal or of a new deal at this score."""
        return self.next_in_deal() or lineups(self._rules, self.next_dealer(), score, self._deals_before())[0]

    def _deals_before(self) -> int:
        """Return the number of deals in this game before the next; a void deal does not count."""
        return self.deals_in_game - 1 if self._again else self.deals_in_game

    def begin(self, dealer: int, score: Sequence[int], seed: str | None, cut: int) -> list[Lineup]:
        """Start a new deal and return its hands. The cards are given or drawn afterwards."""
        self.check_cut(cut)
        if seed is not None and not _ONE_WORD.fullmatch(seed):
            message = _("seed {seed}: give one word without spaces, # and ;")
            raise TableError(message.format(seed=repr(seed)))
        if seed is not None:
            dealing.check_seed(seed)
        if self._left:
            mano, rival = self._left[0].seats
            raise TableError(_("the deal is not over: duel {mano} {other} is next").format(mano=mano, other=rival))
        if self.dealer is not None and dealer != self.next_dealer():
            message = _("seat {seat} may not deal: seat {dealer} deals next")
            raise TableError(message.format(seat=dealer, dealer=self.next_dealer()))
        self.dealer = dealer
        self._all = lineups(self._rules, dealer, score, self._deals_before())
        self._left = list(self._all)
        self._packets, self._spare, self.turned, self._seen = [], [], None, {}
        self.deals_in_game = self._deals_before() + 1
        self._again = False
        self.log.append(DealLog(dealer, seed, cut, tuple(self._all)))
        return list(self._all)

    def begin_single(self, lineup: Lineup) -> None:
        """Start a deal of a single hand outside the order of a match. The last of its seats deals."""
        self.dealer = lineup.seats[-1]
        self.deals_in_game = 1
        self.log.append(DealLog(self.dealer, lineups=(lineup,)))

    def check_cut(self, cut: int) -> None:
        dealing.check_cut(len(self._rules.pack), cut)

    def packets(self, seed: str, cut: int) -> Packets:
        """Return the cards that a seed and a cut produce in this deal."""
        count = cards_needed(self._rules, self._all)
        return distribute(self._rules, dealing.cut_deck(self._rules.pack, seed, cut, count), self._all)

    def draw(self, seed: str, cut: int) -> None:
        """Draw the cards of this deal from a seed and a cut."""
        packets = self.packets(seed, cut)
        self._packets, self._spare, self.turned = list(packets.hands), list(packets.spare), packets.turned

    def draw_rest(self, seed: str) -> None:
        """Draw the cards of this deal that its hands have not used yet. A replay opens hands without drawing cards."""
        log = self.log[-1]
        self.draw(seed, log.cut)
        del self._packets[: len(log.hands)]
        del self._spare[: sum(hand.replacement is not None for hand in log.hands)]

    def next_packet(self) -> Mapping[int, tuple[Card, ...]]:
        """Return the cards of the next hand, which are drawn with its deal."""
        seed = self.log[-1].seed
        if seed is None:
            raise TableError(_("the cards of this deal were given, not drawn: open its next hand with deal_cards"))
        if not self._packets:
            self.draw_rest(seed)
        return self._packets.pop(0)

    def check_not_drawn(self) -> None:
        """Raise TableError if the cards of the next hand are drawn already, because another hand of its deal was."""
        if self._left and self.log[-1].seed is not None:
            raise TableError(_("the cards of this deal were drawn, not given: open its next hand with deal"))

    def require_next_in_deal(self) -> Lineup:
        """Return the next hand of this deal. Raise TableError if a new deal comes next."""
        if not self._left:
            raise TableError(_("no hand comes next: the next step is a deal"))
        return self._left[0]

    def take_next_in_deal(self) -> Lineup:
        """Remove and return the next hand of this deal, which is opened now."""
        lineup = self.require_next_in_deal()
        del self._left[0]
        return lineup

    def another_card(self) -> Card | None:
        """Take the next spare card of the pack, to replace one that fell face up; None if it is not known."""
        return self._spare.pop(0) if self._spare else None

    def set_next_card(self, card: Card) -> None:
        self._spare = [card]

    def given_cards(self, lineup: Lineup) -> GivenCards:
        """Return a checker for the cards that are given for a hand of this deal."""
        return GivenCards(self.pack, lineup.seats, lineup.gallo, used=self.used_cards(), turned=self.turned)

    def check_opening(
        self,
        lineup: Lineup,
        cards: Mapping[int, GivenHand],
        turned: str | None,
        exposed: tuple[int, str] | None = None,
        replacement: str | None = None,
        silent: AbstractSet[int] | None = None,
        later: Mapping[int, GivenHand] | None = None,
    ) -> DealtCards:
        """Check the cards and options for opening a hand of this deal. A TableError says what is wrong and changes
        nothing."""
        if not (exposed or replacement or silent or later):
            dealt = self._plain(lineup, cards, turned)
            if dealt is not None:
                return DealtCards(dealt, turned)  # type: ignore[arg-type]
        if not (exposed or replacement or later) and turned is None and self._all_unknown(lineup, cards, silent):
            return DealtCards(cards, silent=None if silent is None else frozenset(silent))  # type: ignore[arg-type]
        checker = self.given_cards(lineup)
        if turned is not None:
            checker.set_turned(turned)
        checker.check_turned(self._rules.deal.turned)
        checker.deal_all(cards)
        if exposed is not None:
            checker.expose_pair(exposed)
        if replacement is not None:
            self._check_may_replace(checker.exposed, replacement)
        quiet = checker.check_silent(silent)
        shown = {} if later is None else checker.check_shown_later(later)
        new = None if replacement is None else checker.new_card(replacement)
        return DealtCards(checker.cards, checker.turned, checker.exposed, new, quiet, shown)

    def _check_may_replace(self, exposed: tuple[int, Card] | None, replacement: str) -> None:
        """Raise TableError if no card can replace an exposed one in this deal."""
        if exposed is None:
            message = _("no card was exposed, so no card replaces it: leave {card} out")
            raise TableError(message.format(card=replacement))
        if self._rules.deal.exposed is not Exposed.RECEIVER_OR_ANOTHER:
            message = _("in this game an exposed card is not replaced, but the cards are dealt again: leave {card} out")
            raise TableError(message.format(card=replacement))

    def _plain(self, lineup: Lineup, cards: Mapping[int, GivenHand], turned: str | None) -> CardsBySeat | None:
        """Return the cards if they are valid `Card` objects, which need no further checks; otherwise None."""
        used = self.used_cards()
        if self._rules.deal.turned:
            if type(turned) is not Card or turned not in self.pack - used or self.turned not in (None, turned):
                return None
            used.add(turned)
        elif turned is not None:
            return None
        return valid_deal(cards, lineup.seats, lineup.gallo, self.pack, used)

    def _all_unknown(self, lineup: Lineup, cards: Mapping[int, GivenHand], silent: Collection[int] | None) -> bool:
        """Return whether every card is unknown, so that there is nothing to check."""
        seats = lineup.seats
        if self._rules.deal.turned or lineup.gallo is not None or type(cards) is not dict:
            return False
        if set(map(type, cards)) != {int}:
            return False
        if silent is not None and (not isinstance(silent, AbstractSet) or not silent <= cards.keys()):
            return False
        hands = list(map(cards.get, seats))
        return len(cards) == len(seats) and all(type(mine) is tuple and mine == ALL_UNKNOWN for mine in hands)

    def used_cards(self) -> set[Card]:
        """Return the known cards of all opened hands of this deal, with the replacements of exposed cards."""
        hands = self.log[-1].hands if self.log else []
        if not hands:
            return set()
        dealt = {card for log in hands for hand in log.cards.values() for card in hand}
        return {card for card in dealt | {log.replacement for log in hands} if card is not None}

    def unused_cards(self) -> list[Card]:
        """Return the rest of the pack: the cards that are not known to have been dealt."""
        used = self.used_cards()
        return [card for card in self._rules.pack if card not in used]

    def candidates_for_unknown(self, cards: Mapping[int, Sequence[MaybeCard]], turned: Card | None) -> list[Card]:
        """Return the cards that the unknown cards of the next hand may be; none if all its cards are known."""
        if not any(None in hand for hand in cards.values()):
            return []
        used = self.used_cards().union([turned], *cards.values())
        return [card for card in self._rules.pack if card not in used]

    def remember(self, seen: Mapping[int, set[Card]]) -> None:
        """Add the cards that each seat has seen in a finished hand of this deal."""
        self._seen = {seat: self._seen.get(seat, set()) | cards for seat, cards in seen.items()}

    def seen_by(self, seat: int) -> tuple[Card, ...]:
        """Return the cards that a seat has seen in earlier hands of this deal."""
        return tuple(sorted(self._seen.get(seat, ())))

    def drop_rest(self) -> None:
        """Drop the remaining hands of this deal."""
        self._left = []

    def new_game(self) -> None:
        self.drop_rest()
        self.deals_in_game = 0

    def deal_again(self) -> None:
        """Void this deal: the same dealer deals once more."""
        self.drop_rest()
        self._again = True
