"""A view prepared for decisions: partners and rivals, the known cards of each place, and the unseen cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from truquero.bots.players.hand_strength import CardWorth, card_worth
from truquero.cards import Card
from truquero.engine import Automaton, automaton
from truquero.engine.envido import bet_size
from truquero.engine.flor import FLOR_WORDS
from truquero.engine.state import bit
from truquero.i18n import _
from truquero.rules.game import HandType, Rules
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.rules.moves import ANOTHER
from truquero.rules.stakes import HandScore
from truquero.table import Event, TableError, UnknownCards, View
from truquero.table.award_values import SettledAward
from truquero.table.log import awards_in
from truquero.table.schedule import hand_type_of
from truquero.table.score import hand_score_of
from truquero.table.view import sees_own


class SeenCard(NamedTuple):
    """A card that a place has laid. `card` is None if it lies face down and is not the seat's own."""

    place: int
    card: Card | None
    trick: int
    face_down: bool


class PreparedView:
    """What a seat that plays in the hand can derive from its view.

    Raise TableError if the seat does not play, and UnknownCards if its cards are unknown.
    """

    def __init__(self, rules: Rules, view: View) -> None:
        if view.state is None or view.seat not in view.seats:
            raise TableError(_("this view belongs to no seat that plays a hand now: ask a bot only with such a view"))
        self.rules, self.view, self.state = rules, view, view.state
        self.seats = view.seats
        self.place = view.seats.index(view.seat)
        self.lineup = view.lineup
        self.score: HandScore = hand_score_of(rules, self.lineup, view.score)
        self.hand_type = HandType(view.hand_type)
        self.side = self.lineup.sides[self.place]
        self.worth: CardWorth = card_worth(rules, view.turned)
        self.laid = tuple(
            SeenCard(view.seats.index(laid.seat), laid.card, laid.trick, laid.face_down) for laid in view.table
        )
        if self.is_blind and self._may_look():
            message = _("the cards of seat {seat} are not known, so a bot cannot play them: deal them with their names")
            raise UnknownCards(message.format(seat=view.seat))

    @cached_property
    def automaton(self) -> Automaton:
        gallo = None if self.lineup.gallo is None else self.seats.index(self.lineup.gallo)
        _hand_type, decider = hand_type_of(self.rules, self.lineup, self.score)
        if self.hand_type is HandType.DECIDED:
            decider = self._decider(decider)
        return automaton(self.rules.hand_rules(self.lineup.sides, self.hand_type, decider, gallo))

    def _decider(self, decider_at_score: int) -> int:
        """Return the side that decides whether to play the hand.

        `decider_at_score` follows from the current score, which may have changed since the decision.
        """
        decision = next((event for event in self._moves() if event.lance == "decide"), None)
        if decision is not None and decision.seat is not None:
            return self.lineup.sides[self.seats.index(decision.seat)]
        if self.state.stage == "decide" and self.view.may_act:
            return self.lineup.sides[self.seats.index(self.view.may_act[0])]
        return decider_at_score

    def _moves(self) -> Iterator[Event]:
        return (event for event in self.view.events if event.kind == "move")

    # -------------------------------------------------------------------------------------------------- known cards

    @cached_property
    def is_blind(self) -> bool:
        """Whether the seat may not see its own cards."""
        return None in self.view.cards

    def _may_look(self) -> bool:
        hand = self.automaton.rules
        return self.view.exposed is None and sees_own(self.rules, self.hand_type, hand, self.state, self.place)

    @cached_property
    def held(self) -> tuple[Card, ...]:
        """The cards in the seat's hand that it may see."""
        return tuple(card for card in self.view.cards if card is not None)

    @cached_property
    def known_by_place(self) -> dict[int, tuple[Card, ...]]:
        """The cards of each place that the seat has seen, in the hand or on the table."""
        cards_of: dict[int, list[Card]] = {place: [] for place in range(len(self.seats))}
        for laid in self.laid:
            if laid.card is not None:
                cards_of[laid.place].append(laid.card)
        cards_of[self.place] += self.held
        for seat, cards in self.view.partner_hands:
            cards_of[self.seats.index(seat)] += cards
        fallen: tuple[Card, ...] = ()  # face up in the deal; a player who asks for another card returns it
        for event in self.view.events:
            if event.seat is None or event.seat not in self.seats:
                continue
            place = self.seats.index(event.seat)
            if event.kind in ("show", "exposed"):
                cards_of[place] += event.cards
            if event.kind == "exposed":
                fallen = event.cards
            elif event.kind == "move" and event.move == ANOTHER:
                cards_of[place] = [card for card in cards_of[place] if card not in fallen]
        return {place: tuple(dict.fromkeys(cards)) for place, cards in cards_of.items()}

    @cached_property
    def dealt(self) -> tuple[Card, ...]:
        """The cards dealt to the seat that it has seen, including those it has laid."""
        return self.known_by_place[self.place]

    @cached_property
    def unseen(self) -> list[Card]:
        """The cards that the other players may hold.

        Cards shown in earlier duels of the deal are in nobody's hand (S003 Reglas de oro).
        """
        known = self.view.known_cards
        return [card for card in self.rules.pack if card not in known]

    def dealt_count(self, place: int) -> int:
        """Return the number of cards of a place, with those it has laid. A gallo has one more until its discard."""
        waits = self.state.stage == "discard" and self.lineup.gallo == self.seats[place]
        return CARDS_IN_HAND + waits

    @cached_property
    def announced_flor(self) -> int:
        """The places that have announced a flor, as a bit mask."""
        announced = self.state.flor.sung
        for event in self._moves():
            if event.move in FLOR_WORDS and event.seat in self.seats:
                announced |= bit(self.seats.index(event.seat))
        return announced

    @cached_property
    def written(self) -> tuple[SettledAward, ...]:
        """The awards written in this hand so far."""
        return tuple(awards_in(self.view.events, self.lineup))

    def last_caller(self, lance: str) -> int | None:
        """Return the place that made the last call of the seat's side in envido or truco, or None."""
        codes, envido = self.rules.truco.codes, self.rules.envido
        for event in reversed(list(self._moves())):
            if event.move is None or event.seat not in self.seats:
                continue
            place = self.seats.index(event.seat)
            is_truco = event.move in codes
            is_call = is_truco or (envido is not None and bet_size(envido, event.move) is not None)
            if is_call and is_truco == (lance == "truco") and self.lineup.sides[place] == self.side:
                return place
        return None

    @cached_property
    def partners(self) -> tuple[int, ...]:
        """The other places of the seat's side."""
        sides = self.lineup.sides
        return tuple(place for place, side in enumerate(sides) if side == self.side and place != self.place)

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        return tuple(place for place, side in enumerate(self.lineup.sides) if side != self.side)
