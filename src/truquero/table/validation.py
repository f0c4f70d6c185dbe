"""Validation of the input that a caller or a record gives a table: seats, captains, and the cards of a hand.

Cards may be `Card` objects or plain strings (`7o`, `7O`, `Qp`); a hand of cards may also be one string, `"4e 2b 10o"`.
An unknown card is None or `??`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from reprlib import repr as short
from typing import NamedTuple

from truquero.cards import HIDDEN, Card, CardError
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.table.errors import IllegalMove, TableError, not_in_hand
from truquero.table.holdings import MaybeCard
from truquero.table.schedule import A, B, side_of
from truquero.variants import preset, rules_of

GivenHand = str | Sequence[str | None]  # a text such as "4e 2b ??", or a list of cards; ?? and None are unknown cards
CardsBySeat = dict[int, tuple[MaybeCard, ...]]


def rules_of_variant(variant: str | Rules, players: int | None, options: Mapping[str, object]) -> Rules:
    """Return the rules of a variant by its name, its number of players and its options, or the `Rules` themselves."""
    if not isinstance(variant, Rules):
        return rules_of(variant, players, **options)
    if players is not None or options:
        message = _(
            "Rules already contain the players and house rules: give them with the name of a variant, or give "
            "Rules alone"
        )
        raise TableError(message)
    return variant


def check_rules(rules: Rules) -> None:
    """Raise TableError unless these are Rules."""
    if not isinstance(rules, Rules):
        message = _("the rules are {given}: give Rules, such as {example}")
        raise TableError(message.format(given=short(rules), example='rules_of("argentino")'))


def players_with_cards(variant: str, cards: Mapping[int, GivenHand]) -> int:
    """Return the number of players who are given cards. Raise TableError if the variant is not played by so many."""
    allowed = preset(variant).players
    if len(cards) not in allowed:
        message = _("{variant} is played by {players}, not by {given}: give the cards of every seat")
        counts = ", ".join(map(str, sorted(allowed)))
        raise TableError(message.format(given=len(cards), variant=variant, players=counts))
    return len(cards)


def is_seat(seat: int, players: int) -> bool:
    """Return whether this is a valid seat number at a table of so many players."""
    return not isinstance(seat, bool) and hasattr(seat, "__index__") and 1 <= seat <= players


def check_seat(seat: int, players: int) -> None:
    """Raise TableError if this is no seat of the table."""
    if not is_seat(seat, players):
        raise TableError(_("there is no seat {seat}: seats are 1 to {last}").format(seat=repr(seat), last=players))


def check_call(seat: int, move: str, players: int, moves_of: Callable[[int], Sequence[str]]) -> None:
    """Raise IllegalMove if the seat does not exist or the move is no string. `moves_of` returns a seat's legal moves,
    without cards that it may not see."""
    if not is_seat(seat, players):
        message = _("there is no seat {seat}: seats are 1 to {last}").format(seat=repr(seat), last=players)
        raise IllegalMove(seat, move, message, ())
    if not isinstance(move, str):
        message = _("give a move as text, such as {example}").format(example='"truco"')
        raise IllegalMove(seat, move, message, moves_of(seat))


def check_seat_of_hand(seat: int, move: str, seats: Sequence[int]) -> None:
    """Raise IllegalMove if this is no seat of a hand. If everybody plays the hand, the error is that of a match."""
    if is_seat(seat, max(seats)) and seat in seats:
        return
    message = _("there is no seat {seat}: seats are 1 to {last}").format(seat=repr(seat), last=len(seats))
    if set(seats) != set(range(1, len(seats) + 1)):
        message = not_in_hand(seat, seats)
    raise IllegalMove(seat, move, message, ())


def check_is_text(move: str) -> None:
    """Raise TableError if a move is no string."""
    if not isinstance(move, str):
        message = _("the move is {given}: give a move as text, such as {example}")
        raise TableError(message.format(given=repr(move), example='"truco"'))


def check_has_points(lance: str) -> None:
    """Raise TableError unless cards have a value in this lance."""
    if lance not in ("envido", "flor"):
        raise TableError(_("cards have no points in {lance}: ask for envido or flor").format(lance=repr(lance)))


def check_captains(captains: Sequence[int], players: int) -> tuple[int, ...]:
    """Return the captains as a tuple. Raise TableError unless they are one seat of each side."""
    listed = tuple(captains) if isinstance(captains, (tuple, list)) else ()
    are_seats = all(is_seat(seat, players) for seat in listed)
    if not are_seats or len(listed) != 2 or {side_of(seat) for seat in listed} != {A, B}:
        message = _("captains {given}: name one seat of each side, such as {example}")
        raise TableError(message.format(given=repr(captains), example="(1, 2)"))
    return listed


def valid_deal(
    cards: Mapping[int, GivenHand],
    seats: Sequence[int],
    gallo: int | None,
    pack: AbstractSet[Card],
    used: Collection[Card],
) -> CardsBySeat | None:
    """Return a copy of the cards if they are `Card` objects and can be dealt: the right number for each seat, all of
    the pack, none twice and none of `used`. Otherwise return None; GivenCards then reports what is wrong.

    This is the fast path for tables that deal thousands of hands a second.
    """
    if type(cards) is not dict or len(cards) != len(seats):
        return None
    dealt: CardsBySeat = {}
    all_cards: list[str | None] = []
    for seat, hand in cards.items():
        if type(seat) is not int or seat not in seats or type(hand) not in (tuple, list):
            return None
        if len(hand) != CARDS_IN_HAND + (seat == gallo):
            return None
        all_cards += hand
        dealt[seat] = tuple(hand)
    if set(map(type, all_cards)) != {Card}:
        return None
    distinct: set[Card] = set(all_cards)  # type: ignore[arg-type]
    return dealt if len(distinct) == len(all_cards) and distinct <= pack and distinct.isdisjoint(used) else None


class DealtCards(NamedTuple):
    """The checked cards and options with which a hand is opened."""

    cards: Mapping[int, Sequence[MaybeCard]]  # the cards of each seat; None for an unknown card
    turned: Card | None = None  # the card turned up
    exposed: tuple[int, Card] | None = None  # a seat and its card that fell face up
    replacement: Card | None = None  # the card that replaces the exposed one
    silent: frozenset[int] | None = None  # seats with unknown cards that sing no flor; None if that is not known
    later: Mapping[int, Sequence[Card]] | None = None  # unknown cards that the record shows later


def check_hand(
    seats: Sequence[int],
    places: int,
    discards: int | None,
    pack: Mapping[Card, int],
    cards: Mapping[int, GivenHand],
    turned: str | None,
) -> DealtCards:
    """Check the cards and the turned card of a hand that is played outside a match. The place `discards`, if any, has a
    fourth card."""
    if len(seats) != places or len(set(seats)) != places:
        message = _("seats {seats}: this hand is played by {count}, each named once")
        raise TableError(message.format(seats=" ".join(map(str, seats)), count=places))
    gallo = None if discards is None else seats[discards]
    dealt = valid_deal(cards, seats, gallo, pack.keys(), ()) if turned is None else None
    if dealt is not None:
        return DealtCards(dealt)
    checker = GivenCards(pack, seats, gallo)
    if turned is not None:
        checker.set_turned(turned)
    checker.deal_all(cards)
    return DealtCards(checker.cards, checker.turned)


class GivenCards:
    """The cards of one hand, added step by step. Each is checked against those added before; an error changes nothing.

    `used` are the cards of earlier hands of the same deal; `gallo` is the seat that is dealt a fourth card.
    """

    def __init__(
        self,
        pack: Collection[Card],
        seats: Sequence[int],
        gallo: int | None = None,
        *,
        used: AbstractSet[Card] = frozenset(),
        turned: Card | None = None,
    ) -> None:
        self.cards: CardsBySeat = {}
        self.turned = turned
        self.exposed: tuple[int, Card] | None = None
        self._pack, self._seats, self._gallo, self._used = pack, tuple(seats), gallo, used

    def size(self, seat: int) -> int:
        """Return the number of cards that a seat is dealt."""
        return CARDS_IN_HAND + (seat == self._gallo)

    def may_be_held(self, card: Card, seat: int) -> bool:
        """Return whether a seat may hold a card: it belongs to the pack and is not known to be elsewhere."""
        return card in self._pack and not self._place_of(card, seat)

    # ------------------------------------------------------------------------------------------------------- adding

    def deal(self, seat: int, hand: GivenHand) -> None:
        """Check and add the cards of a seat."""
        self.cards[seat] = self.read(seat, hand)

    def deal_all(self, hands: Mapping[int, GivenHand]) -> None:
        """Check and add the cards of every seat of the hand."""
        if not isinstance(hands, Mapping):
            message = _("the cards are {given}: give the cards of each seat, such as {example}")
            raise TableError(message.format(given=repr(hands), example='{1: "4e 2b 10o", 2: "7c 1o 3e"}'))
        for seat, hand in hands.items():
            self.deal(seat, hand)
        missing = [seat for seat in self._seats if seat not in self.cards]
        if missing:
            message = _("the cards of seat {seat} are missing: give {count} cards, or {hidden} for unknown ones")
            raise TableError(message.format(seat=missing[0], count=self.size(missing[0]), hidden=HIDDEN))

    def read(self, seat: int, hand: GivenHand) -> tuple[MaybeCard, ...]:
        """Check and return the cards of a seat without adding them."""
        self.check_seat(seat)
        if seat in self.cards:
            raise TableError(_("the cards of seat {seat} are given twice").format(seat=seat))
        unknown = (None,) * self.size(seat)
        if type(hand) in (list, tuple) and tuple(hand) == unknown:
            return unknown  # fast path for records of thousands of hands with unknown cards
        label = _("seat {seat}").format(seat=seat)
        cards = [
            None if entry is None or entry == HIDDEN else self._card(label, entry) for entry in self._listed(seat, hand)
        ]
        if len(cards) != self.size(seat):
            message = _("seat {seat} is dealt {wanted} cards, not {given}")
            raise TableError(message.format(seat=seat, wanted=self.size(seat), given=len(cards)))
        for card in cards:
            self._check_free(label, card, seat)
            if card is not None and cards.count(card) > 1:
                raise TableError(_("seat {seat} has {card} twice: name every card once").format(seat=seat, card=card))
        return tuple(cards)

    def set_turned(self, text: str) -> None:
        """Check and add the turned card."""
        label = _("the turned card")
        card = self._card(label, text)
        if self.turned not in (None, card):
            raise TableError(_("{card} is turned already, so {other} cannot be").format(card=self.turned, other=card))
        if self.turned is None:
            self._check_free(label, card)
        self.turned = card

    def expose_pair(self, pair: tuple[int, str]) -> None:
        """Check and add a seat and its card that fell face up, given as a pair."""
        if type(pair) not in (tuple, list) or len(pair) != 2:
            message = _("exposed is {given}: give a seat and its card, such as {example}")
            raise TableError(message.format(given=repr(pair), example='(2, "4e")'))
        self.expose(*pair)

    def expose(self, seat: int, text: str) -> None:
        """Check and add a seat's card that fell face up. If the seat's cards are given, it must be one of them."""
        self.check_seat(seat)
        label = _("the exposed card")
        card = self._card(label, text)
        if seat in self.cards and card not in self.cards[seat]:
            message = _("seat {seat} was dealt the exposed {card}, which is not among its cards")
            raise TableError(message.format(seat=seat, card=card))
        self._check_free(label, card, seat)
        self.exposed = (seat, card)

    def new_card(self, text: str) -> Card:
        """Check and return a card that nobody holds yet."""
        label = _("the next card")
        card = self._card(label, text)
        self._check_free(label, card)
        return card

    def check_silent(self, seats: Collection[int] | None) -> frozenset[int] | None:
        """Check and return the seats that sing no flor; None if they are not known."""
        if seats is None:
            return None
        if not isinstance(seats, AbstractSet | list | tuple):
            message = _("silent is {given}: give the seats that sing no flor, such as {example}")
            raise TableError(message.format(given=repr(seats), example="{1, 2}"))
        for seat in seats:
            self.check_seat(seat)
        return frozenset(seats)

    def check_shown_later(self, hands: Mapping[int, GivenHand]) -> dict[int, list[Card]]:
        """Check and return the cards that seats show later."""
        if not isinstance(hands, Mapping):
            message = _("later is {given}: give the cards that each seat shows, such as {example}")
            raise TableError(message.format(given=repr(hands), example='{1: "4e 2b"}'))
        shown: dict[int, list[Card]] = {}
        for seat, hand in hands.items():
            shown[seat] = self._shown_later(seat, hand)
        every = [card for cards in shown.values() for card in cards]
        twice = [card for card in every if every.count(card) > 1]
        if twice:
            raise TableError(_("later: {card} is shown twice; name every card once").format(card=twice[0]))
        return shown

    def _shown_later(self, seat: int, hand: GivenHand) -> list[Card]:
        """Check and return the cards that a seat shows later: cards of the pack that it may hold."""
        self.check_seat(seat)
        label = _("seat {seat}").format(seat=seat)
        shown = [self._card(label, HIDDEN if entry is None else entry) for entry in self._listed(seat, hand)]
        for card in shown:
            where = self._place_of(card, seat)
            if where:
                message = _("seat {seat} cannot show {card} later, for {where}")
                raise TableError(message.format(seat=seat, card=card, where=where))
        return shown

    # ----------------------------------------------------------------------------------------------------- checking

    def check_turned(self, name: str) -> None:
        """Raise TableError if the turned card is missing, or is given in a game that turns none. `name` is what the
        game calls it, empty if it turns none."""
        if name and self.turned is None:
            raise TableError(_("the {name} is missing: name the card that is turned").format(name=name))
        if not name and self.turned is not None:
            raise TableError(_("this variant turns no card: leave {card} out").format(card=self.turned))

    def check_seat(self, seat: int) -> None:
        """Raise TableError if a seat does not play this hand."""
        if isinstance(seat, bool) or not hasattr(seat, "__index__") or seat not in self._seats:
            raise TableError(not_in_hand(seat, self._seats))

    def _listed(self, seat: int, hand: GivenHand) -> list[str | None]:
        if isinstance(hand, str):
            return list(hand.split())
        if not isinstance(hand, Sequence):
            message = _("the cards of seat {seat} are {given}: write them as {example} or as a list of cards")
            raise TableError(message.format(seat=seat, given=repr(hand), example='"4e 2b 10o"'))
        return list(hand)

    def _card(self, label: str, text: str) -> Card:
        """Parse a card. Raise TableError if it is not in the pack."""
        try:
            card = Card(text)
        except CardError as error:
            raise TableError(f"{label}: {error}") from error
        if card not in self._pack:
            raise TableError(self._not_in_pack(label, card))
        return card

    def _not_in_pack(self, label: str, card: Card) -> str:
        """Return what to give instead of a card of another pack: a card of the same rank, or of another rank."""
        of_its_rank = sorted(member for member in self._pack if member.rank == card.rank)
        if of_its_rank:
            message = _("{who}: {card} is not in the pack of this variant, which has only {cards} of that rank")
            return message.format(who=label, card=card, cards=", ".join(of_its_rank))
        ranks = ", ".join(map(str, sorted({member.rank for member in self._pack})))
        message = _("{who}: {card} is not in the pack of this variant; its ranks are {ranks}")
        return message.format(who=label, card=card, ranks=ranks)

    def _check_free(self, label: str, card: MaybeCard, seat: int | None = None) -> None:
        where = "" if card is None else self._place_of(card, seat)
        if where:
            message = _("{who}: {card} is dealt twice, for {where}; name every card once")
            raise TableError(message.format(who=label, card=card, where=where))

    def _place_of(self, card: Card, seat: int | None) -> str:
        """Return, in words, where a card that this seat cannot hold already is; an empty string if it is free."""
        for holder, hand in self.cards.items():
            if holder != seat and card in hand:
                return _("seat {seat} holds it").format(seat=holder)
        if self.exposed is not None and self.exposed[1] == card and self.exposed[0] != seat:
            return _("it fell face up to seat {seat}").format(seat=self.exposed[0])
        if card == self.turned:
            return _("it lies turned on the table")
        return _("it was dealt in an earlier hand of this deal") if card in self._used else ""
