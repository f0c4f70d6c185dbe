"""The cards that each place holds in one hand, and queries about them. In a record some cards may be unknown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import cast

from truquero.cards import Card
from truquero.engine import Need
from truquero.engine.state import NOBODY, bit
from truquero.i18n import _
from truquero.rules.points import Points, best_place
from truquero.table.copying import PicklesSlots
from truquero.table.errors import UnknownCards
from truquero.table.possible_hands import (
    ALL_KINDS,
    NEEDED,
    NO_FLOR,
    Kind,
    bits_of,
    cards_in,
    cards_of,
    groups,
    hands_of_kind,
    hands_within,
    kind_of,
)

MaybeCard = Card | None  # a card, or None for an unknown one
HandCards = tuple[Card, ...]


def fits(need: Need, points: Points, hand: Sequence[Card]) -> bool:
    """Return whether a hand fulfils a need about cards."""
    return kind_of(points, hand) in NEEDED[need]


class Holdings(PicklesSlots):
    """The cards dealt to each place. None stands for a card that the record does not contain."""

    __slots__ = (
        "_answers",
        "_in_hand",
        "_kinds",
        "_later",
        "_points",
        "_silent",
        "_unseen",
        "dealt",
        "declared_flor",
        "held",
    )

    def __init__(
        self, points: Points, dealt: Sequence[Sequence[MaybeCard]], unseen: Sequence[Card] = (), silent: int | None = 0
    ) -> None:
        self._points = points
        # Bit mask of places with unknown cards that sing no flor in the record; None while the hand is being played.
        self._silent = silent
        self.declared_flor = 0  # bit mask of places that have sung or otherwise declared a flor
        self._later: dict[int, Sequence[Card]] = {}  # unknown cards that the record shows later
        self._kinds: dict[int, frozenset[Kind]] = {}  # kinds that an unknown hand may be, given its legal moves
        self.dealt: list[Sequence[MaybeCard]] = list(dealt)
        self.held: list[list[MaybeCard]] = [list(hand) for hand in dealt]
        self._unseen = set(unseen)  # cards that an unknown card may be; empty if no card is unknown
        self._answers: dict[tuple[int, Need], bool] = {}
        # Cache: a bit mask of the cards that a place may have been dealt if its hand fulfils some needs.
        self._in_hand: dict[tuple[int, tuple[Need, ...]], int] = {}

    def copy(self) -> Holdings:
        """Return an independent copy."""
        twin = object.__new__(Holdings)
        twin._points, twin._silent, twin.declared_flor = self._points, self._silent, self.declared_flor
        twin._later, twin._kinds, twin._unseen = self._later.copy(), self._kinds.copy(), self._unseen.copy()
        twin.dealt, twin.held = self.dealt.copy(), [list(hand) for hand in self.held]
        twin._answers, twin._in_hand = self._answers.copy(), self._in_hand.copy()
        return twin

    def contents(self) -> tuple[object, ...]:
        """Return the values that equality compares."""
        known = self._points, self.dealt, self.held, self.declared_flor
        return *known, self._silent, self._later, self._kinds, self._unseen

    def next_singer(self, places: Iterable[int | None]) -> int:
        """Return the first of some places that must sing a flor, or NOBODY. Record that places before it need not."""
        for place in places:
            assert place is not None
            if self.must_sing(place):
                return place
            self.learn(place, Need.NO_PLAIN_FLOR)
        return NOBODY

    def known(self, place: int) -> HandCards:
        """Return the known cards that are still in a place's hand."""
        return tuple([card for card in self.held[place] if card is not None])

    def playable(self, place: int, needs: tuple[Need, ...] = ()) -> list[Card]:
        """Return the cards that a place may hold now, if its hand fulfils these needs.

        With unknown cards, these include every card not yet seen that its hand may contain.
        """
        held = self.held[place]
        if not self._unseen or None not in held:
            return cast(list[Card], held)
        laid = bits_of(card for card in self.dealt[place] if card is not None and card not in held)
        cards = self._in_hand.get((place, needs))
        if cards is None:
            cards = self._in_hand[place, needs] = self._in_some_hand(place, needs)
        return sorted(cards_of(cards & ~laid))

    def _in_some_hand(self, place: int, needs: tuple[Need, ...]) -> int:
        """Return a bit mask of the cards in all hands that fulfil these needs and that a place may have been dealt."""
        certain, maybe = self._limits(place)
        kinds = reduce(and_, (NEEDED[need] for need in needs), self._kinds.get(place, ALL_KINDS))
        if kinds == ALL_KINDS:
            return maybe
        return cards_in(len(self.dealt[place]), self._of_kinds(place, kinds, certain, maybe))

    def _of_kinds(self, place: int, kinds: Iterable[Kind], certain: int, maybe: int) -> int:
        """Return a bit mask of the hands of some kinds within the limits of a place."""
        size = len(self.dealt[place])
        of_kinds = reduce(or_, (hands_of_kind(self._points, size, kind) for kind in kinds), 0)
        return of_kinds & hands_within(size, certain, maybe)

    def remove(self, place: int, card: Card) -> None:
        """Remove a card from a hand; an unknown card becomes known."""
        held = self.held[place]
        if card not in held:
            self.name(place, card)
        held.remove(card)

    def discard(self, place: int, card: Card) -> None:
        """Remove the gallo's fourth card, also from the cards dealt: it never counts."""
        self.remove(place, card)
        self.dealt[place] = [dealt_card for dealt_card in self.dealt[place] if dealt_card != card]
        self._forget()

    def name(self, place: int, card: Card) -> None:
        """Set an unknown card of a place."""
        self._change(place, None, card)
        self._unseen.discard(card)
        self._forget()

    def _forget(self) -> None:
        """Clear the caches, because the answers may have changed."""
        self._answers.clear()
        self._in_hand.clear()

    def _change(self, place: int, old: MaybeCard, new: MaybeCard) -> None:
        held, dealt = self.held[place], list(self.dealt[place])
        held[held.index(old)] = new
        dealt[dealt.index(old)] = new
        self.dealt[place] = dealt

    def replace(self, place: int, old: Card, new: MaybeCard, unseen: Sequence[Card]) -> None:
        """Replace a card that fell face up with another (S003 Reglamento)."""
        self._change(place, old, new)
        if new is None:
            self._unseen = self._unseen or set(unseen)
        self._unseen.discard(old)
        self._forget()

    # ------------------------------------------------------------------------------------------------------ queries

    def _limits(self, place: int) -> tuple[int, int]:
        """Return two bit masks: the cards that a place certainly was dealt, and all that it may have been dealt."""
        certain = bits_of(card for card in self.dealt[place] if card is not None)
        return certain, certain | bits_of(self._unseen)

    def expect(self, place: int, shown: Sequence[Card]) -> None:
        """Record unknown cards that a place shows later: they help to settle the bets on them."""
        self._later[place] = shown

    def learn(self, place: int, need: Need) -> None:
        """Record that a place's hand fulfils a need, because its move is legal only with such a hand."""
        if self._unseen and None in self.dealt[place]:
            self._kinds[place] = self._kinds.get(place, ALL_KINDS) & NEEDED[need]
            self._forget()

    def strongest(self, place: int, strengths: Mapping[Card, int]) -> list[Card]:
        """Return the strongest cards that a place may hold."""
        certain = [card for card in self.held[place] if card is not None]
        best = sorted(self._unseen, key=strengths.__getitem__, reverse=True)
        return [*certain, *best[: len(self.held[place]) - len(certain)]]

    def may(self, place: int, need: Need) -> bool:
        """Return whether a place's dealt cards fulfil a need, or may fulfil it if some are unknown."""
        fulfilled = self._answers.get((place, need))
        if fulfilled is None:
            dealt = self.dealt[place]
            if None in dealt:
                kinds = NEEDED[need] & self._kinds.get(place, ALL_KINDS)
                fulfilled = self._of_kinds(place, kinds, *self._limits(place)) != 0
            else:
                fulfilled = fits(need, self._points, cast(Sequence[Card], dealt))
            self._answers[place, need] = fulfilled
        return fulfilled

    def must_sing(self, place: int) -> bool:
        """Return whether a place has to sing: it holds, or may hold, a flor that may not be kept silent."""
        return not (self._silent or 0) & bit(place) and self.may(place, Need.PLAIN_FLOR)

    @property
    def is_silence_known(self) -> bool:
        """Whether it is known which places with unknown cards sing no flor, as in a replay."""
        return self._silent is not None

    def silence_unknown_hands(self) -> None:
        """Assume that no place with unknown cards sings a flor, unless it has already sung."""
        unknown = (place for place, dealt in enumerate(self.dealt) if None in dealt)
        self._silent = sum(bit(place) for place in unknown if not self.declared_flor & bit(place))

    def declare_flor(self, place: int) -> None:
        """Record that a place has sung a flor or otherwise declared it."""
        self.declared_flor |= bit(place)
        self.learn(place, Need.FLOR)

    def value(self, place: int, lance: str) -> int | None:
        """Return the value of a place's hand in a lance; None if it is no flor or not known."""
        values = self.values(place, lance)
        return values[0] if len(values) == 1 and values[0] >= 0 else None

    def values(self, place: int, lance: str) -> list[int]:
        """Return the possible values of a place's hand, sorted: one value if all cards are known; -1 if no flor."""
        dealt = self.dealt[place]
        if None not in dealt:
            return [self._value(cast(Sequence[Card], dealt), lance)]
        certain, maybe = self._limits(place)
        shown = certain | bits_of(self._later.get(place, ()))
        kinds = self._kinds.get(place, ALL_KINDS)
        hands = self._of_kinds(place, kinds, shown, maybe) or self._of_kinds(place, kinds, certain, maybe)
        possible = (group for group in groups(self._points, len(dealt)) if group.hands & hands)
        return sorted({group.envido if lance == "envido" else group.flor for group in possible})

    def _value(self, hand: Sequence[Card], lance: str) -> int:
        value = self._points.envido(hand) if lance == "envido" else self._points.flor(hand)
        return NO_FLOR if value is None else value

    def best(self, places: Sequence[int], lance: str) -> int:
        """Return the place that wins. Raise UnknownCards if that depends on cards that the record does not contain."""
        message = _("cannot settle the {lance}: the cards that decide it are not known")
        unknown = UnknownCards(message.format(lance=lance))
        values = {place: self.values(place, lance) for place in places}
        if not all(values.values()):  # what the moves say about the cards of a place does not fit any hand
            raise unknown
        winner = best_place({place: values[place][0] for place in places})
        for place in places:
            rival = (values[place][-1], -place)
            if place != winner and rival > (values[winner][0], -winner):
                raise unknown
        return winner
